"""Places in a grid of views: "the upper left", "bottom row", "the middle one"."""

from __future__ import annotations

import re
from functools import lru_cache

_GRIDS = {4: (2, 2), 6: (3, 2), 8: (4, 2), 9: (3, 3), 16: (4, 4)}  # views: columns, rows
_FILLER = r"(?:[\s-]{0,3}|\s(?:and|hand|most|corner on the|on the|,)\s)"
_PAIRED = re.compile(
    rf"(upper|top|lower|bottom)(?:most)?{_FILLER}(left|right)(?![\w-]{{0,2}}\bhalf)|\b(left|right){_FILLER}(upper"
    rf"|top|lower|bottom)\b"
    r"|\b(left|right|upper|top|lower|bottom)(?:[\s-]{0,2}hand)?(?=[\s-]{0,2}(?:half|halves|side(?! of (?:the|a|his|her)"
    r" (?!image|picture|photo|frame|scene|view|grid))|row|column|parts|ones"
    r"|views|images|sections|quadrants|tiles|two)\b|\W*\Z)"
    r"|\b(?:two|both|parts|views|ones) (?:on|at|in|to) (?:the )?(left|right|top|bottom)\b(?![\s-](?:left|right|part))"
    r"|\b(?:left and right|both|right and left) (top|bottom|upper|lower)\b"
)
_SAME = {"top": "upper", "bottom": "lower"}
_OF_FOUR = {
    **{"upperleft": (1,), "lowerleft": (2,), "upperright": (3,), "lowerright": (4,)},
    **{"left": (1, 2), "right": (3, 4), "upper": (1, 3), "lower": (2, 4)},
}
_FEW = 8  # words of a clause that may end in a bare side
_ABOUT_VIEWS = re.compile(r"\b(?:parts?|views?|both|zoom\w*|needed|two|half|ones|those|images?|all|select\w*|cho\w+)\b")
_SIDES = re.compile(r"left|right|upper|lower|top|bottom|middle|cent(?:er|re|ral)|corners|row|column")
_UP = r"(?P<up>upper|top|lower|bottom|middle|cent(?:er|re|ral))"
_ACROSS = r"(?P<across>left|right|middle|cent(?:er|re|ral))"
_IN_GRID = re.compile(
    rf"\b{_UP}(?:most)?[\s-]{{0,2}}{_ACROSS}\b|\b(?P<line>upper|top|first|second|third|fourth|middle|lower|bottom|last"
    r"|left|right|cent(?:er|re|ral))(?:most)? (?P<kind>row|column)s?\b|\b(?P<corners>corners)\b"
    r"|\b(?:middle|cent(?:er|re|ral))(?= (?:one|ones|parts?|views?|images?|tiles?|cells?|sections?)\b|\W*\Z)"
)
_ORDER = {"first": 0, "second": 1, "third": 2, "fourth": 3, "last": -1, "upper": 0, "left": 0, "lower": -1, "right": -1}


_STEPS = {"above": (0, -1), "below": (0, 1), "left": (-1, 0), "right": (1, 0)}
_RELATED = re.compile(
    r"(?:\bparts? (?P<before>\d{1,2})(?: \w{1,9}){0,2}?,? )?\b(?:part|view|one|section|quadrant|area|region|tile)"
    r"(?: (?:which|that) is)?(?: (?:directly|just|right|immediately|located))?"
    r" (?:(?P<line>above|below|beneath|under|underneath)|(?:to|on) (?:the|its) (?P<side>left|right)(?: of)?)"
    r"(?: (?:(?:part|view|no|section) (?P<behind>\d{1,2})|it|that))?\b"
)

_RELATIONS = ("above ", "below ", "beneath ", "under", " the left", " the right", "its ")


def related(text: str, n_views: int) -> str:
    """Return text with views that are named by their neighbours ("the part below part 3") named themselves.

    Args:
        text: A text in lower case.
        n_views: Number of views, in the order of `places`.

    Example:
        >>> related("the part below part 3", 4)
        'the part 4'
    """
    if n_views not in _GRIDS or not any(word in text for word in _RELATIONS):
        return text
    return _RELATED.sub(lambda match: _neighbour(match, n_views), text)


def _neighbour(match: re.Match[str], n_views: int) -> str:
    columns, rows = _GRIDS[n_views]
    number = int(match.group("behind") or match.group("before") or 0) - 1
    if not 0 <= number < n_views:
        return match.group()
    column, row = divmod(number, rows) if n_views == 4 else (number % columns, number // columns)
    line = match.group("line")
    right, down = _STEPS[match.group("side") or ("above" if line == "above" else "below")]
    column, row = column + right, row + down
    if not (0 <= column < columns and 0 <= row < rows):
        return match.group()
    found = column * rows + row if n_views == 4 else row * columns + column
    ahead = match.group("before")  # "part 1 and the part to its right"
    return f"part {ahead} and part {found + 1}" if ahead else f"part {found + 1}"


def places(text: str, n_views: int) -> list[tuple[int, int, frozenset[int]]]:
    """Return (start, end, views) for each place that a clause names.

    Four views are numbered by columns, other grids by rows, as the prompts of ActiView say.

    Args:
        text: A clause in lower case.
        n_views: Number of views; of numbers that make no known grid no place is read.
    """
    if n_views not in _GRIDS or not _SIDES.search(text):
        return []
    return _four(text) if n_views == 4 else _grid(text, n_views)


def _four(text: str) -> list[tuple[int, int, frozenset[int]]]:
    found = []
    end = len(text.rstrip(" .,;:!?"))
    for match in _PAIRED.finditer(text):
        height, side, side_first, height_last, half, after, last = (group or "" for group in match.groups())
        if half and match.end() >= end and not _names_views(text, match.start()):
            continue  # "the building on the left": a side of something
        half = half or after or last
        key = half or (
            (height or height_last) and _SAME.get(height or height_last, height or height_last) + (side or side_first)
        )
        found.append((match.start(), match.end(), frozenset(_OF_FOUR[_SAME.get(key, key)])))
    if "corners" in text:
        found += [(match.start(), match.end(), frozenset((1, 2, 3, 4))) for match in re.finditer("four corners", text)]
    return found


def _names_views(text: str, start: int) -> bool:
    """Tell whether a clause that ends in a bare side speaks of views, or is that side."""
    return text[:start].strip(" .,'\"(") in ("", "the") or (
        text.count(" ") <= _FEW and _ABOUT_VIEWS.search(text) is not None
    )


def _grid(text: str, n_views: int) -> list[tuple[int, int, frozenset[int]]]:
    columns, rows = _GRIDS[n_views]
    found = []
    for match in _IN_GRID.finditer(text):
        if match.group("corners"):
            views = frozenset((1, columns, n_views - columns + 1, n_views))
        elif match.group("kind"):
            by_rows = match.group("kind") == "row"
            along = _line(match.group("line"), rows if by_rows else columns)
            if along is None:
                continue
            views = _cells(n_views, along, None) if by_rows else _cells(n_views, None, along)
        else:
            up, side = match.group("up") or "middle", match.group("across") or "middle"
            in_rows, in_columns = _line(up, rows), _line(side, columns)
            if in_rows is None or in_columns is None:
                continue
            views = _cells(n_views, in_rows, in_columns)
        found.append((match.start(), match.end(), views))
    return found


@lru_cache(256)
def _line(word: str, count: int) -> tuple[int, ...] | None:
    """Return the rows or columns that a word names, None when there are none."""
    word = _SAME.get(word, word)
    if word in _ORDER:
        place = _ORDER[word]
        return None if place >= count else (place % count,)
    if count < 3:
        return None
    return (count // 2,) if count % 2 else (count // 2 - 1, count // 2)


def _cells(n_views: int, in_rows: tuple[int, ...] | None, in_columns: tuple[int, ...] | None) -> frozenset[int]:
    columns, rows = _GRIDS[n_views]
    return frozenset(
        row * columns + column + 1
        for row in (in_rows if in_rows is not None else range(rows))
        for column in (in_columns if in_columns is not None else range(columns))
    )
