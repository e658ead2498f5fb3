"""Preprocessing of search scanpaths, the cumulative performance, and the compound score of Table 2.

Coordinates are px, ``x`` to the right and ``y`` down, origin top left, 0-based; fixations are ``(n,)`` arrays. A box is
``(first row, first column, last row, last column)`` of the target and a receptive size ``(height, width)`` of the
window around a fixation: the order of the ViSioNS files. Numbers of x and y that differ are a ``ValueError``. Source:
ViSioNS (NeurIPS 2022), section 2, and the official preprocessing and scoring scripts.
"""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from vlmeval_hvs.metrics.arrays import Floats

INTERIORS_CAPS = (3, 5, 9, 13)
"""Fixation limits of the Interiors trials (2, 4, 8 or 12 saccades)."""
MIN_COVERAGE = 0.8
"""A model with scanpaths on a smaller share of a set's images gets no area under its cumulative performance."""
NO_TARGET = (math.nan, math.nan, math.nan, math.nan)
"""Box of an image without the target: no window meets it, so a search of it never finds anything."""

HSP_METRICS = ("AUChsp", "NSShsp", "IGhsp", "LLhsp")
"""Next-fixation metrics, compared with the gold standard."""
SEARCH_METRICS = ("AUCperf", "AvgMM", "Corr", *HSP_METRICS)
"""All metrics of Table 2, in its order."""
HUMAN_METRICS = ("AUCperf", "AvgMM")
"""Metrics that are compared with the humans."""
MIN_IMAGES = 10
"""Fewer images than this make a metric a matter of chance: it is no term of a score."""


class CutScanpath(NamedTuple):
    """A scanpath up to the first fixation whose window meets the target."""

    x: Floats
    y: Floats
    found: bool


def target_found(bbox: Sequence[float], row: float, column: float, receptive: Sequence[float]) -> bool:
    """Whether the window centred on a fixation meets the target's box (borders included).

    The sides of the window are halved with integer division, as published.

    Example:
        >>> target_found((10, 10, 20, 20), 36, 15, (32, 32)), target_found((10, 10, 20, 20), 37, 15, (32, 32))
        (True, False)
    """
    half_height, half_width = receptive[0] // 2, receptive[1] // 2
    return bool(
        bbox[0] <= row + half_height
        and bbox[2] >= row - half_height
        and bbox[1] <= column + half_width
        and bbox[3] >= column - half_width
    )


def cut_at_target(
    x: ArrayLike, y: ArrayLike, bbox: Sequence[float], receptive: Sequence[float], shape: tuple[int, int] | None = None
) -> CutScanpath:
    """Scanpath up to and including the first fixation that finds the target; all of it when none does.

    With the ``shape`` (height, width) of the image, kept fixations are clipped into it; the test itself uses the
    coordinates as recorded, as published.

    Example:
        >>> path = cut_at_target([10, 200, 300], [10, 100, 100], (90, 190, 110, 210), (32, 32))
        >>> path.x.tolist(), path.found
        ([10.0, 200.0], True)
    """
    columns, rows = _path(x, y)
    places = enumerate(zip(rows, columns, strict=True), 1)
    end = next((number for number, place in places if target_found(bbox, *place, receptive)), None)
    columns, rows = columns[:end], rows[:end]
    if shape is not None:
        columns, rows = np.clip(columns, 0, shape[1] - 1), np.clip(rows, 0, shape[0] - 1)
    return CutScanpath(columns, rows, end is not None)


def lump_fixations(x: ArrayLike, y: ArrayLike, receptive: Sequence[float]) -> tuple[Floats, Floats]:
    """Merge consecutive fixations closer than half the receptive size on both axes; ``x, y`` of the remaining ones.

    The published rule is a running midpoint: two close fixations become their midpoint, which is compared with the
    next one. (The paper's text says "less than the size of the fovea".) Lumping a lumped path again can merge more.

    Example:
        >>> x, y = lump_fixations([100, 108, 300], [50, 50, 50], (32, 32))
        >>> x.tolist(), y.tolist()
        ([104.0, 300.0], [50.0, 50.0])
    """
    return lumped_groups(x, y, receptive)[:2]


def lumped_groups(x: ArrayLike, y: ArrayLike, receptive: Sequence[float]) -> tuple[Floats, Floats, list[int]]:
    """`lump_fixations`, with the number of the first fixation that each remaining one merges."""
    kept: list[tuple[float, float]] = []
    starts = []
    for number, (column, row) in enumerate(zip(*(values.tolist() for values in _path(x, y)), strict=True)):
        if kept and abs(kept[-1][0] - column) < receptive[1] / 2 and abs(kept[-1][1] - row) < receptive[0] / 2:
            kept[-1] = (kept[-1][0] + column) / 2, (kept[-1][1] + row) / 2
        else:
            kept.append((column, row))
            starts.append(number)
    columns, rows = np.array(kept, dtype=np.float64).reshape(-1, 2).T
    return columns, rows, starts


def rescale(values: ArrayLike, old: float, new: float) -> Floats:
    """Coordinates of a frame ``old`` px long in one ``new`` px long, truncated to whole pixels as published."""
    if old <= 0 or new <= 0:
        raise ValueError(f"cannot rescale from {old} to {new} px")
    # The published scripts truncate even when nothing is rescaled.
    return np.trunc(np.asarray(values, dtype=np.float64) / old * new)


def rescaled_box(
    bbox: Sequence[float], old: tuple[int, int], new: tuple[int, int]
) -> tuple[float, float, float, float]:
    """A box of a frame of height and width ``old`` in one of ``new``, truncated to whole pixels as published."""
    rows, columns = rescale(bbox[0::2], old[0], new[0]).tolist(), rescale(bbox[1::2], old[1], new[1]).tolist()
    return rows[0], columns[0], rows[1], columns[1]


def cumulative_performance(lengths: ArrayLike, found: ArrayLike, max_length: int) -> Floats:
    """Share of all trials in which the target was found within ``i`` fixations, for ``i = 0 .. max_length``.

    Lengths (n,) are numbers of fixations, the initial one included, ``found`` (n,) says whether the target was found,
    and ``max_length`` is the set's ``max_scanpath_length``, at least 1. No trial, or unequal lengths, is a ValueError.

    Example:
        >>> cumulative_performance([2, 3, 3], [True, True, False], 3).round(2).tolist()
        [0.0, 0.0, 0.33, 0.67]
    """
    n = np.asarray(lengths, dtype=np.int64).ravel()
    hit = np.asarray(found, dtype=bool).ravel()
    if n.shape != hit.shape or n.size == 0:
        raise ValueError(f"need as many lengths as outcomes and at least one trial, not {n.size} and {hit.size}")
    if max_length < 1:
        raise ValueError(f"max_length must be at least 1, not {max_length}")
    within = np.bincount(np.minimum(n[hit], max_length + 1), minlength=max_length + 2)[: max_length + 1]
    return np.cumsum(within) / n.size


def performance_area(curve: ArrayLike) -> float:
    """AUCperf: area under ``curve[1:]`` over a unit interval (the entry for 0 fixations does not count)."""
    return capped_area(np.asarray(curve, dtype=np.float64)[1:])


def capped_success(length: int, found: bool, cap: int) -> Floats:
    """Whether one trial of Interiors, stopped at ``cap`` fixations, found its target: by limit of `INTERIORS_CAPS`.

    All limits but its own are NaN, so that means of trials ignore them. As published, a trial with a limit that is none
    of these counts as a trial of the last one in which nothing was found: nobody knows what it would have come to.
    """
    known = cap in INTERIORS_CAPS
    success = np.full(len(INTERIORS_CAPS), np.nan)
    success[INTERIORS_CAPS.index(cap) if known else -1] = known and found and length <= cap
    return success


def capped_area(performance: ArrayLike) -> float:
    """AUCperf over the four limits of Interiors: the trapezoid rule for equally spaced values, as published."""
    values = np.asarray(performance, dtype=np.float64)
    if values.size < 2 or np.isnan(values).any():
        raise ValueError("the area needs a performance at every limit, and at least two")
    return float(np.mean((values[1:] + values[:-1]) / 2))


def visions_score(
    metrics: Mapping[str, Mapping[str, float]], humans: str = "Humans", gold: str = "Gold Standard", terms: int = 7
) -> dict[str, float]:
    """Compound score of every model, as in the last column of Table 2: the mean of the terms that a row has.

    These are ``1 - |AUCperf - AUCperf of the humans|``, the raw ``Corr`` (in the published code, not in the text), and
    ``(value - reference) / reference`` for AvgMM (reference: humans) and the four next-fixation metrics (reference:
    gold standard). Rows without scanpaths (baselines) have four terms, so their scale differs.

    ``metrics`` is ``{row: {metric: value}}`` with any of `SEARCH_METRICS` (NaN counts as absent), ``humans`` and
    ``gold`` name the rows of references. The result is ``{row: score}`` for every row but the humans' and those without
    a term. 7 ``terms`` include the raw correlation, as Table 2 needs; 6 is the formula of the text. Other numbers, and
    a reference that is missing or not positive, are a ValueError.

    Example:
        >>> visions_score({"Humans": {"AUCperf": 0.6}, "random": {"AUCperf": 0.35}})
        {'random': 0.75}
    """
    if terms not in (6, 7):
        raise ValueError(f"terms must be 6 or 7, not {terms}")
    scores = {}
    for name, row in metrics.items():
        parts = []
        for metric in SEARCH_METRICS:
            value = float(row.get(metric, math.nan))
            if name == humans or math.isnan(value) or (metric == "Corr" and terms == 6):
                continue
            owner = humans if metric in HUMAN_METRICS else gold
            reference = metrics.get(owner, {}).get(metric)
            if not is_usable(metric, reference):
                said = f"and {owner!r} has none" if reference is None else f"{owner} has {reference}"
                raise ValueError(f"the score of {metric} needs a positive reference, {said}")
            if metric != "Corr" and reference is not None:
                value = 1 - abs(value - reference) if metric == "AUCperf" else (value - reference) / reference
            parts.append(value)
        if parts:
            scores[name] = sum(parts) / len(parts)
    return scores


def is_usable(metric: str, reference: float | None) -> bool:
    """Whether a term is defined: Corr needs no reference, AUCperf any, and the ratios a positive one.

    With a negative reference a ratio would change its sign and reward worse models.
    """
    return metric == "Corr" or (reference is not None and (metric == "AUCperf" or reference > 0))


def _path(x: ArrayLike, y: ArrayLike) -> tuple[Floats, Floats]:
    columns, rows = np.asarray(x, dtype=np.float64).ravel(), np.asarray(y, dtype=np.float64).ravel()
    if columns.shape != rows.shape:
        raise ValueError(f"{columns.size} x coordinates but {rows.size} y coordinates")
    return columns, rows
