"""Tests 2.1, 2.3, 2.4, 3, 4 and the effects as mixed logistic models, by engine.

Engine "paper" follows the study (section 3, appendix A.7 and the published analysis). Distances are binomial
proportions with the log-odds of their expectation as offset. It starts from intercepts for photos, objects and prompts
with all interactions, takes the most complex intercepts with which the fit is not singular, and drops the interactions
when a likelihood-ratio test finds nothing in them. Its Tests 2.4, 3 and 4 reject true nulls far too often, because a
large distance between eyes and head occurs only at the ends of the row. Engine "glmm" adds terms for the ends to the
additive model with intercepts of photos. Where log-odds are infinite, a t-test on photo means takes the place of the
model, as in the study.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import product
from typing import NamedTuple

import numpy as np
from scipy.special import logit, ndtr
from scipy.stats import chi2

from ..arrays import Floats, Integers
from .crossed import SINGULAR, fit_crossed
from .decision import head_share_shape, published_shape
from .fixed_effects import CONTRASTS, LEAST_OF_LENGTH
from .least_squares import LEAST_SCENES, interval, too_few
from .mixed import ALIKE, Estimate, MixedFit, fit_mixed
from .photos import Photos
from .regressions import Regression, covariates, regressions
from .results import ALPHA, Test, entry, make_test, not_run

BIASED = (
    "this engine keeps the study's models: its Tests 2.4, 3 and 4 find effects in agents that have none, "
    "because large eye-head distances occur only at the ends of the row"
)
INFINITE = "all answers are alike, log-odds are infinite"
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
COVARIATES = (("proximity",), ("left", "right"), ("n",))
"""Design variables of every model; those of a group are indicators of one variable."""
MOST_LEVELS = 100
"""A factor with more levels than this gets no intercepts: people's answers are no repetitions of prompts."""


class Fitted(NamedTuple):
    """One model of an engine: its fit and a description of it, or None and the reason."""

    fit: MixedFit | None
    words: str = ""

    @property
    def failure(self) -> str:
        """Why there are no coefficients with errors; "" when there are."""
        return self.words if self.fit is None else "" if self.fit.converged else self.fit.note


def run(photos: Photos, engine: str, instead: Callable[[], Mapping[str, Test]]) -> dict[str, Test]:
    """All model-based tests of engine "paper" or "glmm".

    `instead` gives the t-tests that take the place of models whose log-odds are infinite.
    """
    fitted = fit_models(photos, engine)
    tests = {key: _slope_test(key, fitted, engine) for key in EFFECTS} | {"4": _shape_test(fitted, engine)}
    infinite = {"4" if key[:2] == "4." else key for key, one in fitted.items() if one.failure in (INFINITE, ALIKE)}
    lost = [key for key in tests if (EFFECTS[key][0] if key in EFFECTS else key) in infinite]
    means = instead() if lost else {}
    for key in lost:
        if means[key].ran:
            tests[key] = replace(means[key], note="; ".join(filter(None, (SUBSTITUTE, means[key].note))))
    return tests


def fit_models(photos: Photos, engine: str) -> dict[str, Fitted]:
    """The models of an engine by regression."""
    todo = regressions(photos)
    scenes = {key: len(np.unique(photos.scene[one.rows])) for key, one in todo.items()}
    of_shape = sum(count for key, count in scenes.items() if key[:2] == "4.")
    found = {}
    for key, one in todo.items():
        counted = of_shape if key[:2] == "4." else scenes[key]
        if counted < LEAST_SCENES or scenes[key] < LEAST_OF_LENGTH:
            found[key] = Fitted(None, too_few(counted))
        elif one.y.sum() == 0 or (one.y == one.m).all():
            found[key] = Fitted(None, INFINITE)
        else:
            try:
                if engine == "paper":
                    chosen = select(photos, one)
                    found[key] = Fitted(chosen.fit, chosen.words)
                else:
                    found[key] = Fitted(_fit(one, *design_matrix(photos, one, edges=True)))
            except ValueError as error:
                found[key] = Fitted(None, str(error))
    return found


def _fit(one: Regression, names: tuple[str, ...], x: Floats) -> MixedFit:
    return replace(fit_mixed(x, one.y, one.m, logit(one.expected)), names=names)


def _varying(photos: Photos, one: Regression) -> dict[str, Floats]:
    """Centred design variables and the regression's own variables, without those that do not vary."""
    columns = {name: column - column.mean() for name, column in covariates(photos, one.rows).items()}
    return {name: column for name, column in {**columns, **one.columns}.items() if np.ptp(column) > 0}


def _independent(columns: Mapping[str, Floats]) -> tuple[tuple[str, ...], Floats]:
    """The columns that do not depend linearly on those before them, and their names."""
    kept: list[str] = []
    x = np.empty((len(next(iter(columns.values()))), 0))
    for name, column in columns.items():
        wider = np.column_stack([x, column])
        if np.linalg.matrix_rank(wider) > x.shape[1]:
            x, kept = wider, [*kept, name]
    return tuple(kept), x


def design_matrix(photos: Photos, one: Regression, edges: bool = False) -> tuple[tuple[str, ...], Floats]:
    """Constant, centred design variables and own variables; with edges, terms for targets at the ends of a row."""
    columns = {"constant": np.ones(len(one.rows)), **_varying(photos, one)}
    if edges and one.reference is not None:
        n = photos.n[one.rows]
        at_end = (one.reference == 0) | (one.reference == n - 1)
        columns |= {f"end{length}": ((n == length) & at_end).astype(float) for length in np.unique(n)}
    return _independent(columns)


def interacting(photos: Photos, one: Regression) -> tuple[tuple[str, ...], Floats, Floats]:
    """The regression with all interactions: names of the additive regressors, (photos, columns) matrix, and weights.

    (names, columns) weights turn its coefficients into average effects: the derivative by a regressor, averaged over
    the photos; for the constant the average log-odds where the regression's own variables are 0.
    """
    columns = _varying(photos, one)
    own = tuple(name for name in columns if name in one.columns)
    groups = [tuple(name for name in group if name in columns) for group in (*COVARIATES, own)]
    terms = {":".join(filter(None, picked)): picked for picked in product(*(("", *group) for group in groups))}
    ordered = sorted(terms, key=lambda term: len(term.split(":")) if term else 0)  # simple terms first

    def times(picked: tuple[str, ...], leave_out: str = "") -> Floats:
        return np.prod([np.ones(len(one.rows)), *(columns[name] for name in picked if name not in ("", leave_out))], 0)

    kept, x = _independent({term: times(terms[term]) for term in ordered})
    names = ("constant", *columns)
    effects = np.zeros((len(names), len(kept)))
    for row, name in enumerate(names):
        for column, term in enumerate(kept):
            if name in terms[term] or (name == "constant" and not set(terms[term]) & set(own)):
                effects[row, column] = times(terms[term], name).mean()
    return names, x, effects


class Selected(NamedTuple):
    """A selected model."""

    fit: MixedFit  # its coefficients; with interactions, its average effects under the names of the additive model
    intercepts: tuple[str, ...]  # what has intercepts
    interactions: bool  # whether the interactions were kept
    p: float  # p of the likelihood-ratio test on the interactions; NaN where they could not be fitted

    @property
    def words(self) -> str:
        """The model in words."""
        found = f"likelihood ratio p {self.p:.3f}" if np.isfinite(self.p) else "they cannot be fitted"
        fate = "kept" if self.interactions else "dropped"
        return f"intercepts of {', '.join(self.intercepts) or 'nothing'}; interactions {fate} ({found})"


def select(photos: Photos, one: Regression) -> Selected:
    """Fit the model of one test as the study selects it.

    Raises:
        ValueError: The photos do not determine the coefficients of the additive model.
    """
    names, x = design_matrix(photos, one)
    all_names, wide, effects = interacting(photos, one)
    simple = _fit(one, names, x)
    full = _fit(one, (), wide) if wide.shape[1] < len(wide) else None
    full = full if full is not None and full.converged else None

    photo, prompt = np.nonzero(one.trials)
    counts = one.counts[photo, prompt], one.trials[photo, prompt], logit(one.expected)[photo], photo
    factors = _factors(photos, one, photo, prompt)
    while factors:
        begun, design = (simple, x) if full is None else (full, wide)
        tried = fit_crossed(design[photo], *counts, factors, np.append(begun.beta, begun.sd))
        kept = {name: levels for name, levels in factors.items() if tried.sd[name] >= SINGULAR}
        if len(kept) == len(factors) and tried.fit.converged:
            found = fit_crossed(x[photo], *counts, factors, np.append(simple.beta, simple.sd)).fit
            simple, full = replace(found, names=names), None if full is None else tried.fit
            break
        factors = kept if len(kept) < len(factors) else dict(list(factors.items())[:-1])
    intercepts = (*(["photos"] if one.m.max() > 1 else []), *factors)
    degrees = wide.shape[1] - x.shape[1]
    if full is None or degrees <= 0:
        return Selected(simple, intercepts, False, float("nan"))
    p = float(chi2.sf(max(2 * (full.loglik - simple.loglik), 0.0), degrees))
    if p >= ALPHA and simple.converged:
        return Selected(simple, intercepts, False, p)
    average = replace(full, beta=effects @ full.beta, cov=effects @ full.cov @ effects.T, names=all_names)
    return Selected(average, intercepts, True, p)


def _factors(photos: Photos, one: Regression, photo: Integers, prompt: Integers) -> dict[str, Integers]:
    """Levels of every answer, from 0, by the factors that get intercepts in addition to photos."""
    if one.m.max() <= 1:  # one answer per photo does not determine the variance between photos
        return {}
    found = {} if photos.objects is None else {"objects": photos.objects[one.rows][photo]}
    found["prompts"] = prompt
    levels = {name: np.unique(values, return_inverse=True)[1].reshape(-1) for name, values in found.items()}
    return {name: values for name, values in levels.items() if 0 < values.max() < MOST_LEVELS}


def _slope_test(key: str, fitted: Mapping[str, Fitted], engine: str) -> Test:
    source, sign, weights, unit = EFFECTS[key]
    one = fitted[source]
    if one.fit is None or one.failure or not set(weights) <= set(one.fit.names):
        return not_run(key, one.failure or "its variable does not vary", unit)
    fit = one.fit
    effect = fit.contrast(weights)
    positive = effect[2] < ALPHA and np.sign(effect[0]) == sign
    details: dict[str, object] = {"sd_between_photos": fit.sd} | ({"model": one.words} if engine == "paper" else {})
    if key == "view":
        sides = {f"{side}_minus_front": fit.contrast({side: 1.0}) for side in ("left", "right")}
        positive = all(value > 0 and q < ALPHA for value, _, q in sides.values())
        details |= _entries(sides)
    return make_test(key, *_normal(effect), positive, fit.n, fit.note, details, unit)


def _shape_test(fitted: Mapping[str, Fitted], engine: str) -> Test:
    """Test 4 from the models by number of objects."""
    models = {int(key[2:]): one for key, one in fitted.items() if key[:2] == "4."}
    steps: dict[int, dict[str, Estimate]] = {}
    notes, photos = set(), 0
    for n, (fit, _) in models.items():
        names = [f"d{d}" for d in range(1, n)]
        if fit is not None and fit.converged and set(names) <= set(fit.names):
            steps[n] = {name: fit.contrast({name: 1.0}) for name in names}
            steps[n]["trend"] = fit.contrast({names[-1]: 1.0, names[0]: -1.0})
            steps[n]["drop"] = fit.contrast(dict.fromkeys(names, 1.0 / len(names)))
            photos += fit.n
            notes |= {fit.note} if fit.note else set()
    if not steps:
        reasons = {one.failure for one in models.values()} - {""}
        return not_run("4", "; ".join(sorted(reasons)) or "no photos of more than two objects", SHAPE_UNIT)
    pooled = {
        name: _pool([values["d1" if name == "first" else name] for values in steps.values()]) for name in CONTRASTS
    }
    if engine == "glmm":
        supports = int(head_share_shape(*(pooled[name][i] for name in pooled for i in (0, 2))))
    else:
        supports = published_shape({n: {name: (v[0], v[2]) for name, v in part.items()} for n, part in steps.items()})
    details: dict[str, object] = {"supports": supports, **_entries(pooled)}
    details |= {f"n{n}": _entries(part) for n, part in steps.items()}
    if engine == "paper":
        details |= {f"model_4.{n}": one.words for n, one in models.items() if one.fit is not None}
    note = "; ".join(sorted(notes))
    return make_test("4", *_normal(pooled["drop"]), supports > 0, photos, note, details, SHAPE_UNIT)


def _pool(parts: list[Estimate]) -> Estimate:
    precision = np.array([1.0 / max(error, 1e-9) ** 2 for _, error, _ in parts])
    estimate = float(precision @ [part[0] for part in parts] / precision.sum())
    error = float(1.0 / np.sqrt(precision.sum()))
    return estimate, error, float(2 * ndtr(-abs(estimate) / error))


def _normal(values: Estimate) -> tuple[float, tuple[float, float], float]:
    """Estimate, 95 % interval and p."""
    estimate, error, p = values
    return estimate, interval(estimate, error, float("inf")), p


def _entries(effects: Mapping[str, Estimate]) -> dict[str, object]:
    return {name: entry(*_normal(effect)) for name, effect in effects.items()}
