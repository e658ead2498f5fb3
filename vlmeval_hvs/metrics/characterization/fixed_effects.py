"""The default engine: photo means, comparisons within a scene, scene-clustered errors."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from ..arrays import Booleans, Floats, Integers
from .decision import NEITHER, UNCLEAR, VOTES, decide, head_share_shape
from .designs import SLOPES, Slope, contrast, head_share, human_gap, shape_weights, wrongness_effects
from .labels import NAMES, UNITS
from .photos import Photos
from .regression import ClusterSums, fit, interval, two_sided_p
from .results import ALPHA, Test, not_run
from .same_choice import SameChoice, same_choice

DIRECTION = {"1": -1, "2.1": 1, "2.3": -1, "2.4": 1, "3": 1}
TOO_FEW = "fewer than two scenes, or nothing varies within them"


def pooled_shape(
    sums: Mapping[int, ClusterSums], resamples: Floats | None = None
) -> dict[str, tuple[Floats, Floats, Floats]]:
    """Test 4 contrasts, numbers of objects pooled by inverse variance.

    Returns:
        For "drop", "first" and "trend": estimate, standard error, p, each (fits,); NaN where nothing could be fitted.
    """
    fits = {n: fit(part, resamples) for n, part in sums.items()}
    out = {}
    for name in ("drop", "first", "trend"):
        parts = [(*contrast(fits[n], shape_weights(n)[name]), fits[n].df) for n in fits]
        estimate, error, df = (np.stack([part[i] for part in parts]) for i in (0, 1, 3))
        ok = np.isfinite(error)
        precision = np.where(ok, 1.0 / np.maximum(error, 1e-9) ** 2, 0.0)
        total = np.maximum(precision.sum(axis=0), 1e-300)
        pooled = np.where(ok, estimate * precision, 0.0).sum(axis=0) / total
        pooled_error = np.where(np.where(ok, error, 0.0).max(axis=0) > 0, np.sqrt(1.0 / total), 0.0)
        p = two_sided_p(pooled, pooled_error, np.maximum(np.where(ok, df + 1, 0.0).sum(axis=0) - 1, 1.0))
        hide = np.where(ok.any(axis=0), 0.0, np.nan)
        out[name] = pooled + hide, pooled_error + hide, p + hide
    return out


@dataclass(frozen=True)
class Evidence:
    """Everything the tests need, as sums by scene."""

    slopes: Mapping[str, Slope | None]
    shares: Mapping[int, ClusterSums]
    same: SameChoice | None
    n_scenes: int
    row_length: Integers

    def stability(self, rng: np.random.Generator, resamples: int) -> dict[int | str, float]:
        """Share of scene resamples (drawn within each number of objects) that lead to each category."""
        weights = np.zeros((resamples, self.n_scenes))
        for n in np.unique(self.row_length):
            members = np.flatnonzero(self.row_length == n)
            weights[:, members] = rng.multinomial(len(members), np.full(len(members), 1 / len(members)), resamples)
        holds, missing = {}, np.zeros(resamples, dtype=np.int64)
        untested = np.zeros(resamples, dtype=bool)
        for key, slope in self.slopes.items():
            estimate, _, p = slope.evaluate(weights) if slope else (np.full(resamples, np.nan),) * 3
            holds[key] = (np.sign(estimate) == DIRECTION[key]) & (p < ALPHA)
            if key in VOTES:
                missing += np.isnan(p)
            if key == "3":
                untested = np.isnan(p)
        if self.slopes["1"] is None:
            holds["1"] = np.ones(resamples, dtype=bool)
        if self.same is None:
            missing += 1
            holds["2.2"] = np.zeros(resamples, dtype=bool)
        else:
            holds["2.2"] = self._same_again(weights[:, self.same.scene])
        shape = np.full(resamples, NEITHER)
        if self.shares:
            contrasts = pooled_shape(self.shares, weights)
            parts = [contrasts[name][i] for name in ("drop", "first", "trend") for i in (0, 2)]
            shape = head_share_shape(*parts)
        votes = np.sum([holds[key] for key in VOTES], axis=0)
        codes = decide(holds["1"], votes, missing, holds["3"], shape)
        codes = np.where((codes == 3) & untested, UNCLEAR, codes)  # category 3 needs a Test 3 that ran
        values, counts = np.unique(codes, return_counts=True)
        return {int(v) if v else "unclear": float(c) / resamples for v, c in zip(values, counts, strict=True)}

    def _same_again(self, weights: Floats) -> Booleans:
        assert self.same is not None
        center, spread = self.same.null.mean(axis=0), self.same.null.var(axis=0)
        excess = weights @ (self.same.same - center)
        return excess > 1.6448536 * np.sqrt(weights @ spread) + 1e-9


def gather(photos: Photos, human: Mapping[int, float], rng: np.random.Generator, n_permutations: int) -> Evidence:
    """Prepare all tests of the default engine.

    Args:
        photos: Counts of the photos.
        human: Accuracy of people by number of objects.
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
    estimate, error, p = (float(value[0]) for value in slope.evaluate())
    if np.isnan(p):
        return not_run(NAMES[key], UNITS[key], TOO_FEW)
    df = float((slope.sums.rows > 0).sum() - 1)
    positive = p < ALPHA and np.sign(estimate) == DIRECTION[key]
    return Test(estimate, interval(estimate, error, df), p, bool(positive), NAMES[key], UNITS[key], slope.sums.n)


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
    if same is None or same.groups.sum() == 0:
        return not_run(name, unit, "no scene has a photo for every pair of gaze and head target")
    total, groups = same.same.sum(), same.groups.sum()
    null = same.null.sum(axis=1)
    p = float((1 + (null >= total - 1e-9).sum()) / (1 + len(null)))
    rate, chance = total / groups, same.chance.sum() / groups
    weight = np.where(same.groups > 0, same.groups, 1.0)
    scene_rate = same.same / weight
    fits = fit(_weighted_mean(scene_rate, same.groups))
    estimate, error, _ = contrast(fits, np.ones(1))
    bounds = interval(float(estimate[0]), float(error[0]), float(fits.df[0])) if fits.ok[0] else (np.nan, np.nan)
    details = {
        "chance_uniform": chance,
        "expected_under_permutation": null.mean() / groups,
        "permutation_p": p,
        "paper_p": paper_same_choice_p(same),
    }
    note = "one-sided permutation of photos over head targets within scene and gaze target"
    if published:
        p, note = details["paper_p"], "one-sided t-test over groups against uniform guessing"
    return Test(
        float(rate), (max(bounds[0], 0.0), min(bounds[1], 1.0)), p, p < ALPHA, name, unit, int(groups), note, details
    )


def _weighted_mean(values: Floats, weights: Floats) -> ClusterSums:
    return ClusterSums(weights[:, None, None], (weights * values)[:, None], (weights > 0).astype(float))


def paper_same_choice_p(same: SameChoice) -> float:
    """The study's one-sided t-test over groups of "same choice" against uniform guessing; NaN for one group."""
    groups, total = same.groups.sum(), same.same.sum()
    if groups < 2:
        return float("nan")
    chance = same.chance / np.where(same.groups > 0, same.groups, 1.0)
    mean = (total - same.chance.sum()) / groups
    squares = same.same * (1 - chance) ** 2 + (same.groups - same.same) * chance**2
    spread = (squares.sum() - groups * mean**2) / (groups - 1)
    two = float(two_sided_p(np.array(mean), np.array(np.sqrt(max(spread, 0.0) / groups)), np.array(groups - 1)))
    return two / 2 if mean > 0 else 1 - two / 2


def head_share_test(shares: Mapping[int, ClusterSums]) -> Test:
    """Test 4 as a result; the estimate is the pooled drop of the share of head answers."""
    if not shares:
        return not_run(NAMES["4"], UNITS["4"], "no congruent and incongruent photos of more than two objects")
    pooled = pooled_shape(shares)
    numbers = {name: tuple(float(v[0]) for v in values) for name, values in pooled.items()}
    drop, error, p = numbers["drop"]
    if np.isnan(p):
        return not_run(NAMES["4"], UNITS["4"], TOO_FEW)
    supports = int(head_share_shape(*(numbers[name][i] for name in ("drop", "first", "trend") for i in (0, 2))))
    details: dict[str, object] = {"supports": supports}
    df = sum(float((part.rows > 0).sum()) for part in shares.values()) - 1
    for name, (value, spread, p_value) in numbers.items():
        details[name] = {"estimate": value, "interval": interval(value, spread, df), "p": p_value}
    for n, part in shares.items():
        fits = fit(part)
        columns = {f"d{d + 1}": row for d, row in enumerate(np.eye(n - 1))} | {"trend": shape_weights(n)["trend"]}
        details[f"n{n}"] = {
            key: {
                "estimate": float(e[0]),
                "interval": interval(float(e[0]), float(s[0]), float(fits.df[0])),
                "p": float(q[0]),
            }
            for key, row in columns.items()
            for e, s, q in [contrast(fits, row)]
        }
    n_rows = sum(part.n for part in shares.values())
    note = {4: "supports head-dominant", 5: "supports eye-head ambivalent"}.get(supports, "supports neither 4 nor 5")
    return Test(drop, interval(drop, error, df), p, supports != NEITHER, NAMES["4"], UNITS["4"], n_rows, note, details)


def effect_tests(photos: Photos) -> dict[str, Test]:
    """The Proximity and View effects as results."""
    fitted = wrongness_effects(photos)
    out = {
        key: not_run(NAMES[key], UNITS[key], "no matched natural or congruent photos") for key in ("proximity", "view")
    }
    if fitted is None:
        return out
    sums, kept = fitted
    fits = fit(sums)

    def numbers(weights: Mapping[str, float]) -> tuple[float, float, float]:
        row = np.array([weights.get(name, 0.0) for name in kept])
        estimate, error, p = contrast(fits, row)
        return float(estimate[0]), float(error[0]), float(p[0])

    for key, weights in (("proximity", {"proximity": 1.0}), ("view", {"left": 0.5, "right": 0.5})):
        if not set(weights) <= set(kept) or not fits.ok[0]:
            out[key] = not_run(NAMES[key], UNITS[key], f"{key} does not vary" if fits.ok[0] else TOO_FEW)
            continue
        estimate, error, p = numbers(weights)
        positive = p < ALPHA and estimate > 0
        details = {}
        if key == "view":
            sides = {side: numbers({side: 1.0}) for side in ("left", "right")}
            positive = all(value[0] > 0 and value[2] < ALPHA for value in sides.values())
            details = {
                f"{side}_minus_front": {
                    "estimate": value[0],
                    "p": value[2],
                    "interval": interval(value[0], value[1], float(fits.df[0])),
                }
                for side, value in sides.items()
            }
        bounds = interval(estimate, error, float(fits.df[0]))
        out[key] = Test(estimate, bounds, p, positive, NAMES[key], UNITS[key], sums.n, "", details)
    return out
