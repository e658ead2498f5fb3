"""Options that are actions ("He is repairing it"): what is done, and what only needs to be done."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..choices.question import Question
from ..stance.mentions import Mention

_NEEDS = re.compile(
    r"\b(?:needs?|needed|requires?|in need of|wants|ready for|due for|waiting for|(?:must|should|has to|needs to"
    r"|waits to) be)\s(?:\w{1,6}\s){0,2}$"
    r"|\b(?:should|must|has to|about to|going to|wants to|would like to|used to|refuses to|plans to|ready to"
    r"|stopped)\s$",
    re.IGNORECASE,
)
_MAY_NEED = re.compile(
    r"\b(?:needs?|needed|requires?|wants|must|should|has to|waits|ready|due|waiting|about to|going to|like to|used to"
    r"|refuses|plans|stopped|is|was)\s",
    re.IGNORECASE,
)
_INFERRED = re.compile(r"\b(?:must|should|has to) be\s$", re.IGNORECASE)
_BETWEEN = re.compile(
    r"\brelation(?:ship)? between (?:the |an? )?[^?]{2,60}? and (?:the |an? )?([a-z -]{3,30})\?", re.IGNORECASE
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


def only_needed(text: str, known: Question, question: str) -> bool:
    """Tell whether a text says of actions only that they are needed or to come, or that the other one does them.

    "The bush needs water.", "He should cut it."; "The goat chases the girl." of the girl and the goat.
    """
    if known.names is None or _MAY_NEED.search(text) is None:
        return False
    doings = all(any(word.endswith("ing") for word in name.split()) for name in known.names.names)
    mentions = known.mentions(text) if doings else []
    between = _BETWEEN.search(question)
    other = re.escape(between[1].split()[-1]) if between is not None else ""
    return bool(mentions) and all(_is_needed(text, one, other) for one in mentions)


def _is_needed(text: str, one: Mention, other: str) -> bool:
    before = text[max(0, one.start - 40) : one.start]
    doing = text[one.start : one.end].endswith("ing")
    if doing and other and re.search(rf"\b{other} (?:is|was)\s$", before, re.IGNORECASE) is not None:
        return True
    return _NEEDS.search(before) is not None and not (doing and _INFERRED.search(before) is not None)


def last_doing(text: str, mentions: Sequence[Mention]) -> int:
    """Return the only option of a text that somebody does by its last clause ("..., and he's fixing it."), or -1."""
    if len({one.option for one in mentions}) != 1 or len(mentions) != 1:
        return -1
    one = mentions[0]
    does = _DOES.search(text[max(0, one.start - 40) : one.start])
    ends = _DONE.match(text, one.end) is not None and text[one.start : one.end].endswith("ing")
    return one.option if does is not None and ends else -1
