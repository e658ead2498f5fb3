"""One row of a set of HVSBench, whether released, generated, own or demo: its columns, and its answer as it is stored.

How the release stores its answers is not documented. Letters may be bare or come with the text of their option;
scanpaths may be JSON, Python literals, or lists labelled X, Y and T as the prompt asks for them. One row does not show
the frame of its coordinates (see `dataset_builders.hvsbench.frames`).
"""

import ast
import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from dataset_builders.hvsbench.frames import to_image
from vlmeval_hvs.benchmarks.hvsbench.questions import MOST_OPTIONS, TYPES, labels_of, options_of
from vlmeval_hvs.errors import DataError

NEEDED = ("question", "question_type", "answer")
KEPT = ("answer_type", "category", "split", "real_image_path", "origin_dataset")
RELEASED = (*NEEDED, *KEPT)
"""Columns of the release besides ``index`` and ``image``; kept as they are. Those of `KEPT` may be absent."""

Scanpath = dict[str, list[float]]  # X, Y; T in ms, empty when absent

_LONGEST = 1_000_000  # characters; ten scanpaths take about two thousand
_LABELLED = re.compile(r"(?<![A-Za-z])([XYT])\s*[=:]\s*\[([^\]]*)\]")


def released(row: Mapping[str, Any]) -> dict[str, str]:
    """The columns of `RELEASED` as text, "" for what a row does not have."""
    return {name: "" if row.get(name) is None else str(row[name]) for name in RELEASED}


def make_row(index: int, columns: Mapping[str, str], image_path: str, size: tuple[int, int]) -> dict[str, str]:
    """One row of a built set, about an image at a path in the set of ``size`` (width, height), px.

    Returns:
        The columns of `RELEASED` unchanged, and in addition ``field``; ``labels``, the option letters that the question
        offers; ``truth``, the answer as bare letters or digits; and ``scanpaths``, those of Q9 and Q12 as JSON
        ``[{"X", "Y", "T"}]`` in the frame of the set, which `place` makes relative to the image.
    """
    if not columns["question"].strip():
        raise DataError("the question is empty")
    kind = TYPES.get(columns["question_type"])
    if kind is None:
        raise DataError(f"question_type {columns['question_type'][:40]!r} is not one of Q1 to Q13")
    labels, answer, truth, scanpaths = labels_of(columns["question"]), columns["answer"], "", ""
    if kind.kind == "scanpath":
        scanpaths = json.dumps(read_scanpaths(answer))
    elif kind.kind == "count":
        truth = read_count(answer)
    else:
        truth = read_letters(answer, labels, options_of(columns["question"]))
        if kind.kind == "choice" and len(truth) != 1:
            raise DataError(f"answer {answer[:80]!r} of a choice question is not one letter")
        if kind.kind == "order" and labels and len(truth) != len(labels):
            raise DataError(f"answer {answer[:80]!r} does not rank all of {labels}")
    return {
        "index": str(index), **{name: columns[name] for name in RELEASED}, "image_path": image_path,
        "width": str(size[0]), "height": str(size[1]), "field": kind.field, "labels": labels, "truth": truth,
        "scanpaths": scanpaths,
    }  # fmt: skip


def place(row: Mapping[str, str], frame: str = "relative", to_ms: float = 1) -> dict[str, str]:
    """The row with its scanpaths' coordinates, stored in a frame, relative to the image; T times ``to_ms``."""
    size = np.array([float(row["width"]), float(row["height"])])
    placed = []
    for path in json.loads(row["scanpaths"] or "[]"):
        x, y = to_image(np.column_stack([path["X"], path["Y"]]), size, frame).T.tolist()
        rounded = {"X": [round(value, 5) for value in x], "Y": [round(value, 5) for value in y]}
        placed.append({**rounded, "T": [round(to_ms * value, 1) for value in path["T"]]})
    return {**row, "scanpaths": json.dumps(placed) if placed else ""}


def read_letters(answer: str, labels: str, options: Mapping[str, str]) -> str:
    """A choice or order answer as bare letters; ``labels`` are those offered ("" when none), ``options`` their texts.

    The cell is ``"B"``, ``"[B]"``, ``"B > C > A"``, ``"B. 0.27,0.29,0.32,0.89"`` or an option's own text.
    """
    words = _words(answer)
    texts = [letter for letter, text in options.items() if words and words == _words(text)]
    lettered = [letter for letter, text in options.items() if words == _words(f"{letter} {text}")]
    if len(texts) == 1 or lettered:
        return (texts if len(texts) == 1 else lettered)[0]
    letters = "".join(words).upper()
    if re.fullmatch("[A-Z]+", letters) and len(set(letters)) == len(letters) and set(letters) <= set(labels or letters):
        return letters
    raise DataError(f"answer {answer[:80]!r} is neither made of the letters {labels or 'A-Z'} nor an option's text")


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def read_count(answer: str) -> str:
    """A count answer as digits."""
    whole = re.fullmatch(r"([0-9]{1,6})(?:\.0)?", answer.strip())
    if whole is None:
        raise DataError(f"answer {answer[:80]!r} is not a whole number")
    return str(int(whole[1]))


def read_scanpaths(answer: str) -> list[Scanpath]:
    """The human scanpaths of a Q9 or Q12 row, without people whose scanpath is empty or damaged, unless all are."""
    paths, problems = [], []
    for person in _people(answer):
        try:
            paths.append(_scanpath(person))
        except DataError as error:
            problems.append(error)
    if not paths:
        raise problems[0]
    return paths


def _people(answer: str) -> list[dict[Any, Any]]:
    if len(answer) > _LONGEST:
        raise DataError(f"scanpath answer of {len(answer)} characters is too long")
    for parse in (json.loads, ast.literal_eval, _labelled):
        try:
            found = parse(answer.strip())
        except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
            continue
        people = [found] if isinstance(found, dict) else found
        if isinstance(people, list) and people and all(isinstance(person, dict) for person in people):
            return people
    raise DataError(f"scanpath answer is not recognised: {answer[:120]!r}")


def _labelled(answer: str) -> list[Scanpath]:
    """Scanpaths written as labelled lists; every list X begins the next scanpath."""
    people: list[Scanpath] = []
    for axis, numbers in _LABELLED.findall(answer):
        if axis == "X" or not people:
            people.append({})
        if axis in people[-1]:
            raise ValueError(f"two lists {axis} in a row")
        people[-1][axis] = [float(number) for number in re.split(r"[,\s]+", numbers.strip()) if number]
    return people


def _scanpath(person: Mapping[Any, Any]) -> Scanpath:
    axes = {str(name).upper(): numbers for name, numbers in person.items()}
    path = {axis: _numbers(axes.get(axis, [])) for axis in "XYT"}
    lengths = {axis: len(numbers) for axis, numbers in path.items() if axis != "T" or numbers}
    if len(set(lengths.values())) != 1 or not path["X"]:
        raise DataError(f"scanpath lists differ in length or are empty: {lengths}")
    return path


def _numbers(cell: Any) -> list[float]:
    if not isinstance(cell, list):
        raise DataError(f"expected a list of numbers, found {str(cell)[:60]!r}")
    for number in cell:
        if isinstance(number, bool) or not isinstance(number, int | float) or not math.isfinite(number):
            raise DataError(f"{str(number)[:40]!r} in a scanpath is not a finite number")
    return [float(number) for number in cell]


# How questions print boxes, points and scanpaths (HVSBench paper, figures 4, 10 and 11).


def box_text(box: Sequence[float]) -> str:
    """A box ``x1,y1,x2,y2``, relative to the image."""
    return ",".join(f"{min(value, 1):.2f}" for value in box)


def point_text(x: float, y: float) -> str:
    """A point ``(x, y)``, relative to the image."""
    return f"({x:.2f}, {y:.2f})"


def path_text(x: Sequence[float], y: Sequence[float], t: Sequence[float]) -> str:
    """A scanpath: its points, relative to the image, with durations in ms."""
    return ", ".join(f"{point_text(*fixation)} for {round(ms)}ms" for *fixation, ms in zip(x, y, t, strict=True)) + "."


def lettered(options: Iterable[str], space: str = " ") -> str:
    """Options on lines of their own, each after its letter."""
    return "\n".join(f"[{letter}]{space}{text}" for letter, text in zip(MOST_OPTIONS, options, strict=False))


def letters(count: int) -> str:
    """The first letters, as a question lists them."""
    return ", ".join(MOST_OPTIONS[:count])


def article(word: str) -> str:
    """The article of a target."""
    return "an" if word[:1].lower() in tuple("aeiou") else "a"
