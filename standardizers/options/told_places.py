"""Where a reply sees what a question asks for, when the options are places of the image such as "bottom-left".

Clauses about something else count for nothing: the tail of an arrow whose tip is asked for, an arrow of another colour,
the direction in which it points, and the places that the clause denies.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from ..views.directions import directions_named, said_directions
from ..views.languages import in_english
from .colour_names import colours_named
from .gaze_clauses import denies

_LONGEST = 600
_CENTRE = re.compile(
    r"\b(?:cent(?:er|re|ral|rally)|middle|(?:bild)?mitte|mittig|zentrum|zentral|milieu|centr[oe]|central\w*|medio|meio"
    r"|centrum|midden|mitten|midten|центр\w*|середин\w*|środk\w*|střed\w*|orta\w*|merkez\w*|tengah|giữa)\b"
    r"|中央|中间|中間|中心|正中|真ん中|가운데|중앙|ตรงกลาง"
)
_WHERE = re.compile(r"\bwhere\b", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+|(?<=[\u3002])")
_CLAUSE = re.compile(
    r",\s|\s(?:and|und|et|y|e|и|i|en|och|og)\s(?=(?:\w+\s){0,3}?(?:ends?|tip|its|it|the|der|die|das|endet|la|le|sa|su"
    r"|il|termin\w+|finit|acaba|segue|points?)\b)"
    r"|\s(?:but|while|whereas|though|although|sondern|aber|während|mais|sino|pero|mas|ma|bensì|а|но|maar|men|utan)\s"
    r"|\s[\u2013\u2014-]\s|\s(?=to the|towards? the)(?<=\w\s)(?=.{3,30}$)|->|而是|，|、"
)
OTHER_END = re.compile(
    r"\b(?:tail|shaft|starts?|starting|begins?|beginning|base|origin\w*|blunt end|other end|from|pfeilende|ende des"
    r"|beginnt|startet|anfang|schaft|von|part|commence|début|queue|départ|depuis|empieza|comienza|inicio|cola|desde"
    r"|começa|início|cauda|inizia|coda|parte|начина\w*|хвост\w*|początek|zaczyna|begint|börjar|starter)\b|起点|开始|尾",
    re.IGNORECASE,
)
_TIP = re.compile(
    r"\b(?:tip|arrowhead|head|ends?|ending|pointed end|spitze|pfeilspitze|endet|pointe|finit|punta|termina|ponta"
    r"|finisce|остри\w*|кончик\w*|наконечник\w*|grot\w*|punt|spets\w*)\b|箭头尖|尖端|箭头",
    re.IGNORECASE,
)
_POINTS = re.compile(
    r"\b(?:point(?:s|ing|ed)|aim(?:s|ed|ing)|fac(?:es|ing)|directed|heading|zeigt|zeigend|pointant|apunta\w*"
    r"|apontando|puntando|указыва\w*)\b[^,;.]*"
)
_NEITHER = re.compile(r"\b(?:weder|neither|ni|né|nem|ani|ни)\b.*?\b(?:noch|nor|ni|né|nem|ani|ни)\b")
_FROM_TO = re.compile(
    r"\b(?:from|von|de|du|desde|da|dal|od|из|от) (?P<tail>[^.;]{3,50}?) (?:to|into|nach|bis|vers|à|a|hasta|para|verso"
    r"|do|в|к) (?P<tip>[^.;]{3,60})"
)
_OFFERS = re.compile(r"\b(?:either|or|entweder|oder|soit|ou|eller|или|або|lub|veya)\b|还是|或|または")
_OR = re.compile(r"\b(?:or|oder|soit|ou|eller|или|або|lub|veya)\b|还是|或|または")
_OFFERED_PLACES = 2
_RELATIVE = re.compile(
    r"\bwhere (?:is|are) (?P<one>[^?]{3,60}?) (?:relative to|in relation to|compared (?:to|with)) "
    r"(?P<other>[^?]{3,60}?)\?"
)
_UP_ON = re.compile(  # "up on the left"
    r"\b(up|down|high|low)(?: there| here)? (?:on|at|in|to) the (?=(?:far |very )?(?:left|right)\b)"
)
_JUST = re.compile(  # "right at the upper edge"
    r"(?<!the )(?<!top )(?<!bottom )(?<!upper )(?<!lower )(?<!to )(?<!far )\bright (?=(?:at|in|on|near|by|up|down) )"
)
_OPPOSITE = {"left": "right", "right": "left", "up": "down", "down": "up"}
_COMPARES = re.compile(r"\b(?:of|above|below|under|over|von|neben|than|beneath|underneath)\b")


@lru_cache(maxsize=256)
def places_told_by(options: tuple[str, ...]) -> tuple[frozenset[str], ...]:
    """Return the sides and the centre that options name, () unless all name some, each others.

    Example:
        >>> [sorted(one) for one in places_told_by(("at the top", "in the center"))]
        [['up'], ['centre']]
    """
    found = tuple(named_places(option.lower()) for option in options)
    return found if found and all(found) and len({*found}) == len(found) else ()


def told_place(text: str, options: Sequence[str], question: str) -> int:
    """Return the option whose place a reply gives to what the question asks for, or -1.

    Args:
        text: Text from `standardizers.text.plain`.
        options: The options' texts.
        question: What was asked.

    Example:
        >>> places = ["top left", "bottom right"]
        >>> told_place("The tail is top left, the tip bottom right.", places, "Where is the arrow's tip?")
        1
    """
    places = places_told_by(tuple(options))
    said = text.lower().strip()
    if not places or len(said) > _LONGEST or _WHERE.search(question) is None:
        return -1
    asked = question.lower()
    relative = _RELATIVE.search(asked)
    if relative is not None:
        return _turned(said, relative["one"], relative["other"], places)
    of_tip = re.search(r"\btip\b|\barrowhead\b|\bpoint of the arrow\b", asked) is not None
    colours = {one.colour for one in colours_named(asked.partition("options")[0].rpartition("where")[2])}
    if of_tip and (run := _FROM_TO.search(said)) is not None and named_places(run["tail"]):
        return _index(named_places(run["tip"]), places)
    told: set[str] = set()
    own: set[str] = set()
    for clause in _clauses(said, of_tip):
        here = named_places(clause)
        if _offers(clause):
            return -1
        if not here or denies(clause):
            continue
        named = {one.colour for one in colours_named(clause)}
        if len(colours) == 1 and named and not named & colours:
            continue
        if of_tip and OTHER_END.search(clause) is not None:
            continue
        told |= here
        if (of_tip and _TIP.search(clause)) or (len(colours) == 1 and named & colours):
            own |= here
    index = _index(frozenset(own), places) if own else -1
    return index if index >= 0 else _index(frozenset(told), places)


def named_places(text: str) -> frozenset[str]:
    """Return the sides that lower-case words name, and "centre"."""
    text = _JUST.sub("", _UP_ON.sub(_joined, text))
    english = in_english(text)
    found = set(said_directions(english) or directions_named(text))
    return frozenset(found or ({"centre"} if _CENTRE.search(text) else ()))


def _joined(match: re.Match[str]) -> str:
    return {"high": "up", "low": "down"}.get(match[1], match[1]) + " "


def _clauses(said: str, of_tip: bool) -> Iterator[str]:
    for sentence in _SENTENCE.split(_NEITHER.sub(_denied, said)):
        if not sentence.rstrip().endswith("?"):
            yield from _CLAUSE.split(sentence if of_tip else _POINTS.sub(" ", sentence))


def _offers(clause: str) -> bool:
    """Tell whether a clause offers two places: "either at the top or at the bottom"."""
    found = _OFFERS.search(clause)
    if found is None:
        return False
    parts = [
        named_places(clause[: found.start()]),
        *(named_places(part) for part in _OR.split(clause[found.start() :])),
    ]
    return len({part for part in parts if part}) >= _OFFERED_PLACES


def _denied(match: re.Match[str]) -> str:
    return re.sub(r"[,.;]", " ", match.group())


def _index(found: frozenset[str], places: Sequence[frozenset[str]]) -> int:
    return places.index(found) if found in places else -1


def _turned(said: str, one: str, other: str, places: Sequence[frozenset[str]]) -> int:
    """Return the place opposite to the one of "2 is left of 1" where it was asked for 1 relative to 2, or -1."""
    first, second = (said.find(" ".join(name.split()[-2:])) for name in (one, other))
    if not 0 <= second < first or len(_SENTENCE.split(said)) > 1 or denies(said):
        return -1
    between = said[second:first]
    found = named_places(between)
    if len(found) != 1 or _COMPARES.search(between) is None or directions_named(said[first:]):
        return -1
    return _index(frozenset(_OPPOSITE.get(side, side) for side in found), places)
