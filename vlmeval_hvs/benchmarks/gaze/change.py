"""Head bias before and after training: two runs on the same questions, each photo with itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd

from vlmeval_hvs.benchmarks.gaze.trials import wrongness_of
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics import cluster_bootstrap

_KEY = ["stimulus_id", "prompt_id"]
_DESIGN = ["scene_id", "condition", "n_objects", "gaze_pos", "head_pos"]


@dataclass(frozen=True)
class Change:
    """One score of two runs.

    Attributes:
        name: What is compared.
        before: Mean over photos in the first run.
        after: The same in the second run.
        interval: 95 % interval of the difference after - before, resampled by scene; None with fewer than two scenes.
        photos: Number of photos.
        scenes: Number of scenes.
    """

    name: str
    before: float
    after: float
    interval: tuple[float, float] | None
    photos: int
    scenes: int

    @property
    def difference(self) -> float:
        """After minus before."""
        return self.after - self.before


def _right(trials: pd.DataFrame) -> pd.Series:
    return (trials["choice_pos"] == trials["gaze_pos"]).astype(float)


def _at_head(trials: pd.DataFrame) -> pd.Series:
    return (trials["choice_pos"] == trials["head_pos"]).astype(float)


def _bias(trials: pd.DataFrame) -> pd.Series:
    return _at_head(trials) - _right(trials)


def _wrong(trials: pd.DataFrame) -> pd.Series:
    return pd.Series(wrongness_of(trials), trials.index)


SCORES: dict[str, tuple[str | None, Callable[[pd.DataFrame], pd.Series]]] = {
    "accuracy": (None, _right),
    "accuracy, natural": ("natural", _right),
    "accuracy, congruent": ("congruent", _right),
    "accuracy, incongruent": ("incongruent", _right),
    "wrongness": (None, _wrong),
    "head answers, incongruent": ("incongruent", _at_head),
    "head minus gaze answers, incongruent": ("incongruent", _bias),
}
"""Name to the condition it is taken over (None for all) and the value of an answer."""


def changes(before: pd.DataFrame, after: pd.DataFrame, seed: int = 0) -> tuple[list[Change], list[str]]:
    """Compare two runs over the questions that both answered.

    Args:
        before: Trials as `vlmeval_hvs.benchmarks.gaze.responses.read_responses` gives them.
        after: The same of the other run.
        seed: Seed of the intervals.

    Returns:
        The scores that have photos, and what was left out.

    Raises:
        DataError: The runs share no question, a question is answered twice, or a photo differs between the runs.
    """
    for which, trials in (("first", before), ("second", after)):
        again = trials.duplicated(_KEY)
        if again.any():
            photo = trials.loc[again, "stimulus_id"].iloc[0]
            raise DataError(f"the {which} run answers a question about photo {photo} twice")
    both = before.merge(after, on=_KEY, suffixes=("", "_after"))
    if both.empty:
        raise DataError("the two runs have no question in common")
    for name in _DESIGN:
        differ = both[name].astype(str) != both[f"{name}_after"].astype(str)
        if differ.any():
            photo = both.loc[differ, "stimulus_id"].iloc[0]
            raise DataError(f"photo {photo}: {name} differs between the two runs; they used different data")
    lost = len(before) + len(after) - 2 * len(both)
    notes = [f"{lost} answers to questions that only one run has are left out"] if lost else []
    first, second = (both.assign(choice_pos=both[name]) for name in ("choice_pos", "choice_pos_after"))
    found = []
    for name, (condition, value) in SCORES.items():
        kept = np.ones(len(both), bool) if condition is None else (both["condition"] == condition).to_numpy()
        change = _change(name, both[kept], value(first[kept]), value(second[kept]), seed)
        if change is not None:
            found.append(change)
    return found, notes


def _change(name: str, both: pd.DataFrame, before: pd.Series, after: pd.Series, seed: int) -> Change | None:
    """One score: means of photos, so that prompts of a photo are one observation."""
    matched = before.notna() & after.notna()
    if not matched.any():
        return None
    cells = pd.DataFrame({"before": before[matched], "after": after[matched], "scene": both.loc[matched, "scene_id"]})
    photos = cells.groupby(both.loc[matched, "stimulus_id"]).agg(
        before=("before", "mean"), after=("after", "mean"), scene=("scene", "first")
    )
    scenes = photos["scene"].to_numpy(str)
    difference = (photos["after"] - photos["before"]).to_numpy()
    count = len(set(scenes))
    interval = cluster_bootstrap(difference, scenes, seed=seed) if count > 1 else None
    return Change(name, float(photos["before"].mean()), float(photos["after"].mean()), interval, len(photos), count)
