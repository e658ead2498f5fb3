"""Tests 2.1, 2.3, 2.4, 3, 4 and the effects as mixed logistic models with intercepts of photos, by engine.

Engine "paper" has the additive models of the study (section 3, appendix A.7 and the published analysis): distances are
binomial proportions with the log-odds of their expectation as offset. Its Tests 2.4, 3 and 4 reject true nulls far too
often, because a large distance between eyes and head occurs only at the ends of the row. Engine "glmm" adds terms for
the ends. Where log-odds are infinite, a t-test on photo means takes the place of the model, as in the study.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
from scipy.special import logit, ndtr

from ..arrays import Floats
from .decision import head_share_shape, published_shape
from .fixed_effects import CONTRASTS, LEAST_OF_LENGTH
from .least_squares import LEAST_SCENES, interval, too_few
from .mixed import ALIKE, Estimate, MixedFit, fit_mixed
from .photos import Photos, Regression, covariates, regressions
from .results import ALPHA, Effect, Test, make_test, not_run

BIASED = (
    "this engine keeps the study's models: its Tests 2.4, 3 and 4 find effects in agents that have none, "
    "because large eye-head distances occur only at the ends of the row"
)

SUBSTITUTE = "log-odds are infinite: t-test on photo means instead"
EFFECTS = {
    "2.1": ("2.1", 1, {"constant": 1.0}, "log-odds of head against gaze target"),
    "2.3": ("2.3", -1, {"key": 1.0}, "log-odds of a right answer, incongruent minus congruent"),
    "2.4": ("2.4", 1, {"key": 1.0}, "log-odds of wrongness per object of distance"),
    "3": ("3", 1, {"key": 1.0}, "log-odds of distance from the head target per object of distance"),
    "proximity": ("effects", 1, {"proximity": 1.0}, "log-odds of wrongness per step of proximity"),
    "view": ("effects", 1, {"left": 0.5, "right": 0.5}, "log-odds of wrongness, mean of side views minus front"),
}
"""By test: its regression, the sign of a positive effect, the effect as a sum of coefficients, and its unit."""
SHAPE_UNIT = "log-odds of a head answer"

Fitted = MixedFit | str
"""The model of a regression, or why it has no coefficients with errors."""


def run(photos: Photos, engine: str, instead: Callable[[], Mapping[str, Test]]) -> dict[str, Test]:
    """All model-based tests of engine "paper" or "glmm".

    `instead` gives the t-tests that take the place of models whose log-odds are infinite.
    """
    fitted = fit_models(photos, edges=engine == "glmm")
    tests = {key: _slope_test(key, fitted[EFFECTS[key][0]]) for key in EFFECTS} | {"4": _shape_test(fitted, engine)}
    infinite = {"4" if key[:2] == "4." else key for key, fit in fitted.items() if fit == ALIKE}
    lost = [key for key in tests if (EFFECTS[key][0] if key in EFFECTS else key) in infinite]
    means = instead() if lost else {}
    for key in lost:
        if means[key].ran:
            tests[key] = replace(means[key], note="; ".join(filter(None, (SUBSTITUTE, means[key].note))))
    return tests


def fit_models(photos: Photos, edges: bool) -> dict[str, Fitted]:
    """The models by regression; `edges` adds terms for targets at the ends of a row."""
    todo = regressions(photos)
    scenes = {key: len(np.unique(photos.scene[one.rows])) for key, one in todo.items()}
    of_shape = sum(count for key, count in scenes.items() if key[:2] == "4.")
    found: dict[str, Fitted] = {}
    for key, one in todo.items():
        counted = of_shape if key[:2] == "4." else scenes[key]
        if counted < LEAST_SCENES or scenes[key] < LEAST_OF_LENGTH:
            found[key] = too_few(counted)
            continue
        names, x = design_matrix(photos, one, edges)
        try:
            fit = replace(fit_mixed(x, one.y, one.m, logit(one.expected)), names=names)
            found[key] = fit if fit.converged else fit.note
        except ValueError as error:
            found[key] = str(error)
    return found


def design_matrix(photos: Photos, one: Regression, edges: bool = False) -> tuple[tuple[str, ...], Floats]:
    """Names and columns: a constant, centred design variables, the regression's own, and terms for the ends of a row.

    Columns that do not vary, or depend linearly on those before them, are left out.
    """
    design = {name: column - column.mean() for name, column in covariates(photos, one.rows).items()}
    columns = {name: column for name, column in {**design, **one.columns}.items() if np.ptp(column) > 0}
    if edges and one.reference is not None:
        n = photos.n[one.rows]
        at_end = (one.reference == 0) | (one.reference == n - 1)
        columns |= {f"end{length}": ((n == length) & at_end).astype(float) for length in np.unique(n)}
    kept, x = ["constant"], np.ones((len(one.rows), 1))
    for name, column in columns.items():
        wider = np.column_stack([x, column])
        if np.linalg.matrix_rank(wider) > x.shape[1]:
            x, kept = wider, [*kept, name]
    return tuple(kept), x


def _slope_test(key: str, fit: Fitted) -> Test:
    _, sign, weights, unit = EFFECTS[key]
    if isinstance(fit, str) or not set(weights) <= set(fit.names):
        return not_run(key, fit if isinstance(fit, str) else "its variable does not vary", unit)
    effect = fit.contrast(weights)
    positive = effect[2] < ALPHA and np.sign(effect[0]) == sign
    details: dict[str, object] = {"sd_between_photos": fit.sd}
    if key == "view":
        sides = {f"{side}_minus_front": fit.contrast({side: 1.0}) for side in ("left", "right")}
        positive = all(value > 0 and q < ALPHA for value, _, q in sides.values())
        details |= _entries(sides)
    return make_test(key, _normal(effect), positive, fit.n, fit.note, details, unit)


def _shape_test(fitted: Mapping[str, Fitted], engine: str) -> Test:
    models = {int(key[2:]): fit for key, fit in fitted.items() if key[:2] == "4."}
    steps: dict[int, dict[str, Estimate]] = {}
    used: list[MixedFit] = []
    for n, fit in models.items():
        names = [f"d{d}" for d in range(1, n)]
        if not isinstance(fit, str) and set(names) <= set(fit.names):
            steps[n] = {name: fit.contrast({name: 1.0}) for name in names}
            steps[n]["trend"] = fit.contrast({names[-1]: 1.0, names[0]: -1.0})
            steps[n]["drop"] = fit.contrast(dict.fromkeys(names, 1.0 / len(names)))
            used.append(fit)
    if not steps:
        reasons = sorted({fit for fit in models.values() if isinstance(fit, str)})
        return not_run("4", "; ".join(reasons) or "no photos of more than two objects", SHAPE_UNIT)
    pooled = {
        name: _pool([values["d1" if name == "first" else name] for values in steps.values()]) for name in CONTRASTS
    }
    if engine == "glmm":
        supports = int(head_share_shape(*(pooled[name][i] for name in pooled for i in (0, 2))))
    else:
        supports = published_shape({n: {name: (v[0], v[2]) for name, v in part.items()} for n, part in steps.items()})
    details = {"supports": supports, **_entries(pooled), **{f"n{n}": _entries(part) for n, part in steps.items()}}
    note = "; ".join(sorted({fit.note for fit in used} - {""}))
    photos = sum(fit.n for fit in used)
    return make_test("4", _normal(pooled["drop"]), supports > 0, photos, note, details, SHAPE_UNIT)


def _pool(parts: list[Estimate]) -> Estimate:
    precision = np.array([1.0 / max(error, 1e-9) ** 2 for _, error, _ in parts])
    estimate = float(precision @ [part[0] for part in parts] / precision.sum())
    error = float(1.0 / np.sqrt(precision.sum()))
    return estimate, error, float(2 * ndtr(-abs(estimate) / error))


def _normal(values: Estimate) -> Effect:
    estimate, error, p = values
    return Effect(estimate, interval(estimate, error, float("inf")), p)


def _entries(effects: Mapping[str, Estimate]) -> dict[str, object]:
    return {name: _normal(effect)._asdict() for name, effect in effects.items()}
