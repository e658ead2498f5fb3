"""Next fixations: one point, or several with weights, as the fixation-by-fixation prompts of visual search ask for."""

from __future__ import annotations

import math
import re
from collections import deque
from dataclasses import replace

from ..common import Standardized, checked_profile
from ..stance.service_errors import is_error
from ..text.cleaning import as_text, plain
from ..text.echoes import echoes
from .announced import announced_line, without_frame
from .earlier_looks import number_given, only_looked_at
from .fast import asked_format
from .frames import frame_of, inside
from .groups import ANNOUNCES_POINT, all_of, first_of, next_of
from .places import place_in_words
from .placings import only_places, without_earlier_points
from .points import Columns
from .replies import PointReply, read_columns, readable_points
from .spots import spot
from .stance import is_origin
from .told_spots import told_spot
from .unseen import looks_unseen
from .words import uniform

Points = tuple[tuple[float, float, float], ...]

_ANNOUNCED = re.compile(
    r"\b(?:next fixation|next point|answer|prediction|i would (?:look|fixate)|final)\b[^()\[\]{}\n\d]{0,60}",
    re.IGNORECASE,
)
_ASKS_ALL = re.compile(r"\b(?:all|every|each)(?: of)?(?: the)? (?:fixations?|fixated|points?)\b", re.IGNORECASE)
_ASKS_FIRST = re.compile(
    r"\b(?:looks?|fixates?|fixated|seen|viewed|noticed?|land)\b[^.?]{0,30}\bfirst\b", re.IGNORECASE
)
_LETTERS = re.compile(r"[^\W\d_]")
_PAIR = re.compile(
    r"(?<![\d.])([-+]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30}))[\s,;]{1,4}([-+]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30}))"
)

_LONGEST_CONDITION = 600
_IF_BEHIND = re.compile(r"\d\s?[)\]],? (?:if|in case|assuming|wenn|falls|si|se|если|jeśli|hvis|eğer)\b", re.IGNORECASE)
_COMPACT = re.compile(  # "0.31 0.62 p0.5", a piece of a row of points
    r"[\s(\[]{0,4}(\d{0,4}\.?\d{1,4})\s{0,2}[,\s]\s{0,2}(\d{0,4}\.?\d{1,4})[\s)\]]{0,4}"
    r"[\s,:(-]{0,4}(?:p|w|prob|probability|weight|conf|confidence)?\s{0,2}[=:]?\s{0,2}(\d{0,3}\.?\d{1,4}\s?%?)?[\s).\]]{0,4}",
    re.IGNORECASE,
)
_NOT_BUT = re.compile(  # "Not at (0.30, 0.30), where the lamp is, but at (0.64, 0.71)"
    r"^\W*not (?:at |on |near )?[(\[][\d\s.,]{3,20}[)\]][^.;!?\n]{0,60}?,? but (?:rather |instead )?(?=(?:at |on "
    r"|near )?[(\[])",
    re.IGNORECASE,
)
_CONDITIONAL = re.compile(  # "If she opens the bag, (310, 720); if the drawer, (840, 405)."
    r"(?:^|[.;,\n]\s{0,2}|\band |\bbut )(?:if|in case|assuming|wenn|falls|si|se|если|als|jeśli|om|hvis"
    r"|eğer)\b[^.;!?\n\d]{3,80}?"
    r"[(\[]\s?\d[\d.,\s]{2,20}[)\]]",
    re.IGNORECASE,
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
            weight 1; "robust" reads the shapes that `scanpath` reads, where the third number of a point is its weight.
        size: (width, height) of the image that was shown, in px; with it, numbers that fit the image are pixels.
        finished: False when the reply was cut by a token limit, None when unknown.
        question: What was asked: the place of what is searched for is an answer, those of other things are none.
            Without it every place is one.

    Returns:
        (x, y, weight) per point in the order of the reply. In the robust profile x and y are 0-1 from the left and
        the top of the image; weights are as written ("70%" is 0.7) and 1 where none is given; points with a weight of 0
        or less are left out. The value is () with `fallback=True` when there is no point.

    Raises:
        ValueError: The profile is unknown. The text never raises.

    Example:
        >>> fixation("Next fixation: (320, 120)", size=(640, 480)).value
        ((0.5, 0.25, 1.0),)
    """
    if checked_profile(profile) == "paper":
        pair = _PAIR.search(as_text(text))
        if pair is None:
            return Standardized((), "no_answer", True)
        return Standardized(((float(pair.group(1)), float(pair.group(2)), 1.0),), "first_pair", False)
    given = _in_lines(_NOT_BUT.sub("", as_text(text)))
    asked = asked_format(given, weights=True)
    if asked is not None:
        frame = frame_of(asked[0], given, size)
        return _placed(*asked, frame) if frame is not None else Standardized((), "unknown_frame", True)
    if is_error(given) or (question is not None and echoes(given, question)):
        return Standardized((), "no_answer", True)
    if any(len(pattern.findall(given[:_LONGEST_CONDITION])) > 1 for pattern in (_CONDITIONAL, _IF_BEHIND)):
        return Standardized((), "ambiguous", True)
    reply = readable_points(without_frame(without_earlier_points(given)), finished)
    if reply is None:
        return Standardized((), "unclosed_reasoning", True)
    line = announced_line(reply.answer)
    if line:
        alone = reply._replace(answer=line, readable=uniform(plain(line)), finished=True)
        last = _read(alone, size, reply.readable, None)
        if not last.fallback:
            return last
    if not reply.answer:
        return Standardized((), "empty", True)
    nested = "{" in reply.answer or "[[" in reply.answer
    announced = deque(_ANNOUNCED.finditer(reply.answer), 1) if nested else None
    if announced:
        behind = reply._replace(answer=reply.answer[announced[0].end() :])
        last = _read(behind._replace(readable=uniform(plain(behind.answer))), size, reply.readable, question)
        if not last.fallback:
            return last
    return _read(reply, size, reply.readable, question)


def _read(
    reply: PointReply, size: tuple[float, float] | None, context: str, question: str | None
) -> Standardized[Points]:
    several = question is not None and _ASKS_ALL.search(question) is not None
    first = question is not None and _ASKS_FIRST.search(question) is not None
    columns, rule = read_columns(reply, all_of if several else first_of if first else next_of, weights=True)
    if columns is not None and columns.x and rule == "rows" and not _settled(columns, reply.readable) and reply.cut:
        return Standardized((), "unfinished", True)
    lone = columns is not None and len(columns.x) == 1 and rule == "rows"
    if (
        lone
        and len(_PAIR.findall(reply.readable)) < 2
        and is_origin(reply.readable)
        and _ANNOUNCED.search(reply.readable) is None
    ):
        return Standardized((), "no_answer", True)
    told = reply.readable
    if question is not None and rule == "rows" and (only_places(told, question) or looks_unseen(told)):
        return Standardized((), "no_answer", True)
    if columns is None or not columns.x:
        place = None if reply.cut else _in_words(reply, size)
        if place is not None:
            return Standardized(((*place, 1.0),), "words", False)
        return Standardized((), "no_answer" if columns is not None else rule, True)
    if only_looked_at(reply.readable, [*zip(columns.x, columns.y, strict=False)], question, reply.cut):
        return Standardized((), "no_answer", True)
    earlier = 0 if columns.third else number_given(reply.readable, [*zip(columns.x, columns.y, strict=False)], question)
    if earlier:
        columns = replace(columns, x=columns.x[earlier:], y=columns.y[earlier:])
    columns = _once(columns)
    frame = frame_of(columns, context, size, reply.reach)
    if frame is None:
        return Standardized((), "unknown_frame", True)
    return _placed(columns, rule, frame)


def _in_words(reply: PointReply, size: tuple[float, float] | None) -> tuple[float, float] | None:
    """Return the place that a reply tells by parts or shares of the image."""
    lowered = plain(reply.answer).lower()
    return spot(lowered) or place_in_words(reply.readable, size) or told_spot(lowered)


def _once(columns: Columns) -> Columns:
    """Return points without those that repeat another one's percentages as fractions ("63 % across, so x = 0.63")."""
    points = [*zip(columns.x, columns.y, strict=False)]
    kept = [
        place
        for place, (x, y) in enumerate(points)
        if max(x, y) > 1 or not any(abs(a - 100 * x) <= 1 and abs(b - 100 * y) <= 1 for a, b in points if max(a, b) > 1)
    ]
    if len(kept) == len(points) or len(columns.third) not in (0, len(points)):
        return columns
    third = [columns.third[place] for place in kept] if columns.third else columns.third
    return replace(columns, x=[columns.x[place] for place in kept], y=[columns.y[place] for place in kept], third=third)


def _settled(columns: Columns, readable: str) -> bool:
    """Tell whether a cut text holds an answer: a list, an announced point, or a point with which it begins."""
    return len(columns.third) > 1 or not _LETTERS.search(readable[:12]) or ANNOUNCES_POINT.search(readable) is not None


def _placed(columns: Columns, rule: str, frame: tuple[str, float, float]) -> Standardized[Points]:
    share = 100.0 if columns.clock == "%" else 1.0
    timed = columns.clock in ("ms", "s")  # durations are no weights
    points = []
    for place, (x, y) in enumerate(zip(columns.x, columns.y, strict=False)):
        weight = columns.third[place] / share if place < len(columns.third) and not timed else 1.0
        weight = 1.0 if math.isnan(weight) else weight
        horizontal, vertical = inside(x / frame[1]), inside(y / frame[2])
        if horizontal is not None and vertical is not None and 0 < weight < math.inf:
            points.append((horizontal, vertical, weight))
    if not points:
        return Standardized((), "outside_image", True)
    return Standardized(tuple(points), rule if frame[0] == "normalised" else f"{rule}_{frame[0]}", False)


def _in_lines(text: str) -> str:
    """Return "0.31 0.62 p0.5; 0.70 0.44 p0.3" with a line for each point; any other text as it is."""
    if ";" not in text or "\n" in text or len(text) > _LONGEST_CONDITION:
        return text
    rows = [_COMPACT.fullmatch(piece) for piece in text.strip(" ;.").split(";")]
    weighed = {row is not None and row[3] is not None for row in rows}
    return "\n".join(", ".join(filter(None, row.groups())) for row in rows if row) if weighed == {True} else text
