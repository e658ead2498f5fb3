"""Conditional information gain (cIG) of next-fixation predictions: bits over where people look for such a target.

HAT takes the prior of a category from its training images. A set for testing has none, so the prior of an image comes
from all others of its category: no image tells about itself.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from vlmeval_hvs.benchmarks.visual_search.image_values import ImageValues, metric_name
from vlmeval_hvs.benchmarks.visual_search.next_fixation import METRICS, AskedFixation, FixationTable
from vlmeval_hvs.benchmarks.visual_search.trials import Trial
from vlmeval_hvs.metrics.conditional import left_out_priors
from vlmeval_hvs.metrics.maps import EPSILON, FixationScore

GAIN = "cIG"
_ROWS = 320
"""Height of the prior in px, as published."""
_LIKELIHOOD = METRICS.index("LLhsp")


def prior_table(fixations: Sequence[AskedFixation], trials: Mapping[str, Trial]) -> FixationTable:
    """Bits over uniform of the prior at the fixations that were asked about; the other scores are not computed.

    Args:
        fixations: Those fixations.
        trials: All trials of the set by image, with all participants.
    """
    table = FixationTable()
    asked: dict[str, list[AskedFixation]] = {}
    for one in fixations:
        asked.setdefault(one.trial.image, []).append(one)
    categories: dict[str, list[Trial]] = {}
    for trial in trials.values():
        categories.setdefault(trial.target_object, []).append(trial)
    for alike in categories.values():
        shape = _ROWS, max(round(_ROWS * alike[0].shape[1] / alike[0].shape[0]), 1)
        people = [_scaled(_later_fixations(trial), trial, shape) for trial in alike]
        places = [_scaled([(one.x, one.y) for one in asked.get(trial.image, [])], trial, shape) for trial in alike]
        for trial, priors in zip(alike, left_out_priors(people, places, shape), strict=True):
            size = trial.shape[0] * trial.shape[1]
            for one, value in zip(asked.get(trial.image, []), priors.tolist(), strict=True):
                # The prior's pixels are larger than the image's.
                probability = value * shape[0] * shape[1] / size
                bits = math.log2(EPSILON + probability) - math.log2(EPSILON + 1 / size)
                table.add(trial.image, one.person, FixationScore(math.nan, math.nan, math.nan, math.nan, bits))
    return table


def add_gains(values: ImageValues, tables: Mapping[str, FixationTable], prior: FixationTable) -> dict[str, float]:
    """Add cIG of every row, and return its means over images by name.

    Args:
        values: Values by row, metric and image, which are added to.
        tables: Scores by row.
        prior: Scores of the prior at the same fixations.
    """
    known = _likelihoods(prior)
    means = {}
    for row, table in tables.items():
        own = _likelihoods(table)
        # Where a prediction left a participant out, the prior was asked about other fixations.
        alike = [image for image in own if image in known and own[image][1] == known[image][1]]
        gains = {image: own[image][0] - known[image][0] for image in alike}
        values.add(row, GAIN, gains)
        if gains:
            means[metric_name(GAIN, row)] = float(np.mean(list(gains.values())))
    return means


def over_all_fixations(table: FixationTable, prior: FixationTable) -> dict[str, float]:
    """cIG, cNSS and cAUC averaged over all fixations alike, as HAT does; empty when the two tables differ."""
    own, base = (
        np.array([score for people in one.scores.values() for scores in people.values() for score in scores])
        for one in (table, prior)
    )
    if not len(own) or len(own) != len(base):
        return {}
    means = dict(zip(METRICS, own.mean(axis=0).tolist(), strict=True))
    gain = means["LLhsp"] - float(base[:, _LIKELIHOOD].mean())
    return {GAIN: gain, "cNSS": means["cNSS"], "cAUC": means["cAUC"]}


def _likelihoods(table: FixationTable) -> dict[str, tuple[float, dict[str, int]]]:
    """By image, the mean over participants of their mean bits over uniform, and how many fixations each has."""
    found = {}
    for image, people in table.scores.items():
        by_person = [np.mean([score.log_likelihood for score in scores]) for scores in people.values()]
        found[image] = float(np.mean(by_person)), {person: len(scores) for person, scores in people.items()}
    return found


def _later_fixations(trial: Trial) -> list[tuple[float, float]]:
    """Fixations of all participants without the initial ones, which nobody chose."""
    return [place for one in trial.humans.values() for place in zip(one.x[1:], one.y[1:], strict=True)]


def _scaled(points: Sequence[tuple[float, float]], trial: Trial, shape: tuple[int, int]) -> tuple[list[int], list[int]]:
    """Columns and rows in the prior's frame, truncated and moved into it."""
    height, width = shape
    columns = [min(max(int(x / trial.shape[1] * width), 0), width - 1) for x, _ in points]
    rows = [min(max(int(y / trial.shape[0] * height), 0), height - 1) for _, y in points]
    return columns, rows
