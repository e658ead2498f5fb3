"""The visual-search prompts that take several turns: interactive search, and one prompt asked several times."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from vlmeval_hvs.answer_frames import (
    AUTO,
    FrameDecision,
    Shape,
    Written,
    as_written,
    decide_frame,
    frame_size,
    place,
)
from vlmeval_hvs.benchmarks.visual_search.answers import ABSENT, SAMPLES, Reading, read_fixation, says_absent
from vlmeval_hvs.benchmarks.visual_search.pictures import foveated_view
from vlmeval_hvs.benchmarks.visual_search.trials import Trial, finish_path, read_trial
from vlmeval_hvs.benchmarks.visual_search.wording import FIXATE, PLAIN, Asking, search_message, search_text
from vlmeval_hvs.messages import Message, Pipeline, Prompt, Turn, read_record

# Keys of records: of a prompt in one turn, whose reply is as the model gave it; of answers of a search as written
ONE_TURN = "one_turn"
SAID = "said"
_STATED = ("", "unit", "percent", "thousand")


def interactive_search(
    trial: Trial, scene: str, target: str | None, asking: Asking = PLAIN, profile: str = "robust"
) -> Pipeline:
    """Search one scene fixation by fixation; the record of `search_record`, with ``said``: see `TurnFrames`.

    Geometry decides when the target is found. Where a stop is offered, a reply that says that the target is absent ends
    the search, too. A reply without a position costs a turn.
    """
    points: list[tuple[float, float]] = []
    frames = TurnFrames(asking.frame, trial.shape, asking.answer_frame)
    unreadable = 0
    found = stopped = False
    for turn in range(trial.max_length - 1):
        current = points[-1] if points else trial.initial
        shown = foveated_view(scene, current, trial.shape, trial.receptive) if asking.foveated else scene
        words = search_text("interactive", trial, asking, points, trial.max_length - 1 - turn)
        history = [list(point) for point in (trial.initial, *points)]
        message = search_message(shown, target, words, asking.one_image)
        reply = yield Turn(message, step=FIXATE, context={"history": history})
        said = read_record(reply)
        if said is not None and "declined" in said:
            return said
        if asking.stop and says_absent(reply, profile):
            stopped = True
            break
        decision = frames.decide(reply, words)
        answer = read_fixation(reply, trial, Reading(asking.frame, profile, decision), words)
        frames.add(answer.written, decision)
        if not answer.points:
            unreadable += 1
            continue
        points.append(answer.places[0])
        found = finish_path(points, trial, repeats_start=False).found
        if found:
            break
    return search_record(trial, points, found, stopped, unreadable) | {SAID: frames.record()}


def search_record(
    trial: Trial, points: list[tuple[float, float]], found: bool, stopped: bool, unreadable: int
) -> dict[str, Any]:
    """The record of a finished search: ``answer`` is a JSON list of fixations as fractions of the image.

    ``stopped`` says whether the model called the target absent, ``unreadable`` counts replies without a position.
    """
    return {
        "answer": json.dumps(trial.fractions(points)),
        "found": found,
        "stopped": stopped,
        "fixations": [[round(x, 1), round(y, 1)] for x, y in points],
        "unreadable": unreadable,
    }


class TurnFrames:
    """Coordinate frames of the replies of one search, decided by the replies so far: no answer is moved later.

    The numbers are recorded as written, so that scoring can see whether all searches together say otherwise. ``forced``
    is the frame that the user names; with ``yx`` after it replies write y first.
    """

    def __init__(self, asked: str, shape: Shape, forced: str = AUTO) -> None:
        self.forced, _, axes = forced.partition(" ")
        self.asked, self.shape, self.axes = asked, shape, axes or "xy"
        self.replies: list[tuple[Written, str]] = []

    def decide(self, text: str, question: str | None = None) -> FrameDecision:
        """The frame of the next reply to a question, decided over the replies so far and this one."""
        known = [one for one, _ in self.replies]
        listed = [
            (one, self.shape) for one in (*known, as_written(text, "fixation", question=question, axes=self.axes))
        ]
        return replace(decide_frame(listed, self.asked, self.forced), axes=self.axes)

    def add(self, written: Written, decision: FrameDecision) -> None:
        """Keep how a reply was read, which the profile decides, too: ``paper`` reads all in the frame asked for."""
        self.replies.append((written, decision.of(written)))

    def record(self) -> list[dict[str, Any]]:
        """The answers as written, with the frame in which each was placed."""
        return [
            {"points": [list(point) for point in one.points], "stated": one.stated, "read_as": frame}
            for one, frame in self.replies
        ]


def decide_searches(
    records: Iterable[tuple[Mapping[str, Any], Shape]], asked: str, forced: str = AUTO
) -> tuple[FrameDecision, list[str]]:
    """The frame of all answers of a model in its searches, and warnings where they were placed in another."""
    searches = [(said_in(record, shape), shape) for record, shape in records]
    decision = decide_frame([(written, shape) for said, shape in searches for written, _ in said], asked, forced)
    other = sum(
        any(written.points and frame != decision.of(written) for written, frame in said) for said, _ in searches
    )
    warnings = decision.warnings()
    if other:
        warnings.append(
            f"in {other} of {len(searches)} searches answers were placed, and the model was told what it had found, in "
            f"another frame than all answers together show ({decision.frame}): run again with "
            f"answer_frame={decision.frame}"
        )
    return decision, warnings


def placed_outside(record: Mapping[str, Any], shape: Shape) -> int:
    """How many answers of a search lay outside the image."""
    return sum(place(written, frame, shape).outside for written, frame in said_in(record, shape))


def said_in(record: Mapping[str, Any], shape: Shape) -> list[tuple[Written, str]]:
    """The answers of a record that has been through a file, each with its frame; what is no answer is dropped."""
    listed = record.get(SAID)
    found = []
    for one in listed if isinstance(listed, list) else ():
        try:
            points = tuple((float(x), float(y), float(w)) for x, y, w in one["points"])
            written, frame = Written(points, str(one["stated"])), str(one["read_as"])
            frame_size(frame, shape)
        except (KeyError, TypeError, ValueError, OverflowError):
            continue
        if all(math.isfinite(number) for point in points for number in point) and written.stated in _STATED:
            found.append((written, frame))
    return found


def one_turn(message: Message) -> Pipeline:
    """A prompt in one turn, for models that have to be asked otherwise than the dataset's prompt does."""
    reply = yield Turn(message)
    return {"answer": reply, ONE_TURN: True}


def sampled_answers(message: Message, samples: int) -> Pipeline:
    """Ask one prompt several times, in turns that know nothing of each other; ``answer`` is JSON with all replies."""
    replies = []
    for number in range(samples):
        reply = yield Turn(message, step=f"sample {number + 1}", context={"sample": number})
        replies.append(reply)
    return {"answer": json.dumps({SAMPLES: replies}, ensure_ascii=False)}


def shortest(turn: Prompt) -> str:
    """The middle of the target; without a target the search ends."""
    trial = read_trial(turn.row)
    if trial.present:
        return _scripted(turn, trial.target, trial)
    return ABSENT if turn.step == FIXATE else json.dumps([*trial.fractions([trial.initial]), ABSENT])


def longest(turn: Prompt) -> str:
    """The corner that is farthest from the target."""
    trial = read_trial(turn.row)
    height, width = trial.shape
    x, y = trial.target if trial.present else (0.0, 0.0)
    return _scripted(turn, (0.0 if 2 * x > width else width - 1.0, 0.0 if 2 * y > height else height - 1.0), trial)


def _scripted(turn: Prompt, point: tuple[float, float], trial: Trial) -> str:
    """A position as the answer to a turn, or as the only one of a list."""
    listed = trial.fractions([point])
    return json.dumps(listed[0] if turn.step == FIXATE else listed)
