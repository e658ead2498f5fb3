"""Numbers in text: digits, English number words, and Chinese numerals, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

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
_SCALES = {"hundred": 100, "thousand": 1000, "million": 1_000_000}
_SETS = {"dozen": 12, "couple": 2, "pair": 2}
_CHINESE = {character: value for value, character in enumerate("零一二三四五六七八九十")} | {"两": 2, "兩": 2, "〇": 0}
_LARGEST_DIGITS = 18  # more digits are no count (and slow to convert)

_DIGITS = re.compile(
    r"(?<![\w.,^])(?P<digits>\d{1,3}(?:,\d{3}){1,6}(?![\d,])|\d+)(?P<fraction>\.\d+)?(?!\.?\d)(?!(?:st|nd|rd|th|d)\b|/\d)",
    re.IGNORECASE,
)
_WORD = "|".join(sorted([*WORDS, *_SCALES, *_SETS], key=len, reverse=True))
_SPELLED = re.compile(rf"\b(?:{_WORD})\b", re.IGNORECASE)
_JOINS = re.compile(r"[\s-]{1,2}(?:and[\s-])?", re.IGNORECASE)
_EAST = re.compile(r"[零一二三四五六七八九十两兩〇]{1,4}(?=\s?[个個名位只隻条艘张幅件座辆匹头人物样种处])")


class Number(NamedTuple):
    """A whole number at characters [start, end) of a text; `word` tells whether it is spelled out."""

    start: int
    end: int
    value: int
    word: bool


def numbers(text: str, start: int = 0, end: int | None = None) -> list[Number]:
    """Return the whole numbers in characters [start, end) of a text, in order.

    "3.0" and "3 %" are 3; other decimals, fractions, ordinals, exponents, digits within words and numbers of more than
    18 digits are left out.

    Args:
        text: Text from `standardizers.text.plain`.
        start: Where to begin.
        end: Where to end; the text's end where it is None.
    """
    end = len(text) if end is None else end
    found = [number for match in _DIGITS.finditer(text, start, end) if (number := _digits(match, text))]
    for first, last in _spelled(text, start, end):
        value = words_value(text[first:last])
        if value is not None:
            found.append(Number(first, last, value, True))
    if not text.isascii():
        for match in _EAST.finditer(text, start, end):
            value = chinese_value(match.group())
            if value is not None:
                found.append(Number(match.start(), match.end(), value, True))
    return sorted(found)


def _spelled(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield where number words stand that follow each other."""
    run = (-1, -1)
    for match in _SPELLED.finditer(text, start, end):
        if run[0] >= 0 and match.start() - run[1] <= 6 and _JOINS.fullmatch(text, run[1], match.start()):
            run = (run[0], match.end())
            continue
        if run[0] >= 0:
            yield run
        run = match.span()
    if run[0] >= 0:
        yield run


def _digits(match: re.Match[str], text: str) -> Number | None:
    digits = match["digits"].replace(",", "")
    if len(digits) > _LARGEST_DIGITS or (match["fraction"] or ".")[1:].strip("0"):
        return None
    start = match.start()
    negative = text[start - 1 : start] == "-" and text[: start - 1][-2:].strip(" ")[-1:] in (
        "",
        "(",
        "=",
        ":",
        "\n",
        *"is",
    )
    return Number(start, match.end(), -int(digits) if negative else int(digits), False)


def words_value(phrase: str) -> int | None:
    """Return the value of number words such as "twenty-one" or "two hundred and five"; None when not one number."""
    words = [word for word in re.split(r"[\s-]+", phrase.lower()) if word and word != "and"]
    if words[:1] in (["a"], ["an"]):
        words = words[1:] if words[1:2] and words[1] in _SETS else ["one", *words[1:]]
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
        if len(tens) > 1 or len(units) > 1 or not {*tens, *units} <= _CHINESE.keys():
            return None
        return 10 * (_CHINESE[tens] if tens else 1) + (_CHINESE[units] if units else 0)
    return _CHINESE.get(numeral)
