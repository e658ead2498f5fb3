"""The coordinate frame of the answers in searches that go step by step.

An interactive search places every answer before it asks on, when the replies of other searches are not known. It goes
by the replies of this search so far, keeps what it has placed, and records the numbers as they were written, so that
scoring can tell whether all searches together say otherwise.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from vlmeval_hvs.answer_frames import (
    AUTO,
    FrameDecision,
    Shape,
    WeightedPoint,
    Written,
    as_written,
    decide_frame,
    frame_size,
    place,
)

_STATED = ("unit", "percent", "thousand")
SAID = "said"
"""Key of a record under which the answers stand as they were written."""


class TurnFrames:
    """Frames of the replies of one search.

    Args:
        asked: The frame that the prompts ask for.
        shape: Height and width of the image.
        forced: The frame that the user names, ``auto`` decides; with ``yx`` behind it the replies write y first.
    """

    def __init__(self, asked: str, shape: Shape, forced: str = AUTO) -> None:
        self.forced, _, axes = forced.partition(" ")
        self.asked, self.shape, self.axes = asked, shape, axes or "xy"
        self.replies: list[tuple[Written, str]] = []

    def decide(self, text: str, question: str | None = None) -> FrameDecision:
        """The frame of the next reply to a question, decided over the replies so far and this one."""
        known = [one for one, _ in self.replies]
        listed = [
            (one, self.shape) for one in (*known, as_written(text, "fixation", question=question, axes=self.axes))
        ]
        return replace(decide_frame(listed, self.asked, self.forced), axes=self.axes)

    def add(self, written: Written, decision: FrameDecision) -> None:
        """Keep how a reply was read, which the profile decides, too: ``paper`` reads all in the frame asked for."""
        self.replies.append((written, decision.of(written)))

    def record(self) -> list[dict[str, Any]]:
        """The answers as written, with the frame in which each was placed."""
        return [
            {"points": [list(point) for point in one.points], "stated": one.stated, "read_as": frame}
            for one, frame in self.replies
        ]


def decide_searches(
    records: Iterable[tuple[Mapping[str, Any], Shape]], asked: str, forced: str = AUTO
) -> tuple[FrameDecision, list[str]]:
    """The frame of all answers of a model in its searches, and warnings where they were placed in another.

    Args:
        records: What `TurnFrames.record` gave, under `SAID` of a search's record, with the shapes of the images.
        asked: The frame that the prompts asked for.
        forced: The frame that the user named.
    """
    searches = [(_said(record, shape), shape) for record, shape in records]
    decision = decide_frame([(written, shape) for said, shape in searches for written, _ in said], asked, forced)
    other = sum(
        any(written.points and frame != decision.of(written) for written, frame in said) for said, _ in searches
    )
    warnings = decision.warnings()
    if other:
        warnings.append(
            f"in {other} of {len(searches)} searches answers were placed, and the model was told what it had found, in "
            f"another frame than all answers together show ({decision.frame}): run again with "
            f"answer_frame={decision.frame}"
        )
    return decision, warnings


def placed_outside(record: Mapping[str, Any], shape: Shape) -> int:
    """How many answers of a search lay outside the image."""
    return sum(place(written, frame, shape).outside for written, frame in _said(record, shape))


def said_in(record: Mapping[str, Any], shape: Shape) -> list[Written]:
    """The answers of a search as they were written."""
    return [written for written, _ in _said(record, shape)]


def _said(record: Mapping[str, Any], shape: Shape) -> list[tuple[Written, str]]:
    """The answers of a record that has been through a file, each with its frame; what is no answer is dropped."""
    listed = record.get(SAID)
    found = []
    for one in listed if isinstance(listed, list) else ():
        try:
            points: tuple[WeightedPoint, ...] = tuple((float(x), float(y), float(w)) for x, y, w in one["points"])
            written, frame = Written(points, str(one["stated"])), str(one["read_as"])
            frame_size(frame, shape)
        except (KeyError, TypeError, ValueError, OverflowError):
            continue
        if all(math.isfinite(number) for point in points for number in point) and written.stated in ("", *_STATED):
            found.append((written, frame))
    return found
