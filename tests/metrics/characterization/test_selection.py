"""The study's selection: which intercepts, with or without interactions, and average effects."""

import numpy as np
import pytest
from scipy.special import expit

from vlmeval_hvs.metrics.characterization import agents
from vlmeval_hvs.metrics.characterization.glmm import Model
from vlmeval_hvs.metrics.characterization.regressions import design_matrix, interacting, models
from vlmeval_hvs.metrics.characterization.selection import select

pytestmark = pytest.mark.long
PROMPTS = 6


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

    plain = select(photos, drawn(photos, lambda rows: -1.0 * incongruent[rows], 0.0, 6))
    assert ("photos" in plain.intercepts, plain.interactions, plain.p >= 0.05) == (True, False, True)
    prompts = select(photos, drawn(photos, lambda rows: -1.0 * incongruent[rows], 1.0, 10))
    assert ("prompts" in prompts.intercepts, prompts.interactions, prompts.p >= 0.05) == (True, False, True)
    rich = select(photos, drawn(photos, slope, 1.0, 7))
    assert ("prompts" in rich.intercepts, rich.interactions, rich.p < 1e-4) == (True, True, True)
    assert "interactions kept" in rich.words
    for found in (plain, prompts, rich):  # the average effect is that at the middle proximity: the design is balanced
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
