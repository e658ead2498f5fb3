"""What a folder with own data holds: its tables with their columns, and what ``about.json`` says."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.registry import OWN_DATA

ABOUT = OWN_DATA
"""The file that says what the data are, whose they are, and on which terms."""

FACTS = {
    "title": "what the data are, in a few words",
    "who": "who made them",
    "when": "when, for example 2026-11-22",
    "licence": "terms of the pictures and of the annotations",
    "source": "where the pictures come from",
}
"""What ``about.json`` has to say; all of it goes into the manifest of the set."""

EXAMPLE = "example"
"""Set in the ``about.json`` of a template; a set that is built with it says so in a warning."""

FRAME: dict[str, tuple[Any, str]] = {
    "units": (
        "px",
        "units of places: px, fraction (of width and height), percent, norm (-1 to 1 from the middle), or how many px "
        "one unit has, for degrees of visual angle",
    ),
    "origin": ("top left", "where they count from: top left, bottom left, `center, y up` or `center, y down`"),
    "boxes": (
        "left top width height",
        "what the four numbers of a box are; else `middle width height` (YOLO) or `left top right bottom`",
    ),
    "screen": (
        None,
        "[width, height] (px) of the screen in whose middle pictures stood in their own size, if places are on it",
    ),
    "duration": ("ms", "unit of durations: ms, s, us"),
}
"""Keys of ``about.json`` for places and times that are not in px and ms; each a value, or one by table."""
_OF_FIXATIONS = ("screen", "duration")

PICTURES = "images"
"""The folder of the pictures."""


@dataclass(frozen=True)
class Column:
    """One column of a table.

    Attributes:
        name: Its heading.
        about: What its cells hold.
        needed: Whether every row has to fill it.
    """

    name: str
    about: str
    needed: bool = False


@dataclass(frozen=True)
class Layout:
    """The plain format of one kind of data.

    Attributes:
        set_name: The set that is built from it, without its own name.
        tables: Columns by the name of the file; the first table is needed.
        settings: Further keys of ``about.json``: their default and what they are.
    """

    set_name: str
    tables: Mapping[str, tuple[Column, ...]]
    settings: Mapping[str, tuple[Any, str]] = field(default_factory=dict)

    @property
    def main(self) -> str:
        """The table that has to be there."""
        return next(iter(self.tables))

    @property
    def frame(self) -> dict[str, tuple[Any, str]]:
        """Those keys of `FRAME` that the tables have a use for."""
        timed = any(column.name == "duration" for columns in self.tables.values() for column in columns)
        return {name: one for name, one in FRAME.items() if timed or name not in _OF_FIXATIONS}


def explained(layout: Layout) -> str:
    """The format in plain words, for the ``README.txt`` of a template."""
    lines = [
        f"Own data for {layout.set_name}.",
        "",
        f"Replace the example: put your pictures into {PICTURES}/, one row per question into the table, and the facts",
        f'into {ABOUT}; take "{EXAMPLE}" out of it. Then, with a name of your choice:',
        "",
        f"    vlmeval-hvs build {layout.set_name}:NAME --source THIS_FOLDER",
        "",
        f"{ABOUT} (JSON):",
        *(f"    {name:10} {text}" for name, text in FACTS.items()),
        *(f"    {name:10} {text} (default {json.dumps(value)})" for name, (value, text) in layout.settings.items()),
        "",
        "Places are px of the picture from its upper left corner, durations ms. Anything else is declared in",
        f'{ABOUT}, for all tables or by table, such as {{{json.dumps(layout.main)}: "fraction"}}:',
        *(f"    {name:10} {text} (default {json.dumps(value)})" for name, (value, text) in layout.frame.items()),
    ]
    for name, columns in layout.tables.items():
        lines += [
            "",
            f"{name} (CSV, UTF-8){'' if name == layout.main else ', may be absent'}; columns with * are needed:",
        ]
        lines += [f"    {column.name + ('*' if column.needed else ''):14} {column.about}" for column in columns]
    return "\n".join(lines) + "\n"


def markdown(layout: Layout) -> str:
    """The tables of a format and its settings, for the documentation."""
    lines = []
    for file, columns in layout.tables.items():
        lines += [f"| `{file}`{'' if file == layout.main else ' (may be absent)'} | needed | what its cells hold |"]
        lines += ["| --- | --- | --- |"]
        lines += [f"| `{one.name}` | {'yes' if one.needed else ''} | {_cell(one.about)} |" for one in columns]
        lines += [""]
    if layout.settings:
        lines += ["| further key of `about.json` | default | what it is |", "| --- | --- | --- |"]
        settings = layout.settings.items()
        lines += [f"| `{name}` | `{json.dumps(value)}` | {_cell(about)} |" for name, (value, about) in settings]
    return "\n".join(lines).rstrip()


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


Box = tuple[float, float, float, float]
"""Left, top, width and height, px."""

_PER_PICTURE = {"fraction": 1, "percent": 100, "norm": 2}
"""Units that a picture (or screen) is wide and high."""
_MILLISECONDS = {"ms": 1.0, "s": 1000.0, "us": 0.001}
_WORDS = {
    "units": ["px", *_PER_PICTURE],
    "origin": ["top left", "bottom left", "center, y up", "center, y down"],
    "boxes": ["left top width height", "middle width height", "left top right bottom"],
    "duration": list(_MILLISECONDS),
}
_DIGITS = 6
"""Decimals of converted numbers: what is told exactly in other units gives the same set."""


@dataclass(frozen=True)
class Frame:
    """How one table tells places and times; the attributes are those of `dataset_builders.own.layout.FRAME`."""

    units: str | float = "px"
    origin: str = "top left"
    boxes: str = "left top width height"
    screen: Sequence[float] | None = None
    duration: str = "ms"

    @property
    def declared(self) -> dict[str, Any]:
        """What is not as usual."""
        return {name: getattr(self, name) for name in FRAME if getattr(self, name) != FRAME[name][0]}

    def point(self, place: Sequence[float], size: tuple[int, int]) -> tuple[float, float]:
        """A place as px of a picture of that width and height, from its upper left corner."""
        if not self.declared.keys() & {"units", "origin", "screen"}:
            return place[0], place[1]
        frame = self.screen or size
        x, y = (value * unit for value, unit in zip(place, self._unit(size), strict=True))
        if self.origin.startswith("center"):
            x += frame[0] / 2
            y = frame[1] / 2 + (y if self.origin.endswith("down") else -y)
        elif self.origin == "bottom left":
            y = frame[1] - y
        x, y = x - (frame[0] - size[0]) / 2, y - (frame[1] - size[1]) / 2
        return round(x, _DIGITS), round(y, _DIGITS)

    def box(self, numbers: Sequence[float], size: tuple[int, int]) -> Box:
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

    def _unit(self, size: tuple[int, int]) -> tuple[float, float]:
        """Width and height of a unit, px."""
        if not isinstance(self.units, str):
            return self.units, self.units
        width, height = self.screen or size
        parts = _PER_PICTURE.get(self.units)
        return (width / parts, height / parts) if parts else (1.0, 1.0)


def frame_of(about: Mapping[str, Any], file: str, tables: Sequence[str]) -> Frame:
    """The frame of one table.

    Args:
        about: What ``about.json`` says; a setting holds for all tables, or is an object with one for each.
        file: The table.
        tables: All tables that there may be.
    """
    found = {}
    for name, (usual, _) in FRAME.items():
        value = about.get(name, usual)
        if isinstance(value, dict):
            if odd := [key for key in value if key not in tables]:
                raise DataError(f"{name} names {shown(odd[0])}, none of {', '.join(tables)}{meant(odd[0], tables)}")
            value = value.get(file, usual)
        if not _usable(name, value):
            raise DataError(f"{name} is {shown(str(value))}, {_wanted(name, value)}")
        found[name] = value
    return Frame(**found)


def _usable(name: str, value: Any) -> bool:
    if name == "screen":
        return value is None or (isinstance(value, list) and len(value) == 2 and all(map(_positive, value)))
    return (isinstance(value, str) and value in _WORDS[name]) or (name == "units" and _positive(value))


def _positive(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 1e6


def _wanted(name: str, value: Any) -> str:
    if name == "screen":
        return "not its width and height in px, such as [1920, 1080]"
    known = [f'"{word}"' for word in _WORDS[name]]
    return f"none of {', '.join(known)}{meant(str(value), _WORDS[name])}"


def meant(text: str, known: Sequence[str]) -> str:
    """The end of a message that names the nearest known word, "" where none is near."""
    near = get_close_matches(text.casefold(), [name.casefold() for name in known], 1)
    return f"; did you mean {next(name for name in known if name.casefold() == near[0])}?" if near else ""


def shown(text: str) -> str:
    """A piece of text as a message quotes it."""
    return ascii(text if len(text) <= 40 else f"{text[:40]}...")
