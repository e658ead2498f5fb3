"""Replies that only repeat: one or two words in a loop, or the prompt."""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_ECHO = 4
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
    """Tell whether a reply of several words is nothing but words of the question in its order."""
    if not question:
        return False
    words = _WORD.findall(text.lower())
    if sum(word not in _NAMES for word in words) < _ECHO:
        return False  # "the lower right part": one of the views that the question names
    return f" {' '.join(words)} " in f" {' '.join(_WORD.findall(question.lower()))} "
