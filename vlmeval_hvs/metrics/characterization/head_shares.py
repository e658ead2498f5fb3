"""Test 4 of the default engine: how the share of head answers falls, pooled over numbers of objects."""

from collections.abc import Mapping

import numpy as np

from ..arrays import Floats, Integers
from .decision import NEITHER, head_share_shape
from .designs import LEAST_SCENES, Outcome, contrast, shape_weights, too_few
from .labels import NAMES, UNITS
from .regression import ClusterSums, fit, interval, two_sided_p
from .results import Test, not_run

LEAST_OF_LENGTH = 5
"""Scenes with one number of objects that its part of the pooled estimate needs."""

CONTRASTS = ("drop", "first", "trend")
Pooled = Mapping[str, Outcome]


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
