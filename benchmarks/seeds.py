"""32 seeds trained in one batch, against one plain PyTorch loop of the same length."""

import time

import torch
from torch import nn

from embedcore.config import TrainingConfig
from embedcore.corpus import corpus
from embedcore.training import train, train_seeds

ROUNDS = 5


def plain_loop(config: TrainingConfig) -> None:
    """What anyone would write first: ``nn.Embedding``, ``nn.Linear``, ``torch.optim.Adam``."""
    model = nn.Sequential(
        nn.Embedding(config.vocab_size, config.d_model),
        nn.Linear(config.d_model, config.vocab_size),
    )
    optimizer = torch.optim.Adam(model.parameters(), config.learning_rate)
    for sequence in torch.cat(list(corpus(config)))[:, 0]:
        loss = nn.functional.cross_entropy(model(sequence[:-1]), sequence[1:])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def seconds(function, *arguments) -> float:
    """The quickest of several rounds: the others measure what else the machine did."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        function(*arguments)
        times.append(time.perf_counter() - start)
    return min(times)


def measure() -> list[tuple[str, float, str]]:
    """Rows of the table: what, the ratio or amount, and what it is held to."""
    torch.set_num_threads(1)
    config = TrainingConfig()
    plain = seconds(plain_loop, config)
    return [
        ("1 seed / 1 plain loop", seconds(train, config) / plain, "at most 1"),
        ("32 seeds / 1 plain loop", seconds(train_seeds, config, range(32)) / plain, "at most 3"),
        ("64 seeds / 1 plain loop", seconds(train_seeds, config, range(64)) / plain, "at most 5"),
    ]
