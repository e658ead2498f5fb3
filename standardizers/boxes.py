"""Boxes: one rectangle of an image, as a reply to a request for a region or a crop."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .common import Standardized, checked_profile
from .points.frames import frame_of, inside
from .points.points import Columns
from .text.cleaning import as_text, final_answer_text, plain, strip_reasoning

Box = tuple[float, float, float, float]

_N = r"[-+]?(?:\d{1,9}(?:\.\d{0,20})?|\.\d{1,20})"
_UNIT = r"\s?(?:%|px\b|pixels?\b|percent\b)"
_NUMBER = rf"(?<![\w.])({_N})({_UNIT})?(?![\w.]*\w)"
_BETWEEN = r"[\s,;:|/]{1,4}"
_APART = r"[^\d\n]{1,48}?\n?[^\d\n]{0,24}?"  # between two corners: brackets, or "to the lower right corner at"
_CORNERS = re.compile(f"{_NUMBER}{_BETWEEN}{_NUMBER}{_APART}{_NUMBER}{_BETWEEN}{_NUMBER}")
_RANGES = re.compile(
    rf"\b(?P<axis>x|y|horizontal(?:ly)?|vertical(?:ly)?)\b[^\d\n]{{0,24}}?{_NUMBER}\s?(?:to|-|until|through|and)\s?{_NUMBER}",
    re.IGNORECASE,
)
_LABELLED = re.compile(
    r"(?<![A-Za-z])(?P<name>x_?(?:1|min|0|start)|x_?(?:2|max|end)|y_?(?:1|min|0|start)|y_?(?:2|max|end)|left|right|top|upper|bottom"
    rf"|lower|x|y|width|height|w|h)\s?[\"']?\s?[:=]\s?[\"']?{_NUMBER}",
    re.IGNORECASE,
)
_NAMES = {
    **dict.fromkeys(("x1", "xmin", "x0", "xstart", "left"), "left"),
    **dict.fromkeys(("y1", "ymin", "y0", "ystart", "top", "upper"), "top"),
    **dict.fromkeys(("x2", "xmax", "xend", "right"), "right"),
    **dict.fromkeys(("y2", "ymax", "yend", "bottom", "lower"), "bottom"),
    **dict.fromkeys(("w", "width"), "width"),
    **dict.fromkeys(("h", "height"), "height"),
}
_SIDES = (("left", "top", "right", "bottom"), ("x", "y", "right", "bottom"))
_SIZED = (("left", "top", "width", "height"), ("x", "y", "width", "height"))
# Notations of grounding models: order of the numbers, and the size that they count to.
_LOCATED = re.compile(r"<loc(\d{4})>\s?<loc(\d{4})>\s?<loc(\d{4})>\s?<loc(\d{4})>")
_ROWS_FIRST = re.compile(rf"\bbox_2d[\"']?\s?:\s?\[\s?({_N}),\s?({_N}),\s?({_N}),\s?({_N})\s?\]")
_TAGGED = re.compile(
    rf"(?:<\|box_start\|>|<box>)[\s(\[]{{0,4}}({_N})[\s,]{{1,3}}({_N})[\s,()]{{1,6}}({_N})[\s,]{{1,3}}({_N})[\s)\]]{{0,4}}"
    r"(?:<\|box_end\|>|</box>)"
)
_STATED = re.compile(r"\b(?:crop(?:_?box)?|answer|box|bbox|region)\W{0,4}[:=]\W{0,4}$", re.IGNORECASE)
_LEAD = 24
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
            grounding models, in fractions, per cent, thousandths or pixels. A box behind a word such as "crop:" is the
            answer, else the last one.
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
        return _placed([float(part) for part in found.groups()], "as_asked") if found else _none("no_answer")
    answer = final_answer_text(text)
    if answer is None:
        return _none("unclosed_reasoning")
    readable = plain(answer)
    marked = list(_marked(strip_reasoning(as_text(text)) or ""))  # an answer is without special tokens
    if marked:
        last = marked[-1]
        return _placed(last.corners, last.rule)
    boxes = sorted([*_corners(readable), *_sides(readable), *_ranges(readable)], key=lambda one: one.start)
    if not boxes:
        return _none("no_answer" if readable.strip() else "empty")
    stated = [one for one in boxes if _STATED.search(readable, max(0, one.start - _LEAD), one.start)]
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


def _marked(text: str) -> Iterator[_Found]:
    """Boxes in the notations of grounding models, as fractions."""
    for match in _LOCATED.finditer(text):
        y1, x1, y2, x2 = (int(part) / 1024 for part in match.groups())
        yield _Found(match.start(), (x1, y1, x2, y2), "tags")
    for pattern, by_rows in ((_ROWS_FIRST, True), (_TAGGED, False)):
        for match in pattern.finditer(text):
            numbers = [float(part) for part in match.groups()]
            scale = 1000.0 if max(numbers) > 1 else 1.0
            a, b, c, d = (number / scale for number in numbers)
            yield _Found(match.start(), (b, a, d, c) if by_rows else (a, b, c, d), "tags")


def _corners(text: str) -> Iterator[_Found]:
    for match in _CORNERS.finditer(text):
        parts = match.groups()
        x1, y1, x2, y2 = (float(part) for part in parts[::2])
        yield _Found(match.start(), (x1, y1, x2, y2), "corners", _unit(parts[1::2]))


def _sides(text: str) -> Iterator[_Found]:
    """Boxes whose sides are named, in JSON or in words: left, top, right, bottom; or a corner, width and height."""
    known: dict[str, float] = {}
    units: list[str | None] = []
    start = 0
    for match in _LABELLED.finditer(text):
        name = match["name"].lower().replace("_", "")
        name = _NAMES.get(name, name)
        if name in known or not known:
            known, units, start = {}, [], match.start()
        known[name] = float(match[2])
        units.append(match[3])
        for names in (*_SIDES, *_SIZED):
            if all(one in known for one in names):
                a, b, c, d = (known[one] for one in names)
                sized = names in _SIZED
                yield _Found(start, (a, b, a + c, b + d) if sized else (a, b, c, d), "sides", _unit(units))
                known = {}
                break


def _ranges(text: str) -> Iterator[_Found]:
    """Boxes as a range of x and a range of y."""
    found: dict[str, tuple[float, float]] = {}
    units: list[str | None] = []
    start = 0
    for match in _RANGES.finditer(text):
        axis = "x" if match["axis"][0].lower() in "xh" else "y"
        if axis in found or not found:
            found, units, start = {}, [], match.start()
        found[axis] = float(match[2]), float(match[4])
        units += [match[3], match[5]]
        if len(found) == 2:
            (x1, x2), (y1, y2) = found["x"], found["y"]
            yield _Found(start, (x1, y1, x2, y2), "ranges", _unit(units))
            found = {}


def _unit(units: Sequence[str | None]) -> str:
    """The unit that is written with the numbers: "%", "px" or ""."""
    written = {unit.strip().lower() for unit in units if unit}
    if not written:
        return ""
    return "%" if written & {"%", "percent"} else "px"
