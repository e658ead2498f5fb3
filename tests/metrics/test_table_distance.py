"""Wrongness and its expectation against published numbers and exhaustively enumerated values; nearest objects."""

import numpy as np
import pytest

from vlmeval_hvs.metrics import wrongness
from vlmeval_hvs.metrics.table_distance import expected_wrongness, max_distance, nearest_option


def test_expectation_is_the_mean_over_all_choices():
    for n in (2, 3, 4, 7):
        for target in range(n):
            values = [wrongness(choice, target, n) for choice in range(n)]
            assert np.mean(values) == pytest.approx(float(expected_wrongness(target, n)))
            assert (max(values), values[target]) == (1.0, 0.0)


def test_published_numbers():
    # Section 2.5: four objects, second is right, third was chosen.
    assert wrongness(2, 1, 4) == expected_wrongness(1, 4) == 0.5
    # The study's tables: mean expected wrongness .5 / .5556 / .5 for 2 / 3 / 4 objects.
    assert expected_wrongness([0, 1, 2], 3).mean() == pytest.approx(0.5555556, abs=1e-7)


def test_unmatched_choices_have_no_wrongness_and_numbers_broadcast(refuses):
    assert wrongness([0, -1], [0, 0], [2, 2]) == pytest.approx([0, np.nan], nan_ok=True)
    assert max_distance([[0], [1]], [2, 4]).tolist() == [[1, 3], [1, 2]]
    refuses(wrongness, *((*case, "row") for case in ((0, 2, 2), (3, 0, 3), (0, -1, 3), (-2, 0, 3), (0, 0, 1))))


def test_the_nearest_option(refuses):
    row = [[0.2, 0.8], [0.5, 0.8], [0.8, 0.8]]
    assert [nearest_option(point, row) for point in ((0.1, 0.1), (0.6, 0.5), (0.35, 0.8))] == [0, 1, 0]  # ties: first
    for rule in ("l2", "dx"):
        assert nearest_option((0.2, 0.8), [[0.2, np.nan], *row[1:]], rule) == 1, "a missing option never wins"
    options = [[0.2, 0.2], [0.4, 0.9]]
    assert [nearest_option((0.35, 0.25), options, by=rule) for rule in ("l2", "dx")] == [0, 1]
    options = [[0.5, 0.2], [0.7, 0.5]]  # a wide image has longer steps to the right
    assert [nearest_option((0.5, 0.5), options, size=size) for size in ((1, 1), (400, 100))] == [1, 0]
    refuses(nearest_option, ((0.5, 0.5), row, "l1", "unknown rule"), ((0.5, 0.5), [[np.nan, 0.1]], "no option has"))
