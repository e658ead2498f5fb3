"""Points told by the letters x and y beside numbers in words of any language: "x座標が0.15、y座標が0.40です"."""

from __future__ import annotations

import re

from .points import UNITS, parsed
from .thirds import Point

_LETTER = r"(?<![a-z0-9_]){0}(?![a-z0-9_'])"
_NUMBER = r"(?<![\d.,])(?P<{0}>0?\.\d{{1,6}}|\d{{1,4}}(?:\.\d{{1,6}})?)(?![\d]|[.,]\d)"
_NUMBER += r"(?:\s?(?P<{0}u>%|percent\b|px\b|pixels?\b))?"
_WORDS = r"[^\d\n;<>=≤≥()\[\]{{}}?]{{0,{0}}}?"  # what stands between a letter and its number, or between the two axes
_AHEAD = re.compile(
    rf"{_LETTER.format('x')}(?P<one>{_WORDS.format(24)}){_NUMBER.format('x')}(?P<between>{_WORDS.format(40)})"
    rf"{_LETTER.format('y')}(?P<two>{_WORDS.format(24)}){_NUMBER.format('y')}(?P<rest>[^\n.;,]{{0,12}})",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    rf"{_NUMBER.format('x')}(?P<one>{_WORDS.format(16)}){_LETTER.format('x')}(?P<between>{_WORDS.format(24)})"
    rf"{_NUMBER.format('y')}(?P<two>{_WORDS.format(16)}){_LETTER.format('y')}(?P<rest>[^\n.;,]{{0,12}})",
    re.IGNORECASE,
)
_X = re.compile(_LETTER.format("x"), re.IGNORECASE)
_BOUNDS = re.compile(  # no place: bounds, sizes, denials, alternatives
    r"\b(?:not|nicht|kein\w*|pas|no|non|não|не|niet|inte|ikke|nie|değil|bukan|không|n't|from|between|range\w*|from|von"
    r"|zwischen|entre|tra|fra|от|между|max\w*|min\w*|bis|up to|upto|less|more|greater|below|above|under|over|least|most"
    r"|size|width|height|box|bbox|kleiner|größer|höchstens|mindestens|menor|mayor|inférieur\w*|supérieur\w*|or|oder|ou"
    r"|или|divided|times|by|multiplied|moves?|shift\w*|wide|high|long|step\w*)\b"
    r"|以下|以上|未満|小于|大于|不超过|之间|から|まで|至|到|から|이하|이상|미만|부터|까지|사이|範囲|范围|不是|ない|아니|ではなく|または|或",
    re.IGNORECASE,
)
_GOES_ON = re.compile(r"\s?(?:[-–~〜]|to\b|bis\b|から|到|至|까지|부터|or\b|oder\b|ou\b|или\b)\s?\d", re.IGNORECASE)


def lettered(text: str) -> list[Point]:
    """Return the points of a text that names x and y once or more, each beside its number, in that order.

    Args:
        text: Text from `standardizers.points.words.uniform`.

    Example:
        >>> [(point.x, point.y) for point in lettered("x liegt bei 0.7, y bei 0.35")]
        [(0.7, 0.35)]
    """
    found = [point for match in _AHEAD.finditer(text) if (point := _point(match)) is not None]
    if found:
        return found
    first = _X.search(text)
    if first is None or not any(map(str.isdigit, text[: first.start()])):
        return []
    return [point for match in _BEHIND.finditer(text) if (point := _point(match)) is not None]


def _point(match: re.Match[str]) -> Point | None:
    said = match["one"], match["between"], match["two"]
    if (
        any(_BOUNDS.search(words) for words in said)
        or _GOES_ON.match(match["rest"])
        or _GOES_ON.match(match["between"])
    ):
        return None
    unit = UNITS.get((match["xu"] or match["yu"] or "").lower(), "")
    return Point(
        match.start(),
        match.end("yu") if match["yu"] else match.end("y"),
        parsed(match["x"]),
        parsed(match["y"]),
        unit=unit,
    )
