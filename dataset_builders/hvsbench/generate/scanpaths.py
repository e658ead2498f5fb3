"""Single scanpaths of a source: read as recorded, then cut to the fixations on the picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dataset_builders.hvsbench.generate.annotations import Oddities, SourceScanpath
from dataset_builders.hvsbench.generate.reading import text
from dataset_builders.visual_search.raw_set import number_list
from vlmeval_hvs.errors import DataError

FARTHEST = 1e5
"""Px from the corner of the screen, or ms: no fixation is so far off, and none lasts so long."""

_ROUNDING = 1e-9


class Recorded(NamedTuple):
    """A scanpath in the coordinates of its file.

    Attributes:
        participant: Who looked.
        points: (n, 2), columns and rows.
        durations: (n,), ms.
        source: Where it stands.
    """

    participant: str
    points: NDArray[np.float64]
    durations: NDArray[np.float64]
    source: str


def read_recorded(entry: Mapping[str, Any], place: str, oddities: Oddities) -> Recorded:
    """The scanpath of a trial ``{subject, X, Y, T}``, without fixations that have no position or no duration.

    Raises:
        DataError: The trial has no participant, no fixation, or lists of different lengths.
    """
    participant = _participant(entry.get("subject"))
    columns = [number_list(entry.get(key)) for key in "XYT"]
    if len({len(column) for column in columns}) > 1:
        raise DataError("scanpath with lists of different lengths")
    values = np.array(columns, dtype=np.float64).T.reshape(-1, 3)
    with np.errstate(invalid="ignore"):
        good = (np.abs(values) <= FARTHEST).all(axis=1) & (values[:, 2] > 0)
    if not good.all():
        oddities.add("fixation without a position or a duration, left out", place)
    if not good.any():
        raise DataError("scanpath without a fixation")
    kept = values[good]
    return Recorded(participant, kept[:, :2], kept[:, 2], place)


def inside_picture(
    recorded: Recorded, points: NDArray[np.float64], target: str, oddities: Oddities
) -> SourceScanpath | None:
    """The scanpath without fixations off the picture; None where none is left.

    They are left out one by one, as in ``common/utils.py`` of cvlab-stonybrook/HAT (``preprocess_fixations``): a
    position equal to the width or the height is off.

    Args:
        recorded: The scanpath.
        points: (n, 2), its positions relative to the picture.
        target: What was searched for, "" for nothing.
        oddities: Counts what is left out.
    """
    kept = [
        (max(x, 0.0), max(y, 0.0), t)
        for (x, y), t in zip(points.tolist(), recorded.durations.tolist(), strict=True)
        if -_ROUNDING <= x < 1 and -_ROUNDING <= y < 1
    ]
    if len(kept) < len(points):
        oddities.add("scanpath with fixations off the picture, which are left out", recorded.source)
    if not kept:
        oddities.add("scanpath without a fixation on the picture", recorded.source)
        return None
    x, y, t = zip(*kept, strict=True)
    return SourceScanpath(recorded.participant, target, x, y, t, recorded.source)


def _participant(raw: Any) -> str:
    if isinstance(raw, float) and raw.is_integer():
        raw = int(raw)
    if isinstance(raw, int) and not isinstance(raw, bool):
        raw = str(raw) if abs(raw) <= FARTHEST else ""
    return text(raw, "a participant")
