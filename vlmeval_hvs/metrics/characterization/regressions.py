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
    counts: Floats  # (r, prompts) counts of these answers, or their distances in objects
    trials: Floats  # (r, prompts) the most that could be; in every row some are above 0
    expected: Floats  # (r,) share of the most under blind guessing
    columns: Mapping[str, Floats]  # the test's own variables, (r,) each
    reference: Integers | None  # (r,) position of the target; photos of a scene that share it are compared

    @property
    def y(self) -> Floats:
        """(r,) counts by photo."""
        return self.counts.sum(axis=1)

    @property
    def m(self) -> Floats:
        """(r,) the most by photo."""
        return self.trials.sum(axis=1)


def regressions(photos: Photos) -> dict[str, Regression]:
    """The regressions by test; "effects" are those of proximity and view, "4.3" is Test 4 with three objects."""
    choices, gaze, head = photos.choices, photos.gaze[:, None], photos.head[:, None]
    matched, known, conflict = choices >= 0, photos.head_known, photos.condition == 2
    at_gaze, at_head = choices == gaze, (choices == head) & matched
    off_gaze, by_gaze = _distances(photos, photos.gaze)
    off_head, by_head = _distances(photos, photos.head)
    distance, even = photos.dist_eye_head, np.full(len(photos), 0.5)
    table = {
        "effects": (photos.condition < 2, off_gaze, by_gaze, {"congruent": photos.condition == 1}, None),
        "2.1": (conflict & known & (photos.n > 2), (at_head, at_head | at_gaze), even, {}, None),
        "2.3": (known, (at_gaze, choices > -2), 1 / photos.n, {"key": conflict}, photos.gaze),
        "2.4": (known, off_gaze, by_gaze, {"key": distance}, photos.gaze),
        "3": (known, off_head, by_head, {"key": distance}, photos.head),
    }
    for n in (int(value) for value in np.unique(photos.n) if value > 2):
        steps = {f"d{d}": distance == d for d in range(1, n)}
        table[f"4.{n}"] = (known & (photos.n == n), (at_head, matched), even, steps, photos.head)
    found = {}
    for key, (mask, (counts, trials), expected, columns, reference) in table.items():
        rows = np.flatnonzero(mask & (trials.sum(axis=1) > 0))
        found[key] = Regression(
            rows,
            counts[rows].astype(float),
            trials[rows].astype(float),
            expected[rows],
            {name: column[rows].astype(float) for name, column in columns.items()},
            None if reference is None else reference[rows],
        )
    return found


def _distances(photos: Photos, target: Integers) -> tuple[tuple[Integers, Integers], Floats]:
    """Distances of the answers from a target, the most that they could be, and the share of it of blind guessing."""
    matched, place = photos.choices >= 0, np.maximum(target, 0)
    off, most = np.abs(photos.choices - target[:, None]) * matched, max_distance(place, photos.n)[:, None] * matched
    return (off, most), expected_wrongness(place, photos.n)


def covariates(photos: Photos, rows: Integers) -> dict[str, Floats]:
    """Design variables of the given photos; proximity and number of objects are centred."""
    view = photos.view[rows]
    return {
        "proximity": photos.proximity[rows] - photos.proximity[rows].mean(),
        "left": (view == 1).astype(float),
        "right": (view == 2).astype(float),
        "n": photos.n[rows] - photos.n[rows].mean(),
    }
