"""The regressions behind the study's tests: which photos, which of their answers are counted, on which variables.

All engines take them from here. Source: section 3 and appendix A.7 of the study, and its published analysis.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from ..arrays import Floats, Integers
from ..table_distance import expected_wrongness, max_distance
from .photos import Photos


class Regression(NamedTuple):
    """How many of the answers to a photo are of the kind that a test is about; r photos."""

    rows: Integers  # (r,) numbers of the photos
    y: Floats  # (r,) counts of these answers, or sums of their distances in objects
    m: Floats  # (r,) the most that could be, above 0
    expected: Floats  # (r,) share of the most under blind guessing
    columns: Mapping[str, Floats]  # the test's own variables, (r,) each
    reference: Integers | None  # (r,) position of the target; photos of a scene that share it are compared


def regressions(photos: Photos) -> dict[str, Regression]:
    """The regressions by test; "effects" are those of proximity and view, "4.3" is Test 4 with three objects."""
    gaze, head = photos.gaze, photos.head
    known, conflict, right, at_head = photos.head_known, photos.condition == 2, photos.correct, photos.at_head
    from_gaze, from_head = _distances(photos, gaze), _distances(photos, head)
    distance, even = photos.dist_eye_head, np.full(len(photos), 0.5)
    table = {
        "effects": (photos.condition < 2, *from_gaze, {"congruent": photos.condition == 1}, None),
        "2.1": (conflict & known & (photos.n > 2), at_head, at_head + right, even, {}, None),
        "2.3": (known, right, photos.trials, 1 / photos.n, {"key": conflict}, gaze),
        "2.4": (known, *from_gaze, {"key": distance}, gaze),
        "3": (known, *from_head, {"key": distance}, head),
    }
    for n in (int(value) for value in np.unique(photos.n) if value > 2):
        steps = {f"d{d}": distance == d for d in range(1, n)}
        table[f"4.{n}"] = (known & (photos.n == n), at_head, photos.matched, even, steps, head)
    found = {}
    for key, (mask, y, m, expected, columns, reference) in table.items():
        rows = np.flatnonzero(mask & (m > 0))
        own = {name: column[rows].astype(float) for name, column in columns.items()}
        counts = y[rows].astype(float), m[rows].astype(float)
        found[key] = Regression(rows, *counts, expected[rows], own, None if reference is None else reference[rows])
    return found


def _distances(photos: Photos, target: Integers) -> tuple[Integers, Integers, Floats]:
    """Sums of the answers' distances from a target, the most that they could be, and its share of blind guessing."""
    place = np.maximum(target, 0)
    off = (np.abs(photos.choices - target[:, None]) * (photos.choices >= 0)).sum(axis=1)
    return off, max_distance(place, photos.n) * photos.matched, expected_wrongness(place, photos.n)


def covariates(photos: Photos, rows: Integers) -> dict[str, Floats]:
    """Design variables of the given photos; proximity and number of objects are centred."""
    view = photos.view[rows]
    return {
        "proximity": photos.proximity[rows] - photos.proximity[rows].mean(),
        "left": (view == 1).astype(float),
        "right": (view == 2).astype(float),
        "n": photos.n[rows] - photos.n[rows].mean(),
    }
