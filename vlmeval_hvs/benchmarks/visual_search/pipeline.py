"""Interactive search as a pipeline: the model fixates, geometry decides whether it found the target, until the cap."""

from __future__ import annotations

import json

from vlmeval_hvs.benchmarks.visual_search.answers import read_fixation
from vlmeval_hvs.benchmarks.visual_search.frames import AUTO
from vlmeval_hvs.benchmarks.visual_search.pictures import foveated_view
from vlmeval_hvs.benchmarks.visual_search.trials import Trial, finish_path
from vlmeval_hvs.benchmarks.visual_search.turn_frames import SAID, TurnFrames
from vlmeval_hvs.benchmarks.visual_search.wording import search_message, search_text
from vlmeval_hvs.messages import Pipeline, Turn

FIXATE = "fixate"
"""What every turn of an interactive search asks for."""


def interactive_search(
    trial: Trial,
    scene: str,
    target: str,
    frame: str = "unit",
    foveated: bool = False,
    profile: str = "robust",
    one_image: bool = False,
    answer_frame: str = AUTO,
) -> Pipeline:
    """Search one scene fixation by fixation.

    The model never decides that it found the target: after every reply the fixations so far are finished like any
    scanpath, and the search ends with the first fixation whose window meets the target. A reply without a position
    costs a turn.

    Args:
        trial: The search trial.
        scene: Path of the scene.
        target: Path of the target template.
        frame: Coordinate frame of the prompts.
        foveated: Whether the scene is shown blurred away from the current fixation.
        profile: Reading of the replies.
        one_image: Whether scene and target are shown in one picture, for models that take a single image.
        answer_frame: Frame of the answers; ``auto`` decides over the replies so far.

    Returns:
        Record with ``answer`` (JSON list of fixations as fractions of the image), ``found``, ``fixations`` (px),
        ``unreadable`` (number of replies without a position) and ``said`` (the answers as written, see `TurnFrames`).
    """
    points: list[tuple[float, float]] = []
    frames = TurnFrames(frame, trial.shape, answer_frame)
    unreadable = 0
    found = False
    for turn in range(trial.max_length - 1):
        current = points[-1] if points else trial.initial
        shown = foveated_view(scene, current, trial.shape, trial.receptive) if foveated else scene
        words = search_text("interactive", trial, frame, points, trial.max_length - 1 - turn, foveated, one_image)
        history = [list(point) for point in (trial.initial, *points)]
        reply = yield Turn(search_message(shown, target, words, one_image), step=FIXATE, context={"history": history})
        answer = read_fixation(reply, trial, frame, profile, frames.decide(reply))
        if not answer.points:
            unreadable += 1
            continue
        points.append(answer.points[0])
        found = finish_path(points, trial, repeats_start=False).found
        if found:
            break
    height, width = trial.shape
    return {
        "answer": json.dumps([[round(x / width, 5), round(y / height, 5)] for x, y in points]),
        "found": found,
        "fixations": [[round(x, 1), round(y, 1)] for x, y in points],
        "unreadable": unreadable,
        SAID: frames.record(),
    }
