"""The study's models: what is selected, agreement with the default engine, and the bias of the published ones."""

import json
from dataclasses import replace

import numpy as np
import pytest
from scipy.special import expit, logit

from tests.metrics.characterization import glmer
from vlmeval_hvs.metrics import characterize, fit_mixed
from vlmeval_hvs.metrics.characterization import agents
from vlmeval_hvs.metrics.characterization.regressions import regressions
from vlmeval_hvs.metrics.characterization.study_models import design_matrix, select

NIGHTLY = [pytest.param(name, marks=pytest.mark.nightly) for name in agents.AGENTS if name != "head-dominant"]
pytestmark = pytest.mark.long
PROMPTS = 6


@pytest.mark.parametrize("name", ["head-dominant", *NIGHTLY])
def test_the_edge_adjusted_mixed_model_agrees_with_the_default(observers, name):
    result = characterize(observers[name], engine="glmm")
    assert (result.category, result.engine) == (agents.AGENTS[name].category, "glmm")
    sides = [result.tests["view"].details[f"{side}_minus_front"]["estimate"] for side in ("left", "right")]
    assert result.tests["view"].estimate == pytest.approx(np.mean(sides))
    four = result.tests["4"]  # pooled over numbers of objects by precision
    parts = [four.details[key]["drop"] for key in ("n3", "n4")]
    precision = [1 / np.ptp(part["interval"]) ** 2 for part in parts]
    assert four.estimate == pytest.approx(np.average([part["estimate"] for part in parts], weights=precision))
    assert np.ptp(four.interval) == pytest.approx(sum(precision) ** -0.5)


def test_the_paper_engine_names_its_bias_and_the_model_it_selected(design):
    photos = agents.simulate(agents.AGENTS["gaze-noisy"], design, np.random.default_rng([1, 0]), prompts=4)
    result = characterize(photos, engine="paper")
    assert any("ends of the row" in text for text in result.warnings)
    # An agent blind to the head: the unadjusted slope of Test 2.4 is far off zero, the adjusted one is not.
    assert result.tests["2.4"].p < 1e-4
    assert characterize(photos, engine="glmm").tests["2.4"].p > 0.01
    model = result.tests["3"].details["model"]
    assert model.startswith("intercepts of photos")
    assert "likelihood ratio p" in model


@pytest.mark.parametrize("engine", [pytest.param("paper", marks=pytest.mark.nightly), "glmm"])
def test_infinite_log_odds_give_way_to_a_t_test(design, engine):
    """An observer who answers with the head target whenever there is one, and with the first object otherwise."""
    choices = np.maximum(design.head, 0)[:, None].repeat(4, axis=1)
    result = characterize(replace(design, choices=choices), engine=engine)
    assert result.category == 3
    for key in ("2.1", "2.3", "3", "4"):
        assert result.tests[key].ran, key
        assert "t-test on photo means" in result.tests[key].note
    assert result.tests["2.1"].estimate == 1.0
    json.dumps(result.as_dict(), allow_nan=False)


@pytest.mark.nightly
@pytest.mark.skipif(bool(glmer.missing()), reason="R with lme4 is not installed")
def test_the_additive_models_equal_those_of_lme4(observers, tmp_path):
    photos = observers["head-dominant"]
    for key in ("2.3", "2.4", "3"):
        model = regressions(photos)[key]
        names, x = design_matrix(photos, model)
        ours = fit_mixed(x, model.y, model.m, logit(model.expected))
        columns = {"photo": np.arange(len(x)), "y": model.y, "m": model.m, "off": logit(model.expected)}
        columns |= {f"x_{name}": column for name, column in zip(names[1:], x.T[1:], strict=True)}
        right = " + ".join([*(name for name in columns if name[:2] == "x_"), "offset(off)", "(1 | photo)"])
        theirs = glmer.fit(f"cbind(y, m - y) ~ {right}", columns, tmp_path)[0][names.index("key")]
        assert ours.beta[names.index("key")] == pytest.approx(theirs, abs=0.04 if key == "2.3" else 0.005)


@pytest.fixture(scope="module")
def photos(design):
    return agents.simulate(agents.AGENTS["head-dominant"], design, np.random.default_rng(3), PROMPTS)


def test_intercepts_and_interactions_are_found_where_they_are(photos):
    model, incongruent = regressions(photos)["2.3"], photos.condition == 2
    slopes = -1.0 + 1.5 * (photos.proximity - 2)
    for slope, interactions, seed in ((-1.0, False, 10), (slopes, True, 7)):
        rng = np.random.default_rng(seed)
        eta = (incongruent * slope)[model.rows][:, None] + rng.normal(0, 1, len(model.rows))[:, None]
        y = rng.binomial(1, expit(eta + rng.normal(0, 1, PROMPTS))).astype(float)
        drawn = model._replace(counts=y, trials=np.ones(y.shape), expected=np.full(len(y), 0.5))
        found = select(photos, drawn)
        assert ("prompts" in found.intercepts, found.interactions, found.p < 0.05) == (True, *[interactions] * 2)
        # The average effect is that at the middle proximity: the design is balanced.
        estimate, error, _ = found.fit.contrast({"key": 1.0})
        assert abs(estimate + 1.0) < 3 * error
