"""The rank that a reply gives the object in the box, where it ranks others, too ("..., the dog in it second")."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..stance.mentions import Mention

_ENDS = re.compile(
    r"[.;!?\n]+(?:\s|$)|,?\s(?:while|whereas|but|although|though)\s|,\sand\s(?=(?:the|this|your)\s)|:\s(?=it\b)"
)
_ASKED = re.compile(
    r"\b(?:in|inside|within|by) (?:the|this|that|your) (?:\w{3,12} ){0,2}?box\b|\b(?:this|your|the) (?:bounding )?box\b"
    r"|\b(?:this|the (?:given|boxed|highlighted|target|specified|marked|indicated|queried|said)) (?:object|one|region"
    r"|item)\b",
    re.IGNORECASE,
)
_IT = re.compile(
    r"\W*(?:(?:so|thus|hence|and|therefore|here)\W+)?(?:it|this|that|which)\b(?! (?:is )?because)", re.IGNORECASE
)
_DENIES = re.compile(r"\b(?:not|never|neither|nor|if|whether|or|than)\b|n't", re.IGNORECASE)
_LONGEST = 2_000


def asked_rank(text: str, mentions: Sequence[Mention]) -> int:
    """Return the only option that clauses about the object in the box give, or -1.

    Args:
        text: Text from `standardizers.text.plain`.
        mentions: Its mentions of options, which are ranks.

    Example:
        >>> text = "The girl is first; the dog in the box comes second."
        >>> asked_rank(text, [Mention(12, 17, 0, True), Mention(38, 50, 1, True)])
        1
    """
    found: set[int] = set()
    start, about = 0, False
    for end in [*(match.end() for match in _ENDS.finditer(text[:_LONGEST])), min(len(text), _LONGEST)]:
        inside = [one for one in mentions if start <= one.start < end]
        named = _ASKED.search(text, start, end)
        if named is not None:  # "the girl first, the dog in the box second"
            inside = [one for one in inside if one.start > named.start()][:1] or inside[-1:]
        stop = inside[0].start if inside else end
        about = named is not None or (about and _IT.match(text, start) is not None)
        if inside and about and _DENIES.search(text, start, stop) is None:
            found |= {one.option for one in inside}
        start = end
    return found.pop() if len(found) == 1 else -1
