"""What each number in a reply to "how many" claims: the answer, a number of salient objects, or one of parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..text.numerals import Number, Words
from .kinds import BARE, PAIRS, PART, kind_of, sums_up, what_counted
from .limits import (
    BEFORE,
    CONDITIONS,
    EXCLUDES,
    MAYBE,
    ends_sentence,
    is_bound,
    is_conditional,
    is_taken_away,
    may_be_article,
)
from .marks import is_dismissed, is_no_count
from .vocabulary import (
    ARTICLES,
    BETWEEN_ANDS,
    BETWEENS,
    COUNTS_WITH,
    FROM_ALL,
    IF,
    OF_ALL,
    ONE_OF_TWO,
    ORS,
    OUT_OF,
    RANGE_WORDS,
)
from .words import SALIENT

_OUT_OF_WORDS = 4
_ABLATIVES = ("den", "dan", "ten", "tan")
_OF_THEM = (["of", "which"], ["of", "whom"])
_NEAR = 8
_ELSE = frozenset(("otherwise", "else"))
_AT_FIRST = frozenset(("first", "initially", "originally"))
_THOUGHT = frozenset(("counted", "thought", "saw", "said", "had", "got"))
_MOST_NUMBERS = 2_000
_SHORT_OR = 3  # words of "or even possibly"


def is_one_pair(text: Words, start: int, end: int) -> bool:
    """Tell whether words [start, end) are a pair that is one thing, or one of whom is known no more ("a couple")."""
    if PAIRS.isdisjoint(text.words[start:end]):
        return False
    behind = text.words[end : end + 5]
    return "couple" in text.words[start:end] or behind[:1] != ["of"] or not ONE_OF_TWO.isdisjoint(behind)


class Claim(NamedTuple):
    """A number that counts something: its words [start, end), its value, and how explicitly it is the answer."""

    start: int
    end: int
    value: int
    kind: int


def claims(text: Words, found: Sequence[Number]) -> tuple[list[Claim], bool]:
    """Return the claims of a text in order, and whether it offers a range or alternatives ("2 or 3").

    Args:
        text: Words of the text.
        found: Its numbers.
    """
    stated: list[Claim] = []
    alternatives = partitive = False
    skipped = -1
    conditional = not CONDITIONS.isdisjoint(text.words)
    excluding = not EXCLUDES.isdisjoint(text.words)
    for place, number in enumerate(found[:_MOST_NUMBERS]):
        if _is_counting(text, found, place) or (
            text.language != "en" and (_is_whole(text, found, place) or _is_out_of(text, found, place))
        ):
            partitive = True
            continue
        if partitive and stated and may_be_article(text, number.start, number.end):
            continue  # "vier der sechs tragen einen Helm"
        following = found[place + 1] if place + 1 < len(found) else None
        if number.start < skipped:
            continue
        if following is not None and _same_again(text, number, following):
            number = Number(number.start, following.end, number.value, number.word or following.word)
            skipped = following.end
        elif following is not None and _is_range(text, number, following):
            if stated and stated[-1].end == number.start and "," in text.gaps[number.start]:
                stated.pop()  # "2, 3 or 4"
            alternatives = True
            skipped = following.end
            continue
        if alternatives and text.words[number.start - 1] in _ELSE:
            continue  # "4 if the cropped one counts, otherwise 3"
        if not IF.isdisjoint(text.words[number.end : number.end + 1]) or is_bound(text, number):
            alternatives = True
            continue
        if conditional and is_conditional(text, number):
            alternatives = True
            continue
        if (excluding and is_taken_away(text, number)) or is_no_count(text, number) or is_dismissed(text, number):
            continue
        stated.append(Claim(number.start, number.end, number.value, kind_of(text, number)))
    if len(stated) > 1:  # "in 1 or more features ... we have 2 of them"
        stated = [claim for claim in stated if text.words[claim.end : claim.end + 2] != ["or", "more"]] or stated
        stated = [claim for claim in stated if not _is_first_thought(text, claim)] or stated
        stated = [
            claim for place, claim in enumerate(stated) if not place or not _is_part(text, stated[place - 1], claim)
        ]
    return stated, alternatives


def _is_part(text: Words, whole: Claim, claim: Claim) -> bool:
    """Tell whether a number counts a part of what was counted just before ("3 dogs, 2 of which are asleep")."""
    return (
        claim.kind == BARE
        and text.words[claim.end : claim.end + 2] in _OF_THEM
        and whole.value > claim.value
        and SALIENT.isdisjoint(text.words[claim.end : claim.end + _NEAR])
        and not any(map(ends_sentence, text.gaps[whole.end : claim.start + 1]))
    )


def _is_first_thought(text: Words, claim: Claim) -> bool:
    """Tell whether a number is what was counted before the answer ("5 (I first counted 6)")."""
    before = text.words[max(0, claim.start - 2) : claim.start]
    return len(before) == 2 and before[0] in _AT_FIRST and before[1] in _THOUGHT


def _is_counting(text: Words, found: Sequence[Number], place: int) -> bool:
    """Tell whether a number is one of those that are counted through ("one, two, three"), but not the last."""
    number = found[place]
    if place + 1 == len(found) or found[place + 1].value != number.value + 1:
        return False
    following = found[place + 1]
    if following.start != number.end or "," not in text.gaps[number.end]:
        return False
    first = number.value == 1
    return first or (place > 0 and found[place - 1].value == number.value - 1 and found[place - 1].end == number.start)


def _is_whole(text: Words, found: Sequence[Number], place: int) -> bool:
    """Tell whether a number is what a later one of its sentence is taken from ("de los siete objetos, solo dos")."""
    number = found[place]
    if place + 1 == len(found) or found[place + 1].value >= number.value:
        return False
    if any(map(ends_sentence, text.gaps[number.end : found[place + 1].start + 1])):
        return False
    before = text.words[max(0, number.start - 2) : number.start]
    if text.language == "tr" and any(word.endswith(_ABLATIVES) for word in text.words[number.end : number.end + 2]):
        return True  # "altı kişiden dördü"
    if not number.start:
        return False
    return before[-1] in OF_ALL or (len(before) == 2 and before[0] in OUT_OF and before[1] in ARTICLES)


def _is_out_of(text: Words, found: Sequence[Number], place: int) -> bool:
    """Tell whether a number is what the one before it is a part of ("vier der sechs Pfeile")."""
    number = found[place]
    before = found[place - 1] if place else None
    if before is None or before.value >= number.value or not 0 < number.start - before.end <= _OUT_OF_WORDS:
        return False
    if any(gap.strip() for gap in text.gaps[before.end : number.start + 1]):
        return False
    between = text.words[before.end : number.start]
    if not FROM_ALL.isdisjoint(between[-1:]):
        return True  # "quatre cyclistes sur six"
    if len(between) > 2:
        return False
    return not (OUT_OF | OF_ALL | ARTICLES).isdisjoint(between[:1]) and not (OUT_OF | OF_ALL | ARTICLES).isdisjoint(
        between[-1:]
    )


def _same_again(text: Words, one: Number, two: Number) -> bool:
    """Tell whether a number is given twice, as in "three (3)"."""
    return one.value == two.value and one.end == two.start and text.gaps[one.end].strip() in ("(", "[", "")


def _is_range(text: Words, one: Number, two: Number) -> bool:
    between = text.words[one.end : two.start]
    if between and _is_or(between):
        return True
    if len(between) > 1 or any(ends_sentence(gap) for gap in text.gaps[one.end : two.start + 1]):
        return False
    gap = text.gaps[one.end]
    if not between:
        if gap.strip() not in ("-", "~", "〜", "/", "..") or one.word != two.word:
            return False
        return gap == gap.strip() or what_counted(text, two) != PART  # "4 - 1 bus" is no range
    if between[0] in BETWEEN_ANDS:
        return bool(BETWEENS & set(text.words[max(0, one.start - 1) : one.start]))
    return between[0] in RANGE_WORDS or between[0] in MAYBE


def _is_or(between: Sequence[str]) -> bool:
    """Tell whether words offer another number: "or", "or maybe", "alternatively"."""
    if between[0] == "alternatively":
        return len(between) == 1
    if between[0] not in ORS or len(between) > 2 * _SHORT_OR:
        return False
    return not COUNTS_WITH.isdisjoint(between) or (
        len(between) <= _SHORT_OR and all(word in MAYBE for word in between[1:])
    )


def concluding(text: Words, claim: Claim) -> bool:
    """Tell whether the sentence of a claim begins as a conclusion ("So there are three")."""
    start = claim.start
    while start > max(0, claim.start - BEFORE) and not ends_sentence(text.gaps[start]):
        start -= 1
    return sums_up(text, text.words[start : min(start + 3, claim.start)])


def sentences(text: Words, stated: Sequence[Claim]) -> Iterator[list[Claim]]:
    """Yield the claims of each sentence that has any."""
    group: list[Claim] = []
    for claim in stated:
        if group and any(ends_sentence(gap) for gap in text.gaps[group[-1].end : claim.start + 1]):
            yield group
            group = []
        group.append(claim)
    if group:
        yield group
