"""Times of day in words, as their digits: "a quarter past three" is 3:15."""

from __future__ import annotations

import re

from ..views.mentions import NUMBER_WORDS

TIME = re.compile(r"\d{1,2}[:.]\d{2}(?:\s?[ap]\.?m\.?)?")
_HOURS = r"(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_MINUTES = r"(?:five|ten|twenty(?:[- ]five)?|\d{1,2})"
_PHRASE = re.compile(
    rf"\b(?:(?:a )?(?P<quarter>quarter)|(?P<half>half)|(?P<minutes>{_MINUTES})(?: minutes)?) (?P<side>past|after|to"
    rf"|before|till)"
    rf" (?P<hour>{_HOURS})\b(?: o'clock)?|\b(?P<whole>{_HOURS}) o'clock|\b(?P<noon>noon|midday|midnight)\b"
    rf"|\b(?P<spoken>{_HOURS})[- ](?P<part>fifteen|thirty|forty[- ]five)\b",
    re.IGNORECASE,
)
_DOTTED = re.compile(r"(?<![\d.:])(\d{1,2})\.(\d{2})(?![\d.:])")
_LONGEST_TIME = len("12:30 p.m.")
_ZERO = re.compile(r"(?<![\d.:])0(\d:\d{2})(?!\d)")
_VALUES = {"twenty": 20, "twenty-five": 25, "fifteen": 15, "thirty": 30, "forty-five": 45}


def in_digits(text: str) -> str:
    """Return text with times in words and dotted times as "3:15".

    Example:
        >>> in_digits("It is half past nine.")
        'It is 9:30.'
    """
    return _ZERO.sub(r"\1", _DOTTED.sub(r"\1:\2", _PHRASE.sub(_time, text)))


def may_be_time(text: str) -> bool:
    """Whether a text may be a time of day and nothing else: it is short, or it has words."""
    return len(text) <= _LONGEST_TIME or text.upper() != text.lower()


def _time(match: re.Match[str]) -> str:
    if match["noon"]:
        return "12:00"
    if match["whole"]:
        return f"{_value(match['whole'])}:00"
    if match["spoken"]:
        return f"{_value(match['spoken'])}:{_value(match['part']):02d}"
    minutes = 15 if match["quarter"] else 30 if match["half"] else _value(match["minutes"])
    hour = _value(match["hour"])
    if match["side"].lower() in ("to", "before", "till"):
        hour, minutes = (hour - 2) % 12 + 1, 60 - minutes
    return f"{hour}:{minutes:02d}"


def _value(word: str) -> int:
    word = word.lower().replace(" ", "-")
    return int(word) if word.isdecimal() else NUMBER_WORDS.get(word) or _VALUES.get(word, 0)
