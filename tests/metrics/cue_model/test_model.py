"""The fitted model on observers of known kind; the large study is `python -m speed.bench_cue_model`."""

import json
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from speed import gaze_observers
from vlmeval_hvs.metrics.characterization.reference import HumanReference
from vlmeval_hvs.metrics.cue_model import Limits, answers, fit_cue_model, why_not
from vlmeval_hvs.metrics.cue_model.results import percent

pytestmark = pytest.mark.long
CATEGORY = {"people": 1, "blind": 2, "sticky": 2, "head": 3, "blend": 4, "coin": 5}


@pytest.fixture(scope="module")
def fitted(ask, observers):
    """The fit of an observer, made once."""
    return cache(lambda name: fit_cue_model(ask(observers[name])))


def warned(found, words):
    return any(words in warning for warning in found.warnings)


def test_observers_get_their_category_and_answer_as_the_model_expects(fitted):
    for name, category in CATEGORY.items():
        found = fitted(name)
        assert sum(found.probabilities.values()) == pytest.approx(1)
        assert found.probabilities[category] > 0.9, name
        assert found.effective > 300
        assert {(row.n, row.distance) for row in found.shares} == {(n, d) for n in (2, 3, 4) for d in range(n)}
        if name in ("people", "coin", "blend"):  # of the kind that the model knows
            assert max(abs(row.observed - row.expected) for row in found.shares) < 0.1
            assert found.warnings == ()
    head = {(row.n, row.distance): row.observed for row in fitted("coin").shares if row.place == "head"}
    assert head[4, 1] == pytest.approx(head[4, 3], abs=0.1)


def test_precision_and_strategy_come_apart(fitted):
    # The coin-flippers differ in their eyes alone, and only the eye blur says so.
    sharp, coarse = (fitted(name).quantities for name in ("coin", "coarse coin"))
    assert coarse["eye_blur"].interval[0] > 1.5 * sharp["eye_blur"].interval[1]
    for key in ("head_weight", "coin_share", "head_blur"):
        low, high = coarse[key].interval
        assert low < sharp[key].estimate < high or abs(coarse[key].estimate - sharp[key].estimate) < 0.07


def test_degrees_in_degrees_out(ask, observers):
    observer = replace(observers["blind"], eye_error=8.0, side_factor=1.0)
    blur = fit_cue_model(ask(observer, angles=True, combinations={3: 6, 4: 4})).quantities["eye_blur"]
    assert blur.unit == "degrees"
    assert blur.interval[0] < 8.0 < blur.interval[1] < blur.interval[0] + 3


def test_views_and_proximities_are_told_apart(ask, observers):
    found = fit_cue_model(ask(replace(observers["blend"], head_weight=0.5, head_tilt=0.8), prompts=16))
    weights = [found.by_proximity[step]["head_weight"].estimate for step in "123"]
    assert weights == pytest.approx(1 / (1 + np.exp(-0.8 * np.array([-1, 0, 1]))), abs=0.08)
    assert [found.by_view[view]["head_weight"].estimate for view in ("front", "side")] == pytest.approx(
        [0.5] * 2, abs=0.08
    )
    wide = replace(observers["people"], eye_error=5.0, side_factor=2.0)
    by_view = fit_cue_model(ask(wide, prompts=16)).by_view
    assert by_view["side"]["eye_blur"].estimate / by_view["front"]["eye_blur"].estimate == pytest.approx(2, abs=0.5)


def test_repeated_answers_are_not_taken_for_evidence(ask, observers):
    # Sixteen equal answers to a photo say as much as one.
    once = ask(replace(observers["coarse coin"], parts=(0.0, 1.0, 0.0)), prompts=1)
    one, many = fit_cue_model(once), fit_cue_model(replace(once, counts=once.counts * 16, trials=once.trials * 16))
    assert one.dependence < 1.5
    assert many.dependence == pytest.approx(16 * one.dependence, rel=0.1)
    for key in ("head_weight", "guessing", "eye_blur"):
        width, other = (np.ptp(fit.quantities[key].interval) for fit in (one, many))
        assert other == pytest.approx(width, rel=0.25)
    assert many.quantities["repeating"].estimate == pytest.approx(1)
    assert "repeating" not in one.quantities


@pytest.mark.parametrize(("answer", "category", "weight"), [("gaze", 1, 0), ("head", 3, 1)])
def test_perfect_observers(answer, category, weight):
    photos = gaze_observers.table()
    spot = np.where(photos.head < 0, photos.gaze, getattr(photos, answer))
    columns = (photos.scene, photos.view, photos.proximity, photos.n, photos.gaze, photos.head)
    found = fit_cue_model(answers(*columns, 16 * np.eye(4, dtype=int)[spot]))
    assert found.category == category
    assert found.quantities["head_weight"].estimate == pytest.approx(weight, abs=0.02)
    assert all(np.isfinite(value.interval).all() for value in found.quantities.values())


def test_thin_data_are_refused_or_said(ask, observers, refuses):
    thin = ask(observers["coin"], combinations={2: 1}, prompts=2)
    assert "9 scenes with answers, and 10 are needed" in why_not(thin)
    refuses(fit_cue_model, (thin, "10 are needed"))
    few = ask(observers["coin"], combinations={2: 1, 3: 1}, prompts=2)
    assert warned(fit_cue_model(few), "only 18 scenes")


def test_people_and_limits_count(ask, observers):
    data = ask(observers["people"])
    perfect = HumanReference(dict.fromkeys((2, 3, 4), 1.0))
    assert fit_cue_model(data, perfect).category == 2
    assert fit_cue_model(data, perfect, Limits(margin=0.3)).category == 1
    found = fit_cue_model(data.part(data.head >= 0))
    assert (found.category, "gap" in found.quantities) == (2, False)
    assert warned(found, "gap to human accuracy is assumed")
    # An observer who names the object farthest from the eyes is none of the kinds that the model knows.
    far = np.where(data.gaze > (data.n - 1) / 2, 0, data.n - 1)
    odd = replace(data, counts=8 * np.eye(4, dtype=int)[far], trials=np.full(len(far), 8))
    assert warned(fit_cue_model(odd), "misses")


def test_results_are_repeatable_fit_for_json_and_put_in_careful_words(ask, observers, fitted, refuses):
    told = fit_cue_model(ask(observers["coin"])).as_dict()
    assert json.loads(json.dumps(told, allow_nan=False)) == json.loads(json.dumps(fitted("coin").as_dict()))
    assert (told["category"], told["name"]) == (5, "eye-head ambivalent")
    assert "category 5, eye-head ambivalent" in told["explanation"]
    assert [percent(share) for share in (1.0, 0.0, 0.876)] == ["more than 99.9 %", "less than 0.1 %", "87.6 %"]
    torn = replace(fitted("coin"), probabilities={1: 0, 2: 0, 3: 0.05, 4: 0.4, 5: 0.55})
    assert torn.category == "unclear"
    assert "between the categories 5 (eye-head ambivalent, 55%) and 4" in torn.explain()
    assert "coin share" not in fitted("head").explain()
    refuses(lambda draws: fit_cue_model(ask(observers["coin"]), draws=draws), (0, "draws"))
