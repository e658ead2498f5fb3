"""Scanpaths: HVSBench Q9 and Q12 (paper sec. C, Fig. 6 and Table 7) and the whole-scanpath prompts of visual search."""

from __future__ import annotations

import json
import math
import re
from typing import NamedTuple

from ..common import Standardized, checked_profile
from ..stance.phrases import REFUSES
from ..stance.service_errors import is_error
from ..text.cleaning import as_text
from .fast import asked_format
from .frames import frame_of, inside, milliseconds
from .groups import path_of
from .placings import only_places
from .points import Columns
from .replies import PointReply, read_columns, readable_points
from .word_paths import path_in_words
from .words import may_hold


class Scanpath(NamedTuple):
    """Fixations in viewing order.

    Attributes:
        x: Distances from the left edge: 0-1 of the image in the robust profile, as written in the paper profile.
        y: Distances from the top edge, in the same unit.
        t: Durations: ms in the robust profile (0 where none is given), as written in the paper profile.
    """

    x: tuple[float, ...]
    y: tuple[float, ...]
    t: tuple[float, ...]


DEFAULT = Scanpath((0.5,), (0.5,), (0.0,))  # Fig. 6, step 2.1
EMPTY = Scanpath((), (), ())

_PATH_CUE = re.compile(r"scan ?path|fixations?\b|path|answer|prediction|predicted|x, ?y", re.IGNORECASE)
_UNDECIDED = frozenset(
    [
        "or",
        "oder",
        "ou",
        "o",
        "of",
        "eller",
        "lub",
        "maybe",
        "perhaps",
        "possibly",
        "vielleicht",
        "forse",
        "talvez",
        "quiz",
        "tal",
        "peut",
        "both",
        "either",
        "each",
        "all",
        "equally",
        "cannot",
        "can",
        "decide",
        "choose",
        "say",
        "tell",
    ]
)
_EITHER = re.compile(
    r"\b(?:both|either|each|all)\b[^.\n]{0,40}\b(?:equally|plausible|possible|likely|could|can|may|might|valid|occur)"
    r"|\bequally (?:likely|plausible|possible|valid|good)|\b(?:cannot|can't|unable to|hard to) (?:decide"
    r"|choose|say which"
    r"|tell which)",
    re.IGNORECASE,
)
_OR_PATH = re.compile(  # "... 0.3] or X = [0.5, ...", "maybe (p), (q), maybe (r), (s)"
    r"[\])]\s?,?\s(?:or|oder|ou|o|или|або|of|eller|lub)\s(?:maybe |perhaps |even )?[\[(xX]"
    r"|[\])]\s?,?\s?(?:或|または|还是|또는)"
    r"|\b(?P<hedge>maybe|perhaps|possibly|vielleicht|peut-être|quizás?|talvez|tal vez|forse|возможно)\b"
    r"[^\n]{4,400}?(?P=hedge)\b",
    re.IGNORECASE,
)
_CHOOSES = re.compile(
    r"\b(?:final|answer|(?:i(?:'d| would| will|'ll)? )(?:choose|pick|go with|select|take)|best)\b", re.IGNORECASE
)
_ASKS = re.compile(r"\?[\s\"')]{0,3}$")
_X_LIST = re.compile(r"(?<![A-Za-z])[Xx]\s?[=:]\s?\[")
_TUPLES = re.compile(r"[)\]]\s?(?:,|->|then)\s?[(\[][^\n]{0,400}")  # one match for each line with a list of points
_PAIRS = re.compile(r"[(\[]\s?\d*\.?\d+\s?,\s?\d*\.?\d")
_TWO_PATHS = 3  # points that two paths have at least
_NUMBERS = re.compile(r"\d+(?:\.\d+)?|\.\d+")
_DENYING = frozenset(["not", "no", "never", "t", "neither", "nicht", "kein", "pas"])
_A_PATH = (
    r"(?:(?:an?|my|the|your|real|valid|human|actual|predicted|measured|recorded|true|plausible)\s){0,3}?"
    r"(?:scan ?path|prediction|answer|path|sequence)s?\b"
)
_DENIES = re.compile(
    rf"(?:\b(?:not|no|never|nicht|kein\w*|pas|не)|n't|不是)\s{_A_PATH}[^.!?\n\d]{{0,60}}$"
    r"|\b(?:not|never|n't) (?:look|go|follow|move|fixate|scan)\b[^.!?\n\d]{0,40}$",
    re.IGNORECASE,
)
_NO_OWN = re.compile(  # "I have no prediction for this one"
    r"\bi (?:have|give|make|offer|can (?:give|make|offer)) no (?:own )?"
    r"(?:prediction|answer|estimate|guess|scan ?path)\b",
    re.IGNORECASE,
)
_IS_DENIED = re.compile(
    rf"[\])\s,]{{0,4}}(?:ms|s)?[\])\s,]{{0,4}}(?:(?:this|that|which|it)\s)?(?:is|are|was|would be|cannot be"
    rf"|can't be)(?: not|n't| no)?"
    rf"(?<=not|n't| no)\s(?:{_A_PATH}|valid\b|right\b|correct\b|plausible\b|how\b|what\b)",
    re.IGNORECASE,
)
_PAPER_LIST = (
    r"\s{0,9}(?:\([^()\n]{0,60}\))?\s{0,9}\*{0,2}\s{0,3}[:=]\s{0,9}\*{0,2}\s{0,9}"
    r"(?:\[(?P<bracketed>[^\[\]]*)\]|(?P<bare>[-+]?\.?\d[-+\d.eE,  \t]*))"
)
_PAPER_X = re.compile(r"\bX[\"”“]?(?:[- ]coordinates?)?" + _PAPER_LIST, re.IGNORECASE)
_PAPER_Y = re.compile(r"\bY[\"”“]?(?:[- ]coordinates?)?" + _PAPER_LIST, re.IGNORECASE)
_PAPER_T = re.compile(r"\b(?:T|times?|durations?)[\"”“]?" + _PAPER_LIST, re.IGNORECASE)


def scanpath(
    text: object, profile: str = "robust", size: tuple[float, float] | None = None, finished: bool | None = None
) -> Standardized[Scanpath]:
    """Return the scanpath that a reply gives.

    Args:
        text: The reply; None and NaN count as "".
        profile: "paper" reads a fenced JSON object or lists labelled X, Y and T and returns their numbers as written;
            "robust" reads lists, rows, tables and JSON of several shapes and converts them, see
            docs/standardization.md.
        size: (width, height) of the image that was shown, in px; with it, numbers that fit the image are pixels.
        finished: False when the reply was cut by a token limit, None when unknown; a cut list gives its complete
            points.

    Returns:
        The scanpath. Without an answer `fallback=True` and the paper's stand-in, one fixation of 0 ms in the centre;
        lists that the reply leaves empty stay empty (also `fallback=True`), and so does, in the paper profile, a
        reply without any list.

    Raises:
        ValueError: The profile is unknown. The text never raises.

    Example:
        >>> scanpath("X = [50%, 20%], Y = [50%, 40%], T = [0.2 s, 0.3 s]").value
        Scanpath(x=(0.5, 0.2), y=(0.5, 0.4), t=(200.0, 300.0))
    """
    if checked_profile(profile) == "paper":
        return _published(as_text(text))
    given = as_text(text)
    if is_error(given):
        return Standardized(DEFAULT, "no_answer", True)
    asked = asked_format(given, weights=False)
    if asked is not None:
        return _converted(*asked, given, size, (0.0, 0.0))
    reply = readable_points(given, finished)
    if reply is None:
        return Standardized(DEFAULT, "unclosed_reasoning", True)
    if not reply.answer:
        return Standardized(DEFAULT, "empty", True)
    columns, rule = read_columns(reply, path_of)
    if columns is not None and columns.x and (_undecided(reply.readable) or _denied(reply.readable)):
        return Standardized(DEFAULT, "undecided", True)
    if columns is None and not reply.cut and (places := path_in_words(reply.readable)):
        across, down = zip(*places, strict=True)
        return Standardized(Scanpath(across, down, (0.0,) * len(places)), "words", False)
    if columns is None or not _is_path(columns, rule, reply):
        return Standardized(DEFAULT, rule if columns is None else "no_answer", True)
    if abs(len(columns.x) - len(columns.y)) > 1 and not reply.cut:
        return Standardized(DEFAULT, "unequal_lengths", True)
    return _converted(columns, rule, reply.readable, size, reply.reach)


def _undecided(text: str) -> bool:
    """Tell whether a text offers two paths of which it chooses neither."""
    if not may_hold(text, _UNDECIDED) or _CHOOSES.search(text):
        return False
    if _OR_PATH.search(text) is None and not _EITHER.search(text):
        return False
    return len(_X_LIST.findall(text)) > 1 or len(_TUPLES.findall(text)) > 1 or len(_PAIRS.findall(text)) > _TWO_PATHS


def _denied(text: str) -> bool:
    """Tell whether a text says that the only path it gives is none: "This is not a prediction: X = [...]"."""
    if not may_hold(text, _DENYING):
        return False
    if _NO_OWN.search(text):
        return True
    points = [*_NUMBERS.finditer(text)]
    return bool(points) and (
        _DENIES.search(text[: points[0].start()]) is not None or _IS_DENIED.match(text, points[-1].end()) is not None
    )


def _is_path(columns: Columns, rule: str, reply: PointReply) -> bool:
    """Tell whether points are a path: a single one in running text is one only where the text says so."""
    lone = len(columns.x) == 1
    if lone and rule in ("rows", "json") and len(columns.third) == 1 and 0 < columns.third[0] < 1 and not columns.clock:
        return False  # three fractions: no fixation with a duration
    if rule == "rows" and _ASKS.search(reply.readable) and len(reply.readable) < 160:
        return False
    if rule != "rows" or not lone:
        return True
    if REFUSES.search(reply.readable) or only_places(reply.readable, ""):
        return False
    return not reply.cut and (len(reply.readable) < 120 or _PATH_CUE.search(reply.readable) is not None)


def _converted(
    columns: Columns, rule: str, readable: str, size: tuple[float, float] | None, reach: tuple[float, float]
) -> Standardized[Scanpath]:
    if not columns.x and not columns.y:
        return Standardized(EMPTY, "empty_lists", True)
    frame = frame_of(columns, readable, size, reach)
    if frame is None:
        return Standardized(DEFAULT, "unknown_frame", True)
    durations = milliseconds(columns.third, columns.clock, readable)
    count = min(len(columns.x), len(columns.y))
    durations = [*durations[:count], *[0.0] * (count - len(durations))]
    x = [value / frame[1] for value in columns.x[:count]]
    y = [value / frame[2] for value in columns.y[:count]]
    if [value for value in (*x, *y) if not 0 <= value <= 1]:
        places = [(inside(a), inside(b), t) for a, b, t in zip(x, y, durations, strict=True)]
        kept = [(a, b, t) for a, b, t in places if a is not None and b is not None]
        if not kept:
            return Standardized(DEFAULT, "outside_image", True)
        x, y, durations = ([*one] for one in zip(*kept, strict=True))
    found = Scanpath(tuple(x), tuple(y), tuple(durations))
    return Standardized(found, rule if frame[0] == "normalised" else f"{rule}_{frame[0]}", False)


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
            return Standardized(EMPTY, "no_lists", True)
        rule = "lists"
    if len({len(one) for one in lists}) > 1:
        return Standardized(DEFAULT, "unequal_lengths", True)
    if not lists[0]:
        return Standardized(EMPTY, "empty_lists", True)
    return Standardized(Scanpath(*lists), rule, False)


def _fenced(body: str) -> list[tuple[float, ...]] | None:
    """Return X, Y and T of a JSON object, the default for an absent or invalid list; None when it is no object."""
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
