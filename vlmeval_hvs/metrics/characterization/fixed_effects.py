"""The default engine: photo means, comparisons within a scene, scene-clustered errors."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from ..arrays import Floats, Integers
from .designs import DIRECTION, LEAST_SCENES, SLOPES, Slope, too_few
from .effects import effect_tests
from .evidence import Evidence
from .head_shares import head_share_test
from .labels import NAMES, UNITS
from .photos import Photos
from .regression import interval, lower_bound, two_sided_p
from .results import ALPHA, Test, not_run
from .same_choice import SameChoice


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


def same_choice_test(same: SameChoice | None, published: bool = False) -> Test:
    """Test 2.2 as a result: permutation p (one-sided) and the study's t-test, which decides when `published`."""
    name, unit = NAMES["2.2"], UNITS["2.2"]
    if same is None or same.comparable.sum() == 0:
        return not_run(name, unit, "no scene has a photo for every pair of gaze and head target")
    if len(same.scene) < LEAST_SCENES:
        return not_run(name, unit, f"{too_few(len(same.scene))}, each with a photo for every gaze and head target")
    total, comparable, groups = same.agree.sum(), same.comparable.sum(), same.groups.sum()
    null = same.null.sum(axis=1)
    p = float((1 + (null >= total - 1e-6).sum()) / (1 + len(null)))
    details = {
        "chance_uniform": same.chance.sum() / comparable,
        "expected_under_permutation": null.mean() / comparable,
        "permutation_p": p,
        "paper_rate": same.same.sum() / groups if groups else None,
        "paper_chance": same.same_chance.sum() / groups if groups else None,
        "paper_p": paper_same_choice_p(same),
    }
    agree, weight = same.agree, same.comparable
    note = "one-sided permutation of photos over head targets within scene and gaze target"
    if published:
        agree, weight, unit = same.same, same.groups, "share of groups with equal choices"
        p, note = details["paper_p"], "one-sided t-test over groups against uniform guessing"
        if not groups:
            return not_run(name, unit, "no group has a matched reply to every photo")
    rate = float(agree.sum() / weight.sum())
    low, high = interval(rate, *_error_of_rate(agree, weight, same.n))
    bounds = (max(low, 0.0), min(high, 1.0))
    return Test(rate, bounds, p, p < ALPHA, name, unit, int(weight.sum()), note, details)


def _error_of_rate(agree: Floats, weight: Floats, lengths: Integers) -> tuple[float, float]:
    """Standard error and degrees of freedom of a rate; the design fixes how many scenes have how many objects."""
    variance, df = 0.0, 0
    for n in np.unique(lengths):
        own = (lengths == n) & (weight > 0)
        scenes = int(own.sum())
        if scenes > 1:
            off = agree[own] - weight[own] * agree[own].sum() / weight[own].sum()
            variance += scenes / (scenes - 1) * float(off @ off)
            df += scenes - 1
    return variance**0.5 / float(weight.sum()), float(max(df, 1))


def paper_same_choice_p(same: SameChoice) -> float:
    """The study's one-sided t-test over groups of "same choice" against uniform guessing; NaN for one group."""
    groups, total = same.groups.sum(), same.same.sum()
    if groups < 2:
        return float("nan")
    chance = same.same_chance / np.where(same.groups > 0, same.groups, 1.0)
    mean = (total - same.same_chance.sum()) / groups
    squares = same.same * (1 - chance) ** 2 + (same.groups - same.same) * chance**2
    spread = (squares.sum() - groups * mean**2) / (groups - 1)
    two = float(two_sided_p(np.array(mean), np.array(np.sqrt(max(spread, 0.0) / groups)), np.array(groups - 1)))
    return two / 2 if mean > 0 else 1 - two / 2


def ran(tests: Mapping[str, Test]) -> bool:
    """Whether every test of the decision tree ran."""
    return all(tests[key].ran for key in ("1", "2.1", "2.2", "2.3", "2.4", "3", "4"))
