"""Interactive search as a pipeline: the model fixates, geometry decides whether it found the target, until the cap."""

from __future__ import annotations

import json
from typing import Any

from vlmeval_hvs.benchmarks.visual_search.answers import read_fixation
from vlmeval_hvs.benchmarks.visual_search.pictures import foveated_view
from vlmeval_hvs.benchmarks.visual_search.stopping import says_absent
from vlmeval_hvs.benchmarks.visual_search.trials import Trial, finish_path
from vlmeval_hvs.benchmarks.visual_search.turn_frames import SAID, TurnFrames
from vlmeval_hvs.benchmarks.visual_search.wording import PLAIN, Asking, search_message, search_text
from vlmeval_hvs.messages import Message, Pipeline, Turn, read_record

FIXATE = "fixate"
"""What every turn of an interactive search asks for."""
ONE_TURN = "one_turn"
"""Key of the record of a search that was asked about in one turn, whose reply is as the model gave it."""


def interactive_search(
    trial: Trial, scene: str, target: str | None, asking: Asking = PLAIN, profile: str = "robust"
) -> Pipeline:
    """Search one scene fixation by fixation.

    The model never decides that it found the target: after every reply the fixations so far are finished like any
    scanpath, and the search ends with the first fixation whose window meets the target. Where a stop is offered, a
    reply that says that the target is absent ends the search, too. A reply without a position costs a turn.

    Args:
        trial: The search trial.
        scene: Path of the scene.
        target: Path of the target template; None where there is none.
        asking: How the search is asked about.
        profile: Reading of the replies.

    Returns:
        Record with ``answer`` (JSON list of fixations as fractions of the image), ``found``, ``stopped`` (the model
        said that the target is absent), ``fixations`` (px), ``unreadable`` (number of replies without a position) and
        ``said`` (the answers as written, see `TurnFrames`).
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
        answer = read_fixation(reply, trial, asking.frame, profile, decision, words)
        frames.add(answer.written, decision)
        if not answer.points:
            unreadable += 1
            continue
        points.append(answer.points[0])
        found = finish_path(points, trial, repeats_start=False).found
        if found:
            break
    return search_record(trial, points, found, stopped, unreadable) | {SAID: frames.record()}


def search_record(
    trial: Trial, points: list[tuple[float, float]], found: bool, stopped: bool, unreadable: int
) -> dict[str, Any]:
    """What is kept of a finished search.

    Args:
        trial: The search trial.
        points: Fixations (x, y) in px, without the initial one.
        found: Whether the last fixation's window meets the target.
        stopped: Whether the model said that the target is absent.
        unreadable: Number of replies without a position.

    Returns:
        As `interactive_search`, without ``said``.
    """
    height, width = trial.shape
    return {
        "answer": json.dumps([[round(x / width, 5), round(y / height, 5)] for x, y in points]),
        "found": found,
        "stopped": stopped,
        "fixations": [[round(x, 1), round(y, 1)] for x, y in points],
        "unreadable": unreadable,
    }


def one_turn(message: Message) -> Pipeline:
    """A prompt in one turn, for models that have to be asked otherwise than the dataset's prompt does."""
    reply = yield Turn(message)
    return {"answer": reply, ONE_TURN: True}
