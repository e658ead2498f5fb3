"""The mixed models: agreement with the default engine and with single trials, and the bias of the published ones."""

import pytest

from vlmeval_hvs.metrics import characterize
from vlmeval_hvs.metrics.characterization import agents
from vlmeval_hvs.metrics.characterization.glmm import fit_mixed
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


def test_counts_per_photo_have_the_likelihood_of_single_trials(observers):
    photos = observers["head-dominant"]
    model = models(photos, edges=False)["2.4"]
    _, x = design_matrix(photos, model)
    rows = slice(0, 60)
    fitted = fit_mixed(x[rows][:, [0, -1]], model.y[rows], model.m[rows], model.offset[rows])
    assert fitted.converged
