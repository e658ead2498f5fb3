"""Mixed logistic regression with crossed intercepts, of photos and of factors with few levels.

Laplace's approximation, the default of lme4's ``glmer``: the integral over all intercepts is replaced by that of the
normal density that touches the integrand at its mode. Photos are many, and each has one intercept, so their block of
the second derivatives is diagonal; the few levels of the other factors are solved densely. The gradient is exact,
including the dependence of mode and curvature on the parameters.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit, gammaln

from ..arrays import Floats, Integers
from .mixed import ALIKE, MixedFit, covariance_of

SINGULAR = 0.02  # a standard deviation below this is none: its intercepts are left out of the model
_STEP = 1e-4
_BOUNDS = (np.log(1e-3), np.log(60.0))


class CrossedFit(NamedTuple):
    """A fit with the standard deviations of all its factors, by name."""

    fit: MixedFit
    sd: dict[str, float]


def fit_crossed(
    x: Floats, y: Floats, m: Floats, offset: Floats, photo: Integers, others: Mapping[str, Integers], start: Floats
) -> CrossedFit:
    """Fit a logistic regression of counts with a normal intercept for every level of every factor.

    `x` are (answers, k) regressors, all else (answers,) as in `fit_mixed`; `photo` are numbers from 0, ascending, of
    the factor with many levels, `others` levels from 0 of factors with few; the search starts from (k + 1,)
    coefficients and standard deviation between photos.
    """
    surface = _Laplace(x, y, m, offset, photo, others)
    k = x.shape[1]
    theta = np.concatenate([start[:k], [np.log(max(float(start[k]), 0.1))], np.full(len(others), np.log(0.2))])
    bounds = [(-60, 60)] * k + [_BOUNDS] * (1 + len(others))
    options = {"maxiter": 400, "maxcor": 30, "ftol": 1e-12, "gtol": 1e-3}
    result = minimize(surface, theta, jac=True, method="L-BFGS-B", bounds=bounds, options=options)
    theta = np.asarray(result.x, dtype=float)
    sds: Floats = np.exp(theta[k:])
    free = np.flatnonzero(np.append(np.ones(k, dtype=bool), sds >= SINGULAR))
    steps = _STEP * np.eye(len(theta))[free]
    information = np.array([(surface(theta + step)[1] - surface(theta - step)[1])[free] for step in steps])
    cov, sound = covariance_of((information + information.T) / (4 * _STEP), theta[:k], float(sds[0]))
    constant = float(np.sum(gammaln(m + 1) - gammaln(y + 1) - gammaln(m - y + 1)))
    photos, note = int(photo.max()) + 1, "" if sound else ALIKE
    fit = MixedFit(theta[:k], cov, float(sds[0]), constant - float(result.fun), sound, photos, note)
    return CrossedFit(fit, dict(zip(("photos", *others), sds.tolist(), strict=True)))


class _Laplace:
    """Minus the log-likelihood and its gradient at (coefficients, log standard deviations); remembers the mode."""

    def __init__(
        self, x: Floats, y: Floats, m: Floats, offset: Floats, photo: Integers, others: Mapping[str, Integers]
    ) -> None:
        self.x, self.y, self.m, self.offset, self.photo = x, y, m, offset, photo
        parts = [(levels[:, None] == np.arange(levels.max() + 1)).astype(float) for levels in others.values()]
        self.indicators = np.concatenate(parts, axis=1)
        self.factor = np.repeat(np.arange(len(parts)), [part.shape[1] for part in parts])  # of every level
        self.v, self.w = np.zeros(int(photo.max()) + 1), np.zeros(len(self.factor))  # standard normal intercepts

    def by_photo(self, values: Floats) -> Floats:
        """Sums of the answers' values by photo."""
        return np.bincount(self.photo, values, minlength=len(self.v)).astype(float)

    def __call__(self, theta: Floats) -> tuple[float, Floats]:
        k = self.x.shape[1]
        sd, spread = float(np.exp(theta[k])), np.exp(theta[k + 1 :])
        few = self.indicators * spread[self.factor]  # what a standard normal intercept adds to every answer
        eta = self._to_mode(self.x @ theta[:k] + self.offset, sd, few)
        p = expit(eta)
        r, weight = self.y - self.m * p, self.m * p * (1 - p)
        curve = _Curvature(self, weight, sd, few)
        value = float(self.y @ eta - self.m @ np.logaddexp(0.0, eta))
        value -= 0.5 * float(self.v @ self.v + self.w @ self.w) + 0.5 * curve.logdet
        # The determinant changes with every answer's log-odds, by the third derivative times its leverage.
        c = weight * (1 - 2 * p) * curve.leverage()
        back = curve.solve(sd * self.by_photo(c), few.T @ c)
        by_eta = r - 0.5 * (c - weight * (sd * back[0][self.photo] + few @ back[1]))
        gradient = np.empty(len(theta))
        gradient[:k] = self.x.T @ by_eta
        traces = curve.traces()
        for f in range(len(theta) - k):
            own = slice(None) if f == 0 else self.factor == f - 1
            u = sd * self.v[self.photo] if f == 0 else few[:, own] @ self.w[own]
            at, inverse, trace = (part[0] if f == 0 else part[1][own] for part in ((self.v, self.w), back, traces))
            change = float(c @ u + inverse @ at)
            change -= float(back[0] @ (sd * self.by_photo(weight * u)) + back[1] @ (few.T @ (weight * u)))
            gradient[k + f] = float(r @ u) - (len(at) - float(trace.sum())) - 0.5 * change
        return -value, -gradient

    def _to_mode(self, fixed: Floats, sd: float, few: Floats) -> Floats:
        """Move the intercepts to the mode by damped Newton steps; the log-odds there."""

        def height(v: Floats, w: Floats) -> tuple[float, Floats]:
            eta = fixed + sd * v[self.photo] + few @ w
            return float(self.y @ eta - self.m @ np.logaddexp(0.0, eta) - 0.5 * (v @ v + w @ w)), eta

        top, eta = height(self.v, self.w)
        for _ in range(100):
            p = expit(eta)
            r = self.y - self.m * p
            slope = sd * self.by_photo(r) - self.v, few.T @ r - self.w
            step = _Curvature(self, self.m * p * (1 - p), sd, few).solve(*slope)
            if float(slope[0] @ step[0] + slope[1] @ step[1]) < 1e-9:
                break
            for share in 0.5 ** np.arange(30):
                v, w = self.v + share * step[0], self.w + share * step[1]
                there, moved = height(v, w)
                if there >= top:
                    break
            else:
                break
            self.v, self.w, top, eta = v, w, there, moved
        return eta


class _Curvature:
    """Minus the second derivatives by the standard normal intercepts: diagonal for photos, dense for the others."""

    def __init__(self, data: _Laplace, weight: Floats, sd: float, few: Floats) -> None:
        self.photo, self.sd, self.few = data.photo, sd, few
        self.diagonal = 1 + sd**2 * data.by_photo(weight)
        weighted = weight[:, None] * few
        cross = sd * np.add.reduceat(weighted, np.flatnonzero(np.diff(data.photo, prepend=-1)), axis=0)
        self.ratio = cross / self.diagonal[:, None]
        reduced = np.eye(few.shape[1]) + few.T @ weighted - cross.T @ self.ratio
        self.inverse = np.linalg.inv(reduced)
        self.logdet = float(np.log(self.diagonal).sum() + np.linalg.slogdet(reduced)[1])

    def solve(self, many: Floats, few: Floats) -> tuple[Floats, Floats]:
        """The curvature's inverse times a vector."""
        small = self.inverse @ (few - self.ratio.T @ many)
        return many / self.diagonal - self.ratio @ small, small

    def traces(self) -> tuple[Floats, Floats]:
        """The inverse's diagonal, of photos and of the other levels."""
        return 1 / self.diagonal + ((self.ratio @ self.inverse) * self.ratio).sum(axis=1), np.diag(self.inverse)

    def leverage(self) -> Floats:
        """(answers,) variance of every answer's log-odds under the normal density at the mode."""
        between = -self.ratio @ self.inverse
        own = ((self.few @ self.inverse) * self.few).sum(axis=1)
        both = (between[self.photo] * self.few).sum(axis=1)
        return self.sd**2 * self.traces()[0][self.photo] + 2 * self.sd * both + own
