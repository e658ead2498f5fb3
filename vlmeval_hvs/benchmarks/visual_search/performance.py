"""Cumulative performance of a model, of the participants and of chance: how soon searches find their targets.

What knowing nothing scores is computed, not simulated: a random searcher fixates uniformly over the image, each
fixation independent of the others. Its trial ends with the first fixation that finds the target, as for a model, so
the trial's area takes one of a few values with probabilities that follow from the size of the target.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.benchmarks.visual_search.scoring import mean
from vlmeval_hvs.benchmarks.visual_search.trials import Trial, finish_path, random_search
from vlmeval_hvs.metrics.bootstrap import edge_interval
from vlmeval_hvs.metrics.chance import Chance
from vlmeval_hvs.metrics.search import (
    INTERIORS_CAPS,
    capped_area,
    capped_performance,
    cumulative_performance,
    performance_area,
)
from vlmeval_hvs.metrics.search_resampling import draws, limits
from vlmeval_hvs.metrics.search_similarity import SearchPath

Floats = NDArray[np.float64]

_FLOOR_REPEATS = 10  # random searches per image of the floor
_TAIL = 0.025


@dataclass(frozen=True)
class Performance:
    """How soon searches find their targets.

    Attributes:
        curve: Share of the images whose target was found within ``i`` fixations, ``(max_length + 1,)``; of people whose
            searches were stopped at different limits, the performance at the four limits.
        area: The area under it, AUCperf; NaN without a search.
        images: Each image's own contribution to the area, which is their mean: what intervals resample. People have
            none, for each of them has a curve of their own.
        interval: 95 % interval of the people's area, resampled by image.
    """

    curve: list[float]
    area: float
    images: Mapping[str, float] = field(default_factory=dict)
    interval: tuple[float, float] = (math.nan, math.nan)


def model_performance(trials: Mapping[str, Trial], paths: Mapping[str, SearchPath]) -> Performance:
    """Performance of a model over the images that it has scanpaths for; 0 without any."""
    longest_path = longest(trials)
    known = {name: paths[name] for name in trials if name in paths}
    if not known:
        return Performance([0.0] * (longest_path + 1), 0.0)
    lengths, found = [len(path.x) for path in known.values()], [path.found for path in known.values()]
    curve = cumulative_performance(lengths, found, longest_path)
    images = {
        name: performance_area(cumulative_performance([length], [hit], longest_path))
        for name, length, hit in zip(known, lengths, found, strict=True)
    }
    return Performance(curve.tolist(), performance_area(curve), images)


def people_performance(trials: Mapping[str, Trial], seed: int = 0, n_resamples: int = 1000) -> Performance:
    """Performance of the participants: the mean of their own curves.

    Sets whose participants were stopped at different limits follow the four-point rule of Interiors.
    """
    rows: dict[str, list[tuple[int, int, bool, int]]] = {}
    for number, trial in enumerate(trials.values()):
        for person, human in trial.humans.items():
            rows.setdefault(person, []).append((number, len(human.x), human.found, human.cap))
    if not rows:
        return Performance([], math.nan)
    # By participant: number of the image, fixations, whether found, limit.
    people = [[np.array(values) for values in zip(*rows[name], strict=True)] for name in sorted(rows)]
    lengths, found, caps = ([one[column] for one in people] for column in (1, 2, 3))
    capped, longest_path = any(trial.capped for trial in trials.values()), longest(trials)
    if capped:
        curve = capped_performance(lengths, found, caps, INTERIORS_CAPS)
        area = math.nan if np.isnan(curve).any() else capped_area(curve)
    else:
        curves = [cumulative_performance(*one, longest_path) for one in zip(lengths, found, strict=True)]
        curve = np.mean(curves, axis=0)
        area = performance_area(curve)
    # Per participant the area is a mean over trials, or the performance at each limit is: all resamples at once.
    table = np.full((len(INTERIORS_CAPS) if capped else 1, len(people), len(trials)), np.nan)
    for number, one in enumerate(people):
        for image, n, hit, cap in zip(*one, strict=True):
            if capped:
                table[:, number, image] = capped_performance([[n]], [[hit]], [[cap]], INTERIORS_CAPS)
            else:
                table[:, number, image] = performance_area(cumulative_performance([n], [hit], longest_path))
    interval = _resampled_area(table, draws(len(trials), n_resamples, seed).T, capped)
    return Performance(curve.tolist(), area, interval=interval)


def _resampled_area(table: Floats, counts: Floats, capped: bool) -> tuple[float, float]:
    """95 % interval of the participants' area.

    ``table`` has areas, or performances at each limit of Interiors, ``(levels, participants, images)``, NaN where there
    is no trial; ``counts`` says how often each image was drawn, ``(images, resamples)``.
    """
    there = np.isfinite(table)
    with np.errstate(invalid="ignore", divide="ignore"):
        shares = (np.where(there, table, 0.0) @ counts) / (there.astype(np.float64) @ counts)
        drawn = np.nansum(shares, axis=1) / np.isfinite(shares).sum(axis=1)  # (levels, resamples)
    areas = [capped_area(values) for values in drawn.T if np.isfinite(values).all()] if capped else drawn[0]
    found = limits(areas) or (math.nan, math.nan)
    return edge_interval(found[0], int(there.any(axis=(0, 1)).sum())) if found in ((0, 0), (1, 1)) else found


def random_performance(trials: Mapping[str, Trial], seed: int) -> Performance:
    """Performance of uniform random search, the mean of ten."""
    runs = [
        model_performance(trials, {name: random_search(trial, seed, number) for name, trial in trials.items()})
        for number in range(_FLOOR_REPEATS)
    ]
    areas = {name: float(np.mean([run.images[name] for run in runs])) for name in trials}
    return Performance(np.mean([run.curve for run in runs], axis=0).tolist(), mean(areas.values()), areas)


def longest(trials: Mapping[str, Trial]) -> int:
    """The set's maximum scanpath length."""
    return max(trial.max_length for trial in trials.values())


def find_probability(trial: Trial) -> float:
    """Probability that one uniform fixation finds the target.

    The rule is that of `finish_path`: the fixation is moved into the image (by less than a pixel here), and the window
    around it has to meet the target's box, borders included.
    """
    sides = zip(trial.shape, trial.receptive, trial.bbox[:2], trial.bbox[2:], strict=True)
    shares = [_meeting(size, window // 2, first, last) for size, window, first, last in sides]
    return shares[0] * shares[1]


def _meeting(size: int, half: int, first: float, last: float) -> float:
    """Share of the places along one side of the image from which a window meets the target."""
    low, high = first - half, last + half
    inner = max(min(high, size - 1) - max(low, 0.0), 0.0)
    # Fixations on the last pixel all count as being at its start.
    return (inner + (low <= size - 1 <= high)) / size


def trial_distribution(trial: Trial, longest_path: int) -> Floats:
    """Distribution of a random searcher's area on one trial.

    Returns:
        ``(2 * longest_path - 1,)`` probabilities of the areas 0, 1, 2 ... in units of ``1 / (2 * longest_path - 2)``:
        an area is a sum of trapezoids, and so a whole multiple of that.
    """
    steps = 2 * (longest_path - 1)
    mass = np.zeros(steps + 1)
    missing = 1.0
    q = find_probability(trial)
    for number in range(1, min(trial.max_length, longest_path) + 1):
        # The first fixation is fixed: it finds the target or not.
        here = float(finish_path([], trial).found) if number == 1 else q
        area = performance_area(cumulative_performance([number], [True], longest_path))
        mass[round(area * steps)] += missing * here
        missing *= 1 - here
    mass[0] += missing
    return mass


def search_chance(trials: Mapping[str, Trial]) -> Chance:
    """Mean area of a random searcher over a set, and the interval that holds 95 % of random searchers.

    The distribution of the mean is the convolution of those of the trials. All areas are whole multiples of one step,
    so no value is rounded; the probabilities are exact up to the noise of the Fourier transforms, about 1e-12.
    """
    mass = np.array([trial_distribution(trial, longest(trials)) for trial in trials.values()])
    steps = len(mass) * (mass.shape[1] - 1)
    expected = float((mass @ np.arange(mass.shape[1])).sum() / steps)
    total = _sum_of(mass)[: steps + 1]
    low = int(np.argmax(np.cumsum(total) >= _TAIL))
    high = len(total) - 1 - int(np.argmax(np.cumsum(total[::-1]) >= _TAIL))
    return Chance(expected, low / steps, high / steps)


def _sum_of(mass: Floats) -> Floats:
    """Distribution of the sum of independent whole numbers, whose distributions are the rows; joined two by two."""
    while len(mass) > 1:
        if len(mass) % 2:
            nothing = np.zeros((1, mass.shape[1]))
            nothing[0, 0] = 1.0
            mass = np.concatenate([mass, nothing])
        length = 2 * mass.shape[1] - 1
        spectrum = np.fft.rfft(mass, length)
        mass = np.maximum(np.fft.irfft(spectrum[::2] * spectrum[1::2], length), 0.0)
    return np.asarray(mass[0])
