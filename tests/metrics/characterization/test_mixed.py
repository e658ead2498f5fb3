"""The mixed logistic model against lme4, brute-force integration and its own limits."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import integrate, special

from vlmeval_hvs.metrics.characterization.mixed import fit_mixed

REFERENCE = Path(__file__).parents[2] / "data" / "gaze" / "lme4_reference.json"


def test_equals_lme4_with_fifteen_quadrature_points():
    reference = {key: np.array(value) for key, value in json.loads(REFERENCE.read_text()).items()}
    x = np.column_stack([np.ones(60), reference["x1"], reference["x2"]])
    ours = fit_mixed(x, reference["y"], reference["m"], reference["offset"])
    assert (ours.converged, ours.beta) == (True, pytest.approx(reference["beta"], abs=2e-3))
    assert (ours.se, ours.n, ours.note) == (pytest.approx(reference["se"], rel=0.02), 60, "")
    assert ours.sd == pytest.approx(reference["sd"], rel=2e-3)


@pytest.mark.long
@pytest.mark.parametrize("sd", [4.07, *(pytest.param(sd, marks=pytest.mark.nightly) for sd in (0.5, 8.0))])
def test_is_the_maximum_under_adaptive_integration_at_every_spread(sd):
    rng = np.random.default_rng([51, 0])
    x = np.column_stack([np.ones(60), rng.integers(0, 3, 60) - 1.0])
    m, offset = rng.integers(10, 17, 60).astype(float), rng.choice([-0.7, 0.0, 0.3], 60)
    y = rng.binomial(m.astype(int), special.expit(x @ [0.75, 0.4] + offset + rng.normal(0, sd, 60))).astype(float)

    def loglik(theta):
        total = np.log(special.comb(m, y)).sum()
        for eta, k, n in zip(x @ theta[:2] + offset, y, m, strict=True):

            def integrand(z, eta=eta, k=k, n=n):
                t = eta + theta[2] * z
                return np.exp(k * t - n * np.logaddexp(0, t) - z * z / 2) / np.sqrt(2 * np.pi)

            total += np.log(integrate.quad(integrand, -9, 9, points=[-eta / theta[2]], epsabs=0, limit=200)[0])
        return total

    ours = fit_mixed(x, y, m, offset)
    theta = np.append(ours.beta, ours.sd)
    assert ours.converged
    assert ours.loglik == pytest.approx(loglik(theta), abs=1e-6)
    for step in np.diag(0.05 * np.append(ours.se, 0.2 * ours.sd)):
        assert max(loglik(theta + step), loglik(theta - step)) < ours.loglik


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
    assert (ours.se, ours.sd) == (pytest.approx(reference.bse, rel=1e-4), 0)
    assert "one answer per photo" in ours.note
