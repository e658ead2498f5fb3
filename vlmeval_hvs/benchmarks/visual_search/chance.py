"""What knowing nothing scores in visual search: the distribution of the headline, computed, not simulated.

A random searcher fixates uniformly over the image, each fixation independent of the others. Its trial ends with the
first fixation that finds the target, as for a model, so the trial's area takes one of a few values with probabilities
that follow from the size of the target.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.benchmarks.visual_search.trials import Trial, finish_path
from vlmeval_hvs.metrics.chance import Chance
from vlmeval_hvs.metrics.search import cumulative_performance, performance_area

Floats = NDArray[np.float64]

_TAIL = 0.025


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


def trial_distribution(trial: Trial, longest: int) -> Floats:
    """Distribution of a random searcher's area on one trial.

    Args:
        trial: The search trial.
        longest: Longest scanpath of the set, in fixations; at least two.

    Returns:
        ``(2 * longest - 1,)`` probabilities of the areas 0, 1, 2 ... in units of ``1 / (2 * longest - 2)``: the
        trapezoids behind an area make it a whole multiple of that.
    """
    steps = 2 * (longest - 1)
    mass = np.zeros(steps + 1)
    missing = 1.0
    q = find_probability(trial)
    for number in range(1, min(trial.max_length, longest) + 1):
        # The first fixation is given, so it finds the target or not.
        here = float(finish_path([], trial).found) if number == 1 else q
        area = performance_area(cumulative_performance([number], [True], longest))
        mass[round(area * steps)] += missing * here
        missing *= 1 - here
    mass[0] += missing
    return mass


def search_chance(trials: Mapping[str, Trial], longest: int) -> Chance:
    """Mean area of a random searcher over a set, and the interval in which 95 % of random searchers lie.

    The distribution of the mean is the convolution of those of the trials. All areas are whole multiples of one step,
    so no value is rounded; the probabilities are exact up to the noise of the Fourier transforms, about 1e-12.

    Args:
        trials: The search trials by image name, at least one.
        longest: Longest scanpath of the set, in fixations.
    """
    mass = np.array([trial_distribution(trial, longest) for trial in trials.values()])
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


def fixation_weights(fixations: Iterable[tuple[str, str]]) -> Floats:
    """Weight of every fixation in the mean over fixations, then participants, then images.

    Args:
        fixations: Image and participant of every fixation.
    """
    pairs = list(fixations)
    people: dict[str, dict[str, int]] = {}
    for image, person in pairs:
        own = people.setdefault(image, {})
        own[person] = own.get(person, 0) + 1
    return np.array([1 / (len(people) * len(people[image]) * people[image][person]) for image, person in pairs])
