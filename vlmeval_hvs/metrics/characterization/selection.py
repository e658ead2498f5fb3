"""The study's selection among mixed models: which intercepts, with or without interactions.

The study starts from intercepts for photos, objects and prompts with all interactions between the variables, takes the
most complex intercepts with which the fit is not singular, and then drops the interactions when a likelihood-ratio test
finds nothing in them (section 3 and the published analysis).

Models with intercepts of photos only are integrated exactly. Crossed intercepts are fitted by Laplace's approximation,
as lme4's ``glmer`` does by default: the integral over all intercepts is replaced by that of the normal density that
touches the integrand at its mode. Photos are many, and each has one intercept, so their part of the second derivatives
is diagonal; the few levels of the other factors are solved densely. The gradient is exact, including the part that
comes from the mode's and the curvature's dependence on the parameters.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit, gammaln
from scipy.stats import chi2

from ..arrays import Floats, Integers
from .mixed import ALIKE, MixedFit, Model, covariance_of, fit_mixed, is_extreme
from .photos import Photos
from .regressions import design_matrix, interacting
from .results import ALPHA

SINGULAR = 0.02
"""A standard deviation below this is none: its intercepts are left out of the model."""
MOST_LEVELS = 100
"""A factor with more levels than this gets no intercepts: people's answers are no repetitions of prompts."""
_STEP = 1e-4
_BOUNDS = (np.log(1e-3), np.log(60.0))


@dataclass(frozen=True)
class Factor:
    """One grouping of the answers whose levels have intercepts.

    Attributes:
        name: What it is called.
        level: (answers,) level of every answer, from 0.
    """

    name: str
    level: Integers

    @property
    def size(self) -> int:
        """Number of levels."""
        return int(self.level.max()) + 1


class CrossedFit(NamedTuple):
    """A fit with the standard deviations of all its factors, by name."""

    fit: MixedFit
    sd: dict[str, float]


@dataclass(frozen=True)
class Selected:
    """A selected model.

    Attributes:
        fit: Its coefficients; with interactions, its average effects under the names of the additive model.
        intercepts: What has intercepts.
        interactions: Whether the interactions were kept.
        p: p of the likelihood-ratio test on the interactions; NaN where they could not be fitted.
    """

    fit: MixedFit
    intercepts: tuple[str, ...]
    interactions: bool
    p: float

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
    others = _factors(photos, model)
    while others:
        data = _Answers(photos, model, others)
        tried = data.fit(x if full is None else wide, simple if full is None else full)
        kept = [factor for factor in others if tried.sd[factor.name] >= SINGULAR]
        if len(kept) == len(others) and tried.fit.converged:
            simple = replace(data.fit(x, simple).fit, names=names)
            full = None if full is None else tried.fit
            break
        others = kept if len(kept) < len(others) else others[:-1]
    intercepts = (*(["photos"] if model.m.max() > 1 else []), *(factor.name for factor in others))
    degrees = wide.shape[1] - x.shape[1]
    if full is None or degrees <= 0:
        return Selected(simple, intercepts, False, float("nan"))
    p = float(chi2.sf(max(2 * (full.loglik - simple.loglik), 0.0), degrees))
    if p >= ALPHA and simple.converged:
        return Selected(simple, intercepts, False, p)
    average = replace(full, beta=effects @ full.beta, cov=effects @ full.cov @ effects.T, names=all_names)
    return Selected(average, intercepts, True, p)


def _factors(photos: Photos, model: Model) -> list[Factor]:
    """The factors with intercepts beside the photos, level by photo or by prompt."""
    asked = np.flatnonzero((model.answers[1] > 0).any(axis=0))
    out: list[Factor] = []
    if model.m.max() <= 1:  # one answer per photo: intercepts of photos cannot be told from the answers' own variance
        return out
    if photos.objects is not None:
        levels = np.unique(photos.objects[model.rows], return_inverse=True)[1].reshape(-1)
        out.append(Factor("objects", levels))
    if 1 < len(asked) <= MOST_LEVELS:
        out.append(Factor("prompts", np.arange(len(asked))))
    return [factor for factor in out if 1 < factor.size <= MOST_LEVELS]


class _Answers:
    """The single answers of a regression."""

    def __init__(self, photos: Photos, model: Model, others: list[Factor]) -> None:
        y, m = model.answers
        asked = (m > 0).any(axis=0)
        y, m = y[:, asked], m[:, asked]
        self.photo, prompt = np.nonzero(m)
        self.y, self.m, self.offset = y[m > 0], m[m > 0], model.offset[self.photo]
        by_photo = {"objects": self.photo, "prompts": prompt}
        self.others = [Factor(factor.name, factor.level[by_photo[factor.name]]) for factor in others]

    def fit(self, x: Floats, start: MixedFit) -> CrossedFit:
        """Fit regressors given per photo."""
        photo = Factor("photos", self.photo)
        begin = np.append(start.beta, start.sd)
        return fit_crossed(x[self.photo], self.y, self.m, self.offset, photo, self.others, begin)


def fit_crossed(
    x: Floats,
    y: Floats,
    m: Floats,
    offset: Floats,
    photo: Factor,
    others: Sequence[Factor],
    start: Floats,
) -> CrossedFit:
    """Fit a logistic regression of counts with a normal intercept for every level of every factor.

    Args:
        x: (answers, k) regressors, the constant included.
        y: (answers,) counts, 0 <= y <= m.
        m: (answers,) counts above 0.
        offset: (answers,) known log-odds that are added to the regression.
        photo: The factor with many levels.
        others: Factors with few levels.
        start: (k + 1,) coefficients and standard deviation between photos to start from.
    """
    surface = _Laplace(x, y, m, offset, photo, others)
    k = x.shape[1]
    theta = np.concatenate([start[:k], [np.log(max(float(start[k]), 0.1))], np.full(len(others), np.log(0.2))])
    result = minimize(
        surface,
        theta,
        jac=True,
        method="L-BFGS-B",
        bounds=[(-60, 60)] * k + [_BOUNDS] * (1 + len(others)),
        options={"maxiter": 400, "maxcor": 30, "ftol": 1e-12, "gtol": 1e-3},
    )
    theta = np.asarray(result.x, dtype=float)
    sds: Floats = np.exp(theta[k:])
    free = np.flatnonzero(np.append(np.ones(k, dtype=bool), sds >= SINGULAR))
    information = np.empty((len(free), len(free)))
    for row, place in enumerate(free):
        step = np.zeros(len(theta))
        step[place] = _STEP
        information[row] = (surface(theta + step)[1][free] - surface(theta - step)[1][free]) / (2 * _STEP)
    cov = covariance_of((information + information.T) / 2, k)
    sound = cov is not None and not is_extreme(theta[:k], float(sds[0]))
    constant = float(np.sum(gammaln(m + 1) - gammaln(y + 1) - gammaln(m - y + 1)))
    fit = MixedFit(
        beta=theta[:k],
        cov=cov if cov is not None and sound else np.full((k, k), np.nan),
        sd=float(sds[0]),
        loglik=constant - float(result.fun),
        converged=sound,
        n=photo.size,
        note="" if sound else ALIKE,
    )
    return CrossedFit(fit, dict(zip((photo.name, *(factor.name for factor in others)), sds.tolist(), strict=True)))


class _Laplace:
    """Minus the log-likelihood and its gradient at (coefficients, log standard deviations); remembers the mode."""

    def __init__(
        self, x: Floats, y: Floats, m: Floats, offset: Floats, photo: Factor, others: Sequence[Factor]
    ) -> None:
        self.x, self.y, self.m, self.offset = x, y, m, offset
        self.photo, self.many = photo.level, photo.size
        sizes = [factor.size for factor in others]
        starts = np.concatenate([[0], np.cumsum(sizes)]).astype(int)
        self.few = int(starts[-1])
        self.column = [factor.level + first for factor, first in zip(others, starts[:-1], strict=True)]
        self.part = [slice(int(a), int(b)) for a, b in pairwise(starts)]
        self.v, self.w = np.zeros(self.many), np.zeros(self.few)

    def __call__(self, theta: Floats) -> tuple[float, Floats]:
        k = self.x.shape[1]
        sd = np.exp(theta[k:])
        fixed = self.x @ theta[:k] + self.offset
        eta = self._to_mode(fixed, sd)
        p = expit(eta)
        r, weight = self.y - self.m * p, self.m * p * (1 - p)
        curve = _Curvature(self, weight, sd)
        value = float(self.y @ eta - self.m @ np.logaddexp(0.0, eta))
        value -= 0.5 * float(self.v @ self.v + self.w @ self.w) + 0.5 * curve.logdet
        # The determinant changes with every answer's log-odds, by the third derivative times its leverage.
        c = weight * (1 - 2 * p) * curve.leverage()
        back = curve.solve(*self.gather(c, sd))
        by_eta = r - 0.5 * (c - weight * self.spread(*back, sd))
        gradient = np.empty(len(theta))
        gradient[:k] = self.x.T @ by_eta
        own = [sd[0] * self.v[self.photo], *(s * self.w[col] for s, col in zip(sd[1:], self.column, strict=True))]
        for f, u in enumerate(own):
            many, few = self.gather(weight * u, sd)
            change = float(c @ u) - float(back[0] @ many + back[1] @ few)
            block, size = (self.v, self.many) if f == 0 else (self.w[self.part[f - 1]], self.sizes(f))
            change += float((back[0] if f == 0 else back[1][self.part[f - 1]]) @ block)
            gradient[k + f] = float(r @ u) - (size - curve.trace(f)) - 0.5 * change
        return -value, -gradient

    def sizes(self, f: int) -> int:
        """Number of levels of the factor with this number; photos have number 0."""
        return self.many if f == 0 else self.part[f - 1].stop - self.part[f - 1].start

    def gather(self, values: Floats, sd: Floats) -> tuple[Floats, Floats]:
        """Sums over the answers of each level, times the standard deviation of its factor."""
        few = np.zeros(self.few)
        for s, column in zip(sd[1:], self.column, strict=True):
            few += s * np.bincount(column, values, minlength=self.few)
        return sd[0] * np.bincount(self.photo, values, minlength=self.many), few

    def spread(self, v: Floats, w: Floats, sd: Floats) -> Floats:
        """What standard normal intercepts add to the log-odds of every answer."""
        out = sd[0] * v[self.photo]
        for s, column in zip(sd[1:], self.column, strict=True):
            out = out + s * w[column]
        return out

    def _to_mode(self, fixed: Floats, sd: Floats) -> Floats:
        """Move the intercepts to the mode by damped Newton steps; the log-odds there."""

        def height(v: Floats, w: Floats) -> tuple[float, Floats]:
            eta = fixed + self.spread(v, w, sd)
            value = self.y @ eta - self.m @ np.logaddexp(0.0, eta) - 0.5 * (v @ v + w @ w)
            return float(value), eta

        v, w = self.v, self.w
        top, eta = height(v, w)
        for _ in range(100):
            p = expit(eta)
            many, few = self.gather(self.y - self.m * p, sd)
            slope = many - v, few - w
            step = _Curvature(self, self.m * p * (1 - p), sd).solve(*slope)
            gain = float(slope[0] @ step[0] + slope[1] @ step[1])
            if gain < 1e-9:
                break
            for halving in range(30):
                share = 0.5**halving
                there, moved = height(v + share * step[0], w + share * step[1])
                if there >= top:
                    break
            else:
                break
            v, w, top, eta = v + share * step[0], w + share * step[1], there, moved
        self.v, self.w = v, w
        return eta


class _Curvature:
    """Minus the second derivatives by the standard normal intercepts: diagonal for photos, dense for the others."""

    def __init__(self, data: _Laplace, weight: Floats, sd: Floats) -> None:
        self.data, self.sd, q = data, sd, data.few
        self.diagonal = 1 + sd[0] ** 2 * np.bincount(data.photo, weight, minlength=data.many)
        cross, dense = np.zeros(data.many * q), np.eye(q).reshape(-1)
        for s, column in zip(sd[1:], data.column, strict=True):
            cross += sd[0] * s * np.bincount(data.photo * q + column, weight, minlength=data.many * q)
            for other, second in zip(sd[1:], data.column, strict=True):
                dense = dense + s * other * np.bincount(column * q + second, weight, minlength=q * q)
        self.cross = cross.reshape(data.many, q)
        self.ratio = self.cross / self.diagonal[:, None]
        reduced = dense.reshape(q, q) - self.cross.T @ self.ratio
        self.inverse = np.linalg.inv(reduced) if q else reduced
        self.logdet = float(np.log(self.diagonal).sum()) + (float(np.linalg.slogdet(reduced)[1]) if q else 0.0)

    def solve(self, many: Floats, few: Floats) -> tuple[Floats, Floats]:
        """The curvature's inverse times a vector."""
        small = self.inverse @ (few - self.ratio.T @ many)
        return many / self.diagonal - self.ratio @ small, small

    def leverage(self) -> Floats:
        """(answers,) variance of every answer's log-odds under the normal density at the mode."""
        data, sd = self.data, self.sd
        between = -self.ratio @ self.inverse
        photo = 1 / self.diagonal - (between * self.ratio).sum(axis=1)
        out = sd[0] ** 2 * photo[data.photo]
        for s, column in zip(sd[1:], data.column, strict=True):
            out = out + 2 * sd[0] * s * between[data.photo, column]
            for other, second in zip(sd[1:], data.column, strict=True):
                out = out + s * other * self.inverse[column, second]
        return out

    def trace(self, f: int) -> float:
        """Trace of the inverse over the levels of one factor."""
        if f:
            return float(np.diag(self.inverse)[self.data.part[f - 1]].sum())
        return float((1 / self.diagonal).sum() + ((self.ratio @ self.inverse) * self.ratio).sum())
