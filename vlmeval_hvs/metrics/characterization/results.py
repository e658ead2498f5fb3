"""What a characterization gives: tests with intervals, the category with its stability; and the human reference."""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ..arrays import Integers

ENGINES = ("fixed-effects", "paper", "glmm")  # statistics that a characterization can use
ALPHA = 0.05
MARGIN = 0.05  # largest shortfall of accuracy that still counts as human-level

CATEGORIES: dict[int | str, tuple[str, str]] = {
    1: ("human-level", "is not less accurate than people by the margin or more, so there is nothing more to explain"),
    2: ("gap without head bias", "falls short of people, but its errors do not follow the head"),
    3: ("head-only", "answers where the head points; no sign of reading the eyes was found, which proves no absence"),
    4: ("head-dominant", "answers mostly where the head points; the eyes pull its answers part of the way"),
    5: ("eye-head ambivalent", "reads both cues, and answers now with the head, now with the gaze target"),
    "unclear": ("unclear", "cannot be placed in one of the five categories with these data"),
}
"""By category: its name, and what it says about a model."""

TESTS = {
    "1": ("accuracy against people, natural head poses", "accuracy minus human accuracy"),
    "2.1": ("head target chosen more often than gaze target", "share of head answers minus share of gaze answers"),
    "2.2": ("same choice while only the eyes move", "share of pairs of photos with equal choices"),
    "2.3": ("less accurate when the head points elsewhere", "accuracy, incongruent minus congruent"),
    "2.4": ("error grows with the distance between eyes and head", "wrongness per object of distance"),
    "3": (
        "answers move away from the head with the eyes",
        "relative distance from the head target per object of distance",
    ),
    "4": ("how the share of head answers falls as the eyes leave the head", "share of head answers"),
    "proximity": ("error grows when objects stand closer", "wrongness per step of proximity"),
    "view": ("error is larger in side views than in the front view", "wrongness, mean of side views minus front"),
}
"""By test: its question, and the unit of the estimate of the default engine."""

_EVIDENCE = {1: "1", 2: "2.1", 3: "3", 4: "3", 5: "4", "unclear": "3"}  # by category: the test to look at


@dataclass(frozen=True)
class HumanReference:
    """Accuracy of people."""

    accuracy: Mapping[int, float]  # 0-1, by number of objects
    error: Mapping[int, float] = field(default_factory=dict)  # its standard error; a missing one counts as 0

    def accuracies(self, lengths: "Integers") -> list[float]:
        """Accuracy for every number of objects in an array; a ValueError names those that are not known."""
        unknown = sorted(set(lengths.tolist()) - set(self.accuracy))
        if unknown:
            raise ValueError(f"the human reference has no accuracy for {', '.join(map(str, unknown))} objects")
        return [self.accuracy[n] for n in lengths.tolist()]

    def error_of(self, shares: Mapping[int, float]) -> float:
        """Standard error of a mean over numbers of objects with these shares."""
        return sum((share * self.error.get(n, 0.0)) ** 2 for n, share in shares.items()) ** 0.5

    def error_of_scenes(self, lengths: "Integers") -> float:
        """Standard error of a mean over scenes with so many objects each."""
        return self.error_of({n: count / len(lengths) for n, count in sorted(Counter(lengths.tolist()).items())})


# Table 1: 59 people, 45 of the 900 pilot photos each. The errors are not printed; they follow from the design and the
# published mixed model of the human answers (log-odds vary with SD 1.66 between photos and .64 between people).
STUDY = HumanReference({2: 0.94, 3: 0.88, 4: 0.76}, {2: 0.007, 3: 0.018, 4: 0.025})


def as_reference(
    human: "Mapping[Any, float] | HumanReference | None", error: Mapping[Any, float] | None = None
) -> HumanReference:
    """A human reference: the study's for None; plain accuracies (keys may be text) with their errors, 0 for None."""
    if human is None:
        return STUDY
    if isinstance(human, HumanReference):
        return human
    return HumanReference(*({int(n): float(value) for n, value in (cells or {}).items()} for cells in (human, error)))


@dataclass(frozen=True)
class Test:
    """One test of the study."""

    estimate: float  # the effect, in `unit`; NaN when the data do not allow the test (then `note` says why)
    interval: tuple[float, float]  # the 95 % confidence interval (low, high) of the estimate
    p: float  # the two-sided p-value (one-sided where `note` says so)
    positive: bool  # whether the study's condition holds: significant at 0.05 and in the expected direction
    name: str = ""  # the question of the test
    unit: str = ""  # the unit of the estimate, in words
    n: int = 0  # number of observations that entered (photos, unless `unit` says otherwise)
    note: str = ""  # why the test could not run, or how to read it, or ""
    details: Mapping[str, Any] = field(default_factory=dict)  # further numbers of this test

    __test__ = False  # the name must not make pytest collect this class

    @property
    def ran(self) -> bool:
        """Whether the data allowed the test."""
        return not math.isnan(self.p)


class Effect(NamedTuple):
    """An effect with its 95 % interval and its p."""

    estimate: float
    interval: tuple[float, float]
    p: float


def make_test(
    key: str, effect: Effect, positive: bool, n: int, note: str = "", details: Mapping[str, Any] = {}, unit: str = ""
) -> Test:
    """The result of the test with this id; the unit is that of the default engine where none is given."""
    name, usual = TESTS[key]
    return Test(*effect, bool(positive), name, unit or usual, n, note, details)


def not_run(key: str, reason: str, unit: str = "") -> Test:
    """The result of a test for which there are no or too few data."""
    return make_test(key, Effect(math.nan, (math.nan, math.nan), math.nan), False, 0, f"not run: {reason}", unit=unit)


@dataclass(frozen=True)
class Characterization:
    """The outcome of all tests."""

    category: int | str  # the category, 1 to 5, or "unclear"
    tests: Mapping[str, Test]  # by id: "1", "2.1" to "2.4", "3", "4", "proximity", "view"
    warnings: tuple[str, ...]  # everything that makes the result less certain, in words
    stability: Mapping[int | str, float]  # share of scene resamples by category (fixed-effects engine only)
    engine: str  # name of the statistics that were used
    counts: Mapping[str, int]  # numbers of photos, scenes, trials and unmatched trials
    reason: str  # how the decision tree came to the category, in words

    @property
    def name(self) -> str:
        """The category in words."""
        return CATEGORIES[self.category][0]

    def as_dict(self) -> dict[str, Any]:
        """A JSON-ready form; numbers that do not exist become None."""
        found = {name: getattr(self, name) for name in ("category", "name", "engine", "reason", "stability", "counts")}
        tests = {key: vars(test) for key, test in self.tests.items()}
        return plain({**found, "explanation": self.explain(), "tests": tests, "warnings": self.warnings})

    def explain(self, subject: str = "The model") -> str:
        """Two sentences: what the category means for a subject, and how sure it is."""
        scope = f"{self.counts['photos']} photos of {self.counts['scenes']} scenes"
        unclear = self.category == "unclear"
        label = f": {self.reason} (unclear)" if unclear else f" (category {self.category}, {self.name})"
        if self.stability:
            share = self.stability.get(self.category, 0.0)
            firmness = "firm" if share >= 0.9 else "fair" if share >= 0.7 else "weak"
            second = f"The evidence is {firmness}: {share:.0%} of the resamplings of {scope} lead here"
        else:
            second = f"This rests on {scope} under the {self.engine} models, whose stability was not resampled"
        key = _EVIDENCE[1 if unclear and not self.tests["1"].positive else self.category]
        if (test := self.tests[key]).ran:
            low, high = test.interval
            second += f"; Test {key}, {test.unit}: {test.estimate:+.3f} (95 % interval {low:+.3f} to {high:+.3f})"
        return f"{subject} {CATEGORIES[self.category][1]}{label}. {second}."


def plain(value: Any) -> Any:
    """A JSON-ready form; numbers that do not exist become None."""
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if hasattr(value, "item"):
        value = value.item()
    return None if isinstance(value, float) and not math.isfinite(value) else value
