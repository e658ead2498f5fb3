"""Numbers in a reply to "how many" that are bounds, depend on a condition, or are of what does not count."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..text.numerals import Number, Words

CONDITIONS = frozenset(["if", "otherwise", "else", "when", "wenn", "sonst", "si", "sinon", "se", "если", "иначе"])
_OR_MORE = frozenset(["more", "mehr", "más", "plus", "più", "mais", "fewer", "less", "above", "up"])
EXCLUDES = frozenset(
    [
        "exclude",
        "excludes",
        "excluding",
        "excluded",
        "ignore",
        "ignores",
        "ignoring",
        "ignored",
        "except",
        "without",
        "disregard",
        "disregarding",
        "omit",
        "omitting",
        "counting",
        "discount",
        "discounting",
        "skip",
        "skipping",
        "besides",
    ]
)
_NEAR = 3  # words between "excluding" and the number that it takes away
MAYBE = frozenset(
    re.findall(
        r"\S+",
        """
        possibly maybe perhaps alors da bien vielleicht quizás talvez forse возможно even rather peut-être eventuell
        """,
    )
)
_ARTICLED = ("de", "es", "fr", "it", "pt", "nl", "ro", "sv", "da", "no")
_ONES = frozenset(("un", "una", "ein", "eine", "einen", "einer", "une", "uma", "um", "en", "ett", "et", "een"))
_SENTENCE_ENDS = frozenset(".!?;\n")
BEFORE = 14  # words before a number that can announce it


def ends_sentence(gap: str) -> bool:
    """Tell whether what stands between two words ends a sentence."""
    return not _SENTENCE_ENDS.isdisjoint(gap)


_JOINS = frozenset(
    re.findall(r"\S+", "and et und y e i o и en och og ja ve dan và plus ainsi sowie además anche também oder ou or")
)
_SOLE = frozenset(
    re.findall(
        r"\S+",
        """
        seul seule solo sola sólo solamente único única unico unica nur einzig einziger einzige einziges apenas somente
        soltanto seulement alleen slechts maar bara endast kun bare tylko только лишь sadece hanya chỉ
        """,
    )
)
_NEW_ITEM = re.compile(r"[,;:.!?\n(&+/-]")


def may_be_article(text: Words, start: int, end: int) -> bool:
    """Tell whether the words [start, end) are a one that may as well be an article ("una fuente")."""
    return end == start + 1 and text.language in _ARTICLED and text.words[start] in _ONES


def is_bound(text: Words, number: Number) -> bool:
    """Tell whether a number is a bound that the reply leaves open ("at least two, possibly more")."""
    behind = text.words[number.end : number.end + 4]
    opened = behind[:1] == ["and"] or "," in text.gaps[number.end] or "(" in text.gaps[number.end]
    return opened and not MAYBE.isdisjoint(behind) and not _OR_MORE.isdisjoint(behind)


def is_conditional(text: Words, number: Number) -> bool:
    """Tell whether the sentence makes a number depend on a condition ("if they count as one, it is 1")."""
    words, gaps, _ = text
    place = number.start
    while place > max(0, number.start - 2 * BEFORE) and not ends_sentence(gaps[place]):
        place -= 1
    opening = words[place : place + 2]
    if not opening or opening[0] not in CONDITIONS or opening in (["if", "i"], ["if", "forced"]):
        return False
    if not {"forced", "must", "have", "had"}.isdisjoint(words[place : number.start]):
        return False
    return sum(word in CONDITIONS for word in words) > 1


def is_taken_away(text: Words, number: Number) -> bool:
    """Tell whether a number is of things that do not count ("excluding the 5 spectators")."""
    start = max(0, number.start - _NEAR)
    place = next((at for at in range(number.start - 1, start - 1, -1) if text.words[at] in EXCLUDES), None)
    if place is None or (
        text.words[place] == "counting" and text.words[place - 1 : place] not in (["not"], ["without"])
    ):
        return False
    if not {"no", "nothing", "none"}.isdisjoint(text.words[max(0, place - BEFORE) : place]):
        return False  # "no other objects besides the 2 dogs"
    return all(not gap.strip(" (\"'") for gap in text.gaps[place + 1 : number.start + 1])


def is_one_by_one(words: Sequence[str], number: Number) -> bool:
    """Tell whether a number is one of "one by one"."""
    return words[number.end : number.end + 2] == ["by", "one"] or words[max(0, number.start - 2) : number.start] == [
        "one",
        "by",
    ]


def is_count(words: Words, number: Number) -> bool:
    """Tell whether a number is none that may be an article: "3", "un seul", "nur ein"."""
    around = {*words.words[max(0, number.start - 1) : number.start], *words.words[number.end : number.end + 1]}
    return not may_be_article(words, number.start, number.end) or not _SOLE.isdisjoint(around)


def without_articles(words: Words, found: list[Number]) -> list[Number]:
    """Return the numbers of a text without articles of the thing that somebody has ("3 portent un chapeau").

    An article that begins a new item stays: "deux chats et un chien".
    """
    kept: list[Number] = []
    for number in found:
        if kept and number.value == 1 and may_be_article(words, number.start, number.end) and is_count(words, kept[-1]):
            between = range(kept[-1].end, number.start)
            joined = any(words.words[at] in _JOINS for at in between)
            if between and not joined and not any(_NEW_ITEM.search(words.gaps[at]) for at in (*between, number.start)):
                continue
        kept.append(number)
    return kept
