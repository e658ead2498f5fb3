"""Replies to "how many" that weigh several numbers, ask back, or contradict themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from .numerals import WORDS, Number, Words

_WEIGHED = re.compile(
    rf"(?<![\w.])(?P<value>\d{{1,3}}|{'|'.join(WORDS)})(?:\s(?:salient\s)?(?:objects?|items?|things?))?\s?[(:=-]\s?"
    r"(?:(?:p|prob(?:ability)?|confidence)\s?[=:]\s?)?(?P<weight>\d{1,3}(?:\.\d{1,3})?)\s?%",
    re.IGNORECASE,
)
_MOST = 20
_WHOLE = 101.0  # per cent, with rounding: weights of more are not those of alternatives
_QUESTION = re.compile(r"[^.!?\n:]{0,400}\?[\"')*]{0,3}")
_ASKS_BACK = re.compile(
    r"\W{0,3}(?:do|does|did|should|shall|would|could|can|may|is it|are you|which|what|who|where|how|by)\b",
    re.IGNORECASE,
)


def likeliest(text: str) -> int | None:
    """Return the number with the largest of the probabilities that a text gives ("2 (70 %), perhaps 3 (20 %)")."""
    found = [(float(match["weight"]), match["value"].lower()) for match in list(_WEIGHED.finditer(text))[:_MOST]]
    weights = [weight for weight, _ in found]
    if len(found) < 2 or sum(weights) > _WHOLE or weights.count(max(weights)) > 1:
        return None
    value = max(found)[1]
    return int(value) if value.isdecimal() else WORDS[value]


def without_questions(text: str) -> str:
    """Return the text without the questions that it asks; "" when it only asks back, itself when it is one question."""
    rest = _QUESTION.sub(" ", text).strip()
    if any(map(str.isalnum, rest)):
        return rest
    return "" if _ASKS_BACK.match(text) else text


def disagree(text: Words, found: Sequence[Number]) -> bool:
    """Tell whether a text gives different numbers as its answer without a word that prefers one.

    It is nothing but different numbers on lines of their own, goes back and forth between two answers, or counts in two
    ways ("Counting persons gives 4, counting groups gives 2").
    """
    words, gaps, _ = text
    if len({number.value for number in found}) == 1:
        return False
    if len(words) == sum(number.end - number.start for number in found):
        listed = [number.value for number in found] == list(range(1, len(found) + 1))
        return not listed and all(gap.strip() in ("", ",", ";") and len(gap) < 4 for gap in gaps[1:-1])
    stated = [
        number.value
        for number in found
        if "answer" in words[max(0, number.start - (2 if words[number.start - 1] == "is" else 1)) : number.start]
    ]
    if len([value for value, _ in groupby(stated)]) > 2 and len(set(stated)) < len(stated):
        return True
    ways = [number for number in found if words[number.start - 1] in ("gives", "makes", "yields", "is")]
    return len(ways) == 2 and all(
        not {"counting", "treating", "grouping"}.isdisjoint(words[max(0, way.start - 6) : way.start - 1])
        for way in ways
    )
