"""Replies to gaze questions -> chosen table positions.

Order as in section 2.4 of the study: rules, then a judge model if there is one; what remains is unmatched and counts as
incorrect. Nothing is ever guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import pandas as pd

from standardizers import option
from vlmeval_hvs.answer_frames import FrameDecision
from vlmeval_hvs.benchmarks.gaze.options import POINT_RULES
from vlmeval_hvs.benchmarks.gaze.pointing import Scale, point_choices
from vlmeval_hvs.choices import lettered
from vlmeval_hvs.progress import shown
from vlmeval_hvs.results.guard import READER_ERROR, guarded

REFUSAL = "refusal"
UNDECIDABLE = (REFUSAL, "empty")
"""Rules that say that there is no answer to find; the judge is not asked about such replies."""

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

JUDGE_PROMPT = """A model was asked which object a person in a photo looks at. Decide which option its reply chooses.
Options:
{options}
Reply:
\"\"\"{reply}\"\"\"
Answer with the letter of the option alone, or with Z if the reply chooses none of them, more than one, or refuses."""

Judge = Callable[[str], str]


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
        by_reading: ``robust`` and ``paper`` to one answer per row, both after the judge.
        judged: Number of replies that the judge decided.
        judge_failures: Number of replies for which the judge gave no answer.
        scale: The scale in which points were read; None where letters were asked for.
    """

    by_reading: Mapping[str, list[Answer]]
    judged: int
    judge_failures: int
    scale: FrameDecision | None = None


def match(
    items: pd.DataFrame, judge: Judge | None = None, answers: str = "letter", scale: Scale | None = None
) -> Answers:
    """Match every reply with an object.

    Args:
        items: Rows with ``reply``, ``failed``, ``objects``, ``option_order``, ``points``; ``finished`` where it
            is known whether a reply was cut.
        judge: Called for replies that no rule decides (refusals are decided).
        answers: The form that was asked for: ``"letter"``, or a key of `POINT_RULES` for a point.
        scale: How the numbers of points are to be read; needed for points.

    Raises:
        DataError: A point was asked for, but a photo has no coordinates; the message names the row.
    """
    if answers != "letter":
        choices, decision = point_choices(items, POINT_RULES[answers], scale if scale is not None else Scale())
        points = [Answer(*choice) for choice in choices]
        return Answers({"robust": points, "paper": points}, 0, 0, decision)
    matcher = _Matcher(judge)
    pairs = [guarded(_UNREAD, matcher.read, row) for row in shown(items.to_dict("records"), "replies read")]
    readings = {"robust": [robust for robust, _ in pairs], "paper": [paper for _, paper in pairs]}
    return Answers(readings, matcher.judged, matcher.failures)


class _Matcher:
    """Reads replies one by one and remembers what the judge said."""

    def __init__(self, judge: Judge | None) -> None:
        self.judge = judge
        self.judged = self.failures = 0
        self._verdicts: dict[tuple[str, tuple[str, ...]], int | None] = {}

    def read(self, row: Mapping[str, Any]) -> tuple[Answer, Answer]:
        """The robust and the literal answer of a row."""
        if row["failed"]:
            return Answer(-1, "failed"), Answer(-1, "failed")
        order = [int(digit) for digit in row["option_order"]]
        names = row["objects"].split("+")
        shown = tuple(names[position] for position in order)
        finished = row.get("finished")
        asked = row.get("question")
        robust, paper = (_by_rule(row["reply"], shown, reading, finished, asked) for reading in ("robust", "paper"))
        if robust.position < 0 and robust.rule not in UNDECIDABLE and self.judge is not None:
            verdict = self._verdict(self.judge, row["reply"], shown)
            if verdict is not None:
                robust = Answer(verdict, "judge")
                paper = robust if paper.position < 0 else paper
        return _placed(robust, order), _placed(paper, order)

    def _verdict(self, judge: Judge, reply: str, shown: tuple[str, ...]) -> int | None:
        if (reply, shown) not in self._verdicts:
            self._verdicts[reply, shown] = _ask(judge, reply, shown)
        verdict = self._verdicts[reply, shown]
        self.failures += verdict is None
        self.judged += verdict is not None
        return verdict


def _placed(answer: Answer, order: list[int]) -> Answer:
    """The answer with its place among the letters turned into a table position."""
    return answer if answer.position < 0 else answer._replace(position=order[answer.position])


@lru_cache(maxsize=65536)
def _by_rule(
    reply: str, shown: tuple[str, ...], reading: str, finished: bool | None = None, question: str | None = None
) -> Answer:
    found = option(reply, shown, profile=reading, finished=finished, question=question)
    if reading == "robust" and found.value >= 0 and _HEAD.search(reply) and not _MORE_THAN_HEAD.search(reply):
        return Answer(-1, HEAD)
    return Answer(int(found.value), found.rule)


def _ask(judge: Judge, reply: str, shown: tuple[str, ...]) -> int | None:
    try:
        verdict = judge(JUDGE_PROMPT.format(options=lettered(shown), reply=reply[:4000]))
    except Exception:  # a judge that is down must not cost the whole evaluation
        return None
    return _by_rule(str(verdict).strip(), shown, "robust").position
