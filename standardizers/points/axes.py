"""Points told axis by axis: "42 % across, 36 % down", "column 488 and row 396", "0.50 in x and 0.48 in y"."""

from __future__ import annotations

import re
from itertools import islice
from typing import NamedTuple

from .words import words_of

_MOST = 20_000
_EDGE = r"(?:[- ]hand)?(?: (?:edge|side|border|margin))?(?: of (?:the )?(?:image|picture|photo|frame|scene))?"
_SPAN = r"(?: the (?:(?:whole |entire )?(?:image|picture|photo|frame|scene)|width|height))?"
_HALF = r"half(?:[- ]?way)?|mid-?way"
_PARTS = {"third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10}
_COUNTS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_TOKEN = re.compile(
    r"(?<![\w.])(?P<number>\d{1,6}(?:\.\d{1,8})?|\.\d{1,8})(?![\d.]*\d)\s?(?P<unit>%|percent\b|px\b|pixels?\b"
    r"|(?P<other>ms"
    r"|milliseconds?|s|secs?|seconds?)\b)?"
    rf"|\b(?:(?P<count>{'|'.join(_COUNTS)})[ -])?(?P<part>{'|'.join(_PARTS)})s?\b|\b(?P<half>{_HALF})\b"
    rf"|\b(?:(?P<right>(?:in )?from (?:the )?right{_EDGE})|(?P<bottom>(?:up )?from (?:the )?bottom{_EDGE})"
    rf"|(?P<x>(?:in |measured |over )?(?:from|of) (?:the )?left{_EDGE}|to the right of the left{_EDGE}|across{_SPAN}"
    r"|left(?=\s?[:=])|(?:horizontal(?:ly)?|x)(?:[- ](?:position|coordinate|axis|direction|value))?"
    r"|(?:of|along|in) (?:the |its )?(?:(?:image|total|full|picture)(?:'s)? )?width"
    r"|(?:pixel )?col(?:umn)?(?=\s(?:no\.? |number )?\d{2}|\s?[:=]?\s?0?\.\d)"
    r"|(?:on|along|in) (?:the )?x(?:[- ](?:axis|direction))?)"
    rf"|(?P<y>(?:down |measured )?from (?:the )?top{_EDGE}|below (?:the )?top(?: edge)?|down{_SPAN}|top(?=\s?[:=])"
    r"|(?:vertical(?:ly)?|y)(?:[- ](?:position|coordinate|axis|direction|value))?"
    r"|(?:of|along|in) (?:the |its )?(?:(?:image|total|full|picture)(?:'s)? )?height"
    r"|(?:pixel )?(?:row|line)(?=\s(?:no\.? |number )?\d{2}|\s?[:=]?\s?0?\.\d)"
    r"|(?:on|along|in) (?:the )?y(?:[- ](?:axis|direction))?))\b",
    re.IGNORECASE,
)
_LINK = re.compile(  # between a number and its axis
    r"[ \t]?[:=~-]?[ \t]?(?:(?:of|the|way|image|picture|at|is|about|around|roughly|in|no\.?|number|measured|width"
    r"|height)[ \t]){0,5}"
)
_SEPARATES = re.compile(  # between the two axes
    r"[ \t]?[,;/&-]?\s?(?:(?:and|of|и|et|und|y|e|i|og|och|en|ve|dan|và|by|then|at|about|around|roughly"
    r"|as well as|une?)\s){0,3}(?:the )?(?:is )?",
    re.IGNORECASE,
)
_BOX_SIDES = re.compile(r"\b(?:right|bottom|width|height)\s?[:=]", re.IGNORECASE)
_ACROSS = frozenset(["across", "left", "right", "horizontal", "horizontally", "width", "column", "col", "x"])
_DOWN = frozenset(["down", "top", "bottom", "vertical", "vertically", "height", "row", "line", "y"])
_X, _Y = frozenset("x"), frozenset("y")
_LETTERS_ONLY = re.compile(r"\b(?:in|on|along) (?:the )?[xX]\b|\baxis\b")  # "0.5 in x and 0.4 in y"
_CELLS = re.compile("col|row|line")  # of pixels
_UNITS = {"": "", "%": "%", "percent": "%"}
_WHOLE = 100.0


class _Token(NamedTuple):
    start: int
    end: int
    axis: str  # "x", "y" or "" for a number
    turned: bool  # counted from the right or from the bottom
    name: str
    value: float
    unit: str


def with_axes(text: str) -> str:
    """Return text with points told axis by axis as "(x, y)".

    Args:
        text: Text from `standardizers.points.words.uniform`.

    Example:
        >>> with_axes("It is 30 % from the top and half way across.")
        'It is (50%, 30%).'
    """
    words = words_of(text)
    across, down = _ACROSS & words, _DOWN & words
    if not across or not down or (across == _X and down == _Y and _LETTERS_ONLY.search(text) is None):
        return text
    if _BOX_SIDES.search(text):
        return text
    tokens = [_token(match) for match in islice(_TOKEN.finditer(text), _MOST)]
    pieces, end, place = [], 0, 0
    while place + 3 < len(tokens):
        point = _point(text, tokens[place : place + 4])
        if not point:
            place += 1
            continue
        pieces += [text[end : tokens[place].start], point]
        end = tokens[place + 3].end
        place += 4
    return "".join(pieces) + text[end:] if pieces else text


def _token(match: re.Match[str]) -> _Token:
    axis = "x" if match["x"] or match["right"] else "y" if match["y"] or match["bottom"] else ""
    if axis:
        return _Token(*match.span(), axis, bool(match["right"] or match["bottom"]), match.group().lower(), 0, "")
    if match["number"]:
        unit = "?" if match["other"] else _UNITS.get((match["unit"] or "").lower(), "px")
        return _Token(*match.span(), "", False, "", float(match["number"]), unit)
    share = 0.5 if match["half"] else _COUNTS[(match["count"] or "a").lower()] / _PARTS[match["part"].lower()]
    return _Token(*match.span(), "", False, "", share, "share")


def _point(text: str, four: list[_Token]) -> str:
    """Return the point that two numbers and two axes in turn tell, "" when they tell none."""
    one, two, three, last = four
    gaps = [text[a.end : b.start] for a, b in ((one, two), (two, three), (three, last))]
    if not (_LINK.fullmatch(gaps[0]) and _SEPARATES.fullmatch(gaps[1]) and _LINK.fullmatch(gaps[2])):
        return ""
    leads = bool(one.axis)
    axes, values = ((one, three), (two, last)) if leads else ((two, last), (one, three))
    if {axis.axis for axis in axes} != {"x", "y"} or any(value.axis for value in values):
        return ""
    if leads and {axis.name for axis in axes} == {"x", "y"}:
        return ""  # "x = 0.5, y = 0.4" is read as it is
    places = _in_one_unit(values)
    if places is None:
        return ""
    unit, numbers = places
    if not unit and max(numbers) > 1 and any(_CELLS.search(axis.name) for axis in axes):
        unit = "px"
    whole = {"%": _WHOLE, "": 1.0}.get(unit)
    at = {}
    for axis, number in zip(axes, numbers, strict=True):
        if axis.turned and (whole is None or number > whole):
            return ""
        at[axis.axis] = whole - number if axis.turned and whole is not None else number
    return f"({at['x']:.6g}{unit}, {at['y']:.6g}{unit})"


def _in_one_unit(values: tuple[_Token, _Token]) -> tuple[str, list[float]] | None:
    """Return the unit of two numbers and both in it; None for durations and units that do not mix."""
    units = {value.unit for value in values}
    if "?" in units or ("share" in units and "px" in units):
        return None
    if "%" in units:
        return "%", [value.value if value.unit == "%" else _WHOLE * value.value for value in values]
    unit = "px" if "px" in units else ""
    if "share" in units and any(value.value > 1 for value in values):
        return None
    return unit, [value.value for value in values]
