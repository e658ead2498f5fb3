"""Psychometric curves: against psignifit, against a general optimiser, and where nothing can be fitted."""

import numpy as np
import pytest
from scipy.optimize import minimize

from vlmeval_hvs.metrics.psychometric import fit_curve, weibull

LEVELS = np.array([4.0, 6.0, 8.0, 11.0, 15.0])


def answers(threshold, slope, lapse, guess, each, seed):
    """Levels and simulated answers."""
    x = np.repeat(LEVELS, each)
    p = guess + (1 - guess - lapse) * (1 - 2.0 ** (-((x / threshold) ** slope)))
    return x, (np.random.default_rng(seed).random(len(x)) < p).astype(float)


def test_the_weibull_function_is_one_half_at_its_threshold():
    assert weibull([0.0, 7.0, 14.0], 7.0, 2.0) == pytest.approx([0.0, 0.5, 1 - 2.0**-4])


@pytest.mark.parametrize("seed", range(2))
def test_the_fit_is_the_maximum_that_a_general_optimiser_finds(seed):
    x, y = answers(7.0, 3.0, 0.04, 1 / 3, 120, seed)
    curve = fit_curve(x, y, 1 / 3, n_resamples=20)

    def loss(values):
        lapse = 0.3 / (1 + np.exp(-values[2]))
        p = 1 / 3 + (2 / 3 - lapse) * (1 - 2.0 ** (-((x / np.exp(values[0])) ** np.exp(values[1]))))
        return surprise(p)

    def surprise(p):
        p = np.clip(p, 1e-9, 1 - 1e-9)
        return -(y * np.log(p) + (1 - y) * np.log1p(-p)).sum()

    starts = [(np.log(t), np.log(s), 0.0) for t in (5, 12) for s in (1, 4)]
    ends = [minimize(loss, start, method="Nelder-Mead", options={"maxiter": 2000}) for start in starts]
    best = min(ends, key=lambda end: end.fun)
    assert curve.threshold == pytest.approx(np.exp(best.x[0]), rel=0.06)  # the grid's step
    assert surprise(curve.at(x)) == pytest.approx(best.fun, abs=0.35)


def test_thresholds_agree_with_psignifit():
    psignifit = pytest.importorskip("psignifit", reason="psignifit is the reference")
    for seed, (threshold, slope) in enumerate([(6.0, 2.5), (9.0, 4.0), (7.5, 3.0)]):
        x, y = answers(threshold, slope, 0.03, 1 / 3, 200, seed)
        table = np.array([(level, y[x == level].sum(), (x == level).sum()) for level in LEVELS])
        reference = psignifit.psignifit(table, experiment_type="3AFC", sigmoid="weibull", stimulus_range=(2.0, 30.0))
        theirs = reference.threshold(0.5, unscaled=True, return_ci=False)
        assert fit_curve(x, y, 1 / 3, n_resamples=20).threshold == pytest.approx(float(theirs), rel=0.06)


@pytest.mark.nightly
def test_intervals_cover_the_threshold():
    hits = 0
    for seed in range(60):
        x, y = answers(7.0, 3.0, 0.0, 1 / 3, 40, seed)
        low, high = fit_curve(x, y, 1 / 3, seed=seed, n_resamples=200).interval
        hits += (low is None or low <= 7.0) and (high is None or high >= 7.0)
    assert hits >= 51  # 95 % nominal; 51 of 60 is 3 standard errors below


def test_clusters_widen_the_interval():
    x, y = answers(7.0, 3.0, 0.0, 1 / 3, 40, 1)
    copied, labels = np.tile(y, 4), np.tile(np.arange(len(y)), 4)
    alone = fit_curve(np.tile(x, 4), copied, 1 / 3).interval
    together = fit_curve(np.tile(x, 4), copied, 1 / 3, clusters=labels).interval
    # Four copies of an answer say as much as one: the interval is twice as wide.
    assert 1.5 < (together[1] - together[0]) / (alone[1] - alone[0]) < 2.7


def test_guessing_has_no_threshold_and_perfect_answers_one_below_what_was_shown():
    x = np.repeat(LEVELS, 60)
    y = (np.arange(len(x)) % 3 == 0).astype(float)
    assert fit_curve(x, y, 1 / 3) is None
    curve = fit_curve(np.repeat(LEVELS, 20), np.ones(100), 1 / 3)
    assert not curve.reached
    assert curve.threshold < LEVELS[0]
    assert curve.interval[0] is None


def test_bad_input_is_refused():
    for arguments, message in (
        (([1, 2, 3], [1, 0], 0.5), "lengths differ"),
        (([0, 2, 3], [1, 0, 1], 0.5), "positive"),
        (([1, 2, 3], [1, 0, 2], 0.5), "between 0 and 1"),
        (([1, 2, 3], [1, 0, 1], 1.0), "guess rate"),
        (([1, 2, 2], [1, 0, 1], 0.5), "three strengths"),
    ):
        with pytest.raises(ValueError, match=message):
            fit_curve(*arguments)
