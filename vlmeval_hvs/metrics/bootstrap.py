"""Confidence intervals: means over clustered samples, and search scores by image."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from vlmeval_hvs.metrics.arrays import Floats, whole_number

_CHUNK = 400_000  # drawn cluster numbers held at once: they stay in the processor's cache
_TINY = 1e-18


def cluster_bootstrap(
    values: ArrayLike,
    clusters: ArrayLike,
    weights: ArrayLike | None = None,
    n_resamples: int = 1000,
    level: float = 0.95,
    seed: int = 0,
    strata: ArrayLike | None = None,
    share: bool = False,
) -> tuple[float, float]:
    """Percentile bootstrap interval ``(low, high)`` of a (weighted) mean, resampling whole clusters.

    Questions about one image, or answers of one participant, are not independent; drawing clusters with replacement
    keeps their dependence. The statistic of a resample is the ratio of sums ``sum(w * v) / sum(w)`` over all members of
    the drawn clusters. With a single cluster both ends equal the mean, but for `share`.

    Args:
        values: (n,) finite numbers (booleans count as 0 and 1).
        clusters: (n,) labels of any sortable type; equal labels make one cluster.
        weights: (n,) non-negative weights; 1 for all when left out.
        n_resamples: Number of bootstrap samples.
        level: Coverage, between 0 and 1 exclusive.
        seed: Seed of the draws.
        strata: (n,) labels, the same throughout a cluster: clusters are drawn within each. None draws from all.
        share: Whether no value can lie outside of 0 to 1, as shares cannot. Where all are 0, or all are 1, every
            resample is equal although the mean is uncertain; then the interval is that of `edge_interval`.

    Raises:
        ValueError: Lengths differ, nothing is given, a cluster lies in two strata, or a number is out of range.

    Example:
        >>> cluster_bootstrap([1, 1, 0, 0] * 5, [k // 2 for k in range(20)])  # both questions right on half the images
        (0.2, 0.8)

    Source:
        Cluster (pairs) bootstrap with percentile limits: Davison and Hinkley, *Bootstrap Methods and their
        Application* (1997), sections 3.8 and 5.3.
    """
    v = np.asarray(values, dtype=float).ravel()
    labels = np.asarray(clusters).ravel()
    w = np.ones(len(v)) if weights is None else np.asarray(weights, dtype=float).ravel()
    strata = np.zeros(len(v)) if strata is None else np.asarray(strata).ravel()
    if not len(v) == len(labels) == len(w) == len(strata):
        raise ValueError(
            f"lengths differ: {len(v)} values, {len(labels)} clusters, {len(w)} weights, {len(strata)} strata"
        )
    if len(v) == 0:
        raise ValueError("no values: a mean over nothing has no interval")
    if not (np.isfinite(v).all() and np.isfinite(w).all()):
        raise ValueError("values and weights must be finite; leave missing scores out before")
    if (w < 0).any() or w.sum() == 0:
        raise ValueError("weights must not be negative, nor all 0")
    if not 0 < level < 1:
        raise ValueError(f"level {level} must lie in (0, 1)")
    n_resamples = whole_number(n_resamples, "n_resamples")

    if share and (counted := v[w > 0])[0] in (0.0, 1.0) and (counted == counted[0]).all():
        return edge_interval(float(counted[0]), len(np.unique(labels[w > 0])), level)
    member = np.unique(labels, return_inverse=True)[1].ravel()
    # Numerator and denominator of each cluster as one complex number: one take gathers both.
    sums = np.bincount(member, weights=w * v) + 1j * np.bincount(member, weights=w)
    layer = np.unique(strata, return_inverse=True)[1].ravel()
    layer_of = np.zeros(len(sums), dtype=np.int64)
    layer_of[member] = layer
    if (layer_of[member] != layer).any():
        raise ValueError("a cluster lies in more than one stratum")
    parts = [sums[layer_of == number] for number in range(int(layer.max()) + 1)]
    rng = np.random.default_rng(seed)
    means = np.empty(n_resamples)
    step = max(1, _CHUNK // len(sums))
    for start in range(0, n_resamples, step):
        draws = min(step, n_resamples - start)
        total = np.zeros(draws, dtype=complex)
        for part in parts:
            total += part.take(rng.integers(0, len(part), size=(draws, len(part)))).sum(axis=1)
        with np.errstate(invalid="ignore", divide="ignore"):
            means[start : start + step] = total.real / total.imag
    # A resample may consist of clusters without weight only; it has no mean and is left out.
    means = means[np.isfinite(means)]
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def edge_interval(value: float, n: int, level: float = 0.95) -> tuple[float, float]:
    """Exact interval of a share that is 0 or 1 (``value``) in all of n independent observations, n at least 1.

    It holds for every quantity between 0 and 1, because the mean of one is at least the chance that it is 1. Source:
    Clopper and Pearson, Biometrika 26 (1934), at the ends, where their interval has a closed form.
    """
    inner = ((1 - level) / 2) ** (1 / n)
    return (inner, 1.0) if value else (0.0, 1 - inner)


def draws(images: int, n_resamples: int = 1000, seed: int = 0) -> Floats:
    """How often every image is drawn in every resample: ``(n_resamples, images)``, rows add up to ``images``."""
    shares = np.full(images, 1 / images)
    return np.random.default_rng(seed).multinomial(images, shares, size=n_resamples).astype(np.float64)


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
