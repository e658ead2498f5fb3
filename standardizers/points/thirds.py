"""Durations and weights that stand beside points in running text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice, pairwise

from .points import UNITS, parsed
from .words import words_of

NUMBER = r"[-+]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][-+]?\d{1,3})?|[-+]?\b(?:nan|inf(?:inity)?|null|none)\b"
_MOST = 20_000
_TIME = re.compile(
    rf"(?P<number>{NUMBER})\s?(?P<unit>ms|msecs?|milliseconds?|s|secs?|seconds?)\b"
    rf"|\b(?:t|time|duration|dwell(?: time)?|dur)\b\s{{0,2}}(?:\([^()\n]{{0,14}}\)\s?)?(?:of|is|:|="
    rf"|~){{0,2}}\s{{0,2}}(?P<labelled>{NUMBER})(?!\s?%)",
    re.IGNORECASE,
)
_WEIGHT = re.compile(
    rf"\b(?:prob(?:ability)?|weight|confidence|likelihood|score|chance|p|w)\b\s{{0,2}}(?:of|is|de|di|von|van|av|:|=|~"
    rf"|\(){{0,2}}\s{{0,2}}(?P<labelled>{NUMBER})\s?(?P<its>%|percent\b)?"
    rf"|(?P<number>{NUMBER})\s?(?P<unit>%|percent\b)",
    re.IGNORECASE,
)
_ROW_TAIL = re.compile(
    rf"[ \t]{{0,3}}(?:[,|:(\[=-]{{0,2}}|[-=]>|\u2192)[ \t]{{0,3}}(?P<third>{NUMBER})[ \t]?(?P<unit>%"
    rf"|m?s\b)?[ \t]{{0,3}}[)\]]?"
    r"[ \t]{0,3}(?=[;|\n]|,\s?[(\[]|->|\([^\d()]|-\s[^\W\d]|$)"
)
_LEAD = re.compile(
    rf"(?:^|[\n;])[^\w\n.+-]{{0,6}}(?P<number>{NUMBER})[ \t]?(?P<unit>%|m?s\b)?[ \t]{{0,2}}(?:[:=-]|[-=]>"
    rf"|\u2192)[ \t]?\(?$"
)
_EACH = re.compile(r"\b(?:each|jeweils|chacune?|cada uno)\b[^.\n]{0,30}$", re.IGNORECASE)
_SHORTEST = 20  # a bare number behind a point is a duration from 20 ms on: smaller ones count something
_TIME_WORDS = frozenset(
    [
        "ms",
        "msec",
        "msecs",
        "millisecond",
        "milliseconds",
        "s",
        "sec",
        "secs",
        "second",
        "seconds",
        "t",
        "time",
        "duration",
        "dwell",
        "dur",
    ]
)
_WEIGHT_WORDS = frozenset(
    ["prob", "probability", "weight", "confidence", "likelihood", "score", "chance", "p", "w", "percent"]
)


@dataclass
class Point:
    """A point written at characters [start, end) of a text; `third` is its duration or weight, None when absent."""

    start: int
    end: int
    x: float
    y: float
    third: float | None = None
    unit: str = ""
    clock: str = ""


def add_third(points: list[Point], text: str, weights: bool) -> None:
    """Give points without a third number the durations or weights that stand beside them in the text."""
    tokens: list[tuple[int, float, str]] = []
    place = 0
    stated = not (_WEIGHT_WORDS if weights else _TIME_WORDS).isdisjoint(words_of(text)) or (weights and "%" in text)
    for match in islice((_WEIGHT if weights else _TIME).finditer(text), _MOST) if stated else ():
        while place < len(points) and points[place].end <= match.start():
            place += 1
        if place < len(points) and points[place].start < match.end():
            continue  # part of a point
        groups = match.groupdict()
        unit = groups.get("unit") or groups.get("its") or ""
        tokens.append(
            (match.start(), parsed(groups["number"] or groups["labelled"] or "nan"), UNITS.get(unit.lower(), ""))
        )
    if len(tokens) == 1 and _EACH.search(text[max(0, tokens[0][0] - 40) : tokens[0][0]]):
        tokens *= len(points)
    if not weights and len(tokens) > 1:
        tokens = _from_onsets(points, tokens)
    if not tokens:
        _add_row_ends(points, text, weights)
        return
    if weights and len(points) > 1 and len(tokens) >= len(points):
        leads = [_LEAD.search(text[max(0, point.start - 24) : point.start]) for point in points]
        if all(leads) and not any(point.third for point in points):
            _add_row_ends(points, text, weights)
            return
    missing = [point for point in points if point.third is None]
    if len(missing) < len(points):
        for point, (_, value, unit) in _beside(points, tokens, 0):
            if point.third is None:
                point.third, point.clock = value, unit
        return
    pairs = list(zip(points, tokens, strict=True)) if len(tokens) == len(points) else _beside(points, tokens)
    for point, (_, value, unit) in pairs:
        point.third, point.clock = value, unit


def _from_onsets(points: list[Point], tokens: list[tuple[int, float, str]]) -> list[tuple[int, float, str]]:
    """Return durations for times that count from 0 and lead their points ("0 ms: (..), 170 ms: (..), 400 ms: end")."""
    times = [value for _, value, _ in tokens]
    if times[0] != 0 or len(tokens) - len(points) != 1 or any(b <= a for a, b in pairwise(times)):
        return tokens
    if any(start >= point.start for (start, _, _), point in zip(tokens, points, strict=False)):
        return tokens
    return [(start, end - begin, unit) for (start, _, unit), (begin, end) in zip(tokens, pairwise(times), strict=False)]


def _add_row_ends(points: list[Point], text: str, weights: bool) -> None:
    """Give points the bare numbers that end their rows, as "(0.3, 0.6), 0.4", or begin them, when all rows have one."""
    tails = [
        _ROW_TAIL.match(text, point.end) or _LEAD.search(text[max(0, point.start - 24) : point.start])
        for point in points
    ]
    thirds = [(parsed(tail.group(1)), UNITS.get((tail.group("unit") or "").lower(), "")) for tail in tails if tail]
    if len(thirds) == len(points) and all(
        unit or (0 < value <= 1 if weights else value >= _SHORTEST) for value, unit in thirds
    ):
        for point, (value, unit) in zip(points, thirds, strict=True):
            point.third, point.clock = value, unit


def _beside(
    points: list[Point], tokens: list[tuple[int, float, str]], least: float = 0.5
) -> list[tuple[Point, tuple[int, float, str]]]:
    """Return points with the first token behind each and before the next one, [] for less than this share of them."""
    pairs = []
    place = 0
    for number, point in enumerate(points):
        limit = points[number + 1].start if number + 1 < len(points) else point.end + 80
        while place < len(tokens) and tokens[place][0] < point.end:
            place += 1
        if place < len(tokens) and tokens[place][0] < limit:
            pairs.append((point, tokens[place]))
    return pairs if len(pairs) >= least * len(points) else []
