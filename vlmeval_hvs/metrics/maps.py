"""Scores of one fixation on one priority map: AUC, NSS, information gain, log-likelihood.

Every function takes a map of shape ``(height, width)`` and the fixated pixel as ``row, column`` (0-based, truncated to
an integer) and returns a plain float. Source: ViSioNS (NeurIPS 2022), section 2.3, and the official scoring script
``Metrics/scripts/human_scanpath_prediction.py``.
"""

from __future__ import annotations

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
    """Scores of one fixation.

    Attributes:
        auc: Area under the ROC curve, 0-1.
        nss: Normalised scanpath saliency, negative values set to 0 as published.
        nss_unclipped: The same without clipping, which is what pysaliency calls NSS.
        information_gain: Bits over the baseline, NaN without one.
        log_likelihood: Bits over the uniform map.
        sample_nss: cNSS: not clipped, by the sample's standard deviation, as HAT computes it.
        judd_area: cAUC (`judd_area`).
    """

    auc: float
    nss: float
    nss_unclipped: float
    information_gain: float
    log_likelihood: float
    sample_nss: float = math.nan
    judd_area: float = math.nan


def auc(priority: ArrayLike, row: float, column: float) -> float:
    """Area under the ROC curve of one fixation against all pixels of the map.

    Equals the share of pixels with a lower value plus half the share of equal ones (the fixated pixel included), so a
    constant map gives 0.5.

    Args:
        priority: ``(height, width)`` map, finite everywhere.
        row: Fixated row, px from the top, 0-based.
        column: Fixated column, px from the left, 0-based.

    Returns:
        The area, 0-1.

    Raises:
        ValueError: The map is empty, not two-dimensional or not finite, or the fixation lies outside it.

    Example:
        >>> auc([[0.0, 1.0], [2.0, 3.0]], 1, 1)
        0.875
    """
    values, r, c = _checked(priority, row, column)
    return sum(_ranks(values, values[r, c])) / (2.0 * values.size)


def nss(priority: ArrayLike, row: float, column: float, clip: bool = True) -> float:
    """Normalised scanpath saliency: the value at the fixation in standard deviations above the map's mean.

    Args:
        priority: ``(height, width)`` map, finite everywhere.
        row: Fixated row, px from the top, 0-based.
        column: Fixated column, px from the left, 0-based.
        clip: Whether to set negative values to 0, as the published script does (the paper does not mention it);
            ``False`` gives the usual definition.

    Returns:
        The score; 0 for a constant map.

    Raises:
        ValueError: The map is empty, not two-dimensional or not finite, or the fixation lies outside it.

    Example:
        >>> round(nss([[0.0, 1.0], [2.0, 3.0]], 1, 1), 3)
        1.342
    """
    values, r, c = _checked(priority, row, column)
    mean, deviation = _moments(values, float(values.sum()))
    score = (float(values[r, c]) - mean) / deviation if deviation > 0 else 0.0
    return max(score, 0.0) if clip else score


def information_gain(priority: ArrayLike, row: float, column: float, baseline: ArrayLike) -> float:
    """Bits by which the map predicts the fixation better than ``baseline``, with the published floor of probabilities.

    Args:
        priority: ``(height, width)`` map, non-negative; its sum need not be 1.
        row: Fixated row, px from the top, 0-based.
        column: Fixated column, px from the left, 0-based.
        baseline: ``(height, width)`` map, non-negative, usually the centre bias.

    Returns:
        The gain in bits.

    Raises:
        ValueError: The shapes differ, a map has negative values or is not finite, or the fixation lies outside it.

    Example:
        >>> round(information_gain([[1, 1], [1, 5]], 1, 1, baseline=[[1, 1], [1, 1]]), 3)
        1.322
    """
    values, r, c = _checked(priority, row, column)
    base = np.asarray(baseline, dtype=np.float64)
    if base.shape != values.shape:
        raise ValueError(f"the baseline has shape {base.shape}, the map {values.shape}")
    return _log_probability(values, r, c) - _log_probability(base, r, c)


def log_likelihood(priority: ArrayLike, row: float, column: float) -> float:
    """Bits by which the map predicts the fixation better than the uniform map (0 for a constant map).

    The name is the paper's; it is an information gain over the uniform distribution.

    Args:
        priority: ``(height, width)`` map, non-negative; its sum need not be 1.
        row: Fixated row, px from the top, 0-based.
        column: Fixated column, px from the left, 0-based.

    Returns:
        The gain in bits.

    Raises:
        ValueError: The map has negative values or is not finite, or the fixation lies outside it.

    Example:
        >>> log_likelihood([[1, 1], [1, 1]], 0, 0)
        0.0
    """
    values, r, c = _checked(priority, row, column)
    return _log_probability(values, r, c) - math.log2(EPSILON + 1.0 / values.size)


class MapScorer:
    """All scores of fixations on one map, sharing the sums that need a pass over the pixels.

    Args:
        priority: ``(height, width)`` map, non-negative and finite.
        baseline: Centre-bias map of the same shape, or ``None`` (information gain is then NaN).
        baseline_sum: Sum of ``baseline``, when the caller already knows it.
        repeated: Whether the map is asked about so often that sorting its values pays.

    Raises:
        ValueError: A map is empty, not two-dimensional, not finite or negative somewhere, or the shapes differ.
    """

    def __init__(
        self,
        priority: ArrayLike,
        baseline: ArrayLike | None = None,
        baseline_sum: float | None = None,
        repeated: bool = False,
    ) -> None:
        self.values = np.asarray(priority, dtype=np.float64)
        self.ordered = np.sort(self.values, axis=None) if repeated else None
        self.total = _check_map(self.values)
        _refuse_negative(self.values)
        self.baseline = None if baseline is None else np.asarray(baseline, dtype=np.float64)
        if self.baseline is not None and self.baseline.shape != self.values.shape:
            raise ValueError(f"the baseline has shape {self.baseline.shape}, the map {self.values.shape}")
        self.baseline_sum = baseline_sum
        if self.baseline is not None and baseline_sum is None:
            self.baseline_sum = float(self.baseline.sum())
        self.mean, self.deviation = _moments(self.values, self.total)

    def __call__(self, row: float, column: float) -> FixationScore:
        """Scores of the fixation at ``row, column`` (px of this map)."""
        r, c = _pixel(self.values, row, column)
        base = None
        if self.baseline is not None and self.baseline_sum is not None:
            base = float(self.baseline[r, c]) / self.baseline_sum if self.baseline_sum > 0 else 1.0 / self.values.size
        return score_of(
            self._ranks(self.values[r, c]), float(self.values[r, c]), self.total, self.deviation, self.values.size, base
        )

    def _ranks(self, value: np.float64) -> tuple[int, int]:
        if self.ordered is None:
            return _ranks(self.values, value)
        return int(np.searchsorted(self.ordered, value, "left")), int(np.searchsorted(self.ordered, value, "right"))


def score_of(
    ranks: tuple[int, int], value: float, total: float, deviation: float, size: int, baseline: float | None
) -> FixationScore:
    """Scores of a fixation from the sums of its map.

    Args:
        ranks: Numbers of pixels with a lower value than the fixated one, and with no higher one, itself included.
        value: Value of the fixated pixel.
        total: Sum of the map.
        deviation: Standard deviation of the map; 0 for a constant one.
        size: Number of pixels.
        baseline: Probability of the fixated pixel under the baseline; None for none.
    """
    unclipped = (value - total / size) / deviation if deviation > 0 else 0.0
    own = math.log2(EPSILON + (value / total if total > 0 else 1.0 / size))
    below, not_above = ranks
    return FixationScore(
        (below + not_above) / (2.0 * size),
        unclipped if unclipped >= NSS_THRESHOLD else 0.0,
        unclipped,
        math.nan if baseline is None else own - math.log2(EPSILON + baseline),
        own - math.log2(EPSILON + 1.0 / size),
        unclipped * math.sqrt(1.0 - 1.0 / size),
        judd_area(size - below, size),
    )


def judd_area(reaching: int, size: int) -> float:
    """Area of AUC-Judd with the fixated pixel as the only positive, as HAT computes cAUC.

    Other pixels with the same value count as false alarms, and the area starts with a triangle: 0.5 for a constant map,
    0.75 on average for a map of random values.

    Args:
        reaching: Number of pixels of the map with at least the fixated pixel's value, itself included.
        size: Number of pixels.
    """
    return 1.0 - (reaching - 1) / max(size - 1, 1) / 2.0


def flat_score(size: int, baseline: float | None) -> FixationScore:
    """Scores of any fixation on a constant map of ``size`` pixels; the baseline as for `score_of`."""
    return score_of((0, size), 1.0, float(size), 0.0, size, baseline)


def _checked(priority: ArrayLike, row: float, column: float) -> tuple[Floats, int, int]:
    values = np.asarray(priority, dtype=np.float64)
    _check_map(values)
    return values, *_pixel(values, row, column)


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
    lowest = float(values.min())
    if lowest < 0:
        raise ValueError(
            f"a priority map must not be negative, and this one goes down to {lowest:g}: a map of logarithms or of "
            "information has to be made a density first"
        )


def _pixel(values: Floats, row: float, column: float) -> tuple[int, int]:
    if not (0 <= row < values.shape[0] and 0 <= column < values.shape[1]):
        raise ValueError(f"the fixation (row {row}, column {column}) lies outside the map of shape {values.shape}")
    return int(row), int(column)


def _ranks(values: Floats, value: np.float64) -> tuple[int, int]:
    """Number of lower values, and of values that are not higher."""
    # Counting "not above" is one comparison fewer than "equal" when ties are rare, and the same number.
    return int(np.count_nonzero(values < value)), int(np.count_nonzero(values <= value))


def _moments(values: Floats, total: float) -> tuple[float, float]:
    mean = total / values.size
    flat = values.ravel()
    mean_square = float(flat @ flat) / values.size
    variance = mean_square - mean * mean
    if variance < 1e-4 * mean_square:
        # Nearly constant: the difference of two large numbers has lost its digits.
        centred = flat - mean
        variance = float(centred @ centred) / values.size
    # A constant map leaves rounding noise, which would turn into a huge score.
    return mean, math.sqrt(variance) if variance > 1e-26 * mean_square else 0.0


def _log_probability(values: Floats, row: int, column: int) -> float:
    _refuse_negative(values)
    total = float(values.sum())
    return math.log2(EPSILON + (float(values[row, column]) / total if total > 0 else 1.0 / values.size))
