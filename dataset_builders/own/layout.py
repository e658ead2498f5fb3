"""The format of a folder with own data: its tables, their columns, and the keys of ``about.json``."""

import html
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.names import did_you_mean
from vlmeval_hvs.options import declaration, declare, one_of
from vlmeval_hvs.registry import OWN_DATA as ABOUT

FACTS = {
    "title": "what the data are, in a few words",
    "who": "who made them",
    "when": "when, for example 2026-11-22",
    "licence": "terms of the pictures and of the annotations",
    "source": "where the pictures come from",
}
"""The facts that ``about.json`` must contain; all of them go into the manifest of the set."""
EXAMPLE = "example"
"""Key of ``about.json`` in a template; a set that is built with it has a warning."""
PICTURES = "images"
"""The folder of the pictures."""

Box = tuple[float, float, float, float]
"""Left, top, width and height, px."""
BOX = ("x", "y", "width", "height")
"""Columns of a box."""
Size = tuple[int, int]
"""Width and height of a picture, px."""


class Column(NamedTuple):
    """A column of a table: its heading, what its cells hold, and whether every row has to fill it."""

    name: str
    about: str
    needed: bool = False


FIXATION = (
    Column("x", "px from the left; the rows of a person are in the order of the fixations", True),
    Column("y", "px from the top", True),
    Column("duration", "ms"),
)


def _positive(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 1e6


_PER_PICTURE = {"fraction": 1, "percent": 100, "norm": 2}  # units that a picture (or screen) is wide and high
_MILLISECONDS = {"ms": 1.0, "s": 1000.0, "us": 0.001}
_UNITS = ("px", *_PER_PICTURE)
_DIGITS = 6  # of converted numbers, so that the same places and times in other units give the same set


@dataclass(frozen=True)
class Frame:
    """The units and origin of the places and times of one table, each a key of ``about.json``."""

    units: str | float = declare(
        "px",
        f"one of {', '.join(_UNITS)}, or how many px one unit has",
        lambda value: value in _UNITS or _positive(value),
        "units of places: px, fraction (of width and height), percent, norm (-1 to 1 from the middle), or how many px "
        "one unit has, for degrees of visual angle",
        names=_UNITS,
    )
    origin: str = one_of(
        *("top left", "bottom left", "center, y up", "center, y down"),
        doc="where they count from: top left, bottom left, `center, y up` or `center, y down`",
    )
    boxes: str = one_of(
        *("left top width height", "middle width height", "left top right bottom"),
        doc="the four numbers of a box: `left top width height`, `middle width height` (YOLO) or "
        "`left top right bottom`",
    )
    screen: Sequence[float] | None = declare(
        None,
        "its width and height in px, such as [1920, 1080]",
        lambda value: isinstance(value, list) and len(value) == 2 and all(map(_positive, value)),
        "[width, height] (px) of the screen on which pictures were shown centred in their size, if places are on it",
    )
    duration: str = one_of(*_MILLISECONDS, doc="unit of durations: ms, s, us")

    @property
    def declared(self) -> dict[str, Any]:
        """What differs from the default."""
        return {name: getattr(self, name) for name, one in FRAME.items() if getattr(self, name) != one.default}

    def point(self, place: Sequence[float], size: Size) -> tuple[float, float]:
        """A place as px from the upper left corner of a picture of that width and height."""
        if not self.declared.keys() & {"units", "origin", "screen"}:
            return place[0], place[1]
        frame = self.screen or size
        x, y = (value * unit for value, unit in zip(place, self._unit(size), strict=True))
        if self.origin.startswith("center"):
            x += frame[0] / 2
            y = frame[1] / 2 + (y if self.origin.endswith("down") else -y)
        elif self.origin == "bottom left":
            y = frame[1] - y
        return round(x - (frame[0] - size[0]) / 2, _DIGITS), round(y - (frame[1] - size[1]) / 2, _DIGITS)

    def box(self, numbers: Sequence[float], size: Size) -> Box:
        """Four numbers as left, top, width and height of a box, px; its top is above its bottom, however y counts."""
        x, y = self.point(numbers[:2], size)
        if self.boxes == "left top right bottom":
            right, bottom = self.point(numbers[2:], size)
            return x, y, round(right - x, _DIGITS), round(bottom - y, _DIGITS)
        width, height = (round(v * unit, _DIGITS) for v, unit in zip(numbers[2:], self._unit(size), strict=True))
        if self.boxes == "middle width height":
            return round(x - width / 2, _DIGITS), round(y - height / 2, _DIGITS), width, height
        return x, y, width, height

    def ms(self, duration: float) -> float:
        """A duration in ms."""
        return duration if self.duration == "ms" else round(duration * _MILLISECONDS[self.duration], _DIGITS)

    def _unit(self, size: Size) -> tuple[float, float]:
        """Width and height of a unit, px."""
        if not isinstance(self.units, str):
            return self.units, self.units
        width, height = self.screen or size
        parts = _PER_PICTURE.get(self.units)
        return (width / parts, height / parts) if parts else (1.0, 1.0)


FRAME: dict[str, Any] = {one.name: one for one in fields(Frame)}
"""Keys of ``about.json`` for places and times that are not in px and ms; each a value, or an object of one by table."""


@dataclass(frozen=True)
class Layout:
    """The format of a set (without its own name)."""

    set_name: str
    tables: Mapping[str, tuple[Column, ...]]  # columns by file; the first table has to be there
    settings: Mapping[str, Any] = field(default_factory=dict)  # further keys of ``about.json``, declared as options are

    @property
    def main(self) -> str:
        """The table that has to be there."""
        return next(iter(self.tables))

    @property
    def keys(self) -> dict[str, Any]:
        """The further keys of ``about.json``: the settings, and those of `FRAME` that apply to the tables."""
        timed = any(column.name == "duration" for columns in self.tables.values() for column in columns)
        frame = {name: one for name, one in FRAME.items() if timed or name not in ("screen", "duration")}
        return {**self.settings, **frame}


def frame_of(about: Mapping[str, Any], file: str, tables: Sequence[str], where: str) -> Frame:
    """The frame of one of the tables; a `DataError` that begins with ``where`` refuses a value or a table."""
    found = {}
    for name, one in FRAME.items():
        value = about.get(name, one.default)
        if isinstance(value, dict):
            if odd := [key for key in value if key not in tables]:
                hint = did_you_mean(odd[0], tables, other=";")
                raise DataError(f"{where}: {name} is given for {odd[0]!r}{hint} the tables are {', '.join(tables)}")
            value = value.get(file, one.default)
        declaration(one).refuse(where, name, value, one.default)
        found[name] = value
    return Frame(**found)


def explained(layout: Layout) -> str:
    """The format in plain words, for the ``README.txt`` of a template."""
    keys = {name: f"{declaration(one).doc} (default {json.dumps(one.default)})" for name, one in layout.keys.items()}
    told = "\n".join(f"    {name:14} {text}" for name, text in {**FACTS, **keys}.items())
    tables = html.unescape(markdown(layout)).replace("\\|", "|")
    return f"""Own data for {layout.set_name}. Put your pictures into {PICTURES}/, one row per question into the table
and the facts into {ABOUT}, without "{EXAMPLE}"; then vlmeval-hvs build {layout.set_name}:NAME --source THIS_FOLDER

Keys of {ABOUT}, where units may differ by table, such as {{{json.dumps(layout.main)}: "fraction"}}:
{told}

{tables}
"""


def markdown(layout: Layout) -> str:
    """The tables of a format and its settings, for the documentation."""
    lines = []
    for file, columns in layout.tables.items():
        lines += [f"| `{file}`{'' if file == layout.main else ' (may be absent)'} | needed | what its cells hold |"]
        lines += ["| --- | --- | --- |"]
        lines += [f"| `{one.name}` | {'yes' if one.needed else ''} | {_cell(one.about)} |" for one in columns]
        lines += [""]
    if layout.settings:
        lines += [f"| further key of `{ABOUT}` | default | what it is |", "| --- | --- | --- |"]
        for name, one in layout.settings.items():
            lines += [f"| `{name}` | `{json.dumps(one.default)}` | {_cell(declaration(one).doc)} |"]
    return "\n".join(lines).rstrip()


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


def quoted(text: str) -> str:
    """A piece of text as a message quotes it, cut where it is long."""
    return ascii(text if len(text) <= 40 else f"{text[:40]}...")
