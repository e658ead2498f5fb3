"""Resampling of search scores by image."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from vlmeval_hvs.metrics.arrays import Floats, whole_number

_TINY = 1e-18


def draws(images: int, n_resamples: int = 1000, seed: int = 0) -> Floats:
    """How often every image is drawn in every resample: ``(n_resamples, images)``, rows add up to ``images``.

    Raises:
        ValueError: A number is no whole number of at least 1.
    """
    images = whole_number(images, "images")
    shares = np.full(images, 1 / images)
    size = whole_number(n_resamples, "n_resamples")
    return np.random.default_rng(seed).multinomial(images, shares, size=size).astype(np.float64)


def limits(values: ArrayLike) -> tuple[float, float] | None:
    """95 % percentile interval of resampled values; ``None`` when more than a tenth of them is not defined."""
    resampled = np.asarray(values, dtype=np.float64)
    known = resampled[np.isfinite(resampled)]
    if len(known) < 0.9 * len(resampled) or len(known) == 0:
        return None
    low, high = np.quantile(known, [0.025, 0.975])
    return float(low), float(high)


def resampled_correlation(
    first: Mapping[str, float], second: Mapping[str, float], n_resamples: int = 1000, seed: int = 0
) -> tuple[float, float] | None:
    """95 % interval of Pearson's correlation of values by image; ``None`` for fewer than three images that have both.

    Resamples in which a value is constant count as not defined.
    """
    images = sorted(first.keys() & second.keys())
    if len(images) < 3:
        return None
    n, counts = len(images), np.asfortranarray(draws(len(images), n_resamples, seed))
    # Centred first, so that the sums of squares keep their digits.
    a, b = (values - values.mean() for values in (np.array([by[name] for name in images]) for by in (first, second)))
    mean_a, mean_b = counts @ a / n, counts @ b / n
    spread_a, spread_b = counts @ a**2 / n - mean_a**2, counts @ b**2 / n - mean_b**2
    usable = (spread_a > _TINY) & (spread_b > _TINY)
    correlations = (counts @ (a * b) / n - mean_a * mean_b) / np.sqrt(np.where(usable, spread_a * spread_b, 1.0))
    return limits(np.where(usable, np.clip(correlations, -1, 1), np.nan))
