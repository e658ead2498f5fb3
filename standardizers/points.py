"""Sequences of points as a reply writes them: in JSON values, labelled lists, tuples, tables and bare rows."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from .literals import json_spans
from .text import fold

_COORDINATE = r"(?:s|coord(?:inate)?s?|values?|positions?|list|axis|norm|normali[sz]ed|relative|px|pixels?|percent)*"
_X = re.compile(rf"(?:fixations?|gaze|point|center|centre|click|c)?x(?:center|centre)?{_COORDINATE}|left|column")
_Y = re.compile(rf"(?:fixations?|gaze|point|center|centre|click|c)?y(?:center|centre)?{_COORDINATE}|top|row")
_TIME = re.compile(
    r"(?:fixation|dwell)?(?:ts?|times?|durations?|dwells?|ms)(?:list|in|ms|milliseconds?|s|secs?|seconds?)*"
)
_WEIGHT = re.compile(r"w|weights?|p|prob|probs|probability|probabilities|confidences?|scores?|likelihoods?")
_POINT = re.compile(
    r"(?:next|click)?(?:points?(?:2d)?|coord(?:inate)?s?|positions?|locations?|xy|cent(?:er|re)|fixations?|gaze(?:point)?"
    r"|bbox(?:2d)?|box)"
)
_FIRST = ("answer", "finalanswer", "scanpath", "fixations", "fixation", "points", "prediction", "result", "arguments")
_CORNERS = (("x1", "y1", "x2", "y2"), ("xmin", "ymin", "xmax", "ymax"), ("left", "top", "right", "bottom"))
_MOST_NUMBERS, _DEEPEST, _FARTHEST = 20_000, 6, 60
UNITS = {
    **dict.fromkeys(("%", "percent", "pct"), "%"),
    **dict.fromkeys(("px", "pixel", "pixels", "像素"), "px"),
    **dict.fromkeys(("ms", "msec", "msecs", "millisecond", "milliseconds", "毫秒"), "ms"),
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds", "秒"), "s"),
}
_SCALAR = r"(?P<number>[-+]?\d{0,30}\.?\d{1,30}(?:e[-+]?\d{1,3})?|[-+]?(?:nan|inf(?:inity)?|null|none))"
_UNIT = r"(?P<unit>\s?(?:%|percent|px|pixels?|ms(?:ecs?)?|milliseconds?|s(?:ecs?|econds?)?|像素|毫秒|秒))?"
_NUMBER = re.compile(rf"(?<![A-Za-z0-9_.]){_SCALAR}{_UNIT}(?![A-Za-z0-9_]|\.\d)", re.IGNORECASE)
Scalar = tuple[float, str]  # a number and its unit, one of the values of `UNITS` or ""


@dataclass
class Columns:
    """Points as they are written: x, y and a third column (durations or weights; empty when absent).

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


def _scalar(match: re.Match[str]) -> Scalar:
    try:
        value = float(match["number"])
    except ValueError:  # null, none
        value = math.nan
    return value, UNITS.get((match["unit"] or "").strip().lower(), "")


def _number(value: object) -> Scalar | None:
    """Return a JSON scalar as number and unit, NaN for null; None where it is no number."""
    if value is None:
        return math.nan, ""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value) if abs(value) < 1e300 else math.inf, ""
    match = _NUMBER.fullmatch(fold(value).strip()) if isinstance(value, str) and len(value) < 80 else None
    return _scalar(match) if match else None


def from_json(text: str, weights: bool, objects: bool) -> Columns | None:
    """Return the points of the JSON values in a text: of those with objects, or else of its arrays of arrays.

    Single points of several values are joined; of longer sequences the last counts. `weights`: read weights instead of
    durations as the third column.
    """
    chosen = []
    for _, _, value in json_spans(text):
        parts = value if isinstance(value, list) else [value]
        has_objects = any(isinstance(part, Mapping) for part in parts)
        if has_objects is objects and (objects or any(isinstance(part, list) for part in parts)):
            chosen.append(value)
    return _joined(_columns_of(value, weights) for value in chosen)


def _columns_of(value: object, weights: bool, depth: int = 0) -> Columns | None:
    if isinstance(value, Mapping) and depth <= _DEEPEST:
        return _of_mapping(value, weights, depth)
    return _of_list(value, weights, depth) if isinstance(value, list) and depth <= _DEEPEST else None


def _of_mapping(value: Mapping[object, object], weights: bool, depth: int) -> Columns | None:
    keys = {"".join(filter(str.isalnum, fold(str(key)).lower())): item for key, item in value.items()}
    x, y, third = (
        next((key for key in keys if pattern.fullmatch(key)), "") for pattern in (_X, _Y, _WEIGHT if weights else _TIME)
    )
    corners = next((names for names in _CORNERS if all(name in keys for name in names)), None)
    if corners is not None:
        columns = _of_list([keys[name] for name in corners], weights, depth)
    elif x and y:
        columns = _of_axes(keys[x], keys[y], x)
    else:
        point = next((item for key, item in keys.items() if _POINT.fullmatch(key) and isinstance(item, list)), None)
        columns = _columns_of(point, weights, depth + 1)
    if columns is None:
        ordered = [keys[name] for name in _FIRST if name in keys] or keys.values()
        columns = _joined(_columns_of(item, weights, depth + 1) for item in ordered)
    if columns is not None and third and not columns.third:
        thirds = _column(keys[third])
        columns.third, columns.clock = [value for value, _ in thirds], _unit(thirds) or _unit_of_name(third)
    return columns


def _unit_of_name(name: str) -> str:
    match = re.search(r"(px|pixels?|percent|pct|%|milliseconds?|ms|seconds?|secs?|(?<=[^a-z])s)\W*$", name.lower())
    return UNITS.get(match[1], "") if match else ""


def _of_axes(x: object, y: object, name: str) -> Columns | None:
    if not (isinstance(x, list) and isinstance(y, list)) and not (_column(x) and _column(y)):
        return None
    columns = _columns(_column(x), _column(y))
    columns.frame = _unit_of_name(name) or columns.frame
    return columns


def _column(value: object) -> list[Scalar]:
    if isinstance(value, str):
        return [_scalar(match) for match in islice(_NUMBER.finditer(fold(value)), _MOST_NUMBERS)]
    return [found for item in (value if isinstance(value, list) else [value]) if (found := _number(item))]


def _columns(x: Sequence[Scalar], y: Sequence[Scalar], third: Sequence[Scalar] = ()) -> Columns:
    return Columns([a for a, _ in x], [a for a, _ in y], [a for a, _ in third], _unit([*x, *y]), _unit(third))


def _of_list(items: Sequence[object], weights: bool, depth: int) -> Columns | None:
    numbers = [_number(item) for item in items]
    if 2 <= len(items) <= 4 and None not in numbers and any(item is not None for item in items):
        return of_rows([[number for number in numbers if number is not None]])
    if items and all(isinstance(item, list) for item in items):
        rows = [[_number(part) for part in item] for item in items if isinstance(item, list)]
        if not any(part is None for row in rows for part in row):
            return of_rows([[part for part in row if part is not None] for row in rows])
    return _joined(_columns_of(item, weights, depth + 1) for item in items)


def of_rows(rows: Sequence[Sequence[Scalar]]) -> Columns | None:
    """Return the points of rows (x, y[, third]; four numbers are a box, which is its centre) or of columns, or None."""
    rows = _without_counter([row for row in rows if len(row) > 1])
    if _are_columns(rows):
        return _columns(*rows)
    columns = Columns()
    for row in rows:
        if len(row) == 4 and row[0] < row[2] and row[1] < row[3]:
            row = [((row[0][0] + row[2][0]) / 2, row[0][1]), ((row[1][0] + row[3][0]) / 2, row[1][1])]
        if len(row) < 4:
            columns.add(_columns(row[:1], row[1:2], row[2:]))
    return columns if columns.x else None


def _are_columns(rows: Sequence[Sequence[Scalar]]) -> bool:
    lengths = {len(row) for row in rows}
    if len(rows) not in (2, 3) or len(lengths) != 1:
        return False
    fractions = all(0 <= a <= 1 for row in rows[:2] for a, _ in row)
    durations = len(rows) == 3 and all(a > 10 for a, _ in rows[2])
    return max(lengths) > 4 or (fractions and (durations or max(lengths) == 4))


def _without_counter(rows: Sequence[Sequence[Scalar]]) -> Sequence[Sequence[Scalar]]:
    counters = [row[0][0] for row in rows if len(row) > 2]
    if len(rows) > 1 and counters in ([*map(float, range(len(rows)))], [*map(float, range(1, len(rows) + 1))]):
        return [row[1:] for row in rows]
    return rows


def _unit(row: Iterable[Scalar]) -> str:
    return next((unit for _, unit in row if unit), "")


def _joined(parts: Iterable[Columns | None]) -> Columns | None:
    """Return single points joined in order; of longer sequences the last, since each is an answer of its own."""
    joined: Columns | None = None
    for part in parts:
        if part and joined and joined.x and len(part.x) == len(part.y) == 1:
            joined.add(part)
        elif part and (joined is None or (part.x and part.y)):
            joined = part
    return joined


class Run(NamedTuple):
    """Adjacent numbers in a text."""

    start: int
    end: int
    axis: str  # "x", "y", "t" (durations) or "w" (weights) where a label or a clock's unit says so
    opened: bool  # a bracket precedes them
    close: bool  # only punctuation separates them from the run before, on the same line
    numbers: list[Scalar]


class Place(NamedTuple):
    """Points at one place of a text: one point, or whole lists ("lists")."""

    start: int
    end: int
    columns: Columns
    rule: str


_JOINS = re.compile(r"\s{0,20}[,;|/]?\s{0,20}[~≈]?\s?")
_CLOSE = re.compile(r"[ \t)\]}:,(=-]{1,6}")
_BEFORE = re.compile(
    r"(?:[\s:=~≈\[({\"'$]|\b(?:is|are|of|at|about|around|near|approximately|roughly|likely|as|to|values?|for|lasting|be)\b"
    r"|[为是约]){0,12}$"
)
_LABEL = re.compile(
    r"(?<![A-Za-z0-9_])(?:(?P<x>x|horizontal(?:ly)?|横坐标)|(?P<y>y|vertical(?:ly)?|纵坐标)|(?P<t>t|times?|durations?|持续)"
    r"|(?P<w>weights?|p|prob\w{0,10}|confidence|likelihood|权重|概率))(?:[ _-]{0,2}(?:coord\w{0,8}|values?|position"
    r"|axis|px)){0,2}_?\d{0,2}[\"']?\s{0,3}(?P<unit>(?:\([^()\n]{0,40}\))?)\W{0,2}$",
    re.IGNORECASE,
)
_PAIR_LABEL = re.compile(r"\bx_?\d?\W{1,4}y_?\d?(?:\W{1,4}t)?\W{0,3}$", re.IGNORECASE)  # "(x, y) = ": no label of y
_LEADS = re.compile(
    r"(?:^|[\n:=≈~;,>)|是为在]|\b(?:at|near|around|about|approximately|roughly|pixels?|location|position|point|to"
    r"|coord\w{0,8}(?: \w{1,6}){0,2}))[^\w\n]{0,4}$"
)


def runs(text: str) -> Iterator[Run]:
    """Yield the runs of numbers in a text from `standardizers.text.plain`."""
    run: Run | None = None
    end = 0
    for match in islice(_NUMBER.finditer(text), _MOST_NUMBERS):
        gap = text[end : match.start()]
        scalar = _scalar(match)
        end = match.end()
        if run is not None:
            if len(gap) < _FARTHEST and _JOINS.fullmatch(gap) and (run.opened or not set(gap) & {"\n", ";"}):
                run.numbers.append(scalar)
                run = run._replace(end=end)
                continue
            yield run
        close = run is not None and _CLOSE.fullmatch(gap) is not None
        axis, unit = _axis(gap[-80:])
        axis = "t" if scalar[1] in ("ms", "s") else axis
        opened = gap.rstrip(" \n\t~≈")[-1:] in ("(", "[", "{")
        run = Run(match.start(), end, axis, opened, close, [(scalar[0], scalar[1] or unit)])
    if run is not None:
        yield run


def _axis(before: str) -> tuple[str, str]:
    """Return the axis that a label names just before a number, and its unit."""
    joint = _BEFORE.search(before)
    name = before[: joint.start()] if joint else before
    label = _LABEL.search(name)
    if label is None or _PAIR_LABEL.search(name):
        return "", ""
    axis = next(axis for axis in "xytw" if label[axis])
    leads = before[len(name) :].rstrip()
    size = name[: label.start()].rstrip()[-1:].isdigit()  # "640 x 480"
    if (size or leads.endswith(("(", "[", "{"))) and not set(leads) & set(":=≈~"):
        return "", ""  # "the X at (920, 260)"
    return axis, _unit_of_name(label["unit"].strip("()"))


def places(text: str, weights: bool) -> list[Place]:
    """Return the points of running text, in order: of labelled lists the last, else all labelled points and tuples.

    The text is from `standardizers.text.plain`. `weights`: read weights instead of durations as the third number.
    """
    found = [*runs(text)]
    third = "w" if weights else "t"
    sets = [one for one in _labelled(found) if "x" in one and "y" in one]
    lists = [one for one in sets if max(len(one["x"].numbers), len(one["y"].numbers)) > 1]
    if lists:
        return [_of_labels(lists[-1], third, "lists")]
    labelled = [_of_labels(one, third, "rows") for one in sets]
    tuples = _tuples(found, text, third, bare=not labelled)
    return sorted([*labelled, *tuples], key=lambda place: place.start)


def _labelled(found: Sequence[Run]) -> list[dict[str, Run]]:
    """Return the labelled runs by axis; another set begins where x or y occurs again."""
    sets: list[dict[str, Run]] = []
    for run in found:
        if run.axis in ("x", "y"):
            if not sets or run.axis in sets[-1]:
                sets.append({})
            sets[-1][run.axis] = run
        elif run.axis and sets:
            sets[-1].setdefault(run.axis, run)
    return sets


def _of_labels(one: Mapping[str, Run], third: str, rule: str) -> Place:
    kept = [run for axis, run in one.items() if axis in ("x", "y", third)]
    columns = _columns(one["x"].numbers, one["y"].numbers, one[third].numbers if third in one else ())
    return Place(min(run.start for run in kept), max(run.end for run in kept), columns, rule)


def _tuples(found: Sequence[Run], text: str, third: str, bare: bool) -> list[Place]:
    """Return the points in brackets; where there are none and `bare` allows it, those of bare numbers."""
    bare = bare and not any(run.opened and not run.axis and len(run.numbers) > 1 for run in found)
    rows: list[Run] = []
    for run in found:
        belongs = len(run.numbers) == 1 and (run.axis == third or (run.close and not run.axis))
        if len(run.numbers) > 1 and not run.axis and (run.opened or (bare and _is_row(run, text))):
            rows.append(run)
        elif belongs and rows and len(rows[-1].numbers) == 2 and run.start - rows[-1].end < _FARTHEST:
            rows[-1] = rows[-1]._replace(end=run.end, numbers=[*rows[-1].numbers, *run.numbers])
    numbers = _without_counter([run.numbers for run in rows])
    if _are_columns(numbers):
        columns = of_rows(numbers)
        return [Place(rows[0].start, rows[-1].end, columns, "lists")] if columns else []
    read = zip(rows, map(of_rows, ([row] for row in numbers)), strict=True)
    return [Place(run.start, run.end, columns, "rows") for run, columns in read if columns]


def _is_row(run: Run, text: str) -> bool:
    """Whether bare numbers are a point: alone on their line, or with commas after a word such as "at"."""
    before, after = text[max(0, run.start - 200) : run.start], text[run.end : run.end + 200]
    line = before[before.rfind("\n") + 1 :] + after.split("\n", 1)[0]
    commas = not set(text[run.start : run.end]).isdisjoint(",|/;")
    return not any(map(str.isalpha, line)) or (commas and _LEADS.search(before) is not None)


_AMOUNT = r"(\d{1,4}(?:\.\d{1,4})?\s?(?:%|percent|px|pixels))\s(?:of the (?:way|width|height|image)\s)?"
_ACROSS = re.compile(_AMOUNT + r"(?:across|horizontally|from (?:the )?left)\b", re.IGNORECASE)
_DOWN = re.compile(_AMOUNT + r"(?:down|vertically|from (?:the )?top)\b", re.IGNORECASE)


def with_axes(text: str) -> str:
    """Return the text with "60% across" as "x=60%" and "40 px from the top" as "y=40 px"."""
    return _ACROSS.sub(r"x=\1", _DOWN.sub(r"y=\1", text))
