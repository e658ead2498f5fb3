"""What each number in a reply to "how many" claims: the answer, a number of salient objects, or one of parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .count_limits import (
    BEFORE,
    CONDITIONS,
    EXCLUDES,
    MAYBE,
    ends_sentence,
    is_bound,
    is_conditional,
    is_one_by_one,
    is_taken_away,
)
from .count_vocabulary import (
    ARTICLES,
    BETWEEN_ANDS,
    BETWEENS,
    BUT,
    CLAUSE_ENDS,
    DENIED,
    IF,
    OF_ALL,
    ONE_OF_TWO,
    OUT_OF,
    PLACES,
    RANGE_WORDS,
    SETTLES,
    STANDS,
)
from .count_words import (
    ADVERBS,
    COPULAS,
    CUE_NOUNS,
    DIRECT,
    FILLERS,
    IN_TOTAL,
    NOT_BEFORE,
    NOUN_STEMS,
    NOUNS,
    PRONOUN_AFTER,
    SALIENT,
    SALIENT_STEMS,
    SUMMARY,
    UNITS,
)
from .numerals import WORDS, Number, Words

# From the least to the most explicit.
PART, BARE, OBJECTS, SALIENT_OBJECTS, ANSWER = range(1, 6)

_MOST_NUMBERS = 2_000
_WINDOW = 8  # words behind a number that can say what it counts
_NOUN_FIRST = ("", "ko", "hi", "tr")  # languages ("": Chinese and Japanese) that can say "objects, three"
_FORMS = frozenset(("integer", "number", "digit", "numeral", "word", "letter", "sentence", "line"))
_PREDICATES = frozenset(("are", "is", "stand", "stands", "draw", "draws", "attract", "attracts", "catch", "catches"))
_YEARS = range(1900, 2100)
PAIRS = frozenset(("pair", "couple"))


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
    alternatives = False
    skipped = -1
    conditional = not CONDITIONS.isdisjoint(text.words)
    excluding = not EXCLUDES.isdisjoint(text.words)
    for place, number in enumerate(found[:_MOST_NUMBERS]):
        if _is_counting(text, found, place) or (text.language != "en" and _is_whole(text, found, place)):
            continue
        following = found[place + 1] if place + 1 < len(found) else None
        if number.start < skipped:
            continue
        if following is not None and _same_again(text, number, following):
            number = Number(number.start, following.end, number.value, number.word or following.word)
            skipped = following.end
        elif following is not None and _is_range(text, number, following):
            alternatives = True
            skipped = following.end
            continue
        if not IF.isdisjoint(text.words[number.end : number.end + 1]) or is_bound(text, number):
            alternatives = True
            continue
        if conditional and is_conditional(text, number):
            alternatives = True
            continue
        if (excluding and is_taken_away(text, number)) or _is_no_count(text, number):
            continue
        stated.append(Claim(number.start, number.end, number.value, _kind(text, number)))
    if len(stated) > 1:  # "in 1 or more features ... we have 2 of them"
        stated = [claim for claim in stated if text.words[claim.end : claim.end + 2] != ["or", "more"]] or stated
    return stated, alternatives


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
    if place + 1 == len(found) or not number.start > 0 or found[place + 1].value >= number.value:
        return False
    if any(map(ends_sentence, text.gaps[number.end : found[place + 1].start + 1])):
        return False
    before = text.words[max(0, number.start - 2) : number.start]
    return before[-1] in OF_ALL or (len(before) == 2 and before[0] in OUT_OF and before[1] in ARTICLES)


def _same_again(text: Words, one: Number, two: Number) -> bool:
    """Tell whether a number is given twice, as in "three (3)"."""
    return one.value == two.value and one.end == two.start and text.gaps[one.end].strip() in ("(", "[", "")


def _is_range(text: Words, one: Number, two: Number) -> bool:
    between = text.words[one.end : two.start]
    if len(between) > 1 or any(ends_sentence(gap) for gap in text.gaps[one.end : two.start + 1]):
        return False
    gap = text.gaps[one.end]
    if not between:
        if gap.strip() not in ("-", "~", "〜", "/", "..") or one.word != two.word:
            return False
        return gap == gap.strip() or _what(text, two) != PART  # "4 - 1 bus" is no range
    if between[0] in BETWEEN_ANDS:
        return bool(BETWEENS & set(text.words[max(0, one.start - 1) : one.start]))
    return between[0] in RANGE_WORDS or between[0] in MAYBE


def _is_no_count(text: Words, number: Number) -> bool:
    """Tell whether a number is the mark of a list, a pronoun, a name, a unit, or denied."""
    words, gaps, _ = text
    before, after = gaps[number.start], gaps[number.end]
    previous = words[number.start - 1] if number.start else ""
    following = words[number.end] if number.end < len(words) else ""
    if is_list_mark(text, number) or (previous == "of" and words[number.start - 2 : number.start - 1] == ["out"]):
        return True
    if "by" in (previous, following) and is_one_by_one(words, number):
        return True
    joined = previous and before.strip("'\"([ ") == "" and "(" not in before
    if (
        joined
        and previous in NOT_BEFORE
        and words[number.start - 2 : number.start] != ["of", "which"]
        and not (previous == "of" or (previous == "number" and before != " "))
    ):
        return True
    if not before.strip("\"' ") and "#" in before:
        return True
    if joined and not DENIED.isdisjoint(words[max(0, number.start - 3) : number.start]) and _denied(text, number):
        return True
    if joined and previous in ("remaining", "other"):
        return True
    if joined and previous in ("the", "these", "those", "all") and _is_background(text, number):
        return True
    if number.word and number.value == 1 and _is_pronoun(text, number, previous if joined else "", following):
        return True
    if number.word and number.value == 1 and following in _FORMS:
        return True  # "one integer"
    if following and after.strip() in ("", "-") and following in UNITS and not number.word:
        return True
    if after.startswith(("/", "-", "x", "'")) and following[:1].isdecimal():
        return True
    return not number.word and number.value in _YEARS and (not following or following not in NOUNS)


def _denied(text: Words, number: Number) -> bool:
    if not BUT.isdisjoint(text.words[max(0, number.start - 2) : number.start]):
        return False  # "not 3 but 4"
    return not any(ends_sentence(gap) or "," in gap for gap in text.gaps[max(1, number.start - 2) : number.start + 1])


def _is_background(text: Words, number: Number) -> bool:
    """Tell whether a number is what others are taken from, as in "3 of the 10 objects"."""
    before = text.words[max(0, number.start - 3) : number.start]
    return "of" in before[:-1][-1:] or bool(
        {"among", "amongst", "from", "out", "other", "others", "remaining", "rest", "first"} & set(before)
    )


def _is_pronoun(text: Words, number: Number, previous: str, following: str) -> bool:
    if text.language not in ("en", ""):
        return False
    after = text.gaps[number.end]
    if previous in ("the", "this", "that") and following not in SALIENT and following not in NOUNS:
        return True
    if following in PLACES and (previous in ("", "and") or "," in text.gaps[number.start]):
        return False  # "one on the left, one in the middle"
    if after.strip() == "" and following in PRONOUN_AFTER:
        return previous not in ("only", "just") or following not in ("of", "that", "which")
    return after == " " and following in ("is", "has", "was", "seems", "appears") and previous != "only"


def is_list_mark(text: Words, number: Number) -> bool:
    """Tell whether a number is the mark of a list's item, as in "1. dog" or "(2) cat"."""
    if number.word:
        return False
    if number.end >= len(text.words):
        line = text.gaps[number.start].rpartition("\n")
        return (
            bool(line[1])
            and not line[2].strip(" ([*-")
            and (text.gaps[-1][:1] in (".", ")") or (not text.gaps[-1][:1] and "\n\n" not in line[0] + line[1]))
            and _continues(text, number)
        )
    before, after = text.gaps[number.start], text.gaps[number.end]
    opens = number.start == 0 or "\n" in before or before.rstrip(" ([*-")[-1:] in (":", ";", ",", ".")
    if before.rstrip(" ").endswith("("):
        if (
            after.startswith("):")
            and text.words[number.start - 1 : number.start]
            and text.words[number.start - 1] in NOUNS
        ):
            return False  # "Salient objects (3): ..."
        return after.startswith(")") and (opens or number.start > 0) and not after[1:].strip().startswith((".", ","))
    if not opens:
        return False
    if number.start == 0 and number.value > 1 and after[:1] == ".":
        return False  # "3. The others are small."
    if after[:1] in (")", "]") or (after.startswith(".") and after[1:2] in (" ", "\n")):
        return "\n" in before or number.start == 0 or after[1:2] == " "
    if number.start == 0 and number.value == 1 and after[:1] == ":":
        return any(word == "2" and "\n" in gap for word, gap in zip(text.words, text.gaps, strict=False))
    return after.startswith(":") and "\n" in before and not after.strip(": ")


def _continues(text: Words, number: Number) -> bool:
    """Tell whether the last number of a text continues a list, as a lone "3." behind "2. dog" does."""
    marks = [text.words[place] for place in range(number.start) if place == 0 or "\n" in text.gaps[place]]
    return str(number.value - 1) in marks or (number.value == 1 and text.gaps[-1] != "" and number.start > 3)


def _kind(text: Words, number: Number) -> int:
    """Return what a number claims to be."""
    noun = _what(text, number)
    if _is_announced(text, number):
        return ANSWER
    return noun


def _window(text: Words, number: Number) -> list[str]:
    words, gaps, _ = text
    window: list[str] = []
    twice = number.end > number.start + 1 and "(" in gaps[number.end - 1]  # "fourteen (14) objects"
    for position in range(number.end, min(len(words), number.end + _WINDOW)):
        gap = gaps[position]
        if twice and position == number.end:
            gap = gap.replace(")", "", 1).replace("]", "", 1)
        if not CLAUSE_ENDS.isdisjoint(gap) or words[position].isdecimal():
            break
        window.append(words[position])
    return window


def _what(text: Words, number: Number) -> int:
    """Return the kind that the words behind (or, in other languages, around) a number give it."""
    window = _window(text, number)
    if not window:
        return BARE
    if text.words[number.end - 1] in PAIRS and NOUNS.isdisjoint(window):
        return PART
    joined = " ".join(window)
    if IN_TOTAL.search(joined):
        return ANSWER
    if text.language != "en":
        if text.language in _NOUN_FIRST:
            joined = f"{_before(text, number)} {joined}"
        compact = joined if joined.isascii() else f"{joined} {joined.replace(' ', '')}"
        noun = NOUN_STEMS.search(compact) is not None or not NOUNS.isdisjoint(window)
        salient = SALIENT_STEMS.search(compact) is not None
        return SALIENT_OBJECTS if noun and salient else OBJECTS if noun else PART
    if window[0] in STANDS:
        return SALIENT_OBJECTS
    place = 0
    salient = False
    while place < len(window) and (window[place] in SALIENT or window[place] in ADVERBS) and window[place] != "of":
        salient |= window[place] in SALIENT
        place += 1
    head = window[place] if place < len(window) else ""
    later = not SALIENT.isdisjoint(window[place:])
    if head in NOUNS:
        return SALIENT_OBJECTS if salient or later else OBJECTS
    if salient and not head:
        return SALIENT_OBJECTS
    if later and _is_subject(window[place:]):
        return SALIENT_OBJECTS  # "three sailing boats are the salient objects"
    if later and head in ("of", "are", "is", "that", "which", "really", "would", "can"):
        return SALIENT_OBJECTS
    if head in (
        "of",
        "are",
        "that",
        "in",
        "on",
        "and",
        "so",
        "because",
        "as",
        "since",
        "if",
        "which",
        "remain",
        "left",
    ):
        return BARE
    return PART


def _is_subject(window: list[str]) -> bool:
    """Tell whether a number's noun is the whole subject of what is said to be salient."""
    for word in window[:5]:
        if word in _PREDICATES:
            return True
        if word in ("and", "but", "of", "only", "with") or word in WORDS:
            return False
    return False


def _before(text: Words, number: Number) -> str:
    start = number.start
    while start > max(0, number.start - BEFORE) and not ends_sentence(text.gaps[start]):
        start -= 1
    return "".join(text.words[start : number.start])


def _is_announced(text: Words, number: Number) -> bool:
    """Tell whether the words before a number announce it as the answer or a total."""
    words, gaps, _ = text
    if "=" in gaps[number.start]:
        return not gaps[number.end].strip().startswith(("+", "-")) and not _is_one_of_labels(text, number)
    if words[number.end : number.end + 1] == ["is"] and "answer" in words[number.end + 1 : number.end + 4]:
        return True
    place = number.start
    while place > 0 and words[place - 1] in FILLERS and not ends_sentence(gaps[place]) and ":" not in gaps[place]:
        if words[place - 1] == "total" and words[place : place + 1] == ["of"]:
            return True
        place -= 1
    if ends_sentence(gaps[place]) or place == 0:
        return False
    direct = words[place - 1]
    if direct in ("on", "with") and not SETTLES.isdisjoint(words[max(0, place - 2) : place - 1]):
        return _is_alone(text, number)
    if (
        direct == "total"
        and words[place - 2 : place - 1] in (["in"], ["au"], ["en"])
        and _has_number(words[: place - 2])
    ):
        return False  # "4 in total: 2 and 2"
    if direct in DIRECT and (direct not in SUMMARY or _is_alone(text, number)):
        return direct not in ("say", "guess") or _is_alone(text, number)
    marked = not {":", "="}.isdisjoint(gaps[place])
    copula = any(word in COPULAS for word in words[place : number.start]) or direct in COPULAS
    if not marked and not copula:
        return False
    if marked and _is_heading(text, place):
        return _what(text, number) != PART
    for position in range(place - 1, max(-1, place - BEFORE), -1):
        word = words[position]
        if word in CUE_NOUNS:
            return not _asks(words, position)
        if word.isdecimal() or (ends_sentence(gaps[position + 1]) and position + 1 < place):
            return False
    return False


def _is_one_of_labels(text: Words, number: Number) -> bool:
    """Tell whether a number is one of several with a label each ("dogs=2, cats=1")."""
    gaps = text.gaps
    marks = [
        place
        for place in range(max(1, number.start - BEFORE), min(len(gaps) - 1, number.end + BEFORE))
        if "=" in gaps[place]
    ]
    labelled = [place for place in marks if text.words[place].isdecimal() and not text.words[place - 1].isdecimal()]
    return len(labelled) > 1 and all("," in gap or ";" in gap for gap in (gaps[place + 1] for place in labelled[:-1]))


def _is_heading(text: Words, place: int) -> bool:
    """Tell whether all words of the line before a colon speak of what is counted, as in "Salient objects: 2"."""
    start = place
    while start > max(0, place - BEFORE) and (start == place or not ends_sentence(text.gaps[start])):
        start -= 1
    label = text.words[start:place]
    return not NOUNS.isdisjoint(label) and all(word in NOUNS or word in SALIENT or word in ADVERBS for word in label)


def _has_number(words: Sequence[str]) -> bool:
    return any(word.isdecimal() or word in WORDS for word in words[-6:])


def _asks(words: Sequence[str], position: int) -> bool:
    return not {"not", "if", "whether"}.isdisjoint(words[max(0, position - 3) : position + 4])


def _is_alone(text: Words, number: Number) -> bool:
    """Tell whether no concrete noun follows a number: "so 3" and "so 3 objects", not "so 3 people"."""
    return _what(text, number) != PART


def concluding(text: Words, claim: Claim) -> bool:
    """Tell whether the sentence of a claim begins as a conclusion ("So there are three")."""
    start = claim.start
    while start > max(0, claim.start - BEFORE) and not ends_sentence(text.gaps[start]):
        start -= 1
    return not SUMMARY.isdisjoint(text.words[start : min(start + 3, claim.start)])


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
