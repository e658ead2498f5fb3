"""Options that a reply names only to say where something else is ("the object to the right of the bottle")."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .mentions import Mention

_LONGEST_BEFORE = 60
_SIDE = re.compile(
    r"\b(?:(?:left|right) of|next to|behind|in front of|beside|opposite|adjacent to|past|beyond)\s{1,3}"
    r"(?:(?:the|an?|this|that)\s{1,3})?[\"'*(\[]{0,3}$",
    re.IGNORECASE,
)
_OWN_SIDE = re.compile(r"[\])}\"']{0,3}'s?\s{1,3}(?:\w{1,12}\s){0,2}(?:left|right)\b", re.IGNORECASE)


def all_landmarks(text: str, mentions: Sequence[Mention]) -> bool:
    """Tell whether options occur in a text by name only, and every time as the place beside which something else is.

    Example:
        >>> all_landmarks("the object next to the cup", [Mention(23, 26, 0, True)])
        True
        >>> all_landmarks("the cup next to the window", [Mention(4, 7, 0, True)])
        False
    """
    return bool(mentions) and all(mention.by_name and _is_landmark(text, mention) for mention in mentions)


def _is_landmark(text: str, mention: Mention) -> bool:
    if mention.letter_end >= 0:
        return False
    before = text[max(0, mention.start - _LONGEST_BEFORE) : mention.start]
    return _SIDE.search(before) is not None or _OWN_SIDE.match(text, mention.end) is not None
