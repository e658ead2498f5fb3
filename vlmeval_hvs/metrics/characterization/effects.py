"""The effects of Proximity and View in the default engine."""

from collections.abc import Mapping

import numpy as np

from .designs import LEAST_SCENES, Outcome, contrast, too_few, wrongness_effects
from .labels import NAMES, UNITS
from .photos import Photos
from .regression import fit, interval
from .results import ALPHA, Test, not_run


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
