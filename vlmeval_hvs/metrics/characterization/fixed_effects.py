"""The default engine: photo means, comparisons within a scene, scene-clustered errors, and scenes drawn again."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from ..arrays import Booleans, Floats, Integers
from .decision import NEITHER, UNCLEAR, VOTES, decide, head_share_shape
from .designs import DIRECTION, SLOPES, head_share, human_gap, shape_weights, wrongness_effects
from .photos import Photos
from .reference import HumanReference
from .regression import (
    LEAST_SCENES,
    ClusterSums,
    Outcome,
    Slope,
    contrast,
    fit,
    interval,
    lower_bound,
    too_few,
    two_sided_p,
)
from .results import ALPHA, NAMES, UNITS, Test, not_run
from .same_choice import SameChoice, same_choice, same_choice_test

ONE_SIDED = 1.6448536  # the normal quantile of a one-sided test at ALPHA
LEAST_OF_LENGTH = 5
"""Scenes with one number of objects that its part of the pooled estimate needs."""

CONTRASTS = ("drop", "first", "trend")
Pooled = Mapping[str, Outcome]


@dataclass(frozen=True)
class Evidence:
    """Everything the tests need, as sums by scene."""

    slopes: Mapping[str, Slope | None]
    shares: Mapping[int, ClusterSums]
    same: SameChoice | None
    n_scenes: int
    row_length: Integers

    def stability(self, rng: np.random.Generator, resamples: int, margin: float) -> dict[int | str, float]:
        """Share of scene resamples (drawn within each number of objects) that lead to each category.

        Every test must have run on the study itself.
        """
        weights = np.zeros((resamples, self.n_scenes))
        for n in np.unique(self.row_length):
            members = np.flatnonzero(self.row_length == n)
            weights[:, members] = rng.multinomial(len(members), np.full(len(members), 1 / len(members)), resamples)
        holds, missing = {}, np.zeros(resamples, dtype=np.int64)
        human_level = untested = np.zeros(resamples, dtype=bool)
        for key, slope in self.slopes.items():
            assert slope is not None
            estimate, error, p, df = slope.evaluate(weights)
            holds[key] = (np.sign(estimate) == DIRECTION[key]) & (p < ALPHA)
            if key in VOTES:
                missing += np.isnan(p)
            if key == "1":
                human_level = lower_bound(estimate, error, df) > -margin
            if key == "3":
                untested = np.isnan(p)
        holds["2.2"] = self._same_again(weights)
        shape = shape_of(pooled_shape(usable(self.shares), weights))
        votes = np.sum([holds[key] for key in VOTES], axis=0)
        codes = decide(holds["1"], human_level, votes, missing, holds["3"], shape)
        codes = np.where((codes == 3) & untested, UNCLEAR, codes)  # category 3 needs a Test 3 that ran
        values, counts = np.unique(codes, return_counts=True)
        return {int(v) if v else "unclear": float(c) / resamples for v, c in zip(values, counts, strict=True)}

    def _same_again(self, weights: Floats) -> Booleans:
        assert self.same is not None
        counted = weights[:, self.same.scene]
        center, spread = self.same.null.mean(axis=0), self.same.null.var(axis=0)
        excess = counted @ (self.same.agree - center)
        return excess > ONE_SIDED * np.sqrt(counted @ spread) + 1e-9


def gather(photos: Photos, human: HumanReference, rng: np.random.Generator, n_permutations: int) -> Evidence:
    """Prepare all tests of the default engine.

    Args:
        photos: Counts of the photos.
        human: Accuracy of people.
        rng: Source of the permutations of Test 2.2.
        n_permutations: Number of permutations.
    """
    slopes: dict[str, Slope | None] = {"1": human_gap(photos, human)}
    slopes.update({key: build(photos) for key, build in SLOPES.items()})
    lengths = [int(n) for n in np.unique(photos.n) if n > 2]
    shares = {n: sums for n in lengths if (sums := head_share(photos, n)) is not None}
    row_length = np.zeros(photos.n_scenes, dtype=np.int64)
    row_length[photos.scene] = photos.n
    return Evidence(slopes, shares, same_choice(photos, rng, n_permutations), photos.n_scenes, row_length)


def slope_test(key: str, slope: Slope | None) -> Test:
    """One regression test as a result."""
    if slope is None:
        return not_run(NAMES[key], UNITS[key], "no photos of the kind it needs")
    if slope.sums.n_informative < LEAST_SCENES:
        return not_run(NAMES[key], UNITS[key], too_few(slope.sums.n_informative))
    estimate, error, p, df = (float(value[0]) for value in slope.evaluate())
    if np.isnan(p):
        return not_run(NAMES[key], UNITS[key], "nothing varies within the scenes")
    positive = p < ALPHA and np.sign(estimate) == DIRECTION[key]
    return Test(estimate, interval(estimate, error, df), p, bool(positive), NAMES[key], UNITS[key], slope.sums.n)


def gap_test(slope: Slope | None, margin: float) -> Test:
    """Test 1 as a result; `details` say whether an accuracy that is worse by `margin` or more can be excluded."""
    test = slope_test("1", slope)
    if slope is None or not test.ran:
        return test
    outcome = slope.evaluate()
    least = float(lower_bound(outcome.estimate, outcome.error, outcome.df)[0])
    details = {"margin": margin, "lower_bound": least, "human_level": least > -margin}
    if slope.variance:
        details["human_error"] = slope.variance**0.5
    return replace(test, details=details)


def finish(photos: Photos, evidence: Evidence) -> dict[str, Test]:
    """All tests but Test 1, as results."""
    tests = {key: slope_test(key, evidence.slopes[key]) for key in SLOPES}
    conflict = (photos.condition == 2) & photos.head_known & (photos.n > 2)
    at_head, at_gaze = int(photos.at_head[conflict].sum()), int(photos.correct[conflict].sum())
    if at_head + at_gaze:
        # What the study models: the share among answers that chose one of the two.
        share = {"head_among_head_or_gaze": at_head / (at_head + at_gaze)}
        tests["2.1"] = replace(tests["2.1"], details=share)
    tests["2.2"] = same_choice_test(evidence.same)
    tests["4"] = head_share_test(evidence.shares)
    return tests | effect_tests(photos)


def ran(tests: Mapping[str, Test]) -> bool:
    """Whether every test of the decision tree ran."""
    return all(tests[key].ran for key in ("1", "2.1", "2.2", "2.3", "2.4", "3", "4"))


def effect_tests(photos: Photos) -> dict[str, Test]:
    """The Proximity and View effects as results."""
    fitted = wrongness_effects(photos)
    if fitted is None:
        reason = "no matched natural or congruent photos"
        return {key: not_run(NAMES[key], UNITS[key], reason) for key in ("proximity", "view")}
    sums, kept = fitted
    fits = fit(sums)
    enough = bool(fits.ok[0]) and sums.n_informative >= LEAST_SCENES

    def outcome(weights: Mapping[str, float]) -> Outcome:
        return contrast(fits, np.array([weights.get(name, 0.0) for name in kept]))

    out = {}
    for key, weights in (("proximity", {"proximity": 1.0}), ("view", {"left": 0.5, "right": 0.5})):
        if not set(weights) <= set(kept) or not enough:
            reason = f"{key} does not vary" if enough else too_few(sums.n_informative)
            out[key] = not_run(NAMES[key], UNITS[key], reason)
            continue
        found = outcome(weights)
        estimate, error, p, df = (float(values[0]) for values in found)
        positive, details = p < ALPHA and estimate > 0, {}
        if key == "view":
            sides = {side: outcome({side: 1.0}) for side in ("left", "right")}
            positive = all(value.estimate[0] > 0 and value.p[0] < ALPHA for value in sides.values())
            details = {
                f"{side}_minus_front": {
                    "estimate": float(value.estimate[0]),
                    "p": float(value.p[0]),
                    "interval": interval(float(value.estimate[0]), float(value.error[0]), df),
                }
                for side, value in sides.items()
            }
        bounds = interval(estimate, error, df)
        out[key] = Test(estimate, bounds, p, bool(positive), NAMES[key], UNITS[key], sums.n, "", details)
    return out


def usable(sums: Mapping[int, ClusterSums]) -> dict[int, ClusterSums]:
    """The numbers of objects that can be fitted and have enough scenes; empty when these are too few together."""
    kept = {n: part for n, part in sums.items() if part.n_informative >= LEAST_OF_LENGTH and fit(part).ok[0]}
    return kept if sum(part.n_informative for part in kept.values()) >= LEAST_SCENES else {}


def pooled_shape(sums: Mapping[int, ClusterSums], resamples: Floats | None = None) -> Pooled:
    """Test 4 contrasts, pooled over numbers of objects.

    Numbers of objects are weighted by the precision that the design gives each, not by their estimated errors: weights
    that depend on the answers make the pooled error too small, and favour the number whose effect happens to vary less.

    Args:
        sums: The regressions of `usable` numbers of objects.
        resamples: (fits, scenes) numbers of times that each scene counts; once each by default.

    Returns:
        The outcomes of "drop", "first" and "trend"; NaN where nothing could be fitted.
    """
    out = {}
    for name in CONTRASTS:
        parts, weights = [], []
        for n, part in sums.items():
            row = shape_weights(n)[name]
            parts.append(contrast(fit(part, resamples), row))
            weights.append(1.0 / float(row @ np.linalg.inv(part.xx.sum(axis=0)) @ row))
        estimate, error, _, df = (np.stack([part[i] for part in parts]) for i in range(4))
        ok = np.isfinite(error)
        weight = np.where(ok, np.array(weights)[:, None], 0.0)
        weight = weight / np.maximum(weight.sum(axis=0), 1e-300)
        variance = np.where(ok, weight * error, 0.0) ** 2
        total = variance.sum(axis=0)
        with np.errstate(divide="ignore", invalid="ignore"):
            mixed = np.square(total) / (np.square(variance) / df).sum(axis=0)  # Welch and Satterthwaite
        freedom = np.where(np.isfinite(mixed), mixed, np.where(ok, df, 0.0).sum(axis=0))
        hide = np.where(ok.any(axis=0), 0.0, np.nan)
        value = np.where(ok, weight * estimate, 0.0).sum(axis=0) + hide
        spread = np.sqrt(total) + hide
        out[name] = Outcome(value, spread, two_sided_p(value, spread, np.maximum(freedom, 1.0)) + hide, freedom)
    return out


def shape_of(pooled: Pooled) -> Integers:
    """What Test 4 supports in every fit: 5, 4 or NEITHER."""
    parts = [values for name in CONTRASTS for values in (pooled[name].estimate, pooled[name].p)]
    return head_share_shape(*parts)


def head_share_test(sums: Mapping[int, ClusterSums]) -> Test:
    """Test 4 as a result; the estimate is the pooled drop of the share of head answers."""
    if not sums:
        return not_run(NAMES["4"], UNITS["4"], "no congruent and incongruent photos of more than two objects")
    kept = usable(sums)
    if not kept:
        scenes = sum(part.n_informative for part in sums.values())
        reason = too_few(scenes) if scenes < LEAST_SCENES else "too few scenes with every distance of eyes and head"
        return not_run(NAMES["4"], UNITS["4"], reason)
    pooled = pooled_shape(kept)
    supports = int(shape_of(pooled)[0])
    details: dict[str, object] = {"supports": supports} | {name: _entry(pooled[name]) for name in CONTRASTS}
    for n, part in kept.items():
        columns = {f"d{d + 1}": row for d, row in enumerate(np.eye(n - 1))} | {"trend": shape_weights(n)["trend"]}
        fits = fit(part)
        details[f"n{n}"] = {key: _entry(contrast(fits, row)) for key, row in columns.items()}
    note = {4: "supports head-dominant", 5: "supports eye-head ambivalent"}.get(supports, "supports neither 4 nor 5")
    drop = pooled["drop"]
    return Test(
        float(drop.estimate[0]),
        _bounds(drop),
        float(drop.p[0]),
        supports != NEITHER,
        NAMES["4"],
        UNITS["4"],
        sum(part.n for part in kept.values()),
        note,
        details,
    )


def _bounds(outcome: Outcome) -> tuple[float, float]:
    return interval(float(outcome.estimate[0]), float(outcome.error[0]), float(outcome.df[0]))


def _entry(outcome: Outcome) -> dict[str, object]:
    return {"estimate": float(outcome.estimate[0]), "interval": _bounds(outcome), "p": float(outcome.p[0])}
