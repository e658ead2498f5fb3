"""Where a long reply answers: in its first sentences or in its last ones.

What the middle of a discussion says of one option ("the sign is the most colourful of them, but ...") is under
discussion still. A reply may break off there, and weak evidence for an answer would then count as one.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from .cleaning import breadth

LONG = 240  # letters, see `breadth`, ...
_SENTENCES = 4  # ... and sentences from which on a reply is a discussion
_PARAGRAPH = 400  # characters of a last paragraph that may conclude as a whole
_END = re.compile(r"(?:(?<=[.!?…])|(?<=[.!?…][\"'*)_\]]))\s+|\n+|(?<=[。！？])(?!$)")
IMPRESSION = re.compile(  # what somebody thinks at first, and what one aspect alone tells
    r"\b(?:at first (?:glance|sight|look)|on first (?:glance|impression)|initially|(?:my )?first (?:reaction"
    r"|thought|impression|guess|instinct|idea)|tempt(?:ing|ed) to|inclined to"
    r"|one (?:could|might|may) (?:think|say|argue|hold|expect|assume|choose|pick|believe)"
    r"|auf den ersten blick|zunächst|man könnte|à première vue|au premier (?:abord|regard|coup)|on pourrait"
    r"|a primera vista|se podría|podría pensarse|à primeira vista|poderia|a prima vista|a primo acchito|si potrebbe"
    r"|(?:in terms of|with (?:regard|respect) to|regarding|as (?:for|regards)|judging by|going by|based on)"
    r" (?:the |its )?(?:size|colou?r|contrast|position|location|brightness|luminance|sharpness|area"
    r"|semantics?|meaning)\b"
    r"|(?:size|colou?r|contrast|position|brightness|saturation) alone|(?:size|colou?r|contrast|brightness"
    r"|saturation)-wise"
    r"|on (?:that|this) (?:view|reading|account)\b|\b(?:going|judging) by (?!elimination|exclusion|this|that|these"
    r"|those|all|everything|the (?:above|whole))(?:\w+ )?\w+,"
    r"|from (?:the|a) (?:point of view|standpoint|perspective) of|from an? \w{3,14} (?:point of view|standpoint"
    r"|perspective)"
    r"|(?:^\W{0,4}|\b(?:sort|rank|order|judg|compar|go)\w{0,3} )by (?:the |their )?(?:sheer |mere )?(?:areas?|sizes?"
    r"|distances?|colou?rs?|contrasts?|positions?|brightness|sharpness|saturation|depth|centrality)\b"
    r"|if (?:i|we|you|one) (?:rank|judge|go|sort|look)s? (?:only |just )?(?:by|at)"
    r"|du point de vue d|vom? (?:stand|gesichts)punkt d|desde el punto de vista d|dal punto di vista d"
    r"|do ponto de vista d"
    r"|(?:en cuanto al?|respecto al?|quanto (?:a|al|alla|ao|à)|en termes de|pour ce qui est d|hinsichtlich|bezüglich"
    r"|was (?:die|den|das))\b)|乍一看|乍看|一見|初看|就[^，。]{1,8}而言|从[^，。]{1,8}来看|언뜻",
    re.IGNORECASE,
)
_BEGUN = re.compile(  # a word or three of another sentence, or of another item of a list
    r"[.!?…][\"'*)_\]]{0,3}(?P<words>[ \t]{1,3}[\"'*(_\[]{0,3}\w{1,20}(?: \w{1,20}){0,2}\s{0,3})\Z"
    r"|\n[ \t]{0,6}(?:[-*•]|\d{1,2}[.)])[^\n]{3,400}(?P<item>\n{1,3}[ \t]{0,6}(?:[-*•]"
    r"|\d{1,2}[.)])[ \t][^\n.!?]{1,40})\Z|(?P<letter>\n\w[ ][a-z]{1,12})\Z"
)
# and what it means
_TABLE = re.compile(r"(?:^|\n)(?P<rows>(?:[ \t]{0,3}\|[^\n]{1,300}\|[ \t]*\n){3,60})\s*[^|\n]{3,160}[.:!]\s*\Z")
_BLANK = re.compile(r"\n\s*\n")


def stands(text: str, value: object, read: Callable[[str], object], long: int = LONG) -> bool:
    """Tell whether a text gives an answer at one of its ends; short texts are all end.

    Args:
        text: The reply without its reasoning trace.
        value: The answer that was found in the whole.
        read: Reads the answer of a part; None where it has none.
        long: Letters, see `breadth`, from which on a text may be a discussion.
    """
    if breadth(text) < long:
        return True
    sentences = [part for part in _END.split(text.strip()) if part.strip(" *_#-|")]
    if len(sentences) < _SENTENCES:
        return True
    if (begun := _BEGUN.search(text)) is not None:
        text = text[: begun.start(begun.lastgroup or 0)]  # what it would have said is not known
        sentences[-1] = ""
    *before, paragraph = _BLANK.split(text.strip())
    parts = [sentences[-1], " ".join(sentences[-2:]), " ".join(sentences[:2]), sentences[0]]
    if (table := _TABLE.search(text.rstrip())) is not None:
        parts.append(table["rows"])
    if before and len(paragraph) <= _PARAGRAPH:
        parts.insert(2, paragraph)
    return any(read(part) == value for part in dict.fromkeys(parts) if part and IMPRESSION.search(part) is None)
