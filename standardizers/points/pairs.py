"""Pairs and triples of numbers without brackets: on lines of their own, or fractions in a sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice, pairwise

from ..text.cued import Cued
from .points import UNITS, parsed
from .thirds import NUMBER, Point

_MOST = 20_000
PLACE_UNIT = r"(?:\s?(?:%|‰|(?:px|pixels?|percent)\b))?"
_NO_POINTS = Cued(
    r"\b(?:scores?|confidences?|prob\w*|weights?|accurac\w+|similarit\w+|iou|nss|auc|cc|kl|thresholds?"
    r"|temperature|top_p"
    r"|versions?|durations?|times?|ratios?|means?|std|opacity|scales?|factors?|likelihoods?|saliency|p|t|w)"
    r"\s{0,2}(?:of|are|is|:|=)?\s{0,2}$",
    re.IGNORECASE,
)
_RUN = re.compile(
    rf"(?<![\w.,/\[(-])(?P<run>(?:{NUMBER}){PLACE_UNIT}(?:\s?[,;/|]\s?(?:and\s)?(?:{NUMBER})(?:\s?(?:%|(?:px"
    rf"|pixels?|ms|s)\b))?|\s(?:and\s)?(?:{NUMBER})(?!\s?%?\s?:\s)(?:\s?(?:%|(?:px|pixels?|ms|s)\b))?(?![.)]\s)){{1,40}})(?![\d%]"
    rf"|\.\d)",
    re.IGNORECASE,
)
_SCALAR = re.compile(
    rf"(?P<number>{NUMBER})\s?(?P<unit>%|(?:px|pixels?|percent|ms|msecs?|milliseconds?|seconds?|secs?|sec|s)\b)?",
    re.IGNORECASE,
)
ABOUT_SIZE = re.compile(
    r"(?:size|resolution|dimensions?|imread|resize|gaussianblur|(?:image|array|output)[ .]shape"
    r"|shape\s?[=:]|wide|image is|figsize|kernel)\b[^.\n]{0,24}$",
    re.IGNORECASE,
)
_NO_PLACE = Cued(ABOUT_SIZE.pattern + r"|(?:between|range|ranges|from)\s{0,2}$", re.IGNORECASE)
_SHORT = 100
_SOLE = re.compile(r"\d{2,4}(?:\s?[,;/]\s?|\s)\d{2,4}\.?")
_LOCATED = re.compile(r"\b(?:at|bei|point|coordinates:?)\s$", re.IGNORECASE)
_LOCATION = re.compile(r"\d{2,4}\s?[,/]\s?\d{2,4}\.?")
_LABELLED = re.compile(r"[^\W\d_]{3,}:\s?$")
_ENDS = re.compile(r"(?<=\.)\s|\s?(?:px|pixels?)?\s?(?:[.;!\n]|$)")
_AFTER_SOLE = re.compile(
    r"(?:\s?px|\s?pixels?)?\W{0,4}|(?:\s?px|\s?pixels?)?[.,;]?\s(?:next|is|because|since|as|for sure)\b.*", re.DOTALL
)
_IN_LIST = re.compile(r"\d%?\s?[,;]\s?$")
_FRACTION = re.compile(r"\.\d")
ABOUT_BOX = re.compile(
    r"(?:bounding box|bbox|\bbox\b|\b(?:left|right|top|bottom|upper|lower|opposite|its|box|first|second|other"
    r"|the|two|four|with)[\s-]corners?"
    r"|^\W*corners?)\b[^.\n]{0,30}$|\b(?:top|upper)[- ]left\b[:=(\s]{1,4}$"
    r"|\b(?:region|area|rectangle|zone|range|extends?|space|spans?|stretch\w*)\b[^.\n()\d]{0,30}"
    r"\b(?:from|between|spans?|covers?|by)\b[^.\n()\d]{0,12}$",
    re.IGNORECASE,
)


def bare_points(text: str) -> list[Point]:
    """Return pairs of numbers without brackets: on lines of their own, or fractions in a sentence."""
    rows: list[tuple[re.Match[str], list[tuple[float, str]], bool]] = []
    for match in islice(_RUN.finditer(text), _MOST):
        if _IN_LIST.search(text, max(0, match.start() - 6), match.start()):
            continue
        numbers = [
            (parsed(one.group("number")), UNITS.get((one.group("unit") or "").lower(), ""))
            for one in _SCALAR.finditer(match.group("run"))
        ]
        line_start = text.rfind("\n", 0, match.start()) + 1
        line_end = text.find("\n", match.end())
        before, after = text[line_start : match.start()], text[match.end() : line_end if line_end >= 0 else len(text)]
        alone = re.fullmatch(
            r"\W*(?:(?:[A-Za-z]{1,12}\s?)?#?\d{0,3}\s?(?:\([^()]{0,20}\))?[.):,-]?)?\W*", before
        ) is not None and not re.search(r"[A-Za-z]{3}", after)
        rows.append((match, numbers, alone))
    points = []
    for match, numbers, alone in rows:
        if len(numbers) > 3:
            before = text[max(0, match.start() - 60) : match.start()]
            if not (_NO_PLACE.search(before) or _NO_POINTS.search(before) or ABOUT_BOX.search(before)):
                points += _in_pieces(match, alone)
            continue
        if len(numbers) not in (2, 3) or _NO_PLACE.search(text[max(0, match.start() - 60) : match.start()]):
            continue
        (x, xu), (y, yu) = numbers[:2]
        if (
            xu in ("ms", "s")
            or yu in ("ms", "s")
            or _NO_POINTS.search(text[max(0, match.start() - 40) : match.start()])
        ):
            continue
        alone = alone or _is_sole(text, match) or _is_located(text, match)
        fractions = 0 <= x <= 1 and 0 <= y <= 1 and _FRACTION.search(match.group("run")) is not None
        units = xu in ("px", "%") and yu == xu
        if not (fractions or units or alone):
            continue
        third = numbers[2] if len(numbers) == 3 else None
        points.append(
            Point(match.start(), match.end(), x, y, third[0] if third else None, xu or yu, third[1] if third else "")
        )
    return points


def _is_sole(text: str, match: re.Match[str]) -> bool:
    """Tell whether a pair of whole numbers is all that a short sentence says: "I would say 450, 600."."""
    if len(text) > _SHORT or not _SOLE.fullmatch(match.group()):
        return False
    rest = text[: match.start()] + text[match.end() :]
    return not any(map(str.isdigit, rest)) and _AFTER_SOLE.fullmatch(text, match.end()) is not None


def _is_located(text: str, match: re.Match[str]) -> bool:
    """Tell whether a pair of whole numbers says where something is: "the hand at 618/352"."""
    if _LOCATION.fullmatch(match.group()) is None:
        return False
    if _LABELLED.search(text, max(0, match.start() - 16), match.start()) and _ENDS.match(text, match.end()):
        return True
    return _LOCATED.search(text, max(0, match.start() - 8), match.start()) is not None


def _in_pieces(match: re.Match[str], alone: bool) -> list[Point]:
    """Return the points of "0.5, 0.5, 200; 0.4, 0.3, 150" or "0.5/0.5, 0.4/0.3": one mark in them, one between them.

    Args:
        match: A run of numbers.
        alone: Nothing else stands on its lines.
    """
    scalars = [*_SCALAR.finditer(match.group("run"))]
    marks = [match.group("run")[one.end() : other.start()].strip() for one, other in pairwise(scalars)]
    between = ";" if ";" in marks else next((mark for mark in marks if mark != marks[0]), "")
    if between == marks[0] or (between == "" and "" not in marks) or (between != ";" and len({*marks}) > 2):
        return []
    ends = [place for place, mark in enumerate(marks, 1) if mark == between]
    pieces = [scalars[start:end] for start, end in pairwise([0, *ends, len(scalars)])]
    sizes = {len(piece) for piece in pieces}
    if not sizes <= {2, 3} or (between != ";" and (len(sizes) > 1 or not _all_shares(pieces, alone))):
        return []
    points = []
    for piece in pieces:
        (x, unit), (y, _), *last = [
            (parsed(one.group("number")), UNITS.get((one.group("unit") or "").lower(), "")) for one in piece
        ]
        third, clock = last[0] if last else (None, "")
        start, end = match.start() + piece[0].start(), match.start() + piece[-1].end()
        points.append(Point(start, end, x, y, third, unit, clock))
    return points


def _all_shares(pieces: Sequence[Sequence[re.Match[str]]], alone: bool) -> bool:
    """Tell whether pieces begin with two shares of the image, or with any numbers that stand alone."""
    places = [one.group("number") for piece in pieces for one in piece[:2]]
    return alone or all(0 <= parsed(place) <= 1 and "." in place for place in places)
