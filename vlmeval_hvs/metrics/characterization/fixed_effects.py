"""The default engine: photo means, comparisons within a scene, scene-clustered errors, and resampling of scenes.

A large distance between eyes and head occurs only when one of them is at the end of the row, where choices are cut off.
Comparing photos with the same head target (Tests 3, 4) or the same gaze target (Tests 2.3, 2.4) of one scene removes
that effect of the edge, which the study's mixed models leave in.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from ..arrays import Booleans, Floats, Integers
from .decision import NEITHER, UNCLEAR, VOTES, decide, head_share_shape
from .least_squares import (
    LEAST_SCENES,
    ClusterSums,
    Outcome,
    cluster_sums,
    demean,
    fit,
    lower_bound,
    too_few,
    two_sided_p,
)
from .photos import Photos
from .results import ALPHA, HumanReference, Test, entry, make_test, not_run
from .same_choice import SameChoice, same_choice, same_choice_test

ONE_SIDED = 1.6448536  # the normal quantile of a one-sided test at ALPHA
LEAST_OF_LENGTH = 5  # fewest scenes with one number of objects that enter the pooled estimate

DIRECTION = {"1": -1, "2.1": 1, "2.3": -1, "2.4": 1, "3": 1}  # sign of the effect that makes a test positive
CONTRASTS = ("drop", "first", "trend")


# Regressions: which photos, which response, which fixed effects.


def human_gap(photos: Photos, human: HumanReference) -> ClusterSums | None:
    """Test 1: natural photos, accuracy minus human accuracy for that number of objects, one value per scene.

    The people's own error is part of the error.

    Raises:
        ValueError: The human reference lacks a number of objects.
    """
    rows = np.flatnonzero((photos.condition == 0) & (photos.trials > 0))
    if not len(rows):
        return None
    gap = photos.correct[rows] / photos.trials[rows] - human.accuracies(photos.n[rows])
    size = np.bincount(photos.scene[rows], minlength=photos.n_scenes)
    total = np.bincount(photos.scene[rows], gap, minlength=photos.n_scenes)
    scenes = np.flatnonzero(size)
    error = human.error_of_scenes(photos.row_length[scenes])
    return _mean(total[scenes] / size[scenes], scenes, photos.n_scenes, error**2)


def head_over_gaze(photos: Photos) -> ClusterSums | None:
    """Test 2.1: incongruent photos of more than two objects, share of head answers minus share of gaze answers."""
    rows = np.flatnonzero((photos.condition == 2) & photos.head_known & (photos.n > 2) & (photos.matched > 0))
    if not len(rows):
        return None
    return _mean((photos.at_head - photos.correct)[rows] / photos.matched[rows], photos.scene[rows], photos.n_scenes)


def _mean(y: Floats, scene: Integers, n_scenes: int, variance: float = 0.0) -> ClusterSums:
    return cluster_sums(np.ones((len(y), 1)), y, scene, n_scenes, variance)


def within(photos: Photos, key: str) -> ClusterSums | None:
    """Tests 2.3, 2.4 and 3, fixed effects of (scene, gaze target) or (scene, head target).

    2.3: accuracy on incongruent photos. 2.4: wrongness on the distance between eyes and head. 3: distance of the
    answer from the head target on the distance between eyes and head.
    """
    rows = np.flatnonzero(photos.head_known & ((photos.trials if key == "2.3" else photos.matched) > 0))
    if not len(rows):
        return None
    if key == "2.3":
        y, x = photos.correct[rows] / photos.trials[rows], photos.condition[rows] == 2
    else:
        y, x = (photos.gaze_share if key == "2.4" else photos.head_share)[rows], photos.dist_eye_head[rows]
    return _demeaned(photos, rows, y, x[:, None], photos.head if key == "3" else photos.gaze)


def head_share(photos: Photos, n: int) -> ClusterSums | None:
    """Test 4 for rows of n objects: share of head answers on indicators of each distance, effects of (scene, head)."""
    rows = np.flatnonzero(photos.head_known & (photos.matched > 0) & (photos.n == n))
    if not len(rows):
        return None
    steps = photos.dist_eye_head[rows][:, None] == np.arange(1, n)
    return _demeaned(photos, rows, photos.at_head[rows] / photos.matched[rows], steps, photos.head)


def _demeaned(photos: Photos, rows: Integers, y: Floats, x: Floats, fixed: Integers) -> ClusterSums:
    pairs = photos.scene[rows] * (photos.n.max() + 1) + fixed[rows]
    groups = np.unique(pairs, return_inverse=True)[1].reshape(-1)
    both = demean(np.column_stack([x, y]).astype(float), groups)
    return cluster_sums(both[:, :-1], both[:, -1], photos.scene[rows], photos.n_scenes)


def wrongness_effects(photos: Photos) -> tuple[ClusterSums, list[str]] | None:
    """Proximity and View: wrongness minus its expectation on natural and congruent photos."""
    rows = np.flatnonzero((photos.condition < 2) & (photos.matched > 0))
    if not len(rows):
        return None
    columns = {
        "constant": np.ones(len(rows)),
        "proximity": photos.proximity[rows] - photos.proximity[rows].mean(),
        "left": (photos.view[rows] == 1).astype(float),
        "right": (photos.view[rows] == 2).astype(float),
        "n": photos.n[rows] - photos.n[rows].mean(),
        "congruent": (photos.condition[rows] == 1).astype(float),
    }
    # A variable that does not vary (a subset with one view, say) has no effect to estimate.
    kept = [name for name, column in columns.items() if name == "constant" or np.ptp(column) > 0]
    x = np.stack([columns[name] for name in kept], axis=1)
    y = (photos.gaze_share - photos.expected_wrongness)[rows]
    return cluster_sums(x, y, photos.scene[rows], photos.n_scenes), kept


# Tests


@dataclass(frozen=True)
class Evidence:
    """Sums by scene: regressions by test, those of Test 4 by number of objects, Test 2.2; and numbers of objects."""

    slopes: Mapping[str, ClusterSums | None]
    shares: Mapping[int, ClusterSums]
    same: SameChoice | None
    row_length: Integers

    def stability(self, rng: np.random.Generator, resamples: int, margin: float) -> dict[int | str, float]:
        """Share of scene resamples (drawn within each number of objects) that lead to each category.

        Every test must have run on the study itself.
        """
        weights = np.zeros((resamples, len(self.row_length)))
        for n in np.unique(self.row_length):
            members = np.flatnonzero(self.row_length == n)
            weights[:, members] = rng.multinomial(len(members), np.full(len(members), 1 / len(members)), resamples)
        found = {key: slope.first(weights) for key, slope in self.slopes.items() if slope is not None}
        holds = {key: (np.sign(one.estimate) == DIRECTION[key]) & (one.p < ALPHA) for key, one in found.items()}
        holds["2.2"] = self._same_again(weights)
        missing = np.sum([np.isnan(found[key].p) for key in VOTES if key in found], axis=0)
        shape = shape_of(pooled_shape(usable(self.shares), weights))
        votes = np.sum([holds[key] for key in VOTES], axis=0)
        codes = decide(holds["1"], lower_bound(found["1"]) > -margin, votes, missing, holds["3"], shape)
        codes = np.where((codes == 3) & np.isnan(found["3"].p), UNCLEAR, codes)  # category 3 needs a Test 3 that ran
        values, counts = np.unique(codes, return_counts=True)
        return {int(v) if v else "unclear": float(c) / resamples for v, c in zip(values, counts, strict=True)}

    def _same_again(self, weights: Floats) -> Booleans:
        assert self.same is not None
        counted = weights[:, self.same.scene]
        center, spread = self.same.null.mean(axis=0), self.same.null.var(axis=0)
        excess = counted @ (self.same.agree - center)
        return excess > ONE_SIDED * np.sqrt(counted @ spread) + 1e-9


def gather(photos: Photos, human: HumanReference, rng: np.random.Generator, n_permutations: int) -> Evidence:
    """Prepare all tests of the default engine; `rng` draws the permutations of Test 2.2."""
    slopes = {"1": human_gap(photos, human), "2.1": head_over_gaze(photos)}
    slopes |= {key: within(photos, key) for key in ("2.3", "2.4", "3")}
    lengths = [int(n) for n in np.unique(photos.n) if n > 2]
    shares = {n: sums for n in lengths if (sums := head_share(photos, n)) is not None}
    return Evidence(slopes, shares, same_choice(photos, rng, n_permutations), photos.row_length)


def slope_test(key: str, slope: ClusterSums | None) -> Test:
    """One regression test as a result."""
    if slope is None:
        return not_run(key, "no photos of the kind it needs")
    if slope.n_informative < LEAST_SCENES:
        return not_run(key, too_few(slope.n_informative))
    estimate, bounds, p = slope.first().one()
    if np.isnan(p):
        return not_run(key, "nothing varies within the scenes")
    return make_test(key, estimate, bounds, p, p < ALPHA and np.sign(estimate) == DIRECTION[key], slope.n)


def gap_test(slope: ClusterSums | None, margin: float) -> Test:
    """Test 1 as a result; `details` hold whether a shortfall of `margin` or more can be excluded."""
    test = slope_test("1", slope)
    if slope is None or not test.ran:
        return test
    least = float(lower_bound(slope.first())[0])
    details = {"margin": margin, "lower_bound": least, "human_level": least > -margin}
    if slope.variance:
        details["human_error"] = slope.variance**0.5
    return replace(test, details=details)


def finish(photos: Photos, evidence: Evidence) -> dict[str, Test]:
    """All tests but Test 1, as results."""
    tests = {key: slope_test(key, slope) for key, slope in evidence.slopes.items() if key != "1"}
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
    return all(tests[key].ran for key in ("1", *VOTES, "3", "4"))


def effect_tests(photos: Photos) -> dict[str, Test]:
    """The Proximity and View effects as results."""
    fitted = wrongness_effects(photos)
    if fitted is None:
        return {key: not_run(key, "no matched natural or congruent photos") for key in ("proximity", "view")}
    sums, kept = fitted
    fits = fit(sums)
    enough = bool(fits.ok[0]) and sums.n_informative >= LEAST_SCENES
    out = {}
    for key, weights in (("proximity", {"proximity": 1.0}), ("view", {"left": 0.5, "right": 0.5})):
        if not set(weights) <= set(kept) or not enough:
            out[key] = not_run(key, f"{key} does not vary" if enough else too_few(sums.n_informative))
            continue
        parts = {name: fits.contrast(np.array([float(name == other) for other in kept])) for name in weights}
        found = fits.contrast(np.array([weights.get(name, 0.0) for name in kept])).one()
        positive = all(part.estimate[0] > 0 and part.p[0] < ALPHA for part in parts.values())
        details = {f"{side}_minus_front": entry(*part.one()) for side, part in parts.items()} if key == "view" else {}
        out[key] = make_test(key, *found, positive, sums.n, details=details)
    return out


def usable(sums: Mapping[int, ClusterSums]) -> dict[int, ClusterSums]:
    """The numbers of objects that can be fitted and have enough scenes; empty when these are too few together."""
    kept = {n: part for n, part in sums.items() if part.n_informative >= LEAST_OF_LENGTH and fit(part).ok[0]}
    return kept if sum(part.n_informative for part in kept.values()) >= LEAST_SCENES else {}


def shape_weights(n: int) -> dict[str, Floats]:
    """Contrasts on the coefficients d1 .. d(n-1) of Test 4."""
    k = n - 1
    first, last = np.eye(k)[0], np.eye(k)[-1]
    return {"drop": np.full(k, 1.0 / k), "first": first, "trend": last - first}


def pooled_shape(sums: Mapping[int, ClusterSums], resamples: Floats | None = None) -> dict[str, Outcome]:
    """Outcomes of the contrasts of Test 4, pooled over `usable` numbers of objects; NaN where nothing could be fitted.

    Numbers of objects are weighted by the precision that the design gives each, not by their estimated errors: weights
    that depend on the answers make the pooled error too small, and favour the number whose effect happens to vary less.
    """
    out = {}
    for name in CONTRASTS:
        parts, weights = [], []
        for n, part in sums.items():
            row = shape_weights(n)[name]
            parts.append(fit(part, resamples).contrast(row))
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


def shape_of(pooled: Mapping[str, Outcome]) -> Integers:
    """What Test 4 supports in every fit: 5, 4 or NEITHER."""
    return head_share_shape(*(values for name in CONTRASTS for values in (pooled[name].estimate, pooled[name].p)))


def head_share_test(sums: Mapping[int, ClusterSums]) -> Test:
    """Test 4 as a result; the estimate is the pooled drop of the share of head answers."""
    if not sums:
        return not_run("4", "no congruent and incongruent photos of more than two objects")
    kept = usable(sums)
    if not kept:
        scenes = sum(part.n_informative for part in sums.values())
        few = too_few(scenes) if scenes < LEAST_SCENES else "too few scenes with every distance of eyes and head"
        return not_run("4", few)
    pooled = pooled_shape(kept)
    supports = int(shape_of(pooled)[0])
    details: dict[str, object] = {"supports": supports} | {name: entry(*pooled[name].one()) for name in CONTRASTS}
    for n, part in kept.items():
        columns = {f"d{d + 1}": row for d, row in enumerate(np.eye(n - 1))} | {"trend": shape_weights(n)["trend"]}
        fits = fit(part)
        details[f"n{n}"] = {key: entry(*fits.contrast(row).one()) for key, row in columns.items()}
    note = {4: "supports head-dominant", 5: "supports eye-head ambivalent"}.get(supports, "supports neither 4 nor 5")
    photos = sum(part.n for part in kept.values())
    return make_test("4", *pooled["drop"].one(), supports != NEITHER, photos, note, details)
