"""Settings of the whole process: threads."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from embedcore.compression import group_capacity
from embedcore.config import TrainingConfig
from embedcore.names_model import NamesConfig, train_names
from embedcore.one_hot.held_out import HeldOutCorpus, read_sentences
from embedcore.one_hot.nplm import NPLMConfig, train_nplm
from embedcore.process import VARIABLES, one_thread
from embedcore.training import train, train_seeds
from embedcore.training_lab.movement import row_movement
from embedcore.weight_tying.tables import train_tables
from embedcore.word_vectors.skipgram import SkipGramConfig, train_skipgram
from embedcore.word_vectors.text_corpus import read_text

ROOT = Path(__file__).parents[2]
SHORT = TrainingConfig(steps=100)
CORPUS = HeldOutCorpus(read_sentences("cat sits\ncat runs\ndog runs"), ("dog", "sits"))
TEXT = "the cat sat on a mat and this dog ran over our red rug . " * 40


def fit(progress):
    """``fit`` tells nobody how far it is: its steps do, here."""

    class Trainer(group_capacity.Trainer):
        def step(self):
            progress()
            return super().step()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(group_capacity, "Trainer", Trainer)
        group_capacity.fit(2, 2, 5, [0])


TRAININGS = {
    "train": lambda progress: train(SHORT, progress),
    "train_seeds": lambda progress: train_seeds(SHORT, range(2), progress),
    "train_tables": lambda progress: train_tables(SHORT, range(2), progress),
    "row_movement": lambda progress: row_movement(SHORT, 60, 2, progress),
    "train_names": lambda progress: train_names(NamesConfig(steps=100), [0], progress),
    "train_nplm": lambda progress: train_nplm(NPLMConfig(CORPUS, steps=100), progress),
    "train_skipgram": lambda progress: train_skipgram(
        read_text(TEXT), SkipGramConfig(epochs=1), progress
    ),
    "fit": fit,
}


@pytest.fixture
def three_threads():
    """What a user of the library may have chosen for other work."""
    before = torch.get_num_threads()
    torch.set_num_threads(3)
    yield
    torch.set_num_threads(before)


@pytest.mark.parametrize("name", TRAININGS)
def test_training_keeps_to_one_thread_and_leaves_the_callers_number(name, three_threads):
    threads = []
    TRAININGS[name](lambda *_: threads.append(torch.get_num_threads()))
    assert set(threads) == {1}
    assert torch.get_num_threads() == 3


def test_a_training_that_is_broken_off_leaves_the_callers_number_too(three_threads):
    def leave(*_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(SHORT, leave)
    assert torch.get_num_threads() == 3


def test_where_there_is_one_thread_nothing_is_set(monkeypatch):
    """Two visitors' runs that end in another order than they began cannot undo one another."""
    assert torch.get_num_threads() == 1
    monkeypatch.setattr(torch, "set_num_threads", lambda number: pytest.fail("it was set"))
    with one_thread():
        assert torch.get_num_threads() == 1


def said_by(code):
    """What a process of its own prints, to which nobody has said how many threads it may have."""
    environment = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    environment["PYTHONPATH"] = str(ROOT)
    command = [sys.executable, "-W", "ignore", "-c", code]
    found = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return found.stdout.split()


PROCESS = """
from concurrent.futures import ThreadPoolExecutor
import numpy
{begin}
import scipy.linalg, sklearn.decomposition, torch
from threadpoolctl import threadpool_info
from embedcore.projection import compile_umap

def threads():
    return {{torch.get_num_threads(), *(pool["num_threads"] for pool in threadpool_info())}}

def fit():
    compile_umap()  # numba's first parallel loop sets OpenMP's number for the thread that calls it
    return threads()

with ThreadPoolExecutor(1) as thread:
    most = max(threads() | thread.submit(threads).result() | thread.submit(fit).result())
print(most)
"""
APP = "import embedcore.ui"
COMMAND_LINE = "from embedcore.__main__ import main; main(['lookup', 'a'])"


@pytest.mark.parametrize("begin", [APP, COMMAND_LINE], ids=["app", "command line"])
def test_all_that_computes_keeps_to_one_thread_loaded_before_or_later(begin):
    *_, most = said_by(PROCESS.format(begin=begin))
    assert most == "1"
