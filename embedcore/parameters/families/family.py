"""What a model family is, and the register of them all."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import NamedTuple

from embedcore.parameters.blocks import Block
from embedcore.parameters.reading import ConfigReader, model_type

Blocks = dict[str, Block]
"""The blocks of a model by the name of the part, each over all layers."""

Formula = Callable[[ConfigReader], Blocks]


class SizeNames(NamedTuple):
    """What a family's config calls the sizes that every family has."""

    vocab_size: str = "vocab_size"
    d_model: str = "hidden_size"
    n_layers: str = "num_hidden_layers"
    n_heads: str = "num_attention_heads"
    context: str = "max_position_embeddings"


USUAL_NAMES = SizeNames()


@dataclass(frozen=True)
class Family:
    """A model family: its formula, and how to read its config."""

    model_class: str  # the class of transformers that the formula counts
    has_head: bool  # whether that ends in a score for each token of the vocabulary
    formula: Formula
    defaults: Mapping[str, object]  # field -> what a config that omits it means
    size_names: SizeNames
    widths: tuple[str, ...]  # fields that scale with d_model
    depths: tuple[str, ...]  # fields that scale with the number of layers
    aliases: Mapping[str, str]  # another name of a field -> its main name
    others: dict[str, "Family"] = field(default_factory=dict)  # by the class that they count

    def of_class(self, config: Mapping[str, object]) -> "Family":
        """This family as the class that the config names in ``architectures``, if it is known."""
        return self.others.get(named_class(config) or "", self)

    def sizes(self, fields: ConfigReader) -> tuple[int, ...]:
        """The sizes that every family has, in the order of ``SizeNames``.

        A context of null is one that was left out: it stands for the family's default. Raises
        ``ConfigError``.
        """
        *names, context = self.size_names
        longest = fields.size(context, derived=self.defaults.get(context))
        return (*fields.sizes(*names), longest)

    @property
    def key_heads(self) -> str | None:
        """The field for the sets of keys and values, where several query heads may share one."""
        names = ("num_key_value_heads", "num_kv_heads")
        return next((name for name in names if name in self.defaults), None)


FAMILIES: dict[str, Family] = {}
"""The families that can be counted, by the ``model_type`` of their configs."""


def named_class(config: Mapping[str, object]) -> str | None:
    """The class that a config was published for: the first of its ``architectures``, if any."""
    names = config.get("architectures")
    first = names[0] if isinstance(names, list) and names else None
    return first if isinstance(first, str) else None


def family(
    name: str,
    model_class: str,
    *,
    defaults: Mapping[str, object],
    bare: str | None = None,
    size_names: SizeNames = USUAL_NAMES,
    widths: tuple[str, ...] = ("intermediate_size",),
    depths: tuple[str, ...] = (),
    aliases: Mapping[str, str] | None = None,
) -> Callable[[Formula], Formula]:
    """Register the decorated formula for the ``model_type`` of this name.

    It counts ``model_class``; ``bare`` is the class of the same model without its output head.
    ``defaults`` are those of the transformers config class, for the fields that published configs
    do leave out; None means "derived from other fields", as it does there. The main sizes have
    no default: a guessed width would be a wrong count.
    """

    def register(formula: Formula) -> Formula:
        named = defaults, size_names, widths, depths, aliases or {}
        has_head = "tie_word_embeddings" in defaults
        FAMILIES[name] = Family(model_class, has_head, formula, *named)
        if bare is not None:
            FAMILIES[name].others[bare] = Family(bare, False, without_head(formula), *named)
        return formula

    return register


def other_class(name: str, model_class: str) -> Callable[[Formula], Formula]:
    """Register the decorated formula for another class, without a head, of a known family."""

    def register(formula: Formula) -> Formula:
        FAMILIES[name].others[model_class] = replace(
            FAMILIES[name],
            model_class=model_class,
            has_head=False,
            formula=formula,
            depths=(),
            others={},
        )
        return formula

    return register


def without_head(formula: Formula) -> Formula:
    """The formula of the same model without its output head."""

    @wraps(formula)
    def bare(c: ConfigReader) -> Blocks:
        return {part: block for part, block in formula(c).items() if part != "lm_head"}

    return bare


def family_of(config: dict) -> tuple[Family, ConfigReader]:
    """The family of a config, and the config as that family reads it. Raises ``ConfigError``."""
    found = FAMILIES[model_type(config, FAMILIES)].of_class(config)
    return found, ConfigReader(config, found.defaults, found.aliases)
