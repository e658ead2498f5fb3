"""Sequence score and semantic sequence score of scanpaths: how well two strings of fixated places align.

Source: the evaluation code of IRL (``cvlab-stonybrook/Scanpath_Prediction``), Gazeformer and HAT, all by the authors of
COCO-Search18. A scanpath is spelt as the cluster (`vlmeval_hvs.metrics.fixation_clusters`) or the semantic label of
every fixation. Two strings are aligned by Needleman and Wunsch's rule with 1 for a match and nothing for a mismatch or
a gap; the sum is divided by the length of the longer string. With durations every letter is repeated once per 50 ms.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import ArrayLike

BIN_MS = 50.0
"""Time that one letter of a string with durations stands for, as published."""


def sequence_similarity(first: Sequence[Hashable], second: Sequence[Hashable]) -> float:
    """Share, 0-1, of the longer of two strings that can be aligned with equal letters of the other, in order.

    Example:
        >>> round(sequence_similarity("abcd", "acd"), 2)
        0.75
    """
    if not first or not second:
        return 0.0
    # Without a price for gaps the best alignment is the longest common subsequence. One whole number holds a row of
    # the table of Needleman and Wunsch, a bit per letter of `first` that is 0 where the row grows by one (Hyyro 2004).
    places: dict[Hashable, int] = {}
    for position, letter in enumerate(first):
        places[letter] = places.get(letter, 0) | 1 << position
    everywhere = (1 << len(first)) - 1
    row = everywhere
    for letter in second:
        matched = row & places.get(letter, 0)
        row = (row + matched) | (row - matched)
        row &= everywhere
    return (len(first) - row.bit_count()) / max(len(first), len(second))


def sequence_score(string: Sequence[Hashable], others: Sequence[Sequence[Hashable]]) -> float:
    """Mean similarity of a string and those others that are not empty, 0-1; NaN without any."""
    values = [sequence_similarity(string, other) for other in others if len(other)]
    return float(np.mean(values)) if values else float("nan")


def labels_at(label_map: ArrayLike, x: ArrayLike, y: ArrayLike) -> list[int]:
    """Semantic label of every fixation: the value of the map at its pixel, truncated as published.

    Args:
        label_map: ``(height, width)`` map of whole numbers.
        x: Columns of the fixations, px of the map.
        y: Their rows.

    Raises:
        ValueError: The map has not two dimensions, or a fixation lies outside it.
    """
    labels = np.asarray(label_map)
    if labels.ndim != 2:
        raise ValueError(f"a label map has two dimensions (height, width), not shape {labels.shape}")
    columns, rows = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    inside = (columns >= 0) & (columns < labels.shape[1]) & (rows >= 0) & (rows < labels.shape[0])
    if not inside.all():
        raise ValueError(f"a fixation lies outside the label map of {labels.shape[0]} x {labels.shape[1]} px")
    found: list[int] = labels[rows.astype(int), columns.astype(int)].astype(int).tolist()
    return found


def over_time(string: Sequence[Hashable], durations: ArrayLike) -> list[Hashable]:
    """A string in which every letter is repeated once per whole bin of its fixation's duration.

    Args:
        string: One letter per fixation.
        durations: As many durations, ms.

    Raises:
        ValueError: There are not as many durations as letters.
    """
    lasting = np.asarray(durations, dtype=np.float64)
    if lasting.shape != (len(string),):
        raise ValueError(f"{len(string)} fixations but {lasting.size} durations")
    return [letter for letter, time in zip(string, lasting, strict=True) for _ in range(int(time / BIN_MS))]
