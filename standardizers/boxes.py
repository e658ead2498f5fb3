"""Boxes: one rectangle of an image, as a reply to a request for a region or a crop."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .common import NO_ANSWER, Standardized, checked_profile
from .frames import frame_of, inside
from .points import Columns, Run, runs
from .text import as_text, plain, said

Box = tuple[float, float, float, float]

_N = r"[-+]?(?:\d{1,9}(?:\.\d{0,20})?|\.\d{1,20})"
_NUMBER = rf"({_N})(\s?(?:%|px\b|pixels?\b|percent\b))?"
_AXIS = r"\b(?P<axis>x|y|horizontal(?:ly)?|vertical(?:ly)?)\b[^\d\n]{0,24}?"
_FARTHEST = 72  # characters between two corners
_RANGES = re.compile(rf"{_AXIS}(?<![\w.]){_NUMBER}\s?(?:to|-|until|through|and)\s?{_NUMBER}", re.IGNORECASE)
_LABELLED = re.compile(
    r"(?<![A-Za-z])(?P<name>x_?(?:1|min|0|start)|x_?(?:2|max|end)|y_?(?:1|min|0|start)|y_?(?:2|max|end)|left|right|top|upper|bottom"
    rf"|lower|x|y|width|height|w|h)\s?[\"']?\s?[:=]\s?[\"']?{_NUMBER}",
    re.IGNORECASE,
)
_NAMES = {
    **dict.fromkeys(("x1", "xmin", "x0", "xstart"), "left"),
    **dict.fromkeys(("y1", "ymin", "y0", "ystart", "upper"), "top"),
    **dict.fromkeys(("x2", "xmax", "xend"), "right"),
    **dict.fromkeys(("y2", "ymax", "yend", "lower"), "bottom"),
    **{"w": "width", "h": "height"},
}
_SIDES = (("left", "top", "right", "bottom"), ("x", "y", "right", "bottom"))
_SIZED = (("left", "top", "width", "height"), ("x", "y", "width", "height"))
# Notations of grounding models: whether the numbers are rows first, and the size that they count to.
_LOCATED = re.compile(r"<loc(\d{4})>\s?<loc(\d{4})>\s?<loc(\d{4})>\s?<loc(\d{4})>")
_ROWS_FIRST = re.compile(rf"\bbox_2d[\"']?\s?:\s?\[\s?({_N}),\s?({_N}),\s?({_N}),\s?({_N})\s?\]")
_TAGGED = re.compile(
    rf"(?:<\|box_start\|>|<box>)[\s(\[]{{0,4}}({_N})[\s,]{{1,3}}({_N})[\s,()]{{1,6}}({_N})[\s,]{{1,3}}({_N})[\s)\]]{{0,4}}"
    r"(?:<\|box_end\|>|</box>)"
)
_NOTATIONS = ((_LOCATED, True, 1024), (_ROWS_FIRST, True, 1000), (_TAGGED, False, 1000))
_STATED = re.compile(r"\b(?:crop(?:_?box)?|answer|box|bbox|region)\W{0,4}[:=]\W{0,4}$", re.IGNORECASE)
_AS_ASKED = re.compile(rf"(?<![\w.])({_N})\s?,\s?({_N})\s?,\s?({_N})\s?,\s?({_N})(?!\s?[%\d.])")


class _Found(NamedTuple):
    start: int
    corners: Box
    rule: str
    unit: str = ""


def box(text: object, profile: str = "robust", size: tuple[float, float] | None = None) -> Standardized[Box | None]:
    """Return the box that a reply gives.

    Args:
        text: The reply; None and NaN count as "".
        profile: No paper publishes a rule for this answer. "paper" takes the first four numbers with commas between
            them, as fractions of the image; "robust" reads corners, labelled sides, ranges, JSON and the notations of
            grounding models, in any unit. A box after a word such as "crop:" is the answer, else the last one.
        size: (width, height) of the image, in px; with it, numbers that fit the image are pixels.

    Returns:
        (x1, y1, x2, y2), 0-1 from the left and the top of the image, x1 < x2 and y1 < y2. The value is None with
        `fallback=True` when there is no box, it has no area ("no_area"), or it leaves the image ("outside_image").

    Raises:
        ValueError: The profile is unknown. The text never raises.

    Example:
        >>> box("CROP: 0.10,0.20,0.90,0.80").value
        (0.1, 0.2, 0.9, 0.8)
        >>> box("from (64, 48) to (320, 240)", size=(640, 480))
        Standardized(value=(0.1, 0.1, 0.5, 0.5), rule='corners_pixels', fallback=False)
    """
    if checked_profile(profile) == "paper":
        found = _AS_ASKED.search(as_text(text))
        return _placed([float(part) for part in found.groups()], "as_asked") if found else _none(NO_ANSWER)
    reply = said(text)
    if reply.problem:
        return _none(reply.problem)
    if tagged := marked(text):
        return _placed(tagged[-1], "tags")
    readable = plain(reply.text)
    boxes = sorted([*_corners(readable), *_sides(readable), *_ranges(readable)], key=lambda one: one.start)
    if not boxes:
        return _none(NO_ANSWER)
    stated = [one for one in boxes if _STATED.search(readable, max(0, one.start - 24), one.start)]
    chosen = (stated or boxes)[-1]
    x1, y1, x2, y2 = chosen.corners
    # Four corners, so that boxes within the first 100 px of a larger image are taken for per cent, as lists are.
    columns = Columns([x1, x2, x1, x2], [y1, y1, y2, y2], frame=chosen.unit)
    frame = frame_of(columns, readable, size)
    if frame is None:
        return _none("unknown_frame")
    rule = chosen.rule if frame[0] == "normalised" else f"{chosen.rule}_{frame[0]}"
    return _placed((x1 / frame[1], y1 / frame[2], x2 / frame[1], y2 / frame[2]), rule)


def _none(rule: str) -> Standardized[Box | None]:
    return Standardized(None, rule, True)


def _placed(corners: Sequence[float], rule: str) -> Standardized[Box | None]:
    kept = [inside(value) for value in corners]
    if any(value is None for value in kept):
        return _none("outside_image")
    x1, y1, x2, y2 = (float(value or 0.0) for value in kept)
    placed = (min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
    if placed[0] == placed[2] or placed[1] == placed[3]:
        return _none("no_area")
    return Standardized(placed, rule, False)


def marked(text: object) -> list[Box]:
    """Return the boxes of a reply in the notations of grounding models, as fractions.

    They are read after the reasoning trace, before special tokens are removed.
    """
    given = as_text(text).rpartition("</think>")[2]
    found: list[tuple[int, Box]] = []
    for pattern, by_rows, size in _NOTATIONS if "<" in given or "box_2d" in given else ():
        for match in pattern.finditer(given):
            numbers = [float(part) for part in match.groups()]
            scale = size if size > 1000 or max(numbers) > 1 else 1
            a, b, c, d = (number / scale for number in numbers)
            found.append((match.start(), (b, a, d, c) if by_rows else (a, b, c, d)))
    return [corners for _, corners in sorted(found)]


def _corners(text: str) -> Iterator[_Found]:
    """Boxes of four adjacent numbers, or of two successive pairs."""
    first: Run | None = None
    for run in runs(text):
        numbers, start = run.numbers, run.start
        if len(numbers) == 2 and first is not None and start - first.end < _FARTHEST:
            numbers, start = [*first.numbers, *numbers], first.start
        first = run if len(numbers) == 2 else None
        if len(numbers) == 4:
            (x1, _), (y1, _), (x2, _), (y2, _) = numbers
            yield _Found(start, (x1, y1, x2, y2), "corners", next((unit for _, unit in numbers if unit), ""))


def _sides(text: str) -> Iterator[_Found]:
    """Boxes whose sides are named, in JSON or in words: left, top, right, bottom; or a corner, width and height."""
    known: dict[str, float] = {}
    units: list[str | None] = []
    start = 0
    for match in _LABELLED.finditer(text):
        name = _NAMES.get(found := match["name"].lower().replace("_", ""), found)
        if name in known or not known:
            known, units, start = {}, [], match.start()
        known[name] = float(match[2])
        units.append(match[3])
        names = next((names for names in (*_SIDES, *_SIZED) if all(one in known for one in names)), None)
        if names is not None:
            a, b, c, d = (known[one] for one in names)
            yield _Found(start, (a, b, a + c, b + d) if names in _SIZED else (a, b, c, d), "sides", _unit(units))
            known = {}


def _ranges(text: str) -> Iterator[_Found]:
    """Boxes as a range of x and a range of y."""
    found: dict[str, re.Match[str]] = {}
    for match in _RANGES.finditer(text):
        axis = "x" if match["axis"][0].lower() in "xh" else "y"
        found = {axis: match} if axis in found else {**found, axis: match}
        if len(found) == 2:
            (x1, x2), (y1, y2) = ((float(found[axis][2]), float(found[axis][4])) for axis in "xy")
            units = [one[group] for one in found.values() for group in (3, 5)]
            yield _Found(min(one.start() for one in found.values()), (x1, y1, x2, y2), "ranges", _unit(units))
            found = {}


def _unit(units: Sequence[str | None]) -> str:
    """The unit that is written with the numbers: "%", "px" or ""."""
    written = {unit.strip().lower() for unit in units if unit}
    return "%" if written & {"%", "percent"} else "px" if written else ""
