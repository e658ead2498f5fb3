"""`characterize`: engines, thin data, words."""

import json

import numpy as np
import pytest

from vlmeval_hvs.metrics import characterize


def plain(result):
    """The result as JSON, which has no NaN."""
    return json.loads(json.dumps(result.as_dict(), allow_nan=False))


def test_what_makes_no_sense_is_refused(observers):
    for options, message in (
        ({"engine": "anova"}, "unknown engine 'anova'"),
        ({"human": {2: 0.9, 3: 0.9}}, "no accuracy for 4 objects"),
        ({"n_permutations": 0}, "n_permutations"),
        ({"n_resamples": -1}, "n_resamples"),
        ({"n_resamples": 1.5}, "n_resamples"),
    ):
        with pytest.raises(ValueError, match=message):
            characterize(observers["random"], **options)


def test_the_studys_share_of_head_answers_comes_with_test_21(observers):
    photos = observers["head-dominant"]
    part = (photos.condition == 2) & (photos.n > 2)
    head, gaze = photos.at_head[part].sum(), photos.correct[part].sum()
    test = characterize(photos).tests["2.1"]
    assert test.details["head_among_head_or_gaze"] == pytest.approx(head / (head + gaze))
    assert test.estimate > 0


def test_a_category_comes_with_two_sentences_plain_json_and_its_stability(observers):
    result = characterize(observers["head-only"], seed=3)
    assert result.as_dict() == characterize(observers["head-only"], seed=3).as_dict()
    text = result.explain("GPT-X")
    assert text.startswith("GPT-X answers where the head points")
    assert "95 % interval" in text
    assert "117 scenes" in text
    told = plain(result)
    assert told["name"] == "head-only"
    assert told["tests"]["2.1"]["estimate"] == pytest.approx(result.tests["2.1"].estimate, rel=1e-3)
    firm = characterize(observers["coin-flip"])
    assert firm.category == 5
    assert firm.stability[5] > 0.9
    assert sum(firm.stability.values()) == pytest.approx(1.0)


def test_replies_that_all_name_nothing(make_trials):
    result = characterize(make_trials(combinations={2: 1, 3: 1}).assign(choice_pos=-1))
    assert result.category == "unclear"
    assert result.tests["1"].positive  # nothing right is below human accuracy
    assert any("100.0%" in text for text in result.warnings)
    plain(result)


def test_thin_data_are_answered_with_warnings(make_trials):
    assert characterize(make_trials("head-dominant", prompts=1)).category == 4, "one reply per photo is enough"
    trials = make_trials("head-only", combinations={4: 1})
    for engine in ("fixed-effects", "paper", "glmm"):
        result = characterize(trials[trials["scene_id"] == "scene 0"], engine=engine)
        assert any("only 1 scene:" in text for text in result.warnings)
        plain(result)
    trials = make_trials("head-only", prompts=2, combinations={3: 2})
    for condition in ("natural", "incongruent"):
        result = characterize(trials[trials["condition"] == condition])
        assert (result.category, result.stability) == ("unclear", {})
        assert any("did not run" in text for text in result.warnings)


def test_perfect_and_always_head_answers_have_no_variance(make_trials):
    trials = make_trials(prompts=2)
    assert characterize(trials.assign(choice_pos=trials["gaze_pos"])).category == 1
    head = np.where(trials["head_pos"] >= 0, trials["head_pos"], 0)
    assert characterize(trials.assign(choice_pos=head)).category == 3
