"""Scanpaths told by how many points they have: "the shorter of the two", "the one with three fixations"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..text.numerals import WORDS

_NUMBER = rf"(?P<number>\d{{1,2}}|{'|'.join(word for word in WORDS if word.isascii())})"
_TOLD = re.compile(
    r"\bthe (?P<more>longer|longest|shorter|shortest)\b(?: (?:one|of the two|of them|scanpath|path|sequence|list"
    r"|option))?"
    rf"|\b(?:with|has|having|of) (?:the )?(?:only |just )?{_NUMBER} (?:fixations?|points?|stops?|positions?)\b",
    re.IGNORECASE,
)
_DENIES = re.compile(r"\b(?:not|no|never|neither|if|or|than|time|duration|dwell|less)\b|n't|\?", re.IGNORECASE)
_NEXT_POINT = re.compile(r"[)\]][\s,;]{0,3}[(\[]")
_LONGEST = 100


def path_of_length(text: str, options: Sequence[str]) -> int:
    """Return the only scanpath that a short text tells by its number of points, or -1.

    Args:
        text: A text that names no option.
        options: The options' texts, with their points in brackets.

    Example:
        >>> paths = ["(0.5, 0.5) (0.6, 0.4)", "(0.5, 0.5) (0.1, 0.9) (0.9, 0.1)"]
        >>> path_of_length("The longer one.", paths), path_of_length("The one with two points.", paths)
        (1, 0)
    """
    lengths = [len(_NEXT_POINT.findall(option)) + 1 for option in options]
    if len(text) > _LONGEST or min(lengths, default=0) < 2 or len(set(lengths)) < len(lengths) or _DENIES.search(text):
        return -1
    found = set()
    for match in _TOLD.finditer(text):
        if match["more"]:
            found.add(max(lengths) if match["more"].lower().startswith("long") else min(lengths))
        else:
            word = match["number"].lower()
            found.add(int(word) if word.isdecimal() else WORDS[word])
    return lengths.index(found.pop()) if len(found) == 1 and found <= set(lengths) else -1
