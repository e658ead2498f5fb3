"""Numbers in a reply to "how many" that count nothing: marks of a list, pronouns, names, units, years, denied ones."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..text.numerals import Number, Words
from .limits import (
    ends_sentence,
    is_one_by_one,
)
from .vocabulary import (
    BUT,
    DENIED,
    PLACES,
)
from .words import (
    COPULAS,
    NOT_BEFORE,
    NOUN_STEMS,
    NOUNS,
    PRONOUN_AFTER,
    SALIENT,
    SALIENT_STEMS,
    UNITS,
)

_ARTICLES = frozenset(("the", "this", "that", "a", "an", "another"))
_ONLY = frozenset(
    ("only", "single", "just", "exactly", "is", "be", "answer", "number", "count", "total", "of", "sole", "lone")
)
_ABSTRACT = frozenset(  # what is weighed, not what is seen
    re.findall(
        r"\S+",
        "rule rules way ways reason reasons criterion criteria step steps factor factors aspect aspects question"
        " questions"
        " principle principles approach approaches stage stages condition conditions argument arguments",
    )
)
_FORMS = frozenset(("integer", "number", "digit", "numeral", "word", "letter", "sentence", "line"))
_SAYS = frozenset(["say", "think", "believe", "see", "estimate", "guess", "conclude", "find", "means", "so"])
_AS = frozenset(("als", "as", "comme", "como", "come", "как", "jako", "som", "för"))
_WRITTEN = frozenset(("says", "reads", "read", "states", "reading", "saying", "numbered", "labelled", "labeled"))
_SPEAKS = frozenset(("answer", "it", "i", "model", "count", "total", "reply", "response", "question", "who"))
_PICTURES = frozenset(("bild", "image", "picture", "photo"))  # "Somit enthält das Bild 3 auffällige Objekte."
_FRAMES = frozenset(
    ("criterion", "rule", "category", "scene", "image", "picture", "photo", "section", "area")
)  # "by that rule two objects"
_CLAUSE = 24  # signs of a Chinese clause before a number
_CLAUSE_MARKS = frozenset(",.;:!?，。；：！？\n")
_NOT_AS_ONE = re.compile(
    r"(?:不(?!止|只|仅|僅|到|过|過|少)|没有|沒有|无法|無法|難以|难以)[^\d]{0,16}(?:作|做|成|为|為|当|當|是)(?:了)?$"
)
_FAR = 24  # words behind a number in which it may be left out
_LEFT_OUT = frozenset(
    ("ignored", "disregarded", "negligible", "omitted", "discounted", "irrelevant", "skipped", "disregard", "ignore")
)
_REASONS = frozenset(
    (
        "since",
        "because",
        "as",
        "while",
        "whereas",
        "although",
        "though",
        "but",
        "if",
        "when",
        "everything",
        "rest",
        "others",
    )
)
_SCENERY = [
    [word]
    for word in [
        "background",
        "scenery",
        "architecture",
        "setting",
        "scene",
        "structure",
        "building",
        "decor",
        "décor",
        "backdrop",
        "surroundings",
    ]
]
_YEARS = range(1900, 2100)


def _counts_things(behind: Sequence[str]) -> bool:
    """Tell whether one of the words behind a number is what is counted ("auffällige Objekte")."""
    return any(
        word in NOUNS or word in SALIENT or NOUN_STEMS.match(word) or SALIENT_STEMS.match(word) for word in behind
    )


def is_dismissed(text: Words, number: Number) -> bool:
    """Tell whether the clauses behind a number leave out what it counts ("8 lamps are part of the background").

    What a sentence says before "since" or "while" is not what it leaves out behind it.
    """
    words, gaps, _ = text
    place = number.end
    window = words[place : place + _FAR]
    if _LEFT_OUT.isdisjoint(window) and "part" not in window:
        return False
    while place < min(len(words), number.end + _FAR):
        decimal = gaps[place] == "." and words[place - 1].isdecimal() and words[place][:1].isdecimal()
        ended = place > number.end and ends_sentence(gaps[place]) and not decimal
        if words[place] in _REASONS or (ended and not (";" in gaps[place] and _goes_on(words[place : place + 3]))):
            return False
        if words[place] in _LEFT_OUT or (
            words[place : place + 3] == ["part", "of", "the"] and words[place + 3 : place + 4] in _SCENERY
        ):
            return "not" not in words[max(number.end, place - 3) : place]
        place += 1
    return False


def _goes_on(words: Sequence[str]) -> bool:
    return not {"they", "these", "those", "them", "all", "both", "individually"}.isdisjoint(words)


def is_no_count(text: Words, number: Number) -> bool:
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
        and not (previous == "that" and words[max(0, number.start - 2)] in _SAYS)
        and words[number.start - 2 : number.start] != ["of", "which"]
        and not (previous in _FRAMES and number.word and following in NOUNS)
        and not (previous in _PICTURES and _counts_things(words[number.end : number.end + 2]))
        and not (previous == "of" or (previous == "number" and before != " "))
    ):
        return True
    if not before.strip("\"' ") and "#" in before:
        return True
    if joined and not number.word and previous in _WRITTEN and _SPEAKS.isdisjoint(words[: number.start]):
        return not following or after.strip() != ""  # "the sign says 50"
    if joined and not DENIED.isdisjoint(words[max(0, number.start - 3) : number.start]) and _denied(text, number):
        return True
    if joined and previous in ("remaining", "other"):
        return True
    if joined and previous in ("the", "these", "those", "all") and _is_background(text, number):
        return True
    if number.word and number.value == 1 and _is_pronoun(text, number, previous if joined else "", following):
        return True
    if number.word and number.value == 1 and previous in _AS and joined:
        return True  # "whether the group counts as one object"
    if number.word and number.value == 1 and not text.language and _is_none_of_them(text, number):
        return True  # "不会把倒影算作一个物体"
    if number.word and number.value == 1 and following in ("twice", "too", "double"):
        return True  # "I counted one twice"
    if following in _ABSTRACT and after == " ":
        return True  # "There are three ways to see this."
    if number.word and number.value == 1 and following in _FORMS:
        return True  # "one integer"
    if after == "-" and following.endswith("ed"):
        return True  # "a 2-legged stool"
    if following and after.strip(" ") in ("", "-") and following in UNITS and not number.word:
        return True
    if after.startswith(("/", "-", "x", "'")) and following[:1].isdecimal():
        return True
    return not number.word and number.value in _YEARS and (not following or following not in NOUNS)


def _denied(text: Words, number: Number) -> bool:
    place = next(at for at in range(number.start - 1, -1, -1) if text.words[at] in DENIED)
    if not BUT.isdisjoint(text.words[place + 1 : number.start]):
        return False  # "not 3 but 4"
    return not any(ends_sentence(gap) or "," in gap for gap in text.gaps[place + 1 : number.start + 1])


def _is_background(text: Words, number: Number) -> bool:
    """Tell whether a number is what others are taken from, as in "3 of the 10 objects"."""
    before = text.words[max(0, number.start - 3) : number.start]
    return "of" in before[:-1][-1:] or bool(
        {"among", "amongst", "from", "out", "other", "others", "remaining", "rest", "first"} & set(before)
    )


def _is_none_of_them(text: Words, number: Number) -> bool:
    """Tell whether a Chinese sentence denies that something is one object of its own."""
    start = number.start
    while start > max(0, number.start - _CLAUSE) and not any(mark in text.gaps[start] for mark in _CLAUSE_MARKS):
        start -= 1
    return _NOT_AS_ONE.search("".join(text.words[start : number.start])) is not None


def _is_described(text: Words, number: Number, previous: str) -> bool:
    """Tell whether an adjective and an article show that "one" stands for a thing ("here's the long one")."""
    if number.start < 2 or previous in _ONLY or not previous.isalpha():
        return False
    article = text.words[number.start - 2 : number.start - 1]
    spaces = not text.gaps[number.start - 1].strip() and not text.gaps[number.start].strip()
    ends = text.gaps[number.end].strip(" \"')*")[:1] in ("", ".", ",", ";", "!") and (
        number.end == len(text.words) or text.gaps[number.end].strip(" ") != ""
    )
    return article[0] in _ARTICLES and spaces and ends


def _is_pronoun(text: Words, number: Number, previous: str, following: str) -> bool:
    if text.language not in ("en", ""):
        return False
    after = text.gaps[number.end]
    if _is_described(text, number, previous):
        return True
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
        if before == " (" and text.words[number.start - 1] in COPULAS:
            return False  # "There are (5) salient objects"
        return after.startswith(")") and (opens or number.start > 0) and not after[1:].strip().startswith((".", ","))
    if not opens:
        return False
    if before.strip() == ":" and number.value > 1 and str(number.value - 1) not in text.words[: number.start]:
        return False  # "Orange: 3. Yellow: 2."
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
