"""Tests 2.1, 2.3, 2.4, 3, 4 and the effects as mixed logistic models, by engine.

"paper" selects among the study's models as the study does, and "glmm" adds terms for the ends of the row to the
additive model with intercepts of photos. Where log-odds are infinite, a t-test on photo means takes the place of the
model, as in the study.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from scipy.special import ndtr

from .decision import head_share_shape, published_shape
from .fixed_effects import LEAST_OF_LENGTH
from .mixed import Estimate, MixedFit, Model, fit_mixed
from .photos import Photos
from .regression import LEAST_SCENES, interval, too_few
from .regressions import design_matrix, models
from .results import ALPHA, NAMES, Test, not_run
from .selection import select

NORMAL = float("inf")
BIASED = (
    "this engine keeps the study's models: its Tests 2.4, 3 and 4 find effects in agents that have none, "
    "because large eye-head distances occur only at the ends of the row"
)
INFINITE = "all answers are alike, log-odds are infinite"
SUBSTITUTE = "log-odds are infinite: t-test on photo means instead"


@dataclass
class Fitted:
    """The models of an engine, by test.

    Attributes:
        fits: Models that could be fitted; `converged` says whether their errors can be used.
        failures: Why others could not.
        infinite: Tests whose log-odds are infinite.
        words: What was fitted, in words.
    """

    fits: dict[str, MixedFit] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)
    infinite: set[str] = field(default_factory=set)
    words: dict[str, str] = field(default_factory=dict)


def run(photos: Photos, engine: str, instead: Callable[[], Mapping[str, Test]]) -> tuple[dict[str, Test], list[str]]:
    """All model-based tests, and warnings.

    Args:
        photos: All photos.
        engine: "paper" or "glmm".
        instead: Gives the t-tests that take the place of models whose log-odds are infinite.
    """
    fitted = fit_models(photos, engine)
    tests = tests_of(fitted, engine)
    warnings = [] if engine == "glmm" else [BIASED]
    lost = [key for key in tests if any(_belongs(model, key) for model in fitted.infinite)]
    means = instead() if lost else {}
    for key in lost:
        if means[key].ran:
            note = f"{SUBSTITUTE}; {means[key].note}" if means[key].note else SUBSTITUTE
            tests[key] = replace(means[key], note=note)
    return tests, warnings


def _belongs(model: str, test: str) -> bool:
    """Whether a test rests on a model."""
    return model == SOURCES.get(test, test) or (test == "4" and model.startswith("4."))


def fit_models(photos: Photos, engine: str) -> Fitted:
    """Fit the models of an engine."""
    out = Fitted()
    ready: dict[str, Model] = {}
    todo = models(photos, edges=engine == "glmm")
    scenes = {key: len(np.unique(photos.scene[model.rows])) for key, model in todo.items()}
    of_shape = sum(count for key, count in scenes.items() if key.startswith("4."))
    for key, model in todo.items():
        shape = key.startswith("4.")
        if (of_shape if shape else scenes[key]) < LEAST_SCENES or scenes[key] < LEAST_OF_LENGTH:
            out.failures[key] = too_few(of_shape if shape else scenes[key])
        elif model.y.sum() == 0 or (model.y == model.m).all():
            out.failures[key] = INFINITE
            out.infinite.add(key)
        else:
            ready[key] = model
    for key, model in ready.items():
        try:
            if engine == "paper":
                chosen = select(photos, model)
                out.fits[key], out.words[key] = chosen.fit, chosen.words
            else:
                names, x = design_matrix(photos, model)
                out.fits[key] = replace(fit_mixed(x, model.y, model.m, model.offset), names=names)
        except ValueError as error:
            out.failures[key] = str(error)
    out.infinite |= {key for key, fit in out.fits.items() if not fit.converged}
    return out


SOURCES = {"proximity": "effects", "view": "effects"}
"""Models with other names than their tests."""

SIGNS = {
    "2.1": (1, {"constant": 1.0}, "log-odds of head against gaze target"),
    "2.3": (-1, {"key": 1.0}, "log-odds of a right answer, incongruent minus congruent"),
    "2.4": (1, {"key": 1.0}, "log-odds of wrongness per object of distance"),
    "3": (1, {"key": 1.0}, "log-odds of distance from the head target per object of distance"),
    "proximity": (1, {"proximity": 1.0}, "log-odds of wrongness per step of proximity"),
    "view": (1, {"left": 0.5, "right": 0.5}, "log-odds of wrongness, mean of side views minus front"),
}


def tests_of(fitted: Fitted, engine: str) -> dict[str, Test]:
    """The models as results."""
    fits, failures = fitted.fits, fitted.failures
    tests = {}
    for key, (sign, weights, unit) in SIGNS.items():
        source = SOURCES.get(key, key)
        fit = fits.get(source)
        if fit is None or not set(weights) <= set(fit.names):
            tests[key] = not_run(NAMES[key], unit, failures.get(source, "its variable does not vary"))
            continue
        if not fit.converged:
            tests[key] = not_run(NAMES[key], unit, fit.note)
            continue
        estimate, error, p = fit.contrast(weights)
        positive = p < ALPHA and np.sign(estimate) == sign
        details: dict[str, object] = {"sd_between_photos": fit.sd}
        if source in fitted.words:
            details["model"] = fitted.words[source]
        if key == "view":
            sides = {side: fit.contrast({side: 1.0}) for side in ("left", "right")}
            positive = all(value > 0 and q < ALPHA for value, _, q in sides.values())
            details |= {f"{side}_minus_front": _entry(values) for side, values in sides.items()}
        tests[key] = Test(
            estimate,
            interval(estimate, error, NORMAL),
            p,
            bool(positive),
            NAMES[key],
            unit,
            fit.n,
            fit.note,
            details,
        )
    tests["4"] = _shape_test(fitted, engine)
    return tests


def _shape_test(fitted: Fitted, engine: str) -> Test:
    steps: dict[int, dict[str, Estimate]] = {}
    unit = "log-odds of a head answer"
    n_rows, notes = 0, []
    for key, fit in fitted.fits.items():
        if not key.startswith("4."):
            continue
        n = int(key[2:])
        names = [f"d{d}" for d in range(1, n)]
        if not fit.converged or not set(names) <= set(fit.names):
            continue
        steps[n] = {name: fit.contrast({name: 1.0}) for name in names}
        steps[n]["trend"] = fit.contrast({names[-1]: 1.0, names[0]: -1.0})
        steps[n]["drop"] = fit.contrast(dict.fromkeys(names, 1.0 / len(names)))
        n_rows += fit.n
        notes += [fit.note] * bool(fit.note)
    if not steps:
        reasons = {reason for key, reason in fitted.failures.items() if key.startswith("4.")}
        reasons |= {fit.note for key, fit in fitted.fits.items() if key.startswith("4.") and not fit.converged}
        return not_run(NAMES["4"], unit, "; ".join(sorted(reasons)) or "no photos of more than two objects")
    pooled = {
        name: _pool([values["d1" if name == "first" else name] for values in steps.values()])
        for name in ("drop", "first", "trend")
    }
    if engine == "glmm":
        supports = int(head_share_shape(*(pooled[name][i] for name in pooled for i in (0, 2))))
    else:
        supports = published_shape({n: {name: (v[0], v[2]) for name, v in part.items()} for n, part in steps.items()})
    details: dict[str, object] = {"supports": supports} | {name: _entry(values) for name, values in pooled.items()}
    details |= {f"n{n}": {name: _entry(values) for name, values in part.items()} for n, part in steps.items()}
    details |= {f"model_{key}": words for key, words in fitted.words.items() if key.startswith("4.")}
    estimate, error, p = pooled["drop"]
    return Test(
        estimate,
        interval(estimate, error, NORMAL),
        p,
        supports > 0,
        NAMES["4"],
        unit,
        n_rows,
        "; ".join(sorted(set(notes))),
        details,
    )


def _pool(parts: list[Estimate]) -> Estimate:
    precision = np.array([1.0 / max(error, 1e-9) ** 2 for _, error, _ in parts])
    estimate = float(precision @ [part[0] for part in parts] / precision.sum())
    error = float(1.0 / np.sqrt(precision.sum()))
    return estimate, error, float(2 * ndtr(-abs(estimate) / error))


def _entry(values: Estimate) -> dict[str, object]:
    estimate, error, p = values
    return {"estimate": estimate, "interval": interval(estimate, error, NORMAL), "p": p}
