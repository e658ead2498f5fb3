"""The Bayesian searcher: what it sees, believes and asks for next."""

import numpy as np
import pytest
from scipy.stats import multivariate_normal

from vlmeval_hvs.benchmarks.visual_search.searchers import grid
from vlmeval_hvs.benchmarks.visual_search.searchers.bayesian import BayesianSearcher


def log_posterior(history, **options):
    return np.log(BayesianSearcher((768, 1024), (400, 700, 464, 764), **options).posterior(history)).ravel()


def test_visibility_is_the_published_one_to_the_last_digit():
    height, width = grid.IMAGE_SHAPE
    rows, columns = np.meshgrid(np.linspace(0, height, 24), np.linspace(0, width, 32), indexing="ij")
    places = np.stack([columns.ravel(), rows.ravel()], axis=1)
    centres = [(column * 32 + 16, row * 32 + 16) for row in range(24) for column in range(32)]
    seen = [multivariate_normal.pdf(places, mean=centre, cov=[[4000, 0], [0, 2600]]) for centre in centres]
    shifted = np.array(seen) - np.min(seen)
    np.testing.assert_array_equal(grid.visibility()[0], shifted / shifted.max() * 3)


def test_prior_keeps_every_cell_possible():
    spot = np.zeros(grid.IMAGE_SHAPE)
    assert np.allclose(grid.prior_cells(spot), 1 / grid.N_CELLS)
    spot[:32, :32] = 7
    for strength in (10, 15):
        prior = grid.prior_cells(grid.centre_prior(), strength)
        assert prior.sum() == pytest.approx(1)
        assert prior.min() >= 1 / (strength * grid.N_CELLS) * 0.999
        # By hand: a cell with the whole map has (strength - 1) N + 1 of strength N, every other cell 1.
        expected = np.array([(strength - 1) * 768 + 1, 1]) / (strength * 768)
        assert grid.prior_cells(spot, strength)[:2] == pytest.approx(expected)


def test_noise_is_the_published_one_and_depends_on_the_seed_only():
    start, then = (10.0, 10.0), (700.0, 500.0)
    # What the second fixation adds: the evidence of its cell with the generator's second draw, transposed.
    generator = np.random.RandomState(1234)
    noise = [generator.standard_normal((32, 24)).T.ravel() for _ in range(2)][1]
    d_prime, seen = (values[:, 15 * 32 + 21] for values in grid.visibility())
    target = np.full(grid.GRID_SHAPE, -0.5)
    target[12:15, 21:24] = 0.5
    mean = 0.5 * target.ravel() * ((seen + 0.5) + (1.5 - seen))
    expected = (mean + noise / (3 * seen + 4)) * d_prime**2
    added = log_posterior([start, then], seed=1234) - log_posterior([start], seed=1234)
    np.testing.assert_allclose(added - added.mean(), expected - expected.mean(), atol=1e-9)


def test_evidence_counts_once_or_again_with_every_fixation():
    path = [(10.0, 10.0), (700.0, 500.0), (300.0, 300.0)]
    sums = sum(log_posterior(path[:n], evidence="once") for n in (1, 2, 3))  # the prior is flat
    repeated = log_posterior(path, evidence="repeated")
    np.testing.assert_allclose(repeated - repeated.mean(), sums - sums.mean(), atol=1e-9)
