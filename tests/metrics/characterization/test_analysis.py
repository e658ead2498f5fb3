"""`characterize`: engines, thin data, words."""

import json

import numpy as np
import pytest

from vlmeval_hvs.metrics import characterize


def test_unknown_engine_and_missing_human_reference(observers):
    with pytest.raises(ValueError, match="unknown engine 'anova'"):
        characterize(observers["random"], engine="anova")
    with pytest.raises(ValueError, match="no accuracy for 4 objects"):
        characterize(observers["random"], human={2: 0.9, 3: 0.9})


@pytest.mark.parametrize(("name", "value"), [("n_permutations", 0), ("n_resamples", -1), ("n_resamples", 1.5)])
def test_numbers_of_draws_that_make_no_sense_are_refused(observers, name, value):
    with pytest.raises(ValueError, match=name):
        characterize(observers["random"], **{name: value})


def test_the_studys_share_of_head_answers_comes_with_test_21(observers):
    photos = observers["head-dominant"]
    part = (photos.condition == 2) & (photos.n > 2)
    head, gaze = photos.at_head[part].sum(), photos.correct[part].sum()
    test = characterize(photos).tests["2.1"]
    assert test.details["head_among_head_or_gaze"] == pytest.approx(head / (head + gaze))
    assert test.estimate > 0


def test_same_seed_same_result(observers):
    first, second = (characterize(observers["coin-flip"], seed=3).as_dict() for _ in range(2))
    assert first == second


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
