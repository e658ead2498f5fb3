"""Places told by halves and shares: "in the upper half and not on the left", "93 % of the height from the top".

Only where the options are places of the image; a half that is denied leaves the other half, and a share of the width
or of the height lies in one of the thirds (with a centre among the options) or of the halves.
"""

from __future__ import annotations

import re

from .colour_names import colours_named
from .told_places import OTHER_END, named_places, places_told_by

_LONGEST = 240
_WHERE = re.compile(r"\bwhere\b", re.IGNORECASE)
_NOT = re.compile(r"\b(?:is not|isn't|not|nicht|non|neither|nor|weder|noch)\b")
_PART = re.compile(r"[,;:.!]\s?|\s(?:and|but|und|aber)\s|\s(?=(?:not|nicht|nor|noch)\s)")
_OFFERS = re.compile(r"\b(?:or|oder|either|perhaps|maybe|might|could|unsure|sure|certain|cannot|can't)\b|\?")
_EDGE = (
    r"(?:(?:measured|counted|going|as seen|starting|in|down|up|away)\s){0,2}(?:from|below|above|off) the (?:very )?"
    r"(?P<edge>top|upper|bottom|lower|left|right)\b"
)
_SHARE = re.compile(
    r"(?:(?<![\d.])(?P<number>\d{1,3}(?:\.\d{1,3})?)\s?(?:%|per ?cent\b)|\b(?P<half>half(?:way)?|midway)\b"
    r"|\ba (?P<part>tenth|fifth|quarter)\b)"
    r"(?: of)?(?: (?:the|its))?(?: (?:image|picture|photo|frame|total)(?:'s)?)?(?: (?:height|width|way))?"
    rf",?\s?(?:{_EDGE}|(?P<goes>down|across|up)\b)?"
)
_BETWEEN = re.compile(r"\b(?:half ?way|midway) between (?:the )?(?:top|left|bottom|right)\b")
_PARTS = {"tenth": 0.1, "fifth": 0.2, "quarter": 0.25}
_SURE = re.compile(r"\s?(?:sure|certain|confident|confidence|likely|probab)")
_OF_PART = re.compile(r"\b(?:part|von)\b")
_NEAR_BORDER = 0.01
_THIRD = 1 / 3


def told_share(text: str, options: tuple[str, ...], question: str | None) -> int | None:
    """Return the option whose place a reply tells by halves or shares, -1 for several; None when it tells none so.

    Args:
        text: Text from `standardizers.text.plain`.
        options: The options' texts.
        question: What was asked.

    Example:
        >>> told_share("Upper half, but not on the left.", ("top left", "top right", "bottom left"), "Where is it?")
        1
    """
    said = text.lower().strip()
    if not said or len(said) > _LONGEST or question is None or _WHERE.search(question) is None:
        return None
    if ("%" not in said and "cent" not in said and "half" not in said and "not" not in said) and not _is_near(said):
        return None
    places = places_told_by(options)
    if (
        not places
        or _OFFERS.search(said) is not None
        or OTHER_END.search(_OF_PART.sub(" ", _SHARE.sub(" ", said))) is not None
    ):
        return None
    if len({one.colour for one in colours_named(said)}) > 1:
        return None
    shares = _by_share(said, frozenset().union(*places))
    if shares is not None:
        return places.index(shares) if shares in places else -1
    return _by_halves(said, places)


def _is_near(said: str) -> bool:
    return any([word in said for word in ("n't", "midway", "tenth", "fifth", "quarter", "nicht", "nor ", "noch ")])


def _by_share(said: str, known: frozenset[str]) -> frozenset[str] | None:
    if _BETWEEN.search(said) is not None:
        return frozenset({"centre"})
    found: dict[str, float] = {}
    for match in _SHARE.finditer(said):
        if _SURE.match(said, match.end()) is not None or not (match["edge"] or match["goes"]):
            continue
        value = float(match["number"]) / 100 if match["number"] else _PARTS.get(match["part"] or "", 0.5)
        edge = match["edge"] or {"down": "top", "up": "bottom", "across": "left"}[match["goes"]]
        if edge in ("bottom", "lower", "right"):
            value = 1 - value
        axis = "x" if edge in ("left", "right") else "y"
        if not 0 <= value <= 1 or abs(found.setdefault(axis, value) - value) > _NEAR_BORDER:
            return None
    sides = set()
    for axis, value in found.items():
        first, second = ("left", "right") if axis == "x" else ("up", "down")
        if not {first, second} & known:
            continue  # "20 % from the left" says nothing of top and bottom
        low, high = (_THIRD, 1 - _THIRD) if "centre" in known else (0.5, 0.5)
        if min(abs(value - low), abs(value - high)) < _NEAR_BORDER:
            return frozenset()
        if not low < value < high:
            sides.add(first if value < low else second)
    return frozenset(sides or {"centre"}) if found else None


def _by_halves(said: str, places: tuple[frozenset[str], ...]) -> int | None:
    told: set[str] = set()
    denied: list[frozenset[str]] = []
    negated = False
    for part in _PART.split(said):
        found = _NOT.search(part)
        negated = found is not None or (negated and part.startswith("on the "))
        sides = named_places(_NOT.sub(" ", part))
        if not sides:
            continue
        if negated:
            denied.append(sides)
        else:
            told |= sides
    if not denied or frozenset(told) in places or len(told) > 1:
        return None
    left = [place for place, sides in enumerate(places) if told <= sides and not any(one <= sides for one in denied)]
    return left[0] if len(left) == 1 else -1
