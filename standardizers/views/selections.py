"""Short replies that only select views, in any language: every word is known, so that the numbers are the selection."""

from __future__ import annotations

import re
from functools import cache

from ..stance.lexicon import UNSPACED, Lexicon
from ..text.number_words import any_language
from . import terms as view_terms
from .mentions import CARDINALS, NUMBER_WORDS
from .numerals import ordinal

_LONGEST = 160
_TOKEN = re.compile(
    r"(?P<number>\d{1,3})(?:st|nd|rd|th|\u00ba|\u00aa|\.(?=\s?\w))?(?!\w)"
    r"|(?P<range>-|\.{2,3}|\u2013|~|:(?=\d))|(?P<word>[^\W\d_][\w\u0300-\u036f\u0900-\u097f\u200c'-]*)"
    r"|(?P<mark>[^\w\s])"
)
_NOTE = re.compile(
    r"\s?\((?!(?:yes|no|not|needed|required|necessary|maybe|irrelevant|un\w+|x|selected|skip\w*)\b)[^()\d]{0,80}\)"
)
_DENIAL = re.compile(r"\bno\b(?=\s?[,;:])|\bof \d")
_REASON = re.compile(
    r"(?:,\s?|\s)(?:which|because|since|as (?:they|it|these|the)|where|due to|weil|denn|da|parce que|car|porque|perché|"
    r"потому что|поскольку|bo|protože|omdat|eftersom|çünkü|karena|vì)\s[^\d]*$|\s-{1,2}\s[^\d]*$|;\s[^\d]*$"
)
_NUMBER_SIGN = re.compile(r"n[\u00b0\u00ba]\s?(?=\d)|№\s?|#\s?(?=\d)")
_BELOW_ZERO = re.compile(r"\W*-\d{1,3}\W*")
_NUMBER_NEXT = re.compile(r"\s?[.:#]?\s?\d")
_LINE = re.compile(r"\W{0,4}(?:[^\W\d]{1,12}\s)?\d{1,2}\W{0,3}")
_MOST_LINES = 20
_LIST_MARKER = re.compile(r"\d{1,2}[.)]\s+[^\W\d]{3,}\s\d")
_BREAKS_OFF = re.compile(r"\s(?:of|to|the|an?|in|into|and|or|for|is|are)$")
_MARKS = frozenset(",;.!&+/()[]*\"'|•<>=:")
_GLUED = re.compile(r"(?<=[^\W\d])[_#-]?(?=\d)|_")
_LAST = "last"


@cache
def _lexicon() -> Lexicon:
    kinds = ("NOUN", "AND", "POLITE", "CHOOSE", "ALL", "NONE", "EXCEPT", "RANGE")
    return Lexicon({kind: getattr(view_terms, kind) for kind in kinds})


def selected(text: str, n_views: int) -> set[int] | None:
    """Return the views of a short lower-case reply whose words all belong to a selection, or None.

    Args:
        text: Plain text in lower case.
        n_views: Number of views; a reply with another number selects nothing here.

    Example:
        >>> selected("tegels 2, 3 en 8 graag.", 9)
        {8, 2, 3}
    """
    text = _REASON.sub("", _NOTE.sub("", _NUMBER_SIGN.sub(" ", text[: 4 * _LONGEST]))).strip()
    if "\n" in text and all(_LINE.fullmatch(line) for line in text.split("\n")[:_MOST_LINES]):
        text = text.replace("\n", ", ")
    if not text or len(text) > _LONGEST or "?" in text or "\n" in text:
        return None
    if (
        _BELOW_ZERO.fullmatch(text)
        or UNSPACED.search(text)
        or _LIST_MARKER.match(text)
        or _BREAKS_OFF.search(text)
        or _DENIAL.search(text)
    ):
        return None
    items = _items(_GLUED.sub(" ", text), n_views)
    return None if items is None else _chosen(items, n_views)


_ORDER = ("NONE", "ALL", "EXCEPT", "RANGE", "NOUN", "AND", "CHOOSE", "POLITE", "NEGATIONS")


def _items(text: str, n_views: int) -> list[int | str] | None:
    """Return numbers and what the other words mean (one concept each), None when one is unknown or counts views."""
    found: list[int | str] = []
    counted = False  # the last number may be a count: "2 parts"
    for match in _TOKEN.finditer(text):
        item = _item(match, n_views)
        if match["word"] == "no" and not _NUMBER_NEXT.match(text, match.end()):
            item = "NONE"
        if item is None or (counted and item == "NOUN"):
            return None
        if item == 1 and match["word"] == "one" and found and found[-1] not in ("AND", "MARK", "STOP", "NOUN"):
            continue  # "the last one"
        counted = isinstance(item, int) and (match["number"] == match.group() or _counts(match["word"] or ""))
        found.append(item)
    return found


def _counts(word: str) -> bool:
    return word in CARDINALS or any_language().get(word, 0) > 1


def _item(match: re.Match[str], n_views: int) -> int | str | None:
    if match["number"]:
        return int(match["number"])
    if match["range"]:
        return "RANGE"
    if match["mark"]:
        return "STOP" if match["mark"] in ".;!" else "MARK" if match["mark"] in _MARKS else None
    word = match["word"].rstrip("'-")
    if word in NUMBER_WORDS or word == _LAST:
        return NUMBER_WORDS.get(word, int(n_views))
    kinds = _lexicon().concepts(word)
    return next((kind for kind in _ORDER if kind in kinds), None) or any_language().get(word) or ordinal(word) or None


def _chosen(items: list[int | str], n_views: int) -> set[int] | None:
    numbers = [item for item in items if isinstance(item, int)]
    if any(not 1 <= number <= n_views for number in numbers):
        return None
    wanted: set[int] = set()
    refused: set[int] = set()
    into, everything, open_ended = wanted, False, False
    for place, item in enumerate(items):
        if isinstance(item, int):
            first = items[place - 2] if place > 1 and items[place - 1] == "RANGE" else item
            into.update(range(first if isinstance(first, int) else item, item + 1))
            open_ended = False
        elif item in ("EXCEPT", "NEGATIONS"):
            into, open_ended = refused, True
        elif item == "ALL":
            everything = True
        elif item == "STOP" or (item == "MARK" and open_ended and numbers):
            if open_ended and numbers:
                return None
            into = wanted
    if open_ended and (numbers or everything):
        return None  # "parts 1 and 2 are not needed"
    if everything and wanted == {int(n_views)} and not refused and not any(item == "RANGE" for item in items):
        return {*range(1, n_views + 1)}  # "tutte e quattro"
    if everything and not wanted:
        return {*range(1, n_views + 1)} - refused
    if everything or ("NONE" in items and numbers):
        return None
    if wanted:
        return wanted - refused
    return set() if "NONE" in items and not refused else None
