"""Sequences of points in running text: labelled lists, tuples, table rows and point tags."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from ..text.cued import Cued
from .points import UNITS, Columns, columns_of, number, of_rows, parsed, unit_of_name

_NUMBER = r"[-+]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][-+]?\d{1,3})?|[-+]?\b(?:nan|inf(?:inity)?|null|none)\b"
_SCALAR = re.compile(
    rf"(?P<number>{_NUMBER})\s?(?P<unit>%|(?:px|pixels?|ms|msecs?|milliseconds?|seconds?|secs?|s)\b)?", re.IGNORECASE
)
_LABEL = Cued(
    r"(?<![A-Za-z0-9_])[\"']?(?:(?P<x>xs?)|(?P<y>ys?)"
    r"|(?P<t>ts?|times?|(?:fixation |viewing |dwell )?durations?|durs?|dwell times?)"
    r"|(?P<w>[pw]|weights?|prob(?:s|ability|abilities)?|confidences?|scores?|likelihoods?))"
    r"(?:[ _-]{0,2}(?:coordinates?|coords?|values?|positions?|locations?|axis|list|normali[sz]ed|durations?|times?))"
    r"{0,3}(?:_(?P<suffix>ms|s|px))?[\"']?"
    r"\s{0,3}(?:[(\[](?P<unit>[^()\[\]\n:=]{0,60})[)\]])?\s{0,3}[\"']?\s{0,2}(?:of (?:[a-z]{1,12} ){1,5})?"
    r"(?:[:=]|\bare\b|\bas\b)\s{0,4}"
    r"(?:(?:np|numpy|torch|tf|jnp)?\.?(?:array|tensor|asarray|list)\s?\(\s{0,2})?(?P<open>[\[({<])?",
    re.IGNORECASE,
)
_SIMPLE = re.compile(r"([-+.\d, \n]{1,20000})[\])}]")
_OTHER_LABEL = re.compile(
    r"^[^\w\n]{0,6}(?![xytXYT]\b)[^\W\d][^\n:=\[\](]{0,40}"
    r"(?:\((?P<unit>[^()\n]{0,20})\))?[ \t]{0,3}[:=][ \t]{0,3}(?P<open>\[)?",
    re.MULTILINE,
)
_ENDS_IN_AXIS = re.compile(r"\b[xy]s?\W*$", re.IGNORECASE)
_LISTED = re.compile(
    rf"(?:\s{{0,4}}(?:{_NUMBER})\s?(?:%|(?:px|pixels?|ms|s|seconds?)\b)?\s{{0,4}}(?:[,;|]|->|\.{{2,}}|\s)*"
    r"|[,;]\s{0,4}|\.{2,}[\s,]*)*",
    re.IGNORECASE,
)
_ON_LINE = re.compile(  # without a bracket a list ends with its line, or before the number of an item ("2. ")
    rf"[ \t\n]{{0,4}}(?:(?:{_NUMBER})(?!\d|(?<!\d\d)(?<!\.\d)[.)]\s)[ \t]?(?:%|(?:px|pixels?|ms|s"
    rf"|seconds?)\b)?[ \t]{{0,4}}(?:[,;|]"
    rf"|->|\.{{2,}}|[ \t])*"
    r"|[,;][ \t]{0,4}|\.{2,}[ \t,]*|and (?=[-+.\d]))*",
    re.IGNORECASE,
)
_LINE = re.compile(
    rf"^[^\w\n+.-]{{0,6}}(?:(?:fixation|point|fix|step|no\.?|#)[ \t#]{{0,2}})?"
    rf"(?:\d{{1,3}}[.):][ \t]{{1,3}})?[|\s(\[]{{0,4}}"
    rf"(?P<row>(?:{_NUMBER})[ \t]?(?:%|px|ms|s\b)?"
    rf"(?:[ \t]{{0,3}}[,;|\t ][ \t]{{0,3}}(?:{_NUMBER})[ \t]?(?:%|px|ms|s\b)?){{1,3}}"
    rf"(?:,?(?:[ \t]{{0,3}}[:(][ \t]{{0,3}}|[ \t]{{1,3}}-[ \t]{{1,3}}|[ \t]for[ \t])(?:{_NUMBER})[ \t]?(?:ms|s\b)?)?)"
    rf"[^\w\n]{{0,6}}$",
    re.IGNORECASE | re.MULTILINE,
)
_WRAPPED = re.compile(
    rf"<\s?(points?|click|coords?|coordinates?|loc|location|fixation"
    rf"|gaze)\s?>[\s(\[]{{0,6}}(?P<x>{_NUMBER})(?P<unit>\s?%)?[\s,;]{{1,4}}(?P<y>{_NUMBER})\s?%?"
    r"[\s)\]]{0,6}(?=<)",
    re.IGNORECASE,
)
_MOST_PERCENT = 105  # a point may lie a little outside
_POINT_TAG = re.compile(r"<points?\s[^<>]{1,20000}>", re.IGNORECASE)
_BRACKETED = re.compile(r"\b[xy][\"']?\s{0,2}[:=]\s{0,2}\[", re.IGNORECASE)
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
    if "=" not in text and ":" not in text and " are " not in text and " as " not in text:
        return None, False
    sets = _labelled_sets(text)
    if not any("x" in one or "y" in one for one in sets):
        return None, False
    if not _BRACKETED.search(text) and all(
        len(values) == 1 for one in sets for axis, (values, _) in one.items() if axis in "xy"
    ):
        return None, any("x" in one or "y" in one for one in sets)
    third = "w" if weights else "t"
    read = [_of_set(one, third) for one in _with_revisions(sets) if "x" in one and "y" in one]
    read = [columns for columns in read if len(columns.x) != 1 or len(columns.y) != 1] or read
    if not read:
        return None, True
    if not read[-1].third and len(read[-1].x) > 1:
        _add_other_list(read[-1], text, weights)
    return read[-1], True


def _add_other_list(columns: Columns, text: str, weights: bool) -> None:
    """Take a list under any other label, as "Czas fiksacji = [..]", that is as long and holds such numbers."""
    for label in islice(_OTHER_LABEL.finditer(text), 50):
        if _ENDS_IN_AXIS.search(label.group()):
            continue
        values = _values(text, label.end(), label.group("open") is not None)
        unit = unit_of_name(label.group("unit") or "") or next((unit for _, unit in values if unit), "")
        fits = all(
            (0 <= value <= 1 or unit == "%") if weights else (value >= 20 or unit in ("ms", "s"))
            for value, unit in values
        )
        if len(values) == len(columns.x) and fits and (weights or unit != "%"):
            columns.third, columns.clock = [value for value, _ in values], unit
            return


def _labelled_sets(text: str) -> list[dict[str, tuple[list[float], str]]]:
    """Return {axis: (numbers, unit)} of the labels in a text; a new set begins when an axis occurs again."""
    sets: list[dict[str, tuple[list[float], str]]] = []
    for label in islice(_LABEL.finditer(text), _MOST_ROWS):
        axis = _axis(label)
        values = _values(text, label.end(), label.group("open") is not None)
        if axis in "xy":  # "y = 0.49, 160 ms": a duration beside the coordinate
            values = [(value, unit) for value, unit in values if unit not in ("ms", "s")]
        if not values and label.group("open") is None:
            continue
        unit = unit_of_name(label.group("unit") or "") or UNITS.get((label.group("suffix") or "").lower(), "")
        column = ([value for value, _ in values], unit or next((unit for _, unit in values if unit), ""))
        if not sets or axis in sets[-1] or (label.group("open") and all(len(one) == 1 for one, _ in sets[-1].values())):
            sets.append({})
        sets[-1][axis] = column
    return sets


def _with_revisions(sets: list[dict[str, tuple[list[float], str]]]) -> list[dict[str, tuple[list[float], str]]]:
    """Return sets with the lists that stand behind them alone in the place of theirs ("rather T = [..]")."""
    revised: list[dict[str, tuple[list[float], str]]] = []
    for one in sets:
        last = revised[-1] if revised else {}
        whole = "x" in last and "y" in last and len(last["x"][0]) > 1
        alone = whole and not ("x" in one and "y" in one)
        if alone and all(
            axis in last and len(one[axis][0]) == len(last[axis][0]) and any(one[axis][0][:1]) for axis in one
        ):
            last.update(one)
        else:
            revised.append({**one})
    return revised


def add_thirds(columns: Columns, text: str, axis: str = "t") -> None:
    """Take durations ("t") or weights ("w") from a labelled list that is as long as the points.

    "T = [200, 150], positions = [...]" is such a list.
    """
    for one in reversed(_labelled_sets(text)):
        if axis in one and len(one[axis][0]) == len(columns.x) > 1:
            columns.third, columns.clock = one[axis]
            return


def _values(text: str, start: int, opened: bool) -> list[tuple[float, str]]:
    """Return the numbers of the list that begins at a place, and their units."""
    simple = _SIMPLE.match(text, start) if opened else None
    if simple is not None:
        try:
            return [(float(part), "") for part in simple.group(1).split(",") if part.strip()]
        except ValueError:
            pass
    listed = (_LISTED if opened else _ON_LINE).match(text, start)
    return [*_scalars(listed.group() if listed else "")]


def _axis(label: re.Match[str]) -> str:
    return next(axis for axis in "xytw" if label.group(axis) is not None)


def _of_set(one: dict[str, tuple[list[float], str]], third: str) -> Columns:
    x, y, last = one["x"], one["y"], one.get(third, ([], ""))
    return Columns(x[0], y[0], last[0], x[1] or y[1], last[1])


def _scalars(listed: str) -> Iterator[tuple[float, str]]:
    for match in _SCALAR.finditer(listed):
        yield parsed(match.group("number")), UNITS.get((match.group("unit") or "").lower(), "")


def _is_row(part: object) -> bool:
    return isinstance(part, str) and number(part) is None


def from_json(values: Sequence[object], objects: bool, weights: bool = False) -> Columns | None:
    """Return the points of JSON values: of objects (alone or in arrays), or of arrays of arrays.

    Args:
        values: The values of a text in order (`standardizers.text.literals.json_values`).
        objects: Read objects ({"X": ...}); otherwise arrays without objects.
        weights: Read weights instead of durations as the third column.
    """
    found: Columns | None = None
    for value in values:
        parts = value if isinstance(value, list) else []
        has_objects = isinstance(value, dict) or any(isinstance(part, dict) for part in parts)
        if has_objects is not objects or not (
            objects or any(isinstance(part, list) or _is_row(part) for part in parts)
        ):
            continue
        columns = columns_of(value, weights)
        if columns is None:
            continue
        if found is not None and len(found.x) >= 1 and len(columns.x) == 1 and objects:
            found.add(columns)
        else:
            found = columns
    return found


def flat_lists(values: Sequence[object]) -> Columns | None:
    """Return the points of exactly two or three bare lists of the same length, which are then x, y and durations."""
    lists = [value for value in values[:50] if isinstance(value, list)]
    if len(lists) not in (2, 3) or len({len(one) for one in lists}) != 1:
        return None
    if len(lists) == 2 and len(lists[0]) == 4 and all(_is_box(one) for one in lists):
        return None
    if len(lists[0]) < 4 and not (len(lists) == 3 and _looks_like_durations(lists)):
        return None
    return columns_of({"x": lists[0], "y": lists[1], **({"t": lists[2]} if len(lists) == 3 else {})})


def _is_box(corners: list[object]) -> bool:
    """Tell whether four numbers can be left, top, right and bottom of a box."""
    numbers = [item for item in corners if isinstance(item, (int, float))]
    return len(numbers) == 4 and numbers[0] < numbers[2] and numbers[1] < numbers[3]


def _looks_like_durations(lists: list[list[object]]) -> bool:
    return all(isinstance(item, (int, float)) and 0 <= item <= 1 for one in lists[:2] for item in one) and all(
        isinstance(item, (int, float)) and item > 10 for item in lists[2]
    )


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
    if not columns.x:
        columns.frame = ""
        for match in islice(_WRAPPED.finditer(text), 1_000):
            unit = "%" if match.group("unit") else ""
            columns.add(Columns([parsed(match.group("x"))], [parsed(match.group("y"))], [], unit))
    elif all(0 <= value <= 1 for value in (*columns.x, *columns.y)) or max(*columns.x, *columns.y) > _MOST_PERCENT:
        columns.frame = ""  # shares of the image: nobody looks at its first per cent only; or px, or per mille
    return columns if columns.x else None
