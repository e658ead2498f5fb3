"""The format of a folder with own data: its tables, their columns, and the keys of ``about.json``."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.names import did_you_mean
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
"""The facts that ``about.json`` must contain; all of them go into the manifest of the set."""

EXAMPLE = "example"
"""Key of ``about.json`` in a template; a set that is built with it has a warning."""

PICTURES = "images"
"""The folder of the pictures."""

Box = tuple[float, float, float, float]
"""Left, top, width and height, px."""


class Column(NamedTuple):
    """A column of a table: its heading, what its cells hold, and whether every row has to fill it."""

    name: str
    about: str
    needed: bool = False


class Setting(NamedTuple):
    """A key of ``about.json`` with a default: what it says, which values are allowed, and how a message names them."""

    default: Any
    about: str
    allows: Callable[[Any], bool]
    wanted: str
    words: Sequence[str] = ()

    def check(self, name: str, value: Any) -> None:
        """Refuse a value that is not allowed."""
        if not self.allows(value):
            text = value if isinstance(value, str) else json.dumps(value)
            raise DataError(f"{name} is {quoted(text)}; it must be {self.wanted}{did_you_mean(text, self.words)}")


def whole_number(default: int, about: str, least: int) -> Setting:
    """A setting that is a whole number."""
    return Setting(
        default, about, lambda value: type(value) is int and value >= least, f"a whole number of at least {least}"
    )


def _word(about: str, *words: str, number: str = "") -> Setting:
    """A setting that is one of some words, the first by default, or a number above 0 where that is described."""
    wanted = f"one of {json.dumps(words)[1:-1]}{number and f', or {number}'}"
    return Setting(words[0], about, lambda value: value in words or bool(number and _positive(value)), wanted, words)


def _positive(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 1e6


def _is_size(value: Any) -> bool:
    return value is None or (isinstance(value, list) and len(value) == 2 and all(map(_positive, value)))


_PER_PICTURE = {"fraction": 1, "percent": 100, "norm": 2}
"""Units that a picture (or screen) is wide and high."""
_MILLISECONDS = {"ms": 1.0, "s": 1000.0, "us": 0.001}
FRAME = {
    "units": _word(
        "units of places: px, fraction (of width and height), percent, norm (-1 to 1 from the middle), or how many px "
        "one unit has, for degrees of visual angle",
        *("px", *_PER_PICTURE),
        number="how many px one unit has",
    ),
    "origin": _word(
        "where they count from: top left, bottom left, `center, y up` or `center, y down`",
        *("top left", "bottom left", "center, y up", "center, y down"),
    ),
    "boxes": _word(
        "the four numbers of a box: `left top width height`, `middle width height` (YOLO) or `left top right bottom`",
        *("left top width height", "middle width height", "left top right bottom"),
    ),
    "screen": Setting(
        None,
        "[width, height] (px) of the screen on which pictures were shown centred in their size, if places are on it",
        _is_size,
        "its width and height in px, such as [1920, 1080]",
    ),
    "duration": _word("unit of durations: ms, s, us", *_MILLISECONDS),
}
"""Keys of ``about.json`` for places and times that are not in px and ms; each a value, or one by table."""
_OF_FIXATIONS = ("screen", "duration")
_DIGITS = 6
"""Decimals of converted numbers, so that the same places and times in other units give the same set."""


@dataclass(frozen=True)
class Layout:
    """The format of a set (without its own name): columns by file, the first being needed, and further settings."""

    set_name: str
    tables: Mapping[str, tuple[Column, ...]]
    settings: Mapping[str, Setting] = field(default_factory=dict)

    @property
    def main(self) -> str:
        """The table that has to be there."""
        return next(iter(self.tables))

    @property
    def frame(self) -> dict[str, Setting]:
        """Those keys of `FRAME` that apply to the tables."""
        timed = any(column.name == "duration" for columns in self.tables.values() for column in columns)
        return {name: one for name, one in FRAME.items() if timed or name not in _OF_FIXATIONS}


def explained(layout: Layout) -> str:
    """The format in plain words, for the ``README.txt`` of a template."""

    def keys(settings: Mapping[str, Setting]) -> list[str]:
        return [f"    {name:10} {one.about} (default {json.dumps(one.default)})" for name, one in settings.items()]

    lines = [
        f"Own data for {layout.set_name}.",
        "",
        f"Replace the example: put your pictures into {PICTURES}/, one row per question into the table, and the facts",
        f'into {ABOUT}; remove "{EXAMPLE}" from it. Then, with a name of your choice:',
        "",
        f"    vlmeval-hvs build {layout.set_name}:NAME --source THIS_FOLDER",
        "",
        f"{ABOUT} (JSON):",
        *(f"    {name:10} {text}" for name, text in FACTS.items()),
        *keys(layout.settings),
        "",
        "Places are px of the picture from its upper left corner, durations ms. Declare anything else in",
        f'{ABOUT}, for all tables or by table, such as {{{json.dumps(layout.main)}: "fraction"}}:',
        *keys(layout.frame),
    ]
    for name, columns in layout.tables.items():
        optional = "" if name == layout.main else ", may be absent"
        lines += ["", f"{name} (CSV, UTF-8){optional}; columns with * are needed:"]
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
        lines += [f"| `{name}` | `{json.dumps(one.default)}` | {_cell(one.about)} |" for name, one in settings]
    return "\n".join(lines).rstrip()


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


@dataclass(frozen=True)
class Frame:
    """The units and origin of the places and times of one table; the attributes are the keys of `FRAME`."""

    units: str | float = "px"
    origin: str = "top left"
    boxes: str = "left top width height"
    screen: Sequence[float] | None = None
    duration: str = "ms"

    @property
    def declared(self) -> dict[str, Any]:
        """What differs from the default."""
        return {name: getattr(self, name) for name in FRAME if getattr(self, name) != FRAME[name].default}

    def point(self, place: Sequence[float], size: tuple[int, int]) -> tuple[float, float]:
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
    """The frame of one of the tables; a key of ``about.json`` holds for all tables, or is an object with one for each.

    Raises:
        DataError: A value is not allowed, or is for a table that does not exist.
    """
    found = {}
    for name, setting in FRAME.items():
        value = about.get(name, setting.default)
        if isinstance(value, dict):
            if odd := [key for key in value if key not in tables]:
                hint = did_you_mean(odd[0], tables, other=";")
                raise DataError(f"{name} is given for {quoted(odd[0])}{hint} the tables are {', '.join(tables)}")
            value = value.get(file, setting.default)
        setting.check(name, value)
        found[name] = value
    return Frame(**found)


def quoted(text: str) -> str:
    """A piece of text as a message quotes it, cut where it is long."""
    return ascii(text if len(text) <= 40 else f"{text[:40]}...")
