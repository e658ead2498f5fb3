"""Views named by their place among two zoomed ones ("the first of the two"), and passive words for looking at more."""

from __future__ import annotations

import re

from .numerals import ordinal

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
_ALONE = re.compile(  # what stands behind an ordinal without a noun
    r"\s?[,.;:]|\s?$|\s{1,2}(?:and|but|then|only|alone|as well|instead|please|y|et|und|e|и|en|och|og|i|drop|keep|shift"
    r"|move|zoom)\b"
)
_BEFORE_RANK = re.compile(  # "keep the second", "move on to the fourth"
    r"\b(?P<verb>(?:keep|retain|hold on to|stay(?:ing)? with|stick(?:ing)? (?:to|with)|drop|discard|forget|let go of"
    r"|remove|zoom(?: in)?(?: on|to|into)?|(?:shift|mov(?:e|ing)|switch|go|jump|chang(?:e|ing))(?: on| over)? to"
    r"|look at|add)\s{1,2}(?:only |just |also |to |zu |à |a )?)"
    r"(?:zum|zur|al|au|the|die|den|das|la|el|le|lo|il|a|o|de|det)\s(?=[^\W\d_])"
)
_RANK = re.compile(r"(?:(?:,?\s(?:and|und|et|y|e|и|en|och|og|i)|,)\s(?:the |die |den |la |el |le |il )?)?([^\W\d_]+)")
_GOES = re.compile(r"shift|mov|switch|go|jump|chang|look|add|zoom")
_FORMER = re.compile(r"\b(?:the )?(?:(?P<first>former)|(?P<second>latter))(?: ones?)?\b")


def by_rank(text: str, n_views: int, zoomed: frozenset[int]) -> str:
    """Return lower-case text with "keep the second" as keeping part 2.

    The second part and the second of the zoomed ones may be two: such ordinals stay as they are, unless another one of
    the text can only count the parts.

    Example:
        >>> by_rank("keep the second, drop the rest, and move to part four.", 4, frozenset((1, 2)))
        'keep part 2, drop the rest, and move to part four.'
    """
    told = _ranks(text)
    if not told or any(rank > n_views for _, ranks, _ in told for rank in ranks):
        return text
    counted = sorted(zoomed)
    of_zoomed = [rank for match, ranks, _ in told if _GOES.match(match["verb"]) is None for rank in ranks]
    may_count_zoomed = bool(of_zoomed) and all(rank <= len(counted) for rank in of_zoomed)
    same = all(rank <= len(counted) and counted[rank - 1] == rank for rank in of_zoomed)
    if may_count_zoomed and not same:
        return text
    for match, ranks, end in reversed(told):
        named = " and ".join(f"part {rank}" for rank in ranks)
        text = f"{text[: match.start()]}{match['verb']}{named}{text[end:]}"
    return text


def _ranks(text: str) -> list[tuple[re.Match[str], list[int], int]]:
    """Return the verbs before ordinals that stand alone, with these and where they end."""
    found = []
    for match in _BEFORE_RANK.finditer(text):
        ranks, end = [], match.end()
        while (word := _RANK.match(text, end)) is not None and (rank := ordinal(word[1])):
            ranks.append(rank)
            end = word.end()
        if ranks and _ALONE.match(text, end) is not None:
            found.append((match, ranks, end))
    return found


def among_zoomed(text: str, zoomed: frozenset[int]) -> str:
    """Return lower-case text with "the first of the two" and "the latter" as the view, where just two are zoomed.

    Example:
        >>> among_zoomed("keep the first one and drop the second one.", frozenset((2, 4)))
        'keep part 2 and drop part 4.'
    """
    if len(zoomed) != _TWO:
        return text
    ends = {"first": min(zoomed), "second": max(zoomed)}
    if any(max(ranks) > _TWO or _GOES.match(match["verb"]) for match, ranks, _ in _ranks(text)):
        text = _FORMER.sub(lambda match: f"part {ends[match.lastgroup or 'first']}", text)
        return _BOTH_ABROAD.sub("both", text)  # the ordinals count the parts
    text = _BOTH_ABROAD.sub("both", text)
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
