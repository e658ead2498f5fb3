"""Which of the options that a reply mentions answers what was asked: the clause, row or field about its own subject.

"The sheep is white, the grass is green. The line of the box is blue." answers "What colour is the box?" with blue.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from ..choices.landmarks import all_landmarks
from ..stance.lexicon import UNSPACED, Lexicon
from ..stance.mentions import Mention
from ..stance.need_words import NEGATIONS
from ..text.literals import json_spans
from ..views.mentions import CARDINALS
from ..words.synonyms import concepts
from . import gaze_words
from .colour_names import COLOURS
from .gaze_clauses import asks_gaze, lowered
from .gaze_rows import is_landmark, only_landmarks

_WORD = re.compile(r"[^\W\d_]+")
CARDINAL_NUMBERS = {word: number for number, word in enumerate(CARDINALS, start=1)}
_LONGEST = 2_000
_ROW = re.compile(r"^\W{0,4}?\|?\s?([^|:=\n]{2,40}?)\s?[|:=]\s?([^|:\n]{1,80}?)\s?\|?\s*$", re.MULTILINE)
_COLOURED_MARK = re.compile(rf"\bthe (?P<colour>{'|'.join(COLOURS)}) (?P<noun>[a-z]{{3,12}})\b")
_NUMBERED_TAG = re.compile(r"\b(tag|number|label|marker|box|arrow) (\d{1,3})\b")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|_")
_QUESTION = re.compile(
    r"[^.?!\n]*\?|(?:^|(?<=[.\n]))\s?(?:identify|name|tell|give|state|determine)\b[^.\n]*", re.IGNORECASE
)
_CLAUSE = re.compile(
    r"(?<=[.!?;])\s+|\n+|\sand\s(?=(?:it|its|he|she|they)\s"
    r"|(?:the|his|her)\s[^.,;!?\n]{2,60}?\s(?:is|are|was|were|has|have|looks?|faces?|points?|says?|lies|stands?|hangs?"
    r"|sits?|shows?|does|remains?|seems?|appears?|ends?|goes|bears?|carries|surrounds?|encloses?|marks?|touches)\b)|,\s(?!(?:and|or)\s\w+[.!]?$)"
    r"|\s[\u2013-]\s|(?<=\s)(?:but|while|whereas|although|though|yet|aber|während|mais|tandis que"
    r"|pero|mientras|mas|enquanto|ma|mentre|но|а|але|maar|terwijl|men|medan|mens|ama|tapi|nhưng|αλλά|אבל|لكن"
    r"|लेकिन)(?=\s)|[\u3002]|但|而|지만"
)
_EMPTY = frozenset(
    re.findall(
        r"\S+",
        """
        what which who whose where when how many much is are was were be do does did has have can could will would
        should the a an of in on at
        to for from by with and or this that these those it its there image picture photo scene following answer
        option options one
        please choose located shown drawn marked highlighted identify name tell give state determine s
        color colour object person kind type
        """,
    )
)
_HOW_MANY = re.compile(r"\bhow many ([^?]{2,40}?)(?: (?:are|is|were|was|does|do|did|have|has|can|could)\b|\?)")
_COUNTED = re.compile(r"(?<![\w.])(\d{1,3}|[a-z]{3,9}) (?:[a-z-]+ ){0,2}?([a-z]+)\b")
_NUMBERED = re.compile(r"(?<![\w.])(\d{1,3}|[a-z]{3,9})(?![\w.]*\d)(?: (?=[a-z])([a-z]+))?")
_PART_OF = frozenset(
    re.findall(
        r"\S+",
        """
        on in at of is are was were near behind and or more to the left right with by from inside for as another
        """,
    )
)
_BESIDE = re.compile(r"\b(?:next to|beside|near|close to|opposite|adjacent to|behind|in front of)\b")
_NEAR = 60
_BY_THE_MARK = re.compile(
    r"\s(?:is |are |lies |stands |sits |appears |located |just |right |directly ){0,3}(?:next to|beside|near|close to"
    r"|(?:to the )?(?:left|right) of|above|below|outside|under) (?:the|it|this|that)\b"
)
_SPOTS = ("left", "right", "middle", "center", "centre", "top", "bottom")
_OF_THESE = re.compile(
    r"\b(?:of (?:whom|which|them|these|those)|among them),? (?:only |just )?(\d{1,3}|[a-z]{3,9})\b([^.;\n]{0,80})"
)
_HAS_COLOUR = re.compile(  # "The barn is", before a colour
    r"(?:^|[.!?;,\n]|\b(?:and|but|while))\W*(?:the|an?|his|her|its|their|this|that)\s((?:[a-z-]+\s){1,4})(?:is|are|was|were|looks"
    r"|appears)\s(?:[a-z-]+\s){0,2}$"
)
_MARKS = frozenset(
    meaning
    for word in (
        "box",
        "line",
        "outline",
        "border",
        "frame",
        "rectangle",
        "contour",
        "marking",
        "edge",
        "color",
        "colour",
        "answer",
        "shape",
        "one",
        "bounding",
        "option",
        "drawn",
        "hue",
        "arrow",
        "circle",
        "mark",
        "point",
        "dot",
        "mask",
        "scribble",
        "prompt",
    )
    for meaning in {word, *concepts(word)}
)
_SHARES = re.compile(r"\W*(?:it|it's|it is|this|that|they|he|she)\b")
_SCOPE = re.compile(
    r"\s(?:around|in|inside|on|of|by|with|within|near|next|between|from|under|at|that|which|located|shown|drawn|does"
    r"|do|has|have)\b"
)


@lru_cache(256)
def subject_of(question: str) -> frozenset[str]:
    """Return what a question asks about: the concepts of its subject, without what only tells where that is.

    Example:
        >>> subject = subject_of("What colour is the bounding box around the sheep?")
        >>> "BOX" in subject, "sheep" in subject
        (True, False)
    """
    asked = _QUESTION.findall(question)
    if not asked:
        return frozenset()
    sentence = asked[-1].lower()
    counted = _HOW_MANY.search(sentence)
    if counted is not None:
        return frozenset(
            meaning for word in _WORD.findall(counted[1]) if word not in _EMPTY for meaning in concepts(word)
        )
    verb = re.search(r"\b(?:is|are|was|were|does|do|did|has|have)\b", sentence)
    subject = (
        sentence[verb.end() :] if verb is not None and not re.match(r"\W*(?:identify|name)", sentence) else sentence
    )
    parts = (
        [word for word in _WORD.findall(part.rpartition("'s ")[2]) if word not in _EMPTY]
        for part in _SCOPE.split(subject)
    )
    words = next((part for part in parts if part), [])
    found = {meaning for word in words for meaning in concepts(word)}
    return frozenset(found | {meaning for one, other in pairwise(words) for meaning in concepts(f"{one} {other}")})


@lru_cache(256)
def _asked_words(question: str) -> frozenset[str]:
    asked = _QUESTION.findall(question)
    words = (
        {word for word in _WORD.findall(asked[-1].lower()) if word not in _EMPTY - {"color", "colour", "kind", "type"}}
        if asked
        else set()
    )
    return frozenset(meaning for word in words for meaning in concepts(word))


@lru_cache(1)
def _keys() -> Lexicon:
    return Lexicon({"EYES": gaze_words.EYES, "HEAD": gaze_words.HEAD, "NEGATIONS": NEGATIONS})


def fields_of(text: str) -> Iterator[tuple[str, str]]:
    """Yield the names and values of a reply's JSON fields, rows of tables of two columns, and lines "name: value"."""
    for _, _, value in json_spans(text) if "{" in text else ():
        if isinstance(value, Mapping):
            for key, item in value.items():
                if isinstance(item, str):
                    yield str(key), item
    if "{" not in text:
        for match in _ROW.finditer(text):
            yield match[1], match[2]


def asked_fields(text: str, question: str) -> list[str]:
    """Return the values of the fields whose names say what the question asks for, where there are other fields, too."""
    pairs = list(fields_of(text[:_LONGEST]))
    if len(pairs) < 2:
        return []
    if asks_gaze(question):
        return [value for key, value in pairs if _speaks_of_eyes(key)]
    asked = _asked_words(question)
    return [
        value
        for key, value in pairs
        if any(not asked.isdisjoint(concepts(word)) for word in _WORD.findall(_CAMEL.sub(" ", key).lower()))
    ]


def _speaks_of_eyes(key: str) -> bool:
    words = _CAMEL.sub(" ", key).lower()
    said, _ = _keys().clause(words)
    if UNSPACED.search(words):
        said |= {"EYES"} if re.search(gaze_words.UNSPACED_EYES, words) else set()
        said |= {"HEAD"} if re.search(gaze_words.UNSPACED_HEAD, words) else set()
    return "EYES" in said and "HEAD" not in said


def asked_clause(text: str, mentions: Sequence[Mention], question: str) -> int:
    """Return the only option that a clause about the question's subject gives, else -1.

    Args:
        text: Text from `standardizers.text.plain`.
        mentions: The options that it mentions.
        question: What was asked.
    """
    subject = subject_of(question)
    if not subject or len(text) > _LONGEST or not mentions:
        return -1
    if only_landmarks(text, mentions) or all_landmarks(text, mentions):
        return -1
    clauses = lowered(text)
    beside = _BESIDE.search(question.lower()) is not None
    given: set[int] = set()
    start = 0
    for match in [*_CLAUSE.finditer(clauses), None]:
        stop = len(clauses) if match is None else match.start()
        clause = clauses[start:stop]
        named = {one.option for one in mentions if start <= one.start < stop and not is_landmark(clauses, one)}
        speaks = _speaks_of(clause, subject) or (start == 0 and _SHARES.match(clause) is not None)
        speaks = speaks and not _of_another(clause, question.lower())
        if speaks and named and not beside:
            here = [one for one in mentions if start <= one.start < stop]
            named = set() if all(_BY_THE_MARK.match(clauses, one.end) for one in here) else named
        if named and speaks and not clause.rstrip().endswith("?"):
            if len(named) > 1 or "NEGATIONS" in _keys().clause(clause)[0]:
                return -1
            given |= named
        start = stop if match is None else match.end()
    return given.pop() if len(given) == 1 else -1


def _of_another(clause: str, question: str) -> bool:
    """Tell whether a clause speaks of a thing of another colour, or at another place, than the question."""
    colours, tags = set(_COLOURED_MARK.findall(question)), set(_NUMBERED_TAG.findall(question))
    if len(colours) == 1:
        ((colour, noun),) = colours
        other = rf"\b(?:{'|'.join(COLOURS)}) (?:{re.escape(noun)}|one)\b"
        if colour not in clause and re.search(other, clause) is not None:
            return True
    if len(tags) == 1:
        ((noun, number),) = tags
        if re.search(rf"\b{number}\b", clause) is None and re.search(rf"\b{noun} \d{{1,3}}\b", clause) is not None:
            return True
    spots = [spot for spot in _SPOTS if re.search(rf"\b{spot}\b", question)]
    told = [spot for spot in _SPOTS if re.search(rf"\b{spot}\b", clause)] if len(spots) == 1 else []
    return bool(told) and spots[0] not in told


def of_other_marks(text: str, mentions: Sequence[Mention], question: str) -> bool:
    """Tell whether all options of a text are at other marks than the one asked for, or only beside it."""
    clauses, asked = lowered(text), question.lower()
    if not mentions or len({*_COLOURED_MARK.findall(asked), *_NUMBERED_TAG.findall(asked)}) != 1:
        return False
    subject = subject_of(question)
    start, left = 0, 0
    for match in [*_CLAUSE.finditer(clauses), None]:
        stop = len(clauses) if match is None else match.start()
        named = [one for one in mentions if start <= one.start < stop]
        clause = clauses[start:stop]
        beside = (
            bool(named) and _speaks_of(clause, subject) and all(_BY_THE_MARK.match(clauses, one.end) for one in named)
        )
        left += 0 if beside or not named or _of_another(clause, asked) else 1
        start = stop if match is None else match.end()
    return left == 0 and _BESIDE.search(asked) is None


def asked_beside(text: str, mentions: Sequence[Mention], question: str) -> int:
    """Return the only option behind the words of place that the question asks with, or -1.

    "The pharmacy is next to a bakery." answers "Which shop is next to the pharmacy?".
    """
    asked = _BESIDE.findall(question.lower())
    named = {one.option for one in mentions}
    if not asked or len(named) != 1 or "NEGATIONS" in _keys().clause(lowered(text))[0]:
        return -1
    before = text[max(0, mentions[0].start - _NEAR) : mentions[0].start].lower()
    found = _BESIDE.findall(before)
    return named.pop() if found and found[-1] in asked else -1


def only_others(text: str, mentions: Sequence[Mention], question: str) -> bool:
    """Tell whether a text says of nothing but other things what it says ("The barn is red." of the colour of a box).

    Args:
        text: Text from `standardizers.text.plain`.
        mentions: The options that it mentions, one or more.
        question: What was asked.
    """
    subject = subject_of(question) | _MARKS
    if len(text) > _LONGEST:
        return False
    for one in mentions:
        said = _HAS_COLOUR.search(text[max(0, one.start - _NEAR) : one.start].lower())
        if said is None or _speaks_of(said[1], subject):
            return False
    return bool(mentions)


def number_of_subject(text: str, question: str) -> int:
    """Return the only number that a text gives of what the question counts, or -1.

    Example:
        >>> number_of_subject("There are 2 boxes and 3 people.", "How many boxes are drawn?")
        2
    """
    subject = subject_of(question)
    found = {
        int(number) if number.isdigit() else CARDINAL_NUMBERS[number]
        for number, noun in _COUNTED.findall(text.lower()[:_LONGEST])
        if (number.isdigit() or number in CARDINAL_NUMBERS) and not subject.isdisjoint(concepts(noun))
    }
    return found.pop() if len(found) == 1 else -1


def number_told(text: str, question: str) -> int:
    """Return the number of what the question counts beside numbers of other things or its own parts, or -1.

    Example:
        >>> number_told("There are 4 boxes and 2 people.", "How many boxes are drawn?")
        4
        >>> number_told("4 boxes: 2 on the wall, 2 behind.", "How many boxes are drawn?")
        4
    """
    found = number_of_subject(text, question)
    if found < 0:
        return -1
    part = _OF_THESE.search(text.lower()[:_LONGEST])
    if part is not None and _speaks_of(part[2], _asked_words(question) - subject_of(question)):
        return int(part[1]) if part[1].isdigit() else CARDINAL_NUMBERS.get(part[1], -1)  # "of whom 3 look at it"
    others: list[tuple[int, str]] = []
    for number, noun in _NUMBERED.findall(text.lower()[:_LONGEST]):
        value = int(number) if number.isdigit() else CARDINAL_NUMBERS.get(number, -1)
        if value >= 0 and value != found:
            others.append((value, noun))
    if sum(value for value, _ in others) == found:
        return found
    of_others = all(noun and noun not in _PART_OF and not noun.endswith(("ing", "ed")) for _, noun in others)
    return found if of_others else -1


def _speaks_of(clause: str, subject: frozenset[str]) -> bool:
    words = _WORD.findall(clause)
    pairs = [f"{one} {other}" for one, other in pairwise(words)]
    return any(not subject.isdisjoint(concepts(word)) for word in [*words, *pairs])
