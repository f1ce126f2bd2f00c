"""What a lookup costs, by hand; and that the clock measures what was counted."""

import numpy as np
import pytest

from embedcore.lookup_table.cost import Cost, index_cost, measure, product_cost, seconds_of


def test_counts_by_hand():
    assert index_cost(2, 3) == Cost(0, 2 * 8 + 6 * 4 + 6 * 4)
    # [2, 5] @ [5, 3]: 30 multiplications; 10 + 15 numbers read, 6 written
    assert product_cost(2, 5, 3) == Cost(30, 31 * 4)


def test_the_product_grows_with_the_vocabulary_and_the_index_does_not():
    small, large = product_cost(16, 1_000, 64), product_cost(16, 100_000, 64)
    assert large.multiplications == 100 * small.multiplications
    assert large.bytes_touched == pytest.approx(100 * small.bytes_touched, rel=0.02)


@pytest.fixture(scope="module")
def times():
    return measure(8, 32, sizes=(100, 30_000))


def test_every_way_takes_time(times):
    assert times.sizes == (100, 30_000)
    for seconds in (times.index, times.product, times.by_torch):
        assert seconds.shape == (2,)
        assert (seconds > 0).all()
    np.testing.assert_allclose(times.ratio, times.product / times.index)


def test_with_many_rows_the_product_takes_many_times_as_long(times):
    # 300 times the multiplications; a busy machine may blur that, but not to 5.
    assert times.product[1] > 5 * times.product[0]
    assert times.ratio[1] > 5


def test_the_clock_measures_one_call():
    calls = []
    seconds = seconds_of(lambda: calls.append(sum(range(20_000))))
    assert len(calls) > 7
    assert 1e-5 < seconds < 0.1
