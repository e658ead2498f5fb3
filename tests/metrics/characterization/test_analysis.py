"""`characterize`: engines, thin data, words."""

import json
from functools import partial

import numpy as np
import pytest

from vlmeval_hvs.errors import OptionError
from vlmeval_hvs.metrics import characterize


def plain(result):
    """The result as JSON, which has no NaN."""
    return json.loads(json.dumps(result.as_dict(), allow_nan=False))


def test_what_makes_no_sense_is_refused(observers, refuses):
    for options, message in (
        ({"engine": "anova"}, "unknown engine 'anova'"),
        ({"human": {2: 0.9, 3: 0.9}}, "no accuracy for 4 objects"),
        ({"n_permutations": 0}, "n_permutations"),
        ({"n_resamples": -1}, "n_resamples"),
        ({"margin": 1.0}, "margin"),
    ):
        refuses(partial(characterize, **options), (observers["random"], message))
    with pytest.raises(OptionError, match="engine='glmm'"):  # the engine in R is gone
        characterize(observers["random"], engine="lme4")


def test_a_category_comes_with_two_sentences_plain_json_and_its_stability(observers):
    photos = observers["coin-flip"]
    result = characterize(photos, seed=3)
    assert result.as_dict() == characterize(photos, seed=3).as_dict()
    assert result.stability[5] > 0.9
    assert sum(result.stability.values()) == pytest.approx(1.0)
    text = result.explain("GPT-X")
    assert text.startswith("GPT-X")
    assert "95 % interval" in text
    assert "117 scenes" in text
    shown = plain(result)
    assert (shown["category"], shown["name"]) == (5, result.name)
    assert shown["tests"]["2.1"]["estimate"] == pytest.approx(result.tests["2.1"].estimate, rel=1e-3)
    part = (photos.condition == 2) & (photos.n > 2)  # the study's share of head answers
    head, gaze = photos.at_head[part].sum(), photos.correct[part].sum()
    assert result.tests["2.1"].details["head_among_head_or_gaze"] == pytest.approx(head / (head + gaze))


def test_replies_that_all_name_nothing(make_trials):
    result = characterize(make_trials(combinations={2: 1, 3: 1}).assign(choice_pos=-1))
    assert result.category == "unclear"
    assert result.tests["1"].positive  # nothing right is below human accuracy
    assert any("100.0%" in text for text in result.warnings)
    plain(result)


@pytest.mark.parametrize(("scenes", "engine"), [(1, "fixed-effects"), (9, "paper")])
def test_fewer_than_ten_scenes_are_not_tested(make_trials, scenes, engine):
    trials = make_trials("head-only", combinations={4: 1})
    result = characterize(trials[trials["scene_id"].isin([f"scene {k}" for k in range(scenes)])], engine=engine)
    assert (result.category, result.stability) == ("unclear", {})
    assert not any(result.tests[key].ran for key in ("1", "2.1", "2.2", "2.3", "2.4", "3", "4"))
    assert f"only {scenes} scene" in result.tests["1"].note
    assert any(f"only {scenes} scene" in text for text in result.warnings)
    plain(result)


def test_studies_of_one_condition_are_unclear_and_one_reply_per_photo_is_enough(make_trials):
    trials = make_trials("head-only", prompts=2, combinations={3: 2})
    for condition in ("natural", "incongruent"):
        result = characterize(trials[trials["condition"] == condition])
        assert (result.category, result.stability) == ("unclear", {})
        assert any("did not run" in text for text in result.warnings)
    assert characterize(make_trials("head-dominant", prompts=1)).category == 4


def test_perfect_and_always_head_answers_have_no_variance(make_trials):
    trials = make_trials(prompts=2)
    assert characterize(trials.assign(choice_pos=trials["gaze_pos"])).category == 1
    head = np.where(trials["head_pos"] >= 0, trials["head_pos"], 0)
    assert characterize(trials.assign(choice_pos=head)).category == 3
