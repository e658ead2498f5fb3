"""Psychometric curves: share of right answers against stimulus strength, with threshold, slope and lapse rate.

Source: Wichmann and Hill, *Perception & Psychophysics* 63 (2001), 1293-1313 (the model and the bootstrap); the Weibull
function as in section 2 there, with the width in the logarithm of the strength.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from vlmeval_hvs.metrics.arrays import Floats, whole_number

LAPSES = np.linspace(0.0, 0.3, 16)
SLOPES = np.geomspace(0.5, 16.0, 26)
N_THRESHOLDS = 81
BEYOND = 4.0  # thresholds are sought from the smallest strength divided by this to the largest times this
EDGE = 1e-6


@dataclass(frozen=True)
class Curve:
    """A fitted psychometric function ``guess + (1 - guess - lapse) * F(strength)``."""

    threshold: float  # strength at which F is one half, in the unit of the strengths
    interval: tuple[float | None, float | None]  # 95 % of the threshold; None where the search has not bounded it
    slope: float  # exponent of the Weibull function
    lapse: float  # share of wrong answers at any strength, beyond guessing
    guess: float  # share of right answers by guessing
    deviance: float  # twice the log-likelihood ratio of the observed shares to the curve
    reached: bool  # whether the threshold is within the strengths that were shown


def weibull(strength: ArrayLike, threshold: ArrayLike, slope: ArrayLike) -> Floats:
    """The Weibull function that is one half at the threshold."""
    ratio = np.asarray(strength, dtype=float) / np.asarray(threshold, dtype=float)
    return 1.0 - np.exp(-np.log(2.0) * ratio ** np.asarray(slope, dtype=float))


def fit_curve(
    strength: ArrayLike,
    correct: ArrayLike,
    guess: float,
    clusters: ArrayLike | None = None,
    n_resamples: int = 400,
    seed: int = 0,
) -> Curve | None:
    """Fit a psychometric function by maximum likelihood on a grid; the interval comes from resampled clusters.

    Args:
        strength: (n,) positive stimulus strengths, at least three different ones.
        correct: (n,) 0 or 1, or shares.
        guess: Share of right answers by guessing, in [0, 1).
        clusters: (n,) labels; trials of one cluster depend on each other. Each trial on its own when None.
        n_resamples: Number of bootstrap samples.
        seed: Seed of the bootstrap.

    Returns:
        None where there is no threshold to find: the curve is less than 2 log-likelihood units (chi-square of 3
        degrees: p = .26) better than the guess rate throughout. Arguments that are out of range are a ValueError.
    """
    x, y = np.asarray(strength, dtype=float).ravel(), np.asarray(correct, dtype=float).ravel()
    labels = np.arange(len(x)) if clusters is None else np.asarray(clusters).ravel()
    whole_number(n_resamples, "n_resamples")
    if not len(x) == len(y) == len(labels):
        raise ValueError(f"lengths differ: {len(x)} strengths, {len(y)} answers, {len(labels)} clusters")
    if not (np.isfinite(x).all() and (x > 0).all()) or not ((y >= 0) & (y <= 1)).all():
        raise ValueError("strengths must be positive, and answers between 0 and 1")
    if not 0 <= guess < 1:
        raise ValueError(f"the guess rate {guess} must be at least 0 and below 1")
    levels, place = np.unique(x, return_inverse=True)
    if len(levels) < 3:
        raise ValueError(f"a curve needs three strengths, but there are {len(levels)}")
    names, of = np.unique(labels, return_inverse=True)
    right, total = np.zeros((len(names), len(levels))), np.zeros((len(names), len(levels)))
    np.add.at(right, (of, place), y)
    np.add.at(total, (of, place), 1.0)
    k, n = right.sum(axis=0), total.sum(axis=0)
    thresholds = np.geomspace(levels[0] / BEYOND, levels[-1] * BEYOND, N_THRESHOLDS)
    grid = np.stack(np.meshgrid(thresholds, SLOPES, LAPSES, indexing="ij"), axis=-1).reshape(-1, 3)
    rise = weibull(levels[None], grid[:, :1], grid[:, 1:2])
    # With a lapse rate at the guess rate's ceiling nothing would be left to rise.
    p = np.clip(guess + np.maximum(1 - guess - grid[:, 2:], 0.0) * rise, EDGE, 1 - EDGE)
    log_p, log_q = np.log(p), np.log1p(-p)
    likelihood = log_p @ k + log_q @ (n - k)
    best = int(np.argmax(likelihood))
    flat = _log_likelihood(np.full(len(levels), guess), k, n)
    if likelihood[best] - flat < 2.0:
        return None
    draws = np.random.default_rng(seed).multinomial(len(names), np.full(len(names), 1 / len(names)), n_resamples)
    ks, ns = draws @ right, draws @ total
    found = grid[np.argmax(log_p @ ks.T + log_q @ (ns - ks).T, axis=0), 0]
    ends = np.quantile(found, [0.025, 0.975], method="nearest")
    low = None if ends[0] <= grid[:, 0].min() * 1.001 else float(ends[0])
    high = None if ends[1] >= grid[:, 0].max() * 0.999 else float(ends[1])
    threshold, slope, lapse = grid[best].tolist()
    deviance = 2 * float(_log_likelihood(k / n, k, n) - likelihood[best])
    return Curve(threshold, (low, high), slope, lapse, guess, deviance, bool(levels[0] <= threshold <= levels[-1]))


def _log_likelihood(p: Floats, k: Floats, n: Floats) -> float:
    p = np.clip(p, EDGE, 1 - EDGE)
    return float(k @ np.log(p) + (n - k) @ np.log1p(-p))
