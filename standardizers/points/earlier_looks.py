"""Points where somebody has looked already: a reply that only repeats those of the question predicts nothing."""

from __future__ import annotations

import re
from functools import lru_cache

_GIVEN = re.compile(
    r"(?:already (?:fixated|looked)|fixations? so far|gaze so far|looks so far|(?:previous|earlier|past|current|last"
    r"|first) (?:fixations?|gaze|looks?|positions?)|so far)\b[^:\n]{0,80}:\s?"
    r"(?P<points>(?:\(\s?[\d.]+\s?,\s?[\d.]+\s?\)[\s,;]{0,3}(?:and |then |-> ?)?){1,40})",
    re.IGNORECASE,
)
_PAIR = re.compile(r"(?<![\d.])([\d.]{1,12})\s?,\s?([\d.]{1,12})")
_PAST = re.compile(
    r"\b(?:so far|already|until now|up to now|has (?:just )?(?:been|looked|fixated|visited|seen|gazed)|have (?:been"
    r"|looked|fixated|visited|seen)|had (?:been|looked|fixated)|was|were|starts?|started|moved"
    r"|went|shifted|jumped|travell?ed|begins?|began|currently"
    r"|current"
    r"|previous(?:ly)?|at the moment|is (?:now |presently )?(?:at|in|on)|leaves?|after|we are asked|the (?:task"
    r"|question)"
    r" is|bisher|bereits|lag|lagen|war|waren|beginnt|startet|déjà|jusqu'à présent|jusqu'ici|était|étaient|commence"
    r"|ya|hasta ahora|estaba|estaban|empieza|comienza|já|até agora|estava|estavam|começa|già|finora|era|erano"
    r"|inizia|уже|пока|был[аио]?|начина\w+)\b|已经|目前|到目前为止|此前|これまで|すでに|지금까지|이미",
    re.IGNORECASE,
)
_PREDICTS = re.compile(
    r"\b(?:next|will|would|predict\w*|return\w*|stay\w*|remain\w*|keep\w*|again|back to|answer|nächste\w*|wird|bleibt"
    r"|zurück|prochaine?|suivante?|va|reste|revient|siguiente|próxim[ao]|será|prossim[ao]|sarà|torna|следующ\w*"
    r"|будет)\b"
    r"|下一|次の|다음",
    re.IGNORECASE,
)
_CALLED_GIVEN = re.compile(r"\b(?:given|already|previous|past|observed|known|so far)\b", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+|(?<=[\u3002])")
_FEW_WORDS = 4


@lru_cache(maxsize=256)
def given_points(question: str) -> frozenset[tuple[float, float]]:
    """Return the points that a question names as those looked at so far.

    Example:
        >>> sorted(given_points("Already fixated: (0.50, 0.50), (0.61, 0.52). Name the next one."))
        [(0.5, 0.5), (0.61, 0.52)]
    """
    found = set()
    for match in _GIVEN.finditer(question):
        for one, other in _PAIR.findall(match["points"]):
            try:
                found.add((float(one), float(other)))
            except ValueError:
                continue
    return frozenset(found)


def only_looked_at(text: str, points: list[tuple[float, float]], question: str | None, cut: bool) -> bool:
    """Tell whether a reply names no points but those of the question, as looks of the past.

    Args:
        text: The reply in plain words.
        points: The points that it names.
        question: What was asked.
        cut: Its end is missing.
    """
    given = given_points(question) if question else frozenset[tuple[float, float]]()
    if not given or not points or not given.issuperset(points):
        return False
    told = [sentence for sentence in _SENTENCE.split(text) if _PAIR.search(sentence)]
    if not told or any(len(re.findall(r"[^\W\d_]{2,}", sentence)) < _FEW_WORDS for sentence in told):
        return False
    if not all(_PAST.search(sentence) for sentence in told):
        return False
    return cut or not any(_PREDICTS.search(sentence) for sentence in told)


def number_given(text: str, points: list[tuple[float, float]], question: str | None) -> int:
    """Return how many points at the start of a list are those of the question, called given; the rest is predicted.

    Example:
        >>> asked = "Already fixated: (0.50, 0.50). Name the next one."
        >>> number_given("1: (0.5, 0.5) - given, 2: (0.7, 0.6) - predicted", [(0.5, 0.5), (0.7, 0.6)], asked)
        1
    """
    given = given_points(question) if question else frozenset[tuple[float, float]]()
    if not 0 < len(given) < len(points) or _CALLED_GIVEN.search(text) is None:
        return 0
    return len(given) if given == {*points[: len(given)]} else 0
