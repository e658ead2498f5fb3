"""The default engine: photo means, comparisons within a scene, scene-clustered errors, and resampling of scenes.

A large distance between eyes and head occurs only when one of them is at the end of the row, where choices are cut off.
Comparing photos with the same head target (Tests 3, 4) or the same gaze target (Tests 2.3, 2.4) of one scene removes
that effect of the edge, which the study's mixed models leave in.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from ..arrays import Floats, Integers
from .decision import NEITHER, UNCLEAR, VOTES, decide, head_share_shape
from .least_squares import LEAST_SCENES, ClusterSums, Outcome, cluster_sums, demean, too_few, two_sided_p
from .photos import Photos, Regression, covariates, regressions
from .results import ALPHA, HumanReference, Test, make_test, not_run
from .same_choice import SameChoice, same_choice, same_choice_test

ONE_SIDED = 1.6448536  # the normal quantile of a one-sided test at ALPHA
LEAST_OF_LENGTH = 5  # fewest scenes with one number of objects that enter the pooled estimate
DIRECTION = {"1": -1, "2.1": 1, "2.3": -1, "2.4": 1, "3": 1}  # sign of the effect that makes a test positive
CONTRASTS = ("drop", "first", "trend")  # of Test 4: all distances against 0, 1 against 0, the largest against 1


def gap_by_scene(photos: Photos, human: HumanReference) -> tuple[Integers, Floats]:
    """Scenes with natural photos, and their mean accuracy minus human accuracy for that number of objects.

    Raises:
        ValueError: The human reference lacks a number of objects.
    """
    rows = np.flatnonzero((photos.condition == 0) & (photos.trials > 0))
    gap = photos.correct[rows] / photos.trials[rows] - human.accuracies(photos.n[rows])
    scenes, place, count = np.unique(photos.scene[rows], return_inverse=True, return_counts=True)
    return scenes, np.bincount(place.reshape(-1), gap) / count


@dataclass(frozen=True)
class Evidence:
    """Sums by scene of every regression, and the counts of Test 2.2."""

    slopes: Mapping[str, ClusterSums | None]  # by test
    shares: Mapping[int, ClusterSums]  # Test 4 by number of objects
    effects: tuple[ClusterSums, list[str]] | None  # of proximity and view, with the names of the coefficients
    same: SameChoice | None
    row_length: Integers  # (scenes,) numbers of objects


def gather(photos: Photos, human: HumanReference, rng: np.random.Generator, n_permutations: int) -> Evidence:
    """Prepare all tests of the default engine; `rng` draws the permutations of Test 2.2."""
    table = regressions(photos)
    slopes: dict[str, ClusterSums | None] = {"1": None, "2.1": None}
    scenes, gap = gap_by_scene(photos, human)
    if len(scenes):  # the people's own error is part of the error
        variance = human.error_of_scenes(photos.row_length[scenes]) ** 2
        slopes["1"] = cluster_sums(np.ones((len(gap), 1)), gap, scenes, photos.n_scenes, variance)
    rows = np.flatnonzero((photos.condition == 2) & photos.head_known & (photos.n > 2) & (photos.matched > 0))
    if len(rows):
        excess = (photos.at_head - photos.correct)[rows] / photos.matched[rows]
        slopes["2.1"] = cluster_sums(np.ones((len(rows), 1)), excess, photos.scene[rows], photos.n_scenes)
    slopes |= {key: _within(photos, table[key]) for key in ("2.3", "2.4", "3")}
    shares = {int(key[2:]): sums for key in table if key[:2] == "4." and (sums := _within(photos, table[key]))}
    effects = _effects(photos, table["effects"])
    return Evidence(slopes, shares, effects, same_choice(photos, rng, n_permutations), photos.row_length)


def _within(photos: Photos, one: Regression) -> ClusterSums | None:
    """Shares on the test's variables, with effects of (scene, target) in common."""
    if not len(one.rows) or one.reference is None:
        return None
    scene = photos.scene[one.rows]
    groups = np.unique(scene * (photos.n.max() + 1) + one.reference, return_inverse=True)[1].reshape(-1)
    both = demean(np.column_stack([*one.columns.values(), one.y / one.m]), groups)
    return cluster_sums(both[:, :-1], both[:, -1], scene, photos.n_scenes)


def _effects(photos: Photos, one: Regression) -> tuple[ClusterSums, list[str]] | None:
    """Wrongness minus its expectation on the design variables; those that do not vary are left out."""
    if not len(one.rows):
        return None
    columns = {"constant": np.ones(len(one.rows)), **covariates(photos, one.rows), **one.columns}
    kept = [name for name, column in columns.items() if name == "constant" or np.ptp(column) > 0]
    x = np.stack([columns[name] for name in kept], axis=1)
    return cluster_sums(x, one.y / one.m - one.expected, photos.scene[one.rows], photos.n_scenes), kept


def stability(evidence: Evidence, rng: np.random.Generator, resamples: int, margin: float) -> dict[int | str, float]:
    """Share of scene resamples (drawn within each number of objects) that lead to each category.

    Every test must have run on the study itself.
    """
    weights = np.zeros((resamples, len(evidence.row_length)))
    for n in np.unique(evidence.row_length):
        members = np.flatnonzero(evidence.row_length == n)
        weights[:, members] = rng.multinomial(len(members), np.full(len(members), 1 / len(members)), resamples)
    found = {key: slope.first(weights) for key, slope in evidence.slopes.items() if slope is not None}
    holds = {key: (np.sign(one.estimate) == DIRECTION[key]) & (one.p < ALPHA) for key, one in found.items()}
    same = evidence.same
    assert same is not None
    counted = weights[:, same.scene]
    excess = counted @ (same.agree - same.null.mean(axis=0))
    holds["2.2"] = excess > ONE_SIDED * np.sqrt(counted @ same.null.var(axis=0)) + 1e-9
    missing = np.sum([np.isnan(found[key].p) for key in VOTES if key in found], axis=0)
    shape = shape_of(pooled_shape(usable(evidence.shares), weights))
    votes = np.sum([holds[key] for key in VOTES], axis=0)
    codes = decide(holds["1"], found["1"].lower_bound() > -margin, votes, missing, holds["3"], shape)
    codes = np.where((codes == 3) & np.isnan(found["3"].p), UNCLEAR, codes)  # category 3 needs a Test 3 that ran
    values, counts = np.unique(codes, return_counts=True)
    return {int(v) if v else "unclear": float(c) / resamples for v, c in zip(values, counts, strict=True)}


def slope_test(key: str, slope: ClusterSums | None) -> Test:
    """One regression test as a result."""
    if slope is None:
        return not_run(key, "no photos of the kind it needs")
    if slope.n_informative < LEAST_SCENES:
        return not_run(key, too_few(slope.n_informative))
    effect = slope.first().one()
    if np.isnan(effect.p):
        return not_run(key, "nothing varies within the scenes")
    return make_test(key, effect, effect.p < ALPHA and np.sign(effect.estimate) == DIRECTION[key], slope.n)


def gap_test(slope: ClusterSums | None, margin: float) -> Test:
    """Test 1 as a result; `details` hold whether a shortfall of `margin` or more can be excluded."""
    test = slope_test("1", slope)
    if slope is None or not test.ran:
        return test
    least = float(slope.first().lower_bound()[0])
    details = {"margin": margin, "lower_bound": least, "human_level": least > -margin}
    if slope.variance:
        details["human_error"] = slope.variance**0.5
    return replace(test, details=details)


def finish(photos: Photos, evidence: Evidence) -> dict[str, Test]:
    """All tests but Test 1, as results."""
    tests = {key: slope_test(key, slope) for key, slope in evidence.slopes.items() if key != "1"}
    conflict = (photos.condition == 2) & photos.head_known & (photos.n > 2)
    at_head, at_gaze = int(photos.at_head[conflict].sum()), int(photos.correct[conflict].sum())
    if at_head + at_gaze:  # what the study models: the share among answers that chose one of the two
        tests["2.1"] = replace(tests["2.1"], details={"head_among_head_or_gaze": at_head / (at_head + at_gaze)})
    tests |= {"2.2": same_choice_test(evidence.same), "4": head_share_test(evidence.shares)}
    return tests | effect_tests(evidence.effects)


def effect_tests(effects: tuple[ClusterSums, list[str]] | None) -> dict[str, Test]:
    """The Proximity and View effects as results."""
    if effects is None:
        return {key: not_run(key, "no matched natural or congruent photos") for key in ("proximity", "view")}
    sums, kept = effects
    fits = sums.fit()
    enough = bool(fits.ok[0]) and sums.n_informative >= LEAST_SCENES
    out = {}
    for key, names in (("proximity", ["proximity"]), ("view", ["left", "right"])):
        if not set(names) <= set(kept) or not enough:
            out[key] = not_run(key, f"{key} does not vary" if enough else too_few(sums.n_informative))
            continue
        columns = {name: np.array([float(name == other) for other in kept]) for name in names}
        parts = {name: fits.contrast(column) for name, column in columns.items()}
        found = fits.contrast(np.mean(list(columns.values()), axis=0)).one()
        positive = all(part.estimate[0] > 0 and part.p[0] < ALPHA for part in parts.values())
        sides = parts if key == "view" else {}
        details = {f"{side}_minus_front": part.one()._asdict() for side, part in sides.items()}
        out[key] = make_test(key, found, positive, sums.n, details=details)
    return out


def usable(sums: Mapping[int, ClusterSums]) -> dict[int, ClusterSums]:
    """The numbers of objects that can be fitted and have enough scenes; empty when these are too few together."""
    kept = {n: part for n, part in sums.items() if part.n_informative >= LEAST_OF_LENGTH and part.fit().ok[0]}
    return kept if sum(part.n_informative for part in kept.values()) >= LEAST_SCENES else {}


def shape_weights(n: int) -> dict[str, Floats]:
    """Contrasts on the coefficients d1 .. d(n-1) of Test 4."""
    first, *_, last = np.eye(n - 1)
    return {"drop": np.full(n - 1, 1.0 / (n - 1)), "first": first, "trend": last - first}


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
            parts.append(part.fit(resamples).contrast(row))
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
    if not (kept := usable(sums)):
        return not_run("4", "too few scenes with every distance of eyes and head")
    pooled = pooled_shape(kept)
    supports = int(shape_of(pooled)[0])
    details: dict[str, object] = {"supports": supports} | {name: one.one()._asdict() for name, one in pooled.items()}
    for n, part in kept.items():
        columns = {f"d{d + 1}": row for d, row in enumerate(np.eye(n - 1))} | {"trend": shape_weights(n)["trend"]}
        fits = part.fit()
        details[f"n{n}"] = {key: fits.contrast(row).one()._asdict() for key, row in columns.items()}
    note = {4: "supports head-dominant", 5: "supports eye-head ambivalent"}.get(supports, "supports neither 4 nor 5")
    photos = sum(part.n for part in kept.values())
    return make_test("4", pooled["drop"].one(), supports != NEITHER, photos, note, details)
