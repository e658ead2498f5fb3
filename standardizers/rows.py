"""Sequences of points in running text: labelled lists, tuples, table rows and point tags."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from .literals import json_spans
from .points import UNITS, Columns, columns_of, of_rows, parsed, unit_of_name

_NUMBER = r"[-+]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][-+]?\d{1,3})?|[-+]?\b(?:nan|inf(?:inity)?|null|none)\b"
_SCALAR = re.compile(
    rf"(?P<number>{_NUMBER})\s?(?P<unit>%|(?:px|pixels?|ms|msecs?|milliseconds?|seconds?|secs?|s)\b)?", re.IGNORECASE
)
_LABEL = re.compile(
    r"(?<![A-Za-z0-9_])[\"']?(?:(?P<x>x)|(?P<y>y)|(?P<t>t|times?|(?:fixation |viewing |dwell )?durations?"
    r"|dwell times?)|(?P<w>weights?|prob(?:ability|abilities)?|confidences?))"
    r"(?:[ _-]{0,2}(?:coordinates?|coords?|values?|positions?|locations?|axis|list|normali[sz]ed|durations?"
    r"|times?)){0,3}(?:_(?P<suffix>ms|s|px))?[\"']?"
    r"\s{0,3}(?:[(\[](?P<unit>[^()\[\]\n:=]{0,60})[)\]])?\s{0,3}[\"']?\s{0,2}[:=]\s{0,4}(?P<open>[\[({])?",
    re.IGNORECASE,
)
_LISTED = re.compile(
    rf"(?:\s{{0,4}}(?:{_NUMBER})\s?(?:%|(?:px|pixels?|ms|s|seconds?)\b)?\s{{0,4}}(?:[,;]|\.{{2,}}|\s)*|[,;]\s{{0,4}}"
    rf"|\.{{2,}}[\s,]*)*",
    re.IGNORECASE,
)
_TUPLE = re.compile(
    rf"[(\[{{]\s{{0,3}}(?:x\s?[=:]\s?)?(?:{_NUMBER})\s?(?:%|px)?(?:\s{{0,3}}[,;]\s{{0,3}}(?:[yt]\s?[=:]\s?"
    rf"|duration\s?[=:]\s?)?(?:{_NUMBER})\s?(?:%|px|ms|s\b)?){{1,3}}\s{{0,3}}[)\]}}]"
    r"(?P<tail>[ \t,(]{0,3}(?:(?:(?:for|with|at|@|:|-(?=\s)|lasting|about|approximately|duration|weight|probability"
    r"|confidence|prob|p|t|of|is|=)[ \t]{0,2}){1,6}"
    rf"(?P<last>{_NUMBER})(?![\d.]|\s?:)\s?(?P<unit>%|ms\b|milliseconds?\b|s\b|sec\b|seconds?\b)?|(?P<bare>{_NUMBER})\s?(?P<its>%"
    rf"|ms\b|milliseconds?\b|s\b|sec\b|seconds?\b)))?",
    re.IGNORECASE,
)
_LINE = re.compile(
    rf"^[^\w\n+.-]{{0,6}}(?:(?:fixation|point|fix|step|no\.?|#)[ \t#]{{0,2}})?"
    rf"(?:\d{{1,3}}[.):][ \t]{{1,3}})?[|\s(\[]{{0,4}}"
    rf"(?P<row>(?:{_NUMBER})[ \t]?(?:%|px|ms|s\b)?(?:[ \t]{{0,3}}[,;|\t ][ \t]{{0,3}}(?:{_NUMBER})[ \t]?(?:%|px|ms"
    rf"|s\b)?){{1,3}})[^\w\n]{{0,6}}$",
    re.IGNORECASE | re.MULTILINE,
)
_POINT_TAG = re.compile(r"<points?\s[^<>]{1,20000}>", re.IGNORECASE)
_ATTRIBUTE = re.compile(rf"\b(?P<axis>[xy])(?P<number>\d{{0,4}})\s?=\s?[\"']?\s?(?P<value>{_NUMBER})", re.IGNORECASE)
_MOST_ROWS = 20_000


def labelled(text: str, weights: bool = False) -> tuple[Columns | None, bool]:
    """Return the points of lists labelled X, Y and T (or weights), and whether any label was there.

    Lists may be empty, unbracketed or hold "..."; the last complete set wins; labels with one value each ("x=0.5,
    y=0.4") are rows.

    Args:
        text: Text from `standardizers.text.plain`.
        weights: Read weights instead of durations as the third column.
    """
    sets = _labelled_sets(text)
    if not any("x" in one or "y" in one for one in sets):
        return None, False
    third = "w" if weights else "t"
    read = [_of_set(one, third) for one in sets if "x" in one and "y" in one]
    if read and all(len(columns.x) == 1 == len(columns.y) for columns in read):
        joined = Columns()
        for columns in read:
            joined.add(columns)
        return joined, True
    return (read[-1] if read else None), True


def _labelled_sets(text: str) -> list[dict[str, tuple[list[float], str]]]:
    """Return {axis: (numbers, unit)} of the labels in a text; a new set begins when an axis occurs again."""
    sets: list[dict[str, tuple[list[float], str]]] = []
    for label in islice(_LABEL.finditer(text), _MOST_ROWS):
        axis = _axis(label)
        listed = _LISTED.match(text, label.end())
        values = [*_scalars(listed.group() if listed else "")]
        if not values and label.group("open") is None:
            continue
        unit = unit_of_name(label.group("unit") or "") or UNITS.get((label.group("suffix") or "").lower(), "")
        column = ([value for value, _ in values], unit or next((unit for _, unit in values if unit), ""))
        if not sets or axis in sets[-1]:
            sets.append({})
        sets[-1][axis] = column
    return sets


def _axis(label: re.Match[str]) -> str:
    return next(axis for axis in "xytw" if label.group(axis) is not None)


def _of_set(one: dict[str, tuple[list[float], str]], third: str) -> Columns:
    x, y, last = one["x"], one["y"], one.get(third, ([], ""))
    return Columns(x[0], y[0], last[0], x[1] or y[1], last[1])


def _scalars(listed: str) -> Iterator[tuple[float, str]]:
    for match in _SCALAR.finditer(listed):
        yield parsed(match.group("number")), UNITS.get((match.group("unit") or "").lower(), "")


def from_json(text: str, objects: bool, weights: bool = False) -> Columns | None:
    """Return the points of the JSON values in a text: of its objects (alone or in arrays), or of its arrays of arrays.

    Args:
        text: The answer as written, with its code fences.
        objects: Read objects ({"X": ...}); otherwise arrays without objects.
        weights: Read weights instead of durations as the third column.
    """
    found: Columns | None = None
    for _, _, value in json_spans(text):
        parts = value if isinstance(value, list) else []
        has_objects = isinstance(value, dict) or any(isinstance(part, dict) for part in parts)
        if has_objects is not objects or not (objects or any(isinstance(part, list) for part in parts)):
            continue
        columns = columns_of(value, weights)
        if columns is None:
            continue
        if found is not None and len(found.x) >= 1 and len(columns.x) == 1 and objects:
            found.add(columns)
        else:
            found = columns
    return found


def flat_lists(text: str) -> Columns | None:
    """Return the points of exactly two or three bare lists of the same length, which are then x, y and durations."""
    lists = [value for _, _, value in islice(json_spans(text), 50) if isinstance(value, list)]
    if len(lists) not in (2, 3) or len({len(one) for one in lists}) != 1:
        return None
    if len(lists[0]) < 4 and not (len(lists) == 3 and _looks_like_durations(lists)):
        return None
    return columns_of({"x": lists[0], "y": lists[1], **({"t": lists[2]} if len(lists) == 3 else {})})


def _looks_like_durations(lists: list[list[object]]) -> bool:
    return all(isinstance(item, (int, float)) and 0 <= item <= 1 for one in lists[:2] for item in one) and all(
        isinstance(item, (int, float)) and item > 10 for item in lists[2]
    )


def tuples(text: str, weights: bool = False) -> Columns | None:
    """Return the points written as "(0.50, 0.51)", "(0.5, 0.5, 186)" or "(0.50, 0.51) for 186ms"."""
    rows = []
    for match in islice(_TUPLE.finditer(text), _MOST_ROWS):
        inside = match.group()[: match.start("tail") - match.start()] if match.group("tail") else match.group()
        row = [*_scalars(inside)]
        last, unit = match.group("last") or match.group("bare"), match.group("unit") or match.group("its") or ""
        if last and len(row) == 2:
            row.append((parsed(last), UNITS.get(unit.lower(), "")))
        rows.append(row)
    columns = of_rows(rows) if rows else None
    if columns is not None and not columns.third and not weights:
        _add_durations(columns, text)
    return columns


def _add_durations(columns: Columns, text: str) -> None:
    r"""Take durations that stand on lines of their own ("At: (0.5, 0.5)\nDuration: 200 ms"), once per point."""
    durations = [one["t"] for one in _labelled_sets(text) if "t" in one]
    if len(durations) == len(columns.x) and all(len(values) == 1 for values, _ in durations):
        columns.third = [values[0] for values, _ in durations]
        columns.clock = durations[0][1]


def lines(text: str) -> Columns | None:
    """Return the points written one per line, as "0.5, 0.5, 186" or as rows of a table."""
    rows = [[*_scalars(match.group("row"))] for match in islice(_LINE.finditer(text), _MOST_ROWS)]
    return of_rows(rows) if rows else None


def point_tags(text: str) -> Columns | None:
    """Return the points of tags such as `<points x1="10.5" y1="20.0" ...>`, whose values are percent by convention."""
    columns = Columns(frame="%")
    for tag in islice(_POINT_TAG.finditer(text), 1_000):
        axes: dict[str, dict[str, float]] = {"x": {}, "y": {}}
        for attribute in _ATTRIBUTE.finditer(tag.group()):
            axes[attribute.group("axis").lower()][attribute.group("number")] = parsed(attribute.group("value"))
        for name, x in axes["x"].items():
            if name in axes["y"]:
                columns.add(Columns([x], [axes["y"][name]]))
    return columns if columns.x else None
