"""Scores of single fixations: under an answer, and under what answers are compared with.

The references are nothing, the centre, everybody else and one other person.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

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
from vlmeval_hvs.metrics.left_out import left_out_maps
from vlmeval_hvs.metrics.maps import FixationScore, MapScorer, flat_score
from vlmeval_hvs.seeding import rng

Floats = NDArray[np.float64]
Scores = Sequence[FixationScore | None]
"""A score for every fixation; None where a row predicts nothing."""


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
    """The map that an answer states itself, of the image's or its own size; None if all its points are the person's."""
    if answer.kind == "map":
        return answer.grid
    if answer.kind == "center_bias":
        return bias.map(trial.shape)
    if not answer.points:
        return np.full(trial.shape, 1.0 / (trial.shape[0] * trial.shape[1]))
    points = answer.places
    if answer.owners:
        points = tuple(point for point, owner in zip(points, answer.owners, strict=True) if owner != person)
    return mixture_map(points, trial.shape) if points else None


def _in_frame(asked: AskedFixation, shape: tuple[int, ...]) -> tuple[int, int]:
    """Row and column of a fixation in the frame of a map."""
    height, width = asked.trial.shape
    row, column = int(asked.y / height * shape[0]), int(asked.x / width * shape[1])
    return min(row, shape[0] - 1), min(column, shape[1] - 1)


def reference_scores(
    fixations: Sequence[AskedFixation], trials: Mapping[str, Trial], scoring: SearchScoring
) -> dict[str, Scores]:
    """Scores of the reference rows on the fixations that were asked about.

    Without a fixed kernel, one is fitted to what another participant fixated on all trials of the set (by image).
    """
    bias, asked = scoring.bias, {one.image: one.trial for one in fixations}
    answered = [one for trial in trials.values() for one in _others_fixations(trial)]
    others = {(one.asked.image, one.asked.person, one.asked.number): one for one in answered}
    fit = fit_kernel(answered, bias, 0) if scoring.kernel == "fitted" else None
    kernel_of = scoring.fixed_kernel if fit is None else fit.kernel
    centre_scorers = {
        shape: MapScorer(bias.map(shape), bias.map(shape), baseline_sum=1.0, repeated=True)
        for shape in {trial.shape for trial in asked.values()}
    }
    people: dict[str, set[str]] = {}
    for one in fixations:
        people.setdefault(one.image, set()).add(one.person)
    gold = {image: gold_standard_scores(trial, bias, people[image]) for image, trial in asked.items()}
    rows: dict[str, list[FixationScore | None]] = {UNIFORM: [], CENTER: [], GOLD: [], ANOTHER: []}
    for one in fixations:
        shape, base = one.trial.shape, float(bias.map(one.trial.shape)[one.pixel])
        rows[UNIFORM].append(flat_score(shape[0] * shape[1], base))
        rows[CENTER].append(centre_scorers[shape](*one.pixel))
        known = gold[one.image].get(one.person, [])
        rows[GOLD].append(known[one.number - 1] if one.number <= len(known) else None)
        other = others.get((one.image, one.person, one.number))
        kernel = kernel_of(one.trial)
        rows[ANOTHER].append(
            None if other is None else point_map(other.points, shape, kernel, bias).score(*one.pixel, base)
        )
    return dict(rows)


def gold_standard_scores(trial: Trial, bias: CentreBias, wanted: Container[str]) -> dict[str, list[FixationScore]]:
    """Fixations of the wanted participants, from the second one on, on the density of everybody else's.

    Empty for one participant alone.
    """
    # The folds that choose the bandwidth follow the participants' order: by number, as published.
    paths = dict(sorted(human_paths(trial).items(), key=lambda one: (len(one[0]), one[0])))
    if not paths:
        return {}
    people, centre = list(paths), bias.map(trial.shape)
    columns, rows = (np.concatenate([path[axis] for path in paths.values()]) for axis in (0, 1))
    found = {}
    for number, density in left_out_maps(rows, columns, [len(path[0]) for path in paths.values()], trial.shape):
        if people[number] in wanted:
            x, y = (np.trunc(values[1:]).astype(int).tolist() for values in paths[people[number]])
            scores = [density.score(r, c, float(centre[r, c])) for r, c in zip(y, x, strict=True)]
            found[people[number]] = scores
    return found


def _others_fixations(trial: Trial) -> list[AnsweredFixation]:
    """For every fixation one other participant's of the same number as the answer; none for one participant alone."""
    paths, found = human_paths(trial), []
    for person, (x, y) in paths.items() if len(paths) > 1 else ():
        others = [one for one in paths if one != person]
        for number in range(1, len(x)):
            across, down = paths[others[int(rng(0, trial.image, person, number).integers(len(others)))]]
            there = min(number, len(across) - 1)
            asked = AskedFixation(trial, person, number, int(x[number]), int(y[number]))
            answer = ((float(across[there]), float(down[there]), 1.0),)
            found.append(AnsweredFixation(asked, answer, 1 / (len(paths) * (len(x) - 1))))
    return found
