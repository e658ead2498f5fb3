"""Scores of one fixation on one priority map: AUC, NSS, information gain, log-likelihood.

Every function takes a ``(height, width)`` map, finite everywhere, and the fixated pixel as ``row, column`` (px from the
top and left, 0-based, truncated), and returns a float. A ``ValueError`` says that a map is empty, not two-dimensional,
not finite, of another shape than its baseline or, where it is a density, negative, or that the fixation lies outside.
Source: ViSioNS (NeurIPS 2022), section 2.3, and the official script ``Metrics/scripts/human_scanpath_prediction.py``.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from vlmeval_hvs.metrics.arrays import Floats

EPSILON = 2.2204e-16
"""Probability floor of the published information gain: a fixation on zero density costs about log2(EPSILON) bits."""
NSS_THRESHOLD = 2.2204e-20
"""Published clipping: a normalised saliency below this value counts as 0."""


class FixationScore(NamedTuple):
    """Scores of one fixation."""

    auc: float
    nss: float  # clipped at 0 as published
    nss_unclipped: float  # what pysaliency calls NSS
    information_gain: float  # bits over the baseline, NaN without one
    log_likelihood: float  # bits over the uniform map


def auc(priority: ArrayLike, row: float, column: float) -> float:
    """Area (0-1) under the ROC curve of one fixation against all pixels of the map.

    It is the share of pixels with a lower value plus half the share of equal ones, the fixated pixel included; a
    constant map gives 0.5.

    Example:
        >>> auc([[0.0, 1.0], [2.0, 3.0]], 1, 1)
        0.875
    """
    values, r, c = _checked(priority, row, column)
    return sum(_ranks(values, values[r, c], values[r, c])) / (2.0 * values.size)


def nss(priority: ArrayLike, row: float, column: float, clip: bool = True) -> float:
    """Normalised scanpath saliency: standard deviations above the map's mean; 0 for a constant map.

    Negative values become 0, as in the published script (the paper does not mention it), unless ``clip`` is false.

    Example:
        >>> round(nss([[0.0, 1.0], [2.0, 3.0]], 1, 1), 3)
        1.342
    """
    values, r, c = _checked(priority, row, column)
    total = float(values.sum())
    deviation = _deviation(values, total)
    score = (float(values[r, c]) - total / values.size) / deviation if deviation > 0 else 0.0
    return max(score, 0.0) if clip else score


def information_gain(priority: ArrayLike, row: float, column: float, baseline: ArrayLike) -> float:
    """Bits by which a density predicts the fixation better than another, usually the centre bias.

    Both are divided by their sums, and have the published floor of probabilities.

    Example:
        >>> round(information_gain([[1, 1], [1, 5]], 1, 1, baseline=[[1, 1], [1, 1]]), 3)
        1.322
    """
    return MapScorer(priority, baseline)(row, column).information_gain


def log_likelihood(priority: ArrayLike, row: float, column: float) -> float:
    """Bits by which a density predicts the fixation better than the uniform map (the name is the paper's).

    Example:
        >>> log_likelihood([[1, 1], [1, 1]], 0, 0)
        0.0
    """
    return MapScorer(priority)(row, column).log_likelihood


class MapScorer:
    """All scores of fixations on one density, sharing the sums that need a pass over the pixels.

    Without a ``baseline`` (centre bias, of the density's shape) there is no information gain. ``baseline_sum`` is its
    sum, where it is known; ``repeated`` says that so many fixations are asked about that sorting pays. ``floor`` is
    added everywhere; pixels are ranked without it, so it makes no ties by rounding. Values that differ by a share of
    ``slack`` tie; for sums, in which rounding breaks ties.
    """

    def __init__(
        self,
        priority: ArrayLike,
        baseline: ArrayLike | None = None,
        baseline_sum: float | None = None,
        repeated: bool = False,
        floor: float = 0.0,
        slack: float = 0.0,
    ) -> None:
        self.values, self.floor, self.slack = np.asarray(priority, dtype=np.float64), floor, slack
        self.ordered = np.sort(self.values, axis=None) if repeated else None
        total = _check_map(self.values)
        _refuse_negative(self.values)
        self.deviation = _deviation(self.values, total)
        self.total = total + floor * self.values.size
        self.baseline = None if baseline is None else np.asarray(baseline, dtype=np.float64)
        if self.baseline is not None:
            if self.baseline.shape != self.values.shape:
                raise ValueError(f"the baseline has shape {self.baseline.shape}, the map {self.values.shape}")
            if baseline_sum is None:
                _refuse_negative(self.baseline)
                baseline_sum = float(self.baseline.sum())
        self.baseline_sum = baseline_sum or 0.0

    def value(self, row: int, column: int) -> float:
        """The density of a pixel, the floor included."""
        return self.floor + float(self.values[row, column])

    def __call__(self, row: float, column: float) -> FixationScore:
        """Scores of a fixation."""
        r, c = _pixel(self.values.shape, row, column)
        raw, value, size, total = self.values[r, c], self.value(r, c), self.values.size, self.total
        low, high = raw * (1 - self.slack), raw * (1 + self.slack)
        if self.ordered is None:
            ranks = _ranks(self.values, low, high)
        else:
            ranks = int(np.searchsorted(self.ordered, low)), int(np.searchsorted(self.ordered, high, "right"))
        unclipped = (value - total / size) / self.deviation if self.deviation > 0 else 0.0
        own, gain = math.log2(EPSILON + (value / total if total > 0 else 1.0 / size)), math.nan
        if self.baseline is not None:
            base = float(self.baseline[r, c]) / self.baseline_sum if self.baseline_sum > 0 else 1.0 / size
            gain = own - math.log2(EPSILON + base)
        clipped, bits = unclipped if unclipped >= NSS_THRESHOLD else 0.0, own - math.log2(EPSILON + 1.0 / size)
        return FixationScore(sum(ranks) / (2.0 * size), clipped, unclipped, gain, bits)


def _pixel(shape: tuple[int, ...], row: float, column: float) -> tuple[int, int]:
    if not (0 <= row < shape[0] and 0 <= column < shape[1]):
        raise ValueError(f"the fixation (row {row}, column {column}) lies outside the map of shape {shape}")
    return int(row), int(column)


def _checked(priority: ArrayLike, row: float, column: float) -> tuple[Floats, int, int]:
    values = np.asarray(priority, dtype=np.float64)
    _check_map(values)
    return values, *_pixel(values.shape, row, column)


def _check_map(values: Floats) -> float:
    """The sum of a usable map."""
    if values.ndim != 2 or values.size == 0:
        raise ValueError(f"a priority map has two non-empty dimensions (height, width), not shape {values.shape}")
    # A sum of finite numbers below the largest float is finite, and one of any others is not.
    total = float(values.sum())
    if not math.isfinite(total):
        raise ValueError("a priority map must be finite everywhere")
    return total


def _refuse_negative(values: Floats) -> None:
    if (lowest := float(values.min())) < 0:
        raise ValueError(
            f"a priority map must not be negative, and this one goes down to {lowest:g}: a map of logarithms or of "
            "information has to be made a density first"
        )


def _ranks(values: Floats, low: np.float64, high: np.float64) -> tuple[int, int]:
    """Number of values below a lower bound, and of those that are not above an upper one."""
    # Counting "not above" is one comparison fewer than "equal" when ties are rare, and the same number.
    return int(np.count_nonzero(values < low)), int(np.count_nonzero(values <= high))


def _deviation(values: Floats, total: float) -> float:
    """Standard deviation; 0 for a constant map, where rounding noise would turn into a huge score."""
    mean, flat = total / values.size, values.ravel()
    mean_square = float(flat @ flat) / values.size
    variance = mean_square - mean * mean
    if variance < 1e-4 * mean_square:
        # Nearly constant: the difference of two large numbers has lost its digits.
        centred = flat - mean
        variance = float(centred @ centred) / values.size
    return math.sqrt(variance) if variance > 1e-26 * mean_square else 0.0
