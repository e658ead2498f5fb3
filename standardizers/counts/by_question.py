"""Counts of short replies that only the question settles: which of several numbers it asks for, or that none does."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..stance.verdict import NO_ANSWER
from ..text.literals import json_values
from ..text.number_words import any_language
from .asked import COLOURS, asked_colour

_NUMBER = r"(?P<number>\d{1,3}|[^\W\d_]{2,9})"
_CLAUSE = re.compile(r"[.;!?\n]+|,\s(?:(?:and|but|while|whereas)\s)?|\s(?:and|but|while|whereas)\s(?=the\s)")
_REST = re.compile(  # "the remaining three face the camera", "the other two people look at it"
    rf"\s{{0,2}}(?:only )?the (?:remaining|others?|rest of the)\s{_NUMBER}\s"
    r"(?:[a-z-]{2,16}\s){0,2}?[a-z]{2,16}\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{4,}")
_NAME_WORD = re.compile(r"[^\W\d_]{3,}")
_ROOT = 5  # letters by which forms of a word are told
_GENERAL = frozenset(
    re.findall(
        r"\S+",
        "answer number integer please positive digit image picture photo scene many people person persons there this"
        " that with only single explanation give count reply respond towards toward what which would their them they"
        " does look looks looking face facing objects object things thing salient",
    )
)
_AWAY = re.compile(r"\b(?:not|never|away|none|no)\b|n't", re.IGNORECASE)
_DENIED = r"(?:\bno|n't(?: \w{2,6})?(?: any| an?)|\bnot(?: \w{2,6})? any|\bwithout any|\bzero)\s(?:[a-z-]{2,12}\s)?"
_PHRASE_ENDS = (
    r"\s[a-z]{3,14}(?:\s(?:here|there|at all|visible|present|drawn|in (?:the|this) (?:image|picture|photo|scene)))?"
    r"\s?(?:[.,;:!(\n-]|$)"
)
_ROUND = re.compile(
    r"(?:^|\s)(?:q|question)\s?:\s(?P<asked>[^?\n]{3,300}?[?.])\s{1,3}(?:a|answer)\s?:\s", re.IGNORECASE
)
_NEEDS_BETTER = re.compile(  # how a reply ends that gives no number yet
    r"\bneed(?:ed|s)?\b[^.;!?\n]{1,60}\bto (?:give|tell|name|state|provide|commit to)\b[^.;!?\n]{0,20}"
    r"\b(?:number|count|total|figure|answer)\b\W{0,3}$",
    re.IGNORECASE,
)
_WEAK = ("objects", "only_number", "leading", "enumeration", "sum")
_ITEM = r"(?:(?!and\b)[a-z-]{2,16}\s){0,2}[a-z-]{2,16}"
_SUBJECTS = re.compile(  # "The dog, the cat and the vase have blue boxes."
    rf"\W{{0,3}}(?P<things>(?:the|an?)\s{_ITEM}(?:,\s(?:the|an?)\s{_ITEM}){{0,6}},?\sand\s(?:the|an?)\s{_ITEM}?)"
    r"\s(?:both\s|all\s)?(?:are|have|do|look|face|carry|wear|bear|stand|watch|point)\b(?P<said>[^.;,\n\d]{2,80})",
    re.IGNORECASE,
)
_CAPTION = re.compile(
    r"\W{0,3}an? (?:[a-z-]{2,16} ){1,4}?(?:with|of|full of) (?:[a-z-]{2,16} ){0,2}?(?:\d{1,3}|[a-z]{3,9})\b"
    r"(?:(?!\b(?:is|are|was|were|has|have|that|which|so|do|does)\b)[^.;:!?\n]){3,80}\.?",
    re.IGNORECASE,
)
_SOME_OF = re.compile(
    rf"[,;(-]\s?(?:(?:and|but|of which|only)\s){{0,2}}{_NUMBER}\sof (?:which|whom|them|these"
    rf"|those)\s(?P<said>[^.;,\n]{{3,60}})",
    re.IGNORECASE,
)
_IN_TOTAL = re.compile(r"\b(?:altogether|in (?:total|all)|a total of|all told)\b", re.IGNORECASE)
_NOBODY = re.compile(
    r"\W*(?:nobody|no one|none of (?:them|the (?:people|persons))|niemand|personne ne?|nadie|nessuno|ninguém|никто"
    r"|ingen|nikt|لا أحد|hiç kimse|không ai)\b"
    r"(?![^.]*\b(?:but|except|else|other)\b)",
    re.IGNORECASE,
)
_ENDING = re.compile(r"(?<=[a-z]{4})(?:ing|ed|s)$")
_LONGEST_SENTENCE = 100
_OF_COLOUR = re.compile(
    rf"\W*(?:(?:there (?:is|are)|i (?:see|count|can see)|the (?:image|picture) (?:has|shows"
    rf"|contains))\s)?(?:a total of )?"
    rf"{_NUMBER}\s(?:{COLOURS.pattern})\s(?:[a-z-]{{2,16}}\s)?(?P<thing>[a-z-]{{3,16}})"
    r"(?:\s(?:in|on) (?:the|this) (?:image|picture|photo|scene)| here| in total| drawn)?\W*",
    re.IGNORECASE,
)
_THINGS_END = re.compile(r",\s(?:and\s)?|\sand\s")


def by_question(text: str, question: str, rule: str) -> tuple[int | None, str] | None:
    """Return the number that a text gives for just what the question asks for and its rule, None to keep the reading.

    The number is None where the text counts things of another colour only.

    Args:
        text: A short reply.
        question: What was asked.
        rule: The rule that has read the reply; what it announces as its answer stays.

    Example:
        >>> by_question("No yellow arrows; all six are blue.", "How many yellow arrows are there?", "objects")
        (0, 'none')
        >>> by_question("One looks away, the other two at the camera.", "How many look at the camera?", "only_number")
        (2, 'objects')
        >>> by_question("There are 3 red boxes.", "How many green boxes are there?", "only_number")
        (None, 'no_answer')
    """
    if rule == "phrase" and _IN_TOTAL.search(text) is not None and (some := _some_of(text, question)) is not None:
        return some, "objects"
    if rule not in _WEAK:
        return None
    if _counts_other_colour(text, question):
        return None, NO_ANSWER
    if _has_none(text, question):
        return 0, "none"
    if len({colour.lower() for colour in COLOURS.findall(text)}) > 1:
        value = asked_colour(text, question)
        if value is not None:
            return value, "asked"
    value = _some_of(text, question)
    value = _rest(text, question) if value is None else value
    return None if value is None else (value, "objects")


def asked_field(text: str, question: str) -> int | None:
    """Return the number in the field of an object whose name has most of what the question asks for, else None.

    Example:
        >>> asked_field('{"people": 11, "straw_hats": 7}', "How many people in the image are wearing a straw hat?")
        7
        >>> asked_field('{"people": 11, "dogs": 2}', "How many animals are there?")
    """
    values = json_values(text)
    fields = values[-1] if values and isinstance(values[-1], Mapping) else {}
    if len(fields) < 2 or not all(type(number) is int for number in fields.values()):
        return None
    asked = {word.removesuffix("s") for word in _NAME_WORD.findall(question.lower())} - _GENERAL - {"the", "how"}
    said = {name: {word.removesuffix("s") for word in _NAME_WORD.findall(str(name).lower())} for name in fields}
    shared = {name: len(asked & words) for name, words in said.items()}
    best = max(shared.values())
    named = [name for name, number in shared.items() if number == best]
    return fields[named[0]] if best and len(named) == 1 else None


def subjects(text: str, question: str) -> int | None:
    """Return how many things are the subject of the sentence that says of them what the question asks.

    Example:
        >>> subjects("The dog and the cat have blue boxes.", "How many objects are marked with a blue box?")
        2
        >>> subjects("The man and the boy look away.", "How many people look at the camera?")
    """
    found = _SUBJECTS.match(text)
    asked = {word.removesuffix("s") for word in _WORD.findall(question.lower())} - _GENERAL
    if found is None or _AWAY.search(found["said"]):
        return None
    said = {word.removesuffix("s").removesuffix("e") for word in _WORD.findall(found["said"].lower())}
    asked = {word.removesuffix("e") for word in asked}
    rest = {word.removesuffix("s").removesuffix("e") for word in _WORD.findall(text[found.end() :].lower())}
    return len(_THINGS_END.split(found["things"])) if asked & said and not asked & rest else None


def nobody_does(text: str, question: str) -> bool:
    """Tell whether a short text says that nobody does what the question asks for.

    Example:
        >>> nobody_does("Nobody is smiling at the camera.", "How many people are smiling at the camera?")
        True
        >>> nobody_does("Nobody is sitting.", "How many people are smiling at the camera?")
        False
    """
    if len(text) > _LONGEST_SENTENCE or _NOBODY.match(text) is None:
        return False
    return not text.isascii() or bool(_stems(text) & _stems(question) - _GENERAL - {"nobody"})


def wants_more(text: str) -> bool:
    """Tell whether a text ends by saying what it would need before it gave a number."""
    return _NEEDS_BETTER.search(text[-120:]) is not None


def asked_round(text: str, question: str) -> str:
    """Return the answer to the question where a text answers several ("Q: ... A: 4. Q: ... A: 2."), else the text.

    Example:
        >>> asked_round("Q: How many cars? A: 4 Q: How many are red? A: 1", "How many cars are there?")
        '4'
    """
    rounds = list(_ROUND.finditer(text))
    if len(rounds) < 2 or text[: rounds[0].start()].strip():
        return text
    words = set(_WORD.findall(question.lower())) - {"many"}
    shared = [len(words & set(_WORD.findall(one["asked"].lower()))) for one in rounds]
    best = shared.index(max(shared))
    if shared.count(shared[best]) > 1 or not shared[best]:
        return text
    stop = rounds[best + 1].start() if best + 1 < len(rounds) else len(text)
    return text[rounds[best].end() : stop].strip()


def _has_none(text: str, question: str) -> bool:
    """Tell whether a text denies the asked colour and numbers others only ("All three arrows are red, not yellow.")."""
    colours = {colour.lower() for colour in COLOURS.findall(question)}
    others = {colour.lower() for colour in COLOURS.findall(text)}
    if len(colours) != 1 or not others - colours:
        return False
    colour = colours.pop()
    lowered = text.lower()
    if lowered.count(colour) != 1:
        return False
    return (
        re.search(rf"{_DENIED}{colour}{_PHRASE_ENDS}", lowered) is not None
        or re.search(rf"\b(?:are|is)\s(?:all\s)?[a-z]{{3,12}},? not {colour}\W{{0,3}}$", lowered) is not None
    )


def _counts_other_colour(text: str, question: str) -> bool:
    """Tell whether a sentence counts the asked things in another colour than the asked one, and nothing else."""
    asked = {colour.lower() for colour in COLOURS.findall(question)}
    told = {colour.lower() for colour in COLOURS.findall(text)}
    if len(asked) != 1 or len(told) != 1 or asked & told or len(text) > _LONGEST_SENTENCE:
        return False
    counted = _OF_COLOUR.fullmatch(text)
    if counted is None:
        return False
    asked_for, thing = question.lower(), counted["thing"].lower()
    return any(thing.removesuffix(plural) in asked_for for plural in ("s", "es"))


def only_captions(text: str, question: str) -> bool:
    """Tell whether a text is the caption of a picture that names nothing of what the question asks for.

    Example:
        >>> only_captions("A race with 6 cyclists on a road.", "How many people wear a helmet?")
        True
        >>> only_captions("A race with 6 cyclists on a road.", "How many cyclists are there?")
        False
    """
    asked = _roots(question) - {word[:_ROOT] for word in _GENERAL}
    return bool(asked) and asked.isdisjoint(_roots(text)) and _CAPTION.fullmatch(text) is not None


def _roots(text: str) -> set[str]:
    return {word[:_ROOT] for word in _WORD.findall(text.lower())}


def _some_of(text: str, question: str) -> int | None:
    """Return the number of "four of whom wear helmets" where they alone do what the question asks about."""
    found = _SOME_OF.search(text)
    asked = _roots(question) - {word[:_ROOT] for word in _GENERAL}
    said = asked & _roots(found["said"]) if found is not None else set()
    if found is None or not said or said & _roots(text[: found.start()]):
        return None
    word = found["number"].lower()
    return int(word) if word.isdecimal() else any_language().get(word)


def _stems(text: str) -> set[str]:
    """Return the words of a text without the endings of English verbs and plurals."""
    return {_ENDING.sub("", word) for word in _WORD.findall(text.lower())}


def _rest(text: str, question: str) -> int | None:
    """Return the number of "the other three" where they alone do what the question asks about."""
    asked = _stems(question) - _GENERAL
    clauses = [clause for clause in _CLAUSE.split(text) if clause.strip()]
    found = _REST.match(clauses[-1]) if len(clauses) > 1 and asked else None
    if found is None or _AWAY.search(clauses[-1]):
        return None
    word = found["number"].lower()
    value = int(word) if word.isdecimal() else any_language().get(word)
    last, *others = (_stems(clause) for clause in (clauses[-1], *clauses[:-1]))
    said = asked & last
    return value if said and not any(said & other for other in others) else None
