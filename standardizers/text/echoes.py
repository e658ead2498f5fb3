"""Replies that only repeat: one or two words in a loop, or the prompt."""

from __future__ import annotations

import re
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_ECHO = 4
_SHORT = 7  # words of a denial that the question offers
_DENIALS = ("no", "none", "nothing")
_LONGEST = 4_000
_PIECES, _RUN, _MOSTLY = 12, 4, 0.7
_NAMES = frozenset(
    re.findall(
        r"\S+",
        """
        the a and of in upper lower left right top bottom middle center centre central row column half side corner
        part parts view views tile tiles window windows image number numbers
        """,
    )
) | {*map(str, range(100))}


def repeats_itself(text: str) -> bool:
    """Tell whether a text is a loop of one or two words."""
    words = _WORD.findall(text[:2_000].lower())
    return len(words) >= 6 and len({*words}) <= 2 and {*words} not in ({"yes"}, {"no"})


def echoes(text: str, question: str | None) -> bool:
    """Tell whether a reply of several words is nothing but words of the question in its order.

    It may also repeat pieces of the question, one behind the other: the lines of an example, the options twice.
    """
    if not question:
        return False
    words = _WORD.findall(text[:_LONGEST].lower())
    if sum(word not in _NAMES for word in words) < _ECHO or (len(words) <= _SHORT and words[0] in _DENIALS):
        return False  # "the lower right part": one of the views that the question names; "No zooming is needed."
    lowered = question.lower()
    if any([word not in lowered for word in words[:_ECHO]]):
        return False
    asked, known = _words_of(question)
    if not known.issuperset(words):
        return False
    return f" {' '.join(words)} " in asked or (len(words) >= _PIECES and _copied(words, question))


@lru_cache(256)
def _words_of(question: str) -> tuple[str, frozenset[str]]:
    words = _WORD.findall(question.lower())
    return f" {' '.join(words)} ", frozenset(words)


@lru_cache(256)
def _runs(question: str) -> frozenset[tuple[str, ...]]:
    words = _WORD.findall(question.lower())
    return frozenset(tuple(words[at : at + _RUN]) for at in range(len(words) - _RUN + 1))


def _copied(words: list[str], question: str) -> bool:
    """Tell whether most words, and the last ones, stand in runs of the question's words."""
    runs = _runs(question)
    starts = [at for at in range(len(words) - _RUN + 1) if tuple(words[at : at + _RUN]) in runs]
    covered = {at + step for at in starts for step in range(_RUN)}
    return len(covered) >= _MOSTLY * len(words) and len(words) - 1 in covered
