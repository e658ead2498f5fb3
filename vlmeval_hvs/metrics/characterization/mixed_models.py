"""Tests 2.1, 2.3, 2.4, 3, 4 and the effects as mixed logistic models, by engine.

"paper" selects among the study's models as the study does, and "glmm" adds terms for the ends of the row to the
additive model with intercepts of photos. Where log-odds are infinite, a t-test on photo means takes the place of the
model, as in the study.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from scipy.special import ndtr

from .decision import head_share_shape, published_shape
from .fixed_effects import CONTRASTS, LEAST_OF_LENGTH
from .mixed import Estimate, MixedFit, fit_mixed
from .photos import Photos
from .regression import LEAST_SCENES, interval, too_few
from .regressions import design_matrix, models
from .results import ALPHA, Test, make_test, not_run
from .selection import select

BIASED = (
    "this engine keeps the study's models: its Tests 2.4, 3 and 4 find effects in agents that have none, "
    "because large eye-head distances occur only at the ends of the row"
)
INFINITE = "all answers are alike, log-odds are infinite"
SUBSTITUTE = "log-odds are infinite: t-test on photo means instead"
SIGNS = {
    "2.1": ("2.1", 1, {"constant": 1.0}, "log-odds of head against gaze target"),
    "2.3": ("2.3", -1, {"key": 1.0}, "log-odds of a right answer, incongruent minus congruent"),
    "2.4": ("2.4", 1, {"key": 1.0}, "log-odds of wrongness per object of distance"),
    "3": ("3", 1, {"key": 1.0}, "log-odds of distance from the head target per object of distance"),
    "proximity": ("effects", 1, {"proximity": 1.0}, "log-odds of wrongness per step of proximity"),
    "view": ("effects", 1, {"left": 0.5, "right": 0.5}, "log-odds of wrongness, mean of side views minus front"),
}
"""By test: its model, the sign of a positive effect, the effect as a sum of coefficients, and its unit."""
SHAPE_UNIT = "log-odds of a head answer"


class Fitted(NamedTuple):
    """One model of an engine: its fit with what was fitted in words, or None with the reason."""

    fit: MixedFit | None
    words: str = ""
    infinite: bool = False

    @property
    def failure(self) -> str:
        """Why there are no coefficients with errors; "" when there are."""
        return self.words if self.fit is None else "" if self.fit.converged else self.fit.note


def run(photos: Photos, engine: str, instead: Callable[[], Mapping[str, Test]]) -> dict[str, Test]:
    """All model-based tests.

    Args:
        photos: All photos.
        engine: "paper" or "glmm".
        instead: Gives the t-tests that take the place of models whose log-odds are infinite.
    """
    fitted = fit_models(photos, engine)
    shapes = {int(key[2:]): one for key, one in fitted.items() if key.startswith("4.")}
    tests = {key: _slope_test(key, fitted, engine) for key in SIGNS}
    tests["4"] = _shape_test(shapes, engine)
    lost = [key for key, (source, *_) in SIGNS.items() if source in fitted and fitted[source].infinite]
    lost += ["4"] if any(one.infinite for one in shapes.values()) else []
    means = instead() if lost else {}
    for key in lost:
        if means[key].ran:
            note = f"{SUBSTITUTE}; {means[key].note}" if means[key].note else SUBSTITUTE
            tests[key] = replace(means[key], note=note)
    return tests


def fit_models(photos: Photos, engine: str) -> dict[str, Fitted]:
    """The models of an engine; "4.3" and "4.4" are Test 4 for three and four objects."""
    todo = models(photos, edges=engine == "glmm")
    scenes = {key: len(np.unique(photos.scene[model.rows])) for key, model in todo.items()}
    of_shape = sum(count for key, count in scenes.items() if key.startswith("4."))
    found = {}
    for key, model in todo.items():
        counted = of_shape if key.startswith("4.") else scenes[key]
        if counted < LEAST_SCENES or scenes[key] < LEAST_OF_LENGTH:
            found[key] = Fitted(None, too_few(counted))
            continue
        if model.y.sum() == 0 or (model.y == model.m).all():
            found[key] = Fitted(None, INFINITE, True)
            continue
        try:
            if engine == "paper":
                chosen = select(photos, model)
                found[key] = Fitted(chosen.fit, chosen.words, not chosen.fit.converged)
            else:
                names, x = design_matrix(photos, model)
                fit = replace(fit_mixed(x, model.y, model.m, model.offset), names=names)
                found[key] = Fitted(fit, "", not fit.converged)
        except ValueError as error:
            found[key] = Fitted(None, str(error))
    return found


def _slope_test(key: str, fitted: Mapping[str, Fitted], engine: str) -> Test:
    source, sign, weights, unit = SIGNS[key]
    one = fitted[source]
    fit = one.fit
    if fit is None or not set(weights) <= set(fit.names):
        return not_run(key, one.words if fit is None else "its variable does not vary", unit)
    if not fit.converged:
        return not_run(key, fit.note, unit)
    estimate, error, p = fit.contrast(weights)
    positive = p < ALPHA and np.sign(estimate) == sign
    details: dict[str, object] = {"sd_between_photos": fit.sd} | ({"model": one.words} if engine == "paper" else {})
    if key == "view":
        sides = {side: fit.contrast({side: 1.0}) for side in ("left", "right")}
        positive = all(value > 0 and q < ALPHA for value, _, q in sides.values())
        details |= {f"{side}_minus_front": _entry(values) for side, values in sides.items()}
    return make_test(key, estimate, _bounds(estimate, error), p, positive, fit.n, fit.note, details, unit)


def _shape_test(fitted: Mapping[int, Fitted], engine: str) -> Test:
    """Test 4 from the models by number of objects."""
    steps: dict[int, dict[str, Estimate]] = {}
    notes, photos = set(), 0
    for n, (fit, _, _) in fitted.items():
        names = [f"d{d}" for d in range(1, n)]
        if fit is not None and fit.converged and set(names) <= set(fit.names):
            steps[n] = {name: fit.contrast({name: 1.0}) for name in names}
            steps[n]["trend"] = fit.contrast({names[-1]: 1.0, names[0]: -1.0})
            steps[n]["drop"] = fit.contrast(dict.fromkeys(names, 1.0 / len(names)))
            photos += fit.n
            notes |= {fit.note} if fit.note else set()
    if not steps:
        reasons = {one.failure for one in fitted.values()} - {""}
        return not_run("4", "; ".join(sorted(reasons)) or "no photos of more than two objects", SHAPE_UNIT)
    pooled = {
        name: _pool([values["d1" if name == "first" else name] for values in steps.values()]) for name in CONTRASTS
    }
    if engine == "glmm":
        supports = int(head_share_shape(*(pooled[name][i] for name in pooled for i in (0, 2))))
    else:
        supports = published_shape({n: {name: (v[0], v[2]) for name, v in part.items()} for n, part in steps.items()})
    details: dict[str, object] = {"supports": supports} | {name: _entry(values) for name, values in pooled.items()}
    details |= {f"n{n}": {name: _entry(values) for name, values in part.items()} for n, part in steps.items()}
    if engine == "paper":
        details |= {f"model_4.{n}": one.words for n, one in fitted.items() if one.fit is not None}
    estimate, error, p = pooled["drop"]
    note = "; ".join(sorted(notes))
    return make_test("4", estimate, _bounds(estimate, error), p, supports > 0, photos, note, details, SHAPE_UNIT)


def _pool(parts: list[Estimate]) -> Estimate:
    precision = np.array([1.0 / max(error, 1e-9) ** 2 for _, error, _ in parts])
    estimate = float(precision @ [part[0] for part in parts] / precision.sum())
    error = float(1.0 / np.sqrt(precision.sum()))
    return estimate, error, float(2 * ndtr(-abs(estimate) / error))


def _bounds(estimate: float, error: float) -> tuple[float, float]:
    return interval(estimate, error, float("inf"))


def _entry(values: Estimate) -> dict[str, object]:
    estimate, error, p = values
    return {"estimate": estimate, "interval": _bounds(estimate, error), "p": p}
