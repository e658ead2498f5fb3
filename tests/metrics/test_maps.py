"""Scores of one fixation on a map, by hand, against scikit-learn, and of the scorer that shares work."""

import math

import numpy as np
import pytest

from vlmeval_hvs.metrics import auc, information_gain, log_likelihood, nss
from vlmeval_hvs.metrics.maps import MapScorer


@pytest.mark.long
def test_auc_is_the_area_under_the_curve_with_ties():
    from sklearn.metrics import roc_auc_score

    rng = np.random.default_rng(0)
    for _ in range(30):
        values = rng.integers(0, 6, rng.integers(1, 13, 2)).astype(float)
        row, column = rng.integers(0, values.shape)
        here = np.r_[values[row, column], values.ravel()]
        expected = roc_auc_score(np.r_[1, np.zeros(values.size)], here)
        assert auc(values, row, column) == pytest.approx(expected, abs=1e-12)


def test_scores_by_hand():
    values = np.arange(12.0).reshape(3, 4)
    assert nss(values, 0, 1, clip=False) == pytest.approx((1 - values.mean()) / values.std())
    assert nss(values, 0, 1) == 0.0  # clipped as published
    assert nss(values, 2, 3) == pytest.approx((11 - values.mean()) / values.std())
    close = 1e6 + np.random.default_rng(0).random((9, 9))  # the difference of squares has lost its digits
    assert nss(close, 4, 5, clip=False) == pytest.approx((close[4, 5] - close.mean()) / close.std(), rel=1e-6)
    values = np.array([[1.0, 3.0]])  # information in bits
    assert information_gain(values, 0, 1, np.full((1, 2), 2.0)) == pytest.approx(math.log2(1.5))
    assert log_likelihood(values, 0, 1) == pytest.approx(math.log2(1.5))
    for shape, bits in (((768, 1024), -32.4), ((24, 32), -42.4), ((20, 32), -42.7)):  # the published floor
        values = np.ones(shape)
        values[0, 0] = 0
        assert log_likelihood(values, 0, 0) == pytest.approx(bits, abs=0.05)


def test_scorer_equals_the_single_functions_and_constant_maps_are_chance():
    for value in (0.0, 0.1, 1e9):
        values = np.full((13, 17), value)
        assert nss(values, 3, 3, clip=False) == 0.0
        for repeated in (False, True):
            scorer = MapScorer(values, np.ones_like(values), repeated=repeated)
            assert scorer(3, 3) == pytest.approx((0.5, 0, 0, 0, 0), abs=1e-9)
    rng = np.random.default_rng(2)
    values, baseline = rng.random((20, 30)), rng.random((20, 30))
    scorer = MapScorer(values, baseline)
    for row, column in rng.integers(0, 20, (10, 2)):
        single = (
            auc(values, row, column), nss(values, row, column), nss(values, row, column, clip=False),
            information_gain(values, row, column, baseline), log_likelihood(values, row, column),
        )  # fmt: skip
        found = scorer(row, column)
        assert found == pytest.approx(single)
        assert {type(score) for score in (*single, *found, *MapScorer([[1, 2], [3, 4]])(0, 0))} == {float}


def test_a_floor_is_added_to_the_density_and_makes_no_ties_and_bad_maps_are_errors(refuses):
    values = np.full((40, 50), 1e-30)
    values[0, 0] = 2e-30
    floor, whole = MapScorer(values, floor=0.5), MapScorer(values + 0.5)
    assert (floor(0, 0).auc, whole(0, 0).auc, floor.total, floor.value(3, 3)) == (1 - 0.5 / 2000, 0.5, 1000, 0.5)
    assert floor(3, 3).log_likelihood == pytest.approx(whole(3, 3).log_likelihood)
    rounded = np.array([[0.3, 0.1 + 0.2], [0.1, 0.5]])
    for repeated in (False, True):
        found = [MapScorer(rounded, slack=slack, repeated=repeated)(0, 0).auc for slack in (0.0, 1e-12)]
        assert found == [0.375, 0.5]
    assert MapScorer(np.zeros((2, 2)), floor=0.25)(0, 0) == pytest.approx((0.5, 0, 0, np.nan, 0), nan_ok=True)
    values = np.random.default_rng(3).random((4, 5))
    assert auc(values, 3.9, 4.9) == auc(values, 3, 4), "fixations are truncated"
    places = [(4, 0), (0, 5), (-0.5, 0), (0, -1), (math.nan, 0)]
    refuses(auc, (np.zeros(4), 0, 0, "dimensions"), *((values, *place, "outside") for place in places))
    refuses(MapScorer, ([[-1, 2], [3, 4]], "goes down to -1: a map of logarithms"))
    refuses(MapScorer, ([[1, 2], [3, np.inf]], "finite"), (np.ones((1, 2)), [[-1, 2]], "goes down to -1"))
    refuses(information_gain, (np.ones((2, 2)), 0, 0, np.ones((2, 3)), "shape"))
