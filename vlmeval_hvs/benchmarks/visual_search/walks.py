"""Scripted replies that make an interactive search as short and as long as it gets; they search nothing."""

from __future__ import annotations

from vlmeval_hvs.benchmarks.visual_search.baselines import given_up, in_frame, trial_of
from vlmeval_hvs.messages import Prompt


def shortest(turn: Prompt) -> str:
    """The middle of the target; the search is given up where there is none."""
    trial = trial_of(turn)
    if not trial.present:
        return given_up(turn, [trial.initial], trial)
    top, left, bottom, right = trial.bbox
    return in_frame(turn, [((left + right) / 2, (top + bottom) / 2)], trial)


def longest(turn: Prompt) -> str:
    """The corner that is farthest from the target."""
    trial = trial_of(turn)
    height, width = trial.shape
    top, left, bottom, right = trial.bbox if trial.present else (0.0, 0.0, 0.0, 0.0)
    corner = (0.0 if left + right > width else width - 1.0, 0.0 if top + bottom > height else height - 1.0)
    return in_frame(turn, [corner], trial)
