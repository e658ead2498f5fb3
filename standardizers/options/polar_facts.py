"""What a fact answers to a yes-no question: a number, a direction, a side or a colour that agrees with it or does not.

"The arrow points to the right." answers "Does the arrow point to the left?" with no, and "There are three tags."
answers "Are there more than two tags?" with yes. Nothing is inferred beyond the fact that the question asks for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..counts.reader import count
from ..stance.mentions import Mention
from ..text.cleaning import as_text, plain
from ..text.number_words import any_language
from ..views.directions import directions_named, said_directions
from ..views.languages import in_english
from ..words.synonyms import root
from ..words.wording import Names
from .colour_names import colours_named
from .gaze_clauses import denies
from .polar_words import (
    ABSENT_TAG,
    AGREES,
    AIMED,
    AROUND_NUMBER,
    ASKS_ABOUT,
    ASKS_COLOUR,
    ASKS_COLOURED,
    ASKS_NUMBER,
    ASKS_RELATION,
    ASKS_TAG,
    ASKS_TARGET,
    ASKS_WAY,
    BUT,
    DEFINITE,
    GOES,
    INTO_LENS,
    IS_COLOURED,
    JUMP,
    LAST_QUESTION,
    MORE,
    NEAR,
    NOT_BEFORE,
    NOT_BEHIND,
    NUMBER_WORDS,
    ONLY,
    PLACED_AT,
    PRESENT_TAG,
    RELATION,
    RELATIONS,
    SENTENCE,
    TAGGED,
    WAY_WORDS,
    WORD,
)
from .restatements import DENIES, OPENS, SMALL, polarity

_LONGEST = 600
_FEW_WORDS = 5


def told_fact(text: object, question: str) -> str:
    """Return "yes" or "no" where a reply states the fact that decides a yes-no question, "" where it does not.

    Example:
        >>> told_fact("There is just a single oval.", "Are there two ovals in the image? Answer yes or no.")
        'no'
        >>> told_fact("The arrow points to the left.", "Does the arrow point to the left?")
        'yes'
    """
    asked = LAST_QUESTION.findall(question.lower())
    said = plain(as_text(text)).strip().lower()
    if not asked or not said or len(said) > _LONGEST or OPENS.search(said):
        return ""
    for reader in (_way, _number, _tag, _elsewhere, _colour, _relation, _side, _target):
        found = reader(said, asked[-1].strip())
        if found:
            return found
    return ""


def told_way(text: object, question: str) -> str:
    """Return what `told_fact` finds where a question asks in which direction something points, else ""."""
    return told_fact(text, question) if asks_way(question) else ""


def asks_way(question: str) -> bool:
    """Tell whether a yes-no question asks in which direction something points."""
    asked = LAST_QUESTION.findall(question.lower())
    return bool(asked) and len(_ways_asked(asked[-1])) == 1


def _sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text, the last one first: it is the one that concludes."""
    for sentence in reversed(SENTENCE.split(text)):
        if sentence.strip() and not sentence.rstrip().endswith("?"):
            yield sentence


def _yes(agrees: bool) -> str:
    return "yes" if agrees else "no"


def _ways_asked(asked: str) -> frozenset[str]:
    way = ASKS_WAY.search(asked)
    return directions_named(way["way"]) if way is not None else frozenset()


def _way(said: str, asked: str) -> str:
    """Compare the direction in which something points with the one asked for."""
    wanted = _ways_asked(asked)
    if len(wanted) != 1:
        return ""
    words = WORD.findall(said)
    if len(words) <= _FEW_WORDS and WAY_WORDS.issuperset(words) and words != ["right"]:
        told = said_directions(in_english(said))
        return _yes(not wanted.isdisjoint(told)) if told else ""
    for sentence in _sentences(said):
        verb = GOES.search(sentence)
        if verb is None:
            continue
        behind = sentence[verb.start() :]
        denied = NOT_BEFORE.search(sentence[: verb.start()]) is not None or NOT_BEHIND.match(sentence, verb.end())
        if denied:
            turned = BUT.search(behind)
            told = said_directions(in_english(behind[turned.end() :])) if turned is not None else None
            if told:
                return _yes(not wanted.isdisjoint(told))
            named = set(said_directions(in_english(behind)) or ())
            return "no" if named == wanted else ""
        named = set(said_directions(in_english(behind)) or ())
        if named:
            others = {other for match in GOES.finditer(sentence) for other in _told_behind(sentence, match.start())}
            if wanted & others and others - wanted and len(others) > len(named):
                return ""  # "one points to the left and one to the right"
            return _yes(not wanted.isdisjoint(named))
    return ""


def _told_behind(sentence: str, start: int) -> tuple[str, ...]:
    return tuple(directions_named(in_english(sentence[start:])))


def _number(said: str, asked: str) -> str:
    """Compare the number of things with the one asked for."""
    wanted = ASKS_NUMBER.search(asked)
    if wanted is None:
        return ""
    thing = wanted["thing"].strip()
    short = len(WORD.findall(said)) <= _FEW_WORDS and _only_number(said)
    if not short and not Names([thing]).mentions(said) and not Names([thing.split()[-1]]).mentions(said):
        return ""
    found = _told_number(said, thing)
    if found < 0:
        counted = count(said, question=f"How many {thing} are in the image?")
        if counted.fallback:
            return ""
        found = int(counted.value)
    agrees = AGREES.get(wanted["bound"] or "", int.__eq__)
    return _yes(agrees(found, _value(wanted["number"])))


def _value(number: str) -> int:
    return int(number) if number.isdigit() else NUMBER_WORDS.index(number)


def _told_number(said: str, thing: str) -> int:
    """Return the number that stands right before the thing, when it stands there once and no more are added, or -1."""
    noun = re.escape(root(thing.split()[-1]))
    numbers = "|".join(NUMBER_WORDS)
    pattern = (
        rf"\b(?P<number>\d{{1,3}}|{numbers}|single)\s(?:(?!(?:but|and|or|{numbers})\b)[a-z]+\s){{0,2}}?"
        rf"{noun}[a-z]{{0,3}}\b"
    )
    found = [match["number"] for match in re.finditer(pattern, said)]
    if len(found) != 1 or MORE.search(said):
        return -1
    return 1 if found[0] == "single" else _value(found[0])


def _only_number(said: str) -> bool:
    """Tell whether a few words are a number and what stands around it: "just one", "exactly three of them"."""
    return all(word in AROUND_NUMBER or word.isdigit() or word in any_language() for word in WORD.findall(said))


def _tag(said: str, asked: str) -> str:
    """Look for the number that a tag is asked for among those that a reply lists."""
    wanted = ASKS_TAG.search(asked)
    if wanted is None:
        return ""
    if wanted[1] in PRESENT_TAG.findall(said):
        return "yes"
    absent = [*ABSENT_TAG.finditer(said)]
    if any(wanted[1] == (one["behind"] or one["abroad"] or one["ahead"]) for one in absent):
        return "no"
    if absent:
        left = ABSENT_TAG.sub(" ", said)
        named = wanted[1] in re.findall(r"(?<![\d.])\d{1,3}(?![\d.]*\d)", left)
        return "yes" if (named and not DENIES.search(left)) or ONLY.search(said) else ""
    if (jump := JUMP.search(said)) is not None:
        return "no" if int(jump[1]) < int(wanted[1]) < int(jump[2]) else ""
    if TAGGED.search(said) is None or re.search(r"\bno\b|\bnot\b|n't\b", said):
        return ""
    numbers = re.findall(r"(?<![\d.])\d{1,3}(?![\d.]*\d)", said)
    if (span := re.search(r"\b(\d{1,3})\s?(?:to|-|through)\s?(\d{1,3})\b", said)) is not None:
        return _yes(int(span[1]) <= int(wanted[1]) <= int(span[2]))
    if wanted[1] in numbers:
        return "yes"
    return "no" if len(numbers) > 1 or (numbers and re.search(r"\bonly\b|\bjust\b", said)) else ""


def _colour(said: str, asked: str) -> str:
    """Compare the colour that a thing has with the one asked for."""
    wanted = ASKS_COLOURED.search(asked) or ASKS_COLOUR.search(asked)
    if wanted is None:
        return ""
    colour, thing = wanted["colour"].replace("gray", "grey"), Names([wanted["thing"].split()[-1]])
    if re.search(rf"\b(?:no|not an?|isn't an?|without an?|not|(?:none|neither) [a-z ]{{0,24}}) {colour}\b", said):
        return "no"
    predicate = ASKS_COLOURED.search(asked) is None
    for sentence in _sentences(said):
        spans = colours_named(sentence)
        named = {name for name, _, _ in spans}
        things = thing.mentions(sentence)
        if not things and not (predicate and re.match(r"\W*(?:it|it's|they|its colou?r)\b", sentence)):
            continue
        if denies(sentence):
            if any(name == colour and _touch(start, end, things) for name, start, end in spans):
                return "no"
            continue
        own = {name for name, start, end in spans if _touch(start, end, things)}
        where = PLACED_AT.search(asked, wanted.end()) if not predicate else None
        if where is not None and root(where[1]) not in _content(sentence):
            continue
        if own and not predicate and (colour in own or where is not None):
            return _yes(colour in own)
        if IS_COLOURED.search(sentence) is None or (not predicate and not DEFINITE.search(sentence)):
            continue
        if named and colour not in named:
            return "no"
        if predicate and named == {colour}:
            return "yes"
    return ""


def _touch(start: int, end: int, things: Sequence[Mention]) -> bool:
    """Tell whether a colour stands beside a thing: "red arrow", "flecha roja"."""
    return any(-1 <= one.start - end <= NEAR or -1 <= start - one.end <= NEAR for one in things)


def _relation(said: str, asked: str) -> str:
    """Compare where one thing is relative to another with what was asked; "B is right of A" says that A is left."""
    wanted = ASKS_RELATION.search(asked)
    if wanted is None:
        return ""
    one, other = (wanted[name].split()[-1] for name in ("one", "other"))
    relation = RELATIONS[wanted["relation"]]
    for sentence in _sentences(said):
        at, behind = sentence.find(one), sentence.find(other)
        found = [*RELATION.finditer(sentence)]
        if at < 0 or behind < 0 or at == behind:
            continue
        first, last = min(at, behind), max(at, behind)
        if len(found) == 1 and first < found[0].start() < last:
            told = RELATIONS[found[0].group()]
            if told not in (relation, -relation):
                return ""
            agrees = (told == relation) == (at < behind)
            if DENIES.search(sentence):
                return "no" if agrees else ""
            return _yes(agrees)
        if abs(relation) == 1 and "on the" in sentence and not DENIES.search(sentence):
            ways = directions_named(sentence[first:last])  # "The cat is on the left and the dog is on the right."
            told = 0 if len(ways) != 1 else -1 if "left" in ways else 1
            if told:
                return _yes((told == relation) == (at < behind))
    return ""


def _content(sentence: str) -> set[str]:
    return {root(word) for word in WORD.findall(sentence) if word not in SMALL}


def _side(said: str, asked: str) -> str:
    """Compare the side on which a reply sees what the question asks for with the side that it asks about."""
    if ASKS_WAY.search(asked) is not None:
        return ""
    wanted = set(said_directions(asked) or ())
    if len(wanted) != 1 or wanted & {"up", "down"}:
        return ""
    words = {word for word in _content(asked) if not directions_named(word)}
    for sentence in _sentences(said):
        named = set(directions_named(sentence))
        shared = words & _content(sentence)
        denied = DENIES.search(sentence) is not None
        if named == wanted and shared:
            if denied:
                return "no"
            if len(shared) > 1:
                return "yes"
        elif named and not named & wanted and len(shared) > 1 and not denied and not named & {"up", "down"}:
            return "no"
    return ""


def _elsewhere(said: str, asked: str) -> str:
    """Tell that a thing is at another place: "The contour is around the boy." where it was asked about the kite."""
    wanted = ASKS_ABOUT.search(asked)
    if wanted is None:
        return ""
    thing = wanted["thing"].split()[-1]
    targets = {root(word) for word in wanted["target"].split() if word not in SMALL}
    for sentence in _sentences(said):
        placed = re.search(
            rf"\bthe (?:only )?(?:[a-z]+ )?{re.escape(thing)} (?:is|was|goes|runs) (?:[a-z]+ )?{wanted['where']} (.*)",
            sentence,
        )
        if placed is None or DENIES.search(sentence) or targets & _content(placed[1]):
            continue
        return "no"
    return ""


def _target(said: str, asked: str) -> str:
    """Tell that something looks or points at another thing than the one asked for."""
    wanted = ASKS_TARGET.search(asked)
    if wanted is None or directions_named(wanted["target"]):
        return ""
    if "camera" in wanted["target"] and INTO_LENS.search(said) is not None:
        return "" if DENIES.search(said) else "yes"
    target = Names([wanted["target"]])
    for sentence in _sentences(said):
        aimed = AIMED.search(sentence)
        if aimed is None or aimed["verb"][:4] != wanted["verb"][:4] or DENIES.search(sentence):
            continue
        named = target.mentions(sentence)
        return "" if named or wanted["target"].split()[-1] in sentence else "no"
    return ""


def polar_statement(text: str, question: str, restated: bool = True) -> str:
    """Return "yes" or "no" for a reply that states a fact or the words of a yes-no question, "" for any other text.

    Args:
        text: The reply.
        question: What was asked.
        restated: A reply in the words of the question may answer, too, not only a fact.
    """
    fact = told_fact(text, question)
    if fact or not restated:
        return fact
    if asks_way(question) and GOES.search(text) is None:
        return ""  # "The arrow is to the left of the lamp."
    return polarity(text, question)
