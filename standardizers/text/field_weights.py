"""Objects that give each option a probability, a score or another weight, also nested: the highest weight answers.

{"probabilities": {"kite": 0.2, "drone": 0.8}}, {"kite": 20, "drone": 80} and
[{"option": "kite", "score": 2}, {"option": "drone", "score": 8}] weigh the same two options.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from .answers import FIELDS
from .literals import json_spans

_DEEPEST = 3
_MOST_OBJECTS = 20
_WEIGHS = re.compile(
    r"prob|weight|scor|likel|confid|salien|share|percent|distribut|attention|logit|chance|belief|plausib|certaint|rating"
    r"|wahrschein|gewicht|punkte|peso|puntu|verosim|vraisembl|вероятн|вес|оценк|概率|概率|得分|权重|置信|確率|重み|확률|점수"
)
_ASKED = re.compile(r"gaze|look|target|answer|predict|result|option|candidat|estimat|choice|object")
_AGAINST = re.compile(r"distan|error|angle|offset|loss|cost|deviat|unlik|improb|occlu|distract|rank|not_|excl|reject")
_NAMES = frozenset(("option", "name", "object", "label", "candidate", "choice", "item", "text", "letter", "target"))
_SHARE = re.compile(r"\s?(\d{1,3}(?:\.\d{1,4})?)\s?%\s?")
_OPEN = frozenset(("", "unknown", "none", "null", "unclear", "uncertain", "undecided"))
_NEAR_ONE = (0.9, 1.1)
_NEAR_HUNDRED = (90, 110)


def weights_in(text: str) -> Iterator[dict[str, float]]:
    """Yield what the objects of a text weigh, the last object first: names with their weights, two at least.

    An object under no name that speaks of weights counts only where its numbers add up to 1 or 100.

    Example:
        >>> list(weights_in('{"scores": {"kite": 3, "drone": 9}}'))
        [{'kite': 3.0, 'drone': 9.0}]
    """
    for _, _, value in list(reversed(json_spans(text)))[:_MOST_OBJECTS]:
        yield from _weighed(value, "", _DEEPEST)


def heaviest(weights: Mapping[str, float]) -> str:
    """Return the name with the highest weight, "" where two share it."""
    best = max(weights, key=weights.__getitem__)
    return best if [*weights.values()].count(weights[best]) == 1 else ""


def _weighed(value: object, name: str, depth: int) -> Iterator[dict[str, float]]:
    if isinstance(value, list):
        found = _rows(value)
        if found:
            yield found
        return
    if not isinstance(value, Mapping) or _leaves_open(value):
        return
    numbers = {str(key): number for key, item in value.items() if (number := _number(item)) is not None}
    named = not name or _ASKED.search(name) is not None
    if (
        len(numbers) == len(value) > 1
        and not _AGAINST.search(name)
        and (_WEIGHS.search(name) or (named and _adds_up(value)))
    ):
        yield numbers
    elif depth:
        for key, inner in value.items():
            yield from _weighed(inner, str(key).lower(), depth - 1)


def _rows(items: list[object]) -> dict[str, float]:
    """Return the weights of a list of objects that each have a name and one weight; {} for other lists."""
    found: dict[str, float] = {}
    for item in items:
        if not isinstance(item, Mapping):
            return {}
        names = [inner for key, inner in item.items() if str(key).lower() in _NAMES and isinstance(inner, str)]
        numbers = [number for key, inner in item.items() if _is_weight(key) and (number := _number(inner)) is not None]
        if not names or len(numbers) != 1 or names[0] in found:
            return {}
        found[names[0]] = numbers[0]
    return found if len(found) > 1 else {}


def _is_weight(key: object) -> bool:
    name = str(key).lower()
    return _WEIGHS.search(name) is not None and _AGAINST.search(name) is None


def _number(value: object) -> float | None:
    if isinstance(value, str):
        share = _SHARE.fullmatch(value)
        return float(share[1]) if share is not None else None
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def _adds_up(value: Mapping[object, object]) -> bool:
    numbers = [number for item in value.values() if (number := _number(item)) is not None]
    total = sum(numbers)
    parts = _NEAR_ONE[0] <= total <= _NEAR_ONE[1] and all(isinstance(item, float) for item in value.values())
    return parts or _NEAR_HUNDRED[0] <= total <= _NEAR_HUNDRED[1]


def _leaves_open(value: Mapping[object, object]) -> bool:
    """Tell whether the field for the answer says that there is none."""
    answers = [item for key, item in value.items() if str(key).lower() in FIELDS]
    return any(item is None or (isinstance(item, str) and item.strip().lower() in _OPEN) for item in answers)
