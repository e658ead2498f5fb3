"""What a sample looks like: its images and the marks that belong on them, as plain data that any front end can draw.

All coordinates are fractions of the picture's width and height, x before y.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

ROLES = {  # what a mark stands for, in words for a legend
    "option": "option",
    "truth": "right answer",
    "answer": "the model's answer",
    "human": "people",
    "target": "target",
    "region": "marked region",
    "head": "where the head points",
    "eyes": "where the eyes look",
    "clue": "view with a clue",
    "rival": "other known object",
}


@dataclass(frozen=True)
class Box:
    """A rectangle: left, top, width and height."""

    x: float
    y: float
    width: float
    height: float
    role: str
    label: str = ""

    @classmethod
    def between(cls, corners: Sequence[float], role: str, label: str = "") -> Box:
        """The box with the corners ``(x1, y1, x2, y2)``."""
        x1, y1, x2, y2 = corners
        return cls(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1), role, label)


@dataclass(frozen=True)
class Point:
    """One place."""

    x: float
    y: float
    role: str
    label: str = ""


@dataclass(frozen=True)
class Path:
    """A scanpath: fixations in their order, with durations in ms where they are known."""

    points: tuple[tuple[float, float], ...]
    role: str
    label: str = ""
    durations: tuple[float, ...] = ()


Mark = Box | Point | Path


@dataclass(frozen=True)
class Picture:
    """An image with its marks."""

    image: str  # absolute path of the file
    caption: str = ""  # what the picture shows, in a few words
    marks: tuple[Mark, ...] = ()  # what is drawn on it, from back to front
    beside: bool = False  # whether it stands beside the first picture, as large as that one


def as_json(mark: Mark) -> dict[str, Any]:
    """A mark as plain JSON: ``kind``, ``role`` and its coordinates, rounded to a ten-thousandth; empty fields left out.

    >>> as_json(Point(0.25, 0.333333, "eyes"))
    {'kind': 'point', 'role': 'eyes', 'x': 0.25, 'y': 0.3333}
    """
    found: dict[str, Any] = {"kind": type(mark).__name__.lower(), "role": mark.role}
    found |= {"label": mark.label} if mark.label else {}
    if isinstance(mark, Path):
        found["points"] = [[round(x, 4), round(y, 4)] for x, y in mark.points]
        return found | ({"durations": [round(value) for value in mark.durations]} if mark.durations else {})
    sides = ("x", "y", "width", "height") if isinstance(mark, Box) else ("x", "y")
    return found | {side: round(getattr(mark, side), 4) for side in sides}
