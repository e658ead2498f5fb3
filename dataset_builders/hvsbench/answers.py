"""Reads the answers of HVSBench as they are stored: letters, orders, numbers and scanpaths.

How the release stores its answers is not documented, so all plausible ways are recognised: a bare letter, a letter
with its option's text, an announced letter; scanpaths as JSON, Python literals, printed numpy arrays, lists labelled
X, Y and T, or points as Q8 prints them. The frame of the coordinates is not decided here: one row cannot tell it
(see `dataset_builders.hvsbench.frames`).
"""

from __future__ import annotations

import ast
import json
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
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
_PADDING = -1.0  # what fills up lists of a fixed length


class UnknownScanpathError(DataError):
    """A scanpath answer that is stored in no known way, or holds no usable scanpath."""


class Stored(NamedTuple):
    """Scanpaths of a row as stored.

    Attributes:
        paths: One per person, coordinates in the frame of the set.
        notation: How they are written, for example ``"json list of dicts"``.
        dropped: People whose scanpath is empty or damaged.
        turned: The scanpaths where points are read as columns or the other way round, if the row itself cannot tell.
    """

    paths: list[Scanpath]
    notation: str
    dropped: int
    turned: list[Scanpath] | None = None


def read_letters(answer: str, labels: str, options: Mapping[str, str] | None = None, ranks: bool = False) -> str:
    """A choice or order answer as bare letters.

    Args:
        answer: The cell: ``"B"``, ``"[B]"``, ``"B. 0.27,0.29,0.32,0.89"``, ``"Answer: B"``, an option's own text; for
            an order ``"BCA"`` or ``"B>C>A"``.
        labels: The letters that the question offers; "" when it shows none.
        options: Letter to text.
        ranks: The answer is an order of all letters, not one letter.

    Raises:
        DataError: The answer is not made of the letters that the question offers.
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
    """A count answer as digits.

    Raises:
        DataError: The answer is not a whole number of at least 0.
    """
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
    people: list[Any]
    if value is None:
        people, notation = _from_text(answer), "text"
    else:
        people, shape = _from_value(value)
        notation = f"{notation} {shape}"
    if not people:
        raise UnknownScanpathError(f"scanpath answer is not recognised: {answer[:120]!r}")
    if len(people) > _MOST_PEOPLE:
        raise UnknownScanpathError(f"{len(people)} scanpaths in one answer")
    paths, problems, padded = [], [], False
    for person in people:
        try:
            path = _checked(person() if callable(person) else person)
            end = _end(path)
            padded = padded or end < len(path["X"])
            paths.append(_checked({axis: values[:end] for axis, values in path.items()}))
        except UnknownScanpathError as error:
            problems.append(str(error))
    if not paths:
        raise UnknownScanpathError(problems[0])
    turned = _turned(value, notation)
    return Stored(paths, f"{notation}, filled up with -1" if padded else notation, len(problems), turned)


def _turned(value: Any, notation: str) -> list[Scanpath] | None:
    """The scanpaths of lists of numbers in the other shape, where the row's lists can be points and columns alike."""
    other = {"points": _columns, "columns": _points}.get(notation.rpartition(" ")[2])
    if other is None or not isinstance(value, (list, tuple)):
        return None
    people = [value] if all(map(_is_numbers, value)) else [person for person in value if len(person)]
    if not all(_can_be(people)):
        return None
    try:
        return [_checked(other(person)) for person in people]
    except UnknownScanpathError:
        return None


def _end(path: Scanpath) -> int:
    """The number of fixations before those at (-1, -1) that fill up a list of a fixed length."""
    end = len(path["X"])
    while end and path["X"][end - 1] == path["Y"][end - 1] == _PADDING:
        end -= 1
    return end


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
    if paths:
        return [_later(_path, path) for path in paths]
    lines = [_PRINTED_POINT.findall(line) for line in answer.splitlines()]
    return [_later(_points, [tuple(part for part in point if part) for point in points]) for points in lines if points]


def _later(make: Callable[[Any], Scanpath], value: Any) -> Callable[[], Scanpath]:
    """One person's scanpath, made when asked for, so that a damaged one costs that person only."""
    return lambda: make(value)


def _from_value(value: Any) -> tuple[list[Any], str]:
    if isinstance(value, dict):
        return _from_dict(value)
    if not isinstance(value, (list, tuple)) or not value:
        return [], ""
    if all(isinstance(item, dict) for item in value):
        if _are_points(value):
            return [_later(_point_objects, value)], "list of point objects"
        return [_later(_path, item) for item in _unwrapped(value)], "list of dicts"
    if all(isinstance(item, str) for item in value):
        return [path for item in value for path in _nested_text(item)], "list of texts"
    if all(_is_list(item) for item in value):
        return _from_lists(value)
    return [], ""


def _from_lists(value: Sequence[Any]) -> tuple[list[Any], str]:
    """One person as points or as columns, or several people, all in the same way."""
    if all(_is_numbers(item) for item in value):
        make = _shape_of([value])
        return ([_later(make, value)], f"list of {_NAMES[make]}") if make else ([], "")
    people = [person for person in value if len(person)]
    if all(_is_list(item) and all(_is_numbers(item) for item in person) for person in people for item in person):
        make = _shape_of(people)
        if make:
            return [_later(make, person) for person in value], f"list of lists of {_NAMES[make]}"
    if all(isinstance(item, dict) for person in people for item in person) and all(map(_are_points, people)):
        return [_later(_point_objects, person) for person in value], "list of lists of point objects"
    return [], ""


def _from_dict(value: dict[Any, Any]) -> tuple[list[Any], str]:
    axes = _axes(value)
    if axes is not None:
        first = axes["X"]
        if isinstance(first, (list, tuple)) and first and isinstance(first[0], (list, tuple)):
            columns = [axes[axis] or [[]] * len(first) for axis in "XYT"]
            if len({len(column) for column in columns}) != 1:
                raise UnknownScanpathError("X, Y and T hold different numbers of scanpaths")
            people = [dict(zip("XYT", lists, strict=True)) for lists in zip(*columns, strict=True)]
            return [_later(_path, person) for person in people], "dict of lists"
        return [_later(_path, value)], "dict"
    if len(value) == 1:  # {"scanpaths": ...}, {"fixations": ...}
        people, shape = _from_value(next(iter(value.values())))
        return people, f"dict of {shape.replace('list of ', '')}" if people else ""
    people = []
    for inner in value.values():  # {"subject 3": ..., "subject 4": ...}
        found, _ = _from_value(inner) if isinstance(inner, (dict, list, tuple)) else ([], "")
        if len(found) > 1:
            return [], ""
        people += found
    return people, "dict of dicts"


def _unwrapped(items: Iterable[dict[Any, Any]]) -> list[Any]:
    """People of a list of dicts, also where each is wrapped as ``{"subject": 3, "fixations": {...}}``."""
    people = []
    for item in items:
        inner = next((cell for cell in item.values() if isinstance(cell, dict) and _axes(cell)), None)
        people.append(inner if inner is not None and _axes(item) is None else item)
    return people


def _nested_text(item: str) -> list[Any]:
    value, _ = _literal(item)
    return _from_text(item) if value is None else _from_value(value)[0]


def _axes(value: dict[Any, Any]) -> dict[str, Any] | None:
    lowered = {str(key).strip().lower(): cell for key, cell in value.items()}
    found: dict[str, Any] = {
        axis: next((lowered[n] for n in names if n in lowered), []) for axis, names in _AXES.items()
    }
    return found if "x" in lowered or found["X"] else None


def _path(value: dict[Any, Any]) -> Scanpath:
    axes = _axes(value)
    if axes is None:
        raise UnknownScanpathError(f"scanpath without X: keys {sorted(map(str, value))[:8]}")
    return {axis: _numbers(cell) for axis, cell in axes.items()}


def _are_points(items: Sequence[Any]) -> bool:
    axes = [_axes(item) for item in items]
    return all(found is not None and isinstance(found["X"], (int, float)) for found in axes)


def _point_objects(items: Sequence[Any]) -> Scanpath:
    axes = [_axes(item) or {} for item in items]
    timed = all(found["T"] != [] for found in axes)
    return {axis: [_number(found[axis]) for found in axes] if axis != "T" or timed else [] for axis in "XYT"}


def _is_number(part: Any) -> bool:
    return isinstance(part, (int, float)) and not isinstance(part, bool)


def _is_list(item: Any) -> bool:
    return isinstance(item, (list, tuple))


def _is_numbers(item: Any) -> bool:
    return _is_list(item) and all(map(_is_number, item))


def _shape_of(people: Sequence[Sequence[Any]]) -> Callable[[Any], Scanpath] | None:
    """Whether lists of numbers are points (x, y[, t]) or the columns X, Y[, T]; None when they can be neither.

    Everybody's lists are of one shape, and mostly somebody's can only be one: points hold two or three numbers, and
    columns are two or three lists of one length. Where all can be both, durations (far larger than coordinates) tell.
    """
    points, columns = _can_be(people)
    if points and columns:
        timed = [person for person in people if len(person) == 3]
        largest = max((abs(part) for person in timed for item in person[:2] for part in item), default=0)
        columns = bool(timed) and min(abs(part) for person in timed for part in person[2]) > 10 * largest
    return _columns if columns else _points if points else None


def _can_be(people: Sequence[Sequence[Any]]) -> tuple[bool, bool]:
    """Whether lists of numbers can be points, and whether they can be columns."""
    points = all(len(item) in (2, 3) for person in people for item in person)
    return points, all(len(person) in (2, 3) and len({len(item) for item in person}) == 1 for person in people)


def _columns(value: Any) -> Scanpath:
    if not value:
        raise UnknownScanpathError("a scanpath is empty")
    return dict(zip("XYT", ([_number(part) for part in column] for column in [*value, []][:3]), strict=True))


def _points(points: Any) -> Scanpath:
    if not points:
        raise UnknownScanpathError("a scanpath is empty")
    columns = list(zip(*points, strict=True)) if len({len(point) for point in points}) == 1 else []
    if not columns:
        raise UnknownScanpathError("points of a scanpath have two or three numbers, but not both in one scanpath")
    return _columns(columns)


_NAMES: dict[Callable[[Any], Scanpath], str] = {_points: "points", _columns: "columns"}


def _numbers(cell: Any) -> list[float]:
    if isinstance(cell, str):
        cell = [part for part in re.split(r"[,\s]+", cell.strip("[]() ")) if part]
    if not isinstance(cell, (list, tuple)):
        raise UnknownScanpathError(f"expected a list of numbers, found {str(cell)[:60]!r}")
    return [_number(part) for part in cell]


def _number(part: Any) -> float:
    if isinstance(part, str) and _NUMBER.fullmatch(part.strip()):
        part = float(part)
    if not _is_number(part) or not math.isfinite(part):
        raise UnknownScanpathError(f"{str(part)[:40]!r} in a scanpath is not a finite number")
    return float(part)
