"""Conditional information gain, NSS and AUC of predictions of the next fixation.

Source: HAT (CVPR 2024), ``compute_info_gain``, ``compute_NSS`` and ``compute_cAUC`` of its ``common/metrics.py``. Each
predicted map is scored at the one fixation that follows, and all fixations count alike (no mean per image). They differ
from the metrics of ViSioNS in details that move the numbers:

- cIG is the gain over where people look for this target in other images, not over a centre bias;
- cNSS is not clipped, and divides by the sample's standard deviation;
- cAUC is the area of AUC-Judd with one positive: pixels that equal the fixated one count as false alarms, and the area
  starts with a triangle. So it is 1 - f / 2 for a share f of other pixels that reach the fixated value: 0.5 for a
  constant map, but 0.75 on average for a map of random values.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.ndimage import gaussian_filter, gaussian_filter1d

from vlmeval_hvs.metrics.arrays import Floats
from vlmeval_hvs.metrics.maps import EPSILON, judd_area

PRIOR_SPREAD = 24 / 320
"""Standard deviation of the published prior, as a share of the image's height (24 px of 320)."""


class ConditionalScore(NamedTuple):
    """Scores of one fixation.

    Attributes:
        gain: cIG, bits over the prior.
        nss: cNSS.
        auc: cAUC.
    """

    gain: float
    nss: float
    auc: float


def conditional_scores(priority: ArrayLike, row: float, column: float, prior: float) -> ConditionalScore:
    """The three conditional scores of one fixation.

    Args:
        priority: ``(height, width)`` map, non-negative and finite, of at least two pixels; its sum need not be 1.
        row: Fixated row, px from the top, 0-based.
        column: Fixated column, px from the left, 0-based.
        prior: Probability of the fixated pixel under the prior.

    Raises:
        ValueError: The map is no such map, or the fixation lies outside it.
    """
    values = np.asarray(priority, dtype=np.float64)
    if values.ndim != 2 or values.size < 2 or not np.isfinite(values).all() or values.min() < 0:
        raise ValueError("a priority map has two dimensions, two pixels or more, and finite values of at least 0")
    if not (0 <= row < values.shape[0] and 0 <= column < values.shape[1]):
        raise ValueError(f"the fixation (row {row}, column {column}) lies outside the map of shape {values.shape}")
    value, total = float(values[int(row), int(column)]), float(values.sum())
    probability = value / total if total > 0 else 1.0 / values.size
    deviation = float(values.std(ddof=1)) if np.ptp(values) > 0 else 0.0
    return ConditionalScore(
        math.log2(probability + EPSILON) - math.log2(prior + EPSILON),
        (value - float(values.mean())) / deviation if deviation > 0 else 0.0,
        judd_area(int(np.count_nonzero(values >= value)), values.size),
    )


def fixation_prior(x: ArrayLike, y: ArrayLike, shape: tuple[int, int], spread: float = PRIOR_SPREAD) -> Floats:
    """Where people look whatever the image: fixations counted per pixel, smoothed, with sum 1.

    Args:
        x: Columns of the fixations, px of ``shape``.
        y: Their rows.
        shape: Height and width of the map.
        spread: Standard deviation as a share of the height.

    Returns:
        ``(height, width)`` density; constant without fixations.

    Raises:
        ValueError: A fixation lies outside the map.
    """
    columns, rows = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    inside = (columns >= 0) & (columns < shape[1]) & (rows >= 0) & (rows < shape[0])
    if not inside.all():
        raise ValueError(f"a fixation lies outside the map of {shape[0]} x {shape[1]} px")
    if not len(rows):
        return np.full(shape, 1.0 / (shape[0] * shape[1]))
    counts = np.zeros(shape)
    np.add.at(counts, (rows.astype(int), columns.astype(int)), 1.0)
    density = gaussian_filter(counts, spread * shape[0])
    return np.asarray(density / density.sum())


def left_out_priors(
    fixations: Sequence[tuple[ArrayLike, ArrayLike]],
    places: Sequence[tuple[ArrayLike, ArrayLike]],
    shape: tuple[int, int],
    spread: float = PRIOR_SPREAD,
) -> list[Floats]:
    """The prior of all images but one, at some places of that one, for one image after the other.

    Args:
        fixations: By image, columns and rows of the fixations on it, px of ``shape``.
        places: By image, columns and rows at which the prior of all other images is wanted, px of ``shape``.
        shape: Height and width of the map.
        spread: Standard deviation as a share of the height.

    Returns:
        By image, the values of `fixation_prior` at its places.
    """
    # Smoothing is linear: the map of all images minus that of one, which is summed at the places that matter only.
    down, across = (gaussian_filter1d(np.eye(size), spread * shape[0], axis=0) for size in shape)
    pixels = [(np.asarray(y, dtype=int), np.asarray(x, dtype=int)) for x, y in fixations]
    counts = np.zeros(shape)
    for rows, columns in pixels:
        np.add.at(counts, (rows, columns), 1.0)
    smoothed = down @ counts @ across.T
    found = []
    for (rows, columns), (x, y) in zip(pixels, places, strict=True):
        at_rows, at_columns = np.asarray(y, dtype=int), np.asarray(x, dtype=int)
        others = int(counts.sum()) - len(rows)
        if not others:
            found.append(np.full(len(at_rows), 1.0 / (shape[0] * shape[1])))
            continue
        own = (down[np.ix_(at_rows, rows)] * across[np.ix_(at_columns, columns)]).sum(axis=1)
        found.append(np.maximum(smoothed[at_rows, at_columns] - own, 0.0) / others)
    return found
