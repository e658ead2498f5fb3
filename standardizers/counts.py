"""Counts: HVSBench Q2, "How many salient objects are there?" (paper sec. C, Fig. 7 and Table 8), and other numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from .common import AMBIGUOUS, NO_ANSWER, REFUSAL, UNFINISHED, Standardized, checked_profile
from .evidence import (
    Part,
    breaks_off,
    conclusions,
    declarations,
    first_sentence,
    last_line,
    last_sentence,
    lower,
    refuses,
)
from .literals import stated_answers, without_objects
from .paper import WORDS, published_count
from .text import as_text, plain, said

GT_AVERAGE = 3.2116  # mean count of the test set (Table 8 prints "GT avg"; 6057 objects in 1886 rows)

_SHORT = 64
_MOST_PARTS = 3
_NEAR = 200
_FEW_WORDS = 8
_MARKS = " \t\n.!,\"'*()[]{}~≈=:$"
_WHOLE = re.compile(
    r"[\s\"'*(\[{~≈=:]*(?:(?:there|i|it|the|is|are|see|about|around|approximately|roughly|exactly|only|just|at least"
    r"|probably|maybe|final|count|total|number|answer|of|a|would be)[\s:]+){0,6}",
    re.IGNORECASE,
)
_NO_WHOLE = frozenset(("no", "none", "zero", "nothing", "nil", "没有", "無", "无"))
_LED = re.compile(
    r"(?:\b(?:is|are|be|was|were|equals?|total of|gap of|to|has|have|contains?|shows?|left with|see|count)|[:=]|是|为"
    r"|有)\s{0,3}(?:(?:about|around|approximately|roughly|exactly|only|just|a|an|the|-|\$|~|clearly|therefore|now|also"
    r"|actually|probably|likely)\s{0,2}){0,3}$",
    re.IGNORECASE,
)
_NOT_COUNTED = re.compile(
    r"(?:more than|less than|fewer than|over|under|up to|rank(?:ed)?|no\.|#|step|fig(?:ure|\.)|image|option|row|version"
    r"|question|each of|of the|the|these|both|all|between|in|by|than|year|from|since)\s{0,2}$",
    re.IGNORECASE,
)
_OPERATOR = re.compile(r"\s{0,2}(?:[-+*/x×=^~:]|to\b|or\b|and \d)\s{0,2}[(\d]")
_ENUMERATES = re.compile(r"(?:^|\n)\s{0,4}[(\[]?$")


def count(
    text: object,
    default: float = GT_AVERAGE,
    profile: str = "robust",
    finished: bool | None = None,
    question: str | None = None,
) -> Standardized[float]:
    """Return the number that a reply to "how many" states.

    Args:
        text: The reply; None and NaN count as "", integers as themselves.
        default: Value where no number is found; the paper uses the mean count of the ground truth.
        profile: "paper" takes the first word with digits or the first number word; "robust" reads as a person would
            and prefers stated totals, see docs/standardization.md.
        finished: False when the reply was cut by a token limit, True when it ended by itself, None when unknown.
        question: What was asked; kept for callers, the reading does not depend on it.

    Returns:
        The count as int, or `default` with `fallback=True`.

    Raises:
        ValueError: The profile is unknown. The text never raises.

    Example:
        >>> count("Two dogs and one cat, so there are 3 animals in total.").value
        3
    """
    reply = as_text(text)
    if checked_profile(profile) == "paper":
        return published_count(reply, default)
    value, rule = _read_short(reply, finished) if len(reply) <= _SHORT else _read(reply, finished)
    return Standardized(default if value is None else value, rule, value is None)


def _read(text: str, finished: bool | None) -> tuple[int | None, str]:
    answer = said(text)
    if answer.problem:
        return None, answer.problem
    for stated, rule in stated_answers(answer.text):
        value, _ = _read_plain(plain(stated), None)
        if value is not None:
            return value, rule
    value, rule = _read_plain(plain(without_objects(answer.text)), finished)
    return value, "tag" if answer.tagged and value is not None else rule


_read_short = lru_cache(8192)(_read)


def _read_plain(text: str, finished: bool | None) -> tuple[int | None, str]:
    bare = text.strip(_MARKS).lower() if len(text) <= _SHORT else ""
    if bare in _NO_WHOLE:
        return 0, "none"
    if bare and (chinese := chinese_value(bare)) is not None:
        return chinese, "whole"
    if (number := _whole(text)) is not None:
        return number.value, "whole"
    lowered, cut = lower(text), breaks_off(text, finished)
    for part in islice(declarations(text, lowered), _MOST_PARTS):
        if number := _stated(text, part):
            return number.value, part.rule
    if cut:
        return None, UNFINISHED
    for part in islice(conclusions(text, lowered), _MOST_PARTS):
        if not refuses(text[part.start : part.end]) and (number := _stated(text, part)):
            return number.value, part.rule
    return _undeclared(text)


def _undeclared(text: str) -> tuple[int | None, str]:
    """Read a reply that declares nothing."""
    line = last_line(text)
    if line.start and (number := _whole(text[line.start :])):
        return number.value, line.rule
    if refuses(text):
        return None, REFUSAL
    for part in (last_sentence(text), first_sentence(text)):
        if number := _stated(text, part):
            return number.value, part.rule
    return None, AMBIGUOUS if numbers(text) else NO_ANSWER


def _whole(text: str) -> Number | None:
    """Return the number that is the whole text but for words such as "about" and what is counted."""
    found = numbers(text) if len(text) <= _SHORT else []
    if len(found) != 1:
        return None
    lead = _WHOLE.match(text)
    rest = text[found[0].end :]
    if lead is None or lead.end() != found[0].start or len(rest.split()) > _FEW_WORDS or "\n" in rest.strip():
        return None
    return found[0]


def _stated(text: str, part: Part) -> Number | None:
    """Return the number that a part states.

    That is what follows its last "=", the last number that directly follows a verb, or the only one that may be a
    count; digits take precedence over words.
    """
    inside = numbers(text, part.start, part.end)
    equals = text.rfind("=", part.start, part.end)
    if equals >= 0 and (results := [number for number in inside if number.start > equals]):
        return results[-1] if not _OPERATOR.match(text, results[-1].end) else None
    counting = [number for number in inside if _counts(text, number)]
    led = [number for number in counting if _LED.search(text, max(part.start, number.start - 40), number.start)]
    if led:
        return led[-1]
    if part.rule == "declared" and counting:
        return counting[0]
    digits = [number for number in counting if not number.word] or counting
    if len({number.value for number in digits}) == 1 or part.rule == "concluded":
        return digits[-1] if digits else None
    return None


def _counts(text: str, number: Number) -> bool:
    """Tell whether a number may be a count: no rank, no bound, no term of a sum, no mark of a list, no pronoun."""
    before = text[max(0, number.start - 40) : number.start]
    if _NOT_COUNTED.search(before) or _OPERATOR.match(text, number.end):
        return False
    if number.word:
        return number.value != 1 or _LED.search(before) is not None  # "one of them", "the left one"
    mark = text[number.end : number.end + 2]
    if mark not in (". ", ") ", "] "):
        return True
    near = text[max(0, number.start - _NEAR) : number.start], text[number.end : number.end + _NEAR]
    listed = f"{number.value - 1}{mark}" in near[0] or f"{number.value + 1}{mark}" in near[1]
    return not listed and not _ENUMERATES.search(before or "\n")


_SCALES = {"hundred": 100, "thousand": 1000, "million": 1_000_000}
_SETS = {"dozen": 12, "couple": 2, "pair": 2}
_CHINESE = {character: value for value, character in enumerate("零一二三四五六七八九十")} | {"两": 2, "兩": 2, "〇": 0}
_LARGEST_DIGITS = 18  # more digits are not a count (and slow to convert)

_DIGITS = re.compile(
    r"(?<![\w.,^])(?P<digits>\d{1,3}(?:,\d{3}){1,6}(?![\d,])|\d+)(?P<fraction>\.\d+)?(?!\.?\d)(?!(?:st|nd|rd|th|d)\b|/\d)",
    re.IGNORECASE,
)
_WORD = "|".join(sorted([*WORDS, *_SCALES, *_SETS], key=len, reverse=True))
_SPELLED = re.compile(rf"\b(?:{_WORD})\b", re.IGNORECASE)
_JOINS = re.compile(r"[\s-]{1,2}(?:and[\s-])?", re.IGNORECASE)
_EAST = re.compile(r"[零一二三四五六七八九十两兩〇]{1,4}(?=\s?[个個名位只隻条艘张幅件座辆匹头人物样种处])")


class Number(NamedTuple):
    """A whole number at characters [start, end) of a text; `word`: whether it is spelled out."""

    start: int
    end: int
    value: int
    word: bool


def numbers(text: str, start: int = 0, end: int | None = None) -> list[Number]:
    """Return the whole numbers in characters [start, end) of a text, in order.

    "3.0" and "3 %" are 3; other decimals, negative numbers, fractions, ordinals, exponents, digits within words and
    numbers of more than 18 digits are left out.

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
    """Yield the places of successive number words."""
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
    if text[start - 1 : start] == "-" and not text[max(0, start - 2) : start - 1].strip("(=:\n "):
        return None  # negative: nothing is counted so
    return Number(start, match.end(), int(digits), False)


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
