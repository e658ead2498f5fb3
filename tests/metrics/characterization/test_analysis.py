"""`characterize`: engines, thin data, words."""

import json

import numpy as np
import pytest

from vlmeval_hvs.metrics import characterize
from vlmeval_hvs.metrics.characterization import agents, lme4
from vlmeval_hvs.metrics.characterization.glmm import fit_mixed
from vlmeval_hvs.metrics.characterization.mixed_models import design_matrix, models


@pytest.fixture(scope="module")
def observers():
    design = agents.full_design()
    return {
        name: agents.simulate(agent, design, np.random.default_rng([1, 0])) for name, agent in agents.AGENTS.items()
    }


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


@pytest.mark.skipif(bool(lme4.available()), reason="R with lme4 is not installed")
def test_lme4_agrees_with_the_python_models(observers):
    ours = characterize(observers["head-dominant"], engine="paper")
    theirs = characterize(observers["head-dominant"], engine="lme4")
    assert ours.category == theirs.category == 4
    for key in ("2.4", "3", "proximity", "view"):
        assert ours.tests[key].estimate == pytest.approx(theirs.tests[key].estimate, abs=0.005)
    assert ours.tests["2.3"].estimate == pytest.approx(theirs.tests["2.3"].estimate, abs=0.04)


def test_lme4_missing_is_said(monkeypatch, observers):
    monkeypatch.setattr(lme4.shutil, "which", lambda name: None)
    with pytest.raises(RuntimeError, match="Rscript is not on the path"):
        characterize(observers["random"], engine="lme4")


def test_counts_per_photo_have_the_likelihood_of_single_trials(observers):
    photos = observers["head-dominant"]
    model = models(photos, edges=False)["2.4"]
    _, x = design_matrix(photos, model)
    rows = slice(0, 60)
    fitted = fit_mixed(x[rows][:, [0, -1]], model.y[rows], model.m[rows], model.offset[rows])
    assert fitted.converged


def test_unknown_engine_and_missing_human_reference(observers):
    with pytest.raises(ValueError, match="unknown engine 'anova'"):
        characterize(observers["random"], engine="anova")
    with pytest.raises(ValueError, match="no accuracy for 4 objects"):
        characterize(observers["random"], human={2: 0.9, 3: 0.9})


def test_the_studys_share_of_head_answers_stands_beside_test_21(observers):
    photos = observers["head-dominant"]
    part = (photos.condition == 2) & (photos.n > 2)
    head, gaze = photos.at_head[part].sum(), photos.correct[part].sum()
    test = characterize(photos).tests["2.1"]
    assert test.details["head_among_head_or_gaze"] == pytest.approx(head / (head + gaze))
    assert test.estimate > 0


def test_same_seed_same_result(observers):
    first, second = (characterize(observers["coin-flip"], seed=3).as_dict() for _ in range(2))
    assert first == second


def test_a_category_comes_with_two_sentences_and_plain_json(observers):
    result = characterize(observers["head-only"])
    text = result.explain("GPT-X")
    assert text.startswith("GPT-X answers where the head points")
    assert "95 % interval" in text
    assert "117 scenes" in text
    assert json.loads(json.dumps(result.as_dict(), allow_nan=False))["name"] == "head-only"


def test_one_reply_per_photo_is_enough(make_trials):
    assert characterize(make_trials("head-dominant", prompts=1)).category == 4


def test_replies_that_all_name_nothing(make_trials):
    trials = make_trials(combinations={2: 1, 3: 1}).assign(choice_pos=-1)
    result = characterize(trials)
    assert result.category == "unclear"
    assert result.tests["1"].positive  # nothing right is below human accuracy
    assert any("100.0%" in text for text in result.warnings)
    json.dumps(result.as_dict(), allow_nan=False)


@pytest.mark.parametrize("engine", ["fixed-effects", "paper", "glmm"])
def test_one_scene_is_answered_with_warnings(make_trials, engine):
    trials = make_trials("head-only", combinations={4: 1})
    result = characterize(trials[trials["scene_id"] == "scene 0"], engine=engine)
    assert any("only 1 scene:" in text for text in result.warnings)
    json.dumps(result.as_dict(), allow_nan=False)


@pytest.mark.parametrize("condition", ["natural", "incongruent"])
def test_one_condition_alone(make_trials, condition):
    trials = make_trials("head-only", prompts=2, combinations={3: 2})
    result = characterize(trials[trials["condition"] == condition])
    assert result.category == "unclear"
    assert any("did not run" in text for text in result.warnings)


def test_perfect_and_always_head_answers_have_no_variance(make_trials):
    trials = make_trials(prompts=2)
    assert characterize(trials.assign(choice_pos=trials["gaze_pos"])).category == 1
    head = np.where(trials["head_pos"] >= 0, trials["head_pos"], 0)
    assert characterize(trials.assign(choice_pos=head)).category == 3
