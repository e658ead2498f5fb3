"""How far an observer falls short of people on natural photos."""

import numpy as np
from scipy.stats import t as student

from ..arrays import Floats
from ..characterization.reference import HumanReference
from .cells import Answers


def gap_draws(data: Answers, people: HumanReference, rng: np.random.Generator, count: int) -> Floats | None:
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
    lengths, scenes_of = np.unique(np.bincount(of, natural.n) / np.bincount(of), return_counts=True)
    shares = {int(n): count / len(scenes) for n, count in zip(lengths, scenes_of, strict=True)}
    spread = student.rvs(len(scenes) - 1, size=count, random_state=rng) * error
    return means.mean() + spread + rng.standard_normal(count) * people.error_of(shares)
