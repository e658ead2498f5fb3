"""Scores of single fixations: under an answer, and under what answers are compared with.

The references (nothing, the centre, everybody else, one other person) do not depend on the model: the slow ones are
computed once per set, and cached in a folder of bounded size.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.benchmarks.visual_search.answers import Answer
from vlmeval_hvs.benchmarks.visual_search.densities import (
    AnsweredFixation,
    CentreBias,
    Kernel,
    fit_kernel,
    mixture_map,
    point_map,
)
from vlmeval_hvs.benchmarks.visual_search.scoring import ANOTHER, CENTER, GOLD, UNIFORM, SearchScoring
from vlmeval_hvs.benchmarks.visual_search.trials import AskedFixation, Trial, human_paths
from vlmeval_hvs.cache import ImageCache, code_digest
from vlmeval_hvs.errors import StoreError
from vlmeval_hvs.files import data_root
from vlmeval_hvs.metrics.left_out import left_out_maps
from vlmeval_hvs.metrics.maps import FixationScore, MapScorer, flat_score
from vlmeval_hvs.seeding import rng

Floats = NDArray[np.float64]
Scores = Sequence[FixationScore | None]
"""A score for every fixation; None where a row predicts nothing."""
TrialScores = dict[tuple[str, str], Floats]
"""Scores of the second fixation of a trial, the third and so on, by image and participant."""


def score_answer(answer: Answer, fixations: Sequence[AskedFixation], kernel: Kernel, bias: CentreBias) -> Scores:
    """Scores of an answer at fixations of one image; None where nothing is left of it without the participant."""
    if not fixations:
        return []
    trial = fixations[0].trial
    centre = bias.map(trial.shape)
    if answer.kind == "none":
        return [flat_score(centre.size, float(centre[one.pixel])) for one in fixations]
    if answer.kind == "points":
        density = point_map(answer.points, trial.shape, kernel, bias)
        return [density.score(*one.pixel, float(centre[one.pixel])) for one in fixations]
    scorers: dict[str, MapScorer | None] = {}
    for owner in dict.fromkeys(one.person if answer.owners else "" for one in fixations):
        stated = priority_map(answer, trial, owner, bias)
        shape = (0, 0) if stated is None else (stated.shape[0], stated.shape[1])
        scorers[owner] = None if stated is None else MapScorer(stated, bias.map(shape), baseline_sum=1.0)
    scores: list[FixationScore | None] = []
    for one in fixations:
        scorer = scorers[one.person if answer.owners else ""]
        scores.append(None if scorer is None else scorer(*_in_frame(one, scorer.values.shape)))
    return scores


def priority_map(answer: Answer, trial: Trial, person: str, bias: CentreBias) -> Floats | None:
    """The map that an answer states itself, of the image's or the answered grid's size.

    Returns:
        None when nothing is left of a density with owners after leaving ``person`` out.
    """
    if answer.kind == "map":
        return answer.grid
    if answer.kind == "center_bias":
        return bias.map(trial.shape)
    if not answer.points:
        return np.full(trial.shape, 1.0 / (trial.shape[0] * trial.shape[1]))
    points = answer.places
    if answer.owners:
        points = tuple(point for point, owner in zip(points, answer.owners, strict=True) if owner != person)
    return mixture_map(points, trial.shape, answer.sigma, answer.uniform) if points else None


def _in_frame(asked: AskedFixation, shape: tuple[int, ...]) -> tuple[int, int]:
    """Row and column of a fixation in the frame of a map."""
    height, width = asked.trial.shape
    row, column = int(asked.y / height * shape[0]), int(asked.x / width * shape[1])
    return min(row, shape[0] - 1), min(column, shape[1] - 1)


def reference_scores(
    fixations: Sequence[AskedFixation], trials: Mapping[str, Trial], scoring: SearchScoring
) -> dict[str, Scores]:
    """Scores of the reference rows on the fixations that were asked about.

    Args:
        fixations: What was asked about.
        trials: All trials of the set by image.
        scoring: The settings; without a fixed kernel, one is fitted to another participant's fixations on the set.
    """
    bias, asked = scoring.bias, {one.image: one.trial for one in fixations}
    answers = {image: _others_fixations(trial, bias) for image, trial in trials.items()}
    fit = fit_kernel([one for ones in answers.values() for one in ones], 0) if scoring.kernel == "fitted" else None
    kernel_of = scoring.fixed_kernel if fit is None else fit.kernel

    def another_human_scores(trial: Trial, bias: CentreBias) -> TrialScores:
        found: dict[tuple[str, str], list[FixationScore]] = {}
        for one in answers[trial.image]:
            density = point_map(one.points, trial.shape, kernel_of(trial), bias)
            found.setdefault((trial.image, one.asked.person), []).append(density.score(*one.asked.pixel, one.centre))
        return {key: np.array(scores) for key, scores in found.items()}

    centre_scorers = {
        shape: MapScorer(bias.map(shape), bias.map(shape), baseline_sum=1.0, repeated=True)
        for shape in {trial.shape for trial in asked.values()}
    }
    centre = [float(bias.map(one.trial.shape)[one.pixel]) for one in fixations]
    listed = [trial for image, trial in sorted(asked.items()) if image in trials]
    kernels = json.dumps([[trial.image, kernel_of(trial)] for trial in listed])
    gold = kept_scores(GOLD, listed, gold_standard_scores, bias)
    another = kept_scores(ANOTHER, listed, another_human_scores, bias, kernels)

    def at(known: TrialScores, one: AskedFixation) -> FixationScore | None:
        own = known.get((one.image, one.person), ())
        return FixationScore(*own[one.number - 1].tolist()) if one.number <= len(own) else None

    return {
        UNIFORM: [
            flat_score(one.trial.shape[0] * one.trial.shape[1], base)
            for one, base in zip(fixations, centre, strict=True)
        ],
        CENTER: [centre_scorers[one.trial.shape](*one.pixel) for one in fixations],
        GOLD: [at(gold, one) for one in fixations],
        ANOTHER: [at(another, one) for one in fixations],
    }


def gold_standard_scores(trial: Trial, bias: CentreBias) -> TrialScores:
    """Every participant's fixations on the density of everybody else's; empty for one participant alone."""
    # The folds that choose the bandwidth follow the participants' order: by number, as published.
    paths = dict(sorted(human_paths(trial).items(), key=lambda one: (len(one[0]), one[0])))
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


def _others_fixations(trial: Trial, bias: CentreBias) -> list[AnsweredFixation]:
    """For every fixation one other participant's of the same number as the answer; none for one participant alone."""
    paths, centre = human_paths(trial), bias.map(trial.shape)
    found = []
    for person, (x, y) in paths.items() if len(paths) > 1 else ():
        others = [one for one in paths if one != person]
        for number in range(1, len(x)):
            across, down = paths[others[int(rng(0, trial.image, person, number).integers(len(others)))]]
            there = min(number, len(across) - 1)
            asked = AskedFixation(trial, person, number, int(x[number]), int(y[number]))
            answer = ((float(across[there]), float(down[there]), 1.0),)
            weight = 1 / (len(paths) * (len(x) - 1))
            found.append(AnsweredFixation(asked, answer, weight, float(centre[asked.pixel])))
    return found


def kept_scores(
    name: str,
    trials: Sequence[Trial],
    compute: Callable[[Trial, CentreBias], TrialScores],
    bias: CentreBias,
    more: str = "",
) -> TrialScores:
    """Scores of all trials that do not depend on a model, computed once and cached.

    The name of a file holds a digest of scanpaths, centre bias, ``more`` settings and the code that computed it.
    """
    digest = hashlib.sha256(json.dumps([more, bias.rows, bias.columns, bias.frame]).encode())
    for trial in trials:
        paths = {person: [one.x, one.y] for person, one in trial.humans.items()}
        digest.update(json.dumps([trial.image, trial.shape, trial.bbox, trial.receptive, trial.lumped, paths]).encode())
    root = data_root() / ".references"
    code = code_digest("vlmeval_hvs.metrics", "vlmeval_hvs.benchmarks.visual_search")
    cache, key = ImageCache(root / f"next_fixation_{name}" / code, root), digest.hexdigest()[:24]
    cached = cache.get(key)
    if cached is not None:
        known = json.loads(Path(cached.path).read_bytes())
        return {(image, person): np.array(scores) for image, person, scores in known}
    found: TrialScores = {}
    for trial in trials:
        found |= compute(trial, bias)
    packed = json.dumps([[*trial, scores.tolist()] for trial, scores in found.items()]).encode()
    with suppress(OSError, StoreError):  # computed again next time where neither data nor cache can be written
        cache.put(key, packed, ending=".scores")
    return found
