"""Priors against scipy's densities, gradients and information against differences."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats
from scipy.special import expit

from vlmeval_hvs.metrics.cue_model import posterior as posteriors
from vlmeval_hvs.metrics.cue_model.cells import gather
from vlmeval_hvs.metrics.cue_model.choice import NAMES, choice_model, log_likelihood
from vlmeval_hvs.metrics.cue_model.posterior import FARTHEST, NORMAL, SHARES, Posterior, find_modes, starts


@pytest.fixture(scope="module")
def cells(ask, observers):
    return gather(ask(observers["blend"], combinations={3: 2, 4: 1}))


def test_priors_are_those_that_are_declared():
    theta = np.random.default_rng(0).normal(0, 1, (2, len(NAMES)))
    expected = np.zeros(2)
    for at, name in enumerate(NAMES):
        value = theta[:, at]
        if name in SHARES:  # a density of the share, times the derivative of the share by its log odds
            share = expit(value)
            expected += stats.beta(0.5, 0.5).logpdf(share) + np.log(share * (1 - share))
        else:
            expected += stats.norm(*NORMAL[name]).logpdf(value)
    assert np.diff(posteriors.log_prior(theta)[0]) == pytest.approx(np.diff(expected))


def test_the_gradient_is_the_derivative(cells):
    posterior, theta = Posterior(cells, 3.0), np.random.default_rng(1).normal(0, 0.5, len(NAMES))
    value, slope = posterior.negative(theta)
    assert value == pytest.approx(-posterior(theta[None])[0])
    steps = 1e-5 * np.eye(len(NAMES))
    change = [(posterior.negative(theta + step)[0] - posterior.negative(theta - step)[0]) / 2e-5 for step in steps]
    assert slope == pytest.approx(change, rel=1e-5, abs=1e-5)
    theta[0] = FARTHEST + 0.1
    assert posterior(theta[None])[0] == -np.inf


def test_modes_are_found_once_and_from_everywhere(cells):
    modes = find_modes(Posterior(cells), starts())
    assert len(modes) == 1
    assert modes[0].converged
    _, slope = Posterior(cells).negative(modes[0].theta)
    assert np.abs(slope).max() < 0.1
    assert expit(modes[0].theta[NAMES.index("head_weight")]) == pytest.approx(0.7, abs=0.1)


def test_the_information_is_the_expected_curvature(cells):
    # With the counts that the model expects, the information is minus the second derivative of the likelihood.
    theta = find_modes(Posterior(cells), starts())[0].theta
    model = choice_model(cells)
    expected = model(theta[None])[0][0] * cells.counts.sum(axis=1, keepdims=True)
    fisher = Posterior(replace(cells, counts=expected)).information(theta)[0]
    step = 1e-3 * np.eye(len(NAMES))
    for row in (0, 3, 4, 9):
        column = 9 if row == 0 else row
        signs = np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]])
        points = theta + signs[:, :1] * step[row] + signs[:, 1:] * step[column]
        values = log_likelihood(model(points)[0], expected)
        second = (values[0] - values[1] - values[2] + values[3]) / 4e-6
        assert -second == pytest.approx(fisher[row, column], rel=0.01, abs=0.5)
