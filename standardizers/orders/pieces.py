"""Rankings whose items are a letter with a name, in any language: "厨师(B) > 火焰(A)", "[B] flame, [A] chef"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..stance.ranking_words import upward

_MOST_CHARACTERS = 600
_LONGEST_PIECE = 60
_MOST_WORDS = 6
_CHAIN = re.compile(r"\s{0,3}(?:->|=>|>)\s{0,3}")
_LIST = re.compile(r"\s{0,3}[,;\n]\s{0,3}(?:and |then |und |et |y |e |и )?")
_INTRO = re.compile(r"\A[^:>\n]{0,60}:\s{0,3}")
_SAYS_MORE = re.compile(
    r"\d|\b(?:least|most|last|first|second|third|is|are|was|were|has|have|by|than|then|before|after|between|more|less)\b",
    re.IGNORECASE,
)
_UNSURE = re.compile(r"[?=~]|\b(?:or|not|versus|vs|oder|ou)\b|n't", re.IGNORECASE)


def in_pieces(text: str, letters: Sequence[str]) -> str:
    """Return the ranking of a text that is one chain or list of named letters, "" for any other text.

    A list without marks of order that keeps the question's order only repeats the options.

    Args:
        text: Text from `standardizers.text.plain`.
        letters: The labels.

    Example:
        >>> in_pieces("Koch (B) > Flamme (C) > Regal (A)", "ABC")
        'BCA'
    """
    if len(letters) < 2 or len(text) > _MOST_CHARACTERS or _UNSURE.search(text):
        return ""
    body = _INTRO.sub("", text.strip()).rstrip(" .!")
    chained = ">" in body
    if not chained and (body != text.strip().rstrip(" .!") or _SAYS_MORE.search(body)):
        return ""
    head = text.strip()[: text.strip().find(body)]
    if re.search(rf"(?<![^\W_])[{''.join(map(re.escape, letters))}](?![^\W_])", head):
        return ""  # it says more of the options than their order
    pieces = (_CHAIN if chained else _LIST).split(body)
    if len(pieces) != len(letters) or "<" in body:
        return ""
    found = "".join(_letter(piece, letters) for piece in pieces)
    if len(found) != len(letters) or len({*found}) != len(letters):
        return ""
    if upward(text[: text.find(body)]):
        return found[::-1]
    return found if chained or found != "".join(letters) else ""


def _letter(piece: str, letters: Sequence[str]) -> str:
    """Return the only letter of a piece, at its beginning or in brackets, "" where there is none or another."""
    if len(piece) > _LONGEST_PIECE or len(piece.split()) > _MOST_WORDS:
        return ""
    among = "".join(map(re.escape, letters))
    alone = re.findall(rf"(?<![^\W_])[{among}](?![^\W_]|'[a-z])", piece)
    placed = re.findall(rf"[\[(]([{among}])[\])]|\A[\s\"'-]{{0,3}}([{among}])(?=[.:)]?\s|$)", piece)
    if len(alone) != 1 or len(placed) != 1:
        return ""
    return alone[0]
