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
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.ndimage import gaussian_filter

from vlmeval_hvs.metrics.arrays import Floats
from vlmeval_hvs.metrics.maps import EPSILON

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


def judd_area(reaching: int, size: int) -> float:
    """Conditional area (cAUC) of a fixation.

    Args:
        reaching: Number of pixels of the map with at least the fixated pixel's value, itself included.
        size: Number of pixels.
    """
    return 1.0 - (reaching - 1) / (size - 1) / 2.0


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
