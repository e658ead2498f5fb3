"""Answers that a reply throws away in words and replaces at its end: "Scratch that first instinct: the singer."."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..stance.mentions import Mention
from ..stance.verdict_phrases import ENDS_TEXT
from ..text.cleaning import fold

_LONGEST = 4_000
_BACK = 110
_THROWN = re.compile(
    fold(
        r"(?:(?P<denied>\b(?:not|never|n't|to|nicht|pas|no|non)\s(?:\w+\s)?)?"
        r"\b(?:(?:scratch|strike|scrap|forget|ignore|disregard|discard|drop|cancel|undo|withdraw|retract|take back)"
        r" (?:about )?(?:that|this|it|my|the|what i (?:said|wrote))"
        r"(?: (?:very )?(?:first|initial|earlier|previous|original|last))?"
        r"(?: (?:instinct|thought|answer|guess|impression|choice|idea|pick|reaction|hunch|one|letter|part))?"
        r"|(?:on|upon) (?:second|further|closer|another|reflection)(?: (?:thoughts?|look|inspection|reflection))?"
        r"|then again"
        r"|no wait|wait no|vergiss (?:das|es)|streich(?:e|t)? das|auf den zweiten blick|oublie[zr]?(?: \w+){1,2}"
        r"|à la réflexion|tout bien réfléchi|olvida (?:eso|lo)|pensándolo (?:mejor|bien)|esque[cç]a? isso"
        r"|pensando melhor|lascia (?:stare|perdere)|ripensandoci|anzi))"
        r"\s?[:,;.!-]{1,3}\s{0,3}(?:(?:it(?:'s| is)|make it|make that"
        r"|i(?:'ll| will| would|'d)? ?(?:choose|pick|take|say|go with)|my answer is|the answer is|answer)[\s:]{1,2})?"
        r"(?:(?:the|an?|der|die|das|le|la|el|il|lo|o|option|object)\s){0,2}"
        r"[(\[\"']{0,2}$"
    ),
    re.IGNORECASE,
)


def replaced(text: str, mentions: Sequence[Mention]) -> int:
    """Return the option that ends a text right behind the words that throw an earlier one away, or -1.

    Example:
        >>> replaced("First I said A. Scrap that, B.", [Mention(13, 14, 0, False), Mention(28, 29, 1, False)])
        1
    """
    if len(mentions) < 2 or len(text) > _LONGEST:
        return -1
    last = mentions[-1]
    if ENDS_TEXT.match(text, last.end) is None or all(one.option == last.option for one in mentions):
        return -1
    thrown = _THROWN.search(text, max(0, last.start - _BACK), last.start)
    return -1 if thrown is None or thrown["denied"] is not None else last.option
