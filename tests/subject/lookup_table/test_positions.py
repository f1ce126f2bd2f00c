"""Position tables: the waves of the paper by hand, and what they are good for."""

import math

import numpy as np
import pytest

from embedcore.lookup_table.positions import KINDS, position_table, sinusoidal


@pytest.mark.parametrize("d_model", [2, 7, 8, 64])
def test_every_number_is_that_of_the_formula(d_model):
    table = sinusoidal(20, d_model)
    for place in range(20):
        for column in range(d_model):
            wave = math.sin if column % 2 == 0 else math.cos
            angle = place / 10_000 ** (2 * (column // 2) / d_model)
            assert table[place, column] == pytest.approx(wave(angle), abs=1e-12)


def test_place_zero_is_zeros_and_ones():
    assert sinusoidal(1, 6)[0].tolist() == [0, 1, 0, 1, 0, 1]


def test_the_product_of_two_places_depends_on_their_distance_alone():
    products = sinusoidal(30, 16) @ sinusoidal(30, 16).T
    for distance in range(30):
        along = np.diag(products, distance)
        np.testing.assert_allclose(along, along[0])
    assert products[0, 0] == pytest.approx(8)  # sin² + cos² of eight wavelengths


@pytest.mark.parametrize("kind", KINDS)
def test_no_two_places_are_alike(kind):
    table = position_table(kind, 64, 4)
    assert table.shape == (64, 4)
    apart = np.linalg.norm(table[:, None] - table[None], axis=-1) + np.eye(64)
    assert apart.min() > 1e-3


def test_a_learned_table_is_noise_at_first_and_its_seed_decides_it():
    table = position_table("learned", 500, 32, seed=1)
    assert table.std() == pytest.approx(1, abs=0.02)
    np.testing.assert_array_equal(table, position_table("learned", 500, 32, seed=1))
    assert not np.array_equal(table, position_table("learned", 500, 32, seed=2))


def test_another_kind_is_refused():
    with pytest.raises(ValueError, match="rotary"):
        position_table("rotary", 4, 4)
