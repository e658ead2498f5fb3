"""What the released and the demo set of HVSBench have in common: the columns of a row."""

from __future__ import annotations

import json
from collections.abc import Mapping

from dataset_builders.hvsbench.answers import read_count, read_letters, read_scanpaths
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES, labels_of, options_of
from vlmeval_hvs.errors import DataError

RELEASED = (
    "question",
    "question_type",
    "answer",
    "answer_type",
    "category",
    "split",
    "real_image_path",
    "origin_dataset",
)
"""Columns of the release besides ``index`` and ``image``; kept as they are."""


def make_row(
    index: int, released: Mapping[str, str], image_path: str, size: tuple[int, int]
) -> tuple[dict[str, str], str]:
    """One row of a built set.

    Args:
        index: Row number in the release.
        released: The columns of `RELEASED`, as text.
        image_path: Path of the image in the set.
        size: (width, height) of the image, px.

    Returns:
        The released columns unchanged, and in addition ``field``; ``labels``, the option letters that the question
        offers; ``truth``, the answer as bare letters or digits; ``scanpaths``, for Q9 and Q12 the human scanpaths
        as JSON ``[{"X", "Y", "T"}]`` relative to the image. Then how scanpaths are stored, or "".

    Raises:
        DataError: The type is unknown or the answer cannot be read.
    """
    kind = TYPES.get(released["question_type"])
    if kind is None:
        raise DataError(f"question_type {released['question_type']!r} is none of Q1 to Q13")
    labels = labels_of(released["question"])
    truth, scanpaths, storage = "", "", ""
    if kind.kind == "scanpath":
        paths, storage = read_scanpaths(released["answer"], size)
        scanpaths = json.dumps(
            [{"X": _rounded(p["X"], 5), "Y": _rounded(p["Y"], 5), "T": _rounded(p["T"], 1)} for p in paths]
        )
    elif kind.kind == "count":
        truth = read_count(released["answer"])
    else:
        truth = _letter_of_text(released) or read_letters(released["answer"], labels)
        if kind.kind == "choice" and len(truth) != 1:
            raise DataError(f"answer {released['answer'][:80]!r} of a choice question is not one letter")
    return {
        "index": str(index),
        **{column: released[column] for column in RELEASED},
        "image_path": image_path,
        "width": str(size[0]),
        "height": str(size[1]),
        "field": kind.field,
        "labels": labels,
        "truth": truth,
        "scanpaths": scanpaths,
    }, storage


def _letter_of_text(released: Mapping[str, str]) -> str:
    """The letter of the one option whose text is the answer; "" when the answer is no option's text."""
    answer = released["answer"].strip()
    options = options_of(released["question"])
    found = [letter for letter, text in options.items() if answer and text.casefold() == answer.casefold()]
    return found[0] if len(found) == 1 else ""


def _rounded(values: list[float], digits: int) -> list[float]:
    return [round(value, digits) for value in values]
