"""Points in running text with their places: labelled pairs, tuples, rows, bare pairs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from .lettered import lettered
from .pairs import ABOUT_BOX, ABOUT_SIZE, PLACE_UNIT, bare_points
from .points import UNITS, parsed
from .thirds import NUMBER, Point, add_third
from .words import may_hold

_MOST = 20_000


_OPENS = re.compile(r"[(\[{<]\s{0,3}[-+.\dnNiI]")
_DIGITS = re.compile(r"\d+(?:\.\d+)?|\b(?:nan|null|none|inf)", re.IGNORECASE)
_AXIS = re.compile(
    r"(?<![A-Za-z0-9_])[\"']?(?P<axis>[xyt])(?:_?\{?\d{1,3}\}?)?(?:[ _-]{0,2}(?:coordinates?|coords?|values?"
    r"|positions?|pos|locations?|axis|normali[sz]ed|norm))?(?:_(?P<suffix>ms|s|px))?[\"']?"
    r"\s{0,3}(?:\((?P<unit>[^()\n:=]{0,20})\))?\s{0,3}(?:(?:[:=~≈]|\bis\b|\bof\b|\bat\b|\babout\b|\baround\b"
    r"|\bapproximately\b|\broughly\b|\bequals?\b|\bcoordinate\b)\s{0,3}|\s(?=\d?\.\d)){1,4}"
    rf"[\"']?(?P<number>{NUMBER})(?P<its>\s?(?:%|‰|(?:px|pixels?|percent|ms|milliseconds?|msecs?|s|sec|secs"
    rf"|seconds?)\b))?(?!\d|\.\d)",
    re.IGNORECASE,
)
_WHOLE_AXIS = re.compile(  # "x from 0 to 1": how coordinates are counted
    r"[\"']?[xyt]\b[^\d\n]{0,12}\b0(?:\.0{1,3})?\s?(?:から|至|到|부터|에서|to|bis|à|a|al?|até|hasta|до|-|–|~|and|und|과|와)\s?1(?:\.0{1,3})?(?![\d.])",
    re.IGNORECASE,
)
_OFFERED = re.compile(r"\s(?:or|oder|ou|o|или)\s(?:0?\.|1\.0|\d{1,4}\b)", re.IGNORECASE)
_TUPLE = re.compile(
    rf"[(\[{{<]\s{{0,3}}(?P<x>{NUMBER})(?P<xu>{PLACE_UNIT})(?:\s{{0,3}}[,;"
    rf"|/]\s{{0,3}}|\s{{1,3}})(?:and\s)?(?P<y>{NUMBER})(?P<yu>{PLACE_UNIT})"
    rf"(?:\s{{0,3}}[,;|:]\s{{0,3}}(?:[ytwp]\s?[=:]\s?|(?:duration|dur|time|prob(?:ability)?|weight"
    rf"|confidence)\s?[=:]?\s?)?(?P<third>{NUMBER})(?P<tu>\s?(?:%|(?:ms|milliseconds?|s|sec|seconds?)\b))?)?"
    rf"\s{{0,3}}(?P<more>[,;]\s{{0,3}}(?:{NUMBER})\s{{0,3}})?[)\]}}>]",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"[ \t,(\"']{0,3}(?:(?:for|with|at|@|:|->|-(?=\s)|=|lasting|about|approximately|duration|weight|probability"
    r"|confidence|prob|score|likelihood|p|t|w|of|is)[ \t]{0,2}){1,6}"
    rf"(?P<third>{NUMBER})(?!\d|\.\d|\(|\s?[:=]|\s?[x*]\s?\d)\s?(?P<unit>%|(?:percent|ms|milliseconds?|s|sec"
    rf"|seconds?)\b)?(?!\s?[,;/]\s?\d|\w|\s?(?:@|at\b))",
    re.IGNORECASE,
)
_LEADS = re.compile(r"[^.,;\n()\[\]\d]{0,24}[(\[]\s?[-+.\d]")  # what stands before the next point belongs to it
_AXIS_LIST = re.compile(r"\b[xyt]\s{0,2}(?:\([^()\n]{0,20}\)\s?)?[:=]\s{0,2}$", re.IGNORECASE)
_TO_CORNER = re.compile(
    r"\s?(?:to|and|,|-|->|;|x)?\s?|[^()\d.\n]{0,30}\b(?:to|and|bottom[- ]right|lower[- ]right)\b[^()\d.\n]{0,20}",
    re.IGNORECASE,
)
_BOX_WORDS = frozenset(
    [
        "bounding",
        "box",
        "bbox",
        "corner",
        "corners",
        "top",
        "upper",
        "region",
        "area",
        "rectangle",
        "zone",
        "range",
        "extend",
        "extends",
        "space",
        "span",
        "spans",
        "stretch",
        "stretches",
        "stretching",
    ]
)
_OUTLINE_WORDS = frozenset(["polygon", "outline", "contour", "silhouette", "mask", "vertices"])
_OUTLINE = re.compile(r"\b(?:polygon|outline|contour|silhouette|mask|vertices)\b[^.\n\d]{0,50}$", re.IGNORECASE)
_LOOKS = re.compile(r"\b(?:fixat\w+|look\w*|gaze|eyes?|\w*paths?|follow\w*)\b[^.\n]*$", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]")
_SIZE_WORDS = frozenset(
    [
        "size",
        "resolution",
        "dimension",
        "dimensions",
        "imread",
        "resize",
        "gaussianblur",
        "shape",
        "wide",
        "image",
        "figsize",
        "kernel",
        "of",
        "imagesize",
        "imgsize",
    ]
)
_OF_SIZE = re.compile(r"[)\]]\s?(?:out )?of\s?$")


def find_points(text: str, weights: bool) -> list[Point]:
    """Return the points of a text in its most explicit notation, with durations or weights that stand beside them.

    Args:
        text: Text from `standardizers.text.plain` and `standardizers.points.words.uniform`.
        weights: Read the third number of a point as its weight instead of its duration.
    """
    lower = text.lower()
    points = (_labelled(text, weights) or lettered(text)) if "x" in lower and "y" in lower else []
    if _OPENS.search(text):
        points = _merged(points, _tuples(text))
    if not points or len(_DIGITS.findall(text)) - 2 * len(points) - sum(p.third is not None for p in points) > 1:
        points = _merged(points, bare_points(text))
    if points and may_hold(text, _OUTLINE_WORDS):
        points = _without_outlines(points, text)
    if points and any(point.third is None for point in points):
        add_third(points, text, weights)
    return points


def _without_outlines(points: list[Point], text: str) -> list[Point]:
    """Return points without the corners that follow a word for the outline of an object."""
    kept: list[Point] = []
    dropped = -1  # end of the last corner
    for point in points:
        follows = dropped >= 0 and not _LETTER.search(text, dropped, point.start)
        before = text[max(0, point.start - 60) : point.start]
        if follows or (_OUTLINE.search(before) and not _LOOKS.search(before)):
            dropped = point.end
        else:
            kept.append(point)
    return kept


def _merged(points: list[Point], more: list[Point]) -> list[Point]:
    """Return both in the order of the text, without those of the second that lie in one of the first."""
    if not points or not more:
        return points or more
    kept = list(points)
    place = 0
    for point in more:
        while place < len(points) and points[place].end <= point.start:
            place += 1
        if place >= len(points) or points[place].start >= point.end:
            kept.append(point)
    return sorted(kept, key=lambda point: point.start)


def _labelled(text: str, weights: bool) -> list[Point]:
    """Return the points of "x = 0.5, y = 0.4", in either order, with the duration that is labelled beside them."""
    tokens = [match for match in islice(_AXIS.finditer(text), _MOST) if not _is_open(text, match)]
    points: list[Point] = []
    place = 0
    times_lead = bool(tokens) and tokens[0].group("axis").lower() == "t" and tokens[-1].group("axis").lower() != "t"
    while place + 1 < len(tokens):
        first, second = tokens[place], tokens[place + 1]
        axes = first.group("axis").lower() + second.group("axis").lower()
        if axes not in ("xy", "yx") or second.start() - first.end() > 60:
            place += 1
            continue
        x, y = (first, second) if axes == "xy" else (second, first)
        unit = _unit(x) or _unit(y)
        point = Point(first.start(), second.end(), parsed(x.group("number")), parsed(y.group("number")), unit=unit)
        place += 2
        if (
            not times_lead
            and place < len(tokens)
            and tokens[place].group("axis").lower() == "t"
            and tokens[place].start() - second.end() < 60
        ):
            if not weights:
                point.third, point.clock = parsed(tokens[place].group("number")), _unit(tokens[place])
            point.end = tokens[place].end()
            place += 1
        elif (
            not weights
            and (times_lead or not points)
            and place >= 3
            and tokens[place - 3].group("axis").lower() == "t"
            and first.start() - tokens[place - 3].end() < 30
        ):
            point.third, point.clock = parsed(tokens[place - 3].group("number")), _unit(tokens[place - 3])
        points.append(point)
    counted = min(sum(token.group("axis").lower() == axis for token in tokens) for axis in "xy")
    return points if len(points) == counted else _by_axis(tokens) or points


def _is_open(text: str, match: re.Match[str]) -> bool:
    """Tell whether a coordinate is one of two that are offered ("x is 0.2 or 0.8"), or the whole axis ("0 to 1")."""
    return _WHOLE_AXIS.match(text, match.start()) is not None or _OFFERED.match(text, match.end()) is not None


def _by_axis(tokens: Sequence[re.Match[str]]) -> list[Point]:
    """Return the points of "x1 = .., x2 = .. y1 = .., y2 = ..": each axis by itself."""
    axes: dict[str, list[re.Match[str]]] = {"x": [], "y": [], "t": []}
    for token in tokens:
        axes[token.group("axis").lower()].append(token)
    x, y, t = axes["x"], axes["y"], axes["t"]
    if len(x) != len(y) or len(x) < 2:
        return []
    points = []
    for place, (a, b) in enumerate(zip(x, y, strict=True)):
        third = parsed(t[place].group("number")) if len(t) == len(x) else None
        clock = _unit(t[place]) if len(t) == len(x) else ""
        points.append(
            Point(a.start(), b.end(), parsed(a.group("number")), parsed(b.group("number")), third, _unit(a), clock)
        )
    return points


def _unit(match: re.Match[str]) -> str:
    found = match.group("its") or match.group("suffix") or ""
    named = (match.group("unit") or "").strip().lower()
    return UNITS.get(found.strip().lower(), "") or UNITS.get(named, "")


_LOOKS = re.compile(r"\b(?:looks?|gaze|eyes?|fixat\w+|goes|lands?|moves?|jumps?)\b", re.IGNORECASE)


def _tuples(text: str) -> list[Point]:
    points: list[Point] = []
    boxes, sizes = may_hold(text, _BOX_WORDS), may_hold(text, _SIZE_WORDS)
    boxed = len(text)  # end of the last corner of a box
    for match in islice(_TUPLE.finditer(text), _MOST):
        if match.group("more"):
            continue  # four numbers are a box
        if 0 <= match.start() - boxed < 60 and _TO_CORNER.fullmatch(text, boxed, match.start()):
            boxed = len(text)
            continue
        before = text[max(0, match.start() - 60) : match.start()]
        if boxes and ABOUT_BOX.search(before) and not (text.count("(") == 1 and _LOOKS.search(before)):
            boxed = match.end()
            continue
        if (
            (before[-1:] in "=: " and _AXIS_LIST.search(before))
            or (sizes and (ABOUT_SIZE.search(before) or _OF_SIZE.search(before)))
            or (before[-1:].isalnum() and before[-1:].isascii() and _is_call(before))
        ):
            continue
        point = Point(match.start(), match.end(), parsed(match.group("x")), parsed(match.group("y")))
        point.unit = UNITS.get((match.group("xu") or match.group("yu") or "").strip().lower(), "")
        if match.group("third"):
            point.third, point.clock = (
                parsed(match.group("third")),
                UNITS.get((match.group("tu") or "").strip().lower(), ""),
            )
        else:
            tail = _TAIL.match(text, match.end())
            if tail is not None and not (text[match.end()] in ",;" and _LEADS.match(text, tail.end())):
                point.third, point.clock = (
                    parsed(tail.group("third")),
                    UNITS.get((tail.group("unit") or "").lower(), ""),
                )
                point.end = tail.end()
        points.append(point)
    return points


_CALLS = re.compile(
    r"(?:click|tap|point|look|fixate|gaze|fixation|move_?to|move|moveto|coordinates?|xy|pos(?:ition)?|array|at|f\d*"
    r"|p\d*|see|touch|press|scanpath|path|answer)$",
    re.IGNORECASE,
)


def _is_call(before: str) -> bool:
    """Tell whether brackets follow a name that is no name of a look, such as "range(0, 5)"."""
    return _CALLS.search(before) is None
