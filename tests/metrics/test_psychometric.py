"""Psychometric curves: against a general optimiser, and where nothing can be fitted."""

import numpy as np
import pytest
from scipy.optimize import minimize

from vlmeval_hvs.metrics.psychometric import fit_curve, weibull

LEVELS = np.array([4.0, 6.0, 8.0, 11.0, 15.0])


def answers(threshold, slope, lapse, guess, each, seed):
    x = np.repeat(LEVELS, each)
    p = guess + (1 - guess - lapse) * (1 - 2.0 ** (-((x / threshold) ** slope)))
    return x, (np.random.default_rng(seed).random(len(x)) < p).astype(float)


def test_the_fit_is_the_maximum_that_a_general_optimiser_finds():
    assert weibull([0.0, 7.0, 14.0], 7.0, 2.0) == pytest.approx([0.0, 0.5, 1 - 2.0**-4])
    x, y = answers(7.0, 3.0, 0.04, 1 / 3, 120, 0)
    curve = fit_curve(x, y, 1 / 3, n_resamples=20)

    def surprise(values):
        threshold, slope, lapse = values
        p = np.clip(1 / 3 + (2 / 3 - lapse) * weibull(x, threshold, slope), 1e-9, 1 - 1e-9)
        return -(y * np.log(p) + (1 - y) * np.log1p(-p)).sum()

    best = minimize(surprise, (7.0, 2.0, 0.1), method="Nelder-Mead", bounds=[(1, 60), (0.5, 16), (0, 0.3)])
    assert curve.threshold == pytest.approx(best.x[0], rel=0.06)  # the grid's step
    assert surprise((curve.threshold, curve.slope, curve.lapse)) == pytest.approx(best.fun, abs=0.35)


@pytest.mark.long
def test_intervals_are_as_wide_as_thresholds_spread_and_clusters_widen_them():
    found = [fit_curve(*answers(7.0, 3.0, 0.0, 1 / 3, 60, seed), 1 / 3, n_resamples=1).threshold for seed in range(20)]
    x, y = answers(7.0, 3.0, 0.0, 1 / 3, 60, 0)
    low, high = fit_curve(x, y, 1 / 3, n_resamples=200).interval
    assert (high - low) / (2 * 1.96 * np.std(found)) == pytest.approx(1, abs=0.5)
    # Four copies of an answer say as much as one: taken for more, the interval is half as wide.
    copies, names = (np.tile(x, 4), np.tile(y, 4), 1 / 3), np.tile(np.arange(len(y)), 4)
    assert fit_curve(*copies, clusters=names, n_resamples=200).interval == pytest.approx((low, high), rel=0.1)


@pytest.mark.long
def test_guessing_has_no_threshold_and_perfect_answers_one_below_what_was_shown():
    x = np.repeat(LEVELS, 60)
    y = (np.arange(len(x)) % 3 == 0).astype(float)
    assert fit_curve(x, y, 1 / 3) is None
    curve = fit_curve(np.repeat(LEVELS, 20), np.ones(100), 1 / 3)
    assert not curve.reached
    assert curve.threshold < LEVELS[0]
    assert curve.interval[0] is None


def test_bad_input_is_refused(refuses):
    refuses(
        fit_curve,
        ([1, 2, 3], [1, 0], 0.5, "lengths differ"), ([0, 2, 3], [1, 0, 1], 0.5, "positive"),
        ([1, 2, 3], [1, 0, 2], 0.5, "between 0 and 1"), ([1, 2, 3], [1, 0, 1], 1.0, "guess rate"),
        ([1, 2, 2], [1, 0, 1], 0.5, "three strengths"),
    )  # fmt: skip
