"""Counts told by sentences about their parts: totals said last, "the one ... the other", and the Arabic dual."""

from __future__ import annotations

import re
from collections.abc import Sequence

_TOTAL = re.compile(  # how a sentence begins that adds up what stands before it
    r"(?:[.!?;,]\s|\n|[\u2013-]\s)(?:so |also |donc |quindi |así que |então )?(?:that(?:'s| is| makes| gives| comes to)"
    r"|this (?:makes|gives)|which makes|making|das (?:sind|macht|ergibt)|macht (?:zusammen|insgesamt)|(?:ça"
    r"|cela) (?:fait"
    r"|donne)|eso (?:son|hacen?|da|suma)|en total (?:son|hay)|isso (?:dá|faz|soma)|são ao todo|in tutto (?:sono|fanno)"
    r"|fanno|это|вместе|итого|разом|dat (?:is|zijn|maakt)|samen|razem|to daje|det (?:blir|er|är)|toplamda|jadi|celkem"
    r"|dohromady)\s(?:[^.!?;\n]{0,60})[.!]?\s*$",
    re.IGNORECASE,
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
_DUAL = re.compile("(?<!\\w)(\\w{2,}\u0627\u0646 \\w{2,}\u0627\u0646)(?!\\w)")  # noun and adjective in the dual


def added_up(text: str, values: Sequence[int]) -> int | None:
    """Return the total of a text whose last sentence adds up the numbers before it, None for any other.

    Example:
        >>> added_up("One arrow is on top, another two below. That's three arrows.", [1, 2, 3])
        3
    """
    if len(values) < _FEWEST or values[-1] != sum(values[:-1]) or _TOTAL.search(text) is None:
        return None
    return values[-1]


def without_one_another(text: str) -> str:
    """Return a text without the "one" of "one here, the other there", in languages in which it is a number.

    Example:
        >>> without_one_another("zwei Rahmen: einer links, der andere rechts")
        'zwei Rahmen:  links, der andere rechts'
    """
    return _ONE.sub("", text) if ":" in text or "," in text or "(" in text else text


def with_duals(text: str) -> str:
    """Return an Arabic text with the number two before things in the dual, a noun and an adjective that agrees."""
    return text if text.isascii() else _DUAL.sub("\u0627\u062b\u0646\u0627\u0646 \\1", text)
