"""Draws from densities that are known exactly."""

import numpy as np
import pytest
from scipy import stats

from vlmeval_hvs.metrics.cue_model.sampling import draw


def drawn(density, centres):
    return draw(density, centres, np.random.default_rng(0), count=8000, enough=3000)


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


def test_two_modes_keep_their_masses_and_covariances():
    covariance = np.array([[0.25, 0.3], [0.3, 1.0]])
    modes = ((0.3, [-3, 0]), (0.7, [3, 1]))

    def density(points):
        return np.logaddexp(*(np.log(p) + stats.multivariate_normal(m, covariance).logpdf(points) for p, m in modes))

    found = drawn(density, [(np.array([m, 0.0]), np.eye(2)) for m in (3.0, -3.0)])
    assert found.effective > 3000
    left = found.values[:, 0] < 0
    assert left.mean() == pytest.approx(0.3, abs=0.02)
    for side, (_, mean) in zip((left, ~left), modes, strict=True):
        assert found.values[side].mean(axis=0) == pytest.approx(mean, abs=0.06)
        assert np.cov(found.values[side].T) == pytest.approx(covariance, abs=0.1)
