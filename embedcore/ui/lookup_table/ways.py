"""Three equal ways to look a row up, and what each costs as the vocabulary grows."""

import threading
import time

import numpy as np
import streamlit as st

from embedcore.charts.lookup_table.cost import growth
from embedcore.embedding import Embedding, three_ways
from embedcore.lookup_table.cost import SIZES, Times, index_cost, measure, product_cost
from embedcore.lookup_table.lookup import Lookup
from embedcore.ui.amounts import bytes_written
from embedcore.ui.kept import kept
from embedcore.ui.lookup_table.visit import LookupVisit
from embedcore.ui.show import by_column, chart, numbers, what_you_see
from embedcore.ui.text import Text
from embedcore.ui.tour import Section

WAYS = "weight[ids]\none_hot(ids) @ weight\ntorch.nn.functional.embedding(ids, weight)"
KEPT_FOR = 600  # seconds, that a measurement is shown to others

_one_at_a_time = threading.Lock()  # two measurements at once would measure each other


def show_ways(visit: LookupVisit) -> None:
    """The three ways on the visitor's tokens, then their cost."""
    text, controls, setup = visit.text, visit.controls, visit.setup
    lookup = setup.lookup
    _show_equality(text, lookup)
    st.subheader(text("cost.heading"), anchor=False)
    st.markdown(text("cost.lead", count=len(lookup.token_ids), d_model=lookup.d_model))
    _show_counts(text, lookup)
    if controls.toggle("measure", False):
        with st.spinner(text("cost.measuring")):
            times = cached_times(len(lookup.token_ids), lookup.d_model)
        visit.ran(measure)
        _show_times(text, times)
    rows = by_column(lookup.result.round(4))
    numbers(text, {text("flow.id"): lookup.token_ids, **rows}, "rows")


def cached_times(n: int, d_model: int) -> Times:
    """``measure``, at most once in ten minutes."""
    return _times(n, d_model, int(time.time() // KEPT_FOR))


@kept
def _times(n: int, d_model: int, period: int) -> Times:
    with _one_at_a_time:
        return measure(n, d_model)


def _show_equality(text: Text, lookup: Lookup) -> None:
    ways = three_ways(Embedding.from_pretrained(lookup.weight), lookup.places.tolist())
    st.code(WAYS, language="python", wrap_lines=True)
    n, rows = len(lookup.token_ids), len(lookup.row_numbers)
    cost = product_cost(n, rows, lookup.d_model)
    said = text(
        "ways.see",
        difference=ways.largest_difference,
        numbers=ways.indexed.numel(),
        products=cost.multiplications,
    )
    if lookup.is_whole:
        zeros = text("ways.zeros", vocab_size=lookup.vocab_size)
        st.markdown(text("see.joint").join([said, zeros]))
        return
    st.markdown(said)
    whole = product_cost(n, lookup.vocab_size, lookup.d_model).multiplications
    values = {"rows": rows, "vocab_size": lookup.vocab_size, "products": whole}
    st.caption(text("ways.part", **values))


def _show_counts(text: Text, lookup: Lookup) -> None:
    n, d_model = len(lookup.token_ids), lookup.d_model
    # (2, sizes, 2): by index and as a product; multiplications and bytes
    counts = np.array(
        [
            [index_cost(n, d_model) for _ in SIZES],
            [product_cost(n, size, d_model) for size in SIZES],
        ]
    )
    titles = {
        "names": [text("cost.index"), text("cost.product")],
        "size_title": text("cost.vocab_size"),
    }
    for place, (column, amount) in enumerate(
        zip(st.columns(2, gap="large"), ("multiplications", "bytes"), strict=True)
    ):
        with column:
            titles["amount_title"] = text(f"cost.{amount}")
            alt = text(f"cost.{amount}_alt", largest=SIZES[-1])
            chart(alt, f"{text.page}.cost.{amount}", growth, SIZES, counts[..., place], **titles)
    index, product = index_cost(n, d_model), product_cost(n, SIZES[-1], d_model)
    what_you_see(
        text,
        text("cost.see.multiplications", largest=SIZES[-1], products=product.multiplications),
        text(
            "cost.see.bytes",
            index=bytes_written(index.bytes_touched),
            product=bytes_written(product.bytes_touched),
            ratio=product.bytes_touched / index.bytes_touched,
        ),
    )


def _show_times(text: Text, times: Times) -> None:
    name, title = text("cost.ratio_name"), text("cost.ratio")
    alt = text("cost.ratio_alt", smallest=times.sizes[0], largest=times.sizes[-1])
    chart(
        alt,
        f"{text.page}.cost.times",
        growth,
        times.sizes,
        times.ratio[None],
        names=[name],
        size_title=text("cost.vocab_size"),
        amount_title=title,
    )
    what_you_see(
        text,
        text(
            "cost.see.times",
            largest=times.sizes[-1],
            product=times.product[-1] * 1e6,
            index=times.index[-1] * 1e6,
            ratio=times.ratio[-1],
            smallest=times.sizes[0],
            smallest_ratio=times.ratio[0],
        ),
        text("cost.see.torch", ratio=float(np.median(times.by_torch / times.index))),
        text("cost.see.machine"),
    )


SECTION = Section(
    show_ways,
    code=(
        three_ways,
        Embedding,
        index_cost,
        product_cost,
    ),
    formulas=(r"\mathrm{onehot}(i)^{\top} W = \sum_{k} \delta_{ik}\, W_k = W_i",),
)
