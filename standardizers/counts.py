"""Counts: HVSBench Q2, "How many salient objects are there?" (paper sec. C, Fig. 7 and Table 8)."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from itertools import pairwise

from .answers import stated_answers
from .common import Standardized, checked_profile
from .numerals import WORDS, Number, chinese_value, numbers
from .phrases import REFUSES
from .text import as_text, final_answer_text, plain
from .verdict import AMBIGUOUS, NO_ANSWER, REFUSAL

GT_AVERAGE = 3.2116  # mean count of the test set (Table 8 prints "GT avg"; 6057 objects in 1886 rows)

_MOST_NUMBERS = 2_000
_MOST_CUES = 2_000
_APPROXIMATELY = re.compile(
    r"(?:(?:there )?(?:is|are)|about|around|approximately|approx\.?|roughly|exactly|only|just|at least"
    r"|probably|likely|maybe|perhaps|the|answer|final|count|total|number|of|a|single|i see"
    r"|~|≈|:|=|\s|[\"'\[({*.])*",
    re.IGNORECASE,
)
_THING = (
    r"(?:(?:main|salient|distinct|separate|prominent|visible|clearly|visually|individual|different|noticeable"
    r"|striking|important|key|primary|most|notable|major|discernible|identifiable|eye-catching|foreground) ?){0,4}"
    r"(?:objects?|items?|things?|elements?|instances?|entities|regions?|subjects?|targets?|salient)\b"
)
_GENERIC = re.compile(
    rf"\s{{0,2}}[\"')\]]?\s{{0,2}}{_THING}|\s?[个個](?:显著|顯著|突出|物体|物體|对象|主要)", re.IGNORECASE
)
_IN_TOTAL = re.compile(r"\s{0,2}(?:[\w-]{1,20}\s){0,4}?(?:in total|in all|altogether|total|overall)\b", re.IGNORECASE)
_CUE = re.compile(
    r"(?:\b(?:final answer|answer|result|output|count|prediction|total|sum|altogether|in total|in all|overall)\b"
    r"[^.:=\n;?!\d]{0,60}?(?:\b(?:is|are|be|was|of|to|comes to)\b|[:=])"
    r"|\b(?:total|altogether|in total|answer|makes?|giving|sums? to|adds? up to|totall?ing"
    r"|i(?:'d| would) say|i (?:count|counted))\b"
    r"|\bnumber of\b[^.:=\n;?!\d]{0,80}?(?:\b(?:is|are|be|was)\b|[:=])|="
    r"|答案(?:是|为|為|:)?|总共(?:有)?|總共(?:有)?|一共(?:有)?|共(?:有|计)?|合計)",
    re.IGNORECASE,
)
_NOT_A_COUNT_BEFORE = re.compile(
    r"(?:more than|less than|fewer than|over|under|up to|rank(?:ed)?|number|no\.|#|step|figure|fig\.|image|option"
    r"|object|item|row|version|top|first|last|next|of the|the other|each|every|which|this|that|another|any|no|some"
    r"|between)\s{0,2}$"
    r"|\d\s{0,2}(?:[-/~x:]|to|or)\s{0,2}$|between \w{1,9} and\s{0,2}$",
    re.IGNORECASE,
)
_RANGE = re.compile(r"\s{0,2}(?:-|~|to\b|or\b|/)\s{0,2}$", re.IGNORECASE)
_PRONOUN_AFTER = re.compile(
    r"\s(?:of|another|can|could|may|might|would|should|must|by|in the|on the|that|who|which|with|side|hand)\b",
    re.IGNORECASE,
)
_NONE = re.compile(
    r"\b(?:no|zero|any)\s(?:\w{1,20}\s){0,2}?(?:objects?|items?|things?|elements?|people|person|animals?|subjects?"
    r"|instances?)\b|\b(?:none|nothing)\b",
    re.IGNORECASE,
)
_NOT_DIGITS = re.compile(r"\D+")
_NO_WHOLE = frozenset(
    ("no", "none", "zero", "nothing", "nil", "no objects", "no salient objects", "not any", "没有", "無", "无")
)
_ENUMERATOR = re.compile(r"(?:^|\n|[:;,.]\s)\s{0,4}[(\[]?$")
_ENUMERATOR_END = re.compile(r"[.)\]:]\s")


def count(text: object, default: float = GT_AVERAGE, profile: str = "robust") -> Standardized[float]:
    """Return the number that a reply to "how many" states.

    Args:
        text: The reply; None and NaN count as "", integers as themselves.
        default: What stands in when no number is found; the paper uses the mean count of the ground truth.
        profile: "paper" takes the first word with digits or the first number word; "robust" reads as a person would
            and prefers stated totals, see docs/standardization.md.

    Returns:
        The count as int, or `default` with `fallback=True`.

    Raises:
        ValueError: The profile is unknown. The text never raises.

    Example:
        >>> count("Two cats and three dogs, so five animals in total.")
        Standardized(value=5, rule='phrase', fallback=False)
        >>> count("There are a few.")
        Standardized(value=3.2116, rule='no_answer', fallback=True)
    """
    if checked_profile(profile) == "paper":
        return _published(as_text(text), default)
    answer = final_answer_text(text)
    if answer is None:
        return Standardized(default, "unclosed_reasoning", True)
    value, rule = _read(answer)
    return Standardized(default if value is None else value, rule, value is None)


def _published(text: str, default: float) -> Standardized[float]:
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


def _read(answer: str) -> tuple[int | None, str]:
    if not answer:
        return None, "empty"
    for stated, rule in stated_answers(answer):
        value, _ = _read_plain(plain(stated))
        if value is not None:
            return value, rule
    return _read_plain(plain(answer))


def _read_plain(text: str) -> tuple[int | None, str]:
    text = text.strip()
    short = text[:40].strip(" .!\"'*()[]").lower() if len(text) <= 40 else ""
    if short in _NO_WHOLE:
        return 0, "none"
    if short and chinese_value(short) is not None:
        return chinese_value(short), "whole"
    found = []
    for number in numbers(text):
        found.append(number)
        if len(found) > _MOST_NUMBERS:
            break
    whole = _whole(text, found)
    if whole is not None:
        return whole, "whole"
    stated = _after_cue(text, found)
    if stated is not None:
        return stated, "phrase"
    if REFUSES.search(text):
        return None, REFUSAL
    counting = [number for number in found if _may_count(text, number)]
    if not counting:
        listed = _listed(text, found)
        if listed:
            return listed, "enumeration"
        if found and any(_is_range(text, one, two) for one, two in pairwise(found)):
            return None, "range"
        return (0, "none") if _NONE.search(text) else (None, NO_ANSWER)
    return _undeclared(text, counting)


def _undeclared(text: str, counting: Sequence[Number]) -> tuple[int | None, str]:
    """Decide between numbers of which none is announced as the answer."""
    generic = {number.value for number in counting if _GENERIC.match(text, number.end)}
    if len(generic) == 1:
        return generic.pop(), "objects"
    values = {number.value for number in counting}
    if len(values) == 1:
        return values.pop(), "only_number"
    first, *rest = (number.value for number in counting)
    *start, last = (number.value for number in counting)
    for total, parts in ((first, rest), (last, start)):
        if len(parts) > 1 and total == sum(parts) and any(map(str.isalpha, text[counting[0].end : counting[1].start])):
            return total, "sum"
    return None, AMBIGUOUS


def _whole(text: str, found: Sequence[Number]) -> int | None:
    """Return the number that, but for words such as "about", is the whole text."""
    if len(found) != 1 or found[0].start > 60 or _APPROXIMATELY.fullmatch(text, 0, found[0].start) is None:
        return None
    rest = text[found[0].end :]
    return found[0].value if len(rest) <= 8 and not rest.strip(" .!\"'*)]}个個つ") else None


def _after_cue(text: str, found: Sequence[Number]) -> int | None:
    """Return the number behind the last phrase that announces the answer or a total, or the last "5 in total"."""
    starts = {number.start: place for place, number in enumerate(found)}
    best: tuple[int, int] | None = None
    totals = {}  # where "in total" ends -> the number before it
    for number in found:
        total = _IN_TOTAL.match(text, number.end)
        if total:
            totals[total.end()] = number
    for cue in deque(_CUE.finditer(text), _MOST_CUES):
        if any(end in totals for end in range(cue.end() - 2, cue.end() + 1)) or cue.start() + 8 in totals:
            continue
        begin = _APPROXIMATELY.match(text, cue.end(), cue.end() + 60)
        place = starts.get(begin.end() if begin else cue.end())
        if place is None or re.search(r"\b(?:not|n't|if)\b", cue.group()):
            continue
        if place + 1 < len(found) and _is_range(text, found[place], found[place + 1]):
            continue
        best = (found[place].start, found[place].value)
    for number in totals.values():
        if best is None or number.start >= best[0]:
            best = (number.start, number.value)
    return None if best is None else best[1]


def _is_range(text: str, one: Number, two: Number) -> bool:
    return two.start - one.end <= 8 and _RANGE.fullmatch(text, one.end, two.start) is not None


def _may_count(text: str, number: Number) -> bool:
    before = text[max(0, number.start - 14) : number.start]
    if _NOT_A_COUNT_BEFORE.search(before):
        return False
    if (
        number.word
        and number.value == 1
        and (_PRONOUN_AFTER.match(text, number.end) or before.lower().endswith("the "))
    ):
        return False
    if not number.word and _ENUMERATOR.search(before or "\n") and _ENUMERATOR_END.match(text, number.end):
        return False
    following = text[number.end : number.end + 8]
    return not re.match(r"\s{0,2}(?:[-/~x:]|to|or)\s{0,2}\d", following)


def _listed(text: str, found: Sequence[Number]) -> int:
    """Return the length of a list numbered 1, 2, ... n, the reply's only use of numbers; 0 when there is none."""
    numbered = [number.value for number in found if _ENUMERATOR_END.match(text, number.end) and not number.word]
    return len(numbered) if len(numbered) > 1 and numbered == list(range(1, len(numbered) + 1)) else 0
