"""The mixed logistic model against lme4, brute-force integration and its own limits."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import integrate, special, stats

from vlmeval_hvs.metrics.characterization.glmm import MixedFit, fit_mixed

REFERENCE = Path(__file__).parents[2] / "data" / "gaze" / "lme4_reference.json"


@pytest.fixture(scope="module")
def reference():
    return {key: np.array(v) if isinstance(v, list) else v for key, v in json.loads(REFERENCE.read_text()).items()}


def test_equals_lme4_with_fifteen_quadrature_points(reference):
    x = np.column_stack([np.ones(60), reference["x1"], reference["x2"]])
    ours = fit_mixed(x, reference["y"], reference["m"], reference["offset"])
    assert ours.converged
    assert ours.beta == pytest.approx(reference["beta"], abs=2e-3)
    assert ours.se == pytest.approx(reference["se"], rel=0.02)
    assert (ours.n, ours.note) == (60, "")
    assert ours.sd == pytest.approx(reference["sd"], rel=2e-3)


def test_likelihood_equals_numerical_integration(reference):
    rows = slice(0, 12)
    x, y, m = np.ones((12, 1)), reference["y"][rows], reference["m"][rows]
    ours = fit_mixed(x, y, m)

    def density(u, y_s, m_s):
        return stats.binom.pmf(y_s, m_s, special.expit(ours.beta[0] + u)) * stats.norm.pdf(u, 0, ours.sd)

    parts = [integrate.quad(density, -15, 15, args=(a, b), limit=200)[0] for a, b in zip(y, m, strict=True)]
    assert ours.loglik == pytest.approx(np.log(parts).sum(), abs=1e-5)


def test_without_variance_between_photos_it_is_plain_logistic_regression():
    rng = np.random.default_rng(2)
    m = np.full(400, 16)
    x = np.column_stack([np.ones(400), rng.normal(size=400)])
    y = np.rint(m * special.expit(x @ [0.2, 0.6]))  # less spread than binomial
    ours = fit_mixed(x, y, m)
    assert ours.sd == 0.0
    assert ours.note == "no variance between photos beyond the binomial"
    assert ours.beta == pytest.approx([0.2, 0.6], abs=0.02)
    assert np.isfinite(ours.cov).all()


def test_a_coefficient_that_runs_away_is_flagged():
    x = np.column_stack([np.ones(40), np.repeat([0.0, 1.0], 20)])
    y = np.where(x[:, 1] == 1, 16, 0)
    fit = fit_mixed(x, y, np.full(40, 16))
    assert not fit.converged
    assert fit.note


def test_contrast_of_named_coefficients():
    fit = MixedFit(np.array([1.0, 3.0]), np.array([[0.04, 0.01], [0.01, 0.09]]), 0.5, -1.0, True, 50, "", ("a", "b"))
    estimate, error, p = fit.contrast({"a": -1.0, "b": 1.0})
    assert estimate == pytest.approx(2.0)
    assert error == pytest.approx(np.sqrt(0.04 + 0.09 - 2 * 0.01))
    assert p == pytest.approx(2 * stats.norm.sf(estimate / error))
    nothing = fit.contrast({"elsewhere": 1.0})
    assert nothing[0] == 0.0
    assert np.isnan(nothing[1:]).all()  # no variance is no error of 0
    assert fit.se == pytest.approx([0.2, 0.3])


def test_no_offset_is_an_offset_of_zero(reference):
    x = np.column_stack([np.ones(60), reference["x1"]])
    without, zero = (fit_mixed(x, reference["y"], reference["m"], offset) for offset in (None, np.zeros(60)))
    assert without.beta.tolist() == zero.beta.tolist()


def test_dependent_regressors_are_refused():
    with pytest.raises(ValueError, match="coefficients"):
        fit_mixed(np.ones((10, 2)), np.ones(10), np.full(10, 2))
