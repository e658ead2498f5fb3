"""What next-fixation scores are compared with on the same fixations: nothing, the centre, everybody else, one other.

They do not depend on the model: what is slow among them is computed once per set and kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from vlmeval_hvs.benchmarks.visual_search.another_human import AnotherHuman, KernelOf
from vlmeval_hvs.benchmarks.visual_search.kept_scores import TrialScores, kept_scores
from vlmeval_hvs.benchmarks.visual_search.maps import CentreBias
from vlmeval_hvs.benchmarks.visual_search.next_fixation import AskedFixation, FixationTable
from vlmeval_hvs.benchmarks.visual_search.trials import Trial, human_paths
from vlmeval_hvs.metrics.left_out import left_out_maps
from vlmeval_hvs.metrics.maps import FixationScore, MapScorer, flat_score

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
