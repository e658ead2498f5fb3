"""Per cents and distances that a reply spells: "thirty-seven per cent" is 37 %, "six hundred from the left" is 600."""

from __future__ import annotations

import re

from .number_words import any_language
from .numerals import WORDS

_SMALL = "|".join(sorted(WORDS, key=len, reverse=True))
_PLACED = r"(?:pixels?\b|px\b|from the (?:left|right|top|bottom)\b|of the (?:width|height)\b|across\b|down\b)"
_ENGLISH = re.compile(
    rf"(?<![\w-])(?:(?P<hundreds>{_SMALL}|a) hundred(?: and)?(?: "
    rf"|-)?)?(?:(?P<tens>{_SMALL})(?:[ -](?P<ones>{_SMALL}))?)?"
    rf"\s(?=percent\b|%|pct\b|{_PLACED})",
    re.IGNORECASE,
)
_PER_CENT = re.compile(r"\bper cent\b|\bpct\b", re.IGNORECASE)
_ABROAD = re.compile(
    r"(?<![\w-])(?P<words>[^\W\d_]+(?:[ -][^\W\d_]+){0,3})\s"
    r"(?=(?:prozent|pour ?cents?|por ?cien?to|per ?cento|процент\w*|procent)\b)",
    re.IGNORECASE,
)
_MARKS = ("cent", "proz", "ciento", "проц", "proc", "pct", "%", "from the", "pixel", "across")
_TENS = 10


def with_spelled_shares(text: str) -> str:
    """Return a text with spelled per cents, pixels and distances from an edge in digits.

    Example:
        >>> with_spelled_shares("thirty-seven per cent from the left, two hundred and five from the top")
        '37 percent from the left, 205 from the top'
    """
    lowered = text.lower()
    if not any([mark in lowered for mark in _MARKS]):
        return text
    text = _ENGLISH.sub(_in_digits, _PER_CENT.sub("percent", text))
    return _ABROAD.sub(_abroad, text) if "cent" in lowered or "pro" in lowered or "про" in lowered else text


def _in_digits(match: re.Match[str]) -> str:
    hundreds, tens, ones = (match[name] and match[name].lower() for name in ("hundreds", "tens", "ones"))
    if not hundreds and not tens:
        return match.group()
    value = 100 * WORDS.get(hundreds, 1) if hundreds else 0
    last = WORDS[tens] if tens else 0
    if ones:
        if last % _TENS or last < 2 * _TENS or WORDS[ones] >= _TENS:
            return match.group()  # "one or two five" is no number
        last += WORDS[ones]
    return f"{value + last} "


def _abroad(match: re.Match[str]) -> str:
    words = re.split(r"[ -]", match["words"].lower())
    known = any_language()
    for start in range(len(words)):
        value = known.get(" ".join(words[start:]))
        if value is not None:
            kept = match["words"][: sum(len(word) + 1 for word in words[:start])]
            return f"{kept}{value} "
    return match.group()
