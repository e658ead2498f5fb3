"""Units of points: which frame the numbers are in, and their conversion to image shares and milliseconds."""

import math
import re
from collections.abc import Sequence

from .points import Columns

_PIXELS = re.compile(r"\b(?:px|pixels?)\b", re.IGNORECASE)
_PERCENT = re.compile(r"%|\bpercent(?:ages?)?\b|\b0\s?(?:-|to|and)\s?100\b(?!\d)", re.IGNORECASE)
_THOUSAND = re.compile(
    r"\b0(?:\.0+)?\s?(?:-|to|and|,)\s?1[,.]?000\b|/\s?1000\b|\b1000\s?x\s?1000\b|\b(?:to|of|by|range) 1000\b|‰",
    re.IGNORECASE,
)
_SIZE = re.compile(r"\b(\d{2,5})\s?(?:x|by|\*)\s?(\d{2,5})\b(?!\s?x)", re.IGNORECASE)
_SECONDS = re.compile(r"(?:\b(?:in|T|durations?|time)\s?[(\[]?\s?(?:in )?)(?:s|sec|seconds)\b", re.IGNORECASE)
_MILLISECONDS = re.compile(r"\bms\b|\bmillisec|\d\s?ms\b", re.IGNORECASE)
_SLACK = 0.05  # share of the image by which a fixation may miss it: scan points lie outside now and then
_LONGEST_SECONDS = 10.0  # durations of up to 10 are seconds: nobody fixates for 10 ms


def frame_of(columns: Columns, text: str, size: tuple[float, float] | None) -> tuple[str, float, float] | None:
    """Return (name, width, height) of the frame in which the points are written, or None where it is unknown.

    Args:
        columns: The points as written.
        text: The reply, for units that it states.
        size: (width, height) of the image that was shown, in px, when the caller knows it.
    """
    values = [abs(value) for value in (*columns.x, *columns.y) if math.isfinite(value)]
    if columns.frame == "%":
        return "percent", 100.0, 100.0
    if not values or max(values) <= 1 + _SLACK or (columns.frame != "px" and _mostly_normalised(values)):
        return "normalised", 1.0, 1.0
    stated = [
        name
        for name, pattern in (("pixels", _PIXELS), ("thousand", _THOUSAND), ("percent", _PERCENT))
        if pattern.search(text)
    ]
    if columns.frame == "px":
        stated = ["pixels"]
    if stated == ["thousand"]:
        return "thousand", 1000.0, 1000.0
    if stated == ["percent"] and max(values) <= 100 * (1 + _SLACK):
        return "percent", 100.0, 100.0
    if stated == ["pixels"]:
        return _pixels(size) or _pixels(_stated_size(text))
    return _inferred(columns, values, size)


def _mostly_normalised(values: Sequence[float]) -> bool:
    """Tell whether half of the numbers are fractions of 1, or all are near 1, so that the others are slips."""
    near = max(values) < 2 and any(value % 1 for value in values)
    return near or 2 * sum(0 < value < 1 for value in values) >= len(values)


def _pixels(size: tuple[float, float] | None) -> tuple[str, float, float] | None:
    return ("pixels", float(size[0]), float(size[1])) if size is not None and min(size) > 0 else None


def _stated_size(text: str) -> tuple[float, float] | None:
    found = {(int(match.group(1)), int(match.group(2))) for match in _SIZE.finditer(text[:20_000])}
    return found.pop() if len(found) == 1 else None


def _inferred(
    columns: Columns, values: Sequence[float], size: tuple[float, float] | None
) -> tuple[str, float, float] | None:
    largest = max(values)
    pixels = _pixels(size)
    if pixels is not None:
        # Three or more fixations that would all lie in the first 100 px of a larger image are percentages.
        if largest <= 100 and len(columns.x) >= 3 and min(pixels[1:]) > 300:
            return "percent", 100.0, 100.0
        if _reaches(columns.x) <= pixels[1] * (1 + _SLACK) and _reaches(columns.y) <= pixels[2] * (1 + _SLACK):
            return pixels
    if pixels is None and largest <= 100:
        return "percent", 100.0, 100.0
    return ("thousand", 1000.0, 1000.0) if largest <= 1000 else None


def _reaches(values: Sequence[float]) -> float:
    return max((value for value in values if math.isfinite(value)), default=0.0)


def milliseconds(durations: Sequence[float], clock: str, text: str) -> list[float]:
    """Return durations in ms: 0 where one is missing, negative or not finite.

    Args:
        durations: As written.
        clock: "ms" or "s" when written at the numbers, else "".
        text: The reply, for units that it states; otherwise durations that are all up to 10 are seconds.
    """
    known = [value if math.isfinite(value) and value >= 0 else 0.0 for value in durations]
    if not clock:
        in_ms, in_s = _MILLISECONDS.search(text) is not None, _SECONDS.search(text) is not None
        short = max(known, default=0.0) <= _LONGEST_SECONDS
        clock = "s" if short and (in_s or not in_ms) else "ms"
        if short and in_ms and not in_s and any(0 < value < 1 for value in known):
            clock = "s"  # the prompt's "ms" repeated over fractions of a second
    return [value * 1000 for value in known] if clock == "s" else known


def inside(value: float) -> float | None:
    """Return a coordinate clipped to 0-1; None when it misses the image by more than the slack or is not finite."""
    if not math.isfinite(value) or not -_SLACK <= value <= 1 + _SLACK:
        return None
    return min(max(value, 0.0), 1.0)
