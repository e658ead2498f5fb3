"""Replies to "how many" that weigh several numbers, ask back, or contradict themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from ..text.numerals import WORDS, Number, Words

_WEIGHED = re.compile(
    rf"(?<![\w.])(?P<value>\d{{1,3}}|{'|'.join(WORDS)})(?:\s(?:salient\s)?(?:objects?|items?|things?))?\s?[(:=-]\s?"
    r"(?:(?:p|prob(?:ability)?|confidence)\s?[=:]\s?)?(?P<weight>\d{1,3}(?:\.\d{1,3})?)\s?%",
    re.IGNORECASE,
)
_MOST = 20
_AROUND = 5
_NEAR = 4  # words between a way to count and its number
_WAYS = frozenset(
    re.findall(
        r"\S+",
        """
        strictly loosely broadly narrowly generously conservatively liberally without including streng großzügig
        strictement largement estrictamente ohne sans sin без senza sem
        """,
    )
)  # "strictly 3, loosely 5"
_WHOLE = 101.0  # per cent, with rounding: weights of more are not those of alternatives
_QUESTION = re.compile(r"[^.!?\n:]{0,400}\?[\"')*]{0,3}")
_ASKS_BACK = re.compile(
    r"\W{0,3}(?:do|does|did|should|shall|would|could|can|may|is|are|which|what|who|where|how|by)\b",
    re.IGNORECASE,
)


_ATTRIBUTED = re.compile(  # "(Some might say 4.)"
    r"(?:^|(?<=[.!?;,\n(])|(?<=[.!?;,\n(]\s))\s{0,2}\(?(?:but |and |though |although )?(?:some|others"
    r"|someone(?: else)?|one|you|people"
    r"|(?:a|another) (?:\w+ )?(?:person|viewer|annotator|reader|count)|(?:einige|manche|andere|man|certains|d'autres"
    r"|on|algunos"
    r"|otros|alguns|outros|alcuni|altri|некоторые|другие)(?=\s))\s(?:\w+ ){0,2}?(?:might|may|could|would|can"
    r"|tends? to|könnten?"
    r"|würden?"
    r"|pourraient|pourrait|podrían|podría|poderiam|potrebbero|могут|могли)\b[^.!?;\n()]{0,100}[.!?;)]{0,2}",
    re.IGNORECASE,
)
_MODALS = ("might", "may", "could", "would", "can", "tend", "könn", "würd", "pourr", "podr", "poder", "potrebb", "мог")
OFFERS_ANOTHER = re.compile(  # "There is one. Or two?"
    rf"(?:^|[.!?\n,;])\s{{0,3}}(?:or|oder|ou|o|или|或者?|または|of|eller|lub|veya)\s(?:is it |maybe |perhaps |even "
    rf"|rather )?"
    rf"(?:\d{{1,3}}|{'|'.join(WORDS)})\b[^?.!\n]{{0,40}}\?",
    re.IGNORECASE,
)


_WITH = frozenset(
    re.findall(
        r"\S+", "with counting including if mit inklusive con avec com с met med dengan contando comptant wenn si se"
    )
)
_WITHOUT = frozenset(
    re.findall(
        r"\S+",
        "without otherwise else excluding ohne sonst sans sinon sin sem senza altrimenti без иначе zonder anders utan"
        " uden uten bez tanpa",
    )
)


def depends_on_what(text: Words, found: Sequence[Number]) -> bool:
    """Tell whether a text gives one number with something and another without ("With the shadow four, without three").

    Args:
        text: Words of the text.
        found: Its numbers.
    """
    if len(found) != 2 or found[0].value == found[1].value:
        return False
    first, second = found
    around = text.words[max(0, first.start - _AROUND) : first.end + _AROUND]
    between = text.words[first.end : second.end + 1]
    return not _WITH.isdisjoint(around) and not _WITHOUT.isdisjoint(between)


def without_attributed(text: str) -> str:
    """Return the text without what others might say, unless nothing else is said.

    Example:
        >>> without_attributed("3. (Some might say 4.)")
        '3.'
    """
    if not any([modal in text for modal in _MODALS]):
        return text
    rest = _ATTRIBUTED.sub("", text)
    return rest if rest is not text and any(map(str.isalnum, rest)) else text


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
    counted = [
        number
        for one, number in zip([None, *found], found, strict=False)
        if not _WAYS.isdisjoint(words[max(one.end if one else 0, number.start - _NEAR) : number.start])
    ]
    if len({number.value for number in counted}) > 1:
        return True
    ways = [number for number in found if words[number.start - 1] in ("gives", "makes", "yields", "is")]
    return len(ways) == 2 and all(
        not {"counting", "treating", "grouping"}.isdisjoint(words[max(0, way.start - 6) : way.start - 1])
        for way in ways
    )
