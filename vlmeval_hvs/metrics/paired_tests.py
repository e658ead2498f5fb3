"""Tests of a paired difference: exact McNemar, random signs of whole clusters, and Holm's correction."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from vlmeval_hvs.metrics.arrays import Floats, Integers

ENUMERATED = 14  # clusters up to which all patterns of signs are listed where the sums are no whole numbers
DRAWS = 9_999  # patterns of signs that are drawn where they are too many to list
_FLOOR = 1e-12  # smaller sums of rounded numbers are noise
_CHUNK = 4_000_000


class SignFlips(NamedTuple):
    """A probability, and whether it is exact or rests on drawn signs."""

    p: float
    exact: bool


def sign_flips(
    differences: ArrayLike, clusters: ArrayLike, weights: ArrayLike | None = None, seed: int = 0
) -> SignFlips:
    """Two-sided test of a mean difference of zero by random signs, one for each whole cluster.

    If neither run is better, exchanging the two on all rows of a cluster is as likely as not; so the signs of the
    clusters' sums are random. With one row per cluster and scores of 0 and 1 it is McNemar's exact test. The
    distribution is exact where the sums are whole numbers or the clusters at most `ENUMERATED`; else it is drawn.

    Differences (n,) are finite numbers, first minus second; clusters (n,) are labels, and weights (n,) are not
    negative; lengths that differ are a ValueError. The result is the probability of a mean at least as far from zero.
    Drawn ones count the observed pattern among the draws, so they are at least ``1 / (DRAWS + 1)``; exact ones below
    1e-12 are given as 1e-12.

    Example:
        >>> sign_flips([1, 1, 1, 0, 1], [1, 2, 3, 4, 5])
        SignFlips(p=0.125, exact=True)

    Source:
        Good, *Permutation, Parametric and Bootstrap Tests of Hypotheses* (2005), 3.2; Phipson and Smyth (2010).
    """
    values, labels = np.asarray(differences, dtype=float).ravel(), np.asarray(clusters).ravel()
    shares = np.ones(len(values)) if weights is None else np.asarray(weights, dtype=float).ravel()
    if not len(values) == len(labels) == len(shares):
        raise ValueError(f"lengths differ: {len(values)} differences, {len(labels)} clusters, {len(shares)} weights")
    if not (np.isfinite(values).all() and np.isfinite(shares).all()):
        raise ValueError("differences and weights must be finite")
    member = np.unique(labels, return_inverse=True)[1].ravel()
    sums: Floats = np.bincount(member, weights=shares * values).astype(float)
    largest = float(np.abs(sums).max(initial=0.0))
    sums = sums[np.abs(sums) > 1e-12 * largest]
    if not len(sums):
        return SignFlips(1.0, True)
    whole = np.rint(sums)
    if np.allclose(sums, whole, rtol=0, atol=1e-9):
        return SignFlips(_whole(whole.astype(np.int64)), True)
    far = abs(sums.sum()) - 1e-9 * float(np.abs(sums).sum())
    if len(sums) <= ENUMERATED:
        patterns = 1 - 2 * ((np.arange(2 ** len(sums))[:, None] >> np.arange(len(sums))) & 1)
        return SignFlips(float((np.abs(patterns @ sums) >= far).mean()), True)
    rng, hits = np.random.default_rng(seed), 0
    step = max(1, _CHUNK // len(sums))
    for start in range(0, DRAWS, step):
        signs = rng.integers(0, 2, size=(min(step, DRAWS - start), len(sums)), dtype=np.int8) * 2.0 - 1.0
        hits += int((np.abs(signs @ sums) >= far).sum())
    return SignFlips((hits + 1) / (DRAWS + 1), False)


def holm(values: Sequence[float]) -> list[float]:
    """P values corrected for their number (Holm 1979), in the same order.

    Example:
        >>> holm([0.01, 0.5, 0.02])
        [0.03, 0.5, 0.04]
    """
    order = sorted(range(len(values)), key=values.__getitem__)
    corrected, largest = [0.0] * len(values), 0.0
    for rank, place in enumerate(order):
        largest = max(largest, min(1.0, (len(values) - rank) * values[place]))
        corrected[place] = largest
    return corrected


def _whole(sums: Integers) -> float:
    """From the characteristic function, which is a product of cosines: exact whatever the number of clusters."""
    sizes, counts = np.unique(np.abs(sums), return_counts=True)
    observed, total = abs(int(sums.sum())), int(np.abs(sums).sum())
    if len(sizes) == 1:
        from scipy.stats import binomtest

        return float(binomtest(int(counts[0] + observed // int(sizes[0])) // 2, int(counts[0])).pvalue)
    length = 2 * total + 1
    angles = 2 * np.pi * np.arange(length) / length
    product = np.ones(length)
    for size, count in zip(sizes, counts, strict=True):
        product *= np.cos(size * angles) ** count
    mass = np.fft.fft(product).real / length  # of the sums 0, 1, ..., total, -total, ..., -1
    away = np.abs(np.concatenate([np.arange(total + 1), np.arange(-total, 0)]))
    return float(min(1.0, max(_FLOOR, mass[away >= observed].sum())))
