"""Replies to gaze questions -> chosen table positions.

What rules do not read is unmatched and counts as incorrect; nothing is ever guessed. The judge that section 2.4 of the
study lets read the rest is that of all benchmarks (`vlmeval_hvs.results.judging`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import pandas as pd

from standardizers import option
from vlmeval_hvs.answer_frames import FrameDecision
from vlmeval_hvs.benchmarks.gaze.options import POINT_RULES
from vlmeval_hvs.benchmarks.gaze.pointing import Scale, point_choices
from vlmeval_hvs.progress import shown
from vlmeval_hvs.results.guard import READER_ERROR, guarded

REFUSAL = "refusal"

HEAD = "head"
"""The rule of replies that say only where the head points, which the question does not ask."""
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
    """What one reading finds in one reply.

    Attributes:
        position: Table position of the chosen object, from 0; -1 for unmatched.
        rule: Which rule decided.
    """

    position: int
    rule: str


_UNREAD = (Answer(-1, READER_ERROR), Answer(-1, READER_ERROR))


@dataclass(frozen=True)
class Answers:
    """Answers of all rows.

    Attributes:
        by_reading: ``robust`` and ``paper`` to one answer per row.
        scale: The scale in which points were read; None where letters were asked for.
    """

    by_reading: Mapping[str, list[Answer]]
    scale: FrameDecision | None = None


def match(items: pd.DataFrame, answers: str = "letter", scale: Scale | None = None) -> Answers:
    """Match every reply with an object.

    Args:
        items: Rows with ``reply``, ``failed``, ``objects``, ``option_order``, ``points``; ``finished`` where it
            is known whether a reply was cut.
        answers: The form that was asked for: ``"letter"``, or a key of `POINT_RULES` for a point.
        scale: How the numbers of points are to be read; needed for points.

    Raises:
        DataError: A point was asked for, but a photo has no coordinates; the message names the row.
    """
    if answers != "letter":
        choices, decision = point_choices(items, POINT_RULES[answers], scale if scale is not None else Scale())
        points = [Answer(*choice) for choice in choices]
        return Answers({"robust": points, "paper": points}, decision)
    pairs = [guarded(_UNREAD, _read, row) for row in shown(items.to_dict("records"), "replies read")]
    readings = {"robust": [robust for robust, _ in pairs], "paper": [paper for _, paper in pairs]}
    return Answers(readings)


def _read(row: Mapping[str, Any]) -> tuple[Answer, Answer]:
    """The robust and the literal answer of a row."""
    if row["failed"]:
        return Answer(-1, "failed"), Answer(-1, "failed")
    order = [int(digit) for digit in row["option_order"]]
    names = row["objects"].split("+")
    shown = tuple(names[position] for position in order)
    robust, paper = (_by_rule(row["reply"], shown, reading, row.get("finished")) for reading in ("robust", "paper"))
    return _placed(robust, order), _placed(paper, order)


def _placed(answer: Answer, order: list[int]) -> Answer:
    """The answer with its place among the letters turned into a table position."""
    return answer if answer.position < 0 else answer._replace(position=order[answer.position])


@lru_cache(maxsize=65536)
def _by_rule(reply: str, shown: tuple[str, ...], reading: str, finished: bool | None = None) -> Answer:
    found = option(reply, shown, profile=reading, finished=finished)
    if reading == "robust" and found.value >= 0 and _HEAD.search(reply) and not _MORE_THAN_HEAD.search(reply):
        return Answer(-1, HEAD)
    return Answer(int(found.value), found.rule)
