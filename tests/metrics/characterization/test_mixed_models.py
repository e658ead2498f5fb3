"""The mixed models: agreement with the default engine, and the bias of the published ones."""

import json

import numpy as np
import pytest

from tests.metrics.characterization import glmer
from vlmeval_hvs.metrics import characterize, fit_mixed
from vlmeval_hvs.metrics.characterization import agents
from vlmeval_hvs.metrics.characterization.photos import Photos
from vlmeval_hvs.metrics.characterization.regressions import design_matrix, models

NIGHTLY = [pytest.param(name, marks=pytest.mark.nightly) for name in agents.AGENTS if name != "head-dominant"]
pytestmark = pytest.mark.long


@pytest.mark.parametrize("name", ["head-dominant", *NIGHTLY])
def test_the_edge_adjusted_mixed_model_agrees_with_the_default(observers, name):
    result = characterize(observers[name], engine="glmm")
    assert (result.category, result.engine) == (agents.AGENTS[name].category, "glmm")


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
    choices = np.where(design.head >= 0, design.head, 0)[:, None].repeat(4, axis=1)
    columns = design.scene, design.condition, design.view, design.proximity, design.n, design.gaze, design.head
    result = characterize(Photos(*columns, choices), engine=engine)
    assert result.category == 3
    for key in ("2.1", "2.3", "3", "4"):
        assert result.tests[key].ran, key
        assert "t-test on photo means" in result.tests[key].note
    assert result.tests["2.1"].estimate == 1.0
    assert "nan" not in json.dumps(result.as_dict(), allow_nan=False)


@pytest.mark.nightly
@pytest.mark.skipif(bool(glmer.missing()), reason="R with lme4 is not installed")
def test_the_additive_models_equal_those_of_lme4(observers, tmp_path):
    photos = observers["head-dominant"]
    todo = models(photos, edges=False)
    for key in ("2.3", "2.4", "3"):
        model = todo[key]
        names, x = design_matrix(photos, model)
        ours = fit_mixed(x, model.y, model.m, model.offset)
        theirs = glmer.coefficients(names, x, model, tmp_path)["key"]
        assert ours.beta[-1] == pytest.approx(theirs, abs=0.04 if key == "2.3" else 0.005)
