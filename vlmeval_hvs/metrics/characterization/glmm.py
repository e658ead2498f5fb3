"""Mixed logistic regression with one normal intercept per photo, by maximum likelihood.

y_s ~ Binomial(m_s, logistic(x_s' b + offset_s + u_s)), u_s ~ N(0, sd^2). The integral over u_s is taken by adaptive
Gauss-Hermite quadrature; all photos are handled at once. Fitting counts per photo gives the likelihood of the trials
whenever nothing varies within a photo.

`Model` and `MixedFit` are what every engine of mixed models takes and returns (`fit_mixed` here, R's lme4 in `lme4`).
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import minimize
from scipy.special import expit, gammaln, logsumexp, ndtr

from ..arrays import Floats, Integers

NODES = 15
_T, _WEIGHT = np.polynomial.hermite.hermgauss(NODES)
_LOG_W = np.log(_WEIGHT) + np.square(_T)
_FLAT = 1e-3  # below this standard deviation there is no variance between photos to speak of
_STEP = 1e-4
_EXTREME = 8.0  # log-odds beyond this come from answers that are nearly all alike
Estimate = tuple[float, float, float]
"""A combination of coefficients: its estimate, standard error and two-sided p."""


@dataclass(frozen=True)
class Model:
    """One regression on photo counts: `y` of `m` answers of a photo are of the kind that is modelled.

    Attributes:
        rows: (n,) numbers of the photos that enter.
        y: (n,) counts of these answers, 0 <= y <= m.
        m: (n,) counts of all answers that could be of the kind, above 0.
        offset: (n,) known log-odds that are added to the regression.
        columns: The model's own regressors by name, (n,) each.
    """

    rows: Integers
    y: Floats
    m: Floats
    offset: Floats
    columns: Mapping[str, Floats]


@dataclass(frozen=True)
class MixedFit:
    """A fitted model.

    Attributes:
        beta: (k,) coefficients, in log-odds.
        cov: (k, k) covariance of the coefficients.
        sd: Standard deviation between photos, in log-odds.
        loglik: Log-likelihood, NaN when the engine does not report it.
        converged: False when the errors cannot be computed, a coefficient runs away (separation), or the engine
            reports a problem.
        n: Number of photos.
        note: How to read the fit; "" when there is nothing to say.
        names: (k,) names of the coefficients, empty when they have none.
    """

    beta: Floats
    cov: Floats
    sd: float
    loglik: float
    converged: bool
    n: int
    note: str = ""
    names: tuple[str, ...] = ()

    @property
    def se(self) -> Floats:
        """(k,) standard errors of the coefficients; NaN where the covariance does not give one."""
        with np.errstate(invalid="ignore"):
            return np.sqrt(np.diag(self.cov))

    def contrast(self, weights: Mapping[str, float]) -> Estimate:
        """Estimate, standard error and two-sided p (normal) of a weighted sum of the named coefficients."""
        row = np.array([weights.get(name, 0.0) for name in self.names])
        estimate, error = float(row @ self.beta), float(np.sqrt(max(row @ self.cov @ row, 0.0)))
        return estimate, error, float(2 * ndtr(-abs(estimate) / error)) if error > 0 else 1.0


def fit_mixed(design: ArrayLike, successes: ArrayLike, trials: ArrayLike, offset: ArrayLike | None = None) -> MixedFit:
    """Fit a logistic regression of counts with a normal random intercept per photo.

    Args:
        design: (photos, k) regressors, the constant included.
        successes: (photos,) counts, 0 <= successes <= trials.
        trials: (photos,) counts above 0.
        offset: (photos,) known log-odds that are added to the regression; 0 when None.

    Returns:
        The coefficients, their covariance and the standard deviation between photos.

    Raises:
        ValueError: The regressors are linearly dependent, or there are no more photos than coefficients.

    Example:
        Half of the answers on every photo are right, so the log-odds are 0 and the photos do not differ.

        >>> import numpy as np
        >>> fit = fit_mixed(np.ones((40, 1)), np.full(40, 8), np.full(40, 16))
        >>> abs(round(float(fit.beta[0]), 6)), fit.sd
        (0.0, 0.0)
    """
    x, y, m = (np.asarray(value, dtype=float) for value in (design, successes, trials))
    if len(x) <= x.shape[1] or np.linalg.matrix_rank(x) < x.shape[1]:
        raise ValueError("the photos do not determine all coefficients")
    shift = np.broadcast_to(np.asarray(0.0 if offset is None else offset, dtype=float), y.shape)
    constant = float(np.sum(gammaln(m + 1) - gammaln(y + 1) - gammaln(m - y + 1)))
    likelihood = _Likelihood(x, y, m, shift)
    k = x.shape[1]
    start = np.append(_plain_logit(x, y, m, shift), 1.0)
    result = minimize(
        likelihood,
        start,
        jac=True,
        method="L-BFGS-B",
        bounds=[(-30, 30)] * k + [(0.0, 30.0)],
        options={"maxiter": 300, "ftol": 1e-11, "gtol": 1e-5 * max(len(x), 1)},
    )
    theta = result.x
    sd = float(theta[-1])
    free = k if sd < _FLAT else k + 1
    information = np.empty((free, free))
    for i in range(free):
        step = np.zeros(k + 1)
        step[i] = _STEP
        information[i] = (likelihood(theta + step)[1][:free] - likelihood(theta - step)[1][:free]) / (2 * _STEP)
    information = (information + information.T) / 2
    try:
        cov = np.linalg.inv(information)[:k, :k]
    except np.linalg.LinAlgError:
        cov = np.full((k, k), np.nan)
    sound = bool(np.all(np.diag(cov) > 0)) and float(np.abs(theta[:k]).max()) < _EXTREME
    note = "" if sound else "nearly all answers are alike: the log-odds are extreme and their error is rough"
    if sd < _FLAT:
        sd, note = 0.0, "no variance between photos beyond the binomial"
    return MixedFit(theta[:k], cov, sd, constant - float(result.fun), sound, len(x), note)


def _plain_logit(x: Floats, y: Floats, m: Floats, offset: Floats) -> Floats:
    """A few ridge-stabilised Newton steps of the model without photo intercepts: a start, not a result."""
    beta = np.zeros(x.shape[1])
    for _ in range(8):
        p = expit(x @ beta + offset)
        weight = m * p * (1 - p)
        hessian = (x * weight[:, None]).T @ x + 1e-2 * np.eye(x.shape[1])
        beta = np.clip(beta + np.linalg.solve(hessian, x.T @ (y - m * p) - 1e-2 * beta), -10, 10)
    return beta


class _Likelihood:
    """Negative log likelihood and gradient at (beta, sd); remembers the modes to start the next search from."""

    def __init__(self, x: Floats, y: Floats, m: Floats, offset: Floats) -> None:
        self.x, self.y, self.m, self.offset = x, y, m, offset
        self.mode = np.zeros(len(y))

    def __call__(self, theta: Floats) -> tuple[float, Floats]:
        beta, sd = theta[:-1], theta[-1]
        eta = self.x @ beta + self.offset
        z, scale = self._modes(eta, sd)
        nodes = z[:, None] + np.sqrt(2.0) * scale[:, None] * _T
        value = eta[:, None] + sd * nodes
        y, m = self.y[:, None], self.m[:, None]
        terms = y * value - m * np.logaddexp(0.0, value) - nodes**2 / 2 + _LOG_W
        total = logsumexp(terms, axis=1)
        weight = np.exp(terms - total[:, None])
        residual = (y - m * expit(value)) * weight
        loglik = float(np.sum(total + np.log(scale)) - 0.5 * np.log(np.pi) * len(y))
        gradient = np.append(self.x.T @ residual.sum(axis=1), np.sum(residual * nodes))
        return -loglik, -gradient

    def _modes(self, eta: Floats, sd: float) -> tuple[Floats, Floats]:
        z = self.mode
        for _ in range(30):
            p = expit(eta + sd * z)
            slope = sd * (self.y - self.m * p) - z
            curvature = sd**2 * self.m * p * (1 - p) + 1.0
            step = np.clip(slope / curvature, -2.0, 2.0)
            z = z + step
            if np.abs(step).max() < 1e-6:
                break
        self.mode = z
        p = expit(eta + sd * z)
        return z, 1.0 / np.sqrt(sd**2 * self.m * p * (1 - p) + 1.0)
