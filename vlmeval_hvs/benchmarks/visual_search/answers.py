"""What models answer in the visual-search datasets, read into pixels of the image.

In the robust profile free text goes through the `standardizers`, and the frame of the answers is decided over all
replies of a model (`vlmeval_hvs.answer_frames`). ViSioNS tested no language model, so the `paper` reading takes the
prompt literally: nothing but the JSON list that was asked for, in the frame that was asked for. A JSON object with
``priority_map`` (rows of non-negative numbers) or ``density`` is taken as it is: the searchers answer so.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from vlmeval_hvs.answer_frames import (
    AUTO,
    Aim,
    FrameDecision,
    Written,
    as_written,
    decide_frame,
    frame_size,
    place,
    seem_swapped,
)
from vlmeval_hvs.metrics.arrays import Floats
from vlmeval_hvs.results.guard import guarded

from .trials import Trial

Point = tuple[float, float]

MAX_CELLS = 4096
"""Largest answered priority map; finer ones do not fit the host's cells anyway."""
MAX_POINTS = 5000
"""Most points of an answered density: choosing its bandwidth takes time with their square."""
SAMPLES = "samples"
"""Key of the JSON object that holds the replies to a prompt that was asked several times."""

ABSENT = "absent"
"""The answer that ends a search."""
_LITERAL = re.compile(r"""["'`*]*absent["'`*]*[.!]?""", re.IGNORECASE)
_LISTED = re.compile(r"""(?:,\s*|(?<=\[)\s*)["']absent["']\s*\]\s*$""", re.IGNORECASE)
_SAID = re.compile(
    r"\b(?:absent|no (?:such )?target\b|(?:is not|isn't|is nowhere|not|isn\u2019t) (?:\w+ )?"
    r"(?:present|visible|there|in (?:the|this) (?:scene|image|picture|photo))"
    r"|(?:does not|doesn't|doesn\u2019t) (?:contain|appear|exist|include|show)"
    r"|there(?: is|'s|\u2019s) no (?:[\w-]+ ){1,4}?(?:in (?:the|this) (?:scene|image|picture|photo)|anywhere|present)"
    r"|(?:cannot|can't|can\u2019t|could not|couldn't|couldn\u2019t) (?:be found|find (?:it|the|any|a|an)\b)"
    r"|target (?:was |is )?not found(?! yet| so far))",
    re.IGNORECASE,
)
_UNDONE = re.compile(
    r"\b(?:not|isn't|isn\u2019t|never|whether|if|may be|might be|could be|present or|seems?|unlikely to be)"
    r"(?: \w+){0,3} absent|absent or present|\bif\b[^.\n]{0,40}$"
    r"|(?:not (?:yet )?sure|unsure|uncertain|(?:can't|can\u2019t|cannot) (?:tell|say))[^.\n]{0,60}$",
    re.IGNORECASE,
)
_POSITION = re.compile(
    r"[\[(]\s*[-+]?(?:\d+|\.\d)[.\d]*\s*%?\s*[,;]\s*[-+]?[.\d]|\bx\b[\"']?\s*[:=]\s*[\"']?[-+]?[.\d]", re.IGNORECASE
)
_OBJECT = re.compile(r"\{[^{}]*[\"'][xX][\"']\s*:[^{}]*[\"'][yY][\"']\s*:[^{}]*\}")
_QUOTED = re.compile(r"""["']absent["']""", re.IGNORECASE)


class Reading(NamedTuple):
    """How replies are read."""

    frame: str = "unit"  # that was asked for
    profile: str = "robust"
    decision: FrameDecision | None = None  # over all replies of the model; without it every reply decides for itself


PLAIN = Reading()


@dataclass(frozen=True)
class Answer:
    """What a reply answers, px of the image, and how it was read."""

    kind: str = "none"  # "points", "map", "density" (of points, as wide as they show), "center_bias", "none" (unusable)
    points: tuple[tuple[float, float, float], ...] = ()  # (x, y, weight), in order; none of a density that is uniform
    grid: Floats | None = field(default=None, compare=False)  # the answered map
    owners: tuple[str, ...] = ()  # participant of every point of a density that leaves the predicted one out
    rule: str = ""
    outside: int = 0  # answered positions outside the image; those far outside are left out
    written: Written = field(default_factory=Written, compare=False)  # the positions in the reply's own numbers

    @property
    def places(self) -> tuple[tuple[float, float], ...]:
        """The points without their weights."""
        return tuple((x, y) for x, y, _ in self.points)


def decide_answers(
    replies: Iterable[tuple[str, Trial, Point]],
    kind: str,
    asked: str = "unit",
    forced: str = AUTO,
    axes: str = "xy",
) -> tuple[FrameDecision, bool]:
    """The frame of a model's replies (``kind``: scanpath or fixation), decided over all of them unless it is forced.

    Each reply comes with its trial and with the place (x, y; px) where it should end: the second value says whether the
    replies follow these places with x and y exchanged.
    """
    free = [(guarded(Written(), as_written, text, kind, axes=axes), trial, target)
            for text, trial, target in replies if not states_map(text)]  # fmt: skip
    decision = replace(decide_frame(((one, trial.shape) for one, trial, _ in free), asked, forced), axes=axes)
    return decision, seem_swapped((aim(*one) for one in free), decision)


def aim(written: Written, trial: Trial, target: Point) -> Aim:
    """A reply and the place (x, y; px) that it should end at."""
    return Aim(written, trial.shape, (target[0] / trial.shape[1], target[1] / trial.shape[0]), trial.image)


def read_path(text: str, trial: Trial, reading: Reading = PLAIN) -> Answer:
    """Fixations of a whole-scanpath answer, in px; none without any."""
    return _read_points(text, "scanpath", trial, reading)


def read_fixation(text: str, trial: Trial, reading: Reading = PLAIN, question: str | None = None) -> Answer:
    """The answered fixation of one turn (of several, the one with the highest weight), in px; none without one.

    A reply that only repeats the positions named in the ``question`` answers nothing.
    """
    answer = _read_points(text, "fixation", trial, reading, question)
    return replace(answer, points=(max(answer.points, key=lambda point: point[2]),)) if answer.points else answer


def read_samples(text: str, trial: Trial, reading: Reading = PLAIN, question: str | None = None) -> Answer:
    """The prediction in the reply about the next fixation, or in those to a prompt that was asked several times.

    Every reply with a point counts alike, however many points it gives.
    """
    replies = single_replies(text)
    if replies == [text]:
        return _stated(text, trial) or _read_points(text, "fixation", trial, reading, question)
    answers = [read_samples(reply, trial, reading, question) for reply in replies]
    usable = [answer for answer in answers if answer.kind == "points"]
    if not usable:
        return answers[0] if answers else Answer(rule=SAMPLES)
    totals = [sum(weight for _, _, weight in answer.points) for answer in usable]
    weighted = ((point, total) for answer, total in zip(usable, totals, strict=True) for point in answer.points)
    points = tuple((x, y, weight / total) for (x, y, weight), total in weighted)
    rule = Counter(answer.rule for answer in usable).most_common(1)[0][0]
    return Answer("points", points, rule=rule, outside=sum(answer.outside for answer in answers))


def single_replies(text: str) -> list[str]:
    """The replies to a prompt that was asked several times, or the one reply to any other."""
    try:
        listed = json.loads(text)[SAMPLES] if text.lstrip().startswith(f'{{"{SAMPLES}"') else None
    except (ValueError, KeyError, TypeError, RecursionError):
        return [text]
    return [str(reply) for reply in listed] if isinstance(listed, list) else [text]


def _read_points(text: str, kind: str, trial: Trial, reading: Reading, question: str | None = None) -> Answer:
    """Positions of a reply in px; those of a fixation have a weight above 0."""
    frame, profile, decision = reading
    kept: Sequence[tuple[float, float, float]]
    if profile == "paper":
        written = Written(tuple(_json_list(text)), frame, "json_list")
        (height, width), (across, down) = trial.shape, frame_size(frame, trial.shape)
        placed = [(x / across * width, y / down * height, weight) for x, y, weight in written.points]
        outside = sum(not (0 <= x <= width and 0 <= y <= height) for x, y, _ in placed)
        kept = [(min(max(x, 0.0), width - 1.0), min(max(y, 0.0), height - 1.0), weight) for x, y, weight in placed]
        rule = written.rule
    else:
        written = as_written(text, kind, question=question, axes=decision.axes if decision else "xy")
        decision = decision or decide_frame([(written, trial.shape)], frame)
        read = place(written, decision.of(written), trial.shape)
        kept, outside = read.points, read.outside
        suffix = f"_{read.frame}" if written.points and read.frame != "unit" else ""
        rule = "outside_image" if written.points and not kept else f"{written.rule}{suffix}"
    points = tuple(point for point in kept if kind == "scanpath" or point[2] > 0)
    return Answer("points" if points else "none", points, rule=rule, outside=outside, written=written)


def _json_list(text: str) -> list[tuple[float, float, float]]:
    """Points of a text that is nothing but a JSON list ``[x, y]`` or ``[[x, y], [x, y, weight], ...]``."""
    try:
        raw = json.loads(text.strip())
        rows = [raw] if isinstance(raw, list) and raw and not isinstance(raw[0], list) else raw
        points = [(float(row[0]), float(row[1]), float(row[2]) if len(row) > 2 else 1.0) for row in rows]
    except (ValueError, TypeError, IndexError, KeyError, RecursionError, OverflowError):
        return []
    return points if all(math.isfinite(value) for point in points for value in point) else []


def states_map(text: str) -> bool:
    """Whether a reply begins like a map or density that it states outright."""
    start = text[:60].lstrip()
    return start.startswith("{") and ('"priority_map"' in start or '"density"' in start)


def _stated(text: str, trial: Trial) -> Answer | None:
    """A map or density that the answer states outright: none where it is unusable, None where it states neither."""
    try:
        record = json.loads(text) if text.lstrip().startswith("{") else None
    except (ValueError, RecursionError):
        return None
    rule = next((name for name in ("priority_map", "density") if isinstance(record, dict) and name in record), None)
    if record is None or rule is None:
        return None
    answer, stated, usable = Answer(rule=rule), record[rule], False
    try:
        if rule == "priority_map":
            answer = Answer("map", grid=(grid := np.array(stated, dtype=np.float64)), rule=rule)
            usable = grid.ndim == 2 and 0 < grid.size <= MAX_CELLS and bool(np.isfinite(grid).all() and grid.min() >= 0)
        elif stated == "center_bias":
            answer, usable = Answer("center_bias", rule=rule), True
        elif not isinstance(stated, dict):
            return None
        else:  # {"points": [[x, y], ...], "owners": [...]}, coordinates from 0 to 1
            height, width = trial.shape
            points = tuple((float(p[0]) * width, float(p[1]) * height, 1.0) for p in stated.get("points", []))
            answer = Answer("density", points, owners=tuple(map(str, stated.get("owners", []))), rule=rule)
            usable = len(points) <= MAX_POINTS and len(answer.owners) in (0, len(points))
            usable = usable and all(math.isfinite(x + y) for x, y, _ in points)
    except (TypeError, ValueError, IndexError, KeyError, AttributeError, OverflowError):
        usable = False
    return answer if usable else Answer(rule=rule)


def says_absent(text: str, profile: str = "robust") -> bool:
    """Whether a reply (to a turn, or a whole scanpath) ends the search because the target is not in the scene.

    ``paper`` takes the word "absent" alone, or as the last entry of the list, as the prompts ask for it; ``robust``
    takes also a sentence that says so, unless a position follows it: then the search goes on.
    """
    reply = text.rsplit("</think>", 1)[-1].strip()
    if _LITERAL.fullmatch(reply) or _LISTED.search(reply):
        return True
    if profile == "paper":
        return False
    # The other fields of an object with a position are about that position.
    reply = _OBJECT.sub(lambda found: found[0] if _QUOTED.search(found[0]) else "[0, 0]", reply)
    places = [match.start() for match in _POSITION.finditer(reply)]
    after = reply[places[-1] :] if places else reply
    if _LISTED.search(after.rstrip("`\n .*")):
        return True
    said = _SAID.search(after)
    return said is not None and _UNDONE.search(after[: said.end()]) is None


def without_stop(text: str) -> str:
    """A whole scanpath without the entry "absent" at its end, so that what is left can be read as a list."""
    return _LISTED.sub("]", text.strip().removesuffix("```").rstrip())
