"""Mixed logistic regression with one normal intercept per photo, by maximum likelihood.

y_s ~ Binomial(m_s, logistic(x_s' b + offset_s + u_s)), u_s ~ N(0, sd^2) for photo s. The likelihood is integrated over
u_s for all photos at once, and maximised over b and log sd by damped Newton steps from several starts. Fitting counts
per photo gives the likelihood of the trials whenever nothing varies within a photo.

The integrand exp(y t - m log(1 + exp(t)) - z^2 / 2), t = e + sd z, has a concave logarithm: its mode can be bracketed,
and it has fallen by a known factor a known distance away. Between these points it is integrated by Gauss-Legendre
rules, one on each side of the mode. Where photos differ much (sd of 3 and more) the integrand of a photo whose answers
are all alike is a cliff on one side and a hill on the other, which rules scaled by the curvature at the mode do not
follow.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit, gammaln, ndtr

from ..arrays import Floats

_STARTS = (0.5, 2.0, 6.0)  # standard deviations between photos from which the search starts
_SMALLEST, _LARGEST = 1e-3, 60.0  # the search stays between these standard deviations
_EXTREME = 8.0  # average log-odds beyond this come from answers that are (nearly) all alike
_STEPS = 60
_DONE = 1e-12  # a predicted gain of log-likelihood below this ends the search
SINGLE = "one answer per photo does not tell how much photos differ: no intercepts of photos"
ALIKE = "the answers are nearly all alike: log-odds are infinite, or their error is"
Estimate = tuple[float, float, float]  # a combination of coefficients: its estimate, standard error and two-sided p


@dataclass(frozen=True)
class MixedFit:
    """A fitted model."""

    beta: Floats  # (k,) coefficients, in log-odds
    cov: Floats  # (k, k) covariance of the coefficients; NaN when the fit is not sound
    sd: float  # standard deviation between photos, in log-odds
    loglik: float  # log-likelihood
    # False when the information is not positive definite, or a coefficient or the standard deviation runs away
    # (separation); such a fit has no errors
    converged: bool
    n: int  # number of photos
    note: str = ""  # how to read the fit, or ""
    names: tuple[str, ...] = ()  # (k,) names of the coefficients, empty when they have none

    @property
    def se(self) -> Floats:
        """(k,) standard errors of the coefficients; NaN where the covariance does not give one."""
        with np.errstate(invalid="ignore"):
            return np.sqrt(np.diag(self.cov))

    def contrast(self, weights: Mapping[str, float]) -> Estimate:
        """Estimate, standard error and two-sided p (normal) of a sum; error and p are NaN without a variance."""
        row = np.array([weights.get(name, 0.0) for name in self.names])
        estimate, variance = float(row @ self.beta), float(row @ self.cov @ row)
        if not variance > 0:
            return estimate, float("nan"), float("nan")
        error = float(np.sqrt(variance))
        return estimate, error, float(2 * ndtr(-abs(estimate) / error))


def fit_mixed(design: ArrayLike, successes: ArrayLike, trials: ArrayLike, offset: ArrayLike | None = None) -> MixedFit:
    """Fit a logistic regression of counts with a normal random intercept per photo.

    Args:
        design: (photos, k) regressors, the constant included.
        successes: (photos,) counts, 0 <= successes <= trials.
        trials: (photos,) counts above 0.
        offset: (photos,) known log-odds that are added to the regression; 0 when None.

    Returns:
        The coefficients, their covariance and the standard deviation between photos; 0 where every photo has one trial,
        which does not determine it.

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
    # Photos with the same regressors and counts have the same likelihood.
    kinds, count = np.unique(np.column_stack([x, y, m, shift]), axis=0, return_counts=True)
    k = x.shape[1]
    data = _Data(kinds[:, :k], kinds[:, k], kinds[:, k + 1], kinds[:, k + 2], count.astype(float))
    plain = _climb(data.plain, np.zeros(k), k)
    single = bool(m.max() <= 1)
    starts = () if single else _STARTS
    ends = [_climb(data.mixed, np.append(plain.theta, np.log(start)), k) for start in starts]
    best = max(ends, key=lambda peak: peak.value, default=plain)
    alike = single or (plain.value >= best.value - 1e-6 and not data.wants_spread(plain.theta))
    peak, sd = (plain, 0.0) if alike else (best, float(np.exp(best.theta[-1])))
    beta = peak.theta[:k]
    cov = covariance_of(peak.information, k)
    sound = cov is not None and not is_extreme(beta, sd)
    note = "" if sound else ALIKE
    if sound and sd == 0:
        note = SINGLE if single else "no variance between photos beyond the binomial"
    known = cov if cov is not None and sound else np.full((k, k), np.nan)
    return MixedFit(beta, known, sd, constant + peak.value, sound, len(x), note)


class _Peak(NamedTuple):
    """Where a search ended: the parameters, the log-likelihood, and minus its second derivatives."""

    theta: Floats
    value: float
    information: Floats


Surface = tuple[float, Floats, Floats]  # log-likelihood, gradient and minus its second derivatives


@dataclass(frozen=True)
class _Data:
    """Kinds of photos: regressors, counts, offset, and how many photos are of the kind."""

    x: Floats
    y: Floats
    m: Floats
    offset: Floats
    count: Floats

    def plain(self, beta: Floats) -> Surface:
        """The model without intercepts per photo."""
        t = self.x @ beta + self.offset
        p = expit(t)
        weight = self.count * self.m * p * (1 - p)
        value = float(self.count @ (self.y * t - self.m * np.logaddexp(0.0, t)))
        return value, self.x.T @ (self.count * (self.y - self.m * p)), (self.x * weight[:, None]).T @ self.x

    def mixed(self, theta: Floats) -> Surface:
        """The model with intercepts; theta ends with the logarithm of their standard deviation."""
        d = _integrate(self.x @ theta[:-1] + self.offset, float(np.exp(theta[-1])), self.y, self.m)
        n = self.count
        gradient = np.append(self.x.T @ (n * d.by_eta), n @ d.by_spread)
        corner = self.x.T @ (n * d.eta_spread)
        second = np.block(
            [
                [(self.x * (n * d.eta_eta)[:, None]).T @ self.x, corner[:, None]],
                [corner[None, :], np.array([[n @ d.spread_spread]])],
            ]
        )
        return float(n @ d.value), gradient, -second

    def wants_spread(self, beta: Floats) -> bool:
        """Whether the log-likelihood grows with the variance between photos where that is 0."""
        p = expit(self.x @ beta + self.offset)
        return float(self.count @ ((self.y - self.m * p) ** 2 - self.m * p * (1 - p))) > 0


def _climb(surface: Callable[[Floats], Surface], start: Floats, k: int) -> _Peak:
    """Damped Newton ascent; directions in which the surface is not concave are climbed, too."""
    theta = start
    value, gradient, information = surface(theta)
    for _ in range(_STEPS):
        size, axes = np.linalg.eigh(information)
        size = np.maximum(np.abs(size), 1e-8 * max(float(np.abs(size).max()), 1.0))
        step = axes @ ((axes.T @ gradient) / size)
        gain = float(gradient @ step)
        if gain < _DONE:
            break
        step *= min(1.0, 3.0 / max(float(np.abs(step[:k]).max()), 1e-12))
        if len(step) > k:
            step *= min(1.0, 1.0 / max(abs(float(step[-1])), 1e-12))
        for halving in range(12):
            target = theta + step * 0.5**halving
            if len(step) > k:
                target[-1] = np.clip(target[-1], np.log(_SMALLEST), np.log(_LARGEST))
            reached = surface(target)
            if reached[0] > value:
                break
        else:
            break
        theta, (value, gradient, information) = target, reached
        if np.abs(theta[:k]).max() > 4 * _EXTREME * (1 + (np.exp(theta[-1]) if len(theta) > k else 0.0)):
            break  # a coefficient runs away
        if len(theta) > k and theta[-1] <= np.log(2 * _SMALLEST):
            break  # there is no spread to find
    return _Peak(theta, value, information)


def is_extreme(beta: Floats, sd: float) -> bool:
    """Whether a coefficient or the standard deviation has run away, as when the answers are nearly all alike."""
    # With intercepts of this spread, log-odds of b are about b / sqrt(1 + .346 sd^2) on average over the photos.
    return bool(np.abs(beta).max() > _EXTREME * np.sqrt(1 + 0.346 * sd**2) or sd > 0.9 * _LARGEST)


def covariance_of(information: Floats, k: int) -> Floats | None:
    """(k, k) covariance of the coefficients; None when the information is not (clearly) positive definite."""
    scale = np.sqrt(np.abs(np.diag(information)))
    if not np.all(np.diag(information) > 0):
        return None
    unit = information / np.outer(scale, scale)
    try:
        np.linalg.cholesky(unit - 1e-10 * np.eye(len(unit)))
    except np.linalg.LinAlgError:
        return None
    return (np.linalg.inv(unit) / np.outer(scale, scale))[:k, :k]


_NODES = 20
_POINT, _WEIGHT = np.polynomial.legendre.leggauss(_NODES)
_POINT, _WEIGHT = (_POINT + 1) / 2, _WEIGHT / 2  # on [0, 1]
_DEPTH = 32.0  # the integrand is cut off where it has fallen to exp(-32) of its maximum
_REACH = np.sqrt(2 * _DEPTH)  # there at the latest, because the normal density alone falls that fast


class _Derivatives(NamedTuple):
    """(photos,) log-likelihood, without binomial coefficients, and its derivatives by eta and by log sd."""

    value: Floats
    by_eta: Floats
    by_spread: Floats
    eta_eta: Floats
    eta_spread: Floats
    spread_spread: Floats


def _integrate(eta: Floats, sd: float, y: Floats, m: Floats) -> _Derivatives:
    """Integrate over the intercepts; eta is the (photos,) fixed part of the log-odds."""
    mode = _modes(eta, sd, y, m)
    top = _log_integrand(mode, eta, sd, y, m)
    ends = [_fallen(mode, top, side, eta, sd, y, m) for side in (-1.0, 1.0)]
    z = np.concatenate([mode[:, None] + (end - mode)[:, None] * _POINT for end in ends], axis=1)
    length = np.concatenate([np.abs(end - mode)[:, None] * _WEIGHT for end in ends], axis=1)
    e, y, m = eta[:, None], y[:, None], m[:, None]
    mass = length * np.exp(_log_integrand(z, e, sd, y, m) - top[:, None])
    total = mass.sum(axis=1)
    weight = mass / total[:, None]
    u = sd * z
    p = expit(e + u)
    r, v = y - m * p, m * p * (1 - p)

    def mean(values: Floats) -> Floats:
        return (weight * values).sum(axis=1)

    by_eta, by_spread = mean(r), mean(r * u)
    return _Derivatives(
        value=top + np.log(total) - 0.5 * np.log(2 * np.pi),
        by_eta=by_eta,
        by_spread=by_spread,
        eta_eta=mean(r * r - v) - by_eta**2,
        eta_spread=mean((r * r - v) * u) - by_eta * by_spread,
        spread_spread=mean((r * r - v) * u * u + r * u) - by_spread**2,
    )


def _modes(eta: Floats, sd: float, y: Floats, m: Floats) -> Floats:
    """(photos,) standard normal intercepts at which the integrand is largest, by Newton steps inside a bracket."""
    low, high = sd * (y - m), sd * y  # the slope sd (y - m p) - z is positive at the one and negative at the other
    z = np.clip(np.zeros_like(eta), low, high)
    for _ in range(100):
        p = expit(eta + sd * z)
        slope = sd * (y - m * p) - z
        low, high = np.where(slope > 0, z, low), np.where(slope > 0, high, z)
        step = slope / (sd * sd * m * p * (1 - p) + 1)
        target = z + step
        target = np.where((target > low) & (target < high), target, (low + high) / 2)
        moved = np.abs(target - z).max(initial=0.0)
        z = target
        if moved < 1e-9:
            break
    return z


def _log_integrand(z: Floats, eta: Floats, sd: float, y: Floats, m: Floats) -> Floats:
    t = eta + sd * z
    return y * t - m * np.logaddexp(0.0, t) - z * z / 2


def _fallen(mode: Floats, top: Floats, side: float, eta: Floats, sd: float, y: Floats, m: Floats) -> Floats:
    """Where the integrand has fallen by at least `_DEPTH`: Newton steps from outside stay outside a concave curve."""
    z = mode + side * _REACH
    for _ in range(12):
        excess = _log_integrand(z, eta, sd, y, m) - (top - _DEPTH)
        slope = sd * (y - m * expit(eta + sd * z)) - z
        step = excess / slope
        z = z - step
        if np.abs(step).max(initial=0.0) < 1e-2:
            break
    return z
