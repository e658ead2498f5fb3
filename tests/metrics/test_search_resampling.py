"""Resampling by image against numpy and scipy on the drawn images themselves, and against theory."""

import numpy as np
import pytest
from scipy.stats import pearsonr

from vlmeval_hvs.metrics import cluster_bootstrap
from vlmeval_hvs.metrics import search_resampling as resampling

RNG = np.random.default_rng(4)
VALUES = RNG.random(30)


def test_means_and_correlations_are_those_of_the_drawn_images():
    first, second = VALUES.copy(), VALUES**2 + RNG.random(30)
    first[3] = second[11] = np.nan
    counts = resampling.draws(30, 40, seed=1)
    assert np.array_equal(counts, resampling.draws(30, 40, seed=1))
    means = resampling.resampled_means(first, counts)
    correlations = resampling.resampled_correlations(first, second, counts)
    for row, mean, correlation in zip(counts, means, correlations, strict=True):
        a, b = (np.repeat(values, row.astype(int)) for values in (first, second))
        assert len(a) == 30
        both = np.isfinite(a) & np.isfinite(b)
        assert (mean, correlation) == pytest.approx((np.nanmean(a), pearsonr(a[both], b[both]).statistic))


def test_intervals_are_those_of_the_bootstrap_of_means_and_of_theory():
    interval = resampling.limits(resampling.resampled_means(VALUES, resampling.draws(30, 20_000)))
    assert interval == pytest.approx(cluster_bootstrap(VALUES, np.arange(30), n_resamples=20_000, seed=5), abs=0.005)
    # Fisher's: the inverse tangents of correlations are normal with the variance 1 / (n - 3).
    x, noise = np.random.default_rng(1).standard_normal((2, 400))
    y = 0.6 * x + 0.8 * noise
    expected = np.tanh(np.arctanh(pearsonr(x, y).statistic) + np.array([-1.96, 1.96]) / np.sqrt(397))
    found = resampling.resampled_correlation(dict(enumerate(x)), dict(enumerate(y)), 2_000, 0)
    assert found == pytest.approx(expected, abs=0.02)


def test_what_does_not_vary_has_no_correlation_and_too_little_no_limits(refuses):
    for values in ([1, 1, 1, 1], [np.nan] * 4):
        assert np.isnan(resampling.resampled_correlations(values, [1, 2, 3, 4], resampling.draws(4, 5))).all()
    for first in ({"a": 1, "b": 1, "c": 1}, {"a": 1, "b": 2}):
        assert resampling.resampled_correlation(first, {"a": 1, "b": 2, "c": 3}) is None
    assert resampling.limits([np.nan] * 5 + [1.0] * 5) is resampling.limits([]) is None
    assert resampling.limits(np.arange(1001)) == pytest.approx((25, 975))
    assert resampling.column({"b": 2.0}, ["a", "b"]) == pytest.approx([np.nan, 2], nan_ok=True)
    refuses(resampling.draws, (0, "images"))
