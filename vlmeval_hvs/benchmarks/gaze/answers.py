"""Replies to gaze questions -> chosen table positions; a reply that no rule reads counts as incorrect.

The study (section 2.4) has a judge read these; see `vlmeval_hvs.results.judging`. The scale of points is decided over
all replies of a model (`vlmeval_hvs.answer_frames`) or named by the user.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from standardizers import option
from vlmeval_hvs import answer_frames as frames
from vlmeval_hvs.benchmarks.gaze.options import POINT_RULES
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.table_distance import nearest_option
from vlmeval_hvs.progress import shown
from vlmeval_hvs.results.guard import READER_ERROR, guarded
from vlmeval_hvs.sets import records

REFUSAL = "refusal"

HEAD = "head"  # the rule of replies that only say where the head points, which is not the question
_HEAD = re.compile(
    r"\b(?:head|face|nose|chin|body)\b[^.;\n]{0,30}"
    r"\b(?:turned|directed|point(?:s|ed|ing)|oriented|fac(?:es|ing)|aimed|tilted)\b",
    re.IGNORECASE,
)
_MORE_THAN_HEAD = re.compile(
    r"\b(?:eyes?|gaz\w+|look\w*|star\w+|target|answer|option|choice|choose|so|thus|therefore|hence|suggest\w*|[A-D])\b"
    r"|[:{\n]"
)


class Answer(NamedTuple):
    """What one reading finds in one reply: the table position from 0 (-1: unmatched), and the rule that decided."""

    position: int
    rule: str


_UNREAD = (Answer(-1, READER_ERROR), Answer(-1, READER_ERROR))
ASKED = "unit"  # the frame that the question names: fractions of the image
Pointed = tuple[Mapping[str, Any], frames.Written, frames.Shape]
"""A row, the points that its reply writes, and the height and width of its photo in px."""


@dataclass(frozen=True)
class Scale:
    """How the numbers of a run's points are to be read."""

    frame: str = frames.AUTO  # a frame of `vlmeval_hvs.answer_frames`; ``"auto"`` decides over all replies
    shapes: Mapping[str, frames.Shape] = field(default_factory=dict)  # height and width in px of a photo by its path
    axes: str = "xy"  # the order in which points write x and y


class Answers(NamedTuple):
    """Answers of all rows."""

    by_reading: Mapping[str, list[Answer]]  # ``robust`` and ``paper`` to one answer per row
    scale: frames.FrameDecision | None = None  # the scale in which points were read; None where letters were asked for
    warnings: Sequence[str] = ()  # about the scale


def match(items: pd.DataFrame, answers: str = "letter", scale: Scale | None = None) -> Answers:
    """Match every reply with an object: the one that it names, or the one nearest to its point.

    A `DataError` names a row whose photo lacks the coordinates or the size that a point needs.
    """
    if answers == "letter":
        pairs = [guarded(_UNREAD, _read, row) for row in shown(records(items), "replies read")]
        return Answers({"robust": [robust for robust, _ in pairs], "paper": [paper for _, paper in pairs]})
    by, scale = POINT_RULES[answers], scale or Scale()
    rows, points, decision = _points(shown(records(items), "replies read"), by, scale)
    warnings = decision.warnings()
    aims = [
        frames.Aim(written, shape, tuple(json.loads(row["points"])[int(row["gaze_pos"])]), row["image_path"])
        for row, written, shape in rows
    ]
    if frames.seem_swapped(aims, decision):
        _, again, _ = _points(records(items), by, replace(scale, axes=frames.other_axes(scale.axes)))
        targets = items["gaze_pos"].astype(int)
        right = [np.mean([one.position for one in read] == targets) for read in (points, again)]
        words = f"{right[0]:.3f} of them are right, and {right[1]:.3f} then"
        warnings.append(frames.axes_warning(scale.axes, words))
    return Answers({"robust": points, "paper": points}, decision, warnings)


def _read(row: Mapping[str, Any]) -> tuple[Answer, Answer]:
    return answer_of(row, "robust"), answer_of(row, "paper")


def answer_of(row: Mapping[str, Any], reading: str) -> Answer:
    """The object that a reply names, as its position on the table."""
    if row["failed"]:
        return Answer(-1, "failed")
    order, names = [int(digit) for digit in row["option_order"]], row["objects"].split("+")
    found = _by_rule(row["reply"], tuple(names[position] for position in order), reading, row.get("finished"))
    return found if found.position < 0 else found._replace(position=order[found.position])


@lru_cache(maxsize=65536)
def _by_rule(reply: str, options: tuple[str, ...], reading: str, finished: bool | None = None) -> Answer:
    """The answer with its place among the letters."""
    found = option(reply, options, profile=reading, finished=finished)
    if reading == "robust" and found.value >= 0 and _HEAD.search(reply) and not _MORE_THAN_HEAD.search(reply):
        return Answer(-1, HEAD)
    return Answer(int(found.value), found.rule)


def _pointed(row: Mapping[str, Any], scale: Scale) -> Pointed:
    if not row["points"]:
        raise DataError(f"row {row['index']}: its objects have no coordinates, which points need; use answers=letter")
    if row["image_path"] not in scale.shapes:
        raise DataError(f"row {row['index']}: the size of {row['image_path']} is not known")
    unread, finished = frames.Written(rule=READER_ERROR), row.get("finished")
    written = guarded(unread, frames.as_written, row["reply"], "fixation", finished, axes=scale.axes)
    return row, frames.Written(rule="failed") if row["failed"] else written, scale.shapes[row["image_path"]]


def _points(
    items: Iterable[Mapping[str, Any]], by: str, scale: Scale
) -> tuple[list[Pointed], list[Answer], frames.FrameDecision]:
    """Rows with their points, the objects nearest to these, and the scale in which all of them were read."""
    rows = [_pointed(row, scale) for row in items]
    decision = replace(frames.decide_frame([row[1:] for row in rows], ASKED, scale.frame), axes=scale.axes)
    return rows, [_nearest(row, decision, by) for row in rows], decision


def _nearest(pointed: Pointed, decision: frames.FrameDecision, by: str) -> Answer:
    row, written, (height, width) = pointed
    frame = decision.of(written)
    placed = frames.place(written, frame, (height, width)).points if written.points else ()
    if not placed:
        return Answer(-1, f"outside_{frame}" if written.points else written.rule)
    point, objects = (placed[0][0] / width, placed[0][1] / height), json.loads(row["points"])
    return Answer(int(nearest_option(point, objects, by, (width, height))), f"{written.rule}_{frame}")
