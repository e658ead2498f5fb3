"""The rules that papers print and their code applies, literally: the profile "paper".

HVSBench: paper sec. C, Figs. 7-9. ActiView: the parsers of its official code, `toolkit/evaluator.py`.
"""

import json
import re
from collections.abc import Sequence
from string import ascii_uppercase
from typing import NamedTuple

from .common import NO_ANSWER, Standardized

_UNITS = (
    "zero one two three four five six seven eight nine ten "
    "eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
)
WORDS: dict[str, int] = {word: value for value, word in enumerate(_UNITS.split())}
WORDS.update(
    {
        word: 10 * value
        for value, word in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2)
    }
)
WORDS["fourty"] = 40

_PHRASE = re.compile(
    r"\b(?:answer|result|it|output|prediction|object|image)\s{1,9}is(?:\s{1,9}|(?=[\[({]))[\[({]?\s{0,9}([A-Z])\b",
    re.IGNORECASE,
)
_ORDER = re.compile(
    r"(?:answer is|should be|order is|orders are|ranking is)"
    r"(?-i:[\s\W]{0,20}?(?P<letters>[A-Z](?:[\s>＞<,;:/|=\"'*()\[\]{}→-]{0,9}[A-Z])*)(?![a-z]))",
    re.IGNORECASE,
)
_NOT_DIGITS = re.compile(r"\D+")
_LETTER = re.compile(r"\b[A-Z]\b")


def published_choice(text: str) -> Standardized[str]:
    """Return the letter that the rule of Fig. 8 finds: after "answer is" and the like, else the first capital.

    The printed list of phrases ends in "etc."; only the printed ones are used. First match, since none is stated. The
    bracket is optional because Fig. 10 prints "... in the image is [E]".
    """
    for phrase in _PHRASE.finditer(text):
        if phrase.group(1) in ascii_uppercase:  # in any case, [A-Z] matches the Turkish İ, too
            return Standardized(phrase.group(1), "phrase", False)
    letter = _LETTER.search(text)
    return Standardized(letter.group(), "standalone_letter", False) if letter else Standardized("", NO_ANSWER, True)


def published_option(text: str, texts: Sequence[str]) -> Standardized[int]:
    """Return the option whose text is the whole reply (in any case), else the one of `published_choice`."""
    for index, item in enumerate(texts):
        if text.strip().lower() == item.strip().lower():
            return Standardized(index, "whole_text", False)
    letter = published_choice(text)
    index = ascii_uppercase.index(letter.value) if letter.value else -1
    if 0 <= index < len(texts):
        return Standardized(index, letter.rule, False)
    return Standardized(-1, NO_ANSWER, True)


def published_count(text: str, default: float) -> Standardized[float]:
    """Return the first word with digits or the first number word, or `default`."""
    digits = text.strip()
    if len(digits) <= 18:
        try:
            return Standardized(int(digits), "integer", False)
        except ValueError:
            pass
    for match in re.finditer(r"\S+", text):
        word = match.group()
        found = _NOT_DIGITS.sub("", word)
        if found:
            if len(found) <= 18:  # more digits are not a count, and Python refuses to convert thousands of them
                return Standardized(int(found), "digits", False)
            continue
        if len(word) < 3:
            continue
        spelled = word.strip("\"'“”‘’.,;:!?()[]*").lower()
        tens, _, units = spelled.partition("-")
        if spelled in WORDS:
            return Standardized(WORDS[spelled], "number_word", False)
        if WORDS.get(tens, 0) >= 20 and 0 < WORDS.get(units, 0) < 10:
            return Standardized(WORDS[tens] + WORDS[units], "number_word", False)
    return Standardized(default, NO_ANSWER, True)


def published_order(text: str) -> Standardized[str]:
    """Return the capital letters after "order is" and the like (Fig. 9), else all capital letters of the text."""
    phrase = _ORDER.search(text)
    if phrase:
        return Standardized("".join(re.findall(r"[A-Z]", phrase.group("letters"))), "phrase", False)
    capitals = "".join(re.findall(r"[A-Z]", text))
    return Standardized(capitals, "all_capitals", False) if capitals else Standardized("", NO_ANSWER, True)


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
    """Return `int(piece)`, or None where that fails; with over 18 digits it is slow, and no view."""
    try:
        return int(piece) if len(piece) <= 18 else int(piece.strip()[:18]) if piece.strip().isdecimal() else None
    except ValueError:
        return None
