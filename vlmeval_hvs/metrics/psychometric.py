"""Psychometric curves: share of right answers against stimulus strength, with threshold, slope and lapse rate.

Source: Wichmann and Hill, *Perception & Psychophysics* 63 (2001), 1293-1313 (the model and the bootstrap); the Weibull
function as in section 2 there, with the width in the logarithm of the strength.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from vlmeval_hvs.metrics.arrays import Floats

LAPSES = np.linspace(0.0, 0.3, 16)
SLOPES = np.geomspace(0.5, 16.0, 26)
N_THRESHOLDS = 81
BEYOND = 4.0  # thresholds are sought from the smallest strength divided by this to the largest times this
EDGE = 1e-6


@dataclass(frozen=True)
class Curve:
    """A fitted psychometric function ``guess + (1 - guess - lapse) * F(strength)``."""

    threshold: float  # strength at which F is one half, in the unit of the strengths
    # 95 % interval of the threshold; an end at the border of the search is None, for "not bounded"
    interval: tuple[float | None, float | None]
    slope: float  # exponent of the Weibull function
    lapse: float  # share of wrong answers at any strength, beyond guessing
    guess: float  # share of right answers by guessing
    reached: bool  # whether the threshold is within the strengths that were shown


def weibull(strength: ArrayLike, threshold: ArrayLike, slope: ArrayLike) -> Floats:
    """The Weibull function that is one half at the threshold."""
    ratio = np.asarray(strength, dtype=float) / np.asarray(threshold, dtype=float)
    return 1.0 - np.exp(-np.log(2.0) * ratio ** np.asarray(slope, dtype=float))


def fit_curve(
    strength: ArrayLike, correct: ArrayLike, guess: float, clusters: ArrayLike, n_resamples: int = 400, seed: int = 0
) -> Curve | None:
    """Fit a psychometric function by maximum likelihood on a grid; the interval comes from resampled clusters.

    Strengths (n,) are positive, three different ones or more; ``correct`` (n,) is 0 or 1, or shares; ``guess`` is the
    share of right answers by guessing, in [0, 1); trials of one of the clusters (n,) depend on each other.

    Returns:
        None where the answers do not rise above guessing (there is no threshold to find): the fitted curve is less
        than 2 log-likelihood units (chi-square of 3 degrees: p = .26) better than the guess rate throughout.
    """
    levels, place = np.unique(np.asarray(strength, dtype=float), return_inverse=True)
    names, of = np.unique(np.asarray(clusters), return_inverse=True)
    right, total = np.zeros((len(names), len(levels))), np.zeros((len(names), len(levels)))
    np.add.at(right, (of, place), np.asarray(correct, dtype=float))
    np.add.at(total, (of, place), 1.0)
    k, n = right.sum(axis=0), total.sum(axis=0)
    thresholds = np.geomspace(float(levels[0]) / BEYOND, float(levels[-1]) * BEYOND, N_THRESHOLDS)
    grid = np.stack(np.meshgrid(thresholds, SLOPES, LAPSES, indexing="ij"), axis=-1).reshape(-1, 3)
    rise = weibull(levels[None], grid[:, :1], grid[:, 1:2])
    # With a lapse rate at the guess rate's ceiling nothing would be left to rise.
    p = np.clip(guess + np.maximum(1 - guess - grid[:, 2:], 0.0) * rise, EDGE, 1 - EDGE)
    log_p, log_q = np.log(p), np.log1p(-p)
    likelihood = log_p @ k + log_q @ (n - k)
    best = int(np.argmax(likelihood))
    floor = float(np.clip(guess, EDGE, 1 - EDGE))
    if likelihood[best] - (k.sum() * np.log(floor) + (n - k).sum() * np.log1p(-floor)) < 2.0:
        return None
    draws = np.random.default_rng(seed).multinomial(len(names), np.full(len(names), 1 / len(names)), n_resamples)
    ks, ns = draws @ right, draws @ total
    found = grid[np.argmax(log_p @ ks.T + log_q @ (ns - ks).T, axis=0), 0]
    low, high = (float(end) for end in np.quantile(found, [0.025, 0.975], method="nearest"))
    threshold, slope, lapse = (float(value) for value in grid[best])
    return Curve(
        threshold=threshold,
        interval=(None if low <= thresholds[0] * 1.001 else low, None if high >= thresholds[-1] * 0.999 else high),
        slope=slope,
        lapse=lapse,
        guess=guess,
        reached=bool(levels[0] <= threshold <= levels[-1]),
    )
