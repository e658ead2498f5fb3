"""Replies that decide nothing in words: whether they answer the question, or are no assertion about it at all."""

from __future__ import annotations

import re

from .echoes import repeats_itself
from .synonyms import root

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_LONGEST = 90
_FEW = 3
_SENTENCE = re.compile(r"[.!?;]\s+\S|\n")
_ASSERTS = re.compile(  # how an answer begins
    r"\W*(?:(?:the|an?|it|it's|its|he|she|they|his|her|their|this|that|these|those|there(?:'s| is| are)|both|neither"
    r"|all|another|more|fewer|most|several|some|nobody|someone|on|in|at|to|from|behind|under|next|left|right|because"
    r"|since|about|around|exactly|only|no|one|two|three|four"
    r"|five|six|seven|eight|nine|ten|eleven|twelve|\d[\d.,:]*)\b|[$\u20ac\u00a3]\d)"
)
_NO_ANSWERS = re.compile(
    r"^\W*(?:on|in|at) the (?:left|right|top|bottom|upper|lower|foreground|background|middle|cent\w+)\b.*\bthere\b|"
    r"\?|^\W*(?:you|ok(?:ay)?|hm+|understood|noted|got it|thanks?|thank you|hello|hi|hey|well|so|and|please|let|reply"
    r"|answer"
    r"|respond|tell|say|state|decide|write|use|give|lorem|welcome|sorry|what|who|which|where|how|when|why|is|are|do"
    r"|does|the (?:question|user|task|prompt|model|instructions?|image|picture|photo|view|windows?|tiles?|parts?"
    r"|rules?)\b|an? (?:image|picture|photo)|there(?:'s| is) an? (?:image|picture|photo)|this (?:request|is|image"
    r"|picture|question|task|window)"
    r"|i (?:will|would|shall|am|think|have|do|was|may|might|must|see)\b)"
    r"|\b(?:polic(?:y|ies)|service|server|unavailable|gateway|timeout|request|user|help|assist|guidelines?|filter"
    r"|blocked|permitted|allowed|authenticat\w+|token|quota|undefined|nan|null|error|image|input|prompt)\b"
    r"|[{}<>\\]|\.\.\.\s*$|\b\d{3} [a-z]"
)
_GENERAL = re.compile(  # "Trophies have been awarded since ancient times."
    r"\W*(?!(?:his|this|its|yes|us|as|is|was|has|does|gas|bus|glass|grass|across"
    r"|the)\b)[a-z-]{3,}s(?: \w+){0,3} (?:are|have"
    r"|were|can|may|usually|often|generally|typically|tend|differ|come|use|need|do)\b"
)
_GENERALLY = re.compile(
    r"\b(?:usually|often|generally|typically|in general|always|frequently|commonly|since \w+ times)\b"
)
_ASKS_NUMBER = re.compile(
    r"\b(?:how (?:many|much|old|far|long|tall|high)|what (?:number|time|price|year|date)|which (?:number|year)"
    r"|cost|price)\b[^?]*\?",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"\d|\b(?:no|none|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|twenty|thirty|hundred|dozen|both|all"
    r"|several|few|many|free|nobody|noon|midnight|quarter|half|young|old|tall|far|short|a|an)\b"
)
_SMALL = frozenset(
    re.findall(
        r"\S+",
        """
        the a an of in on at to is are was were be it its and or for with by from that this what which who whose
        where how many much does do did has have you your me tell question image answer information more view need
        yes no not
        """,
    )
)


def asserts_answer(text: str, question: str | None) -> bool:
    """Tell whether a lower-case text without any decision answers the question itself ("Two dogs."), in one sentence.

    Args:
        text: The reply in plain words.
        question: What was asked, when it is known: an answer shares words with it, or is short.
    """
    text = text.strip()
    if len(text) > _LONGEST or not text or _NO_ANSWERS.search(text) or _SENTENCE.search(text):
        return False
    words = _WORD.findall(text)
    if not words or repeats_itself(text) or _GENERAL.match(text) or _GENERALLY.search(text):
        return False
    if question is not None and (
        _tells_nothing(text, question.lower()) or (_ASKS_NUMBER.search(question) and not _NUMBER.search(text))
    ):
        return False
    if _ASSERTS.match(text):
        return True
    if question is not None and _content(text) & _content(question.lower()):
        return True
    return len(words) <= _FEW or ", because" in text or ", since" in text


def _tells_nothing(text: str, question: str) -> bool:
    """Tell whether a sentence has no word that the question lacks: "The boy is feeding an animal."."""
    content = _content(text)
    return len(content) > 1 and content <= _content(question)


def _content(text: str) -> set[str]:
    return {root(word) for word in _WORD.findall(text) if word not in _SMALL}
