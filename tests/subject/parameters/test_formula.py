"""The formulas that the page shows: read again by Python, they give the counts."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedcore.parameters import (
    FAMILIES,
    PRESETS,
    ConfigError,
    Line,
    count,
    formula,
    symbols,
)
from embedcore.parameters.reading import SYMBOLS
from embedcore.parameters.terms import size, term

from .configs import CONFIGS


def worth(written: str, values: dict[str, int] | None = None) -> int:
    """What a formula gives, by Python's own arithmetic and rules of precedence."""
    assert re.fullmatch(r"[\w,()+× ]+", written)
    return eval(written.replace(",", "").replace("×", "*"), {}, values or {})


@pytest.mark.parametrize("name", CONFIGS)
def test_lines_are_the_parts_and_both_forms_give_the_count(name):
    config = CONFIGS[name]
    values = {known.symbol: known.value for known in symbols(config)}
    lines = formula(config)
    assert [(line.part, line.count) for line in lines] == [
        (part.name, part.count) for part in count(config).parts
    ]
    for line in lines:
        assert worth(line.numbers) == line.count
        assert worth(line.formula, values) == line.count
    assert sum(line.count for line in lines) == count(config).total


@pytest.mark.parametrize("name", CONFIGS)
def test_symbols_are_those_of_the_formulas_each_with_its_field(name):
    config = CONFIGS[name]
    known = symbols(config)
    written = re.findall(r"[A-Za-z]", " ".join(line.formula for line in formula(config)))
    assert [s.symbol for s in known] == list(dict.fromkeys(written))
    for s in known:
        if config.get(s.field) is not None:
            assert s.value == config[s.field]


def test_no_family_has_two_fields_of_one_symbol():
    assert all(len(symbol) == 1 for symbol in SYMBOLS.values())
    for family in FAMILIES.values():
        fields = {*family.size_names, *family.widths, *family.depths, *family.defaults}
        found = [SYMBOLS[field] for field in fields if field in SYMBOLS]
        assert len(found) == len(set(found))


@pytest.mark.parametrize("name", CONFIGS)
def test_a_size_twice_as_large_is_never_fewer_parameters(name):
    config = CONFIGS[name]
    before = count(config).total
    for s in symbols(config):
        if s.field not in config:
            continue
        try:
            after = count(config | {s.field: 2 * s.value}).total
        except ConfigError:  # more heads than the width or the queries can be divided among
            assert s.symbol in "hk"
        else:
            assert after > before, s


def test_gpt_2_as_the_page_shows_it():
    lines = {line.part: line for line in formula(PRESETS["GPT-2"])}
    assert lines["token_embedding"] == Line("token_embedding", "V × d", "50,257 × 768", 38_597_376)
    assert lines["attention"].numbers == "12 × 4 × (768 × 768 + 768)"
    assert lines["mlp"].formula == "L × (d × m + m + m × d + d)"
    assert lines["lm_head"] == Line("lm_head", "0", "0", 0)


def test_grouped_queries_and_experts():
    llama = {line.part: line for line in formula(PRESETS["Llama 3 8B"])}
    assert llama["attention"].formula == "L × (d × d + 2 × d × k × a + d × d)"
    mixtral = {line.part: line for line in formula(CONFIGS["mixtral-8x22b"])}
    assert mixtral["router"].formula == "L × d × E"
    assert mixtral["mlp"].formula == "E × L × (2 × d × m + m × d)"


def test_a_field_is_called_as_the_config_calls_it():
    bloom = {"model_type": "bloom", "vocab_size": 9, "n_embed": 8, "n_layer": 1, "n_head": 2}
    assert ("d", "n_embed", 8) in symbols(bloom)


numbers = st.recursive(
    st.integers(0, 3) | st.integers(1, 99).map(lambda value: size("d", value)),
    lambda inner: st.tuples(st.sampled_from("+*"), inner, inner),
)


def made(tree) -> tuple[object, int]:
    """The term of a tree, and its plain value."""
    if not isinstance(tree, tuple):
        return term(tree), getattr(tree, "value", tree)
    sign, (left, a), (right, b) = tree[0], made(tree[1]), made(tree[2])
    return (left + right, a + b) if sign == "+" else (left * right, a * b)


@given(numbers)
def test_a_term_is_worth_what_it_says(tree):
    found, value = made(tree)
    assert found.value == value == worth(found.numbers)


def test_terms_mix_with_numbers_and_leave_nothing_idle():
    d = size("d", 1)
    assert (0 + d).symbols == (d + 0).symbols == (1 * d).symbols == (d * 1).symbols == "d"
    assert (0 * d).symbols == (d * 0).symbols == "0"
    assert (2 * (1 + d)).symbols == "2 × (1 + d)"
    assert (d * d).numbers == "1 × 1"
    with pytest.raises(TypeError):
        d * 2.0
