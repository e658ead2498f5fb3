"""The parsers of ActiView's official code (`toolkit/evaluator.py` of its repository): the profile "paper"."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from .common import Standardized

Views = tuple[int, ...]


class ViewOperations(NamedTuple):
    """The views that a reply of the mixed pipeline names, 1-based; None where it names nothing for an operation.

    Attributes:
        part: Views to zoom into (first turn).
        keep: Zoomed views to keep (second turn).
        shift: Further views to shift to (second turn), or the directions in which to move ("left", "right", "up",
            "down"), where the question asks for directions.
    """

    part: Views | None
    keep: Views | None
    shift: Views | tuple[str, ...] | None


NO_OPERATIONS = ViewOperations(None, None, None)

_DIGIT = re.compile(r"\d")
_OFFICIAL_WORD = re.compile("upperleft|lowerleft|upperright|lowerright|left|right|upper|lower")
_OFFICIAL_MEANING = {
    **{"upperleft": (1,), "lowerleft": (2,), "upperright": (3,), "lowerright": (4,)},
    **{"left": (1, 2), "right": (3, 4), "upper": (2, 4)},
}


def official_views(text: str, n_views: int) -> Standardized[Views]:
    """Return the views that the official code reads; see `standardizers.views`."""
    found: set[int] = set()
    for piece in text.replace(".", ",").split(","):
        if _DIGIT.match(piece):
            number = _integer(piece)
            if number is None or number > n_views:
                return Standardized((), "error", True)
            found.add(number)
        elif word := _OFFICIAL_WORD.match(piece):
            if word.group() not in _OFFICIAL_MEANING or n_views != 4:
                return Standardized((), "error", True)
            found.update(_OFFICIAL_MEANING[word.group()])
    found.discard(0)  # the official code shows the lined full image for it
    return Standardized(tuple(sorted(found)), "pieces" if found else "default", not found)


def official_operations(text: str, n_views: int) -> Standardized[ViewOperations]:
    """Return the operations that the official code reads; see `standardizers.views`."""
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        return Standardized(NO_OPERATIONS, "default", True)
    if not isinstance(answer, dict):
        return Standardized(NO_OPERATIONS, "default", True)
    part = _official_list(answer["part"], n_views) if "part" in answer else None
    keep = shift = None
    kept = "keep" if "keep" in answer else "zoom_keep"
    if kept in answer and "shift" in answer:
        keep, shift = _official_list(answer[kept], n_views), _official_list(answer["shift"], n_views)
        if keep is None or shift is None:
            keep = shift = None
    out_of_range = part == () and answer["part"] != "none"
    found = ViewOperations(part, keep, shift)
    rule = "out_of_range" if out_of_range else "default" if found == NO_OPERATIONS else "json"
    return Standardized(found, rule, found == NO_OPERATIONS)


def _official_list(value: object, n_views: int) -> Views | None:
    if value == "none":
        return ()
    if not isinstance(value, str):
        return None
    found: dict[int, None] = {}  # in the order given
    for piece in value.split(","):
        number = _integer(piece)
        if number is None:
            return None
        if 1 <= number <= n_views:
            found[number] = None
    return tuple(found)


def _integer(piece: str) -> int | None:
    """Return `int(piece)`, or None where that fails; past 18 digits Python is slow or refuses, and no view is meant."""
    try:
        return int(piece) if len(piece) <= 18 else int(piece.strip()[:18]) if piece.strip().isdecimal() else None
    except ValueError:
        return None
