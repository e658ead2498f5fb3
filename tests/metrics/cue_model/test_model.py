"""The fitted model on observers of known kind; the large study is `python -m speed.bench_cue_model`."""

import json
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from speed import gaze_observers
from speed.bench_cue_model import simulate
from vlmeval_hvs.metrics.characterization.reference import HumanReference
from vlmeval_hvs.metrics.cue_model import Limits, answers, fit_cue_model, why_not
from vlmeval_hvs.metrics.cue_model.results import percent

CATEGORY = {"people": 1, "blind": 2, "sticky": 2, "head": 3, "blend": 4, "coin": 5}


@pytest.fixture(scope="module")
def fitted(ask, observers):
    """The fit of an observer, made once."""
    return cache(lambda name: fit_cue_model(ask(observers[name])))


@pytest.mark.parametrize(
    "name", ["people", "blind", "head", "blend", "coin", pytest.param("sticky", marks=pytest.mark.nightly)]
)
def test_observers_get_their_category(fitted, name):
    found = fitted(name)
    assert sum(found.probabilities.values()) == pytest.approx(1)
    assert found.category == CATEGORY[name]
    assert found.probabilities[CATEGORY[name]] > 0.9
    assert found.effective > 300


def test_precision_and_strategy_come_apart(fitted):
    # The coin-flippers differ in their eyes alone, and only the eye blur says so.
    sharp, coarse = (fitted(name).quantities for name in ("coin", "coarse coin"))
    assert coarse["eye_blur"].interval[0] > 1.5 * sharp["eye_blur"].interval[1]
    for key in ("head_weight", "coin_share", "head_blur"):
        low, high = coarse[key].interval
        assert low < sharp[key].estimate < high or abs(coarse[key].estimate - sharp[key].estimate) < 0.07


def test_parameters_of_a_study_are_recovered():
    inside = []
    for row in (simulate(number, "study") for number in (100, 101)):
        for key in ("head_weight", "guessing", "gap"):
            estimate, (low, high) = row["estimates"][key]
            assert low <= estimate <= high
            inside.append(low - 0.005 <= row["truth"][key] <= high + 0.005)
        if row["truth"]["guessing"] < 0.9:
            assert row["estimates"]["head_weight"][0] == pytest.approx(row["truth"]["head_weight"], abs=0.15)
    assert sum(inside) >= 4, "of six intervals of 95 % fewer would hold the truth once in five hundred times"


def test_degrees_in_degrees_out(ask, observers):
    observer = replace(observers["blind"], eye_error=8.0, side_factor=1.0)
    found = fit_cue_model(ask(observer, angles=True, combinations={3: 6, 4: 4}))
    blur = found.quantities["eye_blur"]
    assert blur.unit == "degrees"
    assert blur.interval[0] < 8.0 < blur.interval[1]
    assert blur.interval[1] - blur.interval[0] < 3


def test_views_and_proximities_are_told_apart(ask, observers):
    observer = replace(observers["blend"], head_weight=0.5, head_tilt=0.8)
    found = fit_cue_model(ask(observer, prompts=16))
    weights = [found.by_proximity[step]["head_weight"].estimate for step in "123"]
    truth = 1 / (1 + np.exp(-0.8 * np.array([-1, 0, 1])))
    assert weights == pytest.approx(truth, abs=0.08)
    weights = [found.by_view[view]["head_weight"].estimate for view in ("front", "side")]
    assert weights == pytest.approx([0.5, 0.5], abs=0.08)
    wide = replace(observers["people"], eye_error=5.0, side_factor=2.0)
    by_view = fit_cue_model(ask(wide, prompts=16)).by_view
    ratio = by_view["side"]["eye_blur"].estimate / by_view["front"]["eye_blur"].estimate
    assert ratio == pytest.approx(2, abs=0.5)


def test_repeated_answers_are_not_taken_for_evidence(ask, observers):
    # Sixteen equal answers to a photo say as much as one.
    once = ask(replace(observers["coarse coin"], parts=(0.0, 1.0, 0.0)), prompts=1)
    copies = replace(once, counts=once.counts * 16, trials=once.trials * 16)
    one, many = fit_cue_model(once), fit_cue_model(copies)
    assert many.dependence == pytest.approx(16 * one.dependence, rel=0.1)
    for key in ("head_weight", "guessing", "eye_blur"):
        width, other = (np.diff(fit.quantities[key].interval)[0] for fit in (one, many))
        assert other == pytest.approx(width, rel=0.25)
    assert many.quantities["repeating"].estimate == pytest.approx(1)
    assert "repeating" not in one.quantities


def test_perfect_observers():
    photos = gaze_observers.table()
    for answer, category, expected in (("gaze", 1, 0), ("head", 3, 1)):
        spot = np.where(photos.head < 0, photos.gaze, getattr(photos, answer))
        counts = 16 * np.eye(4, dtype=int)[spot]
        columns = (photos.scene, photos.view, photos.proximity, photos.n, photos.gaze, photos.head)
        found = fit_cue_model(answers(*columns, counts))
        assert found.category == category
        assert found.quantities["head_weight"].estimate == pytest.approx(expected, abs=0.02)
        assert all(np.isfinite(value.interval).all() for value in found.quantities.values())


def test_thin_data_are_refused_or_said(ask, observers):
    thin = ask(observers["coin"], combinations={2: 1}, prompts=2)
    assert "9 scenes with answers, and 10 are needed" in why_not(thin)
    with pytest.raises(ValueError, match="10 are needed"):
        fit_cue_model(thin)
    found = fit_cue_model(ask(observers["coin"], combinations={2: 1, 3: 1}, prompts=2))
    assert any("only 18 scenes" in warning for warning in found.warnings)
    data = ask(observers["people"])
    found = fit_cue_model(data.part(data.head >= 0))
    assert (found.category, "gap" in found.quantities) == (2, False)
    assert any("gap to human accuracy is assumed" in warning for warning in found.warnings)


def test_people_and_limits_count(ask, observers):
    data = ask(observers["people"])
    perfect = HumanReference(dict.fromkeys((2, 3, 4), 1.0))
    assert fit_cue_model(data, perfect).category == 2
    assert fit_cue_model(data, perfect, Limits(margin=0.3)).category == 1


def test_a_misfit_is_said(ask, observers):
    # An observer who names the object farthest from the eyes is none of the kinds that the model knows.
    data = ask(observers["people"])
    far = np.where(data.gaze > (data.n - 1) / 2, 0, data.n - 1)
    found = fit_cue_model(replace(data, counts=8 * np.eye(4, dtype=int)[far], trials=np.full(len(far), 8)))
    assert any("misses" in warning for warning in found.warnings)


def test_the_model_says_what_it_expects(fitted):
    # Observers of the known kind answer as expected, by number of objects and distance.
    for name in ("people", "coin", "blend"):
        rows = fitted(name).shares
        assert {(row.n, row.distance) for row in rows} == {(n, d) for n in (2, 3, 4) for d in range(n)}
        assert max(abs(row.observed - row.expected) for row in rows) < 0.1
        assert fitted(name).warnings == ()
    head = {(row.n, row.distance): row.observed for row in fitted("coin").shares if row.place == "head"}
    assert head[4, 1] == pytest.approx(head[4, 3], abs=0.1)


def test_results_are_repeatable_and_fit_for_json(ask, observers, fitted):
    again = fit_cue_model(ask(observers["coin"]))
    assert again.as_dict() == fitted("coin").as_dict()
    told = json.loads(json.dumps(again.as_dict(), allow_nan=False))
    assert (told["category"], told["name"]) == (5, "eye-head ambivalent")
    assert "category 5, eye-head ambivalent" in told["explanation"]
    with pytest.raises(ValueError, match="draws"):
        fit_cue_model(ask(observers["coin"]), draws=0)


def test_words_are_careful(fitted):
    for share, words in ((1.0, "more than 99.9 %"), (0.0, "less than 0.1 %"), (0.876, "87.6 %")):
        assert percent(share) == words
    torn = replace(fitted("coin"), probabilities={1: 0, 2: 0, 3: 0.05, 4: 0.4, 5: 0.55})
    assert torn.category == "unclear"
    assert "between the categories 5 (eye-head ambivalent, 55%) and 4" in torn.explain()
    assert "coin share" not in fitted("head").explain()
