"""Scanpaths and next fixations: HVSBench Q9 and Q12 (paper sec. C, Fig. 6 and Table 7), and visual search."""

import json
import math
import re
from collections.abc import Sequence
from typing import NamedTuple

from .boxes import marked
from .common import AMBIGUOUS, NO_ANSWER, UNFINISHED, Standardized, checked_profile
from .frames import frame_of, inside, milliseconds
from .literals import boxed
from .points import Columns, Place, from_json, places, with_axes
from .text import as_text, plain, said

Points = tuple[tuple[float, float, float], ...]


class Scanpath(NamedTuple):
    """Fixations in viewing order: x and y from the top left, durations t.

    In the robust profile 0-1 of the image and ms (0 where none is given), in the paper profile as written.
    """

    x: tuple[float, ...]
    y: tuple[float, ...]
    t: tuple[float, ...]


DEFAULT = Scanpath((0.5,), (0.5,), (0.0,))  # Fig. 6, step 2.1
NONE = Scanpath((), (), ())

_EMPTY_LIST = re.compile(r"\b[XYT]\W{0,4}[=:]\s{0,3}\[[\s,.]{0,40}\]", re.IGNORECASE)
_OPEN_Y = re.compile(r"\by\b[^\n\[\]]{0,40}\[[^\[\]]{0,2000}$", re.IGNORECASE)
_LONE_X = re.compile(r"\bx\b[\"']?\s?[=:]\s?\[", re.IGNORECASE)
_CUT_NUMBER = re.compile(r"(?<![\d.])[-+]?[\d.]{1,20}$")
_PATH = re.compile(r"scan ?path|fixat|\bpath|answer|predict|注视", re.IGNORECASE)
_SHORT = 120
_POINT_TAG = re.compile(  # <points x1="10.5" y1="20.0" ...>
    r"\bx(\d{0,3})\s?=\s?[\"']?(\d{1,4}(?:\.\d{1,20})?)[\"']?\s{1,3}y\1\s?=\s?[\"']?(\d{1,4}(?:\.\d{1,20})?)[\"']?",
    re.IGNORECASE,
)


def scanpath(
    text: object, profile: str = "robust", size: tuple[float, float] | None = None, finished: bool | None = None
) -> Standardized[Scanpath]:
    """Return the scanpath that a reply gives.

    Args:
        text: The reply; None and NaN count as "".
        profile: "paper" reads a fenced JSON object or lists labelled X, Y and T and returns their numbers as written;
            "robust" reads lists, rows, tables and JSON and converts them, see docs/standardization.md.
        size: (width, height) of the image that was shown, in px; with it, numbers that fit the image are pixels.
        finished: False when the reply was cut by a token limit, None when unknown; its complete points count.

    Returns:
        The scanpath. Without an answer `fallback=True` and the paper's default, one fixation of 0 ms in the centre;
        lists that the reply leaves empty stay empty (also `fallback=True`), and so does, in the paper profile, a
        reply without any list.

    Raises:
        ValueError: The profile is unknown. The text never raises.

    Example:
        >>> scanpath("X = [50%, 20%], Y = [50%, 40%], T = [0.2 s, 0.3 s]").value
        Scanpath(x=(0.5, 0.2), y=(0.5, 0.4), t=(200.0, 300.0))
    """
    return _published(as_text(text)) if checked_profile(profile) == "paper" else _robust_path(text, size, finished)


def _robust_path(text: object, size: tuple[float, float] | None, finished: bool | None) -> Standardized[Scanpath]:
    reply = said(_in_brackets(as_text(text)))
    if reply.problem:
        return Standardized(DEFAULT, reply.problem, True)
    read, found, readable = _read(reply.text, finished, weights=False)
    columns = read or _joined(found)
    rule = "json" if read else found[0].rule if found else NO_ANSWER
    if (not columns.x or rule == "rows") and _EMPTY_LIST.search(readable):
        return Standardized(NONE, "empty_lists", True)
    lone = len(columns.x) == 1 and rule == "rows" and len(readable) > _SHORT
    if not columns.x or (lone and (finished is False or not _PATH.search(readable))):
        return Standardized(DEFAULT, NO_ANSWER, True)
    if rule == "rows" and _LONE_X.search(readable):
        return Standardized(DEFAULT, "incomplete", True)
    longer = len(columns.x) - len(columns.y)
    if abs(longer) > 1 or (longer == 1 and _OPEN_Y.search(readable[-2100:])):
        return Standardized(DEFAULT, "unequal_lengths", True)
    times = milliseconds(columns.third, columns.clock, readable)
    fixations, rule = _converted(columns, rule, readable, size, [*times, *[0.0] * len(columns.x)])
    if not fixations:
        return Standardized(DEFAULT, rule, True)
    x, y, t = zip(*fixations, strict=True)
    return Standardized(Scanpath(x, y, t), rule, False)


def _in_brackets(text: str) -> str:
    """Return the text with the points of point tags in brackets; they are in per cent by convention."""
    return _POINT_TAG.sub(r"(\2%, \3%) ", text) if "<point" in text else text


def _read(answer: str, finished: bool | None, weights: bool) -> tuple[Columns | None, list[Place], str]:
    """Return the points of JSON, or else those of the running text, and this text."""
    if finished is False:
        answer = _CUT_NUMBER.sub("", answer)
    readable = with_axes(plain(answer))
    columns = from_json(answer, weights, objects=True)
    found = [] if columns else places(readable, weights)
    if not columns and not (found and found[0].rule == "lists"):
        columns = from_json(answer, weights, objects=False)
    return columns, found, readable


def _joined(found: Sequence[Place]) -> Columns:
    columns = Columns()
    for place in found:
        columns.add(place.columns)
    return columns


def _converted(
    columns: Columns, rule: str, text: str, size: tuple[float, float] | None, thirds: Sequence[float]
) -> tuple[list[tuple[float, float, float]], str]:
    """Return the points that lie in the image, as fractions of it, with a third value each; and the rule."""
    frame = frame_of(columns, text, size)
    if frame is None:
        return [], "unknown_frame"
    name, width, height = frame
    rows = zip(columns.x, columns.y, thirds, strict=False)
    read = [(inside(x / width), inside(y / height), third) for x, y, third in rows]
    points = [(x, y, third) for x, y, third in read if x is not None and y is not None and third < math.inf]
    return points, "outside_image" if not points else rule if name == "normalised" else f"{rule}_{name}"


_SEVERAL = re.compile(r"\b(?:points|places|positions|locations|candidates|up to|distribution)\b", re.IGNORECASE)
_DECLARES = re.compile(
    r"\b(?:next (?:fixation|point|location|position|gaze)|answer|final|predict\w{0,6}|therefore|thus|hence|so(?! far)"
    r"|click|target|cent(?:er|re) (?:is|of|at|point|coord)|coordinates?|located|corrected|looks? (?:at|next)|best"
    r"|most likely)\b|下一|答案|坐标",
    re.IGNORECASE,
)
_OPEN = re.compile(r"\b(?:either|equally|or|if|depends?)\b|或", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?;\n](?=\s|$)")
_IF = re.compile(r"\b(?:if|either)\b", re.IGNORECASE)
_STOPS = re.compile(r"\b(?:the|an?|of|to|towards?|on|at|and|or|in|with|is|are|by|near|from|for|could|be)\s*$")
_CORNER = re.compile(r"^[)\]]?\s?(?:to|-)\s?[(\[]?$|\b(?:bottom|lower)[- ]?right\b|\bx_?2|右下", re.IGNORECASE)
_PAIR = re.compile(
    r"(?<![\d.])([-+]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30}))[\s,;]{1,4}([-+]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30}))"
)


def fixation(
    text: object,
    profile: str = "robust",
    size: tuple[float, float] | None = None,
    finished: bool | None = None,
    question: str | None = None,
) -> Standardized[Points]:
    """Return the points that a reply expects to be fixated next.

    Args:
        text: The reply; None and NaN count as "".
        profile: No paper publishes a rule for this answer. "paper" takes the first two numbers as written, with
            weight 1; "robust" reads what `scanpath` reads, where the third number of a point is its weight. A box is
            its centre. Of several points in prose the declared one counts, else the last.
        size: (width, height) of the image that was shown, in px; with it, numbers that fit the image are pixels.
        finished: False when the reply was cut by a token limit, None when unknown.
        question: What was asked. It decides whether several points are wanted; points that it names are past ones.

    Returns:
        (x, y, weight) per point in the order of the reply. In the robust profile x and y are 0-1 from the left and
        the top of the image; weights are as written ("70%" is 0.7) and 1 where none is given; points with a weight of 0
        or less are dropped. The value is () with `fallback=True` when there is no point.

    Raises:
        ValueError: The profile is unknown. The text never raises.

    Example:
        >>> fixation("Next fixation: (320, 120)", size=(640, 480)).value
        ((0.5, 0.25, 1.0),)
    """
    if checked_profile(profile) == "robust":
        return _robust_points(as_text(text), size, finished, question or "")
    pair = _PAIR.search(as_text(text))
    value = ((float(pair[1]), float(pair[2]), 1.0),) if pair else ()
    return Standardized(value, "first_pair" if pair else NO_ANSWER, not pair)


def _robust_points(
    text: str, size: tuple[float, float] | None, finished: bool | None, question: str
) -> Standardized[Points]:
    reply = said(_in_brackets(text))
    if reply.problem or (len(reply.text) > 20 and reply.text in question):  # the instruction again
        return Standardized((), reply.problem or NO_ANSWER, True)
    if tags := marked(text):
        x1, y1, x2, y2 = tags[-1]
        return Standardized((((x1 + x2) / 2, (y1 + y2) / 2, 1.0),), "tags_thousand", False)
    read, found, readable = _read(boxed(reply.text) or reply.text, finished, weights=True)
    chosen, rule = ([], "json") if read else _chosen(found, readable, question, finished)
    columns = read or _joined(chosen)
    if not columns.x:
        return Standardized((), NO_ANSWER if read else rule, True)
    share = 100.0 if columns.clock == "%" else 1.0
    thirds = [] if columns.clock in ("ms", "s") else columns.third  # durations are not weights
    weights = [1.0 if math.isnan(weight) else weight / share for weight in thirds]
    placed, rule = _converted(columns, rule, plain(reply.text), size, [*weights, *[1.0] * len(columns.x)])
    points = tuple(point for point in placed if point[2] > 0)
    return Standardized(points, rule if points or not placed else NO_ANSWER, not points)


def _chosen(found: Sequence[Place], text: str, question: str, finished: bool | None) -> tuple[Sequence[Place], str]:
    """Return the places of a text that are the answer, and the rule."""
    found = _boxes_as_centres(found, text)
    found = [place for place in found if any(_point(place)) or len(found) == 1]  # (0, 0) is the origin
    declared = _declared(found, text)
    first = bool(found) and not text[: found[0].start].strip(" \n([{")
    past = set(map(_point, places(plain(question), True)))
    fresh = [place for place in found if _point(place) not in past]
    found = fresh or (found if first else declared)
    if not found:
        return [], NO_ANSWER
    together = all(place.columns.third for place in found) or not any(map(str.isalpha, text))
    if found[0].rule == "lists" or (len(found) > 1 and (together or _SEVERAL.search(question))):
        return found, found[0].rule
    declared = [place for place in declared if place in found]
    if declared:
        return declared[-1:], "rows"
    lines = {text.count("\n", 0, place.start) for place in found}
    if not question and len(found) == len(lines) > 1:
        return found, "rows"
    if first:
        return found[:1], "rows"
    if finished is False or (finished is None and _STOPS.search(text)):
        return [], UNFINISHED
    return (found[-1:], "rows") if len(found) == 1 or not _OPEN.search(text) else ([], AMBIGUOUS)


def _declared(found: Sequence[Place], text: str) -> list[Place]:
    """Return the places that words in their sentence, after any earlier place, declare."""
    ends = [0, *(place.end for place in found)]
    before = [text[max(end, place.start - 200) : place.start] for end, place in zip(ends, found, strict=False)]
    sentences = [_SENTENCE_END.split(words)[-1] for words in before]
    pairs = zip(found, sentences, strict=True)
    return [place for place, words in pairs if _DECLARES.search(words) and not _IF.search(words)]


def _boxes_as_centres(found: Sequence[Place], text: str) -> Sequence[Place]:
    """Return the places with the centre of a box in place of its two corners."""
    kept: list[Place] = []
    for place in found:
        before = kept[-1] if kept else place
        (x1, y1), (x2, y2) = _point(before), _point(place)
        between = text[before.end : place.start]
        if place.rule == "rows" and x1 < x2 and y1 < y2 and len(between) < _SHORT and _CORNER.search(between):
            centre = Columns([(x1 + x2) / 2], [(y1 + y2) / 2], [], place.columns.frame)
            place = Place(kept.pop().start, place.end, centre, "rows")
        kept.append(place)
    return kept


def _point(place: Place) -> tuple[float, float]:
    return place.columns.x[0], place.columns.y[0]


_PAPER_LIST = (
    r"\s{0,9}(?:\([^()\n]{0,60}\))?\s{0,9}\*{0,2}\s{0,3}[:=]\s{0,9}\*{0,2}\s{0,9}"
    r"(?:\[(?P<bracketed>[^\[\]]*)\]|(?P<bare>[-+]?\.?\d[-+\d.eE,  \t]*))"
)
_PAPER_X = re.compile(r"\bX[\"”“]?(?:[- ]coordinates?)?" + _PAPER_LIST, re.IGNORECASE)
_PAPER_Y = re.compile(r"\bY[\"”“]?(?:[- ]coordinates?)?" + _PAPER_LIST, re.IGNORECASE)
_PAPER_T = re.compile(r"\b(?:T|times?|durations?)[\"”“]?" + _PAPER_LIST, re.IGNORECASE)


def _published(text: str) -> Standardized[Scanpath]:
    lists: list[tuple[float, ...]] = []
    if "```json" in text:
        body = text.split("```json", 1)[1].split("```", 1)[0]
        fence = _fenced(body)
        if fence is None:
            return Standardized(DEFAULT, "invalid_json", True)
        lists, rule = fence, "json_fence"
    else:
        # Fig. 6 parses JSON only in a fence; Table 7 prints a case without backticks, whose keys match too.
        matches = [pattern.search(text) for pattern in (_PAPER_X, _PAPER_Y, _PAPER_T)]
        lists = [_values(match) for match in matches]
        if not any(matches):
            return Standardized(NONE, "no_lists", True)
        rule = "lists"
    if len({len(one) for one in lists}) > 1:
        return Standardized(DEFAULT, "unequal_lengths", True)
    if not lists[0]:
        return Standardized(NONE, "empty_lists", True)
    return Standardized(Scanpath(*lists), rule, False)


def _fenced(body: str) -> list[tuple[float, ...]] | None:
    """Return X, Y and T of a JSON object, the default for an absent or invalid list; None where it is no object."""
    try:
        value = json.loads(body, parse_int=float)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict):
        return None
    lists = []
    for key, default in zip("XYT", DEFAULT, strict=True):
        numbers = value.get(key)
        if not isinstance(numbers, list) or not all(
            isinstance(item, float) and math.isfinite(item) for item in numbers
        ):
            numbers = list(default)
        lists.append(tuple(numbers))
    return lists


def _values(match: re.Match[str] | None) -> tuple[float, ...]:
    """Return the numbers of a list as Fig. 6's helper does: drop "...", split at commas, keep finite numbers."""
    if match is None:
        return ()
    numbers = []
    for part in (match.group("bracketed") or match.group("bare") or "").replace("...", "").split(","):
        try:
            value = float(part)
        except ValueError:
            continue
        if math.isfinite(value):
            numbers.append(value)
    return tuple(numbers)
