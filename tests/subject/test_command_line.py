"""``python -m embedcore``: the first source's two scripts."""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from sklearn.metrics.pairwise import cosine_similarity

from embedcore.__main__ import main
from embedcore.embedding import Embedding
from embedcore.groups import Groups
from embedcore.training import TrainingConfig, train_seeds

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def printed(capsys):
    """A function that runs a command and gives what it printed, line by line under its name."""

    def run(*arguments):
        assert main(arguments) == 0
        lines = capsys.readouterr().out.splitlines()
        return {line[:11].strip(): line[11:] for line in reversed(lines)}

    return run


def numbers(text):
    return [float(number) for number in re.findall(r"[-+]?\d+\.\d+", text)]


# lookup


def test_lookup_prints_the_ids_of_the_text(printed):
    assert printed("lookup", "Hé")["token ids"] == "[72, 195, 169]"


def test_lookup_prints_the_row_of_the_first_token(printed):
    row = Embedding(256, 4, seed=9).weight[65].tolist()
    line = printed("lookup", "A", "--d-model", "4", "--seed", "9")["row 65"]
    assert numbers(line) == pytest.approx(row, abs=6e-4)


def test_lookup_prints_the_cosine_of_the_first_two_different_tokens(capsys):
    main(["lookup", "llama"])
    table = Embedding(256, 8).weight.detach().numpy()
    same, different = re.findall(r"cosine +(.*) = (\S+)", capsys.readouterr().out)
    assert same == ("(l, l)", "1.0000")
    assert different[0] == "(l, a)"
    expected = cosine_similarity(table[[108, 97]])[0, 1]
    assert float(different[1]) == pytest.approx(expected, abs=6e-5)


def test_lookup_takes_half_a_surrogate_pair(printed):
    assert printed("lookup", "\udcff")["token ids"] == "[239, 191, 189]"  # U+FFFD


# train


def similarities(result, frame):
    """Mean cosine within and across, from scikit-learn and the definition."""
    cosines, group_of = cosine_similarity(result.vectors[frame]), result.group_of
    same = group_of[:, None] == group_of[None, :]
    pairs = ~np.eye(len(group_of), dtype=bool)
    return cosines[same & pairs].mean(), cosines[~same].mean()


def test_train_prints_the_likeness_it_computed(printed):
    lines = printed("train", "--steps", "50", "--seeds", "1", "--seed", "3")
    (result,) = train_seeds(TrainingConfig(steps=50), [3])
    before, after = similarities(result, 0), similarities(result, -1)
    assert numbers(lines["within"]) == pytest.approx([before[0], after[0]], abs=6e-3)
    assert numbers(lines["across"]) == pytest.approx([before[1], after[1]], abs=6e-3)


def test_train_prints_mean_and_spread_over_seeds(printed):
    options = ("--steps", "50", "--seeds", "3", "--tied", "--groups", "ab", "xy")
    line = printed("train", *options)["within"]
    config = TrainingConfig(Groups(("ab", "xy")), steps=50, tied=True)
    after = [similarities(result, -1)[0] for result in train_seeds(config, range(3))]
    assert "over 3 seeds after" in line
    assert numbers(line)[2:] == pytest.approx([np.mean(after), np.std(after, ddof=1)], abs=6e-3)


def test_train_prints_the_cosines_of_two_pairs(printed):
    lines = printed("train", "--steps", "50", "--seeds", "1", "--groups", "xyz", "甲乙")
    (result,) = train_seeds(TrainingConfig(Groups(("xyz", "甲乙")), steps=50), [0])
    before, after = (cosine_similarity(result.vectors[frame]) for frame in (0, -1))
    for name, other in (("sim(x,y)", 1), ("sim(x,甲)", 3)):
        assert numbers(lines[name]) == pytest.approx([before[0, other], after[0, other]], abs=6e-3)


def test_train_prints_the_loss_beside_its_floor(capsys):
    main(["train", "--steps", "150", "--seeds", "1", "--learning-rate", "0.03"])
    (result,) = train_seeds(TrainingConfig(steps=150, learning_rate=0.03), [0])
    first, last, floor = numbers(capsys.readouterr().out)[:3]
    assert first == pytest.approx(result.losses[0], abs=6e-3)
    assert last == pytest.approx(result.losses[50:].mean(), abs=6e-3)
    assert floor == 2.30


def test_a_single_group_has_no_line_across(printed):
    lines = printed("train", "--steps", "5", "--seeds", "2", "--groups", "abc")
    assert "within" in lines
    assert "across" not in lines


def test_a_run_of_no_steps_has_no_loss(printed):
    lines = printed("train", "--steps", "0", "--seeds", "2")
    assert "within" in lines
    assert "loss" not in lines


@pytest.mark.parametrize("steps", ["7", "350"])
def test_progress_ends_its_line_before_the_report(capsys, steps):
    main(["train", "--steps", steps, "--seeds", "1"])
    assert capsys.readouterr().err.endswith(f"step {steps} of {steps}\n")


# Refusals


@pytest.mark.parametrize(
    ("arguments", "culprit"),
    [
        ("", "lookup | train"),
        ("fly", "fly"),
        ("train --nonsense", "--nonsense"),
        ("train --steps many", "--steps"),
        ("train --steps 2.5", "--steps"),
        ("train --steps -1", "steps"),
        ("train --steps 5001", "steps"),
        ("train --seeds 0", "seeds"),
        ("train --seeds 65", "seeds"),
        ("train --seeds 99999999999999999999", "seeds"),
        ("train --seed -1", "seed"),
        ("train --seed 4294967295 --seeds 2", "seed"),
        ("train --d-model 129", "d_model"),
        ("train --learning-rate nan", "learning_rate"),
        ("train --learning-rate 1e400", "learning_rate"),
        ("train --learning-rate -1", "learning_rate"),
        ("train --groups", "--groups"),
        ("train --groups a", "group 1"),
        ("train --groups ab bc", "'b'"),
        ("train --groups ab 👍🏽", "U+1F3FD"),
        ("lookup --d-model 0", "d_model"),
        ("lookup --seed -1", "seed"),
        ("lookup " + "x" * 10_001, "10001"),
    ],
    ids=lambda text: text[:40] or "nothing",
)
def test_a_bad_argument_costs_one_line_and_exit_code_2(capsys, arguments, culprit):
    with pytest.raises(SystemExit) as exit_info:
        main(arguments.split())
    out, err = capsys.readouterr()
    assert exit_info.value.code == 2
    assert out == ""
    assert len(err.splitlines()) == 1
    assert culprit in err


def test_an_empty_text_is_refused(capsys):
    with pytest.raises(SystemExit, match="2"):
        main(["lookup", ""])
    assert capsys.readouterr().err == (
        "python -m embedcore: the text has 0 bytes, but must have 1 to 10000\n"
    )


def test_a_run_that_diverges_says_so_on_one_line(capsys):
    with pytest.raises(SystemExit, match="2"):
        main(["train", "--learning-rate", "1e20", "--seeds", "1"])
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.endswith("is too high: the loss left the numbers at step 3 (seed 0)\n")


# As a program


def test_the_program_trains_without_the_app_the_maps_or_the_compiler():
    command = [sys.executable, "-X", "importtime", "-m", "embedcore", "train", "--steps", "20"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=120)
    assert done.returncode == 0
    assert done.stdout.startswith("loss ")
    imported = set(re.findall(r"^import time:.*\| +(\S+)$", done.stderr, flags=re.MULTILINE))
    assert {"torch", "embedcore.training"} <= imported
    for unwanted in ("streamlit", "altair", "pandas", "umap", "sklearn", "torch._dynamo"):
        assert unwanted not in imported
