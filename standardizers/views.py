"""Which views of a split image a reply selects, keeps or shifts to.

Sources: ActiView, Appendix I.2-I.4 (what the prompts ask for), and `toolkit/evaluator.py` of its official repository,
whose parsers are the profile "paper".
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import NamedTuple

from .common import Standardized, checked_profile
from .literals import json_values
from .text import as_text, boxed, final_answer_text, plain
from .view_phrases import MOST_PROSE, Views, views_in_text


class ViewOperations(NamedTuple):
    """The views that a reply of the mixed pipeline names, 1-based; None where it names nothing for an operation.

    Attributes:
        part: Views to zoom into (first turn).
        keep: Zoomed views to keep (second turn).
        shift: Further views to shift to (second turn).
    """

    part: Views | None
    keep: Views | None
    shift: Views | None


_NO_OPERATIONS = ViewOperations(None, None, None)


def views(text: object, n_views: int = 4, profile: str = "robust") -> Standardized[Views]:
    """Return the views that a reply selects.

    Args:
        text: The reply; None and NaN count as "".
        n_views: Number of views; numbers outside 1..n_views are never returned.
        profile: "paper" is the official code: pieces between commas (periods count as commas) that begin with a digit
            or with a position word, its mapping of "upper" to views 2 and 4 included. Where that code would stop with
            an error (a number out of range, "1 and 2", "lower"), the result is the fallback with the rule "error".
            "robust" reads as a person would, see docs/standardization.md.

    Returns:
        1-based view numbers, ascending and unique; `fallback` is True when the reply selects nothing and does not say
        "none".

    Raises:
        ValueError: The profile is unknown. The text never raises.

    Example:
        >>> views("Views 1 and 3, not 2").value
        (1, 3)
    """
    if checked_profile(profile) == "paper":
        return _official_views(as_text(text), n_views)
    answer = final_answer_text(text)
    if not answer:
        return Standardized((), "unfinished" if answer is None else "empty", True)
    for value in reversed(json_values(answer)):
        found = _of_json(value, n_views)
        if found is not None:
            return Standardized(found, "json", False)
    return views_in_text(plain(boxed(answer) or answer), n_views)


def view_operations(text: object, n_views: int = 4, profile: str = "robust") -> Standardized[ViewOperations]:
    """Return the operations in the JSON answer of the mixed pipeline: `part`, or `keep` (`zoom_keep`) and `shift`.

    Args:
        text: The reply; None and NaN count as "".
        n_views: Number of views; numbers outside 1..n_views are never returned.
        profile: "paper" is the official code: the whole reply must be strict JSON and every listed number a plain
            integer; `keep` (`zoom_keep` in the paper's own prompt) and `shift` count only together. The rule is
            "out_of_range" when `part` lists numbers but none of a view. Numbers stay in the order given.
            "robust" finds the last fitting object in the reply, reads lists, numbers, names and "all", sorts them,
            and takes a reply without any object for a plain selection (`part`).

    Returns:
        The operations, as tuples of 1-based view numbers; an empty tuple means "none", None that the reply does not
        name the operation.

    Raises:
        ValueError: The profile is unknown. The text never raises.

    Example:
        >>> view_operations('{"zoom_keep": "1", "shift": "none"}').value
        ViewOperations(part=None, keep=(1,), shift=())
    """
    if checked_profile(profile) == "paper":
        return _official_operations(as_text(text), n_views)
    answer = final_answer_text(text)
    if not answer:
        return Standardized(_NO_OPERATIONS, "unfinished" if answer is None else "empty", True)
    for value in reversed(json_values(answer)):
        found = _operations(_flat(value), n_views)
        if found != _NO_OPERATIONS:
            return Standardized(found, "json", False)
    flat = plain(answer)
    found = _operations({key.lower(): value for key, value in _PAIR.findall(flat[-MOST_PROSE:])}, n_views)
    if found != _NO_OPERATIONS:
        return Standardized(found, "pairs", False)
    selected = views_in_text(flat, n_views)
    if selected.fallback:
        return Standardized(_NO_OPERATIONS, "default", True)
    return Standardized(ViewOperations(selected.value, None, None), selected.rule, False)


# the official code

_OFFICIAL_WORD = re.compile("upperleft|lowerleft|upperright|lowerright|left|right|upper|lower")
_OFFICIAL_MEANING = {
    **{"upperleft": (1,), "lowerleft": (2,), "upperright": (3,), "lowerright": (4,)},
    **{"left": (1, 2), "right": (3, 4), "upper": (2, 4)},
}


def _official_views(text: str, n_views: int) -> Standardized[Views]:
    found: set[int] = set()
    for piece in text.replace(".", ",").split(","):
        if re.match(r"\d", piece):
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


def _official_operations(text: str, n_views: int) -> Standardized[ViewOperations]:
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        return Standardized(_NO_OPERATIONS, "default", True)
    if not isinstance(answer, dict):
        return Standardized(_NO_OPERATIONS, "default", True)
    part = _official_list(answer["part"], n_views) if "part" in answer else None
    keep = shift = None
    kept = "keep" if "keep" in answer else "zoom_keep"
    if kept in answer and "shift" in answer:
        keep, shift = _official_list(answer[kept], n_views), _official_list(answer["shift"], n_views)
        if keep is None or shift is None:
            keep = shift = None
    out_of_range = part == () and answer["part"] != "none"
    found = ViewOperations(part, keep, shift)
    rule = "out_of_range" if out_of_range else "default" if found == _NO_OPERATIONS else "json"
    return Standardized(found, rule, found == _NO_OPERATIONS)


def _official_list(value: object, n_views: int) -> Views | None:
    if value == "none":
        return ()
    if not isinstance(value, str):
        return None
    numbers = [_integer(piece) for piece in value.split(",")]
    if None in numbers:
        return None
    return tuple(dict.fromkeys(number for number in numbers if number is not None and 1 <= number <= n_views))


def _integer(piece: str) -> int | None:
    """Return `int(piece)`, or None where that fails; past 18 digits Python is slow or refuses, and no view is meant."""
    try:
        return int(piece) if len(piece) <= 18 else int(piece.strip()[:18]) if piece.strip().isdigit() else None
    except ValueError:
        return None


# robust: JSON

_PART = (
    *("part", "parts", "zoom", "zoomin", "view", "views", "selected", "selectedparts", "selectedviews"),
    *("selection", "numbers", "answer"),
)
_KEEP = ("keep", "zoomkeep", "kept", "keepparts")
_SHIFT = ("shift", "shiftto", "zoomshift", "shiftparts")
_PAIR = re.compile(
    r"[\"']?\b((?:zoom_?)?keep|shift|parts?)\b[\"']?\s{0,3}[:=]\s{0,3}"
    r"([\"'][^\"'\n]{0,200}[\"']|\[[^\]\n]{0,200}\]|[^\n.;{}]{0,200})",
    re.IGNORECASE,
)


def _flat(value: object) -> dict[str, object]:
    """Return the keys of an object, of a list of objects, or of a wrapped one, without case and punctuation."""
    if isinstance(value, list):
        merged: dict[str, object] = {}
        for item in value[:50]:
            if isinstance(item, dict):
                merged |= item
        value = merged
    if not isinstance(value, dict):
        return {}
    if len(value) == 1 and isinstance(inner := next(iter(value.values())), dict):
        value = inner
    return {re.sub(r"[^a-z]", "", str(key)[:60].lower()): item for key, item in value.items()}


def _operations(answer: dict[str, object], n_views: int) -> ViewOperations:
    def listed(keys: Iterable[str]) -> Views | None:
        for key in keys:
            if key in answer:
                return _listed(answer[key], n_views)
        return None

    answer = {re.sub(r"[^a-z]", "", key): value for key, value in answer.items()}
    return ViewOperations(listed(_PART), listed(_KEEP), listed(_SHIFT))


def _of_json(value: object, n_views: int) -> Views | None:
    """Return the views of a JSON value, or None when it is not about views."""
    if isinstance(value, list) and not any(isinstance(item, dict) for item in value):
        return _listed(value, n_views) or None
    answer = _flat(value)
    for key in _PART:
        if key in answer:
            found = _listed(answer[key], n_views)
            if found is not None:
                return found
    return None


def _listed(value: object, n_views: int) -> Views | None:
    """Return the views in one JSON value: a number, a list, or a text; None when it neither has any nor says so."""
    if value is None or value is False or value == []:
        return ()
    if isinstance(value, (int, float)):
        return (int(value),) if 1 <= value <= n_views and value == int(value) else None
    if isinstance(value, list):
        parts = [_listed(item, n_views) for item in value[:200]]
        found = {view for part in parts if part for view in part}
        return tuple(sorted(found)) if found or () in parts else None
    if isinstance(value, str):
        if not value.strip(" \t\n\"'[]().-"):
            return ()
        read = views_in_text(plain(value.strip("\"' \t\n")), n_views)
        return None if read.fallback else read.value
    return None
