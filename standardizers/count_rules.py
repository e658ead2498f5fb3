"""Which of the numbers that a reply to "how many" claims is its answer."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import pairwise

from .count_claims import (
    ANSWER,
    BARE,
    OBJECTS,
    SALIENT_OBJECTS,
    Claim,
    claims,
    concluding,
    is_one_pair,
    sentences,
)
from .count_limits import ends_sentence
from .count_words import ANALYSIS, CORRECTION, FILLERS, VAGUE, may_correct
from .numerals import Number, Words, numbers, words_of
from .verdict import AMBIGUOUS, NO_ANSWER

_MOST_CORRECTIONS = 5
_MOST_COUNTED = 30
_FAR = 10  # words between parts that are added up
_SHORT_TAIL = 6  # words of a correction such as "no, four dogs"
_SHORT_LINE = 5  # words of a line such as "Dogs: 2"
_PREFACE = 30  # characters of a polite beginning such as "Sure, I can help."
_FRAGMENT = 3  # words of a sentence such as "One dog."
_NAME = 4  # words of a thing's name
_AROUND = FILLERS | frozenset(
    ["answer", "final", "count", "total", "number", "assistant", "i", "see", "d", "say", "s", "approx", "so", "and"]
)
_LEADING_END = ("\n", ".", ",", ":", ";", "(", "-", "!", '"', "[", "|", "=>", "->")
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
_CONTRAST = frozenset(
    [
        "but",
        "only",
        "aber",
        "davon",
        "nur",
        "pero",
        "solo",
        "mais",
        "dont",
        "seulement",
        "ma",
        "mas",
        "apenas",
        "но",
        "только",
        "но",
        "однако",
        "但",
        "只",
        "maar",
        "waarvan",
        "ale",
        "tylko",
        "ama",
        "sadece",
        "tapi",
        "hanya",
        "nhưng",
        "chỉ",
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
_OF_THESE = frozenset(["which", "these", "those", "them", "but", "only", "though", "although", "however"])


def whole(text: Words, stated: Sequence[Claim]) -> tuple[int | None, str]:
    """Return the number that, but for words such as "about", is the whole text."""
    if len(stated) != 1 or len(text.words) > 10:
        return None, NO_ANSWER
    claim = stated[0]
    around = {*text.words[: claim.start], *text.words[claim.end :]}
    return (claim.value, "whole") if around <= _AROUND else (None, NO_ANSWER)


def corrected(text: str, words: Words) -> int | None:
    """Return the number behind the last correction ("I count 3 ... actually 4"), None when nothing is corrected.

    Args:
        text: The text.
        words: Its words.
    """
    if not may_correct(text, words.words):
        return None
    for match in reversed(deque(CORRECTION.finditer(text), _MOST_CORRECTIONS)):
        if not any(map(str.isalnum, text[: match.start()])) and not match.group().lower().endswith("but"):
            continue
        words = words_of(text[match.end() :].lstrip(" ,.:;-"))
        stated, _ = claims(words, numbers(words))
        value, rule = strongest("", words, stated)
        if value is not None:
            return value
        if rule == NO_ANSWER and len(stated) == 1 and len(words.words) <= _SHORT_TAIL:
            return stated[0].value
        shown = [
            claim
            for claim in stated
            if words.words[max(0, claim.start - 1) : claim.start] in (["are"], ["see"], ["count"])
        ]
        if rule == NO_ANSWER and len(shown) == 1 and len(stated) == 1:
            return shown[0].value
    return None


def counted_aloud(text: Words, found: Sequence[Number]) -> int:
    """Return the last of numbers that count things one by one ("1 (the rabbit), 2 (the carrot)"); 0 for any others."""
    values = [number.value for number in found[:_MOST_COUNTED]]
    if len(values) < 2 or values != list(range(1, len(values) + 1)):
        return 0
    names: list[str] = []
    for number in found[:_MOST_COUNTED]:
        before, behind = text.gaps[number.start].strip(), text.gaps[number.end].strip()
        if number.start == 0 and number.value == 1 and behind[:1] == ".":
            return 0
        if not (
            behind[:1] in ("(", ",", ")", ":", ";", "…", "-") or behind[:1] == "." or number.end == len(text.words)
        ) and text.words[number.end : number.end + 1] not in (["and"], ["then"]):
            return 0
        if before[-1:] in (":", "=", "-", "x", "#") or behind[:1] == "-":
            return 0
        name = text.words[number.start - 1] if number.start else ""
        if number.value > 1 and before[-1:] == "(" and name.endswith("s") and not name.endswith("ss"):
            return 0  # "men (1), dogs (2)"
        names.append(name)
    if names[0] == names[-1] and names[0]:
        return 0  # "player 1, player 2"
    named = len(text.words) > len(values)
    return values[-1] if named and (len(values) > 2 or not ends_sentence(text.gaps[found[0].end])) else 0


def summed(text: Words, found: Sequence[Number]) -> int | None:
    """Return the number that a text divides into parts: "four: two on the left, one on the bus and one behind it"."""
    for place, number in enumerate(found[:_MOST_COUNTED]):
        if not text.gaps[number.end].strip().startswith((":", "(", "-")):
            continue
        total = 0
        parts = 0
        for part in found[place + 1 : place + 1 + _MOST_COUNTED]:
            if any(map(ends_sentence, text.gaps[number.end : part.start + 1])):
                break
            total += part.value
            parts += 1
            if total >= number.value:
                break
        rest = found[place + 1 + parts : place + 2 + parts]
        more = rest and not any(map(ends_sentence, text.gaps[number.end : rest[0].start + 1]))
        if parts > 1 and total == number.value and not more:
            return number.value
    return None


def repeated(text: Words, found: Sequence[Number]) -> int | None:
    """Return the number that is all that a text says, over and over ("2 2 2 2")."""
    same = len(found) > 2 and len({number.value for number in found}) == 1
    if any("+" in gap for gap in text.gaps):
        return None
    return found[0].value if same and sum(number.end - number.start for number in found) == len(text.words) else None


def strongest(raw: str, text: Words, stated: Sequence[Claim]) -> tuple[int | None, str]:
    """Return the number that a text states as its answer or as the number of salient objects.

    Args:
        raw: The text. When it works towards a conclusion, a number of objects in its midst is no answer yet.
        text: Its words.
        stated: Its claims in order.
    """
    if not stated:
        return None, NO_ANSWER
    answers = [
        claim for claim in stated if claim.kind == ANSWER or (BARE <= claim.kind <= OBJECTS and concluding(text, claim))
    ]
    salient = [claim for claim in stated if claim.kind == SALIENT_OBJECTS]
    if not answers and _is_last_line(text, stated[-1]):
        return stated[-1].value, "last_line"
    if answers:
        last = next(claim for claim in reversed(answers) if not _breaks_down(text, answers, claim))
        fewer = [claim for claim in salient if claim.start > last.start and _is_selection(text, claim, last)]
        return (fewer[-1] if fewer else last).value, "phrase"
    lead = stated[0]
    if _leads(text, lead):
        return lead.value, "leading"
    if salient:
        conclusion = [claim for claim in salient if concluding(text, claim)]
        value = conclusion[-1].value if conclusion else _agreed(text, salient)
        return (value, "objects") if value is not None else (None, AMBIGUOUS)
    if _labelled(raw, text, stated):
        return sum(claim.value for claim in stated), "sum"
    for kind in (OBJECTS, BARE):
        some = [claim for claim in stated if claim.kind == kind]
        if some and not _in_first_sentence(text, some[-1]) and ANALYSIS.search(raw[:400]):
            some = [claim for claim in some if _in_first_sentence(text, claim)]
        if some:
            value = _agreed(text, some if kind == OBJECTS else _without_breakdown(stated, some))
            return (value, "objects" if kind == OBJECTS else "only_number") if value is not None else (None, AMBIGUOUS)
    return None, NO_ANSWER


def _breaks_down(text: Words, answers: Sequence[Claim], claim: Claim) -> bool:
    """Tell whether a claim is a part of an answer before it in its sentence ("is three: two horses and a rider")."""
    place = answers.index(claim)
    before = answers[place - 1] if place else None
    if before is None or claim.value > before.value:
        return False
    gaps = text.gaps[before.end : claim.start + 1]
    return not any(map(ends_sentence, gaps)) and any(":" in gap or "(" in gap for gap in gaps) and "=" not in gaps[-1]


def _labelled(raw: str, text: Words, stated: Sequence[Claim]) -> bool:
    """Tell whether every line gives the number of one kind of things ("People: 2")."""
    lines = sum(1 for line in raw.split("\n") if line.strip())
    labels = all(text.gaps[claim.start].strip() in (":", "=", "-", "x") for claim in stated)
    return lines == len(stated) > 1 and labels and all(claim.kind == BARE for claim in stated)


def _is_last_line(text: Words, claim: Claim) -> bool:
    """Tell whether a number is the whole last line, or the whole last sentence with its full stop."""
    before, behind = text.gaps[claim.start], text.gaps[-1]
    if claim.end < len(text.words) or claim.start == 0 or claim.kind != BARE:
        return False
    return ("\n\n" in before and ":" not in before) or (ends_sentence(before) and behind[:1] in (".", "!"))


def _is_selection(text: Words, claim: Claim, total: Claim) -> bool:
    between = text.words[total.end : claim.end + 4]
    return claim.value < total.value and not _OF_THESE.isdisjoint(between)


def _leads(text: Words, claim: Claim) -> bool:
    """Tell whether a text begins with a number that nothing qualifies ("3 (two dogs and a ball)", "4 - 1 bus, ...")."""
    if claim.start > 3 or not _AROUND.issuperset(text.words[: claim.start]):
        return False
    behind = text.gaps[claim.end]
    if claim.kind >= OBJECTS:
        return False
    ends = claim.end == len(text.words) or behind.strip(" ").startswith(_LEADING_END)
    return claim.kind == BARE and ends


def _in_first_sentence(text: Words, claim: Claim) -> bool:
    return not any(ends_sentence(gap) for gap in text.gaps[1 : claim.start + 1])


def _agreed(text: Words, some: Sequence[Claim]) -> int | None:
    """Return the one number that claims of the same kind mean: the only one, or the one that is the others' sum."""
    values = [claim.value for claim in some]
    if any(one.end == two.start for one, two in pairwise(some)):
        return None  # "1 2 3"
    if len(set(values)) == 1 and (len(values) == 1 or len(list(sentences(text, some))) > 1):
        return values[0]
    total = _total(values)
    if total is not None:
        return total
    groups = list(sentences(text, some))
    if len(groups) == 1:
        if some[0].kind == BARE:
            return None
        return values[0] if _is_broken_down(text, some[0], some[1]) else sum(values)
    if _in_first_sentence(text, some[0]) and len(groups[0]) == 1 and values[0] == max(values):
        return values[0]
    return None


def _total(values: Sequence[int]) -> int | None:
    if len(values) > 2:
        if values[0] == sum(values[1:]):
            return values[0]
        if values[-1] == sum(values[:-1]):
            return values[-1]
    return None


def _is_broken_down(text: Words, one: Claim, two: Claim) -> bool:
    between = "".join(text.gaps[one.end : two.start + 1])
    return ":" in between or "(" in between or not _OF_THESE.isdisjoint(text.words[one.end : two.start])


def _without_breakdown(stated: Sequence[Claim], bare: list[Claim]) -> list[Claim]:
    values = [claim.value for claim in stated]
    return bare[:1] if _total(values) == bare[0].value or len(bare) == 1 else bare


def parts(text: str, words: Words, stated: Sequence[Claim]) -> tuple[int | None, str]:
    """Return the sum of the parts that one sentence lists, or the only number of a text."""
    stated = [claim for claim in stated if not is_one_pair(words, claim.start, claim.end)]
    groups = list(sentences(words, stated))
    values = [claim.value for claim in stated]
    if not stated:
        return None, NO_ANSWER
    if any(one.end == two.start and "+" not in words.gaps[one.end] for one, two in pairwise(stated)):
        return None, AMBIGUOUS  # "1 2 3"
    total = _total(values)
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
    if len(group) > 1 and last.value < first.value and _is_contrast(text.words[first.end : last.start]):
        return last.value, "objects"
    more = _articles(text, group)
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


def _is_contrast(between: Sequence[str]) -> bool:
    """Tell whether words between two numbers select from the first ("10 people, but only")."""
    return not _CONTRAST.isdisjoint(between) or any(word.endswith("ますが") for word in between)


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
