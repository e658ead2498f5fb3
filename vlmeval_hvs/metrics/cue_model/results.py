"""What a fitted cue model returns."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ..arrays import Floats
from ..characterization.results import CATEGORIES
from .categories import Limits
from .cells import Unit
from .checks import Share

FIRM, FAIR = 0.95, 0.8
"""Posterior probabilities from which a category is called firm, or is named at all."""

TOLD = ("head_weight", "coin_share", "eye_blur", "guessing", "repeating")
"""Quantities that stand in the explanation and among the metrics of a run."""

WORDS = {
    "head_weight": "weight of the head against the eyes, 0 to 1",
    "coin_share": "part of the head weight that stems from answers by the head alone; the rest is blended",
    "eye_blur": "standard deviation of answers that use the eyes",
    "head_blur": "standard deviation of answers by the head alone",
    "guessing": "share of guesses",
    "middle": "how much guesses lean to the middle of the row, in log odds per object; negative: to its ends",
    "repeating": "share of further answers to a photo that only repeat an earlier one",
    "gap": "accuracy minus human accuracy on natural photos",
}


PLAIN = Unit(1.0, "")


@dataclass(frozen=True)
class Quantity:
    """One number with its 95 % interval.

    Attributes:
        name: Key of `WORDS`.
        estimate: Posterior median.
        interval: The shortest interval that holds 95 % of the posterior. It reaches an end of the range where the
            posterior does, which a central interval never would.
        unit: Unit of a blur; "" for numbers without one.
    """

    name: str
    estimate: float
    interval: tuple[float, float]
    unit: str = ""

    def as_dict(self) -> dict[str, Any]:
        """A JSON-ready form."""
        found = {"estimate": self.estimate, "interval": list(self.interval), "what": WORDS[self.name]}
        return found | ({"unit": self.unit} if self.unit else {})


def quantity(name: str, draws: Floats, unit: Unit = PLAIN) -> Quantity:
    """Median and shortest 95 % interval of posterior draws, which are told in this unit."""
    ordered = np.sort(draws) * unit.size
    inside = int(np.ceil(0.95 * len(ordered)))
    start = int(np.argmin(ordered[inside - 1 :] - ordered[: len(ordered) - inside + 1]))
    return Quantity(
        name, float(np.median(ordered)), (float(ordered[start]), float(ordered[start + inside - 1])), unit.name
    )


@dataclass(frozen=True)
class CueModel:
    """A fitted cue model.

    Attributes:
        probabilities: Posterior probability of every category, 1 to 5.
        quantities: Numbers by name (`WORDS`), averaged over views and proximities, blurs in a row of three objects.
        by_view: Head weight and eye blur for the views ``"front"`` and ``"side"``.
        by_proximity: Head weight and eye blur by proximity.
        shares: Observed and expected shares of answers.
        limits: Where the categories meet.
        dependence: How many times the scores vary more between scenes than those of independent answers would.
        effective: Number of independent draws that the posterior sample is worth.
        counts: Numbers of photos with a known head target, of natural photos, of scenes and of answers to the former.
        warnings: Everything that makes the result less certain, in words.
    """

    probabilities: Mapping[int, float]
    quantities: Mapping[str, Quantity]
    by_view: Mapping[str, Mapping[str, Quantity]]
    by_proximity: Mapping[str, Mapping[str, Quantity]]
    shares: tuple[Share, ...]
    limits: Limits
    dependence: float
    effective: float
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
    def telling(self) -> dict[str, Quantity]:
        """The quantities of `TOLD` that the answers say something about.

        Where the head has no weight there is no coin, and of an observer who ignores the eyes nobody learns how sharp
        they are.
        """
        silent = {1: ("coin_share",), 2: ("coin_share",), 3: ("coin_share", "eye_blur")}.get(self.most_probable, ())
        return {key: self.quantities[key] for key in TOLD if key in self.quantities and key not in silent}

    def explain(self, subject: str = "The observer") -> str:
        """Two sentences: the category with its probability, and the numbers behind it.

        Args:
            subject: Name of the observer in the first sentence.
        """
        ranked = sorted(self.probabilities.items(), key=lambda pair: -pair[1])
        who = subject[:1].lower() + subject[1:]
        if self.category == "unclear":
            rivals = [f"{number} ({CATEGORIES[number][0]}, {share:.0%})" for number, share in ranked if share > 0.1]
            first = f"The cue model leaves {who} between the categories {' and '.join(rivals)}."
        else:
            share = ranked[0][1]
            sure = "firm" if share >= FIRM else "fair"
            first = f"By the cue model {who} belongs to category {self.category}, {self.name}, with a probability of "
            first += f"{percent(share)}, which is {sure}."
        told = [f"{key.replace('_', ' ')} {self._told(key)}" for key in self.telling]
        return f"{first} Estimates with 95 % intervals: {', '.join(told)}."

    def _told(self, key: str) -> str:
        low, high = self.quantities[key].interval
        return f"{self.quantities[key].estimate:.2f} [{low:.2f}, {high:.2f}]"

    def as_dict(self) -> dict[str, Any]:
        """A JSON-ready form."""
        return {
            "category": self.category,
            "name": self.name,
            "most_probable": self.most_probable,
            "probabilities": {str(category): share for category, share in self.probabilities.items()},
            "quantities": {key: value.as_dict() for key, value in self.quantities.items()},
            "by_view": _nested(self.by_view),
            "by_proximity": _nested(self.by_proximity),
            "shares": [share._asdict() for share in self.shares],
            "limits": asdict(self.limits),
            "dependence": self.dependence,
            "effective_draws": self.effective,
            "counts": dict(self.counts),
            "explanation": self.explain(),
            "warnings": list(self.warnings),
        }


def percent(share: float) -> str:
    """A probability as a percentage; near 0 and 1 it says "less" and "more than", since draws cannot tell more."""
    if share > 0.999:
        return "more than 99.9 %"
    return "less than 0.1 %" if share < 0.001 else f"{100 * share:.1f} %"


def _nested(values: Mapping[str, Mapping[str, Quantity]]) -> dict[str, Any]:
    return {level: {key: value.as_dict() for key, value in row.items()} for level, row in values.items()}
