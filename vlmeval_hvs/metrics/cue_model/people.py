"""How accurate people are on natural photos, and how far an observer falls short of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from scipy.stats import t as student

from ..arrays import Floats
from .cells import Answers

# Table 1 of the study: people on the pilot photos, by number of objects.
ACCURACY = {2: 0.94, 3: 0.88, 4: 0.76}
# Appendix A.4: 59 people with 45 photos each; the pilot's photos with 2, 3 and 4 objects are 551, 187 and 169 of 907.
ANSWERS = {2: 1613, 3: 547, 4: 495}


@dataclass(frozen=True)
class People:
    """Accuracy of people.

    Attributes:
        accuracy: 0 to 1, by number of objects.
        error: Standard errors of these accuracies. The default is that of independent answers to as many photos as the
            study's people saw; how much people differ is not published.
    """

    accuracy: Mapping[int, float] = field(default_factory=lambda: dict(ACCURACY))
    error: Mapping[int, float] = field(
        default_factory=lambda: {n: float(np.sqrt(p * (1 - p) / ANSWERS[n])) for n, p in ACCURACY.items()}
    )


def gap_draws(data: Answers, people: People, rng: np.random.Generator, count: int) -> Floats | None:
    """Draws of accuracy minus human accuracy on natural photos; None without two scenes of natural photos.

    Every scene counts once. Its mean varies between scenes; the accuracy of people has its own error.

    Raises:
        ValueError: There is no human accuracy for a number of objects.
    """
    natural = data.part(data.head < 0)
    scenes, of = np.unique(natural.scene, return_inverse=True)
    if len(scenes) < 2:
        return None
    missing = sorted(set(natural.n.tolist()) - set(people.accuracy))
    if missing:
        raise ValueError(f"there is no human accuracy for {missing[0]} objects")
    correct = natural.counts[np.arange(len(natural)), natural.gaze] / np.maximum(natural.trials, 1)
    human = np.array([people.accuracy[n] for n in natural.n.tolist()])
    means = np.bincount(of, correct - human) / np.bincount(of)
    error = means.std(ddof=1) / np.sqrt(len(scenes))
    size = np.bincount(of, natural.n) / np.bincount(of)
    known = sum((np.mean(size == n) * people.error.get(n, 0.0)) ** 2 for n in people.accuracy)
    spread = student.rvs(len(scenes) - 1, size=count, random_state=rng) * error
    return means.mean() + spread + rng.standard_normal(count) * np.sqrt(known)
