"""Statements that answer a yes-no question by saying what it asks, or that it is not so."""

from __future__ import annotations

import re

from ..words.synonyms import root

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_QUESTION = re.compile(
    r"\b(?:is|are|was|were|do|does|did|can|could|has|have|will|would)\s[^?\n]{3,200}\?", re.IGNORECASE
)
SMALL = frozenset(
    re.findall(
        r"\S+",
        """
        the a an of in on at to is are was were be it its and or for with by from that this there do does did has
        have can could will would he she they his her not no image picture photo scene frame view case
        """,
    )
)
DENIES = re.compile(
    r"\b(?:not|no|never|nobody|none|neither|nothing|without|cannot|away from|instead of|rather than|lacks?|absent"
    r"|missing"
    r"|fails? to)\b|n't\b"
)
OPENS = re.compile(
    r"\b(?:might|may|could|perhaps|maybe|possibly|if|whether|unclear|unsure|cannot (?:tell|say|see)|or)\b|\?"
)
_ABSENT = re.compile(
    r"\W*(?:no\b|there (?:is|are|was|were) (?:no\b|not\b)|there (?:isn't|aren't)|i (?:see|find|can see"
    r"|could find) no\b|i (?:don't|do not|can't|cannot) (?:see|find|spot))"
)
_NONE_FOUND = re.compile(
    r"\W*i (?:can't|cannot|can not|don't|do not|couldn't|could not) (?:find|see|spot|detect|make out) (?:one|any"
    r"|any such|it|such)\b(?! \w)"
)
_ELSEWHERE = re.compile(
    r"\b(?:eyes?|gaze|looks?|looking|stares?|staring|glance)\b[^.;]*\b(?:instead|elsewhere|away|past (?:it|him|her"
    r"|them)|something else|somewhere else)\b"
)
_LOOKING = re.compile(r"\b(?:look(?:s|ing)?|gaz(?:e|ing)|eyes|staring)\b")
_NOTHING = re.compile(r"(?:n't|\bnot)\b[^.;]*\b(?:anything|any)\b|\bnothing\b")
_THING = re.compile(
    r"\b(?:is|are) there (?:(?:an?|any|some|the|one) )?(?:\w+ ){0,2}?(\w+)(?=(?: (?:in|on|at|drawn|shown|visible"
    r"|marking|around|inside|to|that|which|of|present|near|next|pointing|highlighting|with)\b|\s?\?))"
)
_LONGEST = 200
_SHARED = 0.61


def polarity(text: str, question: str) -> str:
    """Return "yes" or "no" for a statement in the words of a yes-no question, "" for any other text.

    Example:
        >>> polarity("The dog is not looking at the car.", "Is the dog looking at the car?")
        'no'
    """
    asked = _QUESTION.findall(question)
    if not asked:
        return ""
    sentence = re.split(r"(?<=[.!])\s|\n|;", text.strip(), maxsplit=1)[0].lower()
    if len(sentence) > _LONGEST or OPENS.search(sentence):
        return ""
    if _NONE_FOUND.match(sentence) and re.match(
        r"\W*(?:is|are) there\b|.{0,40}\b(?:drawn|shown|visible|present)\b", asked[-1].lower()
    ):
        return "no"  # "I can't find one."
    if _ELSEWHERE.search(sentence) and _LOOKING.search(asked[-1].lower()):
        return "no"  # "Her eyes are on the dog instead."
    wanted = [root(word) for word in _WORD.findall(asked[-1].lower()) if word not in SMALL]
    said = {root(word) for word in _WORD.findall(sentence) if word not in SMALL}
    if _ABSENT.match(sentence) and (thing := _THING.search(asked[-1].lower())) is not None and root(thing[1]) in said:
        return "no"  # "There is no arrow."
    if (
        len({*wanted}) < 2
        or (wanted[-1] not in said and not _NOTHING.search(sentence))
        or len(said.intersection(wanted)) < _SHARED * len({*wanted})
    ):
        return ""
    return "no" if DENIES.search(sentence) else "yes"
