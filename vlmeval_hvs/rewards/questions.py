"""The question of a row with its truth, and the rewards of letters, orders and counts."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from standardizers import choice, count, order
from vlmeval_hvs.benchmarks.hvsbench.questions import MOST_OPTIONS, TYPES, labels_of, options_of
from vlmeval_hvs.errors import DataError

PARTLY = 0.5
"""The most that an order gets that is not the right one."""

_WORD = re.compile(r"\w+")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_NUMBERS_ONLY = re.compile(r"[\d\s.,;:/|()\[\]{}-]+")


class Asked(NamedTuple):
    """A question with its truth."""

    row: str  # name of the row in an error
    kind: str  # "choice", "order", "count" or "scanpath"
    text: str
    labels: str  # of its options; all that a question may have where it shows none
    options: tuple[str, ...] | None  # their texts, or None where the question does not show them all
    truth: str  # the right letters, or the right number in digits; the people's scanpaths as JSON


def asked(row: Mapping[str, Any]) -> Asked:
    """Read a row: ``question``, ``question_type`` and ``answer``, or the ``truth`` and ``scanpaths`` of a built set.

    Raises:
        DataError: A column is missing, the type is unknown, or the truth is not what its type has. Scanpaths are
            checked where they are compared.
    """
    name = f"row {row['index']}" if row.get("index") is not None else "a row"
    missing = [column for column in ("question", "question_type") if not row.get(column)]
    if missing:
        raise DataError(f"{name} has no {' and no '.join(missing)}; a reward needs question, question_type and answer")
    kind = TYPES.get(str(row["question_type"]))
    if kind is None:
        raise DataError(f"{name}: question_type {row['question_type']!r} is not one of Q1 to Q13")
    answer = row.get("scanpaths" if kind.kind == "scanpath" else "truth") or row.get("answer")
    if answer is None or answer == "":
        raise DataError(f"{name} has no answer")
    labels, options = _options(str(row["question"]))
    truth = (answer if isinstance(answer, str) else json.dumps(answer)).strip()
    wrong = {
        "choice": (truth not in set(labels), f"is not one of the letters {labels}"),
        "order": (not set(truth) <= set(labels) or len(set(truth)) != len(truth), f"is not an order of {labels}"),
        "count": (not (truth.isascii() and truth.isdigit()), "is not a whole number"),
        "scanpath": (False, ""),
    }[kind.kind]
    if wrong[0]:
        raise DataError(f"{name}: the answer {truth[:60]!r} {wrong[1]}")
    return Asked(name, kind.kind, str(row["question"]), labels, options, truth)


@lru_cache(maxsize=4096)
def _options(question: str) -> tuple[str, tuple[str, ...] | None]:
    labels, texts = labels_of(question), options_of(question)
    shown = tuple(texts.get(label, "") for label in labels)
    return labels or MOST_OPTIONS, shown if labels and all(shown) else None


def of_choice(reply: str, question: Asked) -> float:
    """1 for the right letter, 0 for every other reply; a bare list of letters is no answer."""
    words = set(_WORD.findall(reply))
    if len(words) > 1 and words <= set(question.labels):
        return 0.0
    found = choice(reply, labels=question.labels, options=question.options)
    return float(not found.fallback and found.value == question.truth)


def of_order(reply: str, question: Asked) -> float:
    """1 for the right order; `PARTLY` times Kendall's tau where that is above 0; 0 for what is no order of all.

    Tau is the share of pairs of options in the right order minus that of the others. Every guess without a look has 0
    on average before it is cut at 0, so that no order is a better guess than another one.
    """
    found = order(reply, labels=question.labels, options=question.options)
    said = str(found.value)
    if found.fallback or sorted(said) != sorted(question.truth):
        return 0.0
    if said == question.truth:
        return 1.0
    pairs = list(combinations(question.truth, 2))
    tau = sum(1 if said.index(one) < said.index(other) else -1 for one, other in pairs) / len(pairs)
    return PARTLY * max(tau, 0.0)


def of_count(reply: str, question: Asked) -> float:
    """``1 / (1 + error) ** 2``: 1 for the right number, 1/4 when it is one off, 1/9 when it is two off."""
    if _NUMBERS_ONLY.fullmatch(reply) and len(_NUMBER.findall(reply)) > 1:
        return 0.0
    found = count(reply, question=question.text)
    if found.fallback:
        return 0.0
    return 1 / (1 + abs(float(found.value) - int(question.truth))) ** 2
