"""Options that are spatial relations, told by another preposition: "in the suitcase" for "inside"."""

from __future__ import annotations

import re
from collections.abc import Sequence

_RELATIONS = {
    "inside": r"in|inside|within|into",
    "on": r"on|upon|atop|on top of|onto",
    "under": r"under|underneath|beneath|below",
    "above": r"above|over",
    "beside": r"beside|next to|alongside|by|near|close to|adjacent to|at the side of",
    "behind": r"behind|in back of",
    "before": r"in front of|before|ahead of",
    "between": r"between|among|amid",
    "left": r"to the left of|left of|on the left of|on the left side of",
    "right": r"to the right of|right of|on the right of|on the right side of",
    "around": r"around|surrounding|encircling",
    "against": r"against|leaning (?:on|against)",
}
_PHRASES = [
    (phrase, relation)
    for relation, phrases in _RELATIONS.items()
    for phrase in re.findall(r"(?:[^|(]|\([^)]*\))+", phrases)
]
_WORDS = "|".join(f"(?:{phrase})" for phrase, _ in sorted(_PHRASES, key=lambda one: -len(one[0])))
_OPTION = re.compile(
    rf"(?:(?:is|are|it is|they are|lies?|sits?|stands?) )?(?P<relation>{_WORDS})(?: (?:it|each other|one another))?"
)
_STATED = re.compile(
    rf"[^.;,!?\n]{{0,60}}?\b(?:is|are|sits?|sitting|stands?|standing|lies?|lying|rests?|resting|hangs?|hanging"
    rf"|curled up|hides?"
    rf"|hiding|placed|located|positioned)(?: (?:right|just|directly|standing|sitting|lying|resting|hiding|asleep"
    rf"|sleeping"
    rf"|located|placed|curled up))?"
    rf" (?P<relation>{_WORDS}) (?:the|an?|his|her|its|their|it\b|each\b|one another)",
    re.IGNORECASE,
)
_DENIES = re.compile(r"\b(?:not|n't|never|neither|nor|or|if|whether)\b|n't\b|\?", re.IGNORECASE)
_OR_ELSE = re.compile(rf"\bor (?:(?:is|it is|perhaps|maybe) )?(?:{_WORDS})\b", re.IGNORECASE)
_LONGEST = 240


def relation_told(text: str, options: Sequence[str]) -> int:
    """Return the only option with the relation that a short reply states, where all options are relations, else -1.

    Args:
        text: The reply in plain words.
        options: The options' texts.

    Example:
        >>> relation_told("The cat is in the suitcase.", ["under", "on top of", "inside"])
        2
        >>> relation_told("The cat is not in the suitcase.", ["under", "on top of", "inside"])
        -1
    """
    if len(text) > _LONGEST or len(options) < 2:
        return -1
    stated = _STATED.match(text)
    if stated is None or _DENIES.search(text, 0, stated.end()) is not None or _OR_ELSE.search(text) is not None:
        return -1
    own = [_OPTION.fullmatch(option.strip(" .").lower()) for option in options]
    kinds = [_relation(one["relation"]) if one is not None else "" for one in own]
    if not all(kinds) or len({*kinds}) < len(kinds):
        return -1
    told = _relation(stated["relation"].lower())
    return kinds.index(told) if told in kinds else -1


def _relation(words: str) -> str:
    return next(relation for phrase, relation in _PHRASES if re.fullmatch(phrase, words))
