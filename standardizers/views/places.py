"""Places in a grid of views: "the upper left", "bottom row", "the middle one"."""

from __future__ import annotations

import re
from functools import lru_cache

from .split import Split, split_of

_FILLER = r"(?:[\s-]{0,3}|\s(?:and|hand|most|corner on the|on the|,)\s)"
_PAIRED = re.compile(
    rf"(upper|top|lower|bottom)(?:most)?{_FILLER}(left|right)(?![\w-]{{0,2}}\bhalf)|\b(left|right){_FILLER}(upper"
    rf"|top|lower|bottom)\b"
    r"|\b(left|right|upper|top|lower|bottom)(?:[\s-]{0,2}hand)?(?=[\s-]{0,2}(?:(?:half|halves|side)(?! of (?:the|an?"
    r"|his|her|its|this|that)"
    r" (?!image|picture|photo|frame|scene|view|grid|whole|full|entire))|row|column|parts|ones"
    r"|views|images|sections|quadrants|tiles|two)\b|\W*\Z)"
    r"|\b(?:two|both|parts|views|ones) (?:on|at|in|to) (?:the )?(left|right|top|bottom)\b(?![\s-](?:left|right|part))"
    r"|\b(?:left and right|both|right and left) (top|bottom|upper|lower)\b"
)
_SAME = {"top": "upper", "bottom": "lower"}
_LINE = 3  # views of an unknown layout that lie in a line
_DOWN = re.compile(r"upper|lower|top|bottom")
_FEW = 8  # words of a clause that may end in a bare side
_LOOKS_AT = re.compile(  # "have to look at the"
    r"(?:^|\b(?:i|we|you|one|to|must|should|please|let's|let us|let me)\s)(?:(?:must|should|need to|have to|want to"
    r"|just)\s)?"
    r"(?:look(?: closer| again)?(?: at| in)?|check|inspect|see|examine|view|focus on|zoom(?: in)?(?:to| on)?) (?:the"
    r"|its) \Z"
)
_ABOUT_VIEWS = re.compile(
    r"\b(?:parts?|views?|both|everything|zoom\w*|needed|two|half|ones|those|images?|all|select\w*|cho\w+)\b"
)
_SIDES = re.compile(r"left|right|upper|lower|top|bottom|middle|cent(?:er|re|ral)|corners|row|column")
_UP = r"(?P<up>upper|top|lower|bottom|middle|cent(?:er|re|ral))"
_ACROSS = r"(?P<across>left|right|middle|cent(?:er|re|ral))"
_IN_GRID = re.compile(
    rf"\b{_UP}(?:most)?[\s-]{{0,2}}{_ACROSS}\b|\b(?P<side>left|right)[\s-](?P<height>middle|cent(?:er|re))\b"
    rf"|\b(?P<line>upper|top|first|second|third|fourth|middle|lower|bottom|last"
    r"|left|right|cent(?:er|re|ral))(?:most)?(?:[\s-]hand)?(?P<two> two)? (?P<kind>row|column)s?\b"
    r"|\b(?P<corners>corners|corner (?:parts|tiles|views|ones|sections|cells))\b"
    r"|\b(?P<alone>middle|cent(?:er|re|ral)|left|right|upper|top|lower|bottom)(?:most)?(?:[\s-]hand)?"
    r"(?=\s{1,2}(?:one|ones|parts?|views?|images?|tiles?|cells?|sections?|half|third|side|of the (?:grid|picture"
    r"|image))\b"
    r"|\W*\Z"
    r"|,? (?:and|&|plus) (?:the )?(?:upper|top|middle|lower|bottom|left|right|cent)|\s?\()"
)
_ORDER = {"first": 0, "second": 1, "third": 2, "fourth": 3, "last": -1, "upper": 0, "left": 0, "lower": -1, "right": -1}


_OWN_PLACE = re.compile(
    r"\b(?P<number>\d{1,2})(?P<opens>\s?[:=]\s?|\s?\(|\s-\s)(?:the |is |in ){0,2}(?P<height>upper|top|lower"
    r"|bottom)[\s-]?"
    r"(?P<side>left|right)(?: (?:parts?|views?|corner|quadrant|section|side|tile|region|image|area"
    r"|one))?(?P<closing>\))?"
)


def without_own_places(text: str, n_views: int) -> str:
    """Return text without the places that it puts beside the numbers of the same views ("3: upper right part").

    Example:
        >>> without_own_places("3 (upper right), 4: the lower right part", 4)
        '3, 4'
    """
    split = split_of(n_views)
    if split.columns != 2 or split.rows != 2 or not _SIDES.search(text):
        return text
    return _OWN_PLACE.sub(lambda match: _without_own_place(match, split), text)


def _without_own_place(match: re.Match[str], split: Split) -> str:
    number, height, side, closing = match.group("number", "height", "side", "closing")
    bracketed = "(" in match.group("opens")
    if bracketed != bool(closing) or not 1 <= int(number) <= split:
        return match.group()
    if bracketed and "\n" in match.string:
        return match.group()
    told = split.number(side == "right", height in ("lower", "bottom"))
    return str(number) if told == int(number) or bracketed else match.group()


def places(text: str, n_views: int) -> list[tuple[int, int, frozenset[int]]]:
    """Return (start, end, views) for each place that a clause names.

    Args:
        text: A clause in lower case.
        n_views: Number of views, or their `Split`; without one four views are numbered by columns and other grids by
            rows, as the prompts of ActiView say, and two or three lie in the direction that the places tell.
    """
    split = split_of(n_views)
    if not _SIDES.search(text):
        return []
    if not split.columns:
        if n_views > _LINE:
            return []
        down = _DOWN.search(text) is not None
        split = Split(n_views, 1, n_views, False) if down else Split(n_views, n_views, 1, False)
    return _four(text, split) if split.columns == split.rows == 2 else _grid(text, split)


def _four(text: str, split: Split) -> list[tuple[int, int, frozenset[int]]]:
    found = []
    end = len(text.rstrip(" .,;:!?"))
    for match in _PAIRED.finditer(text):
        height, side, side_first, height_last, half, after, last = (group or "" for group in match.groups())
        if half and match.end() >= end and not _names_views(text, match.start()):
            continue  # "the building on the left": a side of something
        half = half or after or last
        up, across = ("", "") if half else (height or height_last, side or side_first)
        up, across = (half, across) if half and half not in ("left", "right") else (up, half or across)
        found.append((match.start(), match.end(), _cells(split, _line(up, 2), _line(across, 2))))
    if "corners" in text:
        found += [(match.start(), match.end(), frozenset((1, 2, 3, 4))) for match in re.finditer("four corners", text)]
    return found


def _names_views(text: str, start: int) -> bool:
    """Tell whether a clause that ends in a bare side speaks of views, or is that side."""
    return (text[:start].strip(" .,'\"(") in ("", "the") or _LOOKS_AT.search(text, 0, start) is not None) or (
        text.count(" ") <= _FEW and _ABOUT_VIEWS.search(text) is not None
    )


def _grid(text: str, split: Split) -> list[tuple[int, int, frozenset[int]]]:
    columns, rows = split.columns, split.rows
    found = []
    for match in _IN_GRID.finditer(text):
        if match.group("corners"):
            views = frozenset(split.number(column, row) for column in (0, columns - 1) for row in (0, rows - 1))
        elif match.group("kind"):
            by_rows = match.group("kind") == "row"
            along = _line(match.group("line"), rows if by_rows else columns)
            if along is None:
                continue
            if match.group("two"):
                along = (along[0], along[0] + (1 if along[0] == 0 else -1))
            views = _cells(split, along, None) if by_rows else _cells(split, None, along)
        elif match.group("side"):  # "left middle": "middle left" in other languages
            in_rows, in_columns = _line(match.group("height"), rows), _line(match.group("side"), columns)
            if in_rows is None or in_columns is None:
                continue
            views = _cells(split, in_rows, in_columns)
        elif match.group("alone"):
            views = _alone(match.group("alone"), split)
            if not views:
                continue
        else:
            in_rows, in_columns = _line(match.group("up"), rows), _line(match.group("across"), columns)
            if in_rows is None or in_columns is None:
                continue
            views = _cells(split, in_rows, in_columns)
        found.append((match.start(), match.end(), views))
    return found


def _alone(word: str, split: Split) -> frozenset[int]:
    """Return the views in the middle, or at a side of a grid that is a single row or column or can be halved."""
    middle = _SAME.get(word, word) not in _ORDER
    if middle:
        rows, columns = ((0,) if count == 1 else _line(word, count) for count in (split.rows, split.columns))
        return frozenset() if rows is None or columns is None else _cells(split, rows, columns)
    across = word in ("left", "right")
    count, other = (split.columns, split.rows) if across else (split.rows, split.columns)
    if other > 1 and count != 2:
        return frozenset()
    along = _line(word, count)
    if along is None or count < 2:
        return frozenset()
    return _cells(split, None, along) if across else _cells(split, along, None)


@lru_cache(256)
def _line(word: str, count: int) -> tuple[int, ...] | None:
    """Return the rows or columns that a word names, None when there are none."""
    word = _SAME.get(word, word)
    if not word:
        return None
    if word in _ORDER:
        place = _ORDER[word]
        return None if place >= count else (place % count,)
    if count < 3:
        return None
    return (count // 2,) if count % 2 else (count // 2 - 1, count // 2)


def _cells(split: Split, in_rows: tuple[int, ...] | None, in_columns: tuple[int, ...] | None) -> frozenset[int]:
    return frozenset(
        split.number(column, row)
        for row in (in_rows if in_rows is not None else range(split.rows))
        for column in (in_columns if in_columns is not None else range(split.columns))
    )
