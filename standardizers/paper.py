"""The rules that papers print, literally: HVSBench (paper sec. C, Figs. 7-9)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_uppercase

from .common import NO_ANSWER, Standardized
from .numerals import WORDS

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
    """Return the letter that the rule of Fig. 8 finds: behind "answer is" and the like, else the first capital.

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


def published_order(text: str) -> Standardized[str]:
    """Return the capital letters behind "order is" and the like (Fig. 9), else all capital letters of the text."""
    phrase = _ORDER.search(text)
    if phrase:
        return Standardized("".join(re.findall(r"[A-Z]", phrase.group("letters"))), "phrase", False)
    capitals = "".join(re.findall(r"[A-Z]", text))
    return Standardized(capitals, "all_capitals", False) if capitals else Standardized("", NO_ANSWER, True)
