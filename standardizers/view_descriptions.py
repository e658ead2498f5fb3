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
_ALIKE = re.compile(
    rf"\b(?:all|both)\s(?:the\s|\w+\s)?{_PART}\s(?:look|are|seem|appear)\s(?:\w+\s)?(?:the same|alike|equal\w*"
    rf"|similar|identical)\b"
)
_MOST = 3  # parts that a reply may tell of to choose them


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
    told = {match["part"] for match in _DESCRIBED.finditer(text)}
    return len(told) >= min(_MOST, n_views) and _CHOOSES.search(text) is None
