"""The cue model: choice probabilities against another library, the fit on simulated observers of known kind."""

import json
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from scipy import stats
from scipy.special import expit, logit

from vlmeval_hvs.metrics.characterization import agents, cue_model
from vlmeval_hvs.metrics.characterization.cue_model import NAMES, SHARES, choice_probabilities, fit_cue_model, gather
from vlmeval_hvs.metrics.characterization.photos import Photos
from vlmeval_hvs.metrics.characterization.results import STUDY, HumanReference

RECOVERED = {"human": 1, "head-dominant": 4, "coin-flip": 5}
NIGHTLY = {"gaze-noisy": 2, "random-preference": 2, "head-only": 3}
RARE = [pytest.param(*one, marks=pytest.mark.nightly) for one in NIGHTLY.items()]
HALF = {2: 1, 3: 2, 4: 2}
"""Combinations of objects of a design of less than half the size of the study's."""


def answered(agent, combinations=HALF, prompts=8):
    """The answers of an observer to the photos of a study."""
    grid = agents.full_design(combinations)
    return agents.simulate(agents.AGENTS[agent], grid, np.random.default_rng([0, 47]), prompts)


def photos(n, gaze, head, choices, view=0, proximity=2):
    """One photo a scene, each answered by a row of ``choices``."""
    gaze, head = np.array(gaze), np.array(head)
    condition = np.where(head < 0, 0, np.where(head == gaze, 1, 2))
    same = [np.full(len(gaze), value) for value in (view, proximity, n)]
    return Photos(np.arange(len(gaze)), condition, *same, gaze, head, np.array(choices))


def vector(**values):
    """A parameter vector; shares and blurs in their own units, all others 0."""
    usual = {"head_weight": 0.5, "coin_share": 0.5, "eye_blur": 0.5, "head_blur": 0.5, "guessing": 0.1}
    found = np.zeros(len(NAMES))
    for name, value in (usual | values).items():
        link = logit if name in SHARES else np.log
        found[NAMES.index(name)] = link(value) if name in usual else value
    return found[None]


def blurred(middle, blur, borders=(0.5, 1.5)):
    return np.diff(stats.norm(middle, blur).cdf([-np.inf, *borders, np.inf]))


def test_without_head_and_guesses_it_is_an_ordered_probit():
    from statsmodels.miscmodels.ordinal_model import OrderedModel

    # statsmodels knows the thresholds as the first one and the logarithms of the steps to the next ones.
    rng = np.random.default_rng(0)
    gaze, blur = rng.integers(0, 4, 400), 0.7
    choice = np.clip(np.rint(gaze + blur * rng.standard_normal(400)), 0, 3).astype(int)
    model = OrderedModel(choice, gaze[:, None], distr="probit")
    theirs = model.loglike([1 / blur, 0.5 / blur, np.log(1 / blur), np.log(1 / blur)])
    # The head weighs nothing, wherever it is.
    cells = gather(photos(4, gaze, (gaze + 1) % 4, choice[:, None]))
    theta = vector(head_weight=1e-12, guessing=1e-12, eye_blur=blur)
    ours = (np.log(choice_probabilities(theta, cells)[0]) * np.where(cells.counts > 0, cells.counts, 0)).sum()
    assert ours == pytest.approx(theirs, abs=1e-6)


def test_probabilities_and_regions_of_the_categories_by_hand():
    """A coin, a blend and guesses; effects of view, proximity and number; what is absent or unread."""
    theta = vector(head_weight=0.6, coin_share=0.5, eye_blur=0.4, head_blur=0.8, guessing=0.2, middle=np.log(2))
    found = choice_probabilities(theta, gather(photos(3, [2], [0], [[0]])))[0, 0]
    alone, weight = 0.3, 0.3 / 0.7
    seen = alone * blurred(0, 0.8) + (1 - alone) * blurred(2 * (1 - weight), 0.4)
    assert found == pytest.approx(0.8 * seen + 0.2 * np.array([1, 2, 1]) / 4, abs=1e-12)

    effects = {"head_weight_side": 0.6, "blur_proximity": 0.2, "blur_objects": 0.3}
    theta = vector(head_weight=0.5, guessing=1e-12, coin_share=1e-12, eye_blur=0.5, **effects)
    found = choice_probabilities(theta, gather(photos(2, [1], [0], [[0]], view=1, proximity=3)))[0, 0]
    weight = 1 / (1 + np.exp(-0.2))  # side views are a third above the mean of the views
    assert found == pytest.approx(blurred(1 - weight, 0.5 * np.exp(0.2 - 0.3), [0.5]), abs=1e-9)

    unread, scenes = np.array([[1, 1, -1, -2], [3, 2, 2, 0]]), np.array([[0, 1], [2, 2], [0, 0], [2, 2]])
    cells = gather(Photos(*scenes, np.array([2, 4]), np.array([1, 3]), np.array([0, 1]), unread))
    assert cells.counts.tolist() == [[0, 2, 0, 0], [1, 0, 2, 1]]
    found = choice_probabilities(vector(), cells)[0]
    assert (found.sum(axis=1), found[0, 2:].tolist()) == (pytest.approx(1), [0, 0])
    for expected, *values in (
        (1, -0.04, 0.0, 0.0, 0.3), (2, -0.06, 0.05, 0.9, 0.0), (3, -0.3, 0.95, 0.9, 0.2),
        (2, -0.4, 0.5, 1.0, 0.96),  # nothing but guesses
        (4, 0.1, 0.3, 0.2, 0.0),  # as accurate as people on natural photos, but biased by the head
        (5, -0.3, 0.15, 0.5, 0.95),  # the limits themselves
    ):  # fmt: skip
        assert cue_model.category_of(*np.array(values)[:, None]).tolist() == [expected], values
    margins = [cue_model.category_of(*np.array([-0.07, 0.1, 0.0, 0.0]), margin=margin).item() for margin in (0.05, 0.1)]
    assert margins == [2, 1]


def test_the_posterior_is_likelihood_and_declared_priors_and_its_mode_is_found():
    theta = np.random.default_rng(0).normal(0, 1, (2, len(NAMES)))
    cells = gather(photos(3, [2], [0], [[0, 2, 2]]))
    expected = (np.log(choice_probabilities(theta, cells)) * cells.counts).sum(axis=(1, 2)) / 2
    for at, name in enumerate(NAMES):
        value = theta[:, at]
        if name in SHARES:  # a density of the share, times the derivative of the share by its log odds
            share = expit(value)
            expected += stats.beta(0.5, 0.5).logpdf(share) + np.log(share * (1 - share))
        else:
            expected += stats.norm(*cue_model.NORMAL[name]).logpdf(value)
    assert np.diff(cue_model.log_posterior(theta, cells, 2.0)) == pytest.approx(np.diff(expected))
    cells = gather(answered("head-dominant", {3: 2, 4: 1}))
    (mode,) = cue_model.find_modes(cells, 3.0)
    around = mode.theta + np.random.default_rng(0).normal(0, 0.3, (200, len(NAMES)))
    assert cue_model.log_posterior(mode.theta[None], cells, 3.0)[0] == pytest.approx(mode.value)
    assert (cue_model.log_posterior(around, cells, 3.0) < mode.value).all()


def test_shares_with_mass_at_the_ends_are_drawn():
    # Log odds of Beta(1/2, 1/2) and Beta(60, 1/2): one is flat with long tails, the other leans on its end.
    shapes = ((0.5, 0.5), (60.0, 0.5))

    def density(points):  # of the log odds, which never overflows
        pairs = zip(points.T, shapes, strict=True)
        return sum(-a * np.logaddexp(0, -x) - b * np.logaddexp(0, x) for x, (a, b) in pairs)

    mode = cue_model.Mode(np.array([0.0, 5.0]), 0.0, np.diag([9.0, 3.0]))
    share = expit(cue_model.posterior_draws([mode], density, np.random.default_rng(0), 8000))
    for at, shape in enumerate(shapes):
        quantiles = [0.1, 0.25, 0.5, 0.75, 0.9]
        below = (share[:, at][:, None] < stats.beta(*shape).ppf(quantiles)).mean(axis=0)
        assert below == pytest.approx(quantiles, abs=0.04)


def test_the_gap_is_a_t_test_against_people(refuses):
    def gap(correct, people, replies=10):
        """Draws of the gap for photos with natural heads, one a scene, with so many right answers of ten."""
        choices = [[0] * right + [1] * (10 - right) + [-1] * (replies - 10) for right in correct]
        rows = np.zeros(len(correct), dtype=int)
        return cue_model.gap_draws(photos(2, rows, rows - 1, choices), people, np.random.default_rng(0), 200_000)

    correct = [9, 7, 8, 10, 6, 8]
    found = gap(correct, HumanReference({2: 0.9}, {2: 0.0}))
    theirs = stats.ttest_1samp(np.array(correct) / 10, 0.9).confidence_interval(0.95)
    assert np.quantile(found, [0.025, 0.975]) == pytest.approx([theirs.low - 0.9, theirs.high - 0.9], abs=0.003)
    # The error of people widens it, and replies without an answer are wrong.
    found = gap([8, 8, 8, 8, 8, 8], HumanReference({2: 0.9}, {2: 0.03}))
    assert (found.mean(), found.std()) == pytest.approx((-0.1, 0.03), rel=0.02)
    assert gap([10, 10, 10], HumanReference({2: 0.5}), 20) == pytest.approx(0.0)
    assert gap([10], STUDY) is None
    refuses(gap, ([10, 9], HumanReference({3: 0.8}), "no accuracy for 2 objects"))


@pytest.fixture(scope="module")
def fitted():
    """The fit of an observer, made once."""
    return cache(lambda name: fit_cue_model(answered(name, None if name in NIGHTLY else HALF)))


@pytest.mark.long
@pytest.mark.parametrize(("name", "category"), [*RECOVERED.items(), *RARE])
def test_simulated_observers_are_recovered(fitted, name, category):
    found = fitted(name)
    assert sum(found.probabilities.values()) == pytest.approx(1)
    assert found.probabilities[category] > 0.9
    assert (found.warnings, "coin share" in found.explain()) == ((), category > 3)
    if category > 3:
        agent = agents.AGENTS[name]
        assert found.quantities["head_weight"].estimate == pytest.approx(agent.head_weight + agent.head_odds, abs=0.06)
        low, high = found.quantities["guessing"].interval
        assert low - 0.03 < agent.guess < high + 0.03


@pytest.mark.long
def test_repeated_answers_are_not_taken_for_evidence_and_thin_data_people_and_words(refuses, fitted):
    # Sixteen equal answers to a photo say as much as one.
    once = answered("head-only", prompts=1)
    one, many = fit_cue_model(once), fit_cue_model(replace(once, choices=np.repeat(once.choices, 16, axis=1)))
    assert one.dependence < 1.5
    assert many.dependence == pytest.approx(16 * one.dependence, rel=0.1)
    for key in ("head_weight", "guessing", "eye_blur"):
        width, other = (np.ptp(fit.quantities[key].interval) for fit in (one, many))
        assert other == pytest.approx(width, rel=0.25)
    refuses(fit_cue_model, (answered("coin-flip", {2: 1}, prompts=2), "apart in 9 scenes with answers, and 10 are"))
    data = answered("human", {2: 1, 3: 1, 4: 1}, prompts=4)
    perfect = HumanReference(dict.fromkeys((2, 3, 4), 1.0))
    assert [fit_cue_model(data, perfect, margin, draws=500).category for margin in (0.05, 0.3)] == [2, 1]
    json.dumps(fitted("coin-flip").as_dict(), allow_nan=False)
    torn = replace(fitted("coin-flip"), probabilities={1: 0, 2: 0, 3: 0.05, 4: 0.4, 5: 0.55})
    assert torn.category == "unclear"
