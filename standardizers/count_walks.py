"""Counts of things that a reply goes through one by one: "the first is ..., the second ...", "Chef: salient"."""

from __future__ import annotations

import re

from .ranking_words import ORDINAL

_STEPS = re.compile(
    r"\b(?:i|we|let|steps?|need to|count(?:ing)?|identify|glance|sight|look(?:s|ing)?|not|no|none|never|reason"
    r"|question|option)\b|n't",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+")
_THEN = frozenset(("then", "next", "dann", "danach", "puis", "ensuite", "luego", "después", "depois", "poi"))
_ENGLISH = frozenset(["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"])
_LONGEST = 1_000
_POSITIVE = (
    r"(?:yes|y|true|(?:(?:is|clearly|highly|very|visually|also|most)\s){0,2}(?:salient|prominent|conspicuous"
    r"|eye-catching)"
    r"(?:\s(?:object|item))?|(?:clearly\s)?stands out|counts?|counted|included)"
)
_NEGATIVE = (
    r"(?:no|n|false|(?:(?:is|are)\s)?(?:(?:not|non|less|hardly|barely)[\s-])(?:(?:very|really|visually)\s)?(?:salient"
    r"|prominent|conspicuous"
    r"|eye-catching|counted)(?:\s(?:object|item))?|(?:does|do) ?(?:not|n't) (?:stand out|count)|background"
    r"|ignored?|excluded)"
)
_VERDICT = re.compile(
    rf"[^\n:;]{{1,60}}?(?::\s?|\s?=\s?|\s-\s|\s?->\s?|\s?\()(?:(?P<yes>{_POSITIVE})"
    rf"|{_NEGATIVE})\)?(?:\s?[(,-][^\n]{{0,80}})?\W{{0,3}}",
    re.IGNORECASE,
)
_PARTS = re.compile(r"\n+|;\s|(?<=[a-z]),\s|(?<=[a-z])\.\s(?=[A-Z])")
_MOST_PARTS = 100


def walked(text: str) -> int:
    """Return the last ordinal of a text that goes through things from the first on; 0 for any other text.

    "then" and "next" stand for an ordinal that is left out.
    """
    if len(text) > _LONGEST:
        return 0
    places = then = 0
    for word in _WORD.findall(text.lower()):
        place = ORDINAL.get(word) if places or word in _ENGLISH else None
        if place is None or (place > 1 and not places):
            then += bool(places) and word in _THEN
        elif place == 1 and not places:
            places, then = 1, 0
        elif places < place <= places + 1 + then:
            places, then = place, 0
        elif place != places:
            return 0
    return places if places > 1 and not _STEPS.search(text) else 0


def judged(text: str) -> int:
    """Return how many of at least two things a text calls salient, each by its own verdict ("Wall: not salient")."""
    if len(text) > _LONGEST:
        return 0
    parts = [part for part in _PARTS.split(text.strip(), maxsplit=_MOST_PARTS) if part.strip()]
    if len(parts) < 2:
        return 0
    verdicts = [_VERDICT.fullmatch(part.strip()) for part in parts]
    if verdicts[0] is None and parts[0].rstrip().endswith(":"):
        del verdicts[0]
    if len(verdicts) < 2 or None in verdicts:
        return 0
    return sum(match.group("yes") is not None for match in verdicts if match is not None)
