"""What the released and the demo set of HVSBench have in common: the columns of a row."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from string import ascii_uppercase
from typing import Any

import numpy as np

from dataset_builders.hvsbench.answers import Scanpath, Stored, read_count, read_letters, read_scanpaths
from dataset_builders.hvsbench.frames import to_image
from vlmeval_hvs.benchmarks.hvsbench.questions import MOST_OPTIONS, TYPES, labels_of, options_of
from vlmeval_hvs.errors import DataError

NEEDED = ("question", "answer")
KEPT = ("answer_type", "category", "split", "real_image_path", "origin_dataset")
RELEASED = ("question", "question_type", "answer", *KEPT)
"""Columns of the release besides ``index`` and ``image``; kept as they are. Those of `KEPT` may be absent."""

_OTHER_TYPE_COLUMNS = ("category", "type", "task", "l2-category")
_TYPE = re.compile(r"(?:q(?:uestion)?[\s_-]?(?:type[\s_-]?)?)?0?(\d{1,2})(?:\.0)?", re.IGNORECASE)
_SEARCH = r"search\w* for"
_WORDINGS = tuple(
    (re.compile(pattern, re.IGNORECASE | re.DOTALL), kind)
    for pattern, kind in (
        (rf"predict eye fixation.*{_SEARCH}", "Q12"),
        (r"predict eye fixation", "Q9"),
        (rf"two lists of fixation.*{_SEARCH}", "Q11"),
        (r"two lists of fixation", "Q8"),
        (rf"{_SEARCH}.*longest viewing duration", "Q13"),
        (r"longest viewing duration", "Q10"),
        (r"how many salient", "Q2"),
        (r"saliency rank of the object within the bounding box", "Q6"),
        (r"saliency rank of", "Q7"),
        (r"rank the saliency", "Q3"),
        (r"between these two objects", "Q5"),
        (r"between the following two objects", "Q4"),
        (r"bounding box.*(?:most (?:salient|visually prominent)|highest visual attention)", "Q1"),
    )
)
"""How the printed questions (figures 4, 10 and 11 of the paper) tell their type, for files without such a column."""


def released_columns(row: Mapping[str, Any]) -> tuple[dict[str, str], bool]:
    """The columns of `RELEASED` as text, with the question type in the paper's spelling.

    The host's own TSV format has the options in columns ``A``, ``B``...; they are put under the question.

    Returns:
        The columns, and whether the type was told from the question's wording.
    """
    texts = {name: "" if row.get(name) is None else str(row[name]) for name in (*NEEDED, *KEPT)}
    letters = [letter for letter in ascii_uppercase[: len(MOST_OPTIONS)] if str(row.get(letter) or "").strip()]
    if len(letters) > 1 and not options_of(texts["question"]):
        texts["question"] += "".join(f"\n[{letter}] {row[letter]}" for letter in letters)
    wording = next((name for pattern, name in _WORDINGS if pattern.search(texts["question"])), None)
    kind, worded = _type_in(row, "question_type"), False
    if kind is None and "question_type" not in row:
        kind = next((name for column in _OTHER_TYPE_COLUMNS if (name := _named_type(row, column, wording))), None)
        kind, worded = (wording, True) if kind is None else (kind, False)
    if kind is None:
        raise DataError(f"question_type {str(row.get('question_type'))[:40]!r} is none of Q1 to Q13")
    return {"question": texts["question"], "question_type": kind, **texts}, worded


def _type_in(row: Mapping[str, Any], column: str) -> str | None:
    match = _TYPE.fullmatch(str(row.get(column) if row.get(column) is not None else "").strip())
    return f"Q{int(match.group(1))}" if match and f"Q{int(match.group(1))}" in TYPES else None


def _named_type(row: Mapping[str, Any], column: str, wording: str | None) -> str | None:
    """The type in a column of another name, where numbers may be those of objects: a bare one must fit the question."""
    kind = _type_in(row, column)
    bare = str(row.get(column)).strip()[:1].isdigit()
    return kind if kind is not None and (not bare or kind == wording) else None


def make_row(
    index: int, released: Mapping[str, str], image_path: str, size: tuple[int, int]
) -> tuple[dict[str, str], Stored | None]:
    """One row of a built set.

    Args:
        index: Row number.
        released: The columns of `RELEASED`, as text.
        image_path: Path of the image in the set.
        size: (width, height) of the image, px.

    Returns:
        The released columns unchanged, and in addition ``field``; ``labels``, the option letters that the question
        offers; ``truth``, the answer as bare letters or digits; ``scanpaths``, filled by `place`. Then, for Q9 and
        Q12, the scanpaths as stored.
    """
    if not released["question"].strip():
        raise DataError("the question is empty")
    kind = TYPES.get(released["question_type"])
    if kind is None:
        raise DataError(f"question_type {released['question_type']!r} is none of Q1 to Q13")
    labels = labels_of(released["question"])
    truth, stored = "", None
    if kind.kind == "scanpath":
        stored = read_scanpaths(released["answer"])
    elif kind.kind == "count":
        truth = read_count(released["answer"])
    else:
        options = options_of(released["question"])
        truth = _letter_of_text(released["answer"], options) or read_letters(
            released["answer"], labels, options, kind.kind == "order"
        )
        if kind.kind == "choice" and len(truth) != 1:
            raise DataError(f"answer {released['answer'][:80]!r} of a choice question is not one letter")
        if kind.kind == "order" and labels and len(truth) != len(labels):
            raise DataError(f"answer {released['answer'][:80]!r} does not rank all of {labels}")
    return {
        "index": str(index),
        **{column: released[column] for column in RELEASED},
        "image_path": image_path,
        "width": str(size[0]),
        "height": str(size[1]),
        "field": kind.field,
        "labels": labels,
        "truth": truth,
        "scanpaths": "",
    }, stored


def place(row: Mapping[str, str], paths: list[Scanpath], frame: str) -> dict[str, str]:
    """The row with its scanpaths as JSON ``[{"X", "Y", "T"}]``, coordinates relative to the image, T as stored."""
    size = np.array([float(row["width"]), float(row["height"])])
    placed = []
    for path in paths:
        points = to_image(np.column_stack([path["X"], path["Y"]]).astype(float), size, frame)
        placed.append(
            {
                "X": _rounded(points[:, 0].tolist(), 5),
                "Y": _rounded(points[:, 1].tolist(), 5),
                "T": _rounded(path["T"], 1),
            }
        )
    return {**row, "scanpaths": json.dumps(placed)}


def _letter_of_text(answer: str, options: Mapping[str, str]) -> str:
    """The letter of the one option whose text is the answer; "" when the answer is no option's text."""
    text = answer.strip().casefold()
    found = [letter for letter, option in options.items() if text and option.casefold() == text]
    return found[0] if len(found) == 1 else ""


def _rounded(values: list[float], digits: int) -> list[float]:
    return [round(value, digits) for value in values]
