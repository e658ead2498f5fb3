"""Counts of things that a reply goes through one by one: "the first is ..., the second ...", "Chef: salient"."""

from __future__ import annotations

import re

from ..stance.ranking_words import ORDINAL

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
    r"(?:\s(?:object|item))?|(?:clearly\s)?stands out|counts?|counted|included?)"
)
_NEGATIVE = (
    r"(?:no|n|false|(?:(?:is|are)\s)?(?:(?:not|non|less|hardly|barely)[\s-])(?:(?:very|really|visually)\s)?(?:salient"
    r"|prominent|conspicuous"
    r"|eye-catching|counted)(?:\s(?:object|item))?|(?:does|do) ?(?:not|n't) (?:stand out|count)"
    r"|not (?:to be )?(?:counted|included)|background"
    r"|ignored?|excluded)"
)
_VERDICT = re.compile(
    rf"[^\n:;]{{1,60}}?(?::\s?|\s?=\s?|\s-\s|\s?->\s?|\s?\()(?:(?P<yes>{_POSITIVE})"
    rf"|{_NEGATIVE})\)?(?:\s?[(,-][^\n]{{0,80}})?\W{{0,3}}",
    re.IGNORECASE,
)
_MARKED = re.compile(  # "Boy: eyes on the cake -> counts", "Man: looks away \u2717"
    rf"[^\n;]{{1,100}}?(?:(?:->|=>|=|:|\s-|\()\s?(?:(?P<yes>{_POSITIVE})|{_NEGATIVE})\)?|\s?(?P<tick>[✓✔☑✅])"
    rf"|\s?[✗✘☒❌✕✖])"
    r"\W{0,3}",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"[^\n;]{1,40}?(?::|->|\s-)\s?(?:not an? [\w ]{2,20}|n/a)\W{0,3}", re.IGNORECASE)

_ONE_OF = re.compile(r"\W{0,3}(?:there(?:'s| is) |i see )?(?:one|an? (?:salient )?object)\b", re.IGNORECASE)
_TURN_ENDS = re.compile(
    r"(?:[,;]\s(?:and |plus |then )?|\s(?:and|while|plus)\s)(?=(?:one|another|a (?:second|third|fourth|fifth)"
    r"|the other|the second|an? salient object)\b)"
)
_IN_TURN = re.compile(
    r"\W{0,3}(?:there(?:'s| is) |i see )?(?:one|another|a (?:second|third|fourth|fifth)|the other"
    r"|the second|an? (?:salient )?object)\b[^,;.\n]{2,80}\W{0,3}$",
    re.IGNORECASE,
)
_NUMBERS = re.compile(r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|total|each|no|not)\b", re.IGNORECASE)
_PARTS = re.compile(r"\n+|;\s|(?<=[a-z)✓✔☑✅✗✘☒❌✕✖]),\s|(?<=[a-z])\.\s(?=[A-Z])")
_MOST_PARTS = 100
_LABELLED = re.compile(
    r"(?P<noun>[^\W\d_]{3,16}) (?P<number>\d{1,2}):\s(?P<said>[^:;\n.]{2,80})(?:[.;,]\s|\n+|[.;,]?$)"
)
_DENIED = re.compile(r"\b(?:no|not|none|without|never|false|lacks|missing)\b|n't\b", re.IGNORECASE)
_NO_THINGS = frozenset(
    re.findall(
        r"\w+",
        "step image picture photo question figure example task option part view answer section case version"
        " attempt run point reason phase level rank place fixation",
    )
)


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


def taken_in_turn(text: str) -> int:
    """Return the number of things that one sentence takes in turn ("One points at the dog, another at the cat."), or 0.

    Each of its pieces begins with "one", "another" or the like, and none of them has another number.
    """
    if len(text) > _LONGEST or _ONE_OF.match(text) is None:
        return 0
    pieces = [piece for piece in _TURN_ENDS.split(text.strip()) if piece]
    return (
        len(pieces) if len(pieces) > 1 and all(map(_IN_TURN.match, pieces)) and len(_NUMBERS.findall(text)) == 0 else 0
    )


def judged(text: str) -> int:
    """Return how many of at least two things a text calls salient, each by its own verdict ("Wall: not salient")."""
    if len(text) > _LONGEST:
        return 0
    parts = [part for part in _PARTS.split(text.strip(), maxsplit=_MOST_PARTS) if part.strip()]
    if len(parts) < 2:
        return 0
    for pattern in (_VERDICT, _MARKED):
        found = _verdicts([part.strip() for part in parts], pattern)
        if found:
            return found
    return 0


def _verdicts(parts: list[str], pattern: re.Pattern[str]) -> int:
    verdicts = [None if _ASIDE.fullmatch(part) else pattern.fullmatch(part) for part in parts]
    if verdicts[0] is None and parts[0].endswith(":"):
        del verdicts[0], parts[0]
    told = [match for part, match in zip(parts, verdicts, strict=True) if not _ASIDE.fullmatch(part)]
    if len(told) < 2 or None in told:
        return 0
    named = [match.groupdict() for match in told if match is not None]
    return sum(groups["yes"] is not None or groups.get("tick") is not None for groups in named)


def labelled(text: str) -> int | None:
    """Return how many of the things that a text numbers with one noun it does not deny, None without such a row.

    Example:
        >>> labelled("Rider 1: helmet. Rider 2: no helmet. Rider 3: helmet.")
        2
    """
    found = [*_LABELLED.finditer(text)] if ":" in text and len(text) <= _LONGEST else []
    if len(found) < 2 or text[: found[0].start()].strip():
        return None
    if len({match["noun"].lower() for match in found}) > 1 or found[0]["noun"].lower() in _NO_THINGS:
        return None
    if [int(match["number"]) for match in found] != list(range(1, len(found) + 1)):
        return None
    if any(_NUMBERS.search(_DENIED.sub(" ", match["said"])) for match in found) or text[found[-1].end() :].strip(
        " .\n"
    ):
        return None
    return sum(_DENIED.search(match["said"]) is None for match in found)
