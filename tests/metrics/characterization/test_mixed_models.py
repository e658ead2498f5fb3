"""The mixed models: agreement with the default engine and with single trials, and the bias of the published ones."""

import json

import numpy as np
import pytest

from vlmeval_hvs.metrics import characterize
from vlmeval_hvs.metrics.characterization import agents, lme4
from vlmeval_hvs.metrics.characterization.glmm import fit_mixed
from vlmeval_hvs.metrics.characterization.photos import from_choices
from vlmeval_hvs.metrics.characterization.regressions import design_matrix, models


@pytest.mark.parametrize("name", agents.AGENTS)
def test_the_edge_adjusted_mixed_model_agrees_with_the_default(observers, name):
    result = characterize(observers[name], engine="glmm")
    assert result.category == agents.AGENTS[name].category
    assert result.engine == "glmm"


def test_the_paper_engine_is_labelled_with_its_bias(observers):
    result = characterize(observers["gaze-noisy"], engine="paper")
    assert any("ends of the row" in text for text in result.warnings)
    # An agent blind to the head: the unadjusted slope of Test 2.4 is far off zero, the adjusted one is not.
    assert result.tests["2.4"].p < 1e-4
    assert characterize(observers["gaze-noisy"], engine="glmm").tests["2.4"].p > 0.01


@pytest.fixture(scope="module")
def always_the_head(design):
    """An observer who answers with the head target whenever there is one, and with the first object otherwise."""
    choices = np.where(design.head >= 0, design.head, 0)[:, None].repeat(4, axis=1)
    return from_choices(
        design.scene, design.condition, design.view, design.proximity, design.n, design.gaze, design.head, choices,
        objects=design.objects,
    )  # fmt: skip


@pytest.mark.parametrize(
    "engine",
    [
        "paper",
        "glmm",
        pytest.param("lme4", marks=pytest.mark.skipif(bool(lme4.available()), reason="R with lme4 is not installed")),
    ],
)
def test_infinite_log_odds_give_way_to_a_t_test(always_the_head, engine):
    result = characterize(always_the_head, engine=engine)
    assert result.category == 3
    for key in ("2.1", "2.3", "3", "4"):
        assert result.tests[key].ran, key
        assert "t-test on photo means" in result.tests[key].note
    assert result.tests["2.1"].estimate == 1.0
    assert "nan" not in json.dumps(result.as_dict(), allow_nan=False)


def test_the_paper_engine_names_the_model_it_selected(observers):
    test = characterize(observers["head-dominant"], engine="paper").tests["3"]
    assert test.details["model"].startswith("intercepts of photos")
    assert "likelihood ratio p" in test.details["model"]


def test_counts_per_photo_have_the_likelihood_of_single_trials(observers):
    photos = observers["head-dominant"]
    model = models(photos, edges=False)["2.4"]
    _, x = design_matrix(photos, model)
    rows = slice(0, 60)
    fitted = fit_mixed(x[rows][:, [0, -1]], model.y[rows], model.m[rows], model.offset[rows])
    assert fitted.converged
