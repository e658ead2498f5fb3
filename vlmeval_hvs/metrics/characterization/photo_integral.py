"""The likelihood of counts per photo with a normal intercept per photo, integrated over that intercept.

For photo s with the fixed part e_s of its log-odds, y_s of m_s answers and z standard normal, the integrand is
exp(y_s t - m_s log(1 + exp(t)) - z^2 / 2) with t = e_s + sd z. Its logarithm is concave, so the mode can be bracketed,
and the integrand has fallen by a known factor a known distance away. Between these two points it is integrated by
Gauss-Legendre rules, one on each side of the mode. Where photos differ much (sd of 3 and more) the integrand of a photo
whose answers are all alike is a cliff on one side of the mode and a hill on the other, which rules that are centred at
the mode and scaled by the curvature there do not follow.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from ..arrays import Floats

NODES = 20
_POINT, _WEIGHT = np.polynomial.legendre.leggauss(NODES)
_POINT, _WEIGHT = (_POINT + 1) / 2, _WEIGHT / 2  # on [0, 1]
_DEPTH = 32.0  # the integrand is cut off where it has fallen to exp(-32) of its maximum
_REACH = np.sqrt(2 * _DEPTH)  # there at the latest, because the normal density alone falls that fast


@dataclass(frozen=True)
class Derivatives:
    """Logarithm of the likelihood of every photo and its derivatives by e_s and by the logarithm of sd.

    All are (photos,); binomial coefficients are left out.
    """

    value: Floats
    by_eta: Floats
    by_spread: Floats
    eta_eta: Floats
    eta_spread: Floats
    spread_spread: Floats


def integrate(eta: Floats, sd: float, y: Floats, m: Floats) -> Derivatives:
    """Integrate over the intercepts.

    Args:
        eta: (photos,) fixed part of the log-odds.
        sd: Standard deviation between photos, above 0.
        y: (photos,) counts, 0 <= y <= m.
        m: (photos,) counts above 0.
    """
    mode = modes(eta, sd, y, m)
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
    return Derivatives(
        value=top + np.log(total) - 0.5 * np.log(2 * np.pi),
        by_eta=by_eta,
        by_spread=by_spread,
        eta_eta=mean(r * r - v) - by_eta**2,
        eta_spread=mean((r * r - v) * u) - by_eta * by_spread,
        spread_spread=mean((r * r - v) * u * u + r * u) - by_spread**2,
    )


def modes(eta: Floats, sd: float, y: Floats, m: Floats) -> Floats:
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
