"""Resampling by image against scipy on the drawn images themselves, and against theory."""

import numpy as np
import pytest
from scipy.stats import pearsonr

from vlmeval_hvs.metrics import search_resampling as resampling


def test_intervals_of_correlations_are_those_of_the_drawn_images_and_of_theory():
    x, noise = np.random.default_rng(1).standard_normal((2, 400))
    y = 0.6 * x + 0.8 * noise
    first, second = dict(enumerate(x[:30])), dict(enumerate(y[:30]))
    counts = resampling.draws(30, 50, seed=1).astype(int)
    assert (counts.sum(axis=1) == 30).all()
    drawn = [pearsonr(np.repeat(x[:30], row), np.repeat(y[:30], row)).statistic for row in counts]
    found = resampling.resampled_correlation({**first, 90: 1.0}, second, 50, seed=1)
    assert found == pytest.approx(np.quantile(drawn, [0.025, 0.975]))
    # Fisher's: the inverse tangents of correlations are normal with the variance 1 / (n - 3).
    expected = np.tanh(np.arctanh(pearsonr(x, y).statistic) + np.array([-1.96, 1.96]) / np.sqrt(397))
    found = resampling.resampled_correlation(dict(enumerate(x)), dict(enumerate(y)), 2_000)
    assert found == pytest.approx(expected, abs=0.02)


def test_what_does_not_vary_has_no_correlation_and_too_little_no_limits():
    for first in ({"a": 1, "b": 1, "c": 1}, {"a": 1, "b": 2}):
        assert resampling.resampled_correlation(first, {"a": 1, "b": 2, "c": 3}) is None
    assert resampling.limits([np.nan] * 5 + [1.0] * 5) is resampling.limits([]) is None
    assert resampling.limits(np.arange(1001)) == pytest.approx((25, 975))
