"""Parts that a reply to "how many" lists in one sentence or one per line, and their sum."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ..stance.verdict import AMBIGUOUS, NO_ANSWER
from ..text.numerals import Words
from .claims import (
    Claim,
    is_one_pair,
    sentences,
)
from .limits import ends_sentence, may_be_article
from .selection import turns
from .words import ANALYSIS, VAGUE

_FEW_WORDS = 6
_NOT_THINGS = frozenset(
    ("background", "foreground", "sky", "wall", "floor", "ground", "people", "men", "women", "children", "others")
)
_FAR = 10  # words between parts that are added up
_SHORT_LINE = 5  # words of a line such as "Dogs: 2"
_PREFACE = 30  # characters of a polite beginning such as "Sure, I can help."
_FRAGMENT = 3  # words of a sentence such as "One dog."
_NAME = 4  # words of a thing's name
_AND = frozenset(
    [
        "and",
        "plus",
        "&",
        "+",
        "with",
        "et",
        "und",
        "y",
        "e",
        "и",
        "och",
        "en",
        "i",
        "ve",
        "dan",
        "và",
        "和",
        "与",
        "與",
        "及",
        "と",
        "및",
        "그리고",
    ]
)
_AND_ENDINGS = ("과", "와", "하고", "이랑")
_PREPOSITIONS = frozenset(
    [
        "on",
        "in",
        "at",
        "with",
        "near",
        "of",
        "by",
        "under",
        "behind",
        "beside",
        "next",
        "is",
        "are",
        "that",
        "which",
        "who",
        "from",
        "for",
    ]
)


def total_of(values: Sequence[int]) -> int | None:
    """Return the first or last of three numbers or more that is the sum of the others, None when neither is."""
    if len(values) > 2:
        if values[0] == sum(values[1:]):
            return values[0]
        if values[-1] == sum(values[:-1]):
            return values[-1]
    return None


def parts(text: str, words: Words, stated: Sequence[Claim]) -> tuple[int | None, str]:
    """Return the sum of the parts that one sentence lists, or the only number of a text."""
    stated = [claim for claim in stated if not is_one_pair(words, claim.start, claim.end)]
    groups = list(sentences(words, stated))
    values = [claim.value for claim in stated]
    if not stated:
        return None, NO_ANSWER
    if any(one.end == two.start and "+" not in words.gaps[one.end] for one, two in pairwise(stated)):
        return None, AMBIGUOUS  # "1 2 3"
    total = total_of([claim.value for claim in stated if not may_be_article(words, claim.start, claim.end)])
    if total is not None:
        return total, "sum"
    if (
        len(stated) == len(groups) > 1
        and len(words.words) <= _FRAGMENT * len(groups)
        and all(ends_sentence(words.gaps[claim.start]) or claim.start == 0 for claim in stated)
    ):
        return sum(values), "sum"  # "One man. One dog."
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) == len(stated) == len(groups) > 1 and all(len(line.split()) <= _SHORT_LINE for line in lines):
        return sum(values), "sum"
    before = len(" ".join(words.words[: _first_sentence(words, stated[0])]))
    if before > _PREFACE or (before and ANALYSIS.search(text[:400])):
        return None, AMBIGUOUS  # one sentence of a description, not the answer to the question
    if len(groups) == 1:
        return _one_sentence(words, groups[0])
    if len(set(values)) == 1 and all(len(group) == 1 for group in groups):
        return values[0], "only_number"
    return None, AMBIGUOUS


def _first_sentence(text: Words, claim: Claim) -> int:
    """Return at which word the sentence of a claim begins."""
    return next((place for place in range(claim.start, 0, -1) if ends_sentence(text.gaps[place])), 0)


def _one_sentence(text: Words, group: list[Claim]) -> tuple[int | None, str]:
    first, last = group[0], group[-1]
    around = text.words[max(0, first.start - 12) : last.end + 12]
    near = text.words[max(0, first.start - 2) : first.start]
    if "each" in around or any(word in VAGUE and word not in near for word in around):
        return None, AMBIGUOUS
    if len(group) > 1 and last.value < first.value and turns(text, text.words[first.end : last.start]):
        return last.value, "objects"
    more = _articles(text, group) + _last_named(text, first) if len(group) == 1 else _articles(text, group)
    if len(group) == 1:
        return first.value + more, "sum" if more else "only_number"
    for one, two in pairwise(group):
        gaps = text.gaps[one.end : two.start + 1]
        between = text.words[one.end : two.start]
        joined = not _AND.isdisjoint(between) or any(mark in gap for gap in gaps for mark in ",+&;")
        joined = joined or any(word.endswith(_AND_ENDINGS) or word.startswith("و") for word in between)
        adjacent = two.start == one.end and "+" not in text.gaps[one.end]
        if two.start - one.end > _FAR or adjacent or not joined:
            return None, AMBIGUOUS
    return sum(claim.value for claim in group) + more, "sum"


def _last_named(text: Words, claim: Claim) -> int:
    """Return 1 where a few words end in one more thing: "the two women and the boy"."""
    behind = text.words[claim.end :]
    linked = [place for place, word in enumerate(behind) if word == "and"]
    if len(behind) > _FEW_WORDS or len(linked) != 1 or claim.start > 1 or linked[0] not in (1, 2):
        return 0
    last = behind[linked[0] + 1 :]
    return int(len(last) in (2, 3) and last[0] == "the" and last[-1] not in _NOT_THINGS and not last[-1].endswith("s"))


def _articles(text: Words, group: Sequence[Claim]) -> int:
    """Return how many single things ("and a dog") stand in a row with the numbered parts of a sentence."""
    words, gaps, _ = text
    taken = {position for claim in group for position in range(claim.start, claim.end)}
    articles = [place for place, word in enumerate(words) if word in ("a", "an", "another") and place not in taken]
    rows: list[list[int]] = []
    for place in sorted([*articles, *(claim.start for claim in group)]):
        between = words[rows[-1][-1] + 1 : place] if rows else []
        linked = "and" in between[-1:] or "plus" in between[-1:] or gaps[place].strip() in (",", "+", "&")
        if 0 < len(between) <= _NAME + 1 and linked and _PREPOSITIONS.isdisjoint(between):
            rows[-1].append(place)
        else:
            rows.append([place])
    return sum(len(set(row) - taken) for row in rows if taken & set(row))
