"""The reference: the model and its training as anyone would first write them in PyTorch."""

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from embedcore.corpus import corpus
from embedcore.model import initial_parameters

PYTORCH = {"adam": torch.optim.Adam, "adamw": torch.optim.AdamW, "sgd": torch.optim.SGD}


class PlainModel(nn.Module):
    """The model as PyTorch's tutorials write it, with the first numbers of ours."""

    def __init__(self, config):
        super().__init__()
        sizes = config.vocab_size, config.d_model
        start = initial_parameters([config.seed], *sizes, config.tied, config.bias)
        self.embedding = nn.Embedding(*sizes)
        self.lm_head = nn.Linear(config.d_model, config.vocab_size, bias=config.bias)
        self.embedding.weight = nn.Parameter(start.embedding[0].clone())
        self.lm_head.weight = nn.Parameter(start.unembedding[0].T.clone())
        if config.bias:
            self.lm_head.bias = nn.Parameter(start.bias[0].clone())
        if config.tied:
            self.lm_head.weight = self.embedding.weight
        self.embedding.weight.requires_grad = not config.frozen

    def forward(self, token_ids):
        return self.lm_head(self.embedding(token_ids))


def plain_run(config):
    """Losses and snapshots of the run, one ``backward`` and one ``torch.optim`` step a sequence."""
    model = PlainModel(config)
    optimizer = PYTORCH[config.optimizer](model.parameters(), lr=config.learning_rate)
    rows = config.groups.token_ids(config.vocab_size)
    losses, films = [], {0: [], 1: []}
    read = torch.cat(list(corpus(config))) if config.steps else []
    for step in range(config.steps + 1):
        if step in config.snapshot_steps:
            for film, layer in zip(films.values(), (model.embedding, model.lm_head), strict=True):
                film.append(layer.weight.detach()[rows].clone())
        if step == config.steps:
            return np.array(losses), *(torch.stack(film).numpy() for film in films.values())
        sequences = read[step]
        logits = model(sequences[:, :-1]).flatten(0, 1)
        loss = functional.cross_entropy(logits, sequences[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
