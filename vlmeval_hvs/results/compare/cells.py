"""A paired difference on some rows: means, interval and test."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vlmeval_hvs.metrics import cluster_bootstrap
from vlmeval_hvs.metrics.paired_tests import mcnemar, sign_flips

MCNEMAR, EXACT, DRAWN = "McNemar, exact", "sign flips, exact", "sign flips, drawn"
"""Names of the tests."""


class Cell(NamedTuple):
    """A paired difference on some rows.

    Attributes:
        n: Rows, or images where a metric is known by image.
        clusters: Images, scenes or whatever the rows share.
        first: Mean of the first run.
        second: Mean of the second run.
        difference: First minus second.
        low: Lower end of the 95 % interval of the difference; None with fewer than two clusters.
        high: Upper end.
        higher: Rows on which the first run has the higher value.
        lower: Rows on which it has the lower one.
        p: Two-sided probability of such a difference if neither run is better; None with fewer than two clusters.
        test: How ``p`` was had.
        p_mcnemar: McNemar's exact test, where values are 0 or 1; it takes rows as independent.
        p_holm: ``p`` corrected for the tests of its family (`vlmeval_hvs.results.compare.pairs.corrected`).
    """

    n: int
    clusters: int
    first: float
    second: float
    difference: float
    low: float | None
    high: float | None
    higher: int
    lower: int
    p: float | None
    test: str
    p_mcnemar: float | None
    p_holm: float | None = None


def paired_cell(
    first: ArrayLike,
    second: ArrayLike,
    clusters: NDArray[np.int64],
    weights: ArrayLike | None = None,
    n_resamples: int = 2000,
    seed: int = 0,
) -> Cell:
    """The difference of two runs on the same rows.

    Args:
        first: (n,) values of the first run, finite; at least one.
        second: (n,) values of the second run.
        clusters: (n,) labels of what rows share.
        weights: (n,) positive weights of the rows in the means; 1 for all when left out.
        n_resamples: Resamples of the interval.
        seed: Seed of the interval, and of the test where it is drawn.
    """
    ours, theirs = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    delta, number = ours - theirs, len(np.unique(clusters))
    shares = None if weights is None else np.asarray(weights, dtype=float)
    means = tuple(float(np.average(values, weights=shares)) for values in (ours, theirs, delta))
    higher, lower = int((delta > 0).sum()), int((delta < 0).sum())
    binary = bool(np.isin(ours, (0, 1)).all() and np.isin(theirs, (0, 1)).all())
    low = high = p = None
    test = ""
    if number > 1:
        low, high = cluster_bootstrap(delta, clusters, shares, n_resamples, seed=seed)
        flips = sign_flips(delta, clusters, shares, seed=seed)
        alone = binary and number == len(delta) and shares is None
        p, test = flips.p, MCNEMAR if alone else EXACT if flips.exact else DRAWN
    rows = mcnemar(higher, lower) if binary else None
    return Cell(len(delta), number, means[0], means[1], means[2], low, high, higher, lower, p, test, rows)
