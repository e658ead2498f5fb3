"""Tests 2.1, 2.3, 2.4, 3, 4 and the effects as mixed logistic models on photo counts.

Engine "paper" follows the study (appendix A.7; formulas as far as they are printed): distances as binomial proportions
with the log-odds of their expectation as offset. Its Tests 2.4, 3 and 4 reject true nulls far too often, because a
large distance between eyes and head occurs only at the ends of the row. Engine "glmm" adds a term for the ends.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from scipy.special import logit, ndtr

from ..arrays import Booleans, Floats, Integers
from .decision import head_share_shape, published_shape
from .glmm import Estimate, MixedFit, Model, fit_mixed
from .labels import NAMES
from .photos import Photos
from .regression import interval
from .results import ALPHA, Test, not_run

NORMAL = float("inf")


def models(photos: Photos, edges: bool) -> dict[str, Model]:
    """The regressions, by test; "4.3" and "4.4" are Test 4 for three and four objects.

    Args:
        photos: All photos.
        edges: Whether to add terms for reference objects at the end of a row (engine "glmm").
    """
    matched, head = photos.matched > 0, photos.head_known
    distance = photos.dist_eye_head.astype(float)
    incongruent = (photos.condition == 2).astype(float)
    out = {}

    def add(
        key: str,
        mask: Booleans,
        y: Integers,
        m: Integers,
        expected: Floats | None,
        columns: Mapping[str, Floats],
        reference: Integers | None,
    ) -> None:
        rows = np.flatnonzero(mask & (m > 0))
        extra = dict(columns)
        if edges and reference is not None:
            for n in np.unique(photos.n[rows]):
                at_end = (reference == 0) | (reference == photos.n - 1)
                extra[f"end{n}"] = ((photos.n == n) & at_end).astype(float)
        offset = np.zeros(len(rows)) if expected is None else logit(expected[rows])
        out[key] = Model(
            rows,
            y[rows].astype(float),
            m[rows].astype(float),
            offset,
            {name: column[rows] for name, column in extra.items()},
        )

    gaze_max, head_max = photos.matched * photos.gaze_max, photos.matched * photos.head_max
    gaze_side, head_side = photos.expected_wrongness, photos.expected_head_distance
    add(
        "effects",
        (photos.condition < 2) & matched,
        photos.gaze_distance,
        gaze_max,
        gaze_side,
        {"congruent": (photos.condition == 1).astype(float)},
        None,
    )
    add(
        "2.1",
        (photos.condition == 2) & head & (photos.n > 2),
        photos.at_head,
        photos.at_head + photos.correct,
        None,
        {},
        None,
    )
    add("2.3", head, photos.correct, photos.trials, 1.0 / photos.n, {"key": incongruent}, photos.gaze)
    add("2.4", head & matched, photos.gaze_distance, gaze_max, gaze_side, {"key": distance}, photos.gaze)
    add("3", head & matched, photos.head_distance, head_max, head_side, {"key": distance}, photos.head)
    for n in (int(value) for value in np.unique(photos.n) if value > 2):
        steps = {f"d{d}": (distance == d).astype(float) for d in range(1, n)}
        add(f"4.{n}", head & matched & (photos.n == n), photos.at_head, photos.matched, None, steps, photos.head)
    return out


def design_matrix(photos: Photos, model: Model) -> tuple[tuple[str, ...], Floats]:
    """Constant, centred design variables and the model's own regressors; columns without variation are dropped."""
    rows = model.rows
    columns = {
        "proximity": photos.proximity[rows],
        "n": photos.n[rows].astype(float),
        "left": (photos.view[rows] == 1).astype(float),
        "right": (photos.view[rows] == 2).astype(float),
    }
    columns = {name: column - column.mean() for name, column in columns.items()} | dict(model.columns)
    kept = [name for name, column in columns.items() if len(column) and np.ptp(column) > 0]
    x = np.column_stack([np.ones(len(rows)), *(columns[name] for name in kept)])
    names = ["constant", *kept]
    # End-of-row terms can repeat what n already says (rows of two objects are all ends).
    while len(names) > 1 and np.linalg.matrix_rank(x) < x.shape[1]:
        ends = [index for index, name in enumerate(names) if name.startswith("end")]
        if not ends:
            break
        x, names = np.delete(x, ends[0], axis=1), names[: ends[0]] + names[ends[0] + 1 :]
    return tuple(names), x


def _fit_here(photos: Photos, model: Model) -> MixedFit:
    names, x = design_matrix(photos, model)
    return replace(fit_mixed(x, model.y, model.m, model.offset), names=names)


def run(photos: Photos, engine: str) -> tuple[dict[str, Test], list[str]]:
    """All model-based tests, and warnings.

    Args:
        photos: All photos.
        engine: "paper", "glmm" or "lme4".

    Raises:
        RuntimeError: The engine is "lme4", and R or lme4 is missing or R fails.
    """
    todo = models(photos, edges=engine == "glmm")
    failures: dict[str, str] = {}
    fits: dict[str, MixedFit] = {}
    ready: dict[str, Model] = {}
    for key, model in todo.items():
        if len(model.rows) < 10:
            failures[key] = f"only {len(model.rows)} photos of the kind it needs"
        elif model.y.sum() == 0 or (model.y == model.m).all():
            failures[key] = "all answers are alike, log-odds are infinite"
        else:
            ready[key] = model
    if engine == "lme4":
        from .lme4 import fit_all

        fits = fit_all({key: (*design_matrix(photos, model), model) for key, model in ready.items()})
    else:
        for key, model in ready.items():
            try:
                fits[key] = _fit_here(photos, model)
            except ValueError as error:
                failures[key] = str(error)
    warnings = (
        []
        if engine == "glmm"
        else [
            "this engine keeps the study's models: its Tests 2.4, 3 and 4 find effects in agents that have none, "
            "because large eye-head distances occur only at the ends of the row"
        ]
    )
    return _as_tests(fits, failures, engine), warnings


SIGNS = {
    "2.1": (1, {"constant": 1.0}, "log-odds of head against gaze target"),
    "2.3": (-1, {"key": 1.0}, "log-odds of a right answer, incongruent minus congruent"),
    "2.4": (1, {"key": 1.0}, "log-odds of wrongness per object of distance"),
    "3": (1, {"key": 1.0}, "log-odds of distance from the head target per object of distance"),
    "proximity": (1, {"proximity": 1.0}, "log-odds of wrongness per step of proximity"),
    "view": (1, {"left": 0.5, "right": 0.5}, "log-odds of wrongness, mean of side views minus front"),
}


def _as_tests(fits: Mapping[str, MixedFit], failures: Mapping[str, str], engine: str) -> dict[str, Test]:
    tests = {}
    for key, (sign, weights, unit) in SIGNS.items():
        source = "effects" if key in ("proximity", "view") else key
        fitted = fits.get(source)
        if fitted is None or not set(weights) <= set(fitted.names):
            tests[key] = not_run(NAMES[key], unit, failures.get(source, "its variable does not vary"))
            continue
        if not fitted.converged:
            tests[key] = not_run(NAMES[key], unit, fitted.note)
            continue
        estimate, error, p = fitted.contrast(weights)
        positive = p < ALPHA and np.sign(estimate) == sign
        details: dict[str, object] = {"sd_between_photos": fitted.sd}
        if key == "view":
            sides = {side: fitted.contrast({side: 1.0}) for side in ("left", "right")}
            positive = all(value > 0 and q < ALPHA for value, _, q in sides.values())
            details |= {f"{side}_minus_front": _entry(values) for side, values in sides.items()}
        tests[key] = Test(
            estimate,
            interval(estimate, error, NORMAL),
            p,
            bool(positive),
            NAMES[key],
            unit,
            fitted.n,
            fitted.note,
            details,
        )
    tests["4"] = _shape_test(fits, failures, engine)
    return tests


def _shape_test(fits: Mapping[str, MixedFit], failures: Mapping[str, str], engine: str) -> Test:
    steps: dict[int, dict[str, Estimate]] = {}
    unit = "log-odds of a head answer"
    n_rows, notes = 0, []
    for key, fitted in fits.items():
        if not key.startswith("4."):
            continue
        n = int(key[2:])
        names = [f"d{d}" for d in range(1, n)]
        if not fitted.converged or not set(names) <= set(fitted.names):
            continue
        steps[n] = {name: fitted.contrast({name: 1.0}) for name in names}
        steps[n]["trend"] = fitted.contrast({names[-1]: 1.0, names[0]: -1.0})
        steps[n]["drop"] = fitted.contrast(dict.fromkeys(names, 1.0 / len(names)))
        n_rows += fitted.n
        notes += [fitted.note] * bool(fitted.note)
    if not steps:
        reasons = {reason for key, reason in failures.items() if key.startswith("4.")}
        reasons |= {fitted.note for key, fitted in fits.items() if key.startswith("4.") and not fitted.converged}
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
