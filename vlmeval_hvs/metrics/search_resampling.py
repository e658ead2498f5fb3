"""Resampling by image of scores that belong together: correlations, differences, compound scores.

All rows of one set are resampled with the same draws, so differences between rows are paired. Values are ``(images,)``,
NaN where an image has none, and draws ``(n_resamples, images)`` counts of how often every image is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from vlmeval_hvs.metrics.arrays import Floats, whole_number

_TINY = 1e-18


def draws(images: int, n_resamples: int = 1000, seed: int = 0) -> Floats:
    """How often every image is drawn in every resample, a function of the arguments; rows add up to ``images``.

    Raises:
        ValueError: A number is no whole number of at least 1.
    """
    images = whole_number(images, "images")
    shares = np.full(images, 1 / images)
    size = whole_number(n_resamples, "n_resamples")
    return np.random.default_rng(seed).multinomial(images, shares, size=size).astype(np.float64)


def column(values: Mapping[str, float], images: Sequence[str]) -> Floats:
    """Values in the order of ``images``, NaN where there is none."""
    return np.array([values.get(image, np.nan) for image in images], dtype=np.float64)


def resampled_means(values: ArrayLike, counts: Floats) -> Floats:
    """Mean of the values that are there, in every resample; NaN where no image with a value was drawn."""
    known = np.asarray(values, dtype=np.float64)
    there = np.isfinite(known)
    weight = counts @ there
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(counts @ np.where(there, known, 0.0) / np.where(weight > 0, weight, np.nan))


def resampled_correlations(first: ArrayLike, second: ArrayLike, counts: Floats) -> Floats:
    """Pearson correlation of two values over the images that have both, in every resample; NaN if one is constant."""
    a, b = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    there = np.isfinite(a) & np.isfinite(b)
    if not there.any():
        return np.full(len(counts), np.nan)
    # Centred first, so that the sums of squares keep their digits.
    a, b, weights = a[there] - a[there].mean(), b[there] - b[there].mean(), counts[:, there]
    total = weights.sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean_a, mean_b = weights @ a / total, weights @ b / total
        spread_a, spread_b = weights @ a**2 / total - mean_a**2, weights @ b**2 / total - mean_b**2
        both = weights @ (a * b) / total - mean_a * mean_b
        usable = (spread_a > _TINY) & (spread_b > _TINY)
        return np.where(usable, np.clip(both / np.sqrt(np.where(usable, spread_a * spread_b, 1.0)), -1, 1), np.nan)


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
    """95 % interval of a correlation of values by image; ``None`` for fewer than three images that have both."""
    images = sorted(first.keys() & second.keys())
    if len(images) < 3:
        return None
    counts = draws(len(images), n_resamples, seed)
    return limits(resampled_correlations(column(first, images), column(second, images), counts))
