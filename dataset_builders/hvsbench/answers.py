"""Reads the answers of HVSBench: letters, orders, numbers, and scanpaths in whichever way they are stored.

How the release stores the scanpaths of Q9 and Q12 is not documented, so all plausible ways are recognised, and
anything else is an error that names the row: JSON or Python literals, or ``X = [..] Y = [..] T = [..]``; one scanpath
or a list of 1 to 10; coordinates relative to the image or in its pixels.
"""

from __future__ import annotations

import ast
import json
import math
import re
from typing import Any

from vlmeval_hvs.errors import DataError

Scanpath = dict[str, list[float]]  # X, Y relative to the image; T in ms, empty when not stored

MOST_SCANPATHS = 10  # the source datasets have ten participants
_LONGEST = 1_000_000  # characters; ten scanpaths take about two thousand
_RELATIVE = 2.0  # fixations may lie a little outside the image, but not by its whole size
_AXES = {
    "X": ("x", "xs", "x_coordinates", "x-coordinates", "x coordinates"),
    "Y": ("y", "ys", "y_coordinates", "y-coordinates", "y coordinates"),
    "T": ("t", "ts", "d", "duration", "durations", "fixation durations", "time", "times"),
}
_LABELLED = re.compile(r"(?<![A-Za-z])([XYT])\s*[=:]\s*[\[(]([^\])]*)[\])]")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_LETTERS = re.compile(r"[A-Z]")


class UnknownScanpathError(DataError):
    """A scanpath answer that is stored in no known way: nothing of the release can be trusted then."""


def read_letters(answer: str, labels: str) -> str:
    """A choice or order answer as bare letters: ``"[B]"``, ``"B."``, ``"B>C>A"``.

    Raises:
        DataError: There are no letters, letters that the question does not offer, a letter twice, or other text.
    """
    bare = re.sub(r"[\s\[\](){}.,>:;\"'\-]", "", answer).upper()
    if not bare or not _LETTERS.match(bare) or (labels and set(bare) - set(labels)) or len(set(bare)) != len(bare):
        raise DataError(f"answer {answer[:80]!r} is not made of the letters {labels or 'A-Z'}")
    return bare


def read_count(answer: str) -> str:
    """A count answer as digits.

    Raises:
        DataError: The answer is not a whole number of at least 0.
    """
    try:
        number = float(answer.strip().rstrip("."))
    except ValueError:
        number = math.nan
    if not (0 <= number < 1e6 and number == int(number)):
        raise DataError(f"answer {answer[:80]!r} is not a whole number")
    return str(int(number))


def read_scanpaths(answer: str, size: tuple[int, int]) -> tuple[list[Scanpath], str]:
    """The human scanpaths of a Q9 or Q12 row.

    Args:
        answer: The cell as released.
        size: (width, height) of the row's image in px.

    Returns:
        Scanpaths relative to the image, and the way they are stored, for example ``"json list of dicts, pixels"``.

    Raises:
        UnknownScanpathError: The way is not recognised; lists differ in length, are empty or hold something else than
            finite numbers; there are more than ten; or the coordinates are neither relative nor inside the image.
    """
    if len(answer) > _LONGEST:
        raise UnknownScanpathError(f"scanpath answer of {len(answer)} characters is too long")
    value, notation = _literal(answer)
    if value is None:
        paths, notation = _from_text(answer), "text"
    else:
        paths, shape = _from_value(value)
        notation = f"{notation} {shape}"
    if not paths:
        raise UnknownScanpathError(f"scanpath answer is not recognised: {answer[:120]!r}")
    if len(paths) > MOST_SCANPATHS:
        raise UnknownScanpathError(f"{len(paths)} scanpaths in one answer; at most {MOST_SCANPATHS} are expected")
    for path in paths:
        lengths = {axis: len(values) for axis, values in path.items() if axis != "T" or values}
        if len(set(lengths.values())) != 1 or not path["X"]:
            raise UnknownScanpathError(f"scanpath lists differ in length or are empty: {lengths}")
    return _relative(paths, size, notation)


def _literal(answer: str) -> tuple[Any, str]:
    text = answer.strip()
    if text.startswith("```"):
        text = text.strip("`").removeprefix("json")
    if not text.lstrip().startswith(("{", "[", "(")):
        return None, ""
    for notation, parse in (("json", json.loads), ("python", ast.literal_eval)):
        try:
            return parse(text.strip()), notation
        except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
            continue
    return None, ""


def _from_text(answer: str) -> list[Scanpath]:
    """Scanpaths written as labelled lists; a new X begins the next scanpath."""
    paths: list[Scanpath] = []
    for axis, body in _LABELLED.findall(answer):
        if axis == "X" or not paths:
            paths.append({"X": [], "Y": [], "T": []})
        if paths[-1][axis]:
            raise UnknownScanpathError(f"scanpath answer has two lists {axis} in a row")
        paths[-1][axis] = _numbers([part for part in re.split(r"[,\s]+", body.strip()) if part and part != "..."])
    return paths


def _from_value(value: Any) -> tuple[list[Scanpath], str]:
    if isinstance(value, dict):
        axes = _axes(value)
        if axes is None:
            inner = next(iter(value.values())) if len(value) == 1 else list(value.values())
            if inner and isinstance(inner, list) and isinstance(inner[0], dict):  # {"scanpaths": [..]}, {"subject": ..}
                return [_path(item) for item in inner], "dict of dicts"
            return [], ""
        if isinstance(axes["X"], (list, tuple)) and axes["X"] and isinstance(axes["X"][0], (list, tuple)):
            columns = [axes[axis] or [[]] * len(axes["X"]) for axis in "XYT"]
            if len({len(column) for column in columns}) != 1:
                raise UnknownScanpathError("X, Y and T hold different numbers of scanpaths")
            return [
                _path(dict(zip("XYT", lists, strict=True))) for lists in zip(*columns, strict=True)
            ], "dict of lists"
        return [_path(value)], "dict"
    if isinstance(value, (list, tuple)) and value:
        if all(isinstance(item, dict) for item in value):
            return [_path(item) for item in value], "list of dicts"
        if all(isinstance(item, str) for item in value):
            return [path for item in value for path in _nested_text(item)], "list of texts"
        if all(_is_point(item) for item in value):
            return [_points(value)], "list of points"
        if all(isinstance(item, (list, tuple)) and item and all(map(_is_point, item)) for item in value):
            return [_points(item) for item in value], "list of lists of points"
    return [], ""


def _nested_text(item: str) -> list[Scanpath]:
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


def _is_point(item: Any) -> bool:
    return (
        isinstance(item, (list, tuple))
        and len(item) in (2, 3)
        and all(isinstance(part, (int, float)) and not isinstance(part, bool) for part in item)
    )


def _points(points: Any) -> Scanpath:
    columns = list(zip(*points, strict=True)) if len({len(point) for point in points}) == 1 else []
    if not columns:
        raise UnknownScanpathError("points of a scanpath have two or three numbers, but not both in one scanpath")
    return dict(zip("XYT", ([_number(part) for part in column] for column in [*columns, []][:3]), strict=True))


def _numbers(cell: Any) -> list[float]:
    if isinstance(cell, str):
        cell = [part for part in re.split(r"[,\s]+", cell.strip("[]() ")) if part]
    if not isinstance(cell, (list, tuple)):
        raise UnknownScanpathError(f"expected a list of numbers, found {str(cell)[:60]!r}")
    return [_number(part) for part in cell]


def _number(part: Any) -> float:
    if isinstance(part, str) and _NUMBER.fullmatch(part.strip()):
        part = float(part)
    if isinstance(part, bool) or not isinstance(part, (int, float)) or not math.isfinite(part):
        raise UnknownScanpathError(f"{str(part)[:40]!r} in a scanpath is not a finite number")
    return float(part)


def _relative(paths: list[Scanpath], size: tuple[int, int], notation: str) -> tuple[list[Scanpath], str]:
    far_x, far_y = (max(abs(value) for path in paths for value in path[axis]) for axis in "XY")
    if max(far_x, far_y) <= _RELATIVE:
        return paths, f"{notation}, relative"
    width, height = size
    # Half an image of tolerance: recorded fixations leave the picture, but a different frame lies further off.
    if far_x > 1.5 * width or far_y > 1.5 * height:
        raise UnknownScanpathError(
            f"coordinates up to ({far_x:g}, {far_y:g}) are neither relative nor pixels of the {width}x{height} image"
        )
    scaled = [
        {"X": [x / width for x in path["X"]], "Y": [y / height for y in path["Y"]], "T": path["T"]} for path in paths
    ]
    return scaled, f"{notation}, pixels"
