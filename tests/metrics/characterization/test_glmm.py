"""The mixed logistic model against lme4, brute-force integration and its own limits."""

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest
from scipy import integrate, optimize, special, stats

from vlmeval_hvs.metrics.characterization import lme4
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


SPREADS = (0.1, 0.5, 1.5, 3.0, 4.07, 6.0, 8.0)


def drawn(sd, seed=0, photos=240):
    """Counts of photos that differ with this standard deviation."""
    rng = np.random.default_rng([51, seed])
    x = np.column_stack([np.ones(photos), rng.integers(0, 3, photos) - 1.0])
    m = rng.integers(10, 17, photos).astype(float)
    offset = rng.choice([-0.7, 0.0, 0.3], photos)
    eta = x @ [0.75, 0.4] + offset + rng.normal(0, sd, photos)
    return x, rng.binomial(m.astype(int), special.expit(eta)).astype(float), m, offset


def exact_fit(x, y, m, offset):
    """Maximum of the likelihood that is summed on a fine grid of intercepts, and errors from differences of it."""
    z = np.linspace(-8, 8, 801)
    log_normal = stats.norm.logpdf(z) + np.log(z[1] - z[0])

    def loss(theta):
        t = (x @ theta[:2] + offset)[:, None] + np.exp(theta[2]) * z
        return -special.logsumexp(y[:, None] * t - m[:, None] * np.logaddexp(0, t) + log_normal, axis=1).sum()

    best = optimize.minimize(loss, [0.0, 0.0, 0.5], method="Nelder-Mead", options={"xatol": 1e-5, "fatol": 1e-8})
    steps = 1e-3 * np.eye(3)
    hessian = [
        [
            (loss(best.x + a + b) - loss(best.x + a - b) - loss(best.x - a + b) + loss(best.x - a - b)) / 4e-6
            for a in steps
        ]
        for b in steps
    ]
    return best.x, np.sqrt(np.diag(np.linalg.inv(hessian)))


@pytest.mark.parametrize("sd", [4.07, *(pytest.param(sd, marks=pytest.mark.nightly) for sd in (0.5, 8.0))])
def test_equals_exact_integration_at_every_spread(sd):
    data = drawn(sd, photos=100)
    ours = fit_mixed(*data)
    theta, se = exact_fit(*data)
    assert ours.converged
    assert ours.beta == pytest.approx(theta[:2], abs=0.02 * se[0])
    assert ours.se == pytest.approx(se[:2], rel=0.02)
    assert ours.sd == pytest.approx(np.exp(theta[2]), rel=0.01)


GLMER = """
suppressPackageStartupMessages(library(lme4))
for (path in list.files(".", pattern = "[.]csv$")) {
  d <- read.csv(path)
  f <- suppressWarnings(suppressMessages(glmer(cbind(y, m - y) ~ x + offset(off) + (1 | photo), data = d,
    family = binomial, nAGQ = d$nodes[1], control = glmerControl(optimizer = "bobyqa"))))
  write(c(fixef(f), sqrt(diag(as.matrix(vcov(f))))), sub("csv$", "fit", path), ncolumns = 1)
}
"""


@pytest.mark.nightly
@pytest.mark.skipif(bool(lme4.available()), reason="R with lme4 is not installed")
def test_equals_glmer_at_every_spread(tmp_path):
    cases = {f"{sd}_{seed}": (sd, *drawn(sd, seed)) for sd in SPREADS for seed in (1, 2)}
    for name, (sd, x, y, m, offset) in cases.items():
        table = np.column_stack([np.arange(len(y)), y, m, offset, x[:, 1], np.full(len(y), 25 if sd < 2.3 else 100)])
        header = "photo,y,m,off,x,nodes"
        np.savetxt(tmp_path / f"{name}.csv", table, delimiter=",", header=header, comments="")
    (tmp_path / "fit.R").write_text(GLMER)
    subprocess.run(["Rscript", "--vanilla", "fit.R"], cwd=tmp_path, check=True, capture_output=True)
    for name, (_, *data) in cases.items():
        beta, se = np.split(np.loadtxt(tmp_path / f"{name}.fit"), 2)
        ours = fit_mixed(*data)
        assert ours.beta == pytest.approx(beta, abs=0.1 * se.min()), name
        assert ours.se == pytest.approx(se, rel=0.05), name


def published_model(studies):
    """Test 2.1 of GPT-5.2: intercept .748 +- .191, SD between photos 4.07, 5,754 answers to 526 photos."""
    found = []
    for seed in range(studies):
        rng = np.random.default_rng(seed)
        m = np.maximum(rng.binomial(16, 5754 / 526 / 16, 526), 1)
        y = rng.binomial(m, special.expit(0.7483 + rng.normal(0, 16.53**0.5, 526)))
        fit = fit_mixed(np.ones((526, 1)), y, m)
        assert fit.converged
        assert fit.se[0] == pytest.approx(0.191, rel=0.3)
        found.append((fit.beta[0] - 0.7483) / fit.se[0])
    assert np.abs(found).max() < 3
    return found


def test_the_published_model_is_recovered():
    published_model(2)


@pytest.mark.nightly
def test_the_published_model_is_recovered_without_bias():
    found = published_model(20)
    assert abs(np.mean(found)) < 3 / np.sqrt(20)
    assert 0.6 < np.std(found) < 1.5


def test_a_small_variance_is_no_false_boundary():
    """Answers of a guesser whose photos differ a little: the search must not stop at a variance of 0."""
    rng = np.random.default_rng(8)
    photos, m = 1000, 16.0
    y = rng.binomial(16, special.expit(-0.7 + rng.normal(0, 0.3, photos)))
    fit = fit_mixed(np.ones((photos, 1)), y, np.full(photos, m))
    assert fit.sd == pytest.approx(0.3, abs=0.06)
    assert fit.note == ""


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


def test_one_answer_per_photo_is_plain_logistic_regression():
    """The variance between photos cannot be told from single answers; a search for it ends anywhere."""
    rng = np.random.default_rng(4)
    x = np.column_stack([np.ones(500), rng.normal(size=500)])
    y = rng.binomial(1, special.expit(x @ [-0.3, 0.8] + rng.normal(0, 2, 500)))
    ours = fit_mixed(x, y, np.ones(500))
    from statsmodels.discrete.discrete_model import Logit

    reference = Logit(y, x).fit(disp=0)
    assert ours.beta == pytest.approx(reference.params, abs=1e-5)
    assert ours.se == pytest.approx(reference.bse, rel=1e-4)
    assert ours.sd == 0
    assert "one answer per photo" in ours.note


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
    with pytest.raises(ValueError, match="coefficients"):
        fit_mixed(np.ones((10, 2)), np.ones(10), np.full(10, 2))
