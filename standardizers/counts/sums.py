"""Counts told by sentences about their parts: totals said last, "the one ... the other", pairs, and the Arabic dual."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from math import prod

from ..text.numerals import Number, Words

_TOTAL = re.compile(  # how a sentence begins that adds up what stands before it
    r"(?:[.!?;,]\s|\n|[\u2013-]\s)(?:so |also |donc |quindi |así que |então )?(?:that(?:'s| is| makes| gives| comes to)"
    r"|this (?:makes|gives)|which makes|making|das (?:sind|macht|ergibt)|macht (?:zusammen|insgesamt)|(?:ça"
    r"|cela) (?:fait"
    r"|donne)|eso (?:son|hacen?|da|suma)|en total (?:son|hay)|isso (?:dá|faz|soma)|são ao todo|in tutto (?:sono|fanno)"
    r"|fanno|это|вместе|итого|разом|dat (?:is|zijn|maakt)|samen|razem|to daje|det (?:blir|er|är)|toplamda|jadi|celkem"
    r"|dohromady)\s(?:[^.!?;\n]{0,60})[.!]?\s*$",
    re.IGNORECASE,
)
_EQUATION = re.compile(  # at the end of a text, but for words that count: "9 - 2 = 7 people."
    r"(?<![\d.,])(?P<sum>\d{1,3}(?:\s?[+\u2212-]\s?\d{1,3}){1,12})\s?=\s?(?P<result>\d{1,3})(?![\d%]"
    r"|[.,]\d)[^\d\n]{0,60}$"
)
_LONGEST_END = 200
_TERM = re.compile(r"([+\u2212-])\s?(\d{1,3})")
_EACH = re.compile(
    r"\b(?:each|rows?|pairs?|groups?|times|columns?)\b[^.!?\n]{0,60}(?:[:=]|\bso|->"
    r"|,)\s\w{1,12}(?:\s[a-z]{3,12}){0,2}\W{0,3}$",
    re.I,
)
_FEWEST = 3  # numbers: two parts and their sum
_OTHER = (
    r"l'autre|(?:der|die|das|den) (?:andere|zweite)[nrs]?|(?:el|la|lo) otr[oa]|o outro|a outra|outr[oa]"
    r"|l'altr[oa]|(?:de|het)"
    r" andere?|den andr[ae]|det andr[ae]|den anden|det andet|друг\w{2}|інш\w{1,2}|drug[ia]\w?|druh[áýé]"
    r"|ten drugi|diğeri"
    r"|satunya"
)
_ONE = re.compile(  # "two boxes: the one around the bike, the other around the sign"
    r"(?<=[:(,;] )(?:l'une?|(?:der |die |das )?(?:einer?|eine?s|eins|eine|einen)|un[ao]?|l'un[oa]|um[a]?"
    r"|(?:de )?(?:een|ene|één)"
    r"|(?:den )?en[ea]?|det ene|ett?|один|одна|одне|одно|jeden|jedna|biri|satu)(?=\s[^.!?\n]{1,120}[\s,;](?:"
    + _OTHER
    + r")(?!\w))",
    re.IGNORECASE,
)
_PRONOUN = re.compile(
    r"(\b(?:the|this|that|another|a)\s(?!(?:final|total|correct|only|number|answer|count|exact|single)\b)[a-z-]{4,16})"
    r"\sone(?=\s?[:,;.]\s\w|\s(?:is|was|has|that|which|who|in|on|at|with)\b)",
    re.IGNORECASE,
)
_DUAL = re.compile("(?<!\\w)(\\w{2,}\u0627\u0646 \\w{2,}\u0627\u0646)(?!\\w)")  # noun and adjective in the dual
_PAIR = re.compile(  # at the beginning: "Es un par: una flecha ...", "Ein Paar" ("ein paar" is a few)
    r"^(\W{0,3}(?:[^\W\d]{1,5}'?[^\W\d]{0,3}\s){0,3})(?:(?:[Uu]n par|[Uu]m par|[Uu]ne paire)(?:\s(?:de|d'))?"
    r"|[Uu]n paio(?:\sdi)?|[Ee]in Paar)(?=\s?[:.,;(]|\s[^\W\d]{4,20}(?:\s[^\W\d]{4,20}){0,2}\W{0,3}$|\W{0,3}$)"
)
_FEW = re.compile(r"\b(?:[Ee]in paar|[Ee]en paar)\b")  # where the article is no number


def added_up(text: str, values: Sequence[int]) -> int | None:
    """Return the total of a text whose last sentence adds up the numbers before it, None for any other.

    Example:
        >>> added_up("One arrow is on top, another two below. That's three arrows.", [1, 2, 3])
        3
    """
    if len(values) < _FEWEST:
        return None
    if prod(values[:-1]) == values[-1] and _EACH.search(text) is not None:
        return values[-1]  # "Two rows of three boxes each: 6."
    return values[-1] if values[-1] == sum(values[:-1]) and _TOTAL.search(text) is not None else None


def equated(text: str) -> int | None:
    """Return the result of the right sum or difference with which a text ends, None without one.

    Example:
        >>> equated("Nine guests, two of whom look away: 9 - 2 = 7 people.")
        7
    """
    found = _EQUATION.search(text[-_LONGEST_END:]) if "=" in text else None
    if found is None:
        return None
    total = sum(int(digits) * (1 if mark == "+" else -1) for mark, digits in _TERM.findall("+" + found["sum"]))
    return int(found["result"]) if total == int(found["result"]) else None


def without_one_another(text: str) -> str:
    """Return a text without the "one" of "one here, the other there", in languages in which it is a number.

    The English pronoun goes, too ("the questionable one: it is grey").

    Example:
        >>> without_one_another("zwei Rahmen: einer links, der andere rechts")
        'zwei Rahmen:  links, der andere rechts'
    """
    if " one" in text:
        text = _PRONOUN.sub(r"\1", text)
    return _ONE.sub("", text) if ":" in text or "," in text or "(" in text else text


def with_duals(text: str) -> str:
    """Return a text with the number two for a pair it begins with, and before things in the Arabic dual."""
    if "pa" in text.lower():
        text = _FEW.sub("einige", _PAIR.sub(r"\g<1>2 ", text, count=1))
    return text if text.isascii() else _DUAL.sub("\u0627\u062b\u0646\u0627\u0646 \\1", text)


def joined_by_plus(words: Words, found: Sequence[Number]) -> int | None:
    """Return the sum of the two or three numbers that "plus" joins in a short text ("Two here plus one there.")."""
    if not 2 <= len(found) <= 3 or len(words.words) > _SHORT_SUM:
        return None
    between = [words.words[one.end : other.start] for one, other in pairwise(found)]
    if not all("plus" in part for part in between) or any(":" in gap for gap in words.gaps):
        return None
    return sum(number.value for number in found)


_SHORT_SUM = 20
