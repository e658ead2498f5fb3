"""What the released, generated, own and demo sets of HVSBench have in common: the columns of a row."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from dataset_builders.hvsbench.answers import Scanpath, Stored, read_count, read_letters, read_scanpaths
from dataset_builders.hvsbench.frames import to_image
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES, labels_of, options_of
from vlmeval_hvs.errors import DataError

NEEDED = ("question", "question_type", "answer")
KEPT = ("answer_type", "category", "split", "real_image_path", "origin_dataset")
RELEASED = (*NEEDED, *KEPT)
"""Columns of the release besides ``index`` and ``image``; kept as they are. Those of `KEPT` may be absent."""


def released(row: Mapping[str, Any]) -> dict[str, str]:
    """The columns of `RELEASED` as text, "" for what a row does not have."""
    return {name: "" if row.get(name) is None else str(row[name]) for name in RELEASED}


def make_row(
    index: int, columns: Mapping[str, str], image_path: str, size: tuple[int, int]
) -> tuple[dict[str, str], Stored | None]:
    """One row of a built set.

    Args:
        index: Row number.
        columns: Those of `RELEASED`, as text.
        image_path: Path of the image in the set.
        size: (width, height) of the image, px.

    Returns:
        The released columns unchanged, and in addition ``field``; ``labels``, the option letters that the question
        offers; ``truth``, the answer as bare letters or digits; ``scanpaths``, filled by `place`. Then, for Q9 and
        Q12, the scanpaths as stored.
    """
    if not columns["question"].strip():
        raise DataError("the question is empty")
    kind = TYPES.get(columns["question_type"])
    if kind is None:
        raise DataError(f"question_type {columns['question_type'][:40]!r} is not one of Q1 to Q13")
    labels, answer = labels_of(columns["question"]), columns["answer"]
    truth, stored = "", None
    if kind.kind == "scanpath":
        stored = read_scanpaths(answer)
    elif kind.kind == "count":
        truth = read_count(answer)
    else:
        truth = read_letters(answer, labels, options_of(columns["question"]))
        if kind.kind == "choice" and len(truth) != 1:
            raise DataError(f"answer {answer[:80]!r} of a choice question is not one letter")
        if kind.kind == "order" and labels and len(truth) != len(labels):
            raise DataError(f"answer {answer[:80]!r} does not rank all of {labels}")
    return {
        "index": str(index),
        **{name: columns[name] for name in RELEASED},
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
        x, y = to_image(np.column_stack([path["X"], path["Y"]]).astype(float), size, frame).T.tolist()
        rounded = {"X": [round(value, 5) for value in x], "Y": [round(value, 5) for value in y]}
        placed.append({**rounded, "T": [round(value, 1) for value in path["T"]]})
    return {**row, "scanpaths": json.dumps(placed)}
