"""The study's regressions: which photos, which counts, which variables; additive or with all interactions.

Engine "paper" follows the study (appendix A.7; formulas as far as they are printed): distances as binomial proportions
with the log-odds of their expectation as offset. Its Tests 2.4, 3 and 4 reject true nulls far too often, because a
large distance between eyes and head occurs only at the ends of the row. Engine "glmm" adds a term for the ends.
"""

from collections.abc import Mapping
from itertools import product

import numpy as np
from scipy.special import logit

from ..arrays import Booleans, Floats, Integers
from .mixed import Model
from .photos import Photos

COVARIATES = (("proximity",), ("left", "right"), ("n",))
"""Design variables of every regression; those of a group are indicators of one variable."""


def _answers(photos: Photos) -> dict[str, tuple[Floats, Floats]]:
    """For every response, (photos, prompts) counts of what is modelled and of all that could be."""
    choices = photos.choices
    gaze, head = photos.gaze[:, None], photos.head[:, None]
    matched = choices >= 0
    at_gaze, at_head = choices == gaze, (choices == head) & matched
    off_gaze, off_head = np.abs(choices - gaze), np.abs(choices - head)
    counts = {
        "wrongness": (off_gaze * matched, photos.gaze_max[:, None] * matched),
        "head or gaze": (at_head, at_head | at_gaze),
        "correct": (at_gaze, choices > -2),
        "head distance": (off_head * matched, photos.head_max[:, None] * matched),
        "head": (at_head, matched),
    }
    return {name: (y.astype(float), m.astype(float)) for name, (y, m) in counts.items()}


def models(photos: Photos, edges: bool) -> dict[str, Model]:
    """The regressions, by test; "4.3" and "4.4" are Test 4 for three and four objects.

    Args:
        photos: All photos.
        edges: Whether to add terms for reference objects at the end of a row (engine "glmm").
    """
    head = photos.head_known
    distance = photos.dist_eye_head.astype(float)
    incongruent = (photos.condition == 2).astype(float)
    answers = _answers(photos)
    out = {}

    def add(
        key: str,
        mask: Booleans,
        response: str,
        expected: Floats | None,
        columns: Mapping[str, Floats],
        reference: Integers | None,
    ) -> None:
        y, m = answers[response]
        rows = np.flatnonzero(mask & (m.sum(axis=1) > 0))
        extra = dict(columns)
        if edges and reference is not None:
            for n in np.unique(photos.n[rows]):
                at_end = (reference == 0) | (reference == photos.n - 1)
                extra[f"end{n}"] = ((photos.n == n) & at_end).astype(float)
        offset = np.zeros(len(rows)) if expected is None else logit(expected[rows])
        own = {name: column[rows] for name, column in extra.items()}
        out[key] = Model(rows, y[rows].sum(axis=1), m[rows].sum(axis=1), offset, own, (y[rows], m[rows]))

    gaze_side, head_side = photos.expected_wrongness, photos.expected_head_distance
    congruent = {"congruent": (photos.condition == 1).astype(float)}
    add("effects", photos.condition < 2, "wrongness", gaze_side, congruent, None)
    add("2.1", (photos.condition == 2) & head & (photos.n > 2), "head or gaze", None, {}, None)
    add("2.3", head, "correct", 1.0 / photos.n, {"key": incongruent}, photos.gaze)
    add("2.4", head, "wrongness", gaze_side, {"key": distance}, photos.gaze)
    add("3", head, "head distance", head_side, {"key": distance}, photos.head)
    for n in (int(value) for value in np.unique(photos.n) if value > 2):
        steps = {f"d{d}": (distance == d).astype(float) for d in range(1, n)}
        add(f"4.{n}", head & (photos.n == n), "head", None, steps, photos.head)
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
    columns = {name: column - column.mean() for name, column in columns.items() if len(column)} | dict(model.columns)
    return {name: column for name, column in columns.items() if len(column) and np.ptp(column) > 0}


def design_matrix(photos: Photos, model: Model) -> tuple[tuple[str, ...], Floats]:
    """Constant, centred design variables and the model's own regressors; columns without variation are dropped."""
    columns = _varying(photos, model)
    x = np.column_stack([np.ones(len(model.rows)), *columns.values()])
    names = ["constant", *columns]
    # End-of-row terms can repeat what n already says (rows of two objects are all ends).
    while len(names) > 1 and np.linalg.matrix_rank(x) < x.shape[1]:
        ends = [index for index, name in enumerate(names) if name.startswith("end")]
        if not ends:
            break
        x, names = np.delete(x, ends[0], axis=1), names[: ends[0]] + names[ends[0] + 1 :]
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
