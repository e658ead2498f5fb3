"""Letters and sequences of letters in running text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from ..choices.letters import MARK
from ..stance.mentions import MOST_MENTIONS, is_word
from ..stance.ranking_words import (
    RANK,
)

_MOST_RUNS = 3_000
_NEAR = 110  # characters that may stand between two letters of one sequence
_BETWEEN = re.compile(
    r"(?:\bin (?:that|this) order\b|[\s>,;/|\"'()\[\]{}<-]|=(?!\s?\d)|\b(?:and|then|followed by|next|finally|option"
    r"|object|box|region"
    r"|choice|candidate|lastly|via|to|y"
    r"|et|und|e|then by|luego|puis"
    r"|dann|danach|poi|depois|и|ve|dan|và|en|sedan|till sist|därefter|pak|poté|potom|nakonec|потім|нарешті"
    r"|затем|наконец"
    r"|سپس|و|در آخر|ثم|אחר כך|לבסוף|ולבסוף|μετά|έπειτα|τέλος|και|och|og|a|i|derefter|deretter|sitten|ja|aztán"
    r"|majd|végül|apoi)"
    r"\b|ตามด้วย|ต่อด้วย|และ|[、和与與及])*",
    re.IGNORECASE,
)
# "B (the person)", "B: the person in front," and "B - the person," say what B is.
_REMARK = re.compile(
    rf"[\])\"']{{0,2}}\s?(?:\s{{0,2}}\((?!\s?(?:\d{{1,2}}(?:st|nd|rd|th)?|0?\.\d+|\d+\s?%)\s?\))[^()\n]{{1,90}}\)"
    rf"|\s{{0,2}}{MARK}"
    r"|\s?(?:-|:|=|\.|\))\s(?!\d)(?-i:(?![A-Z]\b))[^\n,;>.:]{2,70}(?=\s?(?:[,;>]|->)))",
    re.IGNORECASE,
)
_RANKED = re.compile(
    r"\s{0,2}(?:[^\x00-\x7f]|(?:(?:comes?|is|as|the)\s)?(?:nổi|last|first|second|third|fourth|fifth|sixth|finally"
    r"|lastly|most|least|more|less|highest|lowest"
    r"|ranks?|ranked|scores?|scored|trails|follows|tops|takes|wins|behind|ahead|above|below|outranks|beats|draws"
    r"|being|zuletzt|danach|fades|blends|yields|remains|edges|lags|loses|precedes|dominates|leads|over|scores"
    r"|immediately|instantly)\b)",
    re.IGNORECASE,
)
_MAY_BE_WORDS = ("A", "I", "O", "a", "i", "o")


class Run(NamedTuple):
    """Letters that follow each other: [start, end) in the text, the labels, and whether "<" stands between them."""

    start: int
    end: int
    letters: str
    upward: bool


class Ranking(NamedTuple):
    """A complete ranking: where it ends, the letters from most to least, and the rule that found it."""

    end: int
    letters: str
    rule: str


@lru_cache(maxsize=64)
def _token(letters: tuple[str, ...]) -> re.Pattern[str]:
    among = "".join(re.escape(label) for label in letters)
    return re.compile(
        rf"(?<![0-9A-Za-z\u00c0-\u024f])(?<![^\W_]')(?<!\b[A-Za-z]\.)[{among}]{{1,{len(letters)}}}(?![0-9A-Za-z\u00c0-\u024f]"
        rf"|'[a-zA-Z]|-[a-z])"
    )


def mentions(text: str, letters: tuple[str, ...]) -> list[Run]:
    """Return where letters stand, alone or as a word ("BCA"); the article "A" and the pronoun "I" are no letters."""
    if not letters:
        return []
    found = []
    for match in islice(_token(letters).finditer(text), MOST_MENTIONS):
        word = match.group()
        if len(set(word)) == len(word) and not (len(word) == 1 and _is_word(text, match)):
            found.append(Run(match.start(), match.end(), word, False))
    return found


def _is_word(text: str, match: re.Match[str]) -> bool:
    """Tell whether a letter is the article "A" or the like; "A last" and "A です" rank it."""
    return match.group() in _MAY_BE_WORDS and is_word(text, match.start()) and _RANKED.match(text, match.end()) is None


def runs(text: str, found: Sequence[Run]) -> list[Run]:
    """Return the maximal sequences of different letters with only separators and remarks between them."""
    joined: list[Run] = []
    for run in found:
        last = joined[-1] if joined else None
        if last and not set(run.letters) & set(last.letters) and run.start - last.end <= _NEAR:
            rising = _joins(text, last.end, run.start)
            if rising is not None:
                rising = rising and (last.upward or len(last.letters) == 1)
                joined[-1] = Run(last.start, run.end, last.letters + run.letters, rising)
                continue
        if len(joined) >= _MOST_RUNS:
            break
        joined.append(run)
    return joined


def _joins(text: str, start: int, end: int) -> bool | None:
    """Tell whether "<" stands between two letters of a sequence; None when they belong to no sequence."""
    gap = text[start:end]
    if gap.count("\n\n"):
        return None
    if not _BETWEEN.fullmatch(gap):
        remark = _REMARK.match(text, start, end)
        if (
            remark is None
            or (">" not in gap and RANK.search(remark.group().lower()))
            or not _BETWEEN.fullmatch(gap[remark.end() - start :])
        ):
            return None
        gap = gap[remark.end() - start :]
        if not gap.strip():
            return None
    return "<" in gap
