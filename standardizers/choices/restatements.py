"""Replies that repeat the options and say nothing of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ..stance.mentions import Mention

_LIST_MARKS = frozenset(" \n\t[](){}")


def restates(text: str, mentions: Sequence[Mention], size: int) -> bool:
    """Tell whether a text is nothing but the question and the list of its options."""
    if size < 2 or [mention.option for mention in mentions] != list(range(size)):
        return False
    if any(mention.by_name for mention in mentions):
        return False
    before = text[: mentions[0].start].rstrip(" \n([*-")
    gaps = [text[one.end : other.start] for one, other in pairwise(mentions)]
    if any(mention.letter_end < 0 for mention in mentions) and not _LIST_MARKS.issuperset("".join(gaps)):
        return False  # "A ++, B +": the marks say something
    bare = not any(map(str.isalnum, text[mentions[-1].end :])) and not any(any(map(str.isalnum, gap)) for gap in gaps)
    return bare and (not before or before.endswith("?")) and not any(mark in "".join(gaps) for mark in "><→")
