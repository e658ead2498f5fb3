"""Reads the answers of HVSBench as they are stored: letters, orders, numbers and scanpaths.

How the release stores its answers is not documented. Letters may be bare or come with the text of their option;
scanpaths may be JSON, Python literals, or lists labelled X, Y and T as the prompt asks for them. One row does not show
the frame of its coordinates (see `dataset_builders.hvsbench.frames`).
"""

from __future__ import annotations

import ast
import json
import math
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from vlmeval_hvs.errors import DataError

Scanpath = dict[str, list[float]]  # X, Y as stored; T as stored, empty when absent

_LONGEST = 1_000_000  # characters; ten scanpaths take about two thousand
_LABELLED = re.compile(r"(?<![A-Za-z])([XYT])\s*[=:]\s*\[([^\]]*)\]")


class UnknownScanpathError(DataError):
    """A scanpath answer that is stored in no known way, or holds no usable scanpath."""


class Stored(NamedTuple):
    """Scanpaths of a row as stored."""

    paths: list[Scanpath]  # one per person, coordinates in the frame of the set
    notation: str  # how they are written: ``"json"``, ``"python"`` or ``"text"``
    dropped: int  # people whose scanpath is empty or damaged


def read_letters(answer: str, labels: str, options: Mapping[str, str]) -> str:
    """A choice or order answer as bare letters.

    Args:
        answer: The cell: ``"B"``, ``"[B]"``, ``"B > C > A"``, ``"B. 0.27,0.29,0.32,0.89"`` or an option's own text.
        labels: The letters that the question offers; "" when it shows none.
        options: Letter to text.
    """
    words = _words(answer)
    texts = [letter for letter, text in options.items() if words == _words(text)]
    if words and len(texts) == 1:
        return texts[0]
    for letter, text in options.items():
        if words == _words(f"{letter} {text}"):
            return letter
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


def read_scanpaths(answer: str) -> Stored:
    """The human scanpaths of a Q9 or Q12 row, as stored: one mapping of X, Y and T, or a list of them.

    Raises:
        UnknownScanpathError: The answer is not recognised, or no person has a usable scanpath.
    """
    people, notation = _people(answer)
    paths, problems = [], []
    for person in people:
        try:
            paths.append(_scanpath(person))
        except UnknownScanpathError as error:
            problems.append(error)
    if not paths:
        raise problems[0]
    return Stored(paths, notation, len(problems))


def _people(answer: str) -> tuple[list[dict[Any, Any]], str]:
    if len(answer) > _LONGEST:
        raise UnknownScanpathError(f"scanpath answer of {len(answer)} characters is too long")
    for notation, parse in (("json", json.loads), ("python", ast.literal_eval), ("text", _labelled)):
        try:
            found = parse(answer.strip())
        except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
            continue
        people = [found] if isinstance(found, dict) else found
        if isinstance(people, list) and people and all(isinstance(person, dict) for person in people):
            return people, notation
    raise UnknownScanpathError(f"scanpath answer is not recognised: {answer[:120]!r}")


def _labelled(answer: str) -> list[dict[str, list[float]]]:
    """Scanpaths written as labelled lists; every list X begins the next scanpath."""
    people: list[dict[str, list[float]]] = []
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
        raise UnknownScanpathError(f"scanpath lists differ in length or are empty: {lengths}")
    return path


def _numbers(cell: Any) -> list[float]:
    if not isinstance(cell, list):
        raise UnknownScanpathError(f"expected a list of numbers, found {str(cell)[:60]!r}")
    for number in cell:
        if isinstance(number, bool) or not isinstance(number, int | float) or not math.isfinite(number):
            raise UnknownScanpathError(f"{str(number)[:40]!r} in a scanpath is not a finite number")
    return [float(number) for number in cell]
