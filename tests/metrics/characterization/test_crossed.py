"""Crossed intercepts: the gradient, and glmer of lme4."""

import numpy as np
import pytest
from scipy.special import expit

from tests.metrics.characterization import glmer
from vlmeval_hvs.metrics.characterization.crossed import _Laplace, fit_crossed

pytestmark = pytest.mark.long


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
    columns = {"photo": photo, **others, "y": y, "x": x[:, 1]}
    formula = "y ~ x + (1 | photo) + (1 | objects) + (1 | prompts)"
    beta, se, (of_objects, of_photos, of_prompts), loglik = glmer.fit(formula, columns, tmp_path)
    ours = fit_crossed(x, y, np.ones(len(y)), np.zeros(len(y)), photo, others, np.array([0.0, 0.0, 1.0]))
    assert ours.fit.beta == pytest.approx(beta, abs=0.1 * se.min())
    assert ours.fit.se == pytest.approx(se, rel=0.05)
    assert list(ours.sd.values()) == pytest.approx([of_photos, of_objects, of_prompts], rel=0.02)
    assert ours.fit.loglik == pytest.approx(loglik[0], abs=0.05)
    assert ours.fit.loglik >= loglik[0] - 1e-4
