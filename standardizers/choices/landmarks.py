"""Options that a reply names only to say where something else is ("the object to the right of the bottle")."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..stance.mentions import Mention

_LONGEST_BEFORE = 60
_SEVERAL = 2
_NEXT_TO = r"(?:(?:left|right) of|next to|behind|in front of|beside|opposite|adjacent to|past|beyond)"
_HOLDER = r"(?:[^\W\d_]{3,12}\s){1,2}(?:of|with|full of|filled with)\s(?:the\s)?"
"""What holds the thing that stands nearby ("next to a crate of plums")."""
_SIDE = re.compile(
    r"\b(?:(?:asleep|lying|sitting|standing|sleeping|resting|perched|curled up|placed) (?:on|in|at|by|under)"
    rf"|{_NEXT_TO}(?=\s)(?:\s{{1,3}}(?:the|an?|this|that|another|some)\s{_HOLDER}(?=[\"'*(\[]{{0,3}}$))?)\s{{0,3}}"
    r"(?<=\s)(?:(?:the|an?|this|that)\s{1,3})?[\"'*(\[]{0,3}$",
    re.IGNORECASE,
)
_OWN_SIDE = re.compile(r"[\])}\"']{0,3}'s?\s{1,3}(?:\w{1,12}\s){0,2}(?:left|right)\b", re.IGNORECASE)


_BESIDE = re.compile(
    r"\b(?:next to|behind|in front of|beside|near|close to|opposite|adjacent to|on top of"
    r"|(?:standing|located|situated|placed|lying|sitting|embedded)"
    r" (?:at|by|in|on|inside|within)|in the middle of|underneath"
    r"|(?:left|right) of|(?:neben|hinter|vor|bei) de[rmn]|à côté (?:de|du)|derrière|devant|près (?:de|du)|junto al?"
    r"|al lado del?|detrás del?|delante del?|ao lado d[aeo]|atrás d[aeo]|accanto (?:al|alla|a)|dietro)\s{1,3}"
    r"(?:(?:the|an?|this|that|another|der|dem|den|einem|einer|la|le|el|un|une|una|uma|il)\s{1,3})?"
    r"(?:(?!one\s)[^\W\d_]{3,12}\s)?"
    r"(?:(?:(?!one\s)[^\W\d_]{2,12}\s)?(?:of|with|full of|filled with|mit|voller|de|d'|di|con|com|avec)\s?(?:the\s)?)?"
    r"[\"'*(\[]{0,3}$"
    r"|\bbetween (?:the|an?|some) (?:[^\W\d_]{2,14}[\s,]{1,2}){0,4}(?:and (?:the |an? |some )?)?$",
    re.IGNORECASE,
)
_END = re.compile(r"[.!?;]\s|\n")
_NEIGHBOUR = re.compile(
    r"(?:旁边|旁邊|边上|附近|后面|前面|背后|隣|となり|そば|横|옆|뒤|앞)"
    r"(?:还|還|に|には|에|에는)?\s?(?:有|是|放着|摆着|は)?[^,.、。\n]{0,8}$"
)


def without_neighbours(text: str, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions without those of things that stand beside another, if any are left."""
    if text.isascii() or len({mention.option for mention in mentions}) < _SEVERAL:
        return [*mentions]
    kept = [
        one
        for one in mentions
        if not one.by_name or _NEIGHBOUR.search(text[max(0, one.start - 16) : one.start]) is None
    ]
    return kept or [*mentions]


def all_landmarks(text: str, mentions: Sequence[Mention]) -> bool:
    """Tell whether options occur in a text by name only, and every time as the place beside which something else is.

    Example:
        >>> all_landmarks("the object next to the cup", [Mention(23, 26, 0, True)])
        True
        >>> all_landmarks("the cup next to the window", [Mention(4, 7, 0, True)])
        False
    """
    return bool(mentions) and all(mention.by_name and _is_landmark(text, mention) for mention in mentions)


def without_landmarks(text: str, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions of a sentence without those that only say where another one is, [] when there are none.

    Example:
        >>> found = [Mention(4, 7, 0, True), Mention(20, 23, 1, True)]
        >>> [one.option for one in without_landmarks("The cup next to the jug.", found)]
        [0]
    """
    if _END.search(text.strip()) is not None or not all(one.by_name for one in mentions):
        return []
    kept = [one for one in mentions if _BESIDE.search(text[max(0, one.start - _LONGEST_BEFORE) : one.start]) is None]
    return kept if 0 < len(kept) < len(mentions) else []


def _is_landmark(text: str, mention: Mention) -> bool:
    if mention.letter_end >= 0:
        return False
    before = text[max(0, mention.start - _LONGEST_BEFORE) : mention.start]
    return _SIDE.search(before) is not None or _OWN_SIDE.match(text, mention.end) is not None
