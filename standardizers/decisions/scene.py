"""Sentences that speak of the things in a picture, not of what the reply needs: "The flowers have enough water."."""

from __future__ import annotations

import re

_SHOWN = (
    r"(?:views?|parts?|images?|pictures?|photos?|crops?|windows?|tiles?|sections?|quadrants?|regions?|scenes?|frames?"
    r"|halves"
    r"|half|portions?|sides?|corners?|questions?|answers?|tasks?|information|info|context|details?|evidence|data|clues?"
    r"|rest|remainder|resolution|decision|others?|ones?|zoom|area|snippet|patch|cutout|piece|model|i|we|this|that|it"
    r"|what)"
)
_DETERMINER = (
    r"(?:the|an?|this|that|these|those|his|her|their|its|some|one of the|each|every|two|three|four|five|many|several"
    r"|all the"
    r"|both)"
)
_NEEDS = (
    r"(?:needs?|wants?|lacks?|requires?|have enough|has enough|have more|has more|would like|seems? to (?:need|want"
    r"|lack)"
    r"|asks? for|misses)"
)
_SUBJECT = re.compile(
    rf"\W*(?:{_DETERMINER}\s)(?:[\w-]+\s){{0,3}}?(?!{_SHOWN}\b)[\w-]+\s(?:(?:also|still|clearly|probably"
    rf"|perhaps)\s)?{_NEEDS}\b"
    r"(?!\s(?:to be|\w+ing\b|a closer|closer|zoom|another look|further|additional|more (?:context|detail|information)))"
)
_AGENT = re.compile(rf"\W*{_DETERMINER}\s(?:[\w-]+\s){{0,2}}{_SHOWN}\s(?:\w+\s)?{_NEEDS}\b")
_ENOUGH_OF = re.compile(
    rf"\b(?:there (?:is|are|'s)|have|has|with)\s(?:\w+\s)?(?:enough|sufficient|plenty of)\s(?!{_SHOWN}\b|to\b|for\b"
    rf"|visual|of\b|here"
    r"|now|in\b|already|already|as\b|material|visible|i\b|and\b|pixels|sharp)[a-z]{3,}"
    r"|\b(?:es gibt|es ist|ist|sind|haben|hat)\s(?:\w+\s)?(?:genug|genügend|ausreichend)\s(?!bild|info|detail|ansicht"
    r"|material"
    r"|hinweis|kontext|daten|um\b|für|zu\b|aus\b|ausschnitt|sicht|teil|zeig)[a-zäöü]{3,}"
    r"|\bil y a\s(?:bien\s)?assez d[e']\s?(?!info|vue|détail|contexte|élément|donnée|image|partie)\w{3,}"
    r"|\bhay\s(?:suficientes?|bastantes?)\s(?!info|vista|detalle|context|dato|element|imagen|parte)\w{3,}"
)
_MISSING_FROM = re.compile(
    rf"\bmissing (?:from|on|in) (?:the|his|her|a|its|their) (?:\w+ ){{0,2}}?(?!{_SHOWN}\b)(?:\w+)\W*$"
    rf"|\bmissing an? \w+\W*$"
)
_THERE_IS = re.compile(
    r"\W*(?:there (?:is|are|was|were)\b|there's\b|(?:the|an?|two|three|four|some|several|many)\s(?:[\w-]+\s){1,4}?"
    r"(?:stands?|sits?|hangs?|lies?|walks?|wears?|holds?|runs?|flies|leans?|rides?)\b)"
)
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+")


def without_scene(text: str) -> str:
    """Return a lower-case text without the sentences that say what things in the picture need, have or lack.

    Example:
        >>> without_scene("the road needs repair. i need more.")
        'i need more.'
    """
    if not any(
        [
            word in text
            for word in (
                "need",
                "want",
                "lack",
                "requ",
                "enough",
                "miss",
                "like",
                "gen",
                "assez",
                "hay ",
                "more",
                "suff",
                "ausr",
                "plenty",
                "ask",
            )
        ]
    ):
        return text
    sentences = _SENTENCE.split(text)
    kept = [sentence for sentence in sentences if not _speaks_of_things(sentence)]
    return text if len(kept) == len(sentences) else " ".join(kept)


def _speaks_of_things(sentence: str) -> bool:
    if _ENOUGH_OF.search(sentence) is not None or _MISSING_FROM.search(sentence) is not None:
        return True
    return _SUBJECT.match(sentence) is not None and _AGENT.match(sentence) is None


def tells_what_is_there(text: str) -> bool:
    """Tell whether a lower-case text tells what is in the picture: naming a side, it asks for none.

    Example:
        >>> tells_what_is_there("there are two boats on the left side.")
        True
    """
    return _THERE_IS.match(text) is not None
