"""The published rule for counts (paper sec. C): the first word with digits, or the first number word."""

from __future__ import annotations

import re

from ..common import Standardized
from ..stance.verdict import NO_ANSWER
from ..text.numerals import WORDS

_NOT_DIGITS = re.compile(r"\D+")


def published(text: str, default: float) -> Standardized[float]:
    """Return the count that the published rule finds in a reply, or `default`."""
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
            if len(found) <= 18:  # more digits are no count, and Python refuses to convert thousands of them
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
