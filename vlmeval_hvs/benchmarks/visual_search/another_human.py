"""One other participant as the model: what a single sample of people scores."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

import numpy as np

from vlmeval_hvs.benchmarks.visual_search.kept_scores import TrialScores
from vlmeval_hvs.benchmarks.visual_search.kernels import AnsweredFixation, Kernel, KernelFit, fit_kernel
from vlmeval_hvs.benchmarks.visual_search.maps import CentreBias, point_map
from vlmeval_hvs.benchmarks.visual_search.trials import Trial, human_paths
from vlmeval_hvs.seeding import rng

KernelOf = Callable[[Trial], Kernel]


class AnotherHuman:
    """One other participant's fixation of the same number as the answer: what a single sample of people scores.

    Args:
        trials: All trials of the set; width and shares are fitted on them like those of a model.
        bias: Centre bias.
        kernel: Width and shares to take instead; None fits them.
    """

    def __init__(self, trials: Mapping[str, Trial], bias: CentreBias, kernel: KernelOf | None) -> None:
        self.trials, self.bias, self.fixed = trials, bias, kernel
        self.answers = {image: _others_fixations(trial, bias) for image, trial in trials.items()}
        listed = [one for people in self.answers.values() for ones in people.values() for one in ones]
        self.fit: KernelFit | None = None if kernel is not None else fit_kernel(listed, seed=0)

    def scores(self, trial: Trial, bias: CentreBias) -> TrialScores:
        """Every participant's fixations on another participant's."""
        found: TrialScores = {}
        for person, answers in self.answers[trial.image].items():
            scores = []
            for one in answers:
                kernel = self._kernel(trial)
                scores.append(point_map(one.points, one.shape, kernel, self.bias).score(one.y, one.x, one.centre))
            found[trial.image, person] = np.array(scores)
        return found

    def described(self) -> dict[str, Any]:
        """What score files say about the width and shares."""
        return {"kernel": "fixed"} if self.fit is None else self.fit.described()

    def key(self) -> str:
        """Whatever decides the scores besides the trials, as text."""
        return json.dumps([[image, asdict(self._kernel(trial))] for image, trial in self.trials.items()])

    def _kernel(self, trial: Trial) -> Kernel:
        if self.fixed is not None:
            return self.fixed(trial)
        window = float(trial.receptive[1])
        return self.fit.kernel(trial.image, window) if self.fit is not None else Kernel(2 * window, 0.1)


def _others_fixations(trial: Trial, bias: CentreBias) -> dict[str, list[AnsweredFixation]]:
    paths, centre = human_paths(trial), bias.map(trial.shape)
    people = list(paths)
    if len(people) < 2:
        return {}
    found = {}
    for person, (x, y) in paths.items():
        others = [one for one in people if one != person]
        answers = []
        for number in range(1, len(x)):
            other = paths[others[int(rng(0, trial.image, person, number).integers(len(others)))]]
            there = min(number, len(other[0]) - 1)
            column, row = int(x[number]), int(y[number])
            answers.append(
                AnsweredFixation(
                    image=trial.image,
                    weight=1 / (len(people) * (len(x) - 1)),
                    points=((float(other[0][there]), float(other[1][there]), 1.0),),
                    x=column,
                    y=row,
                    shape=trial.shape,
                    window=float(trial.receptive[1]),
                    centre=float(centre[row, column]),
                )
            )
        found[person] = answers
    return found
