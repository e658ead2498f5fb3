"""Reads the answers of HVSBench as they are stored: letters, orders, numbers and scanpaths.

How the release stores its answers is not documented, so the plausible ways are recognised: a bare letter, a letter with
its option's text, an announced letter; scanpaths as JSON, Python literals or printed numpy arrays, in which a person is
a mapping of X, Y and T, a list of points or three columns, however these are nested; and as text, with lists labelled
X, Y and T or points as Q8 prints them. The frame of the coordinates is not decided here: one row cannot tell it (see
`dataset_builders.hvsbench.frames`).
"""

from __future__ import annotations

import ast
import json
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from standardizers import choice, count, order
from vlmeval_hvs.errors import DataError

Scanpath = dict[str, list[float]]  # X, Y as stored; T as stored, empty when absent

_LONGEST = 1_000_000  # characters; ten scanpaths take about two thousand
_MOST_PEOPLE = 1_000
_AXES = {
    "X": ("x", "xs", "x_coordinates", "x-coordinates", "x coordinates"),
    "Y": ("y", "ys", "y_coordinates", "y-coordinates", "y coordinates"),
    "T": ("t", "ts", "d", "duration", "durations", "fixation durations", "time", "times"),
}
_LABELLED = re.compile(r"(?<![A-Za-z])([XYT])\s*[=:]\s*[\[(]([^\])]*)[\])]", re.IGNORECASE)
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_PRINTED_POINT = re.compile(
    rf"\(\s*({_NUMBER.pattern})\s*,\s*({_NUMBER.pattern})\s*\)(?:\s{{0,2}}for\s{{1,2}}({_NUMBER.pattern})\s?ms)?"
)
_NUMPY_CALL = re.compile(r"\b(?:np\.|numpy\.)?(?:array|float32|float64|int64|int32)\(|,\s*dtype=[\w.]+|\)")
_NUMPY_GAP = re.compile(r"(?<=[\d.\]])\s+(?=[-+.\d\[])")
_LETTERS = re.compile(r"[A-Z]")
_LEADING = re.compile(  # "B, because ...", "[B] because ...", "**B** since ..."
    r"\s*(?:(?P<open>[\[(*\"']{1,3})|)(?P<letter>[A-Z])(?:(?(open)[\])*\"']{1,3}|[.):])[\s.,:;-]|[,;]\s|\s?\n"
    r"|\s[-\u2013\u2014]\s|\s(?=because\b|since\b|as\b))"
)
_SEVERAL = re.compile(r"\W{0,3}[A-Z]\W{0,3}(?:,|/|&|and\b|or\b)\W{0,3}([A-Z])(?![\w'])")
_LONE = re.compile(r"(?<![A-Za-z'])([A-Z])(?![A-Za-z'])")
_WHOLE = re.compile(r"\+?(\d{1,6})(?:\.0{0,6})?")
_NUMERIC = re.compile(r"[-+.]?\d[\d_.,e+-]*|-.*", re.IGNORECASE)  # what `_WHOLE` does not take is no count
_PADDING = -1.0  # x and y of what fills up lists of a fixed length


class UnknownScanpathError(DataError):
    """A scanpath answer that is stored in no known way, or holds no usable scanpath."""


class Stored(NamedTuple):
    """Scanpaths of a row as stored.

    Attributes:
        paths: One per person, coordinates in the frame of the set.
        notation: How they are written: ``"json"``, ``"python"``, ``"numpy"`` or ``"text"``.
        dropped: People whose scanpath is empty or damaged.
        shape: Whether a person is a list of ``"points"`` or of ``"columns"``; "" where the axes have names.
        turned: The scanpaths read in the other shape, where the row itself cannot tell.
    """

    paths: list[Scanpath]
    notation: str
    dropped: int
    shape: str = ""
    turned: list[Scanpath] | None = None


def read_letters(answer: str, labels: str, options: Mapping[str, str] | None = None, ranks: bool = False) -> str:
    """A choice or order answer as bare letters.

    Args:
        answer: The cell: ``"B"``, ``"[B]"``, ``"B. 0.27,0.29,0.32,0.89"``, ``"Answer: B"``, an option's own text; for
            an order ``"BCA"`` or ``"B>C>A"``.
        labels: The letters that the question offers; "" when it shows none.
        options: Letter to text.
        ranks: The answer is an order of all letters, not one letter.
    """
    bare = re.sub(r"[\s\[\](){}.,>:;\"'\-]", "", answer).upper()
    if bare and _LETTERS.match(bare) and not (labels and set(bare) - set(labels)) and len(set(bare)) == len(bare):
        return bare
    if labels and ranks and sorted(listed := _LONE.findall(answer)) == sorted(labels):
        return "".join(listed)  # "A. the dog / C. the cat / B. the car"
    leading = None if ranks else _LEADING.match(answer)
    if leading is not None and leading["letter"] in labels:
        several = _SEVERAL.match(answer)
        if several is None or several[1] not in labels or several[1] == leading["letter"]:
            return leading["letter"]
        raise DataError(f"answer {answer[:80]!r} names several letters")
    if labels:
        texts = [(options or {}).get(letter, "") for letter in labels]
        read = (order if ranks else choice)(answer, labels, options=texts if all(texts) else None)
        if not read.fallback:
            return read.value
    raise DataError(f"answer {answer[:80]!r} is not made of the letters {labels or 'A-Z'}")


def read_count(answer: str) -> str:
    """A count answer as digits."""
    if (whole := _WHOLE.fullmatch(answer.strip())) is not None:
        return str(int(whole[1]))
    read = count(answer)
    number = math.nan if read.fallback or _NUMERIC.fullmatch(answer.strip()) else float(read.value)
    if not (0 <= number < 1e6 and number == int(number)):
        raise DataError(f"answer {answer[:80]!r} is not a whole number")
    return str(int(number))


def read_scanpaths(answer: str) -> Stored:
    """The human scanpaths of a Q9 or Q12 row, as stored.

    Raises:
        UnknownScanpathError: The way is not recognised, or no person has a usable scanpath.
    """
    if len(answer) > _LONGEST:
        raise UnknownScanpathError(f"scanpath answer of {len(answer)} characters is too long")
    value, notation = _literal(answer)
    people = _from_text(answer) if value is None else _people(value) if value else []
    unnamed = [person for person in people if _is_rows(person)]
    shape = _shape_of(unnamed)
    if not people or (unnamed and not shape):
        raise UnknownScanpathError(f"scanpath answer is not recognised: {answer[:120]!r}")
    if len(people) > _MOST_PEOPLE:
        raise UnknownScanpathError(f"{len(people)} scanpaths in one answer")
    paths, problems = [], []
    for person in people:
        try:
            path = _checked(_scanpath(person, shape))
            end = len(path["X"])
            while end and path["X"][end - 1] == path["Y"][end - 1] == _PADDING:
                end -= 1
            paths.append(_checked({axis: values[:end] for axis, values in path.items()}))
        except UnknownScanpathError as error:
            problems.append(str(error))
    if not paths:
        raise UnknownScanpathError(problems[0])
    return Stored(paths, notation or "text", len(problems), shape, _turned(unnamed, shape) if value else None)


def _turned(people: Sequence[Any], shape: str) -> list[Scanpath] | None:
    """The scanpaths in the other shape, where the row's lists can be points and columns alike."""
    if not people or not all(_can_be(people)):
        return None
    try:
        return [_checked(_scanpath(person, "columns" if shape == "points" else "points")) for person in people]
    except UnknownScanpathError:
        return None


def _checked(path: Scanpath) -> Scanpath:
    lengths = {axis: len(values) for axis, values in path.items() if axis != "T" or values}
    if len(set(lengths.values())) != 1 or not path["X"]:
        raise UnknownScanpathError(f"scanpath lists differ in length or are empty: {lengths}")
    return path


def _literal(answer: str) -> tuple[Any, str]:
    text = answer.strip()
    if text.startswith("```"):
        text = text.strip("`").removeprefix("json").strip()
    if not text.startswith(("{", "[", "(", "array(", "np.array(")):
        return None, ""
    numpy = _NUMPY_GAP.sub(", ", _NUMPY_CALL.sub(" ", text)) if "array" in text or "dtype" in text else ""
    spaced = _NUMPY_GAP.sub(", ", text) if "," not in text else ""
    for notation, form, parse in (
        ("json", text, json.loads),
        ("python", text, ast.literal_eval),
        ("numpy", numpy or spaced, ast.literal_eval),
    ):
        try:
            if form:
                return parse(form), notation
        except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
            continue
    return None, ""


def _from_text(answer: str) -> list[Any]:
    """Scanpaths written as labelled lists (a new X begins the next scanpath), or as points, one scanpath a line."""
    paths: list[dict[str, list[str]]] = []
    for name, body in _LABELLED.findall(answer):
        axis = name.upper()
        if axis == "X" or not paths:
            paths.append({"X": [], "Y": [], "T": []})
        if paths[-1][axis]:
            raise UnknownScanpathError(f"scanpath answer has two lists {axis} in a row")
        paths[-1][axis] = [part for part in re.split(r"[,\s]+", body.strip()) if part and part != "..."]
    lines = [_PRINTED_POINT.findall(line) for line in answer.splitlines()]
    return paths or [[[float(part) for part in point if part] for point in points] for points in lines if points]


def _people(value: Any) -> list[Any]:
    """One entry per person of a parsed answer: a mapping of axes, a list of points, or a list of columns."""
    if isinstance(value, str):
        inner, _ = _literal(value)
        return _from_text(value) if inner is None else _people(inner)
    if isinstance(value, dict):
        axes = _axes(value)
        if axes is None:  # {"subject 3": ...}, {"scanpaths": ...}, {"subject": 3, "fixations": ...}
            return [
                person
                for inner in value.values()
                if isinstance(inner, dict | list | tuple)
                for person in _people(inner)
            ]
        if not (_is_list(axes["X"]) and axes["X"] and _is_list(axes["X"][0])):
            return [axes]
        columns = [axes[axis] or [[]] * len(axes["X"]) for axis in "XYT"]
        if len({len(column) for column in columns}) != 1:
            raise UnknownScanpathError("X, Y and T hold different numbers of scanpaths")
        return [dict(zip("XYT", lists, strict=True)) for lists in zip(*columns, strict=True)]
    if not _is_list(value):
        return []
    if not value or _is_rows(value) or all(map(_is_point, value)):
        return [value]
    return [person for item in value for person in _people(item) or ([{}] if isinstance(item, dict) else [])]


def _scanpath(person: Any, shape: str) -> Scanpath:
    """A person's scanpath as three lists of numbers."""
    if not person:
        raise UnknownScanpathError("a scanpath is empty")
    if isinstance(person, dict):
        return {axis: _numbers(person[axis]) for axis in "XYT"}
    if isinstance(person[0], dict):
        points = [_axes(point) or {} for point in person]
        timed = all(point["T"] != [] for point in points)
        return {axis: [_number(point[axis]) for point in points] if axis != "T" or timed else [] for axis in "XYT"}
    if shape == "points":
        if len({len(point) for point in person}) != 1:
            raise UnknownScanpathError("points of a scanpath have two or three numbers, but not both in one scanpath")
        person = list(zip(*person, strict=True))
    return dict(zip("XYT", ([_number(part) for part in column] for column in [*person, []][:3]), strict=True))


def _axes(value: dict[Any, Any]) -> dict[str, Any] | None:
    """X, Y and T of a mapping under any of their names; None where it has no X."""
    lowered = {str(key).strip().lower(): cell for key, cell in value.items()}
    found: dict[str, Any] = {
        axis: next((lowered[name] for name in names if name in lowered), []) for axis, names in _AXES.items()
    }
    return found if "x" in lowered or found["X"] else None


def _is_point(item: Any) -> bool:
    axes = _axes(item) if isinstance(item, dict) else None
    return axes is not None and isinstance(axes["X"], (int, float))


def _is_number(part: Any) -> bool:
    return isinstance(part, (int, float)) and not isinstance(part, bool)


def _is_list(item: Any) -> bool:
    return isinstance(item, (list, tuple))


def _is_rows(person: Any) -> bool:
    """Whether a person is a list of lists of numbers: points, or columns."""
    return _is_list(person) and bool(person) and all(_is_list(row) and all(map(_is_number, row)) for row in person)


def _shape_of(people: Sequence[Sequence[Any]]) -> str:
    """Whether lists of numbers are points (x, y[, t]) or the columns X, Y[, T]; "" when they can be neither.

    Everybody's lists are of one shape, and mostly somebody's can only be one: points hold two or three numbers, and
    columns are two or three lists of one length. Where all can be both, durations (far larger than coordinates) tell.
    """
    points, columns = _can_be(people)
    if not people:
        return ""
    if points and columns:
        timed = [person for person in people if len(person) == 3]
        largest = max((abs(part) for person in timed for item in person[:2] for part in item), default=0)
        columns = bool(timed) and min(abs(part) for person in timed for part in person[2]) > 10 * largest
    return "columns" if columns else "points" if points else ""


def _can_be(people: Sequence[Sequence[Any]]) -> tuple[bool, bool]:
    """Whether lists of numbers can be points, and whether they can be columns."""
    points = all(len(item) in (2, 3) for person in people for item in person)
    return points, all(len(person) in (2, 3) and len({len(item) for item in person}) == 1 for person in people)


def _numbers(cell: Any) -> list[float]:
    if isinstance(cell, str):
        cell = [part for part in re.split(r"[,\s]+", cell.strip("[]() ")) if part]
    if not _is_list(cell):
        raise UnknownScanpathError(f"expected a list of numbers, found {str(cell)[:60]!r}")
    return [_number(part) for part in cell]


def _number(part: Any) -> float:
    if isinstance(part, str) and _NUMBER.fullmatch(part.strip()):
        part = float(part)
    if not _is_number(part) or not math.isfinite(part):
        raise UnknownScanpathError(f"{str(part)[:40]!r} in a scanpath is not a finite number")
    return float(part)
