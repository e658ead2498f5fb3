"""Replies that describe the parts of an image one after the other and choose none of them."""

from __future__ import annotations

import re

_PART = r"(?:part|view|tile|window|section|quadrant|teil|partie|parte|часть)e?s?"
_DESCRIBED = re.compile(
    rf"\b{_PART} (?P<part>\d{{1,2}})(?: ?(?:to|-|and|bis|à|a|e|y|und|et) ?\d{{1,2}})?,? (?:there (?:is|are)\b"
    rf"|shows?\b|contains?\b"
    r"|depicts?\b|displays?\b|has\b|have\b|holds?\b|is (?:an?|the|just|only|mostly|all)\b|the\b|an?\b|we see\b"
    r"|i see\b|zeigt\b"
    r"|enthält\b|montre\b|contient\b|muestra\b|contiene\b|mostra\b|показывает\b|[a-z]+s(?=[,.]|$))"
)
_CHOOSES = re.compile(
    r"\b(?:need\w*|zoom\w*|select\w*|choose|chosen|pick\w*|relevant|requir\w*|look at|so|therefore|hence|thus|answer"
    r"|important"
    r"|must|should|want|check|keep|shift|useful|enough|best|helps?|only|brauch\w*|wähl\w*|also|besoin|choisis"
    r"|necesit\w*|elijo|decision|selection|choice|final|conclusion|response)\b"
)
_LINES = re.compile(  # "1 (upper left): sky and treetops."
    rf"^\W{{0,4}}(?:{_PART} )?(?P<part>\d{{1,2}})\s?(?:\([^()\n]{{3,24}}\)\s?)?[:\u2013-]\s(?!yes\b|no\b|none\b"
    rf"|not\b|needed|zoom|x\b|true|false|low|high|medium)"
    r"(?:[a-z'-]+ ){0,10}(?!(?:yes|no|needed|zoom|relevant|irrelevant|keep|skip)\.?$)[a-z'-]+\.?$",
    re.MULTILINE,
)
_ALIKE = re.compile(
    rf"\b(?:all|both)\s(?:the\s|\w+\s)?{_PART}\s(?:look|are|seem|appear)\s(?:\w+\s)?(?:the same|alike|equal\w*"
    rf"|similar|identical)\b"
)
_NEXT_PART = re.compile(rf"(?<=[.;])\s(?={_PART} \d{{1,2}}:)")
_MOST = 3  # parts that a reply may tell of to choose them

_LIST = r"\d{1,2}(?:\s?(?:,\s?(?:and\s)?|-|~|/|&|\b(?:to|through|and)\b)\s?\d{1,2}){0,15}"
_SIDE = r"(?:upper|lower|middle|central|left|right|top|bottom|first|second|third|fourth|last|center|centre)"
_TELLS = (
    r"(?:shows?|showing|contains?|depicts?|displays?|ha(?:s|ve)|holds?|features?|includes?|covers?|consists? of"
    r"|(?:is|are) (?:an?|the|just|only|mostly|all|full|filled|covered|occupied|taken)|there (?:is|are)"
    r"|(?:i|we|you|one) (?:can |could )?see|hay|há|c'è|ci sono|il y a|gibt es|jest|finns)\b"
)
_WALKED = re.compile(  # "parts 1 to 4 show the wallpaper", "in part 7 there" at the end of a text that breaks off
    rf"\b(?:parts?|tiles?|views?|sections?|windows?|nos?)\s(?P<list>{_LIST})[\s.,):-]{{0,3}}(?:part\s{{1,3}})?"
    rf"(?:[^.;:!?,\d\n]{{0,30}}?\b{_TELLS}|there$)"
    rf"|\b(?P<side>(?:{_SIDE}[\s-]){{1,2}})(?:hand\s)?(?:parts?|tiles?|views?|sections?|rows?|columns?|half|halves|third"
    rf"|quarter|corner|side|strip)\b[^.;:!?\n]{{0,20}}?{_TELLS}|\b(?:part|tile|view)s?$"
)


def walks_through(text: str, everything: bool) -> bool:
    """Tell whether a text only goes through the parts and says what each shows, whole or broken off.

    Args:
        text: Lower-case text in English (`standardizers.views.languages.in_english`) that chooses nothing.
        everything: It speaks of all parts.

    Example:
        >>> walks_through("parts 1 to 4 show the wall. parts 5 to 8 show the players. parts 9 to 12 show", False)
        True
    """
    told: set[int] = set()
    subjects = set()
    for match in _WALKED.finditer(text):
        subjects.add(match["list"] or (match["side"] or "").strip())
        for first, last in _NUMBER_RANGE.findall(match["list"] or ""):
            told.update(range(int(first), int(last or first) + 1))
    return len(subjects) > 1 and (everything or len(told) >= _MOST or len(subjects) >= _MOST)


_NUMBER_RANGE = re.compile(r"(\d{1,2})(?:\s?(?:-|~|\bto\b|\bthrough\b)\s?(\d{1,2}))?")


def describes_parts(text: str, n_views: int) -> bool:
    """Tell whether a lower-case text tells what is in one part after the other and chooses none.

    Args:
        text: Plain text.
        n_views: Number of parts.

    Example:
        >>> describes_parts("part 1 shows the sky, part 2 the road, part 3 a crane, part 4 a crowd.", 4)
        True
    """
    if _ALIKE.search(text) is not None:
        return True
    text = _NEXT_PART.sub("\n", text)
    told = {match["part"] for match in _DESCRIBED.finditer(text)} or {match["part"] for match in _LINES.finditer(text)}
    return len(told) >= min(_MOST, n_views) and _CHOOSES.search(text) is None
