"""Sequences of points in JSON values: columns, rows, objects, nested in each other."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from ..text.cleaning import fold

_COORDINATE = (
    r"(?:s|coords?|coordinates?|values?|positions?|locations?|list|axis"
    r"|norm|normali[sz]ed|relative|rel|px|pixels?|percent|pct)*"
)
_X = re.compile(rf"(?:fixations?|gaze|point)?x{_COORDINATE}")
_Y = re.compile(rf"(?:fixations?|gaze|point)?y{_COORDINATE}")
_TIME = re.compile(
    r"(?:fixation|gaze|viewing|dwell)?(?:t|ts|times?|durations?|durs?|dwells?|ms)"
    r"(?:list|values?|times?|inms|ms|milliseconds?|ins|s|secs?|seconds?)*"
)
_WEIGHT = re.compile(r"w|weights?|p|probs?|probability|probabilities|confidences?|scores?|likelihoods?")
_POINT = re.compile(
    r"points?(?:2d)?|coordinates?|coords?|pos|positions?|locations?|xy|cent(?:er|re)|fixations?|loc|gaze(?:point)?"
    r"|nextfixation|pixel"
)
_NEXT = ("nextfixation", "nextpoint", "next", "finalanswer")
_FIRST = (
    *("answer", "finalanswer", "scanpath", "scanpaths", "fixations"),
    *("fixation", "points", "prediction", "result", "output"),
)
_AXES = (  # other names of x and y
    *(("left", "top"), ("fromleft", "fromtop"), ("horizontal", "vertical"), ("column", "row"), ("col", "row")),
    *(("u", "v"), ("cx", "cy"), ("centerx", "centery"), ("xcenter", "ycenter"), ("leftpercent", "toppercent")),
)
_GRID = ("column", "col")
_SIDES = frozenset(["right", "bottom", "width", "height", "h"])
_MOST_POINTS = 100_000
_DEEPEST = 6
_VALUE = re.compile(
    r"(?P<number>[-+]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][-+]?\d{1,3})?"
    r"|[-+]?(?:nan|inf(?:inity)?|null|none)\b)\s?(?P<unit>[%‰]|[A-Za-z]{1,12})?",
    re.IGNORECASE,
)
_ROW_STRING = re.compile(
    rf"\s?[(\[]?\s?(?:{_VALUE.pattern})(?:\s?[,;/|@:]?\s?(?:{_VALUE.pattern}))+\s?[)\]]?\s?".replace(
        "(?P<number>", "(?:"
    ).replace("(?P<unit>", "(?:"),
    re.IGNORECASE,
)
UNITS = {
    **dict.fromkeys(("%", "percent", "pct"), "%"),
    **dict.fromkeys(("px", "pixel", "pixels"), "px"),
    **dict.fromkeys(("ms", "msec", "msecs", "millisecond", "milliseconds"), "ms"),
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), "s"),
}


@dataclass
class Columns:
    """Points as they are written: x, y, a third column (durations or weights; empty when absent), and their units.

    `frame` is "%", "px" or ""; `clock` is "ms", "s" or "" (for weights "%" or "").
    """

    x: list[float] = field(default_factory=list)
    y: list[float] = field(default_factory=list)
    third: list[float] = field(default_factory=list)
    frame: str = ""
    clock: str = ""

    def add(self, other: Columns) -> None:
        """Append another sequence; a missing third column is filled with NaN as soon as one of both has it."""
        if self.third or other.third:
            self.third += [math.nan] * (len(self.x) - len(self.third))
            self.third += other.third + [math.nan] * (len(other.x) - len(other.third))
        self.x += other.x
        self.y += other.y
        self.frame = self.frame or other.frame
        self.clock = self.clock or other.clock


def number(value: object) -> tuple[float, str] | None:
    """Return a scalar as (float, unit), with NaN for null; None when it is not a number."""
    if value is None:
        return math.nan, ""
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        try:
            return float(value), ""
        except OverflowError:
            return math.inf, ""
    if isinstance(value, str) and len(value) < 80:
        match = _VALUE.fullmatch(fold(value).strip())
        if match:
            return parsed(match.group("number")), UNITS.get((match.group("unit") or "").lower(), "")
    return None


def parsed(literal: str) -> float:
    """Return a matched number literal as float; "null" and "none" are NaN."""
    try:
        return float(literal)
    except ValueError:
        return math.nan


def columns_of(value: object, weights: bool = False, depth: int = 0) -> Columns | None:
    """Return the points in a JSON value, or None when it holds none.

    Args:
        value: A decoded JSON value.
        weights: Read the third column as weights instead of durations.
        depth: How deep the value is nested in the whole one.
    """
    if depth > _DEEPEST:
        return None
    if isinstance(value, Mapping):
        return _of_mapping(value, weights, depth)
    if isinstance(value, list):
        return _of_list(value, weights, depth)
    return None


def _of_mapping(value: Mapping[object, object], weights: bool, depth: int) -> Columns | None:
    keys = {
        "".join(filter(str.isalnum, fold(str(key)).lower())): item for key, item in islice(value.items(), _MOST_POINTS)
    }
    if not weights and any(key.startswith(("start", "onset")) for key in keys):
        _add_length(keys)
    _add_axes(keys)
    x_key = next((key for key in keys if _X.fullmatch(key)), None)
    y_key = next((key for key in keys if _Y.fullmatch(key)), None)
    third_key = next((key for key in keys if (_WEIGHT if weights else _TIME).fullmatch(key)), None)
    columns: Columns | None = None
    if x_key is not None and y_key is not None:
        columns = columns_from(keys[x_key], keys[y_key], keys.get(third_key or ""), unit_of_name(x_key))
    else:
        for key, item in keys.items():
            if _POINT.fullmatch(key) and isinstance(item, (list, Mapping)):
                columns = columns_of(item, weights, depth + 1)
                if columns is not None and third_key is not None and not columns.third:
                    columns.third, columns.clock = _column(keys[third_key])
                break
    if columns is not None:
        if third_key is not None and not columns.clock:
            columns.clock = unit_of_name(third_key)
        return columns
    ordered = (
        [keys[name] for name in _NEXT if name in keys]
        or [keys[name] for name in _FIRST if isinstance(keys.get(name), (list, dict))]
        or [item for key, item in keys.items() if key != third_key or len(keys) == 1]
    )
    joined = _joined(columns_of(item, weights, depth + 1) for item in ordered)
    if joined is not None and not joined.third and third_key is not None:
        joined.third, joined.clock = _column(keys[third_key])
        joined.clock = joined.clock or unit_of_name(third_key)
    return joined


def _add_axes(keys: dict[str, object]) -> None:
    """Add x and y to an object that calls them otherwise, unless it describes a box or a cell of a grid."""
    if "x" in keys or "y" in keys or not _SIDES.isdisjoint(keys):
        return
    for across, down in _AXES:
        if across in keys and down in keys:
            scalars = [*_column(keys[across])[0], *_column(keys[down])[0]]
            if across not in _GRID or (scalars and all(0 <= value <= 1 and value % 1 for value in scalars)):
                keys.setdefault("x", keys[across])
                keys.setdefault("y", keys[down])
            return


def _add_length(keys: dict[str, object]) -> None:
    """Add the duration to an object that says when a look starts and ends."""
    for begin, end in (("start", "end"), ("starttime", "endtime"), ("startms", "endms"), ("onset", "offset")):
        first, last = number(keys.get(begin)), number(keys.get(end))
        if begin in keys and end in keys and first is not None and last is not None:
            keys.setdefault("duration", last[0] - first[0])


_UNIT_AT_END = re.compile(r"(px|pixels?|percent|pct|%|milliseconds?|msecs?|ms|seconds?|secs?|(?<=[^a-z])s)\W*$")


def unit_of_name(key: str) -> str:
    """Return the unit that a name such as "duration_ms" or "X (px)" states, or ""."""
    match = _UNIT_AT_END.search(key.lower()) if key else None
    return UNITS.get(match.group(1), "") if match else ""


def columns_from(x: object, y: object, third: object, unit: str = "") -> Columns | None:
    """Return the points of separate x, y and third values, each a list or a scalar; None when x or y is neither."""
    xs, x_unit = _column(x)
    ys, y_unit = _column(y)
    if not isinstance(x, list) and not isinstance(y, list) and (not xs or not ys):
        return None
    thirds, clock = _column(third) if third is not None else ([], "")
    return Columns(xs, ys, thirds, unit or x_unit or y_unit, clock)


_DECIMAL_COMMA = re.compile(r"\s*0,\d{1,4}\s?%?\s*")


def _column(value: object) -> tuple[list[float], str]:
    if isinstance(value, str) and "," in value and _DECIMAL_COMMA.fullmatch(value):
        value = value.replace(",", ".")
    if isinstance(value, str) and number(value) is None:
        value = [match.group() for match in islice(_VALUE.finditer(fold(value)), _MOST_POINTS)]
    unit = ""
    column: list[float] = []
    for item in value if isinstance(value, list) else [value]:
        scalar = number(item)
        if scalar is not None:
            column.append(scalar[0])
            unit = unit or scalar[1]
    return column, unit


def _of_list(items: Sequence[object], weights: bool, depth: int) -> Columns | None:
    items = items[:_MOST_POINTS]
    if not items:
        return None
    if isinstance(items[0], str) and len(items[0]) > 4 and all(isinstance(item, str) for item in items):
        return _of_strings([item for item in items if isinstance(item, str)])
    if all(isinstance(item, Mapping) for item in items):
        return _joined(columns_of(item, weights, depth + 1) for item in items)
    if all(isinstance(item, list) for item in items):
        rows = [[number(part) for part in item] for item in items if isinstance(item, list)]
        if all(part is not None for row in rows for part in row):
            return of_rows([[part for part in row if part is not None] for row in rows])
        return _joined(columns_of(item, weights, depth + 1) for item in items)
    if len(items) in (2, 3):
        row = [number(item) for item in items]
        if all(
            (part is not None and not isinstance(item, str | None)) or part
            for part, item in zip(row, items, strict=True)
        ):
            return of_rows([[part for part in row if part is not None]])
    return _joined(columns_of(item, weights, depth + 1) for item in items if isinstance(item, (Mapping, list)))


def _of_strings(items: Sequence[str]) -> Columns | None:
    """Return the points of strings such as "0.41, 0.60, 0.5", or None when one of them is something else."""
    rows = []
    for item in items:
        if len(item) > 80 or not _ROW_STRING.fullmatch(item):
            return None
        rows.append(
            [(parsed(one["number"]), UNITS.get((one["unit"] or "").lower(), "")) for one in _VALUE.finditer(item)]
        )
    if any(len(row) not in (2, 3) for row in rows):
        return None
    columns = Columns()
    for row in rows:
        last = row[2:]
        columns.add(Columns([row[0][0]], [row[1][0]], [a for a, _ in last], row[0][1] or row[1][1], _unit(last)))
    return columns


def of_rows(rows: Sequence[Sequence[tuple[float, str]]]) -> Columns | None:
    """Return the points of rows (x, y[, third]), or of two or three rows that are columns; None when neither."""
    rows = _without_counter(rows)
    if _are_columns(rows, {len(row) for row in rows}):
        x, y, *rest = rows
        third = rest[0] if rest else ()
        return Columns([a for a, _ in x], [a for a, _ in y], [a for a, _ in third], _unit(x) or _unit(y), _unit(third))
    rows = [row for row in rows if 2 <= len(row) <= 3]
    if not rows:
        return None
    columns = Columns()
    for row in rows:
        last = [row[2][0]] if len(row) == 3 else []
        columns.add(Columns([row[0][0]], [row[1][0]], last, row[0][1] or row[1][1], row[2][1] if last else ""))
    return columns


def _are_columns(rows: Sequence[Sequence[tuple[float, str]]], lengths: set[int]) -> bool:
    if len(rows) not in (2, 3) or len(lengths) != 1 or lengths <= {0, 1}:
        return False
    if lengths > {3} or max(lengths) > 3:
        return True
    if len(rows) != 3:
        return False
    # three rows of two or three numbers: columns when only the last row holds durations
    return all(0 <= a <= 1 for row in rows[:2] for a, _ in row) and all(a > 10 for a, _ in rows[2])


def _without_counter(rows: Sequence[Sequence[tuple[float, str]]]) -> Sequence[Sequence[tuple[float, str]]]:
    """Drop a first column that only numbers the rows 1, 2, ... (or 0, 1, ...)."""
    counters = [row[0][0] for row in rows if len(row) >= 3]
    if len(rows) < 2 or len(counters) != len(rows):
        return rows
    counts = counters in ([*range(len(rows))], [*range(1, len(rows) + 1)])
    if counts and (all(len(row) == 4 for row in rows) or all(0 <= a <= 1 for row in rows for a, _ in row[1:3])):
        return [row[1:] for row in rows]
    return rows


def _unit(row: Iterable[tuple[float, str]]) -> str:
    return next((unit for _, unit in row if unit), "")


def _joined(parts: Iterable[Columns | None]) -> Columns | None:
    """Return single points joined in order; of longer sequences the last, since each is an answer of its own."""
    joined: Columns | None = None
    for part in parts:
        if part is None or not part.x or not part.y:
            continue
        if joined is None or len(part.x) > 1:
            joined = part
        elif len(part.x) == 1:
            joined.add(part)
    return joined
