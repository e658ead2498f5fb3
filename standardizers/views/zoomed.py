"""Views named by their place among two zoomed ones ("the first of the two"), and passive words for looking at more."""

from __future__ import annotations

import re

_FIRST = r"first|former|primer[oa]?|premi[eè]re?|erste[nrs]?|prim[oa]|primeir[oa]|перв\w+|eerste|första|første"
_SECOND = r"second|latter|segund[oa]|seconde|deuxi[eè]me|zweite[nrs]?|second[oa]|втор\w+|tweede|andra|anden"
_OF_TWO = (
    r"(?: ones?)?(?: of (?:the|these|those) two| de (?:las|los) dos| des deux| der beiden| von beiden| de[il] due"
    r"| delle due| d[ao]s (?:duas|dois)| из двух| van de twee| av de två)"
)
_ORDINAL = rf"(?:(?:the|la|el|le|die|den|das|il|l'|a|o|de) )?(?:(?P<first>{_FIRST})|(?P<second>{_SECOND}))"
_ONE_OF_TWO = re.compile(rf"(?<!\w){_ORDINAL}{_OF_TWO}(?!\w)")
_ONE_OF_BOTH = re.compile(rf"(?<!\w){_ORDINAL}(?:{_OF_TWO}| ones?)?(?=\s?[.,;]|\s?$| (?:and|y|et|und|e|и|en) )")
_BOTH_ABROAD = re.compile(
    r"\b(?:ambas|ambos|entrambe|entrambi|beide|обе|oba|obie|båda|begge)(?=(?:\s[^\W\d_]+)?\s?[.,;]|\s?$|\s(?:und|and|et|y|e|и|en|och|og|i)\s)"
)
_TO_BE_LOOKED_AT = re.compile(  # "part 2 should be looked at instead"
    r"\b(?P<views>parts? \d{1,2}(?:(?:, | and )\d{1,2}){0,8}) (?:also )?(?:(?:should|must|needs?(?: to)?|has to|have to"
    r"|ought to|can|is to|are to)(?P<no> not|n't)? (?:also |then |rather )?be (?:looked at|viewed|examined|inspected"
    r"|checked|seen|shown|opened|added)|(?:is|are) worth (?:a (?:closer )?look|checking|seeing|looking at|examining))"
    r"(?: instead| as well| too)?\b"
)
_TWO = 2


def among_zoomed(text: str, zoomed: frozenset[int]) -> str:
    """Return lower-case text with "the first of the two" and "the latter" as the view, where just two are zoomed.

    Example:
        >>> among_zoomed("keep the first one and drop the second one.", frozenset((2, 4)))
        'keep part 2 and drop part 4.'
    """
    if len(zoomed) != _TWO:
        return text
    text = _BOTH_ABROAD.sub("both", text)
    ends = {"first": min(zoomed), "second": max(zoomed)}
    told = {match.lastgroup for match in _ONE_OF_BOTH.finditer(text)}
    pattern = _ONE_OF_BOTH if len(told) == _TWO else _ONE_OF_TWO
    return pattern.sub(lambda match: f"part {ends[match.lastgroup or 'first']}", text)


def looked_at(text: str) -> str:
    """Return lower-case text with views that should be looked at behind their verb.

    Example:
        >>> looked_at("drop it. part 2 should be checked instead.")
        'drop it. look at part 2.'
    """
    if " be " not in text and " worth " not in text:
        return text
    return _TO_BE_LOOKED_AT.sub(lambda match: "look at none" if match["no"] else f"look at {match['views']}", text)
