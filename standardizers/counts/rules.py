"""Which of the numbers that a reply to "how many" claims is its answer."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import pairwise

from ..stance.verdict import AMBIGUOUS, NO_ANSWER
from ..text.numerals import Number, Words, numbers, words_of
from .claims import Claim, claims, concluding, sentences
from .kinds import ANSWER, BARE, OBJECTS, PART, SALIENT_OBJECTS
from .limits import MAYBE, ends_sentence
from .parts import total_of
from .term_words import COLOURS
from .vocabulary import PLACES
from .words import ANALYSIS, CORRECTION, FILLERS, NOUNS, SALIENT, SUMMARY, may_correct

_MOST_CORRECTIONS = 5
_MOST_COUNTED = 30
_A_FEW = 2
_SHORT_TAIL = 6  # words of a correction such as "no, four dogs"
_SUMS_UP = frozenset(  # words of a last sentence such as "So that's 3."
    [
        *(
            "that",
            "s",
            "is",
            "it",
            "makes",
            "make",
            "gives",
            "so",
            "this",
            "which",
            "means",
            "hence",
            "thus",
            "i",
            "we",
        ),
        *("count", "get", "have", "in", "all", "total", "altogether", "there", "are", "and", "they", "re", "those"),
    ]
)
_THEN = frozenset(("then", "now", "instead", "altogether"))
_PLACES = [[word] for word in PLACES]
_AROUND = FILLERS | frozenset(
    ["answer", "final", "count", "total", "number", "assistant", "i", "see", "d", "say", "s", "approx", "so", "and"]
)
_LEADING_END = ("\n", ".", ",", ":", ";", "(", "-", "!", '"', "[", "|", "=>", "->")
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


def counted_aloud(raw: str, text: Words, found: Sequence[Number]) -> int:
    """Return the last of numbers that count things one by one ("1 (the rabbit), 2 (the carrot)"); 0 for any others.

    Args:
        raw: The text.
        text: Its words.
        found: Its numbers.
    """
    values = [number.value for number in found[:_MOST_COUNTED]]
    if len(values) > _A_FEW and values[-1] == values[-2]:
        del values[-1]  # "a dog (1), a cat (2), a hat (3): 3"
    if len(values) < 2 or values != list(range(1, len(values) + 1)) or not MAYBE.isdisjoint(text.words):
        return 0
    if all("\n" in text.gaps[number.start] for number in found[1 : len(values)]) and ANALYSIS.search(raw[:400]):
        return 0  # the candidates of an analysis, listed
    names: list[str] = []
    labelled = len(values) > 2 and all(text.gaps[number.end] in (" (", " - ") for number in found[: len(values)])
    for number in found[: len(values)]:
        before, behind = text.gaps[number.start].strip(), text.gaps[number.end].strip()
        if number.start == 0 and number.value == 1 and behind[:1] == ".":
            return 0
        if not (
            behind[:1] in ("(", ",", ")", ":", ";", "…", "-") or behind[:1] == "." or number.end == len(text.words)
        ) and text.words[number.end : number.end + 1] not in (["and"], ["then"]):
            return 0
        if not labelled and (before[-1:] in (":", "=", "-", "x", "#") or behind[:1] == "-"):
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
    ones = len(stated) > 1 and all(claim.value == 1 for claim in stated)
    if ones and text.language not in ("", "en") and len(list(sentences(text, stated))) == 1:
        return None, NO_ANSWER  # "ein roter Rahmen links, ein zweiter rechts": parts
    joined = _joined(text, stated)
    if joined is not None:
        return joined, "objects"
    if salient:
        conclusion = [claim for claim in salient if concluding(text, claim)]
        value = conclusion[-1].value if conclusion else _placed(text, stated, salient) or _agreed(text, salient)
        return (value, "objects") if value is not None else (None, AMBIGUOUS)
    if _labelled(raw, text, stated):
        return sum(claim.value for claim in stated), "sum"
    for kind in (OBJECTS, BARE):
        some = [claim for claim in stated if claim.kind == kind]
        if some and not _in_first_sentence(text, some[-1]) and ANALYSIS.search(raw[:400]):
            some = [claim for claim in some if _in_first_sentence(text, claim)]
        if some:
            total = total_of([claim.value for claim in stated]) if kind == OBJECTS and len(some) > 1 else None
            if total is not None:
                return total, "objects"
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
    if text.words[claim.start - 1] in SUMMARY:
        return False  # "8 overall: 5 are salient and 3 are not, so 5"
    return not any(map(ends_sentence, gaps)) and any(":" in gap or "(" in gap for gap in gaps) and "=" not in gaps[-1]


def _labelled(raw: str, text: Words, stated: Sequence[Claim]) -> bool:
    """Tell whether every line gives the number of one kind of things ("People: 2")."""
    lines = sum(1 for line in raw.split("\n") if line.strip())
    labels = all(text.gaps[claim.start].strip() in (":", "=", "-", "x") for claim in stated)
    return lines == len(stated) > 1 and labels and all(claim.kind == BARE for claim in stated)


def _is_last_line(text: Words, claim: Claim) -> bool:
    """Tell whether a number is the whole last line, or the whole last sentence with its full stop."""
    before, behind = text.gaps[claim.start], text.gaps[-1]
    if not _THEN.issuperset(text.words[claim.end :]) or claim.start == 0 or claim.kind != BARE:
        return False
    own_line = "\n\n" in before or (before[:1] in (".", "!", "?") and "\n" in before)
    if (own_line and ":" not in before) or (ends_sentence(before) and behind[:1] in (".", "!")):
        return True
    start = claim.start
    while start > max(0, claim.start - _SHORT_TAIL) and not ends_sentence(text.gaps[start]):
        start -= 1
    return (
        0 < start < claim.start
        and ends_sentence(text.gaps[start])
        and _SUMS_UP.issuperset(text.words[start : claim.start])
    )


def _is_selection(text: Words, claim: Claim, total: Claim) -> bool:
    if claim.value >= total.value:
        return False
    if not _OF_THESE.isdisjoint(text.words[total.end : claim.end + 4]):
        return True
    gaps = text.gaps[total.end : claim.start + 1]
    parted = text.language == "en" and any(":" in gap for gap in gaps) and not any(map(ends_sentence, gaps))
    return parted and SALIENT.isdisjoint(text.words[total.start : total.end + 4])  # "five in total: three salient ones"


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


def _joined(text: Words, stated: Sequence[Claim]) -> int | None:
    """Return the sum of two claims that share their noun: "3 large and 2 small objects"."""
    if len(stated) != 2 or stated[0].kind != PART or stated[1].kind not in (OBJECTS, SALIENT_OBJECTS):
        return None
    one, two = stated
    between = text.words[one.end : two.start]
    behind = text.words[two.end : two.end + 1]
    if (
        len(between) != 2
        or between[1] != "and"
        or behind[0] in NOUNS | SALIENT
        or {between[0], *behind} & COLOURS.keys()
    ):
        return None
    return None if any(gap.strip() for gap in text.gaps[one.end + 1 : two.start + 1]) else one.value + two.value


def _placed(text: Words, stated: Sequence[Claim], salient: Sequence[Claim]) -> int | None:
    """Return the sum where each part has its place: "2 salient objects on the left, 1 on the right"."""
    if len(salient) != 1 or len(stated) < 2 or stated[0] is not salient[0]:
        return None
    if any(map(ends_sentence, text.gaps[stated[0].end : stated[-1].start + 1])):
        return None
    if PLACES.isdisjoint(text.words[stated[0].end : stated[1].start]):
        return None
    placed = all(claim.kind == BARE and text.words[claim.end : claim.end + 1] in _PLACES for claim in stated[1:])
    return sum(claim.value for claim in stated) if placed else None


def _agreed(text: Words, some: Sequence[Claim]) -> int | None:
    """Return the one number that claims of the same kind mean: the only one, or the one that is the others' sum."""
    values = [claim.value for claim in some]
    if any(one.end == two.start for one, two in pairwise(some)):
        return None  # "1 2 3"
    if len(set(values)) == 1 and (len(values) == 1 or len(list(sentences(text, some))) > 1):
        return values[0]
    total = total_of(values)
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


def _is_broken_down(text: Words, one: Claim, two: Claim) -> bool:
    between = "".join(text.gaps[one.end : two.start + 1])
    return ":" in between or "(" in between or not _OF_THESE.isdisjoint(text.words[one.end : two.start])


def _without_breakdown(stated: Sequence[Claim], bare: list[Claim]) -> list[Claim]:
    values = [claim.value for claim in stated]
    return bare[:1] if total_of(values) == bare[0].value or len(bare) == 1 else bare
