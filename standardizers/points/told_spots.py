"""The one place that a sentence gives what is looked at: "Der Blick fällt auf die Uhr, die ein Viertel von ..."."""

from __future__ import annotations

import re
from functools import cache

from ..stance.lexicon import TOKEN, Lexicon
from ..stance.need_words import NEGATIONS
from ..stance.undecided import HEDGES
from . import spot_terms
from .placings import PLACED
from .spot_tokens import tokens_of
from .spots import place_of_sentence

_DRAWN = """
start starts begin begins drawn attracts attract draws draw catches catch notice noticed notices zieht auffällt springt
attire attirent attiré attirée capte remarque atrae atraen llama capta atrai chama attira cattura colpisce привлека*
привлеч* бросается trekt przyciąga drar fångar tiltrækker fanger tiltrekker přitahuje upoutá çeker menarik thu
"""
_RELATIVE = """
whose which that who where dessen deren der die das den dem wo dont qui que où cuyo cuya cuyos que cujo cuja che cui
который которая которое котор* чьё чей чья який яка яке wiens waarvan die dat która który które którego której vars som
hvis hvor jehož jejíž který která které
"""
_SENTENCE = re.compile(r"(?<=[^\d\W])[.!;](?=\s|$)|\n+|(?<=\d)\.(?=\s*$)")
_LONGEST, _MOST_WORDS, _MOST_SENTENCES = 400, 50, 6
_STARTS_SHARE = frozenset("fotidnN%p1")


_NOBODY = """
nobody niemand niemanden nadie ninguém nessuno никто никого ніхто nikt ingen nikdo kimse tidak không
"""


@cache
def _lexicon() -> Lexicon:
    kinds = {
        "LOOK": spot_terms.LOOK + _DRAWN,
        "PLACED": PLACED,
        "RELATIVE": _RELATIVE,
        "NEGATIONS": NEGATIONS + _NOBODY,
    }
    return Lexicon(kinds)


@cache
def _parts() -> Lexicon:
    return Lexicon(
        {
            name: getattr(spot_terms, name)
            for name in ("HALF", "HALFWAY", "THIRD", "QUARTER", "FIFTH", "MIDDLE", "SIXTH")
        }
    )


def told_spot(text: str) -> tuple[float, float] | None:
    """Return (x, y), 0-1, of the place with which a sentence about looking ends, None without one or with several.

    The words before the place need not be known, but they must tell no other place, and what is placed must be what is
    looked at, not the one who looks.

    Args:
        text: Plain text, in lower case.

    Example:
        >>> told_spot("on regarde d'abord le clown, dont le visage se trouve à un quart de la gauche et à mi-hauteur.")
        (0.25, 0.5)
    """
    if len(text) > _LONGEST or "?" in text or HEDGES.search(text) is not None:
        return None
    found = set()
    for sentence in _SENTENCE.split(text)[:_MOST_SENTENCES]:
        if not any(_parts().concepts(word) for word in TOKEN.findall(sentence)):
            continue
        place = _at_its_end(sentence)
        if place is None:
            return None  # a place of something else
        found.add(place)
    return found.pop() if len(found) == 1 else None


def _at_its_end(sentence: str) -> tuple[float, float] | None:
    words = [*TOKEN.finditer(sentence)][:_MOST_WORDS]
    said = [_lexicon().concepts(word.group()) for word in words]
    look = next((at for at, one in enumerate(said) if "LOOK" in one), None)
    if look is None or any("NEGATIONS" in one and word.group() != "en" for word, one in zip(words, said, strict=True)):
        return None
    end = words[-1].start() if "PLACED" in said[-1] else len(sentence)
    for at in range(look + 1, len(words) - 1):
        ahead, behind = sentence[: words[at].start()], sentence[words[at].start() : end].rstrip(" ,")
        tokens = tokens_of(behind)
        if tokens is None or not tokens or tokens[0].letter not in _STARTS_SHARE:
            continue
        place = place_of_sentence(behind)
        if place is None:
            continue
        return place if _of_what_is_seen(ahead[words[look].end() :], said[at:-1], ahead) else None
    return None


def _of_what_is_seen(between: str, inside: list[frozenset[str]], ahead: str) -> bool:
    """Tell whether a place belongs to what is looked at: it stands behind it, or in a clause of its own about it."""
    if any(_parts().concepts(word) for word in TOKEN.findall(ahead)) or any(map(str.isdigit, ahead)):
        return False
    _, comma, clause = between.rpartition(",")
    first = TOKEN.search(clause)
    if comma:
        return first is None or "RELATIVE" in _lexicon().concepts(first.group())
    said = [*inside, *(_lexicon().concepts(word) for word in TOKEN.findall(between))]
    return not any("PLACED" in one and "RELATIVE" not in one for one in said)
