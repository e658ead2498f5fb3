"""Choice probabilities against another library and hand-made integrals."""

import numpy as np
import pytest
from scipy import stats
from scipy.special import logit

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


def blurred(middle, blur, borders=(0.5, 1.5)):
    return np.diff(stats.norm(middle, blur).cdf([-np.inf, *borders, np.inf]))


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


def test_cells_by_hand():
    """A coin, a blend and guesses; effects of view, proximity and number; borders between uneven positions."""
    found = choice_model(photos(3, [2], [0]))(
        vector(head_weight=0.6, coin_share=0.5, eye_blur=0.4, head_blur=0.8, guessing=0.2, middle=np.log(2))
    )[0][0, 0]
    alone, weight = 0.3, 0.3 / 0.7
    seen = alone * blurred(0, 0.8) + (1 - alone) * blurred(2 * (1 - weight), 0.4)
    assert found == pytest.approx(0.8 * seen + 0.2 * np.array([1, 2, 1]) / 4, abs=1e-12)

    effects = {"head_weight_side": 0.6, "blur_proximity": 0.2, "blur_objects": 0.3}
    theta = vector(head_weight=0.5, guessing=1e-12, coin_share=1e-12, eye_blur=0.5, **effects)
    found = choice_model(photos(2, [1], [0], view=1, proximity=3))(theta)[0][0, 0]
    weight = 1 / (1 + np.exp(-0.2))  # side views are a third above the mean of the views
    assert found == pytest.approx(blurred(1 - weight, 0.5 * np.exp(0.2 - 0.3), [0.5]), abs=1e-9)

    uneven = photos(3, [0], [0], positions=[[0.0, 1.0, 4.0]])  # 0, 0.5 and 2 in mean distances
    found = choice_model(uneven)(vector(guessing=1e-12, eye_blur=0.5, head_blur=0.5))[0][0, 0]
    assert found == pytest.approx(blurred(0, 0.5, (0.25, 1.25)), abs=1e-9)
