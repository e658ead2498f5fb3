"""Resampling by image against numpy and scipy on the drawn images themselves."""

import numpy as np
import pytest
from scipy.stats import pearsonr

from vlmeval_hvs.metrics import cluster_bootstrap
from vlmeval_hvs.metrics.search_resampling import (
    column,
    draws,
    limits,
    paired_difference,
    resampled_correlation,
    resampled_correlations,
    resampled_means,
)

RNG = np.random.default_rng(4)
VALUES = RNG.random(30)


def drawn(counts):
    return np.repeat(np.arange(len(counts)), counts.astype(int))


def test_draws_are_counts_that_add_up():
    counts = draws(7, 500, seed=3)
    assert counts.shape == (500, 7)
    assert (counts.sum(axis=1) == 7).all()
    assert np.array_equal(counts, draws(7, 500, seed=3))
    assert counts.mean() == pytest.approx(1)
    assert counts.var(axis=0).mean() == pytest.approx(6 / 7, rel=0.1)  # of a multinomial count


def test_means_and_correlations_are_those_of_the_drawn_images():
    first, second = VALUES.copy(), VALUES**2 + RNG.random(30)
    first[3] = second[11] = np.nan
    counts = draws(30, 40, seed=1)
    means, correlations = resampled_means(first, counts), resampled_correlations(first, second, counts)
    for number, row in enumerate(counts):
        images = drawn(row)
        a, b = first[images], second[images]
        both = np.isfinite(a) & np.isfinite(b)
        assert means[number] == pytest.approx(np.nanmean(a))
        assert correlations[number] == pytest.approx(pearsonr(a[both], b[both]).statistic)


def test_intervals_agree_with_the_bootstrap_of_means():
    by_image = {f"{number}": value for number, value in enumerate(VALUES)}
    _, interval, n = paired_difference(by_image, dict.fromkeys(by_image, 0.0), 20_000)
    other = cluster_bootstrap(list(by_image.values()), list(by_image), n_resamples=20_000, seed=5)
    assert n == 30
    assert interval == pytest.approx(other, abs=0.005)


@pytest.mark.nightly
def test_intervals_cover_the_truth_as_often_as_they_say():
    """Correlation 0.6 of two normal variables, 60 images: about 95 of 100 intervals hold it."""
    rng = np.random.default_rng(0)
    held = 0
    for seed in range(200):
        x = rng.standard_normal(60)
        y = 0.6 * x + 0.8 * rng.standard_normal(60)
        low, high = resampled_correlation(dict(enumerate(x)), dict(enumerate(y)), 400, seed)
        held += low <= 0.6 <= high
    assert 0.88 <= held / 200 <= 0.99


def test_one_interval_of_a_correlation_is_that_of_theory():
    """Fisher's: the inverse tangents of correlations are normal with the variance 1 / (n - 3)."""
    x = np.random.default_rng(1).standard_normal((2, 400))
    y = 0.6 * x[0] + 0.8 * x[1]
    r = pearsonr(x[0], y).statistic
    expected = np.tanh(np.arctanh(r) + np.array([-1.96, 1.96]) / np.sqrt(397))
    found = resampled_correlation(dict(enumerate(x[0])), dict(enumerate(y)), 2_000, 0)
    assert found == pytest.approx(expected, abs=0.02)


def test_constant_values_have_no_correlation():
    assert np.isnan(resampled_correlations([1, 1, 1, 1], [1, 2, 3, 4], draws(4, 5))).all()
    assert resampled_correlation({"a": 1, "b": 1, "c": 1}, {"a": 1, "b": 2, "c": 3}) is None
    assert resampled_correlation({"a": 1, "b": 2}, {"a": 1, "b": 2}) is None
    assert np.isnan(resampled_correlations([np.nan], [1], draws(1, 3))).all()


def test_differences_are_over_common_images_only():
    assert paired_difference({"a": 1.0, "b": 5.0}, {"a": 0.5, "c": 9.0}) == (0.5, None, 1)
    with pytest.raises(ValueError, match="no image in common"):
        paired_difference({"a": 1.0}, {"b": 1.0})


def test_limits_need_values_and_a_level():
    found = column({"b": 2.0}, ["a", "b"])
    assert (np.isnan(found[0]), found[1]) == (True, 2)
    assert limits([np.nan] * 5 + [1.0] * 5) is None
    assert limits([]) is None
    assert limits(np.arange(1001), 0.9) == pytest.approx((50, 950))
    with pytest.raises(ValueError, match="level"):
        limits([1.0], 1.0)
    with pytest.raises(ValueError, match="images"):
        draws(0)
