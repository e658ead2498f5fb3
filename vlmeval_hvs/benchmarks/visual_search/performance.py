"""Cumulative performance of a model, of the participants and of chance: how soon searches find their targets."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce

import numpy as np

from vlmeval_hvs.metrics.arrays import Floats
from vlmeval_hvs.metrics.bootstrap import draws, edge_interval, limits
from vlmeval_hvs.metrics.chance import Chance
from vlmeval_hvs.metrics.search import (
    INTERIORS_CAPS,
    capped_area,
    capped_success,
    cumulative_performance,
    performance_area,
)
from vlmeval_hvs.metrics.search_similarity import SearchPath

from .trials import Trial, finish_path

_TAIL = 0.025


@dataclass(frozen=True)
class Performance:
    """How soon searches find their targets."""

    # Share of the images whose target was found within i fixations, (max_length + 1,); of people whose searches were
    # stopped at different limits, the performance at the four limits
    curve: list[float]
    area: float  # the area under it, AUCperf; NaN without a search
    images: Mapping[str, float] = field(default_factory=dict)  # each image's own area; only of models
    interval: tuple[float, float] = (math.nan, math.nan)  # 95 % interval of the area by image; only of people


def longest(trials: Mapping[str, Trial]) -> int:
    """The set's maximum scanpath length."""
    return max(trial.max_length for trial in trials.values())


def model_performance(trials: Mapping[str, Trial], paths: Mapping[str, SearchPath]) -> Performance:
    """Performance of a model over the images that it has scanpaths for; 0 without any."""
    limit = longest(trials)
    ends = {name: (len(paths[name].x), paths[name].found) for name in trials if name in paths}
    if not ends:
        return Performance([0.0] * (limit + 1), 0.0)
    lengths, found = zip(*ends.values(), strict=True)
    curve = cumulative_performance(lengths, found, limit)
    images = {name: performance_area(cumulative_performance(*end, limit)) for name, end in ends.items()}
    return Performance(curve.tolist(), performance_area(curve), images)


def people_performance(trials: Mapping[str, Trial], seed: int = 0, n_resamples: int = 1000) -> Performance:
    """Performance of the participants: the mean of their own curves.

    Sets whose participants were stopped at different limits follow the four-point rule of Interiors.
    """
    people = sorted({person for trial in trials.values() for person in trial.humans})
    if not people:
        return Performance([], math.nan)
    capped, limit = any(trial.capped for trial in trials.values()), longest(trials)
    # Performance within each number of fixations, or limit, by participant and image; NaN where there is no trial.
    table = np.full((len(INTERIORS_CAPS) if capped else limit + 1, len(people), len(trials)), np.nan)
    for image, trial in enumerate(trials.values()):
        for person, human in trial.humans.items():
            within, last = (capped_success, human.cap) if capped else (cumulative_performance, limit)
            table[:, people.index(person), image] = within(len(human.x), human.found, last)
    area = capped_area if capped else performance_area
    curve = _people_curves(table, np.ones((len(trials), 1)))[:, 0]
    if np.isnan(curve).any():
        return Performance(curve.tolist(), math.nan)
    resampled = _people_curves(table, draws(len(trials), n_resamples, seed).T).T
    interval = limits([area(one) for one in resampled if np.isfinite(one).all()]) or (math.nan, math.nan)
    if interval in ((0, 0), (1, 1)):
        interval = edge_interval(interval[0], int(np.isfinite(table).any(axis=(0, 1)).sum()))
    return Performance(curve.tolist(), area(curve), interval=interval)


def _people_curves(table: Floats, counts: Floats) -> Floats:
    """Mean over people of their means over images, as often as ``counts`` ``(images, n)`` says; ``(levels, n)``."""
    there = np.isfinite(table)
    with np.errstate(invalid="ignore", divide="ignore"):
        shares = (np.where(there, table, 0.0) @ counts) / (there.astype(np.float64) @ counts)
        return np.asarray(np.nansum(shares, axis=1) / np.isfinite(shares).sum(axis=1))


def search_chance(trials: Mapping[str, Trial]) -> Chance:
    """Mean area of a searcher that fixates uniformly at random, and the interval that holds 95 % of such searchers.

    It is computed, not simulated: the distribution of the mean is the convolution of those of the trials.
    """
    mass = np.array([trial_distribution(trial, longest(trials)) for trial in trials.values()])
    steps = len(mass) * (mass.shape[1] - 1)
    total = reduce(np.convolve, mass)
    low, above = (int(np.argmax(np.cumsum(tail) >= _TAIL)) for tail in (total, total[::-1]))
    value = float((mass @ np.arange(mass.shape[1])).sum() / steps)
    return Chance(value, low / steps, (len(total) - 1 - above) / steps)


def trial_distribution(trial: Trial, longest_path: int) -> Floats:
    """Distribution of a random searcher's area on one trial, in steps of ``1 / (2 * longest_path - 2)`` from 0 to 1."""
    mass, here = np.zeros(2 * longest_path - 1), find_probability(trial)
    mass[-1] = float(finish_path([], trial).found)  # the first fixation is fixed: it finds the target or not
    missing = 1.0 - mass[-1]
    for number in range(2, trial.max_length + 1):
        mass[2 * (longest_path - number) + 1] = missing * here  # a curve that steps from 0 to 1, by the trapezoid rule
        missing *= 1 - here
    mass[0] += missing
    return mass


def find_probability(trial: Trial) -> float:
    """Probability that one uniform fixation finds the target by the rule of `finish_path`, borders included."""
    result = 1.0
    for size, window, first, last in zip(trial.shape, trial.receptive, trial.bbox[:2], trial.bbox[2:], strict=True):
        low, high = first - window // 2, last + window // 2
        inner = max(min(high, size - 1) - max(low, 0.0), 0.0)
        # Fixations on the last pixel are all moved to its start.
        result *= (inner + (low <= size - 1 <= high)) / size
    return result
