"""The question of a row, for a reward: its kind, its options, and the truth."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from vlmeval_hvs.benchmarks.hvsbench.questions import MOST_OPTIONS, TYPES, labels_of, options_of
from vlmeval_hvs.errors import DataError

Person = dict[str, list[float]]
"""A person's scanpath: ``X`` and ``Y`` relative to the image, ``T`` in ms."""


class Asked(NamedTuple):
    """A question with its truth.

    Attributes:
        row: Name of the row in an error.
        kind: ``"choice"``, ``"order"``, ``"count"`` or ``"scanpath"``.
        text: The question.
        labels: Labels of its options; all that a question may have where it shows none.
        options: Their texts, or None where the question does not show them all.
        truth: The right letters, or the right number in digits; the people's scanpaths as JSON.
    """

    row: str
    kind: str
    text: str
    labels: str
    options: tuple[str, ...] | None
    truth: str


def asked(row: Mapping[str, Any]) -> Asked:
    """Read a row.

    Args:
        row: ``question``, ``question_type`` and the truth: ``answer`` as the regenerated set has it, or, in a row of a
            built set, ``truth`` and ``scanpaths``.

    Raises:
        DataError: A column is missing, the type is unknown, or the truth is not what its type has.
    """
    name = f"row {row['index']}" if row.get("index") is not None else "a row"
    missing = [column for column in ("question", "question_type") if not row.get(column)]
    if missing:
        raise DataError(f"{name} has no {' and no '.join(missing)}; a reward needs question, question_type and answer")
    kind = TYPES.get(str(row["question_type"]))
    if kind is None:
        raise DataError(f"{name}: question_type {row['question_type']!r} is not one of Q1 to Q13")
    truth = row.get("scanpaths" if kind.kind == "scanpath" else "truth") or row.get("answer")
    if truth is None or truth == "":
        raise DataError(f"{name} has no answer")
    labels, options = _options(str(row["question"]))
    text = truth if isinstance(truth, str) else json.dumps(truth)
    found = Asked(name, kind.kind, str(row["question"]), labels, options, text.strip())
    problem = _problem(found)
    if problem:
        raise DataError(f"{name}: the answer {found.truth[:60]!r} {problem}")
    return found


@lru_cache(maxsize=4096)
def _options(question: str) -> tuple[str, tuple[str, ...] | None]:
    labels = labels_of(question)
    texts = options_of(question)
    shown = tuple(texts.get(label, "") for label in labels)
    return labels or MOST_OPTIONS, shown if labels and all(shown) else None


def _problem(question: Asked) -> str:
    """What is wrong with a truth, or "". Scanpaths are checked where they are compared."""
    truth, labels = question.truth, set(question.labels)
    if question.kind == "choice" and truth not in labels:
        return f"is not one of the letters {question.labels}"
    if question.kind == "order" and (set(truth) - labels or len(set(truth)) != len(truth)):
        return f"is not an order of {question.labels}"
    if question.kind == "count" and not (truth.isascii() and truth.isdigit()):
        return "is not a whole number"
    return ""
