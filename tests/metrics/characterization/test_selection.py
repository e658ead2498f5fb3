"""The study's selection: crossed intercepts, interactions, average effects; the gradient, and glmer of lme4."""

import subprocess

import numpy as np
import pytest
from scipy.special import expit

from tests.metrics.characterization import glmer
from vlmeval_hvs.metrics.characterization import agents
from vlmeval_hvs.metrics.characterization.mixed import Model
from vlmeval_hvs.metrics.characterization.regressions import design_matrix, interacting, models
from vlmeval_hvs.metrics.characterization.selection import _Laplace, fit_crossed, select

pytestmark = pytest.mark.long
PROMPTS = 6
SCRIPT = """
suppressPackageStartupMessages(library(lme4))
d <- read.csv("answers.csv")
f <- glmer(y ~ x + (1 | photo) + (1 | objects) + (1 | prompt), data = d, family = binomial,
           control = glmerControl(optimizer = "bobyqa", optCtrl = list(maxfun = 2e5)))
v <- as.data.frame(VarCorr(f))
write(c(fixef(f), sqrt(diag(as.matrix(vcov(f)))), v$sdcor[match(c("photo", "objects", "prompt"), v$grp)],
        as.numeric(logLik(f))), "fit.txt", ncolumns = 1)
"""


@pytest.fixture(scope="module")
def photos(design):
    return agents.simulate(agents.AGENTS["head-dominant"], design, np.random.default_rng(3), PROMPTS)


def drawn(photos, eta_of, prompt_spread, seed):
    """The model of Test 2.3 with answers drawn from given log-odds, with intercepts of photos and prompts."""
    rng = np.random.default_rng(seed)
    model = models(photos, edges=False)["2.3"]
    rows = model.rows
    eta = eta_of(rows)[:, None] + rng.normal(0, 1, len(rows))[:, None] + rng.normal(0, prompt_spread, PROMPTS)
    y, m = rng.binomial(1, expit(eta)).astype(float), np.ones((len(rows), PROMPTS))
    return Model(rows, y.sum(axis=1), m.sum(axis=1), np.zeros(len(rows)), model.columns, (y, m))


def test_intercepts_and_interactions_are_found_where_they_are(photos):
    incongruent = photos.condition == 2

    def slope(rows):
        return incongruent[rows] * (-1.0 + 1.5 * (photos.proximity[rows] - 2))

    prompts = select(photos, drawn(photos, lambda rows: -1.0 * incongruent[rows], 1.0, 10))
    assert ("prompts" in prompts.intercepts, prompts.interactions, prompts.p >= 0.05) == (True, False, True)
    rich = select(photos, drawn(photos, slope, 1.0, 7))
    assert ("prompts" in rich.intercepts, rich.interactions, rich.p < 1e-4) == (True, True, True)
    assert "interactions kept" in rich.words
    for found in (prompts, rich):  # the average effect is that at the middle proximity: the design is balanced
        estimate, error, _ = found.fit.contrast({"key": 1.0})
        assert abs(estimate + 1.0) < 3 * error


def test_average_effects_are_average_derivatives(photos):
    model = models(photos, edges=False)["2.4"]
    names, x, effects = interacting(photos, model)
    beta = np.random.default_rng(0).normal(size=x.shape[1])
    # Moving one variable by a step moves the log-odds of every photo by the derivative, because each enters linearly.
    moved = Model(model.rows, model.y, model.m, model.offset, {"key": model.columns["key"] + 1.0}, model.answers)
    _, there, _ = interacting(photos, moved)
    change = (there - x) @ beta
    assert (effects @ beta)[names.index("key")] == pytest.approx(change.mean())
    added, design = design_matrix(photos, model)
    assert names == added
    assert design[:, 1 : names.index("key")].mean(axis=0) == pytest.approx(0)  # the constant is that of a middle photo


def test_a_design_with_one_prompt_and_unknown_objects_has_intercepts_of_photos(photos, recounted):
    one = recounted(photos, choices=photos.choices[:, :1])
    found = [select(one, models(one, edges=False)[key]).intercepts for key in ("2.3", "2.4")]
    assert found == [(), ("photos",)]  # a single answer per photo


@pytest.fixture(scope="module")
def answers():
    rng = np.random.default_rng(1)
    photos, prompts = 200, 8
    photo, prompt = np.repeat(np.arange(photos), prompts), np.tile(np.arange(prompts), photos)
    objects = (np.arange(photos) % 7)[photo]
    x = np.column_stack([np.ones(len(photo)), rng.normal(size=photos)[photo]])
    eta = x @ [0.3, 0.5] + rng.normal(0, 2, photos)[photo]
    eta += rng.normal(0, 0.7, 7)[objects] + rng.normal(0, 0.5, prompts)[prompt]
    y = rng.binomial(1, expit(eta)).astype(float)
    return x, y, photo, {"objects": objects, "prompts": prompt}


def test_the_gradient_is_the_slope_of_the_likelihood(answers):
    x, y, photo, others = answers
    surface = _Laplace(x, y, np.ones(len(y)), np.full(len(y), 0.3), photo, others)
    theta = np.array([0.2, 0.4, 0.6, -0.5, -1.0])
    gradient = surface(theta)[1]
    for place, step in enumerate(1e-5 * np.eye(5)):
        slope = (surface(theta + step)[0] - surface(theta - step)[0]) / 2e-5
        assert gradient[place] == pytest.approx(slope, rel=1e-3, abs=5e-3)


@pytest.mark.nightly
@pytest.mark.skipif(bool(glmer.missing()), reason="R with lme4 is not installed")
def test_equals_glmer(answers, tmp_path):
    x, y, photo, others = answers
    table = np.column_stack([photo, *others.values(), y, x[:, 1]])
    np.savetxt(tmp_path / "answers.csv", table, delimiter=",", header="photo,objects,prompt,y,x", comments="")
    (tmp_path / "fit.R").write_text(SCRIPT)
    subprocess.run(["Rscript", "--vanilla", "fit.R"], cwd=tmp_path, check=True, capture_output=True)
    beta, se, sd, loglik = np.split(np.loadtxt(tmp_path / "fit.txt"), [2, 4, 7])
    ours = fit_crossed(x, y, np.ones(len(y)), np.zeros(len(y)), photo, others, np.array([0.0, 0.0, 1.0]))
    assert ours.fit.beta == pytest.approx(beta, abs=0.1 * se.min())
    assert ours.fit.se == pytest.approx(se, rel=0.05)
    assert list(ours.sd.values()) == pytest.approx(sd, rel=0.02)
    assert ours.fit.loglik == pytest.approx(loglik[0], abs=0.05)
    assert ours.fit.loglik >= loglik[0] - 1e-4


def test_a_factor_without_effect_gets_no_spread(answers):
    x, _, photo, others = answers
    y = np.tile([0.0, 1.0], len(x) // 2)  # every photo and all objects alike
    alone = {"objects": others["objects"]}
    ours = fit_crossed(x, y, np.ones(len(y)), np.zeros(len(y)), photo, alone, np.array([0.0, 0.0, 1.0]))
    assert ours.sd["objects"] < 0.02
    assert ours.sd["photos"] < 0.02
    assert ours.fit.converged
