"""Clusters of fixations, the alphabet in which the sequence score spells scanpaths.

Source: Borji et al. (ICCV 2013) define the score; the authors of COCO-Search18 describe how they cluster in issue 24 of
``cvlab-stonybrook/Scanpath_Prediction``, and GazeXplain publishes the same recipe with its factors. Mean shift with a
flat kernel over all fixations on an image, at several multiples of a typical distance between them; the multiple is
chosen at which scanpaths go most often from cluster to cluster, per cluster.
"""

from __future__ import annotations

from collections.abc import Sequence
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
