"""Choice probabilities against another library, hand-made integrals, and observers who know nothing of the model."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats
from scipy.special import logit

from speed import gaze_observers
from vlmeval_hvs.metrics.cue_model import answers
from vlmeval_hvs.metrics.cue_model.cells import gather
from vlmeval_hvs.metrics.cue_model.choice import NAMES, choice_model, log_likelihood


def vector(**values):
    """A parameter vector; shares and blurs in their own units, all others 0."""
    usual = {"head_weight": 0.5, "coin_share": 0.5, "eye_blur": 0.5, "head_blur": 0.5, "guessing": 0.1}
    found = np.zeros(len(NAMES))
    for name, value in (usual | values).items():
        link = logit if name in ("head_weight", "coin_share", "guessing") else np.log
        found[NAMES.index(name)] = link(value) if name in usual else value
    return found[None]


def photos(n, gaze, head, counts=None, view=0, proximity=2, positions=None):
    rows = len(gaze)
    counts = np.eye(n, dtype=int)[np.zeros(rows, dtype=int)] if counts is None else counts
    columns = (np.arange(rows), np.full(rows, view), np.full(rows, proximity), np.full(rows, n), gaze, head, counts)
    return gather(answers(*columns, positions=positions))


def test_without_head_and_guesses_it_is_an_ordered_probit():
    from statsmodels.miscmodels.ordinal_model import OrderedModel

    # statsmodels knows the thresholds as the first one and the logarithms of the steps to the next ones.
    rng = np.random.default_rng(0)
    gaze, blur = rng.integers(0, 4, 400), 0.7
    choice = np.clip(np.rint(gaze + blur * rng.standard_normal(400)), 0, 3).astype(int)
    theirs = OrderedModel(choice, gaze[:, None], distr="probit").loglike(
        [1 / blur, 0.5 / blur, np.log(1 / blur), np.log(1 / blur)]
    )
    # The head weighs nothing, wherever it is.
    cells = photos(4, gaze, (gaze + 1) % 4, np.eye(4, dtype=int)[choice])
    theta = vector(head_weight=1e-12, guessing=1e-12, eye_blur=blur)
    assert log_likelihood(choice_model(cells)(theta)[0], cells.counts)[0] == pytest.approx(theirs, abs=1e-6)


def test_one_cell_by_hand():
    cells = photos(3, [2], [0])
    found = choice_model(cells)(
        vector(head_weight=0.6, coin_share=0.5, eye_blur=0.4, head_blur=0.8, guessing=0.2, middle=np.log(2))
    )[0][0, 0]
    alone, weight = 0.3, 0.3 / 0.7
    by_eyes = np.diff(stats.norm(2 * (1 - weight), 0.4).cdf([-np.inf, 0.5, 1.5, np.inf]))
    by_head = np.diff(stats.norm(0, 0.8).cdf([-np.inf, 0.5, 1.5, np.inf]))
    guess = np.array([1, 2, 1]) / 4
    assert found == pytest.approx(0.8 * (alone * by_head + (1 - alone) * by_eyes) + 0.2 * guess, abs=1e-12)


def test_effects_of_view_proximity_and_number():
    theta = vector(head_weight=0.5, guessing=1e-12, coin_share=1e-12, eye_blur=0.5)
    for name, value in (("head_weight_side", 0.6), ("blur_proximity", 0.2), ("blur_objects", 0.3)):
        theta[0, NAMES.index(name)] = value
    found = choice_model(photos(2, [1], [0], view=1, proximity=3))(theta)[0][0, 0]
    weight = 1 / (1 + np.exp(-0.2))  # side views are a third above the mean of the views
    blur = 0.5 * np.exp(0.2 - 0.3)
    assert found[0] == pytest.approx(stats.norm(1 - weight, blur).cdf(0.5), abs=1e-9)


def test_positions_shift_the_borders():
    cells = photos(3, [0], [0], positions=[[0.0, 1.0, 4.0]])
    found = choice_model(cells)(vector(guessing=1e-12, eye_blur=0.5, head_blur=0.5))[0][0, 0]
    by_hand = np.diff(stats.norm(0, 0.5).cdf([-np.inf, 0.25, 1.25, np.inf]))  # 0, 0.5 and 2 in mean distances
    assert found == pytest.approx(by_hand, abs=1e-9)


def test_slopes_are_derivatives():
    rng = np.random.default_rng(3)
    view, proximity, n = rng.integers(0, 3, 60), rng.integers(1, 4, 60), rng.integers(2, 5, 60)
    columns = np.arange(60), view, proximity, n, rng.integers(0, 4, 60) % n, rng.integers(0, 4, 60) % n
    cells = gather(answers(*columns, np.tile([1, 1, 0, 0], (60, 1))))
    model = choice_model(cells)
    theta = rng.normal(0, 0.7, (2, len(NAMES)))
    slopes = model(theta, slopes=True)[1]
    for at in range(len(NAMES)):
        step = np.zeros(len(NAMES))
        step[at] = 1e-5
        change = (model(theta + step)[0] - model(theta - step)[0]) / 2e-5
        assert slopes[..., at] == pytest.approx(change, abs=1e-8)


def test_observers_in_degrees_answer_as_the_model_says(ask, observers):
    weight, coin = 0.7, 0.5
    # Errors are normal and belong to single photos or trials: the one family that the model knows.
    observer = replace(
        observers["people"], head_weight=weight, coin_share=coin, parts=(0.0, 0.5, 0.5), side_factor=1.0,
        eye_error=6.0, head_error=5.0, guess=0.2, middle=0.3,
    )  # fmt: skip
    cells = gather(ask(observer, combinations={3: 60}, prompts=4, angles=True))
    unit = np.nanmean(np.diff(gaze_observers.table(combinations={3: 1}).angles[:, :3], axis=1))
    blend = (weight - weight * coin) / (1 - weight * coin)
    theta = vector(
        head_weight=weight, coin_share=coin, guessing=0.2,
        eye_blur=np.hypot(blend * 5, (1 - blend) * 6) / unit, head_blur=5 / unit, middle=0.3,
    )  # fmt: skip
    said = choice_model(cells)(theta)[0][0]
    total = cells.counts.sum(axis=1, keepdims=True)
    # At least 240 answers a cell from 60 photos: the share of a photo's answers has at most the error .065.
    assert np.abs(cells.counts / total - said).max() < 0.2
    assert np.abs((cells.counts - total * said).sum(axis=0) / total.sum()).max() < 0.01
