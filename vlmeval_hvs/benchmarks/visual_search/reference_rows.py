"""What next-fixation scores are compared with on the same fixations: nothing, the centre, everybody else, one other.

They do not depend on the model: what is slow among them is computed once per set, and kept in a folder of bounded size.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from vlmeval_hvs.benchmarks.visual_search.densities import (
    AnsweredFixation,
    CentreBias,
    Kernel,
    KernelFit,
    fit_kernel,
    point_map,
)
from vlmeval_hvs.benchmarks.visual_search.next_fixation import AskedFixation, FixationTable
from vlmeval_hvs.benchmarks.visual_search.trials import Trial, human_paths
from vlmeval_hvs.cache import ImageCache, code_digest
from vlmeval_hvs.files import data_root
from vlmeval_hvs.metrics.left_out import left_out_maps
from vlmeval_hvs.metrics.maps import FixationScore, MapScorer, flat_score
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


Floats = NDArray[np.float64]
TrialScores = dict[tuple[str, str], Floats]
"""Scores of the second fixation of a trial, the third and so on, ``(n - 1, 7)``, by image and participant."""

PROGRESS_FROM = 20
"""Number of images from which computing shows a progress bar, in a terminal."""


def kept_scores(
    name: str,
    trials: Iterable[Trial],
    compute: Callable[[Trial, CentreBias], TrialScores],
    bias: CentreBias,
    more: str = "",
) -> TrialScores:
    """Scores of all trials, computed once and kept.

    Args:
        name: What is scored, the name of the folder.
        trials: The trials.
        compute: Computes the scores of one image.
        bias: Centre bias.
        more: Whatever else decides the scores, as text.
    """
    listed = sorted(trials, key=lambda trial: trial.image)
    root = data_root() / ".references"
    code = code_digest("vlmeval_hvs.metrics", "vlmeval_hvs.benchmarks.visual_search")
    cache = ImageCache(root / f"next_fixation_{name}" / code, root)
    key = _digest(listed, bias, more)
    kept = cache.get(key)
    if kept is not None:
        with open(kept.path, "rb") as file:
            return _unpacked(np.load(file, allow_pickle=False), kept.facts["trials"])
    scores: TrialScores = {}
    for trial in tqdm(
        listed, desc=name.replace("_", " "), unit="image", disable=None if len(listed) >= PROGRESS_FROM else True
    ):
        scores |= compute(trial, bias)
    packed = io.BytesIO()
    np.save(packed, np.concatenate([np.empty((0, len(FixationScore._fields))), *scores.values()]))
    facts = {"trials": [[*trial, len(one)] for trial, one in scores.items()]}
    cache.put(key, packed.getvalue(), facts, ending=".npy")
    return scores


def _digest(trials: list[Trial], bias: CentreBias, more: str) -> str:
    digest = hashlib.sha256(f"{more}\n".encode())
    digest.update(json.dumps([bias.rows, bias.columns, bias.frame]).encode())
    for trial in trials:
        paths = {person: [one.x, one.y] for person, one in trial.humans.items()}
        digest.update(json.dumps([trial.image, trial.shape, trial.bbox, trial.receptive, trial.lumped, paths]).encode())
    return digest.hexdigest()[:24]


def _unpacked(values: Floats, trials: list[list[Any]]) -> TrialScores:
    ends = np.cumsum([count for *_, count in trials], dtype=int)
    starts = ends - np.array([count for *_, count in trials], dtype=int)
    return {
        (str(image), str(person)): values[start:end]
        for (image, person, _), start, end in zip(trials, starts.tolist(), ends.tolist(), strict=True)
    }


UNIFORM, CENTRE, GOLD, HUMAN = "uniform", "center_bias", "gold_standard", "another_human"
"""The reference rows."""


def reference_tables(
    fixations: Sequence[AskedFixation], trials: Mapping[str, Trial], bias: CentreBias, kernel: KernelOf | None
) -> tuple[dict[str, FixationTable], dict[str, Any]]:
    """Scores of the reference rows on the fixations that were asked about.

    Args:
        fixations: Those fixations.
        trials: All trials of the set by image, with all participants.
        bias: Centre bias.
        kernel: Width and shares for the answers of another participant; None fits them on the whole set.

    Returns:
        A table per row, and what to tell about the width and shares of the human row.
    """
    humans = AnotherHuman(trials, bias, kernel)
    known = [one for one in fixations if one.trial.image in trials]
    tables = {
        **_flat_tables(fixations, bias),
        GOLD: _kept_table(GOLD, known, gold_standard_scores, bias),
        HUMAN: _kept_table(HUMAN, known, humans.scores, bias, humans.key()),
    }
    return tables, {HUMAN: humans.described()}


def _flat_tables(fixations: Sequence[AskedFixation], bias: CentreBias) -> dict[str, FixationTable]:
    """The rows that need no participants."""
    uniform, centred = FixationTable(), FixationTable()
    for one in fixations:
        row, column, centre = int(one.y), int(one.x), bias.map(one.trial.shape)
        uniform.add(one.trial.image, one.person, flat_score(centre.size, float(centre[row, column])))
        centred.add(one.trial.image, one.person, _centre_scorer(bias, one.trial.shape)(row, column))
    return {UNIFORM: uniform, CENTRE: centred}


def _kept_table(
    name: str,
    fixations: Sequence[AskedFixation],
    compute: Callable[[Trial, CentreBias], TrialScores],
    bias: CentreBias,
    more: str = "",
) -> FixationTable:
    """The part of a set's kept scores that was asked for."""
    images = {one.trial.image: one.trial for one in fixations}
    pixels = {image: _pixels(trial) for image, trial in images.items()}
    scores = kept_scores(name, images.values(), compute, bias, more)
    table = FixationTable()
    for one in fixations:
        own = scores.get((one.trial.image, one.person))
        # Rows of an older build may lie a pixel beside the fixation that the trial has.
        if own is not None and pixels[one.trial.image][one.person][one.number : one.number + 1] == [(one.x, one.y)]:
            table.add(one.trial.image, one.person, FixationScore(*own[one.number - 1].tolist()))
    return table


def baseline_tables(trials: Mapping[str, Trial], bias: CentreBias) -> dict[str, FixationTable]:
    """Scores of the published baselines on all fixations of a set: uniform, centre bias and gold standard.

    As published, fixations are lumped and cut in the image's own frame, and truncated only to look up their pixel.
    """
    fixations = [
        AskedFixation(trial, person, number, *point)
        for trial in trials.values()
        for person, points in _pixels(trial).items()
        for number, point in enumerate(points)
        if number
    ]
    return {**_flat_tables(fixations, bias), GOLD: _kept_table(GOLD, fixations, gold_standard_scores, bias)}


def _pixels(trial: Trial) -> dict[str, list[tuple[int, int]]]:
    """Fixated pixels (x, y) of every participant."""
    return {
        person: list(zip(*(np.trunc(values).astype(int).tolist() for values in path), strict=True))
        for person, path in human_paths(trial).items()
    }


def gold_standard_scores(trial: Trial, bias: CentreBias) -> TrialScores:
    """Every participant's fixations on the density of everybody else's; empty for one participant alone."""
    walked = human_paths(trial)
    # The folds behind the bandwidth follow the participants' order: by number, as published.
    paths = {person: walked[person] for person in sorted(walked, key=lambda name: (len(name), name))}
    if not paths:
        return {}
    people, centre = list(paths), bias.map(trial.shape)
    columns, rows = (np.concatenate([path[axis] for path in paths.values()]) for axis in (0, 1))
    counts = [len(path[0]) for path in paths.values()]
    found: TrialScores = {}
    for number, density in left_out_maps(rows, columns, counts, trial.shape):
        x, y = (np.trunc(values[1:]).astype(int) for values in paths[people[number]])
        scores = [density.score(r, c, float(centre[r, c])) for r, c in zip(y.tolist(), x.tolist(), strict=True)]
        found[trial.image, people[number]] = np.array(scores)
    return found


@lru_cache(maxsize=4)
def _centre_scorer(bias: CentreBias, shape: tuple[int, int]) -> MapScorer:
    centre = bias.map(shape)
    return MapScorer(centre, centre, baseline_sum=1.0, repeated=True)
