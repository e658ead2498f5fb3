"""Points in tables with a header: markdown, tab- or comma-separated, columns in any order."""

from __future__ import annotations

import re
from itertools import islice

from ..text.cued import Cued
from .points import Columns, number, unit_of_name

_X = re.compile(
    r"x(?:[ _-]?(?:coord\w*|pos\w*|value|norm\w*|axis|fixation|center))?|horizontal\w*|fix\w* x|normali[sz]ed x|left"
)
_Y = re.compile(
    r"y(?:[ _-]?(?:coord\w*|pos\w*|value|norm\w*|axis|fixation|center))?|vertical\w*|fix\w* y|normali[sz]ed y|top"
)
_PAIR = re.compile(
    r"\(?x ?, ?y\)?|coord\w*(?: \(?x ?, ?y\)?)?|(?:fixation )?(?:position|location|point)s?(?: \(?x ?, ?y\)?)?"
    r"|\(?x ?/ ?y\)?"
)
_TIME = re.compile(r"t|time|(?:fixation |dwell |viewing )?(?:duration|dwell|time)s?|fix\w* dur\w*|ms|dur")
_WEIGHT = re.compile(r"p|w|prob\w*|weights?|confidence|likelihood|score|chance")
_UNITS = re.compile(r"[(\[][^()\[\]]{0,24}[)\]]|\bin (?:ms|milliseconds|seconds|s|px|pixels|percent|%)$|_(?:ms|s|px)$")
_TWO = re.compile(r"[(\[]?\s?([-+\d.eE]+)\s?[%]?\s?[,;/ ]\s?([-+\d.eE]+)\s?[%]?\s?[)\]]?")
_AXIS_ROW = re.compile(
    r"^[ \t]{0,3}\|?[ \t]{0,9}(?P<name>[A-Za-z][^|\t,;\n\d]{0,40})[ \t]{0,9}["
    r"|\t,;](?P<cells>[ \t]{0,9}[-+*~.\d][^\n]{0,9000})$",
    re.MULTILINE,
)
_DECIMAL = re.compile(r"\.\d")
_HEADER = Cued(r"x|coord|position|location|point|horizontal|left", re.IGNORECASE)
_CHOSEN = re.compile(
    r"chosen|selected|picked|pick|choice|selection|answer|next|final|gewählt|elegido|choisi|选择|選択" r"|选中",
    re.IGNORECASE,
)
"""Names of a column that marks the row which is the answer."""
_MARKED = frozenset(("yes", "y", "true", "x", "✓", "✔", "✅", "☑", "*", "1", "←", "ja", "sí", "oui", "是", "はい"))
_UNMARKED = frozenset(("no", "n", "false", "", "-", "–", "—", "✗", "✘", "❌", "☐", "0", "nein", "non", "否", "いいえ"))
_CELL_END = re.compile(r"[|\t,;]")
_MOST_LINES = 5_000


def table(text: str, weights: bool) -> Columns | None:
    """Return the points of the last table of a text, or None when there is none with the columns x and y.

    Args:
        text: Text from `standardizers.text.plain`; lines of cells between "|", tabs, ";" or ",".
        weights: The third column holds weights instead of durations.
    """
    found: Columns | None = None
    places: dict[str, int] = {}
    mark, units, columns = "", {"x": "", "third": ""}, Columns()
    choosing = -1  # the column that tells which row is chosen
    verdicts: list[bool | None] = []
    for line in islice(text.split("\n"), _MOST_LINES):
        if len(line) < 400 and _HEADER.search(line) and not _DECIMAL.search(line):
            mark = next((one for one in ("|", "\t", ";", ",") if one in line), "")
            header = _places(_cells(line, mark), weights) if mark else {}
            if header:
                places = header
                names = _cells(line, mark)
                units = {
                    "x": unit_of_name(names[places.get("x", places.get("xy", 0))]),
                    "third": unit_of_name(names[places["third"]]) if "third" in places else "",
                }
                columns = Columns(frame=units["x"], clock=units["third"])
                choosing, verdicts = next((n for n, name in enumerate(names) if _CHOSEN.fullmatch(name)), -1), []
                continue
        if not places:
            continue
        row = _row(_cells(line, mark), places)
        if row is not None:
            columns.add(row)
            verdicts.append(_verdict(_cells(line, mark), choosing))
            found = _chosen(columns, verdicts)
        elif line.strip() and not re.fullmatch(r"[\s|:+=-]*", line) and columns.x:
            places = {}
    return found


def _verdict(cells: list[str], choosing: int) -> bool | None:
    """Return whether a row is marked as chosen; None where no column says so, or not in a known word."""
    if not 0 <= choosing < len(cells):
        return None
    word = cells[choosing].strip(" *_`\"'().!").lower()
    return True if word in _MARKED else False if word in _UNMARKED else None


def _chosen(columns: Columns, verdicts: list[bool | None]) -> Columns:
    """Return the only row of a table that is marked as chosen; the whole table where none or several are."""
    if verdicts.count(True) != 1 or None in verdicts or len(verdicts) < 2:
        return columns
    place = verdicts.index(True)
    third = columns.third[place : place + 1]
    return Columns([columns.x[place]], [columns.y[place]], third, columns.frame, columns.clock)


def turned_table(text: str, weights: bool) -> Columns | None:
    """Return the points of a table whose rows are x, y and durations (or weights), or None when there is none.

    Args:
        text: As for `table`.
        weights: As for `table`.
    """
    found: dict[str, tuple[list[float], str]] = {}
    for line in islice(_AXIS_ROW.finditer(text), _MOST_LINES):
        name, cells = line.group("name").strip(" *_`\"'$"), line.group("cells")
        bare = _UNITS.sub("", name.lower()).strip(" *_`\"'")
        axis = next(
            (
                axis
                for axis, one in (("x", _X), ("y", _Y), ("third", _WEIGHT if weights else _TIME))
                if one.fullmatch(bare)
            ),
            None,
        )
        if axis is None or axis in found:
            continue
        scalars = [number(cell.strip(" *`~≈")) for cell in _CELL_END.split(cells.strip(" |\t")) if cell.strip()]
        known = [scalar for scalar in scalars if scalar is not None]
        if len(known) < len(scalars) or not known:
            continue
        found[axis] = [value for value, _ in known], unit_of_name(name) or next((unit for _, unit in known if unit), "")
    if "x" not in found or "y" not in found or len(found["x"][0]) != len(found["y"][0]):
        return None
    third, clock = found.get("third", ([], ""))
    return Columns(found["x"][0], found["y"][0], third, found["x"][1] or found["y"][1], clock)


def _cells(line: str, mark: str) -> list[str]:
    line = line.strip()
    if mark == "|":
        line = line.strip("|")
    return [cell.strip() for cell in line.split(mark)][:40] if mark else []


def _places(cells: list[str], weights: bool) -> dict[str, int]:
    places: dict[str, int] = {}
    third = _WEIGHT if weights else _TIME
    for place, cell in enumerate(cells):
        if len(cell) > 60 or not cell:
            continue
        name = cell.lower().strip(" *_`\"'$")
        bare = _UNITS.sub("", name).strip(" *_`\"'")
        for axis, pattern in (("x", _X), ("y", _Y), ("third", third)):
            if axis not in places and pattern.fullmatch(bare):
                places[axis] = place
        if "xy" not in places and _PAIR.fullmatch(name):
            places["xy"] = place
    if "x" in places and "y" in places:
        places.pop("xy", None)
        return places
    return (
        {name: place for name, place in places.items() if name in ("xy", "third")}
        if "xy" in places and "third" in places
        else {}
    )


def _row(cells: list[str], places: dict[str, int]) -> Columns | None:
    if not cells or max(places.values()) >= len(cells):
        return None
    if "xy" in places:
        pair = _TWO.fullmatch(cells[places["xy"]])
        scalars = [number(part) for part in pair.groups()] if pair else [None, None]
    else:
        scalars = [number(cells[places["x"]].strip(" *`~≈")), number(cells[places["y"]].strip(" *`~≈"))]
    x, y = scalars
    if x is None or y is None:
        return None
    third = number(cells[places["third"]].strip(" *`~≈")) if "third" in places else None
    return Columns([x[0]], [y[0]], [third[0]] if third else [], x[1] or y[1], third[1] if third else "")
