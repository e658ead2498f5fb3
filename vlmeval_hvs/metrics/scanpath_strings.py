"""Sequence score and semantic sequence score of scanpaths: how well two strings of fixated places align.

Source: the evaluation code of IRL (``cvlab-stonybrook/Scanpath_Prediction``), Gazeformer and HAT, all by the authors of
COCO-Search18. A scanpath is spelt as the cluster or the semantic label of every fixation. Two strings are aligned by
Needleman and Wunsch's rule with 1 for a match and nothing for a mismatch or a gap; the sum is divided by the length of
the longer string. With durations every letter is repeated once per 50 ms.

Borji et al. (ICCV 2013) define the score; the authors describe how they cluster in issue 24 of that repository, and
GazeXplain publishes the same recipe with its factors: mean shift with a flat kernel over all fixations on an image, at
several multiples of a typical distance between them; the multiple is chosen at which scanpaths go most often from
cluster to cluster, per cluster.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vlmeval_hvs.metrics.arrays import Floats

FACTORS = (0.2, 0.5, 0.8, 1.0, 1.2, 1.5, 1.8)
"""Multiples of the typical distance that are tried as bandwidths."""
_QUANTILE = 0.3
_STILL = 1e-3  # of the bandwidth: a mean that moves less has arrived
_MOST_STEPS = 300
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


@dataclass(frozen=True)
class FixationClusters:
    """Clusters of the fixations on one image.

    Attributes:
        centres: ``(k, 2)`` centres as x, y, the one with the most fixations around it first.
    """

    centres: Floats

    def labels(self, x: ArrayLike, y: ArrayLike) -> list[int]:
        """Number of the nearest centre of every fixation, in the frame of the fixations that were clustered."""
        points = np.stack([np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)], axis=1)
        nearest: list[int] = _squared_distances(points, self.centres).argmin(axis=1).tolist()
        return nearest


def cluster_fixations(scanpaths: Sequence[tuple[ArrayLike, ArrayLike]]) -> FixationClusters:
    """Cluster the fixations of several people on one image.

    Args:
        scanpaths: The x and the y coordinates of every scanpath, in one frame.

    Raises:
        ValueError: There is no fixation, or a coordinate is not finite.
    """
    paths = [np.stack([np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)], axis=1) for x, y in scanpaths]
    points = np.concatenate(paths) if paths else np.empty((0, 2))
    if not len(points) or not np.isfinite(points).all():
        raise ValueError("clusters need at least one fixation, and finite coordinates")
    distance = typical_distance(points)
    if distance == 0:  # few fixations, or most on one place: every place is a cluster of its own
        return FixationClusters(mean_shift(points, 0.0))
    tried = [FixationClusters(mean_shift(points, distance * factor)) for factor in FACTORS]
    # Of equally good ones the first.
    return max(
        tried, key=lambda one: change_rate([one.labels(path[:, 0], path[:, 1]) for path in paths], len(one.centres))
    )


def change_rate(strings: Sequence[Sequence[int]], n_clusters: int) -> float:
    """Saccades between clusters minus saccades within one, per cluster, of strings of clusters."""
    steps = [first != second for string in strings for first, second in pairwise(string)]
    return (2 * sum(steps) - len(steps)) / n_clusters


def typical_distance(points: ArrayLike) -> float:
    """Mean distance of ``(n, 2)`` points from the farthest of its neighbours, the nearest 30 % with itself."""
    places = np.asarray(points, dtype=np.float64)
    neighbours = max(int(len(places) * _QUANTILE), 1)
    squared = np.partition(_squared_distances(places, places), neighbours - 1, axis=1)
    return float(np.sqrt(squared[:, :neighbours].max(axis=1)).mean())


def mean_shift(points: ArrayLike, bandwidth: float) -> Floats:
    """Centres of the clusters of mean shift with a flat kernel, started at every point.

    Args:
        points: ``(n, 2)`` points.
        bandwidth: Radius of the kernel; of two centres that are not farther apart, the one with fewer points goes.

    Returns:
        ``(k, 2)`` centres, the one with the most points first.
    """
    places = np.asarray(points, dtype=np.float64)
    means = np.unique(places, axis=0)
    arrived: list[tuple[int, float, float]] = []
    for step in range(_MOST_STEPS + 1):
        inside = _squared_distances(means, places) <= bandwidth**2
        counts = inside.sum(axis=1)
        moved = (inside @ places) / counts[:, None]
        still = np.linalg.norm(moved - means, axis=1) <= _STILL * bandwidth
        still |= step == _MOST_STEPS
        arrived += [(int(n), float(x), float(y)) for n, (x, y) in zip(counts[still], moved[still], strict=True)]
        # Means that met go on as one: they would take the same way.
        means = np.unique(moved[~still], axis=0)
        if not len(means):
            break
    return _apart(sorted(set(arrived), reverse=True), bandwidth)


def _apart(ranked: list[tuple[int, float, float]], bandwidth: float) -> Floats:
    """The centres that no better one is near to."""
    centres = np.array([place for _, *place in ranked])
    near = _squared_distances(centres, centres) <= bandwidth**2
    kept = np.ones(len(centres), dtype=bool)
    for number in range(len(centres)):
        if kept[number]:
            kept &= ~near[number]
            kept[number] = True
    return np.asarray(centres[kept])


def _squared_distances(a: Floats, b: Floats) -> NDArray[np.float64]:
    return np.asarray((a[:, None, 0] - b[None, :, 0]) ** 2 + (a[:, None, 1] - b[None, :, 1]) ** 2)
