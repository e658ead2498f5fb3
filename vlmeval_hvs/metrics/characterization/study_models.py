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

from ..arrays import Booleans, Floats, Integers
from .crossed import SINGULAR, CrossedFit, fit_crossed
from .decision import head_share_shape, published_shape
from .fixed_effects import CONTRASTS, LEAST_OF_LENGTH
from .least_squares import LEAST_SCENES, interval, too_few
from .mixed import ALIKE, Estimate, MixedFit, fit_mixed
from .photos import Photos
from .results import ALPHA, Test, entry, make_test, not_run

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


COVARIATES = (("proximity",), ("left", "right"), ("n",))
"""Design variables of every model; those of a group are indicators of one variable."""
MOST_LEVELS = 100
"""A factor with more levels than this gets no intercepts: people's answers are no repetitions of prompts."""


class Model(NamedTuple):
    """One regression: how many of the answers to a photo are of the kind that is modelled."""

    rows: Integers  # (n,) numbers of the photos that enter
    counts: Floats  # (n, prompts) counts of these answers
    trials: Floats  # (n, prompts) counts of all that could be; in every row some are above 0
    offset: Floats  # (n,) known log-odds that are added to the regression
    columns: Mapping[str, Floats]  # the model's own variables by name, (n,) each

    @property
    def y(self) -> Floats:
        """(n,) counts by photo."""
        return self.counts.sum(axis=1)

    @property
    def m(self) -> Floats:
        """(n,) counts by photo of all that could be."""
        return self.trials.sum(axis=1)


def models(photos: Photos, edges: bool) -> dict[str, Model]:
    """The regressions, by test; "4.3" and "4.4" are Test 4 for three and four objects.

    Args:
        photos: All photos.
        edges: Whether to add terms for reference objects at the end of a row (engine "glmm").
    """
    choices, gaze, head = photos.choices, photos.gaze[:, None], photos.head[:, None]
    known, matched, conflict = photos.head_known, choices >= 0, photos.condition == 2
    at_gaze, at_head = choices == gaze, (choices == head) & matched
    off_gaze = np.abs(choices - gaze) * matched, photos.gaze_max[:, None] * matched
    off_head = np.abs(choices - head) * matched, photos.head_max[:, None] * matched
    congruent, distance = (photos.condition == 1).astype(float), photos.dist_eye_head.astype(float)
    by_gaze, by_head = photos.expected_wrongness, photos.expected_head_distance
    out: dict[str, Model] = {}

    def add(
        key: str,
        mask: Booleans,
        answers: tuple[Integers | Booleans, Integers | Booleans],
        expected: Floats | None,
        columns: Mapping[str, Floats],
        reference: Integers | None,
    ) -> None:
        y, m = (values.astype(float) for values in answers)
        rows = np.flatnonzero(mask & (m.sum(axis=1) > 0))
        own = {name: column[rows] for name, column in columns.items()}
        if edges and reference is not None:
            n, place = photos.n[rows], reference[rows]
            at_end = (place == 0) | (place == n - 1)
            own |= {f"end{length}": ((n == length) & at_end).astype(float) for length in np.unique(n)}
        offset = np.zeros(len(rows)) if expected is None else logit(expected[rows])
        out[key] = Model(rows, y[rows], m[rows], offset, own)

    add("effects", photos.condition < 2, off_gaze, by_gaze, {"congruent": congruent}, None)
    add("2.1", conflict & known & (photos.n > 2), (at_head, at_head | at_gaze), None, {}, None)
    add("2.3", known, (at_gaze, choices > -2), 1.0 / photos.n, {"key": conflict.astype(float)}, photos.gaze)
    add("2.4", known, off_gaze, by_gaze, {"key": distance}, photos.gaze)
    add("3", known, off_head, by_head, {"key": distance}, photos.head)
    for n in (int(value) for value in np.unique(photos.n) if value > 2):
        steps = {f"d{d}": (distance == d).astype(float) for d in range(1, n)}
        add(f"4.{n}", known & (photos.n == n), (at_head, matched), None, steps, photos.head)
    return out


def _varying(photos: Photos, model: Model) -> dict[str, Floats]:
    """Centred design variables and the model's own regressors, without those that do not vary."""
    rows = model.rows
    columns = {
        "proximity": photos.proximity[rows],
        "n": photos.n[rows].astype(float),
        "left": (photos.view[rows] == 1).astype(float),
        "right": (photos.view[rows] == 2).astype(float),
    }
    columns = {name: column - column.mean() for name, column in columns.items()} | dict(model.columns)
    return {name: column for name, column in columns.items() if np.ptp(column) > 0}


def design_matrix(photos: Photos, model: Model) -> tuple[tuple[str, ...], Floats]:
    """Constant, centred design variables and the model's own regressors; columns without variation are dropped."""
    columns = _varying(photos, model)
    x = np.column_stack([np.ones(len(model.rows)), *columns.values()])
    names = ["constant", *columns]
    # End-of-row terms can depend on n (in rows of two objects every object is at an end).
    for end in (name for name in columns if name.startswith("end")):
        if np.linalg.matrix_rank(x) == x.shape[1]:
            break
        x = np.delete(x, names.index(end), axis=1)
        names.remove(end)
    return tuple(names), x


def interacting(photos: Photos, model: Model) -> tuple[tuple[str, ...], Floats, Floats]:
    """The regression with all interactions between the design variables and the model's own regressors.

    Returns:
        The names of the additive regressors, the (photos, columns) design matrix, and (names, columns) weights that
        turn its coefficients into average effects: the derivative by a regressor, averaged over the photos; for the
        constant the average log-odds where the model's own regressors are 0.
    """
    columns = _varying(photos, model)
    own = tuple(name for name in columns if name in model.columns)
    groups = [tuple(name for name in group if name in columns) for group in (*COVARIATES, own)]
    terms = [tuple(name for name in picked if name) for picked in product(*(("", *group) for group in groups))]
    terms.sort(key=len)  # stable: simple terms first, so that only higher ones are dropped as dependent
    ones = np.ones(len(model.rows))

    def times(names: tuple[str, ...]) -> Floats:
        return np.prod([ones, *(columns[name] for name in names)], axis=0)

    kept: list[tuple[str, ...]] = []
    x = np.empty((len(ones), 0))
    for term in terms:
        wider = np.column_stack([x, times(term)])
        if np.linalg.matrix_rank(wider) > x.shape[1]:
            x, kept = wider, [*kept, term]
    names = ("constant", *columns)
    effects = np.zeros((len(names), len(kept)))
    for row, name in enumerate(names):
        for column, term in enumerate(kept):
            if name == "constant" and not set(term) & set(own):
                effects[row, column] = times(term).mean()
            elif name in term:
                effects[row, column] = times(tuple(part for part in term if part != name)).mean()
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


def select(photos: Photos, model: Model) -> Selected:
    """Fit the model of one test as the study selects it.

    Raises:
        ValueError: The photos do not determine the coefficients of the additive model.
    """
    names, x = design_matrix(photos, model)
    all_names, wide, effects = interacting(photos, model)
    simple = replace(fit_mixed(x, model.y, model.m, model.offset), names=names)
    full = fit_mixed(wide, model.y, model.m, model.offset) if wide.shape[1] < len(wide) else None
    if full is not None and not full.converged:
        full = None

    photo, prompt = np.nonzero(model.trials)
    y, m, offset = model.counts[photo, prompt], model.trials[photo, prompt], model.offset[photo]
    factors = _factors(photos, model, photo, prompt)

    def crossed(x: Floats, start: MixedFit) -> CrossedFit:
        return fit_crossed(x[photo], y, m, offset, photo, factors, np.append(start.beta, start.sd))

    while factors:
        tried = crossed(x if full is None else wide, simple if full is None else full)
        kept = {name: levels for name, levels in factors.items() if tried.sd[name] >= SINGULAR}
        if len(kept) == len(factors) and tried.fit.converged:
            simple = replace(crossed(x, simple).fit, names=names)
            full = None if full is None else tried.fit
            break
        factors = kept if len(kept) < len(factors) else dict(list(factors.items())[:-1])
    intercepts = (*(["photos"] if model.m.max() > 1 else []), *factors)
    degrees = wide.shape[1] - x.shape[1]
    if full is None or degrees <= 0:
        return Selected(simple, intercepts, False, float("nan"))
    p = float(chi2.sf(max(2 * (full.loglik - simple.loglik), 0.0), degrees))
    if p >= ALPHA and simple.converged:
        return Selected(simple, intercepts, False, p)
    average = replace(full, beta=effects @ full.beta, cov=effects @ full.cov @ effects.T, names=all_names)
    return Selected(average, intercepts, True, p)


def _factors(photos: Photos, model: Model, photo: Integers, prompt: Integers) -> dict[str, Integers]:
    """Levels of every answer, from 0, by the factors that get intercepts in addition to photos."""
    if model.m.max() <= 1:  # one answer per photo does not determine the variance between photos
        return {}
    found = {} if photos.objects is None else {"objects": photos.objects[model.rows][photo]}
    found["prompts"] = prompt
    levels = {name: np.unique(values, return_inverse=True)[1].reshape(-1) for name, values in found.items()}
    return {name: values for name, values in levels.items() if 0 < values.max() < MOST_LEVELS}


class Fitted(NamedTuple):
    """One model of an engine: its fit and a description of it, or None and the reason."""

    fit: MixedFit | None
    words: str = ""

    @property
    def failure(self) -> str:
        """Why there are no coefficients with errors; "" when there are."""
        return self.words if self.fit is None else "" if self.fit.converged else self.fit.note

    @property
    def infinite(self) -> bool:
        """Whether log-odds are infinite, or nearly so."""
        return self.failure in (INFINITE, ALIKE)


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
        elif model.y.sum() == 0 or (model.y == model.m).all():
            found[key] = Fitted(None, INFINITE)
        else:
            try:
                if engine == "paper":
                    chosen = select(photos, model)
                    found[key] = Fitted(chosen.fit, chosen.words)
                else:
                    names, x = design_matrix(photos, model)
                    found[key] = Fitted(replace(fit_mixed(x, model.y, model.m, model.offset), names=names))
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
    effect = fit.contrast(weights)
    positive = effect[2] < ALPHA and np.sign(effect[0]) == sign
    details: dict[str, object] = {"sd_between_photos": fit.sd} | ({"model": one.words} if engine == "paper" else {})
    if key == "view":
        sides = {f"{side}_minus_front": fit.contrast({side: 1.0}) for side in ("left", "right")}
        positive = all(value > 0 and q < ALPHA for value, _, q in sides.values())
        details |= _entries(sides)
    return make_test(key, *_normal(effect), positive, fit.n, fit.note, details, unit)


def _shape_test(fitted: Mapping[int, Fitted], engine: str) -> Test:
    """Test 4 from the models by number of objects."""
    steps: dict[int, dict[str, Estimate]] = {}
    notes, photos = set(), 0
    for n, (fit, _) in fitted.items():
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
    details: dict[str, object] = {"supports": supports, **_entries(pooled)}
    details |= {f"n{n}": _entries(part) for n, part in steps.items()}
    if engine == "paper":
        details |= {f"model_4.{n}": one.words for n, one in fitted.items() if one.fit is not None}
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
