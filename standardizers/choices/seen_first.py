"""What people look at first, as a reply tells it: "The eye goes to the woman first, then drifts to the bicycle"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..stance.mentions import Mention

_LONGEST = 240
_LOOKING = re.compile(
    r"\b(?:eyes?|gaze|attention|focus|viewers?|observers?|people|we|one|i|glance|fixations?)\b(?:(?!\b(?:not|never|hardly"
    r"|if|would|could|might|last)\b)[^.;!?\n]){0,70}\Z",
    re.IGNORECASE,
)
_SEEN = re.compile(
    r"[\])\"']?,?\s(?:is|are|gets?|will be|would be)\s(?:\w{3,12}ly\s)?(?:seen|noticed|looked at|fixated|spotted"
    r"|perceived)\b",
    re.IGNORECASE,
)
_THEN = re.compile(
    r"[\])\"']?,?\s?(?:(?:first|initially|immediately|right away|at once)\b)?[,;]?\s?(?:and |only )?"
    r"(?:then|before|afterwards|later|followed by|next|after that|moving on)\b[^.;!?\n]{0,40}\Z",
    re.IGNORECASE,
)


def seen_first(text: str, mentions: Sequence[Mention]) -> int:
    """Return the option at which a short reply says that people look before they look at any other, or -1.

    Example:
        >>> text = "The eye goes to the woman first, then drifts to the bicycle."
        >>> seen_first(text, [Mention(20, 25, 0, True), Mention(48, 55, 1, True)])
        0
    """
    if len(text) > _LONGEST or len(mentions) < 2 or len({one.option for one in mentions}) < len(mentions):
        return -1
    first = mentions[0]
    seen = _SEEN.match(text, first.end)
    if seen is None and _LOOKING.search(text[: first.start]) is None:
        return -1
    start = seen.end() if seen else first.end
    for one in mentions[1:]:
        if _THEN.match(text, start, one.start) is None:
            return -1
        start = one.end
    return first.option
