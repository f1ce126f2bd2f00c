"""What the parameters cost: bytes to keep them, memory to train them, arithmetic to use them."""

import streamlit as st

from embedcore.charts.parameter_calculator.breakdown import Bar, breakdown
from embedcore.parameters import (
    TRAINING_BYTES,
    bytes_by_dtype,
    flops_per_token,
    training_bytes,
)
from embedcore.ui.amounts import bytes_written, count_written
from embedcore.ui.parameter_calculator.breakdown import bar, titles
from embedcore.ui.parameter_calculator.setup import Model
from embedcore.ui.parameter_calculator.visit import CalculatorVisit
from embedcore.ui.screen import on_phone
from embedcore.ui.show import chart, numbers, what_you_see
from embedcore.ui.text import Text
from embedcore.ui.tour import Section


def show_costs(visit: CalculatorVisit) -> None:
    """Three parts: to keep, to train, to use."""
    text, model = visit.text, visit.model
    _show_bytes(text, model)
    _show_training(text, model)
    _show_flops(text, model)


def _show_bytes(text: Text, model: Model) -> None:
    st.subheader(text("costs.bytes.heading"), anchor=False)
    st.markdown(text("costs.bytes.lead"))
    whole = bytes_by_dtype(model.counted.total)
    token = bytes_by_dtype(model.counted.token_embedding)
    table = {
        text("costs.dtype"): list(whole),
        text("costs.model"): [bytes_written(size) for size in whole.values()],
        text("costs.embedding"): [bytes_written(size) for size in token.values()],
    }
    st.dataframe(table, hide_index=True, key=f"{text.page}.bytes")


def _show_training(text: Text, model: Model) -> None:
    st.subheader(text("costs.training.heading"), anchor=False)
    st.markdown(text("costs.training.lead"))
    whole = training_bytes(model.counted.total)
    token = training_bytes(model.counted.token_embedding)
    sums = sum(TRAINING_BYTES.values()), sum(whole.values()), sum(token.values())
    each, all_parts, tables = (
        [*amounts.values(), total]
        for amounts, total in zip((TRAINING_BYTES, whole, token), sums, strict=True)
    )
    table = {
        text("costs.training.what"): [
            *(text(f"costs.training.{name}") for name in whole),
            text("formula.total"),
        ],
        text("costs.training.each"): each,
        text("costs.model"): [bytes_written(size) for size in all_parts],
        text("costs.embedding"): [bytes_written(size) for size in tables],
    }
    st.table(table, hide_index=True, border="horizontal")
    values = {"each": sums[0], "model": bytes_written(sums[1]), "token": bytes_written(sums[2])}
    share = model.counted.token_embedding / model.counted.total
    what_you_see(
        text,
        text("costs.training.see", total=model.counted.total, share=share, **values),
        text("costs.training.left_out"),
    )


def _show_flops(text: Text, model: Model) -> None:
    st.subheader(text("costs.flops.heading"), anchor=False)
    st.markdown(text("costs.flops.lead"))
    context, counted = model.sizes.context, model.counted
    flops = flops_per_token(model.config, context)
    total = sum(flops.values())
    used = {name: amount for name, amount in flops.items() if amount}
    kinds = tuple("tied_head" if name == "lm_head" and model.sizes.tied else name for name in used)
    bars = [
        bar(text, counted, text("costs.flops.parameters", count=count_written(counted.total))),
        Bar(
            text("costs.flops.total", count=count_written(total)),
            kinds,
            tuple(text(f"parts.{kind}") for kind in kinds),
            tuple(used.values()),
        ),
    ]
    headings = titles(text) | {"count_title": text("costs.flops.amount")}
    alt = text("costs.flops.alt", total=total)
    chart(alt, f"{text.page}.flops", breakdown, bars, **headings, narrow=on_phone())
    what_you_see(
        text,
        text(
            "costs.flops.see.lookup",
            share=counted.token_embedding / counted.total,
            token=counted.token_embedding,
            flops=flops["token_embedding"],
        ),
        text("costs.flops.see.context", context=context, share=flops["attention_context"] / total),
        *_on_the_head(text, flops, total, model.sizes.tied),
    )
    st.caption(text("costs.flops.left_out"))
    of_part = {part.name: part.count for part in counted.parts}
    table = {
        headings["part_title"]: [text(f"parts.{name}") for name in flops],
        text("breakdown.count"): [of_part.get(name, 0) for name in flops],
        text("costs.flops.each"): list(flops.values()),
    }
    numbers(text, table, "flops")


def _on_the_head(text: Text, flops: dict[str, int], total: int, tied: bool | None) -> list[str]:
    if tied is None:
        return []
    share = flops["lm_head"] / total
    return [text("costs.flops.see.tied" if tied else "costs.flops.see.untied", share=share)]


SECTION = Section(
    show_costs,
    code=(
        bytes_by_dtype,
        training_bytes,
        flops_per_token,
    ),
)
