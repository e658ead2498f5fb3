"""Mixed logistic regression with one normal intercept per photo, by maximum likelihood.

y_s ~ Binomial(m_s, logistic(x_s' b + offset_s + u_s)), u_s ~ N(0, sd^2) for photo s. The likelihood is maximised over b
and log sd by damped Newton steps from several starts. The integral over u_s is a sum on an even grid, whose error
falls faster than any power of the step for smooth integrands that vanish at both ends; the step follows the narrowest.
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
_REACH = 8.0  # the grid of standard normal intercepts ends here
_EXTREME = 8.0  # average log-odds beyond this come from answers that are (nearly) all alike
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
        trials: (photos,) counts above 0; where all are 1, the standard deviation between photos is not determined: 0.
        offset: (photos,) known log-odds that are added to the regression; 0 when None.

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
    alike = single or plain.value >= best.value - 1e-6
    peak, sd = (plain, 0.0) if alike else (best, float(np.exp(best.theta[-1])))
    beta = peak.theta[:k]
    cov, sound = covariance_of(peak.information, beta, sd)
    note = "" if sound else ALIKE
    if sound and sd == 0:
        note = SINGLE if single else "no variance between photos beyond the binomial"
    return MixedFit(beta, cov, sd, constant + peak.value, sound, len(x), note)


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
        sd = float(np.exp(theta[-1]))
        step = min(0.5, 0.8 / np.sqrt(1 + sd**2 * self.m.max() / 4))
        z = np.arange(-_REACH, _REACH, step)
        y, m, u = self.y[:, None], self.m[:, None], sd * z
        t = (self.x @ theta[:-1] + self.offset)[:, None] + u
        height = y * t - m * np.logaddexp(0.0, t) - z * z / 2
        top = height.max(axis=1, keepdims=True)
        weight = np.exp(height - top)
        total = weight.sum(axis=1, keepdims=True)
        weight /= total
        p = expit(t)
        slope, bend = y - m * p, m * p * (1 - p)
        bend = slope**2 - bend
        by_eta, by_spread = (weight * slope).sum(axis=1), (weight * slope) @ u
        eta_eta = (weight * bend).sum(axis=1) - by_eta**2
        eta_spread = (weight * bend) @ u - by_eta * by_spread
        spread_spread = (weight * bend) @ u**2 + by_spread - by_spread**2
        n = self.count
        corner = self.x.T @ (n * eta_spread)
        second = np.vstack([(self.x * (n * eta_eta)[:, None]).T @ self.x, corner])
        second = np.column_stack([second, np.append(corner, n @ spread_spread)])
        value = float(n @ (top + np.log(total * step / np.sqrt(2 * np.pi)))[:, 0])
        return value, np.append(self.x.T @ (n * by_eta), n @ by_spread), -second


def _climb(surface: Callable[[Floats], Surface], start: Floats, k: int) -> _Peak:
    """Damped Newton ascent; directions in which the surface is not concave are climbed, too."""
    theta, spread = start, len(start) > k
    value, gradient, information = surface(theta)
    for _ in range(60):
        size, axes = np.linalg.eigh(information)
        size = np.maximum(np.abs(size), 1e-8 * max(float(np.abs(size).max()), 1.0))
        step = axes @ ((axes.T @ gradient) / size)
        if float(gradient @ step) < _DONE:
            break
        step *= min(1.0, 3.0 / max(float(np.abs(step[:k]).max()), 1e-12))
        step *= min(1.0, 1.0 / max(abs(float(step[-1])), 1e-12)) if spread else 1.0
        for halving in range(12):
            target = theta + step * 0.5**halving
            target[k:] = np.clip(target[k:], np.log(_SMALLEST), np.log(_LARGEST))
            reached = surface(target)
            if reached[0] > value:
                break
        else:
            break
        theta, (value, gradient, information) = target, reached
        if np.abs(theta[:k]).max() > 4 * _EXTREME * (1 + np.exp(theta[k:]).sum()):
            break  # a coefficient runs away
        if spread and theta[-1] <= np.log(2 * _SMALLEST):
            break  # there is no spread to find
    return _Peak(theta, value, information)


def covariance_of(information: Floats, beta: Floats, sd: float) -> tuple[Floats, bool]:
    """(k, k) covariance of the coefficients and whether the fit is sound; NaN where it is not.

    It is not where the information is not (clearly) positive definite, or where a coefficient or the standard deviation
    has run away, as when the answers are nearly all alike.
    """
    k = len(beta)
    nothing = np.full((k, k), np.nan)
    # With intercepts of this spread, log-odds of b are about b / sqrt(1 + .346 sd^2) on average over the photos.
    extreme = np.abs(beta).max() > _EXTREME * np.sqrt(1 + 0.346 * sd**2) or sd > 0.9 * _LARGEST
    if extreme or not np.all(np.diag(information) > 0):
        return nothing, False
    scale = np.sqrt(np.diag(information))
    unit = information / np.outer(scale, scale)
    if np.linalg.eigvalsh(unit)[0] < 1e-10:
        return nothing, False
    return (np.linalg.inv(unit) / np.outer(scale, scale))[:k, :k], True
