"""Draws from densities that are known exactly."""

import numpy as np
import pytest
from scipy import stats

from vlmeval_hvs.metrics.cue_model.sampling import draw


def drawn(density, centres, seed=0, count=8000):
    return draw(density, centres, np.random.default_rng(seed), count=count, enough=3000)


def test_a_correlated_normal_far_from_its_first_proposal():
    mean, covariance = np.array([2.0, -1.0, 0.5]), np.array([[2.0, 0.9, 0.0], [0.9, 1.0, 0.2], [0.0, 0.2, 0.3]])
    exact = stats.multivariate_normal(mean, covariance)
    found = drawn(exact.logpdf, [(np.zeros(3), np.eye(3))])
    assert found.values.shape == (8000, 3)
    assert found.effective > 3000
    assert found.values.mean(axis=0) == pytest.approx(mean, abs=0.06)
    assert np.cov(found.values.T) == pytest.approx(covariance, abs=0.12)


def test_shares_with_mass_at_the_ends():
    # Log odds of Beta(1/2, 1/2) and Beta(60, 1/2): one is flat with long tails, the other leans on its end.
    shapes = ((0.5, 0.5), (60.0, 0.5))

    def density(points):  # of the log odds, which never overflows
        return sum(
            -a * np.logaddexp(0, -points[:, at]) - b * np.logaddexp(0, points[:, at])
            for at, (a, b) in enumerate(shapes)
        )

    found = drawn(density, [(np.array([0.0, 5.0]), np.diag([9.0, 2.0]))])
    share = 1 / (1 + np.exp(-found.values))
    for at, shape in enumerate(shapes):
        levels = [0.1, 0.25, 0.5, 0.75, 0.9]
        below = (share[:, at][:, None] < stats.beta(*shape).ppf(levels)).mean(axis=0)
        assert below == pytest.approx(levels, abs=0.03)


def test_two_modes_keep_their_masses():
    def density(points):
        parts = [np.log(p) + stats.norm(m, 0.5).logpdf(points[:, 0]) for p, m in ((0.3, -3), (0.7, 3))]
        return np.logaddexp(*parts) + stats.norm(0, 1).logpdf(points[:, 1])

    centres = [(np.array([m, 0.0]), np.diag([0.25, 1.0])) for m in (3.0, -3.0)]
    found = drawn(density, centres)
    assert (found.values[:, 0] < 0).mean() == pytest.approx(0.3, abs=0.02)


def test_the_seed_decides():
    density = stats.multivariate_normal(np.zeros(2)).logpdf
    one, two, other = (drawn(density, [(np.zeros(2), np.eye(2))], seed) for seed in (1, 1, 2))
    assert np.array_equal(one.values, two.values)
    assert not np.array_equal(one.values, other.values)
