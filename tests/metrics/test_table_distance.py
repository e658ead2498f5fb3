"""Wrongness and its expectation against hand-computed and exhaustively enumerated values."""

import math

import numpy as np
import pytest

from vlmeval_hvs.metrics import wrongness
from vlmeval_hvs.metrics.table_distance import expected_distance, expected_wrongness, max_distance


def test_the_papers_example():
    # Section 2.5: four objects, second is right, third was chosen.
    assert wrongness(2, 1, 4) == 0.5
    assert expected_wrongness(1, 4) == 0.5


@pytest.mark.parametrize("n", [2, 3, 4, 7])
def test_expectation_is_the_mean_over_all_choices(n):
    for target in range(n):
        values = [wrongness(choice, target, n) for choice in range(n)]
        assert np.mean(values) == pytest.approx(float(expected_wrongness(target, n)))
        assert max(values) == 1.0
        assert values[target] == 0.0


def test_only_the_middle_of_three_differs_from_one_half():
    assert expected_wrongness([0, 1, 2], 3) == pytest.approx([0.5, 2 / 3, 0.5])
    assert expected_wrongness([0, 1, 2, 3], 4) == pytest.approx([0.5] * 4)


def test_published_means_of_the_expectation():
    # The study's tables: mean expected wrongness .5 / .5556 / .5 for 2 / 3 / 4 objects.
    assert expected_wrongness([0, 1, 2], 3).mean() == pytest.approx(0.5555556, abs=1e-7)
    # 660 natural and congruent photos, 54 of them with the middle of three objects as target.
    mean = (0.5 * 606 + 2 / 3 * 54) / 660
    assert mean == pytest.approx(0.5136364, abs=1e-7)


def test_unmatched_choices_have_no_wrongness():
    values = wrongness([0, -1], [0, 0], [2, 2])
    assert values[0] == 0
    assert math.isnan(values[1])


def test_distances_broadcast():
    assert max_distance([0, 1, 2], 4).tolist() == [3, 2, 2]
    assert expected_distance([[0], [1]], [2, 3]).tolist() == [[0.5, 1.0], [0.5, 2 / 3]]


@pytest.mark.parametrize(("choice", "target", "n"), [(0, 2, 2), (3, 0, 3), (0, -1, 3), (-2, 0, 3), (0, 0, 1)])
def test_positions_outside_the_row_are_refused(choice, target, n):
    with pytest.raises(ValueError, match="row"):
        wrongness(choice, target, n)
