"""Numbers in text: digits, English number words, and simple Chinese numerals, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_UNITS = (
    "zero one two three four five six seven eight nine ten "
    "eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
)
WORDS: dict[str, int] = {word: value for value, word in enumerate(re.findall(r"\w+", _UNITS))}
WORDS.update(
    {
        word: 10 * value
        for value, word in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2)
    }
)
WORDS["fourty"] = 40
_SCALES = {"hundred": 100, "thousand": 1000, "million": 1_000_000}
_SETS = {"dozen": 12, "dozens": 12, "couple": 2, "pair": 2, "score": 20}
_CHINESE = {character: value for value, character in enumerate("零一二三四五六七八九十")} | {
    "两": 2,
    "兩": 2,
    "〇": 0,
    "俩": 2,
}
_LARGEST_DIGITS = 18  # more digits are no count (and slow to convert)

_WORD_ALTERNATIVES = "|".join(sorted([*WORDS, *_SCALES, "dozen", "couple", "pair"], key=len, reverse=True))
_NUMBER = re.compile(
    r"(?<![0-9A-Za-z_.,\u00c0-\u024f])(?P<digits>\d{1,3}(?:,\d{3}){1,6}(?![\d,])|\d+)(?P<fraction>\.\d+)?(?P<after>%"
    r"|st\b|nd\b|rd\b|th\b|[A-Za-z]{1,9})?"
    rf"|(?P<words>\b(?:(?:an?|half an?)[\s-]{{1,3}}(?:dozen|couple|pair|hundred|thousand|single)|{_WORD_ALTERNATIVES})"
    rf"(?:(?:[\s-]{{1,3}}(?:and[\s-]{{1,3}})?)(?:{_WORD_ALTERNATIVES}))*)\b"
    r"|(?P<chinese>[零一二三四五六七八九十两兩〇]{1,4})(?=\s?[个個名位只隻条艘张幅件座辆匹头人物样种处つ名匹])",
    re.IGNORECASE,
)


class Number(NamedTuple):
    """A whole number at characters [start, end) of a text; `word` tells whether it is spelled out."""

    start: int
    end: int
    value: int
    word: bool


def numbers(text: str) -> Iterator[Number]:
    """Yield the non-negative whole numbers of a text, in order.

    "3.0" is 3; decimals, percentages, ordinals, negative numbers, digits glued to letters ("3D") and numbers of more
    than 18 digits are no counts and are left out.

    Args:
        text: Text from `standardizers.text.plain`.
    """
    for match in _NUMBER.finditer(text):
        value: int | None
        if match.group("digits") is not None:
            value = _digits(match, text)
        elif match.group("words") is not None:
            value = words_value(match.group("words"))
        else:
            value = chinese_value(match.group("chinese"))
        if value is not None:
            yield Number(match.start(), match.end(), value, match.group("digits") is None)


def _digits(match: re.Match[str], text: str) -> int | None:
    digits = match.group("digits").replace(",", "")
    fraction = (match.group("fraction") or ".")[1:]
    if match.group("after") or len(digits) > _LARGEST_DIGITS or fraction.strip("0"):
        return None
    before = text[max(0, match.start() - 2) : match.start()]
    if before[-1:] in ("-", "+") and not before[:-1].strip(" \t(") and match.start() > 0:
        return None if before[-1] == "-" else int(digits)
    return int(digits)


def words_value(phrase: str) -> int | None:
    """Return the value of number words such as "twenty-one" or "two hundred and five"; None when not one number."""
    words = [word for word in re.split(r"[\s-]+", phrase.lower()) if word and word != "and"]
    if words[:1] == ["half"]:
        return 6 if words[-1] == "dozen" else None
    if words[:1] in (["a"], ["an"]):
        words = words[1:] if words[1:2] and words[1] in _SETS else ["one", *words[1:]]
        if words == ["one", "single"]:
            return 1
    total = current = 0
    previous = ""
    for word in words:
        if word in WORDS:
            value = WORDS[word]
            # "twenty one" is one number, "one two" and "five twenty" are not
            joins = not previous or previous in _SCALES or (WORDS.get(previous, 0) >= 20 and 0 < value < 10)
            if not joins:
                return None
            current += value
        elif word in _SCALES:
            current = max(current, 1) * _SCALES[word]
            if word != "hundred":
                total, current = total + current, 0
        elif word in _SETS:
            current = max(current, 1) * _SETS[word]
        else:
            return None
        previous = word
    return total + current


def chinese_value(numeral: str) -> int | None:
    """Return the value of a Chinese numeral below 100, or None."""
    if "十" in numeral:
        tens, _, units = numeral.partition("十")
        if len(tens) > 1 or len(units) > 1:
            return None
        return 10 * (_CHINESE[tens] if tens else 1) + (_CHINESE[units] if units else 0)
    return _CHINESE.get(numeral)
