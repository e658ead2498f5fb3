"""Which points of a text are the answer: lists against points that are only spoken of, announced and corrected ones."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from ..stance.taken_back import TAKES_BACK, may_take_back
from ..text.cued import Cued
from .stance import asserted, first_looked_at
from .thirds import Point
from .words import may_hold

CORRECTS = Cued(
    r"\b(?:wait|actually|correction|corrected|scratch that|on second thoughts?|let me (?:correct|revise|redo|fix"
    r"|refine|adjust)|i mean|i meant|my mistake|revised|oops|instead|updated)\b|\bno,"
    r"|\b(?:so|or|no|but|perhaps|would|'d) rather\b|(?<=')d rather\b|\bhmm"
    r"|更正|修正|不对|等等|訂正|정정|korrektur|corrección|correction|en fait"
    r"|en realidad|точнее|исправл",
    re.IGNORECASE,
)
_ANNOUNCES_PATH = re.compile(
    r"(?:\b(?:scan ?paths?|fixations?|fixation points|gaze path|path|answer|output|result|prediction|predicted"
    r"|sequence|final|response|scanpath)\b[^\n:.\d]{0,60}[:=]|\banswer is\b|\bfinal (?:scan ?path|answer|output)\b)",
    re.IGNORECASE,
)
ANNOUNCES_POINT = re.compile(
    r"(?:\b(?:the |my |predicted |most likely )*next (?:fixation|fixated|point|look|gaze|saccade|location|eye|focus"
    r"|target|one|place|position)s?\b|\bnext\s?[:=]|\bnext(?= (?:at|on|to|is)\b)|\b(?:final )?(?:answer|prediction"
    r"|response)\b|\bi (?:would |will |'d )?(?:look|fixate|predict|expect|guess|choose|pick)\b|\bi'd (?:look|fixate"
    r"|predict|expect|guess|choose|pick)\b|\b(?:viewers?|people|observers?|participants?|the eyes?"
    r"|gaze)\b[^.\n\d]{0,24}\b(?:fixates?|looks?|goes|lands?|dwells?)\b"
    r"|\bpredicted (?:fixation|point|location)|\btherefore\b|\bso the\b"
    r"|\bconclusion\b|\bclick\b|\bfinal\b)"
    r"[^()\[\]{}\n\d]{0,80}",
    re.IGNORECASE,
)
_ORDINAL = re.compile(
    r"\bthe (first|former|second|latter|third|fourth|last)(?: (?:one|candidate|point|place))?\W{0,4}$", re.I
)
_CHOOSES_NUMBER = re.compile(
    r"\b(?:choice|choose|chosen|pick|picked|select|selected|selection|answer|prediction|predict|go with"
    r"|going with|winner|best|next"
    r"|wahl|wähle|choix|choisis|elijo|elección|scelta|escolha)\b[^\d\n.;]{0,40}?"
    r"(?:candidate|option|point|number|no\.|nr\.|nummer|numéro|número|kandidat|#)\s?#?(?P<number>\d{1,2})\W{0,6}$",
    re.IGNORECASE,
)
_NUMBER_OF_ITEM = re.compile(
    r"(?:^|\n)[^\w\n]{0,6}(?:(?:candidate|option|point|no\." r"|kandidat)\s?)?#?(?P<number>\d{1,2})\s?[.):][^\n]*$",
    re.IGNORECASE,
)
_PLACES = {"first": 0, "former": 0, "second": 1, "latter": 1, "third": 2, "fourth": 3, "last": -1}
_CHAIN = re.compile(r"\s{0,3}(?:->|-->|=>|>|then|followed by)\s{0,3}")
_ITEM = re.compile(
    r"(?:^|\n)[^\w\n(\[]{0,8}(?:(?:fixation|fix|point|step|f|p|no|candidate"
    r"|location)\.?\s?#?)?\d{1,3}\s?[.):\-(]?[^\n]{0,120}$|(?:^|\n)\s{0,4}[-*•][^\n]{0,120}$|(?:^|\n)[^\w\n]{0,8}$",
    re.IGNORECASE,
)
_LINE_END = re.compile(r"[^\w\n]*(?:\n|$)|\.\s|,?\s(?:because|since|as|due)\b")
_BREAKS = re.compile(
    r"\b(?:answer|prediction|predicted|output|response|explanation|reasoning|example|note|because|since|while"
    r"|whereas|although|previous|previously|current|currently)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[.!?]\s+[A-Z]")
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_LETTER = re.compile("[A-Za-z]")
_CORRECTING = frozenset(
    [
        "wait",
        "rather",
        "actually",
        "correction",
        "corrected",
        "scratch",
        "second",
        "correct",
        "revise",
        "redo",
        "fix",
        "refine",
        "adjust",
        "mean",
        "meant",
        "mistake",
        "revised",
        "oops",
        "instead",
        "updated",
        "no",
        "hmm",
    ]
)
_ANNOUNCING = frozenset(
    [
        "scan",
        "scanpath",
        "scanpaths",
        "fixation",
        "fixations",
        "gaze",
        "path",
        "paths",
        "answer",
        "output",
        "result",
        "prediction",
        "predicted",
        "sequence",
        "final",
        "response",
    ]
)
_ANNOUNCING_NEXT = frozenset(
    re.findall(
        r"\S+",
        """
        next answer prediction response i predicted therefore so conclusion click final viewer viewers people observer
        observers participant participants eye eyes gaze
        """,
    )
)
_SMALL = frozenset(
    [
        "and",
        "or",
        "then",
        "at",
        "for",
        "to",
        "the",
        "with",
        "ms",
        "duration",
        "lasting",
        "about",
        "approximately",
        "probability",
        "weight",
        "confidence",
        "next",
        "finally",
        "first",
        "second",
        "third",
        "fixation",
        "point",
        "seconds",
        "sec",
        "step",
        "prob",
        "score",
        "time",
        "after",
        "that",
        "followed",
        "by",
        "likelihood",
        "percent",
        "from",
        "via",
        "label",
        "starts",
        "begins",
        "lastly",
        "last",
        "finishes",
        "lands",
        "ends",
        "end",
        "start",
        "id",
    ]
)


def groups(points: Sequence[Point], text: str) -> list[list[Point]]:
    """Return points in groups: those of one list, or within a few words of each other, belong together."""
    grouped: list[list[Point]] = []
    for point in points:
        if grouped and _joined(grouped[-1][-1], point, text):
            grouped[-1].append(point)
        else:
            grouped.append([point])
    return grouped


def _joined(one: Point, other: Point, text: str) -> bool:
    gap = text[one.end : max(one.end, other.start)]
    if gap.isascii() and len(gap) <= 400 and not _LETTER.search(gap):
        return True
    if (
        len(gap) > 400
        or CORRECTS.search(gap)
        or (may_take_back(gap) and TAKES_BACK.search(gap))
        or (
            re.search(r"\n\s*\n.{0,200}[:.]\s*$", gap, re.DOTALL)
            and _LETTERS.search(gap)
            and not re.search(r"\n[^\w\n]{0,8}(?:\d|fixation|point)", gap, re.IGNORECASE)
        )
    ):
        return False
    if _BREAKS.search(gap) or (
        _SENTENCE.search(gap) and "\n" in gap and not _ITEM.search(text[max(0, other.start - 60) : other.start])
    ):
        return False
    words = [word for word in _LETTERS.findall(gap.lower()) if word not in _SMALL]
    if not words:
        return True
    ahead = text[max(0, other.start - 140) : other.start]
    listed = _ITEM.search(ahead) is not None and _ITEM.search(text[max(0, one.start - 140) : one.start]) is not None
    if listed and "\n" in gap:
        return True
    return len(words) <= 4 and not re.search(r"[.!?]\s", gap)


def path_of(points: list[Point], text: str) -> list[Point]:
    """Return the points that make the path of a reply: its last list, or all points told one after another."""
    grouped = groups(points, text)
    if len(grouped) == 1:
        return points
    corrected = _after_last(CORRECTS, points, text) if may_hold(text, _CORRECTING) else points
    if len(corrected) >= 2 and len(corrected) < len(points) and len(grouped) <= 4:
        return path_of(corrected, text)
    announced = _after_last(_ANNOUNCES_PATH, points, text) if may_hold(text, _ANNOUNCING) else points
    if len(announced) < len(points) and (
        len(announced) >= 3 or (len(announced) >= 2 and len(grouped[-1]) == len(announced))
    ):
        grouped = groups(announced, text)
    longest = [group for group in grouped if _is_list(group, text)]
    if not longest:
        return [point for group in grouped for point in group]
    if 2 * max(map(len, longest)) < sum(map(len, grouped)) and len(grouped) > 4:
        return [point for group in grouped for point in group]
    chosen = longest[-1]
    for group in longest[:-1]:
        places = {(point.x, point.y) for point in group}
        if all((point.x, point.y) in places for point in chosen) and len(group) >= len(chosen):
            return group
    return chosen


def _is_list(group: Sequence[Point], text: str) -> bool:
    """Tell whether points stand in a list: nothing but numbers and small words between them, or one item each."""
    if len(group) < 2:
        return False
    for one, other in pairwise(group):
        gap = text[one.end : other.start]
        if "\n" not in gap and any(word not in _SMALL for word in _LETTERS.findall(gap.lower())):
            return False
    return (
        len(group) > 2
        or re.search(r"(?:[:=]|^|\n|\[)\W{0,6}$", text[max(0, group[0].start - 12) : group[0].start]) is not None
    )


def _after_last(pattern: re.Pattern[str] | Cued, points: list[Point], text: str) -> list[Point]:
    """Return the points behind the last match that has points behind it; all where there is none."""
    starts = [match.end() for match in pattern.finditer(text[: points[-1].start])]
    return [point for point in points if point.start >= starts[-1]] if starts else points


def next_of(points: list[Point], text: str) -> list[Point]:
    """Return the points that a reply expects next: corrected or announced last, else its first line or its end."""
    if len(points) == 1:
        return points
    corrections = _corrections(points, text)
    behind = [point for point in points if corrections and point.start >= corrections[-1]]
    if behind and len(behind) < len(points):
        return next_of(behind, text)
    numbered = _CHOOSES_NUMBER.search(text, points[-1].end)
    if numbered is not None:
        chosen = [point for point in points if _item_number(point, text) == numbered["number"]]
        if len(chosen) == 1:
            return chosen
    ordinal = _ORDINAL.search(text, max(points[-1].end, len(text) - 60))
    place = -1 if ordinal is None else _PLACES[ordinal.group(1).lower()]
    if ordinal is not None and place < len(points):
        return [points[place]]
    stated = asserted(points, text)
    if stated is not None:
        return stated if len(stated) < 2 else next_of(stated, text)
    grouped = groups(points, text)
    announced = (
        [match.end() for match in ANNOUNCES_POINT.finditer(text[: points[-1].start + 1])]
        if may_hold(text, _ANNOUNCING_NEXT)
        else []
    )
    for start in reversed(announced):
        found = next((place for place, point in enumerate(points) if -1 <= point.start - start < 3), None)
        if found is not None:
            group = next(group for group in grouped if points[found] in group)
            return _told(group[group.index(points[found]) :], text)
    if len(grouped) == 1:
        return _told(points, text)
    first = points[0]
    if len(text[: first.end].strip()) <= first.end - first.start + 12 and _LINE_END.match(text, first.end):
        return grouped[0]
    if all(point.third is not None for point in points):
        return points
    return _told(grouped[-1], text)


def _item_number(point: Point, text: str) -> str:
    """Return the number of the list's item in which a point stands, "" where it stands in none."""
    match = _NUMBER_OF_ITEM.search(text, max(0, point.start - 140), point.start)
    return match["number"] if match is not None else ""


def first_of(points: list[Point], text: str) -> list[Point]:
    """Return the point that is looked at first where a text tells what is looked at then, else as `next_of`."""
    return points[:1] if first_looked_at(points, text) else next_of(points, text)


def all_of(points: list[Point], text: str) -> list[Point]:
    """Return all points of a chain of looks, as a question for every point wants them, else those of `next_of`."""
    return points if _is_chain(points, text) else next_of(points, text)


def _corrections(points: list[Point], text: str) -> list[int]:
    """Return where the text goes on after a correction between its points."""
    ends = [match.end() for match in CORRECTS.finditer(text[: points[-1].start])] if may_hold(text, _CORRECTING) else []
    may = may_take_back(text)
    for one, other in pairwise(points):
        taken = TAKES_BACK.search(text, max(one.start, one.end - 1), other.start) if may else None
        if taken is not None:
            ends.append(taken.end())
    return sorted(ends)


_OR = re.compile(
    r"[^\w(\[]{0,3}(?:or|oder|ou|o|или|або|lub|nebo|of|eller|veya|hoặc|atau)\s(?:perhaps |maybe |else |at |on )?\W{0,3}"
)


def _told(points: list[Point], text: str) -> list[Point]:
    """Return the last point of a chain of looks, which repeats the earlier ones; all points of a list."""
    if _is_chain(points, text):
        return points[-1:]
    if len(points) == 2 and _OR.fullmatch(text, points[0].end, points[1].start) and points[0].third is None:
        return []  # undecided
    seen = {(point.x, point.y): point for point in reversed(points)}  # a point said twice is one
    return [point for point in points if seen[point.x, point.y] is point or point.third is not None]


def _is_chain(points: Sequence[Point], text: str) -> bool:
    if len(points) == 2 and text[: points[0].start].rstrip().lower().endswith("from"):
        between = text[points[0].end : points[1].start].rstrip().lower()
        return between.endswith((" to", "towards", "toward", "->")) or between.strip() == "to"
    return len(points) > 1 and all(_CHAIN.fullmatch(text[one.end : other.start]) for one, other in pairwise(points))
