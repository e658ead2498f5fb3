"""How a table of own data tells places and times, as ``about.json`` declares, and their conversion to px and ms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dataset_builders.own.layout import FRAME
from dataset_builders.own.rows import Box, meant, shown
from vlmeval_hvs.errors import DataError

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
