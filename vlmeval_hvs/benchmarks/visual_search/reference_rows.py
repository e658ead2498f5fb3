"""What next-fixation scores are compared with on the same fixations: nothing, the centre, everybody else, one other.

They do not depend on the model: the slow ones are computed once per set, and cached in a folder of bounded size.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from vlmeval_hvs.benchmarks.visual_search.densities import (
    AnsweredFixation,
    CentreBias,
    KernelOf,
    default_kernel,
    fit_kernel,
    point_map,
)
from vlmeval_hvs.benchmarks.visual_search.next_fixation import FixationTable
from vlmeval_hvs.benchmarks.visual_search.scoring import ANOTHER, CENTER, GOLD, UNIFORM
from vlmeval_hvs.benchmarks.visual_search.trials import AskedFixation, Trial, human_paths
from vlmeval_hvs.cache import ImageCache, code_digest
from vlmeval_hvs.errors import StoreError
from vlmeval_hvs.files import data_root
from vlmeval_hvs.metrics.left_out import left_out_maps
from vlmeval_hvs.metrics.maps import FixationScore, MapScorer, flat_score
from vlmeval_hvs.seeding import rng

PROGRESS_FROM = 20
"""Number of images from which computing shows a progress bar, in a terminal."""

Floats = NDArray[np.float64]
TrialScores = dict[tuple[str, str], Floats]
"""Scores of the second fixation of a trial, the third and so on, ``(n - 1, 7)``, by image and participant."""


def reference_tables(
    fixations: Sequence[AskedFixation], trials: Mapping[str, Trial], bias: CentreBias, kernel: KernelOf | None
) -> tuple[dict[str, FixationTable], dict[str, Any]]:
    """Scores of the reference rows on the fixations that were asked about; without a kernel one is fitted on the set.

    Returns:
        A table per row, and details of the width and shares of the human row.
    """
    known = [one for one in fixations if one.trial.image in trials]
    answers = {image: _others_fixations(trial, bias) for image, trial in trials.items()}
    listed = [one for people in answers.values() for ones in people.values() for one in ones]
    fit = None if kernel is not None else fit_kernel(listed, seed=0)
    kernel_of = kernel or (fit.kernel if fit is not None else default_kernel)

    def score_others(trial: Trial, bias: CentreBias) -> TrialScores:
        def score(one: AnsweredFixation) -> FixationScore:
            density = point_map(one.points, trial.shape, kernel_of(trial), bias)
            return density.score(*one.asked.pixel, one.centre)

        return {
            (trial.image, person): np.array([score(one) for one in ones])
            for person, ones in answers[trial.image].items()
        }

    kernels = json.dumps([[image, asdict(kernel_of(trial))] for image, trial in trials.items()])
    tables = {
        **_flat_tables(fixations, bias),
        GOLD: _kept_table(GOLD, known, gold_standard_scores, bias),
        ANOTHER: _kept_table(ANOTHER, known, score_others, bias, kernels),
    }
    return tables, {ANOTHER: {"kernel": "fixed"} if fit is None else fit.described()}


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


def _flat_tables(fixations: Sequence[AskedFixation], bias: CentreBias) -> dict[str, FixationTable]:
    """The rows that need no participants."""
    uniform, centred = FixationTable(), FixationTable()
    for one in fixations:
        centre = bias.map(one.trial.shape)
        uniform.add(one.trial.image, one.person, flat_score(centre.size, float(centre[one.pixel])))
        centred.add(one.trial.image, one.person, _centre_scorer(bias, one.trial.shape)(*one.pixel))
    return {UNIFORM: uniform, CENTER: centred}


@lru_cache(maxsize=4)
def _centre_scorer(bias: CentreBias, shape: tuple[int, int]) -> MapScorer:
    centre = bias.map(shape)
    return MapScorer(centre, centre, baseline_sum=1.0, repeated=True)


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


def _others_fixations(trial: Trial, bias: CentreBias) -> dict[str, list[AnsweredFixation]]:
    """By participant, one other's fixation of the same number as the answer; empty for one participant alone."""
    paths, centre = human_paths(trial), bias.map(trial.shape)
    if len(paths) < 2:
        return {}
    found: dict[str, list[AnsweredFixation]] = {}
    for person, (x, y) in paths.items():
        others = [one for one in paths if one != person]
        for number in range(1, len(x)):
            across, down = paths[others[int(rng(0, trial.image, person, number).integers(len(others)))]]
            there = min(number, len(across) - 1)
            asked = AskedFixation(trial, person, number, int(x[number]), int(y[number]))
            answer = ((float(across[there]), float(down[there]), 1.0),)
            weight = 1 / (len(paths) * (len(x) - 1))
            found.setdefault(person, []).append(AnsweredFixation(asked, answer, weight, float(centre[asked.pixel])))
    return found


def _kept_table(
    name: str,
    fixations: Sequence[AskedFixation],
    compute: Callable[[Trial, CentreBias], TrialScores],
    bias: CentreBias,
    more: str = "",
) -> FixationTable:
    """The scores of a set at the fixations that were asked about."""
    images = {one.trial.image: one.trial for one in fixations}
    pixels = {image: _pixels(trial) for image, trial in images.items()}
    scores = kept_scores(name, images.values(), compute, bias, more)
    table = FixationTable()
    for one in fixations:
        own = scores.get((one.trial.image, one.person))
        # Rows of an older build may be a pixel away from the fixation of the trial.
        if own is not None and pixels[one.trial.image][one.person][one.number : one.number + 1] == [(one.x, one.y)]:
            table.add(one.trial.image, one.person, FixationScore(*own[one.number - 1].tolist()))
    return table


def _pixels(trial: Trial) -> dict[str, list[tuple[int, int]]]:
    """Fixated pixels (x, y) of every participant."""
    return {
        person: list(zip(*(np.trunc(values).astype(int).tolist() for values in path), strict=True))
        for person, path in human_paths(trial).items()
    }


def kept_scores(
    name: str,
    trials: Iterable[Trial],
    compute: Callable[[Trial, CentreBias], TrialScores],
    bias: CentreBias,
    more: str = "",
) -> TrialScores:
    """Scores of all trials that do not depend on a model, computed once and cached.

    The name of a file holds a digest of scanpaths, centre bias, ``more`` settings and the code that computed it.
    """
    listed = sorted(trials, key=lambda trial: trial.image)
    digest = hashlib.sha256(json.dumps([more, bias.rows, bias.columns, bias.frame]).encode())
    for trial in listed:
        paths = {person: [one.x, one.y] for person, one in trial.humans.items()}
        digest.update(json.dumps([trial.image, trial.shape, trial.bbox, trial.receptive, trial.lumped, paths]).encode())
    root = data_root() / ".references"
    code = code_digest("vlmeval_hvs.metrics", "vlmeval_hvs.benchmarks.visual_search")
    cache = ImageCache(root / f"next_fixation_{name}" / code, root)
    key = digest.hexdigest()[:24]
    cached = cache.get(key)
    if cached is not None:
        known = json.loads(Path(cached.path).read_bytes())
        return {(image, person): np.array(scores) for image, person, scores in known}
    found: TrialScores = {}
    quiet = None if len(listed) >= PROGRESS_FROM else True
    for trial in tqdm(listed, desc=name.replace("_", " "), unit="image", disable=quiet):
        found |= compute(trial, bias)
    packed = json.dumps([[*trial, scores.tolist()] for trial, scores in found.items()]).encode()
    with suppress(OSError, StoreError):  # computed again next time where neither data nor cache can be written
        cache.put(key, packed, ending=".scores")
    return found
