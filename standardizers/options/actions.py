"""Options that are actions ("He is repairing it"): what is done, and what only needs to be done."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..choices.question import Question
from ..stance.mentions import Mention

_NEEDS = re.compile(
    r"\b(?:needs?|needed|requires?|in need of|wants|ready for|due for|waiting for|(?:must|should|has to|needs to"
    r"|waits to) be)\s(?:\w{1,6}\s){0,2}$"
    r"|\b(?:needs?|requires?|wants|must|should|has to|ready|due|waiting|in need)\s(?=\w)",
    re.IGNORECASE,
)
_DOES = re.compile(
    r"(?:^|[.;:,!]\s|\b(?:and|so|where|while)\s)(?:clearly |apparently |probably )?"
    r"(?:(?:s?he|they|the \w{3,10})(?:'s|'re| is| are)|who is)\s(?:\w{1,8}ly |busy |just |currently |now "
    r"|still ){0,2}$",
    re.IGNORECASE,
)
_DONE = re.compile(
    r"\s(?:it|him|her|them|the \w{2,14})(?:\s(?:up|down|with|by|at|in|on|from)\b[^.;?]{0,60})?[.!]?\s*\Z"
)


def only_needed(text: str, known: Question) -> bool:
    """Tell whether a text says of an action only that it is needed ("The bush needs water."), not that it is done."""
    if known.names is None or _NEEDS.search(text) is None:
        return False
    doings = all(any(word.endswith("ing") for word in name.split()) for name in known.names.names)
    return doings and all(_NEEDS.search(text[max(0, one.start - 30) : one.start]) for one in known.mentions(text))


def last_doing(text: str, mentions: Sequence[Mention]) -> int:
    """Return the only option of a text that somebody does by its last clause ("..., and he's fixing it."), or -1."""
    if len({one.option for one in mentions}) != 1 or len(mentions) != 1:
        return -1
    one = mentions[0]
    does = _DOES.search(text[max(0, one.start - 40) : one.start])
    ends = _DONE.match(text, one.end) is not None and text[one.start : one.end].endswith("ing")
    return one.option if does is not None and ends else -1
