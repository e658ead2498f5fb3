"""A model of an observer who reads gaze from head and eyes, fitted to answers.

It separates how precisely the eyes are read from how they are used: how much the head counts, and whether the observer
blends head and eyes or chooses between them. In a share of the answers the observer names the object nearest to a
blurred point where the head points (coin); else that point is between the targets of head and eyes (blend); the rest
is guessed. The category of the study follows with a probability. See docs/benchmarks/gaze.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from scipy.stats import t as student

from ..arrays import Floats, Integers, whole_number
from .cue_posterior import (
    SIDE,
    Cells,
    choice_probabilities,
    find_modes,
    gather,
    levels,
    log_posterior,
    posterior_draws,
    scene_dependence,
)
from .fixed_effects import human_gap
from .photos import Photos
from .results import CATEGORIES, MARGIN, STUDY, HumanReference

LEAST_SCENES, FEW_SCENES = 10, 30
FIRM, FAIR = 0.95, 0.8
"""Posterior probabilities from which a category is called firm, or is named at all."""

HEAD_BIAS = 0.15  # smallest head weight that is a head bias
LEAST_EYES = 0.10  # smallest weight of the eyes, 1 - head weight, that counts as reading them
LEAST_SIGNAL = 0.05  # smallest share of answers that are no guesses; below, there is nothing to characterize
COIN = 0.5  # coin share from which an observer chooses between the cues rather than blends them

SUMMARIZED = ("head_weight", "coin_share", "eye_blur", "guessing", "repeating")
"""Quantities in the explanation and among the metrics of a run."""
DESCRIPTIONS = {
    "head_weight": "weight of the head against the eyes, 0 to 1",
    "coin_share": "part of the head weight that stems from answers by the head alone; the rest is blended",
    "eye_blur": "standard deviation of answers that use the eyes, in distances between neighbouring objects",
    "head_blur": "standard deviation of answers by the head alone, in distances between neighbouring objects",
    "guessing": "share of guesses",
    "middle": "how much guesses lean to the middle of the row, in log odds per object; negative: to its ends",
    "repeating": "share of further answers to a photo that only repeat an earlier one",
    "gap": "accuracy minus human accuracy on natural photos",
}


class Quantity(NamedTuple):
    """One number of `DESCRIPTIONS`: the posterior median and the shortest interval that holds 95 % of the posterior.

    The interval reaches an end of the range where the posterior does, which a central interval never would.
    """

    name: str
    estimate: float
    interval: tuple[float, float]

    @classmethod
    def of(cls, name: str, draws: Floats) -> "Quantity":
        """Median and shortest 95 % interval of posterior draws."""
        ordered = np.sort(draws)
        inside = int(np.ceil(0.95 * len(ordered)))
        start = int(np.argmin(ordered[inside - 1 :] - ordered[: len(ordered) - inside + 1]))
        return cls(name, float(np.median(ordered)), (float(ordered[start]), float(ordered[start + inside - 1])))

    def as_dict(self) -> dict[str, Any]:
        """A JSON-ready form."""
        return {"estimate": self.estimate, "interval": list(self.interval), "what": DESCRIPTIONS[self.name]}


def gap_draws(photos: Photos, people: HumanReference, rng: np.random.Generator, count: int) -> Floats | None:
    """Draws of accuracy minus human accuracy on natural photos; None without two scenes of natural photos.

    Every scene counts once. Its mean varies between scenes; the accuracy of people has its own error.

    Raises:
        ValueError: There is no human accuracy for a number of objects.
    """
    sums = human_gap(photos, people)
    if sums is None or sums.n_informative < 2:
        return None
    scenes = np.flatnonzero(sums.rows)
    means = sums.xy[scenes, 0]
    error = means.std(ddof=1) / np.sqrt(len(scenes))
    spread = student.rvs(len(scenes) - 1, size=count, random_state=rng) * error
    return means.mean() + spread + rng.standard_normal(count) * people.error_of_scenes(photos.row_length[scenes])


def _repeating(cells: Cells, expected: Floats) -> dict[str, Quantity]:
    """The share of further answers to a photo that only repeat an earlier one; empty where no photo has two answers.

    An observer who answers a photo by the model with probability 1 - r and else repeats an earlier answer agrees with
    itself more often than independent answers would; r makes the model's agreement equal to the observed one. The
    interval rests on the standard error clustered by scene.
    """
    counts = cells.photo_counts
    total = counts.sum(axis=1)
    twice = total > 1
    if not twice.any():
        return {}
    agree = (counts * (counts - 1)).sum(axis=1)[twice] / (total * (total - 1))[twice]
    alone = (expected**2).sum(axis=1)[cells.cell_of][twice]
    extra, room = (np.bincount(cells.scene_of[twice], part) for part in (agree - alone, 1 - alone))
    share = extra.sum() / room.sum()
    scenes = max(len(np.unique(cells.scene_of[twice])), 2)
    error = np.sqrt(((extra - share * room) ** 2).sum() * scenes / (scenes - 1)) / room.sum()
    share, low, high = np.clip([share, share - 1.96 * error, share + 1.96 * error], 0, 1).tolist()
    return {"repeating": Quantity("repeating", share, (low, high))}


def category_of(
    gap: Floats, head_weight: Floats, coin_share: Floats, guessing: Floats, margin: float = MARGIN
) -> Integers:
    """The category of observers with these parameters (`DESCRIPTIONS`); all arrays broadcast.

    1, human-level: no gap of the margin or more and no head bias. 2: a gap without head bias, or next to nothing but
    guesses. 3: the eyes are not read. 5: chooses between the cues. 4: blends them.
    """
    unbiased = head_weight < HEAD_BIAS
    conditions = [
        unbiased & (gap > -margin),
        unbiased | (1 - guessing < LEAST_SIGNAL),
        1 - head_weight < LEAST_EYES,
        coin_share >= COIN,
    ]
    return np.select(conditions, [1, 2, 3, 5], default=4).astype(np.int64)


@dataclass(frozen=True)
class CueModel:
    """A fitted cue model.

    Attributes:
        probabilities: Posterior probability of every category, 1 to 5.
        quantities: Numbers by name (`DESCRIPTIONS`), averaged over views and proximities, in a row of three objects.
        by_view: Head weight and eye blur for the views ``"front"`` and ``"side"``.
        by_proximity: Head weight and eye blur by proximity.
        dependence: How many times the scores vary more between scenes than those of independent answers would.
        counts: Numbers of photos with a known head target, of natural photos, of scenes and of answers to the former.
        warnings: Everything that makes the result less certain, in words.
    """

    probabilities: Mapping[int, float]
    quantities: Mapping[str, Quantity]
    by_view: Mapping[str, Mapping[str, Quantity]]
    by_proximity: Mapping[str, Mapping[str, Quantity]]
    dependence: float
    counts: Mapping[str, int]
    warnings: tuple[str, ...]

    @property
    def most_probable(self) -> int:
        """The category with the highest posterior probability."""
        return max(self.probabilities, key=lambda category: self.probabilities[category])

    @property
    def category(self) -> int | str:
        """The most probable category, or "unclear" when its probability is below `FAIR`."""
        best = self.most_probable
        return best if self.probabilities[best] >= FAIR else "unclear"

    @property
    def name(self) -> str:
        """The category in words."""
        return CATEGORIES[self.category][0]

    @property
    def summary(self) -> dict[str, Quantity]:
        """The quantities of `SUMMARIZED` that the answers determine.

        Without weight of the head there is no coin, and an observer who ignores the eyes does not show how sharp they
        are.
        """
        silent = {1: ("coin_share",), 2: ("coin_share",), 3: ("coin_share", "eye_blur")}.get(self.most_probable, ())
        return {key: self.quantities[key] for key in SUMMARIZED if key in self.quantities and key not in silent}

    def explain(self) -> str:
        """Two sentences: the category with its probability, and the estimates."""
        ranked = sorted(self.probabilities.items(), key=lambda pair: -pair[1])
        share = ranked[0][1]
        if self.category == "unclear":
            rivals = [f"{number} ({CATEGORIES[number][0]}, {share:.0%})" for number, share in ranked if share > 0.1]
            first = f"The cue model leaves the observer between the categories {' and '.join(rivals)}."
        else:
            first = (
                f"By the cue model the observer belongs to category {self.category}, {self.name}, with a probability "
                f"of {percent(share)}, which is {'firm' if share >= FIRM else 'fair'}."
            )
        numbers = [
            f"{key.replace('_', ' ')} {value.estimate:.2f} [{value.interval[0]:.2f}, {value.interval[1]:.2f}]"
            for key, value in self.summary.items()
        ]
        return f"{first} Estimates with 95 % intervals: {', '.join(numbers)}."

    def as_dict(self) -> dict[str, Any]:
        """A JSON-ready form."""

        def plain(values: Mapping[str, Any]) -> dict[str, Any]:
            return {key: one.as_dict() if isinstance(one, Quantity) else plain(one) for key, one in values.items()}

        return {
            "category": self.category,
            "name": self.name,
            "most_probable": self.most_probable,
            "probabilities": {str(category): share for category, share in self.probabilities.items()},
            "quantities": plain(self.quantities),
            "by_view": plain(self.by_view),
            "by_proximity": plain(self.by_proximity),
            "dependence": self.dependence,
            "counts": dict(self.counts),
            "explanation": self.explain(),
            "warnings": list(self.warnings),
        }


def percent(share: float) -> str:
    """A probability as a percentage; near 0 and 1 only a bound, because draws resolve no more."""
    if share > 0.999:
        return "more than 99.9 %"
    return "less than 0.1 %" if share < 0.001 else f"{100 * share:.1f} %"


def why_not(photos: Photos) -> str:
    """Why these answers do not allow the model, or ""."""
    apart = photos.head_known & (photos.matched > 0) & (photos.head != photos.gaze)
    scenes = len(np.unique(photos.scene[apart]))
    if scenes >= LEAST_SCENES:
        return ""
    return f"head and eyes are known to point apart in {scenes} scenes with answers, and {LEAST_SCENES} are needed"


def fit_cue_model(
    photos: Photos, people: HumanReference = STUDY, margin: float = MARGIN, seed: int = 0, draws: int = 4000
) -> CueModel:
    """Fit the cue model to the answers of one observer.

    Args:
        photos: The answers (see `vlmeval_hvs.metrics.characterization.photos.from_trials`). Natural photos serve only
            the comparison with people.
        people: Accuracy of people on natural photos; by default Table 1 of the study.
        margin: Accuracy on natural photos may fall so far short of people's and still be human-level.
        seed: Seed of the posterior draws, not negative.
        draws: Number of posterior draws, at least 1.

    Raises:
        ValueError: There are too few scenes (`why_not`), no human accuracy for a number of objects, or a bad number.

    Example:
        An observer who always answers with the object that the head points at:

        >>> from vlmeval_hvs.metrics.characterization import agents
        >>> observer = agents.Agent(category=3, head_weight=1.0)
        >>> found = fit_cue_model(agents.simulate(observer, agents.full_design({3: 2}), np.random.default_rng(0)))
        >>> found.category, found.name
        (3, 'head-only')
    """
    reason = why_not(photos)
    if reason:
        raise ValueError(f"the cue model cannot be fitted: {reason}")
    draws, seed = whole_number(draws, "draws"), whole_number(seed, "seed", least=0)
    rng = np.random.default_rng([seed, 27])
    cells = gather(photos)
    dependence = scene_dependence(find_modes(cells)[0].theta, cells)
    modes = find_modes(cells, dependence)
    theta = posterior_draws(modes, lambda points: log_posterior(points, cells, dependence), rng, draws)
    gap = gap_draws(photos, people, rng, draws)

    # All numbers are those of a row of three objects; the arrays are (draws, views, proximities).
    views = {name: SIDE[at] for name, at in (("front", 0), ("side", 1)) if (np.minimum(photos.view, 1) == at).any()}
    steps = np.unique(photos.proximity[photos.head_known])
    grid = [levels(theta, steps - 2, np.full(len(steps), side), np.full(len(steps), 3.0)) for side in views.values()]
    draws_of = {name: np.stack([at[name] for at in grid], axis=1) for name in ("head_weight", "eye_blur", "head_blur")}
    means = {name: values.mean(axis=(1, 2)) for name, values in draws_of.items()}
    means |= {name: grid[0][name][:, 0] for name in ("coin_share", "guessing", "middle")}
    means |= {} if gap is None else {"gap": gap}
    quantities = {name: Quantity.of(name, means[name]) for name in DESCRIPTIONS if name in means}
    quantities |= _repeating(cells, choice_probabilities(modes[0].theta[None], cells)[0])

    def split(axis: int, labels: list[str]) -> dict[str, dict[str, Quantity]]:
        by = {name: draws_of[name].mean(axis=axis) for name in ("head_weight", "eye_blur")}
        return {label: {name: Quantity.of(name, by[name][:, at]) for name in by} for at, label in enumerate(labels)}

    warnings = []
    if cells.scenes < FEW_SCENES:
        warnings.append(f"only {cells.scenes} scenes with a known head target: intervals rest on few")
    if gap is None:
        warnings.append("without natural photos a gap to human accuracy is assumed")
    shortfall = np.full(draws, -np.inf) if gap is None else gap
    categories = category_of(shortfall, means["head_weight"], means["coin_share"], means["guessing"], margin)
    return CueModel(
        probabilities={category: float((categories == category).mean()) for category in range(1, 6)},
        quantities=quantities,
        by_view=split(2, list(views)),
        by_proximity=split(1, [f"{step:g}" for step in steps]),
        dependence=dependence,
        counts={
            "photos": len(cells.cell_of),
            "natural": int((photos.condition == 0).sum()),
            "scenes": cells.scenes,
            "answers": int(cells.counts.sum()),
        },
        warnings=tuple(warnings),
    )
