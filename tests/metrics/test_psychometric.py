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
    curve = fit_curve(x, y, 1 / 3, np.arange(len(x)), n_resamples=20)

    def surprise(p):
        p = np.clip(p, 1e-9, 1 - 1e-9)
        return -(y * np.log(p) + (1 - y) * np.log1p(-p)).sum()

    def loss(values):
        lapse = 0.3 / (1 + np.exp(-values[2]))
        return surprise(1 / 3 + (2 / 3 - lapse) * weibull(x, *np.exp(values[:2])))

    ends = [minimize(loss, (np.log(start), 1.0, 0.0), method="Nelder-Mead") for start in (5, 12)]
    best = min(ends, key=lambda end: end.fun)
    assert curve.threshold == pytest.approx(np.exp(best.x[0]), rel=0.06)  # the grid's step
    found = 1 / 3 + (2 / 3 - curve.lapse) * weibull(x, curve.threshold, curve.slope)
    assert surprise(found) == pytest.approx(best.fun, abs=0.35)


@pytest.mark.long
def test_intervals_are_as_wide_as_thresholds_spread_and_guessing_and_perfect_answers_have_none():
    alone = np.arange(300)
    found = [fit_curve(*answers(7.0, 3.0, 0.0, 1 / 3, 60, seed), 1 / 3, alone, 1).threshold for seed in range(20)]
    x, y = answers(7.0, 3.0, 0.0, 1 / 3, 60, 0)
    width = np.ptp(fit_curve(x, y, 1 / 3, alone, n_resamples=200).interval)
    assert width / (2 * 1.96 * np.std(found)) == pytest.approx(1, abs=0.5)
    # Four copies of an answer say as much as one: taken for more, the interval is half as wide.
    copies = (np.tile(x, 4), np.tile(y, 4), 1 / 3)
    names = (np.arange(1200), np.tile(alone, 4))
    widths = [np.ptp(fit_curve(*copies, one, n_resamples=200).interval) for one in names]
    assert widths[1] > 1.5 * widths[0]
    x = np.repeat(LEVELS, 60)
    y = (np.arange(len(x)) % 3 == 0).astype(float)
    assert fit_curve(x, y, 1 / 3, np.arange(len(x))) is None
    curve = fit_curve(np.repeat(LEVELS, 20), np.ones(100), 1 / 3, np.arange(100))
    assert (curve.reached, curve.threshold < LEVELS[0], curve.interval[0]) == (False, True, None)
