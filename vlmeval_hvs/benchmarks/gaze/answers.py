"""Replies to gaze questions -> chosen table positions.

Order as in section 2.4 of the study: rules, then a judge model if there is one; what remains is unmatched and counts as
incorrect. Nothing is ever guessed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import pandas as pd

from standardizers import fixation, option
from vlmeval_hvs.benchmarks.gaze.wording import LETTERS
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.point_choice import nearest_option
from vlmeval_hvs.options import one_of

ANSWERS = ("letter", "point-l2", "point-dx")
REFUSAL = "refusal"
JUDGE_PROMPT = """A model was asked which object a person in a photo looks at. Decide which option its reply chooses.
Options:
{options}
Reply:
\"\"\"{reply}\"\"\"
Answer with the letter of the option alone, or with Z if the reply chooses none of them, more than one, or refuses."""


@dataclass(frozen=True)
class Answers:
    """Choices of all rows.

    Attributes:
        robust: Table positions by the robust reading (after the judge), -1 for unmatched.
        paper: The same by the literal letter rule of the host's kind of matching.
        rule: Which rule decided the robust reading.
        judged: Replies the judge decided.
        judge_failures: Replies for which the judge gave no answer.
    """

    robust: list[int]
    paper: list[int]
    rule: list[str]
    judged: int
    judge_failures: int


def match(items: pd.DataFrame, judge: Callable[[str], str] | None = None, answers: str = "letter") -> Answers:
    """Match every reply with an object.

    Args:
        items: Rows with ``prediction``, ``failed``, ``objects``, ``option_order``, ``points``.
        judge: Called for replies no rule decides (refusals are decided).
        answers: ``"letter"``, or ``"point-l2"`` / ``"point-dx"`` when the model was asked for a point.

    Raises:
        DataError: ``answers`` has no such value, or asks for points where the photos have no coordinates.
    """
    one_of("answers", answers, ANSWERS)
    robust, paper, rules = [], [], []
    judged = failures = 0
    verdicts: dict[tuple[str, tuple[str, ...]], int | None] = {}
    for row in items.to_dict("records"):
        order = [int(digit) for digit in row["option_order"]]
        names = row["objects"].split("+")
        shown = tuple(names[position] for position in order)
        if row["failed"]:
            robust.append(-1)
            paper.append(-1)
            rules.append("failed")
            continue
        if answers != "letter":
            position, rule = _by_point(row, answers.removeprefix("point-"))
            robust.append(position)
            paper.append(position)
            rules.append(rule)
            continue
        index, rule = _by_rule(row["prediction"], shown, "robust")
        literal, _ = _by_rule(row["prediction"], shown, "paper")
        if index < 0 and rule not in (REFUSAL, "empty") and judge is not None:
            key = row["prediction"], shown
            if key not in verdicts:
                verdicts[key] = _ask(judge, *key)
            verdict = verdicts[key]
            failures += verdict is None
            if verdict is not None:
                judged += 1
                index, rule = verdict, "judge"
                literal = verdict if literal < 0 else literal
        robust.append(order[index] if index >= 0 else -1)
        paper.append(order[literal] if literal >= 0 else -1)
        rules.append(rule)
    return Answers(robust, paper, rules, judged, failures)


@lru_cache(maxsize=65536)
def _by_rule(reply: str, shown: tuple[str, ...], profile: str) -> tuple[int, str]:
    found = option(reply, shown, profile=profile)
    return int(found.value), found.rule


def _by_point(row: Mapping[str, Any], by: str) -> tuple[int, str]:
    if not row["points"]:
        raise DataError(f"row {row['index']}: its objects have no coordinates, so a point cannot choose one")
    found = fixation(row["prediction"])
    if found.fallback or not found.value:
        return -1, found.rule
    x, y = found.value[0][:2]
    return nearest_option((x, y), json.loads(row["points"]), by), found.rule


def _ask(judge: Callable[[str], str], reply: str, shown: tuple[str, ...]) -> int | None:
    options = "\n".join(f"{letter}. {name}" for letter, name in zip(LETTERS, shown, strict=False))
    try:
        verdict = judge(JUDGE_PROMPT.format(options=options, reply=reply[:4000]))
    except Exception:  # a judge that is down must not cost the whole evaluation
        return None
    return _by_rule(str(verdict).strip(), shown, "robust")[0]
