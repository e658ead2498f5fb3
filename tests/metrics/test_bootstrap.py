"""Bootstrap over clusters: against theory, copies and repetition."""

from functools import partial

import numpy as np
import pytest
from scipy.stats import binomtest, pearsonr

from vlmeval_hvs.metrics.bootstrap import cluster_bootstrap, draws, limits, resampled_correlation


def test_copies_order_and_chunks_change_nothing_and_the_seed_does(monkeypatch):
    """Ten copies of each value carry no more information than one; ignoring clusters would shrink by sqrt(10)."""
    values = np.random.default_rng(0).random(200)
    once = cluster_bootstrap(values, np.arange(200))
    copies, names = np.repeat(values, 10), np.repeat(np.arange(200), 10)
    shuffled = np.random.default_rng(1).permutation(2000)
    assert cluster_bootstrap(copies[shuffled], names[shuffled]) == pytest.approx(once)
    assert cluster_bootstrap(values, np.arange(200), seed=8) != once
    monkeypatch.setattr("vlmeval_hvs.metrics.bootstrap._CHUNK", 700)
    assert cluster_bootstrap(values, np.arange(200)) == once


def test_intervals_are_those_of_theory_with_and_without_strata_and_weights_equal_repetition():
    rng = np.random.default_rng(5)
    strata = np.repeat([2, 4], 300)
    values = np.where(strata == 2, 0.4, -0.4) + rng.normal(0, 0.1, 600)
    for fixed, sd in ((strata, 0.1), (None, values.std())):
        half = 1.96 * sd / np.sqrt(600) * np.array([-1, 1])
        found = cluster_bootstrap(values, np.arange(600), strata=fixed)
        assert found == pytest.approx(values.mean() + half, abs=0.15 * half[1])
    # Weights equal repetition.
    repeated = cluster_bootstrap([0, 1, 1, 1, 0.5, 0.5], list("abbbcc"))
    assert cluster_bootstrap([0.0, 1.0, 0.5], list("abc"), weights=[1, 3, 2]) == pytest.approx(repeated)
    assert cluster_bootstrap([1.0, 5.0], ["a", "b"], weights=[1, 0], n_resamples=50) == (1.0, 1.0)


def test_shares_at_the_edge_have_the_exact_interval_over_clusters_and_wrong_input_is_refused(refuses):
    for right, n in ((16, 16), (0, 3), (1, 1), (0, 1000)):
        exact = binomtest(right, n).proportion_ci(method="exact")
        values, names = np.repeat([min(right, 1.0)] * n, 5), np.repeat(np.arange(n), 5)
        for options in ({}, {"weights": np.tile([1, 2, 0, 0, 3], n)}, {"strata": names % 2}):
            assert cluster_bootstrap(values, names, share=True, **options) == pytest.approx((exact.low, exact.high))
        assert np.ptp(cluster_bootstrap(values, names)) == 0, "errors may be 0 throughout"
    assert cluster_bootstrap([0.5] * 5, range(5), share=True) == (0.5, 0.5)
    refuses(cluster_bootstrap, ([1.0], [1, 2], "lengths differ"), ([], [], "no values"), ([np.nan], [1], "finite"))
    refuses(cluster_bootstrap, *(([1.0, 2.0], [1, 1], odd, "negative, nor all 0") for odd in ([1, -0.5], [0, 0])))
    refuses(partial(cluster_bootstrap, strata=[1, 2]), ([1.0, 2.0], [1, 1], "more than one stratum"))


def test_intervals_of_correlations_are_those_of_the_drawn_images_and_of_theory_if_there_are_any():
    x, noise = np.random.default_rng(1).standard_normal((2, 400))
    y = 0.6 * x + 0.8 * noise
    first, second = dict(enumerate(x[:30])), dict(enumerate(y[:30]))
    counts = draws(30, 50, seed=1).astype(int)
    assert (counts.sum(axis=1) == 30).all()
    each = [pearsonr(np.repeat(x[:30], row), np.repeat(y[:30], row)).statistic for row in counts]
    found = resampled_correlation({**first, 90: 1.0}, second, 50, seed=1)
    assert found == pytest.approx(np.quantile(each, [0.025, 0.975]))
    # Fisher's: the inverse tangents of correlations are normal with the variance 1 / (n - 3).
    expected = np.tanh(np.arctanh(pearsonr(x, y).statistic) + np.array([-1.96, 1.96]) / np.sqrt(397))
    found = resampled_correlation(dict(enumerate(x)), dict(enumerate(y)), 2_000)
    assert found == pytest.approx(expected, abs=0.02)
    for first in ({"a": 1, "b": 1, "c": 1}, {"a": 1, "b": 2}):
        assert resampled_correlation(first, {"a": 1, "b": 2, "c": 3}) is None
    assert limits([np.nan] * 5 + [1.0] * 5) is limits([]) is None
    assert limits(np.arange(1001)) == pytest.approx((25, 975))
