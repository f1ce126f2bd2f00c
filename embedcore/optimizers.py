"""SGD, Adam and AdamW, each a few lines: how a gradient becomes a step.

The same numbers as ``torch.optim`` with its defaults (a test holds them to it), without the
second and the 74 MB that importing its compiler costs. Every tensor is changed in place.
"""

import torch
from torch import Tensor


class SGD:
    """Down the gradient, ``learning_rate`` times as far. A row without a gradient stays."""

    def __init__(self, parameters: list[Tensor], learning_rate: float) -> None:
        self.parameters = parameters
        self.learning_rate = learning_rate

    def step(self, gradients: list[Tensor]) -> None:
        for parameter, gradient in zip(self.parameters, gradients, strict=True):
            parameter.sub_(gradient, alpha=self.learning_rate)


class Adam:
    """A step of about ``learning_rate`` in each number, whatever its gradient's size.

    The direction is a running mean of the gradients, divided by the root of a running mean of
    their squares; both are corrected for starting at zero (Kingma & Ba 2015).
    """

    beta1, beta2, epsilon = 0.9, 0.999, 1e-8
    weight_decay = 0.0

    def __init__(self, parameters: list[Tensor], learning_rate: float) -> None:
        self.parameters = parameters
        self.learning_rate = learning_rate
        self.steps = 0
        self.means = [torch.zeros_like(p) for p in parameters]
        self.squares = [torch.zeros_like(p) for p in parameters]
        self._roots = [torch.empty_like(p) for p in parameters]

    def step(self, gradients: list[Tensor]) -> None:
        self.steps += 1
        mean_correction = 1 - self.beta1**self.steps
        root_correction = (1 - self.beta2**self.steps) ** 0.5
        for parameter, gradient, mean, square, root in zip(
            self.parameters, gradients, self.means, self.squares, self._roots, strict=True
        ):
            if self.weight_decay:
                parameter.mul_(1 - self.learning_rate * self.weight_decay)
            mean.lerp_(gradient, 1 - self.beta1)
            square.mul_(self.beta2).addcmul_(gradient, gradient, value=1 - self.beta2)
            torch.sqrt(square, out=root).div_(root_correction).add_(self.epsilon)
            parameter.addcdiv_(mean, root, value=-self.learning_rate / mean_correction)


class AdamW(Adam):
    """Adam, and every number shrinks a little at each step, used or not (Loshchilov 2019)."""

    weight_decay = 0.01


OPTIMIZERS = {"adam": Adam, "adamw": AdamW, "sgd": SGD}
