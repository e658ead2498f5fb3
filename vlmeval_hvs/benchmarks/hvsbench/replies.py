"""Replies to typed answers, in either reading."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from standardizers import choice, count, order, scanpath
from vlmeval_hvs.benchmarks.hvsbench.questions import MOST_OPTIONS, TYPES, options_of
from vlmeval_hvs.benchmarks.hvsbench.scanpaths import Scanpath
from vlmeval_hvs.progress import shown
from vlmeval_hvs.results.guard import READER_ERROR, guarded
from vlmeval_hvs.sets import each_record

MOST_OBJECTS = 1000  # no picture shows more objects than a reader can count: larger numbers come out of long reasoning
MEAN_COUNT = 3.2116  # stands in for an unreadable count (section 3.3): the mean of the 1,886 true counts, as a fraction


class Question(NamedTuple):
    """What the readers know about a question."""

    kind: str  # kind of its answer, see `QuestionType`
    labels: str  # the labels of its options; all that a question may have where it shows none
    options: tuple[str, ...] | None  # the options' texts in the labels' order; None where not all are shown
    size: tuple[int, int] | None  # (width, height) of the image, px; of scanpath questions only
    finished: bool | None  # whether the reply ended by itself; None where unknown


class Answer(NamedTuple):
    """An answer as the item table shows it, and what scoring needs of it."""

    text: str
    rule: str
    fallback: bool
    value: Any = None  # a count, or a `Scanpath`
    durations: str = ""  # of a scanpath, JSON, ms


def questions_of(items: pd.DataFrame) -> list[Question]:
    """The questions of rows (`question_of`)."""
    columns = ("question_type", "labels", "width", "height", "question", "finished")
    return [question_of(row) for row in each_record(items[[name for name in columns if name in items]])]


def question_of(row: Mapping[str, Any]) -> Question:
    """The question of a row; its cells ``question`` and ``finished`` are used where it has them."""
    kind, labels = TYPES[row["question_type"]].kind, row["labels"]
    texts = options_of(row.get("question", "")) if kind in ("choice", "order") else {}
    options = tuple(texts[label] for label in labels if label in texts)
    size = (int(row["width"]), int(row["height"])) if kind == "scanpath" else None
    finished = bool(row["finished"]) if isinstance(row.get("finished"), (bool, np.bool_)) else None
    known = options if options and len(options) == len(labels) else None
    return Question(kind, labels or MOST_OPTIONS, known, size, finished)


def read_replies(
    replies: Sequence[str], questions: Sequence[Question], truths: Sequence[str], profile: str
) -> tuple[pd.DataFrame, list[Scanpath]]:
    """Read all replies, with the right answers ``truths`` ("" for scanpaths), in one profile; equal ones once.

    Returns:
        Columns ``answer`` (text), ``rule``, ``fallback``, ``durations`` (of scanpaths, JSON, ms), ``score`` (1 right,
        0 wrong, NaN without a right answer) and ``error`` (of counts, signed, else NaN); and the scanpaths among the
        answers, in the rows' order.
    """
    known: dict[tuple[str, Question], Answer] = {}
    rows, paths = [], []
    asked = list(zip(replies, questions, truths, strict=True))
    for reply, question, truth in shown(asked, "replies read"):
        if (reply, question) not in known:
            known[reply, question] = guarded(_unread(question.kind), _read, reply, question, profile)
        answer, score, error = known[reply, question], np.nan, np.nan
        if question.kind == "scanpath":
            paths.append(answer.value)
        elif question.kind == "count":
            error = answer.value - float(truth)
            score = float(error == 0 and not answer.fallback)
        else:
            score = float(answer.text == truth and not answer.fallback)
        rows.append((answer.text, answer.rule, answer.fallback, answer.durations, score, error))
    table = pd.DataFrame(rows, columns=["answer", "rule", "fallback", "durations", "score", "error"])
    return table.astype({"score": float, "error": float}), paths


def _read(reply: str, question: Question, profile: str) -> Answer:
    kind, labels, options, size, finished = question
    found: Any
    if kind == "scanpath":
        found = scanpath(reply, profile=profile, size=size, finished=finished)
        x, y, t = found.value
        # A path without durations has none to compare; a stand-in keeps its own.
        path = Scanpath(x, y, bool(found.fallback), t if found.fallback or any(t) else ())
        return Answer(_text(path), found.rule, path.fallback, path, json.dumps(list(t)))
    if kind == "count":
        found = count(reply, default=MEAN_COUNT, profile=profile, finished=finished)
        if profile == "robust" and not found.fallback and not 0 <= found.value <= MOST_OBJECTS:
            return Answer(str(MEAN_COUNT), "impossible_count", True, MEAN_COUNT)
        return Answer(str(found.value), found.rule, bool(found.fallback), float(found.value))
    standardize = order if kind == "order" else choice
    found = standardize(reply, labels=labels, profile=profile, options=options, finished=finished)
    return Answer(str(found.value), found.rule, bool(found.fallback))


def _unread(kind: str) -> Answer:
    """The paper's stand-in for no answer, for a reply that makes the reader fail."""
    if kind == "scanpath":
        path = Scanpath((0.5,), (0.5,), True, (0.0,))
        return Answer(_text(path), READER_ERROR, True, path, json.dumps(list(path.t)))
    return Answer("", READER_ERROR, True, MEAN_COUNT if kind == "count" else None)


def _text(path: Scanpath) -> str:
    # Without durations: readings that differ in these alone give the same direction and position.
    return json.dumps([list(path.x), list(path.y)])
