"""The mixed logistic model against lme4, brute-force integration and its own limits."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import optimize, special, stats

from vlmeval_hvs.metrics.characterization.mixed import MixedFit, fit_mixed

REFERENCE = Path(__file__).parents[2] / "data" / "gaze" / "lme4_reference.json"


def test_equals_lme4_with_fifteen_quadrature_points():
    reference = {key: np.array(value) for key, value in json.loads(REFERENCE.read_text()).items()}
    x = np.column_stack([np.ones(60), reference["x1"], reference["x2"]])
    ours = fit_mixed(x, reference["y"], reference["m"], reference["offset"])
    assert ours.converged
    assert ours.beta == pytest.approx(reference["beta"], abs=2e-3)
    assert ours.se == pytest.approx(reference["se"], rel=0.02)
    assert (ours.n, ours.note) == (60, "")
    assert ours.sd == pytest.approx(reference["sd"], rel=2e-3)


def drawn(sd, photos):
    """Counts of photos that differ with this standard deviation."""
    rng = np.random.default_rng([51, 0])
    x = np.column_stack([np.ones(photos), rng.integers(0, 3, photos) - 1.0])
    m = rng.integers(10, 17, photos).astype(float)
    offset = rng.choice([-0.7, 0.0, 0.3], photos)
    eta = x @ [0.75, 0.4] + offset + rng.normal(0, sd, photos)
    return x, rng.binomial(m.astype(int), special.expit(eta)).astype(float), m, offset


SIGNS = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def exact_fit(x, y, m, offset):
    """Maximum of the likelihood that is summed on a fine grid of intercepts, its value, and errors from differences."""
    z = np.linspace(-8, 8, 801)
    log_normal = stats.norm.logpdf(z) + np.log(z[1] - z[0])
    constant = np.log(special.comb(m, y)).sum()

    def loss(theta):
        t = (x @ theta[:2] + offset)[:, None] + np.exp(theta[2]) * z
        return -special.logsumexp(y[:, None] * t - m[:, None] * np.logaddexp(0, t) + log_normal, axis=1).sum()

    best = optimize.minimize(loss, [0.0, 0.0, 0.5], method="Nelder-Mead", options={"xatol": 1e-5, "fatol": 1e-8})
    steps = 1e-3 * np.eye(3)
    ends = [[[loss(best.x + s * a + t * b) for s, t in SIGNS] for a in steps] for b in steps]
    hessian = np.array(ends) @ np.array([1, -1, -1, 1]) / 4e-6
    return best.x, np.sqrt(np.diag(np.linalg.inv(hessian))), constant - best.fun


@pytest.mark.long
@pytest.mark.parametrize("sd", [4.07, *(pytest.param(sd, marks=pytest.mark.nightly) for sd in (0.5, 8.0))])
def test_equals_exact_integration_at_every_spread(sd):
    data = drawn(sd, photos=100)
    ours = fit_mixed(*data)
    theta, se, loglik = exact_fit(*data)
    assert ours.converged
    assert ours.beta == pytest.approx(theta[:2], abs=0.02 * se[0])
    assert ours.se == pytest.approx(se[:2], rel=0.02)
    assert ours.sd == pytest.approx(np.exp(theta[2]), rel=0.01)
    assert ours.loglik == pytest.approx(loglik, abs=1e-3)


@pytest.mark.long
def test_without_variance_between_photos_it_is_plain_logistic_regression():
    from statsmodels.discrete.discrete_model import Logit

    rng = np.random.default_rng(2)
    x, m = np.column_stack([np.ones(500), rng.normal(size=500)]), np.full(500, 16)
    ours = fit_mixed(x, np.rint(m * special.expit(x @ [0.2, 0.6])), m)  # less spread than binomial
    assert (ours.sd, ours.note) == (0.0, "no variance between photos beyond the binomial")
    assert ours.beta == pytest.approx([0.2, 0.6], abs=0.02)
    assert np.isfinite(ours.cov).all()
    # Single answers do not determine the variance between photos; a search for it ends anywhere.
    y = rng.binomial(1, special.expit(x @ [-0.3, 0.8] + rng.normal(0, 2, 500)))
    ours, reference = fit_mixed(x, y, np.ones(500)), Logit(y, x).fit(disp=0)
    assert ours.beta == pytest.approx(reference.params, abs=1e-5)
    assert ours.se == pytest.approx(reference.bse, rel=1e-4)
    assert ours.sd == 0
    assert "one answer per photo" in ours.note
    away = fit_mixed(x[:40] > 0, np.where(x[:40, 1] > 0, 16, 0), np.full(40, 16))  # a coefficient that runs away
    assert (away.converged, away.note != "") == (False, True)


def test_contrast_of_named_coefficients(refuses):
    fit = MixedFit(np.array([1.0, 3.0]), np.array([[0.04, 0.01], [0.01, 0.09]]), 0.5, -1.0, True, 50, "", ("a", "b"))
    error = np.sqrt(0.04 + 0.09 - 2 * 0.01)
    assert fit.contrast({"a": -1.0, "b": 1.0}) == pytest.approx((2.0, error, 2 * stats.norm.sf(2 / error)))
    nothing = fit.contrast({"elsewhere": 1.0})  # no variance is no error of 0
    assert nothing == pytest.approx((0.0, np.nan, np.nan), nan_ok=True)
    refuses(fit_mixed, (np.ones((10, 2)), np.ones(10), np.full(10, 2), "coefficients"))
