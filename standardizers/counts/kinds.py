"""What a number in a reply to "how many" counts by the words around it: the answer, salient objects, objects, parts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..text.numerals import WORDS, Number, Words
from .limits import (
    BEFORE,
    ends_sentence,
)
from .vocabulary import (
    CLAUSE_ENDS,
    SETTLES,
    STANDS,
)
from .words import (
    ADVERBS,
    COPULAS,
    CUE_NOUNS,
    DIRECT,
    FILLERS,
    IN_TOTAL,
    NOUN_STEMS,
    NOUNS,
    SALIENT,
    SALIENT_STEMS,
    SUMMARY,
)

# From the least to the most explicit.
PART, BARE, OBJECTS, SALIENT_OBJECTS, ANSWER = range(1, 6)

_WINDOW = 8  # words behind a number that can say what it counts
_NOUN_FIRST = ("", "ko", "hi", "tr")  # languages ("": Chinese and Japanese) that can say "objects, three"
_PREDICATES = frozenset(("are", "is", "stand", "stands", "draw", "draws", "attract", "attracts", "catch", "catches"))
PAIRS = frozenset(("pair", "couple"))
_PLURAL = frozenset(("are", "stand", "draw", "attract", "catch"))
_ON = frozenset(("on", "in", "at", "near", "under", "behind", "below", "above", "beside", "by", "to", "from", "with"))
_SUBJECT = 5  # words of a subject and its verb
_IT_IS = (["it", "is"], ["that", "is"], ["it", "s"])
_OPENING = 6  # words before a number that a total can open
_THERE_ARE = frozenset(
    re.findall(
        r"\S+",
        """
        there are is i we you can see count have has hay son veo cuento tenemos il y a on voit compte ci sono vedo conto
        há são vejo gibt es sind sehe zähle ich wir man sieht zijn er ik tel jest są имеется есть вижу de image
        """,
    )
)
_LAST = 12  # signs before a number that can announce it in Chinese
_NUMBER_IS = re.compile(
    r"(?:数量|數量|个数|個數|总数|總數|数目|數目|答案|结果|結果)(?:应该|應該|应当|就|也就)?(?:是|为|為|等于|等於"
    r"|有|共)?(?:大?约|大約)?$"
    r"|(?:答え|正解|合計|総数|結論|個数)(?:は|が)(?:約)?$|(?:정답|답변|답|개수|총수)(?:은|는|이)(?:약)?$"
)
_IS_NOT = re.compile(r"^\W?(?:[個人つ개명])?(?:ではな|じゃな|でな|가?아니|이?아니)")
_ENDS = (".", "!", ",", ";", "\n", "-")
_DASHES = frozenset((" - ", " -- ", " -> ", "->", " => "))


def kind_of(text: Words, number: Number) -> int:
    """Return what a number claims to be."""
    noun = what_counted(text, number)
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
        if position == number.end and gap in _DASHES:
            break  # "2 - the horse and its rider"
        window.append(words[position])
    return window


def what_counted(text: Words, number: Number) -> int:
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
        "then",
        "now",
        "instead",
    ):
        return BARE
    return PART


def _is_subject(window: list[str]) -> bool:
    """Tell whether a number's noun is the whole subject of what is said to be salient."""
    joined = False
    if window[:1] and window[0] in _ON:
        return False  # "2 on the stand"
    for place, word in enumerate(window[:_WINDOW]):
        if place >= _SUBJECT and not joined:
            return False
        if word in _PREDICATES:
            return not joined or word in _PLURAL
        if word == "and" and 0 < place < _SUBJECT and (window[place + 1 : place + 2] or [""])[0] in WORDS:
            joined = True  # "two children and one adult are ..."
            continue
        if word in WORDS and window[place - 1] == "and":
            continue
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
    if words[number.end : number.end + 2] in _IT_IS and _is_closed(text, number):
        return True  # "Twelve it is."
    if gaps[number.start].strip(" ,.;)\n") in ("->", "=>"):
        return number.end == len(words)  # "ten people, all but one of them salient -> 9"
    abroad = number.start > 0 and text.language == "" and not words[number.start - 1].isascii()
    if abroad and _NUMBER_IS.search(_before(text, number)[-_LAST:]) is not None:
        return _IS_NOT.search("".join(words[number.end : number.end + 4])) is None
    if _totals_up(text, number):
        return True
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
    if direct in DIRECT and (direct not in SUMMARY or (sums_up(text, [direct]) and _is_alone(text, number))):
        return direct not in ("say", "guess", "make") or _is_alone(text, number)
    marked = not {":", "="}.isdisjoint(gaps[place])
    copula = any(word in COPULAS for word in words[place : number.start]) or direct in COPULAS
    if not marked and not copula:
        return False
    if marked and _is_heading(text, place):
        return what_counted(text, number) != PART
    for position in range(place - 1, max(-1, place - BEFORE), -1):
        word = words[position]
        if word in CUE_NOUNS:
            return not _asks(words, position) and words[max(0, position - 1) : position] != ["to"]  # "tempted to count"
        if word.isdecimal() or (ends_sentence(gaps[position + 1]) and position + 1 < place):
            return False
    return False


def _totals_up(text: Words, number: Number) -> bool:
    """Tell whether a sentence begins with a total and says no more before the number ("En total hay 4 flechas")."""
    start = number.start
    while start > max(0, number.start - _OPENING) and not ends_sentence(text.gaps[start]):
        start -= 1
    said = " ".join(text.words[start : number.start])
    total = IN_TOTAL.match(said) if start == 0 or ends_sentence(text.gaps[start]) else None
    return total is not None and _THERE_ARE.issuperset(said[total.end() :].split())


def sums_up(text: Words, words: Sequence[str]) -> bool:
    """Tell whether one of the words begins a conclusion; "also" does so in German, not in English."""
    return any(word in SUMMARY and (word != "also" or text.language != "en") for word in words)


def _is_closed(text: Words, number: Number) -> bool:
    """Tell whether the clause ends two words behind a number, and not before ("a printed 7; it's not ...")."""
    place = number.end + 2
    opened = ends_sentence(text.gaps[number.end])
    return not opened and (place >= len(text.words) or text.gaps[place].strip(" ")[:1] in _ENDS)


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
    while start > max(0, place - BEFORE) and (
        start == place or not (ends_sentence(text.gaps[start]) or "," in text.gaps[start])
    ):
        start -= 1
    label = text.words[start:place]
    return not (NOUNS | SALIENT).isdisjoint(label) and all(
        word in NOUNS or word in SALIENT or word in ADVERBS for word in label
    )


def _has_number(words: Sequence[str]) -> bool:
    return any(word.isdecimal() or word in WORDS for word in words[-6:])


def _asks(words: Sequence[str], position: int) -> bool:
    return not {"not", "if", "whether"}.isdisjoint(words[max(0, position - 3) : position + 4])


def _is_alone(text: Words, number: Number) -> bool:
    """Tell whether no concrete noun follows a number: "so 3" and "so 3 objects", not "so 3 people"."""
    return what_counted(text, number) != PART
