"""Options told otherwise than by letter or name: by their number, side, length, coordinates, or where they lie."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .box_places import box_in_words
from .clauses import in_ordinals
from .letters import in_shares
from .own_numbers import own_number
from .path_lengths import path_of_length
from .question import Question
from .sides import told_side

_CONCLUDES = re.compile(
    r"\b(?:therefore|so|thus|hence|believe|choose|pick|answer)\b(?:[^.!?\n]"
    r"|(?<=\d)\.(?=\d)){3,120}[.!]?\s*\Z",
    re.IGNORECASE,
)
_CORNER_AT = re.compile(
    r"\bcorner\b[^.\n]{0,20}\bat \(?\d", re.IGNORECASE
)  # "The object whose top-left corner is at (560, 301)"
_LAST_POINT = re.compile(  # "The sign stands at x=0.90, y=0.71."
    r"(?<=[.!?]\s)(?:[^.!?\d\n]|(?<=\d)\.(?=\d)){3,80}"
    r"\bx\s?[=:]\s?\d?\.?\d{1,4},? (?:and )?y\s?[=:]\s?\d?\.?\d{1,4}\.?\s*\Z"
)


def unmentioned(text: str, question: Question) -> tuple[int, str] | None:
    """Return the option that a text without letters and names tells by number, side, length or place, and the rule."""
    if (index := question.number(text)) >= 0:
        return index, "number"
    if question.ranks is None and len(ordinals := in_ordinals(text, question.size)) == 1:
        around = text[: ordinals[0].start] + text[ordinals[0].end :]
        if not any(map(str.isalnum, around)):
            return ordinals[0].option, "whole_text"  # "ikinci seçenek"
    if (index := told_side(text, question.sides)) >= 0:
        return index, "sides"
    if question.copied and (index := own_number(text, question.copied)) >= 0:
        return index, "number"
    if question.copied and (index := path_of_length(text, question.copied)) >= 0:
        return index, "words"
    if question.places is not None and question.places.kind in ("box", "point"):
        index = _told_box(text, question)
        return (index, "words") if index >= 0 else None
    return None


def pointed_out(text: str, question: Question) -> tuple[int, str] | None:
    """Return the option at which a text points that names several, by coordinates or place, and the rule."""
    if question.copied and _CORNER_AT.search(text) is not None:
        index = own_number(f"{text.rstrip('. ')}.", question.copied)
        if index >= 0:
            return index, "number"
    if question.copied and (concluded := _CONCLUDES.search(text) or _LAST_POINT.search(text)) is not None:
        index = own_number(concluded[0], question.copied)
        if index >= 0:
            return index, "number"  # "I therefore believe it is the path that ends at (0.81, 0.36)."
    if question.places is not None and question.places.kind == "box":
        index = _told_box(text, question, announced=True)
        return (index, "words") if index >= 0 else None
    return None


def _told_box(text: str, question: Question, announced: bool = False) -> int:
    """Return the option whose place or size a text tells, in its conclusion before elsewhere, or -1."""
    last = _CONCLUDES.search(text)
    index = box_in_words(last[0], question.labels, _boxes(question)) if last is not None else -1
    return index if index >= 0 else box_in_words(text, question.labels, _boxes(question), announced)


def _boxes(question: Question) -> list[Sequence[float]]:
    """Return the boxes of a question whose options are boxes or points, which are boxes without a size, as shares."""
    places = question.places.options if question.places is not None else ()
    return [*in_shares([(*place, *place) if len(place) == 2 else tuple(place) for place in places])]
