"""Replies that point -> chosen table positions: one scale for a whole run, then the nearest object.

A model that gives pixels or thousandths where fractions were asked for does so throughout, so the scale is decided over
all of its replies (`vlmeval_hvs.answer_frames`) or named by the user.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pandas as pd

from vlmeval_hvs.answer_axes import Aim, seem_swapped
from vlmeval_hvs.answer_frames import AUTO, FrameDecision, Shape, Written, as_written, decide_frame, place
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.point_choice import nearest_option
from vlmeval_hvs.progress import shown
from vlmeval_hvs.results.guard import READER_ERROR, guarded

ASKED = "unit"
"""The frame that the question names: fractions of the image."""


@dataclass(frozen=True)
class Scale:
    """How the numbers of a run's points are to be read.

    Attributes:
        frame: A frame of `vlmeval_hvs.answer_frames`; ``"auto"`` decides over all replies.
        shapes: Height and width in px of every photo, by its path in the set.
        axes: The order in which points write x and y.
    """

    frame: str = AUTO
    shapes: Mapping[str, Shape] = field(default_factory=dict)
    axes: str = "xy"


def point_choices(items: pd.DataFrame, by: str, scale: Scale) -> tuple[list[tuple[int, str]], FrameDecision]:
    """The object nearest to the point of every reply.

    Args:
        items: Rows with ``reply``, ``failed``, ``image_path`` and ``points``; ``finished`` where it is known.
        by: A rule of `vlmeval_hvs.metrics.point_choice`.
        scale: How the numbers are to be read.

    Returns:
        Table position (-1 for none) and rule for every row, and the scale that all were read in.

    Raises:
        DataError: A photo has no coordinates of objects, or its size is not known; the message names the row.
    """
    rows = items.to_dict("records")
    replies = [_written(row, scale.axes) for row in shown(rows, "replies read")]
    shapes = [_shape(row, scale) for row in rows]
    decision = replace(decide_frame(zip(replies, shapes, strict=True), ASKED, scale.frame), axes=scale.axes)
    return [
        _choice(row, written, decision, shape, by) for row, written, shape in zip(rows, replies, shapes, strict=True)
    ], decision


def points_seem_swapped(items: pd.DataFrame, scale: Scale) -> bool:
    """Whether points follow the objects that are looked at with x and y exchanged; see `vlmeval_hvs.answer_axes`."""
    aims = []
    for row in items.to_dict("records"):
        x, y = json.loads(row["points"])[int(row["gaze_pos"])]
        aims.append(Aim(_written(row, scale.axes), _shape(row, scale), (float(x), float(y)), row["image_path"]))
    return seem_swapped(aims, decide_frame([(aim.written, aim.shape) for aim in aims], ASKED, scale.frame))


def _written(row: Mapping[str, Any], axes: str) -> Written:
    if row["failed"]:
        return Written(rule="failed")
    return guarded(Written(rule=READER_ERROR), as_written, row["reply"], "fixation", row.get("finished"), axes=axes)


def _shape(row: Mapping[str, Any], scale: Scale) -> Shape:
    if not row["points"]:
        raise DataError(f"row {row['index']}: its objects have no coordinates, so a point cannot choose one")
    if row["image_path"] not in scale.shapes:
        raise DataError(f"row {row['index']}: the size of {row['image_path']} is not known")
    return scale.shapes[row["image_path"]]


def _choice(
    row: Mapping[str, Any], written: Written, decision: FrameDecision, shape: Shape, by: str
) -> tuple[int, str]:
    if not written.points:
        return -1, written.rule
    frame = decision.of(written)
    placed = place(written, frame, shape)
    if not placed.points:
        return -1, f"outside_{frame}"
    height, width = shape
    x, y, _ = placed.points[0]
    objects: Sequence[Sequence[float]] = json.loads(row["points"])
    chosen = nearest_option((x / width, y / height), objects, by, (width, height))
    return int(chosen), f"{written.rule}_{frame}"
