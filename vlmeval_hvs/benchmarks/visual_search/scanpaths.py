"""Scores of whole search scanpaths: cumulative performance and MultiMatch, with the human and floor rows."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.benchmarks.visual_search.trials import Trial, finish_path
from vlmeval_hvs.metrics.bootstrap import edge_interval
from vlmeval_hvs.metrics.search import (
    INTERIORS_CAPS,
    MIN_COVERAGE,
    capped_area,
    capped_performance,
    cumulative_performance,
    human_performance,
    performance_area,
)
from vlmeval_hvs.metrics.search_resampling import draws, limits
from vlmeval_hvs.metrics.search_similarity import (
    Agreement,
    SearchPath,
    comparable_path,
    human_agreement,
    random_floor_by_image,
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
        human_interval: 95 % interval of their AUCperf, resampled by image.
        human_images: Number of images with participants.
        human_images_similarity: MultiMatch within participants by image; its mean is their AvgMM.
        floor_images_similarity: MultiMatch by image of uniform random paths of the participants' lengths.
        floor_images_area: AUCperf of uniform random search by image.
        floor_curve: Cumulative performance of uniform random search.
    """

    human_area: float
    human_curve: list[float]
    human_interval: tuple[float, float]
    human_images: int
    human_images_similarity: dict[str, float]
    floor_images_similarity: dict[str, float]
    floor_images_area: dict[str, float]
    floor_curve: list[float]

    @property
    def human_similarity(self) -> float:
        """AvgMM within participants; NaN without any pair."""
        return _mean(self.human_images_similarity)

    @property
    def floor_similarity(self) -> float:
        """AvgMM of uniform random paths."""
        return _mean(self.floor_images_similarity)

    @property
    def floor_area(self) -> float:
        """AUCperf of uniform random search."""
        return _mean(self.floor_images_area)


def references(trials: Mapping[str, Trial], seed: int = 0, similarity: bool = True) -> References:
    """Human and floor rows of a set.

    Args:
        trials: All trials of the set by image.
        seed: Seed of the random paths and of the resampling.
        similarity: Whether to compute the MultiMatch rows (the costly part).
    """
    area, curve = human_curve(trials)
    humans = {name: trial.human_paths() for name, trial in trials.items()}
    within: dict[str, float] = {}
    floor: dict[str, float] = {}
    if similarity:
        within = human_agreement(humans).within_human
        floor = random_floor_by_image(humans, rng(seed, "multimatch floor"))
    runs = [
        {name: random_search(trial, seed, number) for name, trial in trials.items()} for number in range(_FLOOR_REPEATS)
    ]
    areas = [trial_areas(trials, paths) for paths in runs]
    return References(
        human_area=area,
        human_curve=curve,
        human_interval=human_interval(trials, seed),
        human_images=sum(bool(trial.humans) for trial in trials.values()),
        human_images_similarity=within,
        floor_images_similarity=floor,
        floor_images_area={name: float(np.mean([one[name] for one in areas])) for name in trials},
        floor_curve=np.mean([model_curve(trials, paths) for paths in runs], axis=0).tolist(),
    )


def human_interval(trials: Mapping[str, Trial], seed: int = 0, n_resamples: int = 1000) -> tuple[float, float]:
    """95 % interval of the participants' AUCperf, resampled by image; NaN without participants."""
    people = _people(trials)
    if not people:
        return math.nan, math.nan
    capped, length = any(trial.capped for trial in trials.values()), longest(trials)
    counts = draws(len(trials), n_resamples, seed).T
    # Per participant the area is a mean over trials, or the performance at each limit is: all resamples at once.
    levels = len(INTERIORS_CAPS) if capped else 1
    table = np.full((levels, len(people), len(trials)), np.nan)
    for number, one in enumerate(people):
        for image, n, found, cap in zip(*one, strict=True):
            if capped:
                table[:, number, image] = capped_performance([[n]], [[found]], [[cap]], INTERIORS_CAPS)
            else:
                table[:, number, image] = performance_area(cumulative_performance([n], [found], length))
    there = np.isfinite(table)
    with np.errstate(invalid="ignore", divide="ignore"):
        shares = (np.where(there, table, 0.0) @ counts) / (there.astype(np.float64) @ counts)
        drawn = np.nansum(shares, axis=1) / np.isfinite(shares).sum(axis=1)  # (levels, resamples)
    areas = [capped_area(values) for values in drawn.T if np.isfinite(values).all()] if capped else drawn[0]
    found = limits(areas) or (math.nan, math.nan)
    return edge_interval(found[0], int(there.any(axis=(0, 1)).sum())) if found in ((0, 0), (1, 1)) else found


def human_curve(trials: Mapping[str, Trial]) -> tuple[float, list[float]]:
    """AUCperf of the participants and the curve behind it; ``(nan, [])`` without participants.

    Sets whose participants were stopped at different limits follow the four-point rule of Interiors.
    """
    return _human_area(_people(trials), any(trial.capped for trial in trials.values()), longest(trials))


class _Person(NamedTuple):
    """A participant's trials: number of the image, fixations, whether found, limit; arrays of equal length."""

    images: NDArray[np.int64]
    lengths: NDArray[np.int64]
    found: NDArray[np.bool_]
    caps: NDArray[np.int64]


def _people(trials: Mapping[str, Trial]) -> list[_Person]:
    rows: dict[str, list[tuple[int, int, bool, int]]] = {}
    for number, trial in enumerate(trials.values()):
        for person, human in trial.humans.items():
            rows.setdefault(person, []).append((number, len(human.x), human.found, human.cap))
    return [_Person(*(np.array(values) for values in zip(*rows[name], strict=True))) for name in sorted(rows)]


def _human_area(people: list[_Person], capped: bool, longest_path: int) -> tuple[float, list[float]]:
    if not people:
        return math.nan, []
    if capped:
        trials = [one.lengths for one in people], [one.found for one in people], [one.caps for one in people]
        levels = capped_performance(*trials, INTERIORS_CAPS)
        return (math.nan if np.isnan(levels).any() else capped_area(levels)), levels.tolist()
    curve = human_performance([one.lengths for one in people], [one.found for one in people], longest_path)
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


def _mean(values: Mapping[str, float]) -> float:
    return float(np.mean(list(values.values()))) if values else math.nan
