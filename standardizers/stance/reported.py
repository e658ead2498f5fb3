"""Clauses that report what somebody else answered, wrote or wants to hear, and what the reply has given up saying."""

from __future__ import annotations

import re
from functools import cache

from ..text.cued import Cued
from . import reported_words as words
from .lexicon import TOKEN, UNSPACED, Lexicon

_NEAR, _VERB, _OPENING = 2, 6, 5
_QUOTED = re.compile(r"\"([^\"\n]{1,120})\"|(?<![^\W_])'([^'\n]{1,120})'(?![^\W_])")
_OWN_WORD = re.compile(r"\W*\w+\s?[,:]")
_ANNOUNCED = re.compile(words.ANNOUNCED)
_UNSPACED_OTHERS = re.compile(words.UNSPACED_OTHERS)
_UNSPACED_WRITTEN = re.compile(words.UNSPACED_WRITTEN)
_ASKED_TO_SAY = Cued(f"{words.ASKED_TO_SAY}|{words.ABANDONED}", scripts=True)
_PEOPLE = frozenset(("JUDGES", "WATCHERS"))
_DID = frozenset(("ANSWERED", "LOOKED"))
_OF_EARLIER = frozenset((*_PEOPLE, "RESULTS", "TURNS"))
_OF_LATEST = frozenset(("JUDGES", "TURNS"))
_TOGETHER = (  # what a report has beside each other
    (frozenset(("EARLIER",)), _OF_EARLIER),
    (frozenset(("LATEST",)), _OF_LATEST),
    (frozenset(("FIRST",)), frozenset(("TURNS",))),
    (frozenset(("ANOTHER",)), _PEOPLE),
    (frozenset(("JUDGES",)), frozenset(("ANSWERED",))),
    (frozenset(("PRONOUNS",)), frozenset(("REPLIED",))),
    (frozenset(("MODELS",)), frozenset(("PREDICTED",))),
    (frozenset(("EXAMPLES",)), frozenset(("TOLD", "ANSWERED", "KEEPS", "RESULTS"))),
    (frozenset(("ACCORDING",)), frozenset(("JUDGES", "KEYS"))),
)
_TABLES = (
    "MODELS ARTICLES PREDICTED FIRST WAS JUDGES WATCHERS EARLIER LATEST ANOTHER RESULTS TURNS ANSWERED LOOKED PRONOUNS"
    " REPLIED GENERAL WRITTEN OWN ASKS WITHIN EXAMPLES HERE PICTURES TOLD KEEPS ACCORDING KEYS"
)

Said = list[frozenset[str]]


@cache
def _lexicon() -> Lexicon:
    return Lexicon({name: getattr(words, name) for name in _TABLES.split()})


def may_report(lowered: str) -> bool:
    """Tell whether a lower-case text has a word with which a report can be told (a quick test)."""
    said = _lexicon().clause(lowered)[0]
    if any([not one.isdisjoint(said) and not other.isdisjoint(said) for one, other in _TOGETHER]):
        return True
    if "WRITTEN" in said and ('"' in lowered or "'" in lowered):
        return True
    unspaced = UNSPACED.search(lowered) is not None
    if unspaced and (_UNSPACED_OTHERS.search(lowered) or _UNSPACED_WRITTEN.search(lowered)):
        return True
    return ("ASKS" in said or unspaced) and _ASKED_TO_SAY.search(lowered) is not None


_HERE = re.compile(r"\bhier\b")
_GERMANIC = re.compile(r"\b(?:man|das|die|der|dem|den|ist|sind|sieht|nicht|ich|wir|eine?|het|een|niet|ik|is|zijn|ze)\b")


def is_reported(part: str, quotes: bool = False) -> bool:
    """Tell whether a lower-case clause reports what is not the speaker's own answer.

    Args:
        part: The clause.
        quotes: What is quoted from the picture is no answer either, whatever it says.

    Example:
        >>> is_reported("the previous participant chose b."), is_reported("i chose b.")
        (True, False)
    """
    if _ASKED_TO_SAY.search(part) is not None:
        return True
    if not part.isascii() and _UNSPACED_OTHERS.search(part) is not None:
        return True
    if "hier" in part and _GERMANIC.search(part) is not None:
        part = _HERE.sub(" ", part)  # "here" in German and Dutch, "yesterday" in French
    said = [_lexicon().concepts(word.removesuffix("'s")) for word in TOKEN.findall(part)]
    return _is_others(said) or _is_of_an_example(said) or _is_quoted(part, quotes)


def _is_of_an_example(said: Said) -> bool:
    """Tell whether a clause says what the prompt's example or a key to the answers has ("In the example it was B")."""
    if any("OWN" in one for one in said):
        return False
    opening = said[:_OPENING]
    sources = [at for at, one in enumerate(opening[:2]) if "ACCORDING" in one]
    if sources and any({"JUDGES", "KEYS"} & one for one in said[sources[0] + 1 : sources[0] + 2 + _OPENING]):
        return True
    at = next((at for at, one in enumerate(opening) if "EXAMPLES" in one), -1)
    if (
        at < 0
        or any("HERE" in one for one in opening[: at + 1])
        or any("PICTURES" in one for one in said[at + 1 : at + 2])
    ):
        return False
    behind = said[at + 1 :]
    if any("WITHIN" in one for one in said[: at + 1]):
        return any({"TOLD", "ANSWERED"} & one for one in behind)
    if not any("RESULTS" in one or "KEYS" in one for one in said[at : at + 3]):
        return any("KEEPS" in one for one in behind[:1])
    return any({"KEEPS", "ANSWERED"} & one for one in said[at + 1 : at + 4])


def _is_others(said: Said) -> bool:
    """Tell whether somebody who is not the speaker is said to have answered."""
    if any("OWN" in one for one in said[:2]) and not any("JUDGES" in one for one in said[1:5]):
        return False  # "my answer", not "my colleague"
    for at, one in enumerate(said):
        near = said[max(0, at - 1) : at] + said[at + 1 : at + 1 + _NEAR]
        if "EARLIER" in one and any(_OF_EARLIER & other for other in near):
            return True
        if "LATEST" in one and any(_OF_LATEST & other for other in near):
            return True
        behind = said[at + 1 : at + 1 + _VERB]
        if "ANOTHER" in one and at < _NEAR and any(_PEOPLE & other for other in near):
            return any(_DID & other for other in behind)
        general = any("GENERAL" in other for other in said[: at + 3])
        own = any("OWN" in other for other in said[:2])  # "my colleague would put it there"
        if "JUDGES" in one and (own or not general) and any("ANSWERED" in other for other in behind):
            return True
        if "FIRST" in one and any("TURNS" in other for other in near) and any("WAS" in other for other in behind):
            return True
        programs = any("MODELS" in other for other in behind[: _VERB - 2]) and not any(
            "OWN" in other for other in behind
        )
        if "ARTICLES" in one and at < _NEAR and programs and any("PREDICTED" in other for other in behind):
            return True
        if "PRONOUNS" in one and at < _NEAR and any("REPLIED" in other for other in behind[:_NEAR]):
            return True
    return False


def _is_quoted(part: str, quotes: bool) -> bool:
    """Tell whether an answer in quotation marks is what somebody wrote or says."""
    if '"' not in part and "'" not in part:
        return False
    found = [one or other for one, other in _QUOTED.findall(part)]
    if not found or not (quotes or any(map(_ANNOUNCED.search, found))):
        return False
    if _OWN_WORD.match(part) is not None:
        return False  # "No, the sign reads 'open'."
    around = _QUOTED.sub(" ", part)
    said, _ = _lexicon().clause(around)
    if "OWN" in said:
        return False
    return "WRITTEN" in said or _UNSPACED_WRITTEN.search(around) is not None
