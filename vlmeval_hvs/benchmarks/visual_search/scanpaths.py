"""Scores of whole search scanpaths: cumulative performance and MultiMatch, with the human and floor rows."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.benchmarks.visual_search.trials import Trial, finish_path
from vlmeval_hvs.metrics.search import (
    INTERIORS_CAPS,
    MIN_COVERAGE,
    capped_area,
    capped_performance,
    cumulative_performance,
    human_performance,
    performance_area,
)
from vlmeval_hvs.metrics.search_similarity import (
    Agreement,
    SearchPath,
    comparable_path,
    human_agreement,
    random_floor,
    scanpath_agreement,
)
from vlmeval_hvs.seeding import rng

Floats = NDArray[np.float64]

_FLOOR_REPEATS = 10  # random searches per image behind the floor


@dataclass(frozen=True)
class References:
    """What the scanpath scores of a set are read against.

    Attributes:
        human_area: AUCperf of the participants, NaN without any.
        human_curve: Their cumulative performance; for a set with different limits its values at the four limits.
        human_similarity: AvgMM within participants.
        floor_similarity: AvgMM of uniform random paths of the participants' lengths.
        floor_area: AUCperf of uniform random search.
        floor_curve: Its cumulative performance.
    """

    human_area: float
    human_curve: list[float]
    human_similarity: float
    floor_similarity: float
    floor_area: float
    floor_curve: list[float]


def references(trials: Mapping[str, Trial], seed: int = 0, similarity: bool = True) -> References:
    """Human and floor rows of a set.

    Args:
        trials: All trials of the set by image.
        seed: Seed of the random paths.
        similarity: Whether to compute the MultiMatch rows (the costly part).
    """
    area, curve = human_curve(trials)
    humans = {name: trial.human_paths() for name, trial in trials.items()}
    within = floor = math.nan
    if similarity:
        within = human_agreement(humans).human_average
        floor = random_floor(humans, rng(seed, "multimatch floor"))
    curves = [
        model_curve(trials, {name: random_search(trial, seed, number) for name, trial in trials.items()})
        for number in range(_FLOOR_REPEATS)
    ]
    floor_curve = np.mean(curves, axis=0)
    return References(area, curve, within, floor, performance_area(floor_curve), floor_curve.tolist())


def human_curve(trials: Mapping[str, Trial]) -> tuple[float, list[float]]:
    """AUCperf of the participants and the curve behind it; ``(nan, [])`` without participants.

    Sets whose participants were stopped at different limits follow the four-point rule of Interiors.
    """
    lengths: dict[str, list[int]] = {}
    found: dict[str, list[bool]] = {}
    caps: dict[str, list[int]] = {}
    for trial in trials.values():
        for person, human in trial.humans.items():
            lengths.setdefault(person, []).append(len(human.x))
            found.setdefault(person, []).append(human.found)
            caps.setdefault(person, []).append(human.cap)
    if not lengths:
        return math.nan, []
    people = sorted(lengths)
    if any(trial.capped for trial in trials.values()):
        levels = capped_performance(
            [lengths[p] for p in people], [found[p] for p in people], [caps[p] for p in people], INTERIORS_CAPS
        )
        return (math.nan if np.isnan(levels).any() else capped_area(levels)), levels.tolist()
    curve = human_performance([lengths[p] for p in people], [found[p] for p in people], longest(trials))
    return performance_area(curve), curve.tolist()


def model_curve(trials: Mapping[str, Trial], paths: Mapping[str, SearchPath]) -> Floats:
    """Cumulative performance of a model over the images it has scanpaths for, ``(max_length + 1,)``."""
    known = [paths[name] for name in trials if name in paths]
    if not known:
        return np.zeros(longest(trials) + 1)
    return cumulative_performance([len(p.x) for p in known], [p.found for p in known], longest(trials))


def model_area(trials: Mapping[str, Trial], paths: Mapping[str, SearchPath]) -> float:
    """AUCperf, NaN when the model covers less than 80 % of the images (as published)."""
    covered = sum(name in paths for name in trials)
    if covered == 0 or covered < MIN_COVERAGE * len(trials):
        return math.nan
    return performance_area(model_curve(trials, paths))


def model_agreement(trials: Mapping[str, Trial], paths: Mapping[str, SearchPath]) -> Agreement:
    """MultiMatch of a model's scanpaths with the participants'.

    A path that equals a participant's own (a participant scored as a model) is not compared with that participant.
    """
    humans = {name: trial.human_paths() for name, trial in trials.items()}
    known = {name: path for name, path in paths.items() if name in trials}
    own = {name: person for name, path in known.items() if (person := _same_person(path, humans[name]))}
    return scanpath_agreement(known, humans, own)


def _same_person(path: SearchPath, people: Mapping[str, SearchPath]) -> str | None:
    """The participant whose scanpath this is, to a pixel after lumping."""
    compared = comparable_path(path, path.shape, path.receptive)
    for person, human in people.items():
        other = comparable_path(human, path.shape, path.receptive)
        if compared is None or other is None or compared.shape != other.shape:
            continue
        if np.abs(compared - other).max() <= 1:
            return person
    return None


def trial_areas(trials: Mapping[str, Trial], paths: Mapping[str, SearchPath]) -> dict[str, float]:
    """Each image's own contribution to AUCperf (their mean is AUCperf): what confidence intervals resample."""
    longest_path = longest(trials)
    return {
        name: performance_area(cumulative_performance([len(paths[name].x)], [paths[name].found], longest_path))
        for name in trials
        if name in paths
    }


def random_search(trial: Trial, seed: int, number: int = 0) -> SearchPath:
    """A scanpath of uniform random fixations up to the set's maximum length.

    Args:
        trial: The trial.
        seed: Seed of the draw.
        number: Number of the scanpath, for several on one image.
    """
    drawn = rng(seed, "random search", trial.image, number).random((trial.max_length, 2)) * (
        trial.shape[1],
        trial.shape[0],
    )
    return finish_path([(float(x), float(y)) for x, y in drawn], trial)


def longest(trials: Mapping[str, Trial]) -> int:
    """The set's maximum scanpath length."""
    return max(trial.max_length for trial in trials.values())
