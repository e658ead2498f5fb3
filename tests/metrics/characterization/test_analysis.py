"""`characterize`: engines, thin data, words."""

import json
from dataclasses import replace
from functools import partial

import pytest

from vlmeval_hvs.metrics import characterize


def plain(result):
    """The result as JSON, which has no NaN."""
    return json.loads(json.dumps(result.as_dict(), allow_nan=False))


def test_a_category_comes_with_two_sentences_plain_json_and_its_stability_or_is_refused(observers, refuses):
    photos = observers["coin-flip"]
    result = characterize(photos, seed=3)
    shown = plain(result)
    assert shown == plain(characterize(photos, seed=3))
    assert (shown["category"], shown["name"]) == (5, "eye-head ambivalent")
    assert result.stability[5] > 0.9
    assert sum(result.stability.values()) == pytest.approx(1.0)
    assert "GPT-X reads both cues" in result.explain("GPT-X")
    for share, word in ((0.9, "firm: 90%"), (0.89, "fair"), (0.7, "fair"), (0.69, "weak"), (0.0, "weak: 0%")):
        assert f"The evidence is {word}" in replace(result, stability={5: share} if share else {4: 1.0}).explain()
    assert "share of head answers: -0." in result.explain()
    part = (photos.condition == 2) & (photos.n > 2)  # the study's share of head answers
    head, gaze = photos.at_head[part].sum(), photos.correct[part].sum()
    assert shown["tests"]["2.1"]["details"]["head_among_head_or_gaze"] == pytest.approx(head / (head + gaze))
    for options, message in (
        ({"engine": "anova"}, "unknown engine 'anova'"), ({"margin": 1.0}, "margin"),
        ({"human": {2: 0.9, 3: 0.9}}, "no accuracy for 4 objects"),
    ):  # fmt: skip
        refuses(partial(characterize, **options), (observers["random"], message))


def test_thin_and_one_sided_answers(make_trials):
    trials = make_trials("head-only", prompts=2, combinations={3: 2})
    for condition in ("natural", "incongruent"):
        result = characterize(trials[trials["condition"] == condition])
        assert (result.category, result.stability) == ("unclear", {})
        assert any("did not run" in text for text in result.warnings)
    nothing = characterize(trials.assign(choice_pos=-1))
    assert (nothing.category, nothing.tests["1"].positive) == ("unclear", True)  # nothing right is below people
    assert any("100.0%" in text for text in nothing.warnings)
    one = characterize(trials.assign(choice_pos=trials["choice_pos"].where(trials.index > 0, -1)), n_resamples=0)
    assert (one.counts["unmatched"], any("named no option" in text for text in one.warnings)) == (1, False)
    assert characterize(make_trials("head-dominant", prompts=1)).category == 4  # one reply a photo is enough
    whole = make_trials(prompts=2)  # answers without variance
    assert characterize(whole.assign(choice_pos=whole["gaze_pos"])).category == 1
    assert characterize(whole.assign(choice_pos=whole["head_pos"].clip(lower=0))).category == 3
    # Fewer than ten scenes are not tested.
    result = characterize(make_trials("head-only", combinations={4: 1}))
    assert (result.category, result.stability) == ("unclear", {})
    assert not any(result.tests[key].ran for key in ("1", "2.1", "2.2", "2.3", "2.4", "3", "4"))
    assert any("only 9 scenes: errors" in text for text in result.warnings)
    plain(result)
