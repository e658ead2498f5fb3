import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vlmeval_hvs.metrics import auc, information_gain, log_likelihood, nss
from vlmeval_hvs.metrics.conditional import conditional_scores
from vlmeval_hvs.metrics.maps import MapScorer


@settings(max_examples=50, deadline=None)
@given(st.integers(1, 12), st.integers(1, 12), st.integers(0, 2**32 - 1))
def test_auc_is_the_area_under_the_curve_with_ties(height, width, seed):
    rng = np.random.default_rng(seed)
    values = rng.integers(0, 6, (height, width)).astype(float)
    row, column = rng.integers(height), rng.integers(width)
    wins = [1.0 if v < values[row, column] else 0.5 if v == values[row, column] else 0.0 for v in values.ravel()]
    assert auc(values, row, column) == pytest.approx(np.mean(wins), abs=1e-12)


def test_auc_agrees_with_scikit_learn():
    metrics = pytest.importorskip("sklearn.metrics")
    values = np.random.default_rng(0).random((20, 30))
    labels = np.r_[1, np.zeros(values.size)]
    expected = metrics.roc_auc_score(labels, np.r_[values[4, 7], values.ravel()])
    assert auc(values, 4, 7) == pytest.approx(expected, abs=1e-12)


def test_nss_is_clipped_as_published_and_available_unclipped():
    values = np.arange(12.0).reshape(3, 4)
    expected = (values[0, 1] - values.mean()) / values.std()
    assert nss(values, 0, 1, clip=False) == pytest.approx(expected)
    assert nss(values, 0, 1) == 0.0
    assert nss(values, 2, 3) == pytest.approx((11 - values.mean()) / values.std())


def test_information_gain_in_bits_with_the_published_floor():
    values = np.array([[1.0, 3.0]])
    baseline = np.array([[2.0, 2.0]])
    assert information_gain(values, 0, 1, baseline) == pytest.approx(math.log2(1.5))
    assert log_likelihood(values, 0, 1) == pytest.approx(math.log2(1.5))


@pytest.mark.parametrize(("shape", "bits"), [((768, 1024), -32.4), ((24, 32), -42.4), ((20, 32), -42.7)])
def test_zero_density_costs_the_floor(shape, bits):
    values = np.ones(shape)
    values[0, 0] = 0
    assert log_likelihood(values, 0, 0) == pytest.approx(bits, abs=0.05)


def test_likelihood_minus_gain_is_the_baselines_own_likelihood():
    rng = np.random.default_rng(1)
    values, baseline = rng.random((6, 8)), rng.random((6, 8))
    difference = log_likelihood(values, 2, 3) - information_gain(values, 2, 3, baseline)
    assert difference == pytest.approx(log_likelihood(baseline, 2, 3))


@pytest.mark.parametrize("value", [0.0, 1.0, 0.1, 1e9])
def test_constant_maps_are_chance(value):
    values = np.full((13, 17), value)
    assert auc(values, 3, 3) == 0.5
    assert nss(values, 3, 3) == nss(values, 3, 3, clip=False) == 0.0
    assert log_likelihood(values, 3, 3) == pytest.approx(0.0, abs=1e-9)
    assert MapScorer(values, np.ones_like(values))(3, 3) == pytest.approx((0.5, 0, 0, 0, 0, 0, 0.5), abs=1e-9)


def test_scorer_equals_the_single_functions():
    rng = np.random.default_rng(2)
    values, baseline = rng.random((20, 30)), rng.random((20, 30))
    scorer = MapScorer(values, baseline)
    for row, column in rng.integers(0, 20, (10, 2)):
        assert scorer(row, column) == pytest.approx(
            (
                auc(values, row, column),
                nss(values, row, column),
                nss(values, row, column, clip=False),
                information_gain(values, row, column, baseline),
                log_likelihood(values, row, column),
                *conditional_scores(values, row, column, 0.5)[1:],
            )
        )


def test_scores_are_plain_floats():
    values = np.array([[1, 2], [3, 4]])
    single = [
        auc(values, 1, 1),
        nss(values, 1, 1),
        nss(values, 1, 1, clip=False),
        nss(values, 0, 0),
        nss(np.ones((2, 2)), 0, 0),
        information_gain(values, 1, 1, values),
        log_likelihood(values, 1, 1),
    ]
    several = [*MapScorer(values)(0, 0), *MapScorer(values, values)(np.int64(1), np.float64(1))]
    assert [type(score) for score in (*single, *several)] == [float] * 21


def test_fixations_are_truncated_and_must_lie_in_the_map():
    values = np.random.default_rng(3).random((4, 5))
    assert auc(values, 3.9, 4.9) == auc(values, 3, 4)
    for row, column in [(4, 0), (0, 5), (-0.5, 0), (0, -1), (math.nan, 0)]:
        with pytest.raises(ValueError, match="outside"):
            auc(values, row, column)


def test_bad_maps_are_errors():
    with pytest.raises(ValueError, match="dimensions"):
        auc(np.zeros(4), 0, 0)
    with pytest.raises(ValueError, match="finite"):
        nss(np.array([[0.0, np.nan]]), 0, 0)
    with pytest.raises(ValueError, match="negative"):
        log_likelihood(np.array([[1.0, -1.0]]), 0, 0)
    with pytest.raises(ValueError, match="negative, and this one goes down to -1: a map of logarithms"):
        MapScorer([[-1, 2], [3, 4]])
    with pytest.raises(ValueError, match="shape"):
        information_gain(np.ones((2, 2)), 0, 0, np.ones((2, 3)))
