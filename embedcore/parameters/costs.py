"""What parameters cost: memory to train them, and arithmetic to use them."""

from embedcore.parameters.blocks import Block
from embedcore.parameters.counting import blocks_of
from embedcore.parameters.reading import ConfigError, kind

TRAINING_BYTES = {
    "weights": 2,  # bfloat16 or float16: what the forward and the backward pass read
    "gradients": 2,  # bfloat16 or float16, one for each weight
    "master_weights": 4,  # float32: a step is often too small to change a 16-bit weight
    "first_moment": 4,  # float32: Adam's running mean of the gradients
    "second_moment": 4,  # float32: Adam's running mean of their squares
}
"""Bytes a parameter in training with Adam in mixed precision (Micikevicius et al. 2018;
the sum, 16, is that of Rajbhandari et al. 2020, ZeRO, section 3.1)."""


def training_bytes(n_parameters: int) -> dict[str, int]:
    """Bytes to train so many parameters with Adam in mixed precision, by what they hold.

    Left out, since they depend on more than the parameters: the activations kept for the
    backward pass, which grow with batch and context, buffers, and what the library takes.

        >>> training_bytes(4_192)
        {'weights': 8384, 'gradients': 8384, 'master_weights': 16768, 'first_moment': 16768, \
'second_moment': 16768}
        >>> sum(training_bytes(4_192).values()) == 16 * 4_192
        True
    """
    return {name: n_parameters * size for name, size in TRAINING_BYTES.items()}


def flops_per_token(config: dict, context: int) -> dict[str, int]:
    """Floating-point operations to run one token forward, by part.

    A matrix of n numbers takes n multiplications and n additions, so 2n. ``attention_context`` is
    what comes on top in attention: the token's query against the key of each of ``context``
    positions, and the sum of their values. A looked-up row takes none. The head takes as much
    tied as untied. Norms, activations, softmax, biases and positions are left out: they grow with
    d and not with d². (Kaplan et al. 2020, table 1, counts alike.)

    A model with an encoder and a decoder (T5) reads one token and writes one, for both of which
    ``context`` positions are there to look at. Raises ``ConfigError``.
    """
    _check_context(context)
    blocks = blocks_of(config)
    flops = {}
    for name, block in blocks.items():
        flops[name] = 2 * block.multiply_adds.value
        if name == "attention":
            flops["attention_context"] = _looking(block, context)
    return flops


def _looking(attention: Block, context: int) -> int:
    return 2 * attention.per_position.value * context


def _check_context(context: object) -> None:
    if type(context) is not int:
        raise ConfigError("not_an_integer", "context", kind=kind(context))
    if context < 1:
        raise ConfigError("not_positive", "context")
