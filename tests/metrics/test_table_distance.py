"""Wrongness and its expectation against published numbers and exhaustively enumerated values."""

import numpy as np
import pytest

from vlmeval_hvs.metrics import wrongness
from vlmeval_hvs.metrics.table_distance import expected_wrongness, max_distance, nearest_option


def test_expectation_is_the_mean_over_all_choices_and_has_the_published_numbers():
    for n in (2, 3, 4, 7):
        for target in range(n):
            values = [wrongness(choice, target, n) for choice in range(n)]
            assert np.mean(values) == pytest.approx(float(expected_wrongness(target, n)))
            assert (max(values), values[target]) == (1.0, 0.0)
    # Section 2.5: four objects, second is right, third was chosen.
    assert wrongness(2, 1, 4) == expected_wrongness(1, 4) == 0.5
    # The study's tables: mean expected wrongness .5 / .5556 / .5 for 2 / 3 / 4 objects.
    assert expected_wrongness([0, 1, 2], 3).mean() == pytest.approx(0.5555556, abs=1e-7)


def test_unmatched_choices_have_no_wrongness_and_the_nearest_option_is_by_distance_or_column(refuses):
    assert wrongness([0, -1], [0, 0], [2, 2]) == pytest.approx([0, np.nan], nan_ok=True)
    assert max_distance([[0], [1]], [2, 4]).tolist() == [[1, 3], [1, 2]]
    refuses(wrongness, *((*case, "row") for case in ((0, 2, 2), (3, 0, 3), (0, -1, 3), (-2, 0, 3), (0, 0, 1))))
    options = [[0.1, 0.9], [0.4, 0.5], [0.8, 0.5]]
    assert (nearest_option((0.15, 0.5), options), nearest_option((0.15, 0.5), options, by="dx")) == (1, 0)
    assert nearest_option((0.15, 0.5), options, size=(1000, 10)) == 0
