"""How well people do: accuracies by number of objects, and how precisely they are known."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

MARGIN = 0.05
"""How far below people an accuracy may lie and still count as theirs."""


@dataclass(frozen=True)
class HumanReference:
    """Accuracy of people.

    Attributes:
        accuracy: Accuracy (0-1) by number of objects.
        error: Standard error of each accuracy; one that is not given counts as 0, as if it were known exactly.
    """

    accuracy: Mapping[int, float]
    error: Mapping[int, float] = field(default_factory=dict)

    def error_of(self, shares: Mapping[int, float]) -> float:
        """Standard error of a mean over numbers of objects with these shares."""
        return sum((share * self.error.get(n, 0.0)) ** 2 for n, share in shares.items()) ** 0.5


# Table 1: 59 people, 45 of the 900 pilot photos each. The errors are not printed; they follow from the design and the
# published mixed model of the human answers (log-odds vary with SD 1.66 between photos and .64 between people).
STUDY = HumanReference({2: 0.94, 3: 0.88, 4: 0.76}, {2: 0.007, 3: 0.018, 4: 0.025})


def as_reference(human: "Mapping[Any, float] | HumanReference | None") -> HumanReference:
    """The study's people when nothing is given; plain accuracies (keys may be text) are taken as exact."""
    if human is None:
        return STUDY
    if isinstance(human, HumanReference):
        return human
    return HumanReference({int(n): float(value) for n, value in human.items()})
