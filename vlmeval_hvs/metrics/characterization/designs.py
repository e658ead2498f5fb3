"""The regression behind each test: which photos, which response, which fixed effects.

A large distance between eyes and head occurs only when one of them is at the end of the row, where choices are cut off.
Comparing photos with the same head target (Tests 3, 4) or the same gaze target (Tests 2.3, 2.4) of one scene removes
that effect of the edge, which the study's mixed models leave in.
"""

from dataclasses import replace

import numpy as np

from ..arrays import Floats, Integers
from .photos import Photos
from .reference import HumanReference
from .regression import ClusterSums, Slope, cluster_sums, demean

DIRECTION = {"1": -1, "2.1": 1, "2.3": -1, "2.4": 1, "3": 1}
"""Sign of the effect that makes a test positive."""


def pairs_of(first: Integers, second: Integers) -> Integers:
    """Consecutive numbers for the pairs that occur."""
    return np.unique(first * (second.max(initial=0) + 1) + second, return_inverse=True)[1].reshape(-1)


def human_gap(photos: Photos, human: HumanReference) -> Slope | None:
    """Test 1: natural photos, accuracy minus human accuracy for that number of objects, one value per scene.

    The people's own error is part of the error.

    Raises:
        ValueError: The human reference lacks a number of objects.
    """
    rows = np.flatnonzero((photos.condition == 0) & (photos.trials > 0))
    if not len(rows):
        return None
    unknown = sorted(set(photos.n[rows].tolist()) - set(human.accuracy))
    if unknown:
        raise ValueError(f"the human reference has no accuracy for {', '.join(map(str, unknown))} objects")
    target = np.array([human.accuracy[n] for n in photos.n[rows].tolist()])
    gap = photos.correct[rows] / photos.trials[rows] - target
    size = np.bincount(photos.scene[rows], minlength=photos.n_scenes)
    total = np.bincount(photos.scene[rows], gap, minlength=photos.n_scenes)
    scenes = np.flatnonzero(size)
    lengths = np.zeros(photos.n_scenes, dtype=np.int64)
    lengths[photos.scene[rows]] = photos.n[rows]
    values, counts = np.unique(lengths[scenes], return_counts=True)
    error = human.error_of(dict(zip(values.tolist(), (counts / len(scenes)).tolist(), strict=True)))
    return replace(_mean(total[scenes] / size[scenes], scenes, photos.n_scenes), variance=error**2)


def head_over_gaze(photos: Photos) -> Slope | None:
    """Test 2.1: incongruent photos of more than two objects, share of head answers minus share of gaze answers."""
    rows = np.flatnonzero((photos.condition == 2) & photos.head_known & (photos.n > 2) & (photos.matched > 0))
    if not len(rows):
        return None
    return _mean((photos.at_head - photos.correct)[rows] / photos.matched[rows], photos.scene[rows], photos.n_scenes)


def congruency(photos: Photos) -> Slope | None:
    """Test 2.3: accuracy on incongruent photos, fixed effects of (scene, gaze target)."""
    rows = np.flatnonzero(photos.head_known & (photos.trials > 0))
    y = photos.correct[rows] / photos.trials[rows] if len(rows) else np.empty(0)
    return _within(photos, rows, y, (photos.condition[rows] == 2).astype(float), photos.gaze)


def wrongness_slope(photos: Photos) -> Slope | None:
    """Test 2.4: wrongness on the distance between eyes and head, fixed effects of (scene, gaze target)."""
    rows = np.flatnonzero(photos.head_known & (photos.matched > 0))
    y = photos.gaze_distance[rows] / (photos.matched * photos.gaze_max)[rows]
    return _within(photos, rows, y, photos.dist_eye_head[rows].astype(float), photos.gaze)


def head_distance_slope(photos: Photos) -> Slope | None:
    """Test 3: distance of the answer from the head target on that of the eyes, fixed effects of (scene, head)."""
    rows = np.flatnonzero(photos.head_known & (photos.matched > 0))
    y = photos.head_distance[rows] / (photos.matched * photos.head_max)[rows]
    return _within(photos, rows, y, photos.dist_eye_head[rows].astype(float), photos.head)


def head_share(photos: Photos, n: int) -> ClusterSums | None:
    """Test 4 for rows of n objects: share of head answers on indicators of each distance, effects of (scene, head)."""
    rows = np.flatnonzero(photos.head_known & (photos.matched > 0) & (photos.n == n))
    if not len(rows):
        return None
    distance = photos.dist_eye_head[rows]
    x = (distance[:, None] == np.arange(1, n)).astype(float)
    y = photos.at_head[rows] / photos.matched[rows]
    return _demeaned(photos, rows, y, x, photos.head)


def wrongness_effects(photos: Photos) -> tuple[ClusterSums, list[str]] | None:
    """Proximity and View: wrongness minus its expectation on natural and congruent photos."""
    rows = np.flatnonzero((photos.condition < 2) & (photos.matched > 0))
    if not len(rows):
        return None
    y = photos.gaze_distance[rows] / (photos.matched * photos.gaze_max)[rows] - photos.expected_wrongness[rows]
    columns = {
        "constant": np.ones(len(rows)),
        "proximity": photos.proximity[rows] - photos.proximity[rows].mean(),
        "left": (photos.view[rows] == 1).astype(float),
        "right": (photos.view[rows] == 2).astype(float),
        "n": photos.n[rows] - photos.n[rows].mean(),
        "congruent": (photos.condition[rows] == 1).astype(float),
    }
    # A variable that does not vary (a subset with one view, say) has no effect to estimate.
    kept = [name for name, column in columns.items() if name == "constant" or np.ptp(column) > 0]
    x = np.stack([columns[name] for name in kept], axis=1)
    return cluster_sums(x, y, photos.scene[rows], photos.n_scenes), kept


def _mean(y: Floats, scene: Integers, n_scenes: int) -> Slope:
    return Slope(cluster_sums(np.ones((len(y), 1)), y, scene, n_scenes), np.ones(1))


def _demeaned(photos: Photos, rows: Integers, y: Floats, x: Floats, fixed: Integers) -> ClusterSums:
    groups = pairs_of(photos.scene[rows], fixed[rows])
    both = demean(np.column_stack([x, y]), groups)
    return cluster_sums(both[:, :-1], both[:, -1], photos.scene[rows], photos.n_scenes)


def _within(photos: Photos, rows: Integers, y: Floats, x: Floats, fixed: Integers) -> Slope | None:
    return Slope(_demeaned(photos, rows, y, x[:, None], fixed), np.ones(1)) if len(rows) else None


def shape_weights(n: int) -> dict[str, Floats]:
    """Contrasts on the coefficients d1 .. d(n-1) of Test 4."""
    k = n - 1
    first, last = np.eye(k)[0], np.eye(k)[-1]
    return {"drop": np.full(k, 1.0 / k), "first": first, "trend": last - first}


SLOPES = {"2.1": head_over_gaze, "2.3": congruency, "2.4": wrongness_slope, "3": head_distance_slope}
