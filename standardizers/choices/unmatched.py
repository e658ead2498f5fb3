"""The option that nothing else equals ("none of the others is as salient as D"), and pairs that stay level."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..stance.mentions import Mention

_LETTERS = r"(?:[\[(]?[A-Z][\])]?(?:,\s|\s(?:and|or|nor|und|oder|et|ou|y|o|e)\s|,\s(?:and|or)\s)?){2,8}"
_NOTHING = (
    rf"(?:none of (?:the (?:other \w+|others|rest)|them|these|{_LETTERS})|no (?:other )?[\w-]{{2,16}}|nothing(?: else)?"
    rf"|neither {_LETTERS}"
    rf"|kein(?:e[srnm]?)?\b(?: (?:der |von )?\w{{2,16}}){{0,3}}|nichts(?: anderes)?"
    rf"|aucun(?:e)?\b(?: (?:des |de |autre )?\w{{2,16}}){{0,2}}|rien(?: d'autre)?"
    rf"|ning[uú]n[oa]?\b(?: (?:de los |de las |otro |otra )?\w{{2,16}}){{0,2}}|nada"
    rf"|nessun[oa]?\b(?: (?:degli |delle |altr[oa] )?\w{{2,16}}){{0,2}}|nulla"
    rf"|nenhum[a]?\b(?: (?:dos |das |outr[oa] )?\w{{2,16}}){{0,2}})"
)
_EQUALS = (
    r"\s(?:(?:is|are|was|looks|seems|comes|stands out|draws|catches|gets|attracts|ist|sind|fällt|wirkt|zieht|n'est|ne"
    r"|est|es|resulta|è|risulta|é|parece)\s){0,2}(?:(?:nearly|quite|even|half|auch nur|tout|annähernd)\s){0,2}"
    r"(?:(?:as|so|aussi|si|tan|così|tanto|tão|ebenso)\s[^.,;:\n]{2,40}?\s(?:as|wie|que|como|come|quanto)"
    r"|(?:more|mehr|plus|más|più|mais)\s[^.,;:\n]{2,40}?\s(?:than|als|que|di|do que)"
    r"|[\w-]{3,20}er (?:than|als))"
    r"\s(?:(?:the|in|object|option|box|bei|objekt|l'objet|le|la|el|il|o)\s){0,3}[\[(\"']{0,2}$"
)
_BEFORE = re.compile(rf"\b{_NOTHING}{_EQUALS}", re.IGNORECASE)
_ABROAD = re.compile(
    r"(?:没有|無)[^。，A-Z]{0,8}比\s?[\[(]?$|(?:没有|沒有)[^。，A-Z]{0,8}(?:像|如)\s?[\[(]?$", re.IGNORECASE
)
_ABROAD_BEHIND = re.compile(r"[\])]?\s?(?:ほど[^。]{1,16}(?:は)?(?:ない|ありません)|만큼[^.]{1,16}없)")
_HINTS = (
    "none",
    "no ",
    "nothing",
    "neither",
    "kein",
    "nichts",
    "aucun",
    "rien",
    "ning",
    "nada",
    "nessun",
    "nulla",
    "nenhum",
)
_LEVEL = re.compile(
    r"\b(?:(?:can(?:'t|not)|could(?:n't| not)|unable to|not able to|hard to|difficult to|impossible to)\s(?:really\s)?"
    r"(?:decide|choose|pick|tell|say|separate|determine)|undecided|torn|toss-up"
    r"|kann mich nicht (?:zwischen|entscheiden)|schwanke|hésite|dudo|indeciso|indécis)\b"
    r"[^.!?\n]{0,16}\b(?:between|zwischen|entre|tra|fra)\b(?:(?!\b(?:but|so|though|still|aber|doch|mais|pero|ma|mas)\b)"
    r"[^.!?\n]){3,40}[.!\s]*$"
    r"|\b(?:are|is|sind|sont|son|sono|são)\s(?:(?:still|also|just)\s)?(?:tied|equal|level|on a par|equally \w+"
    r"|gleich ?(?:auf|stark|auffällig)|à égalité|empatad\w+|alla pari)\b[^.!?\n]{0,24}[.!\s]*$",
    re.IGNORECASE,
)
_NO_CHOICE = re.compile(
    r"\b(?:can(?:'t|not| not)|could(?:n't| not)|unable to|not able to|impossible to|not possible to|hard to"
    r"|refuse to)\s"
    r"(?:really |honestly |possibly )?(?:favou?r|prefer|single out|put|place|rank|pick|choose|decide|separate|say"
    r"|name)\s"
    r"(?:on |between |for )?(?:either|one (?:over|above|before|ahead of) the other|a (?:single )?(?:winner|one)"
    r"|any (?:one )?(?:of them )?(?:over|above) the others?|them|the two|just one"
    r"|a clear winner)\b[^.!?\n]{0,40}[.!\s]*$"
    r"|\b(?:does|do|did)(?: not|n't) (?:clearly |really )?(?:favou?r|support|point to|prefer|single out) (?:either"
    r"|one|any)\b[^.!?\n]{0,40}[.!\s]*$"
    r"|\bno (?:single|one|clear) (?:option|object|answer|winner|choice|candidate|letter)\b[^.!?\n]{0,60}[.!\s]*$",
    re.IGNORECASE,
)
_IF = re.compile(  # "B if you mean the bow, C if you mean the stern"
    r"[\])\"']{0,2},? (?:if|in case|provided|assuming|wenn|falls|если|jeśli|hvis|eğer) (?!i\b|forced|anything)",
    re.IGNORECASE,
)
_FAR = 110  # characters from "none of the others" to the option


def unequalled(text: str, mentions: Sequence[Mention]) -> int:
    """Return the option that a sentence says nothing equals, or -1.

    Args:
        text: Text from `standardizers.text.plain`.
        mentions: Its mentions of options.

    Example:
        >>> from standardizers.choices.question import question
        >>> text = "None of A, C and D is as eye-catching as B."
        >>> unequalled(text, question(("A", "B", "C", "D"), None).mentions(text))
        1
    """
    lowered = text.lower()
    if text.isascii() and not any(map(lowered.__contains__, _HINTS)):
        return -1
    found = set()
    for one in mentions:
        before = text[max(0, one.start - _FAR) : one.start]
        if _BEFORE.search(before) or (
            not text.isascii() and (_ABROAD.search(before) or _ABROAD_BEHIND.match(text, one.end))
        ):
            found.add(one.option)
    return found.pop() if len(found) == 1 else -1


def may_be_level(text: str) -> bool:
    """Tell whether `level` may find something (a quick test)."""
    return _LEVEL.search(text[-_FAR:]) is not None


def level(text: str, option: int, mentions: Sequence[Mention]) -> bool:
    """Tell whether a text ends with saying that it cannot set an option above another one.

    Args:
        text: Text from `standardizers.text.plain`.
        option: The option that seems to win.
        mentions: The text's mentions of options.

    Example:
        >>> from standardizers.choices.question import question
        >>> text = "A beats B, but A and D are tied."
        >>> level(text, 0, question(("A", "B", "C", "D"), None).mentions(text))
        True
    """
    found = _LEVEL.search(text)
    if found is None:
        return False
    start = max(text.rfind(mark, 0, found.start()) for mark in (".", ",", ";", "!", "\n")) + 1
    there = {one.option for one in mentions if one.start >= start}
    return option in there and len(there) > 1


def may_choose_none(text: str) -> bool:
    """Tell whether a text ends by saying that it chooses nothing, whatever it spoke of before."""
    return _NO_CHOICE.search(text[-2 * _FAR :]) is not None


def none_chosen(text: str, mentions: Sequence[Mention]) -> bool:
    """Tell whether a text that speaks of several options ends by saying that it sets none above the others.

    Args:
        text: Text from `standardizers.text.plain`.
        mentions: Its mentions of options, by position.

    Example:
        >>> from standardizers.choices.question import question
        >>> text = "A wins on colour and B on size, so I can't favour either one."
        >>> none_chosen(text, question(("A", "B"), None).mentions(text))
        True
    """
    return len({one.option for one in mentions}) > 1 and may_choose_none(text)


def under_conditions(text: str, mentions: Sequence[Mention]) -> bool:
    """Tell whether a text gives different options for different cases.

    Args:
        text: Text from `standardizers.text.plain`.
        mentions: Its mentions of options.

    Example:
        >>> named = [Mention(0, 1, 1, False), Mention(23, 24, 2, False)]
        >>> under_conditions("B if you mean the bow, C if you mean the stern.", named)
        True
    """
    return len({one.option for one in mentions if _IF.match(text, one.end)}) > 1
