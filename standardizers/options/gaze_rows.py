"""Things told by their place ("the one left of the camera"), where the question tells the row in which they lie."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from ..stance.lexicon import TOKEN, Lexicon
from ..stance.mentions import Mention
from . import gaze_words
from .gaze_clauses import lowered

if TYPE_CHECKING:
    from ..choices.question import Question

_ROW = re.compile(r"[^.?!\n]*\b(?:left[ -]to[ -]right|right[ -]to[ -]left)\b[^.?!\n]*", re.IGNORECASE)
_SMALL = frozenset(
    re.findall(
        r"\S+",
        """
        the a an his her this that der die das dem den des le la les l' el los las il lo gli i o os as de het the of
        from to von vom du del della do da di от к ze hand side
        """,
    )
)
_LONGEST = 300
_NOT = re.compile(r"\b(?:not|nicht|pas|no|non|não|не|rather than|instead of)\b[^,.;]{0,24}$")
_PLACE = re.compile(
    r"(?P<side>left|right)(?:most)?(?:[- ]hand)?(?: side| neighbou?r)? (?:of|to|from|next to) (?:the )?(?:it"
    r"|that(?: one)?|this(?: one)?|(?P<middle>middle|central) (?:one|item|object|thing)|@(?P<behind>\d+)@)"
    r"|(?:its|that one's|@(?P<owner>\d+)@'s) (?P<its>left|right)"
    r"|between (?:the )?@(?P<one>\d+)@ and (?:the )?@(?P<other>\d+)@"
    r"|(?P<ordinal>second|third|fourth|2nd|3rd|4th)(?:[- ]\w+)? (?:one |item |object "
    r"|thing )?from (?:the )?(?P<end>left|right)"
    r"|(?P<most>left|right)most\b|\b(?:far|outer|very|extreme) (?P<far>left|right)\b|(?P<last>last|first) (?:one"
    r"|item|object|thing) (?:in the row|on the (?P<on>left|right))"
    r"|\b(?P<centre>middle|central|centre|center) (?:one|item|object|thing)\b|\b(?:in|at) the (?P<mid>middle"
    r"|centre|center)\b"
)
_ORDINALS = {"second": 1, "2nd": 1, "third": 2, "3rd": 2, "fourth": 3, "4th": 3}


@cache
def _lexicon() -> Lexicon:
    return Lexicon({"BESIDE": gaze_words.BESIDE})


@lru_cache(256)
def _row_sentence(question: str) -> str:
    match = _ROW.search(question)
    return match.group() if match is not None else ""


def row_of(question: str, known: Question) -> list[int]:
    """Return the options from left to right, where a question tells that order; [] where it does not."""
    told = _row_sentence(question)
    if not told:
        return []
    order = [one.option for one in known.mentions(told)]
    if len(order) != known.size or len({*order}) != known.size:
        return []
    return order[::-1] if "right to left" in told.lower().replace("-", " ") else order


def only_landmarks(text: str, mentions: Sequence[Mention]) -> bool:
    """Tell whether a short text names options only to tell where something else is ("something next to the vase")."""
    return bool(mentions) and len(text) <= _LONGEST and all(is_landmark(lowered(text), one) for one in mentions)


def is_landmark(text: str, one: Mention) -> bool:
    """Tell whether a lower-case text names an option right behind a word such as "beside" or "left of"."""
    tokens = TOKEN.findall(text[max(0, one.start - 40) : one.start])
    while tokens and tokens[-1] in _SMALL:
        tokens.pop()
    return (
        bool(tokens)
        and "BESIDE" in _lexicon().concepts(tokens[-1])
        and tokens[-1] not in ("lying", "lies", "placed", "against", "over", "tra")
    )


def in_row(text: str, mentions: Sequence[Mention], row: Sequence[int]) -> int:
    """Return the option at the place in the row that a text tells last, or -1.

    Args:
        text: Text from `standardizers.text.plain`.
        mentions: The options that it mentions.
        row: The options from left to right.
    """
    text = lowered(text)
    pieces, end = [], 0
    for one in mentions:
        pieces += [text[end : one.start], f"@{one.option}@"]
        end = one.end
    told = "".join(pieces) + text[end:]
    place, found = -1, -1
    for match in _PLACE.finditer(told):
        place = _place(match, row, place)
        if 0 <= place < len(row) and not _NOT.search(told, 0, match.start()):
            found = row[place]
    return found


def _place(match: re.Match[str], row: Sequence[int], before: int) -> int:
    """Return the place in the row that an expression tells, -1 or past the end when there is none."""
    if match["side"] or match["its"]:
        landmark = match["behind"] or match["owner"]
        start = row.index(int(landmark)) if landmark else _middle(row) if match["middle"] else before
        return -1 if start < 0 else start + (1 if (match["side"] or match["its"]) == "right" else -1)
    if match["one"]:
        ends = sorted(row.index(int(match[name])) for name in ("one", "other"))
        return ends[0] + 1 if ends[1] - ends[0] == 2 else -1
    if match["ordinal"]:
        steps = _ORDINALS[match["ordinal"]]
        return steps if match["end"] == "left" else len(row) - 1 - steps
    if match["centre"] or match["mid"]:
        return _middle(row)
    side = match["most"] or match["far"] or match["on"] or ("left" if match["last"] == "first" else "right")
    return 0 if side == "left" else len(row) - 1


def _middle(row: Sequence[int]) -> int:
    return len(row) // 2 if len(row) % 2 else -1
