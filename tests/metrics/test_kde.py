"""Densities of fixations and their bandwidths, against scikit-learn."""

import numpy as np
import pytest

from vlmeval_hvs.metrics import gaussian_kde_map, select_bandwidth
from vlmeval_hvs.metrics.kde import bandwidth_grid


def fixations(n, shape):
    points = np.random.default_rng(0).normal((shape[0] / 2, shape[1] / 2), (shape[0] / 25, shape[1] / 20), (n, 2))
    return np.clip(points, 0, np.array(shape) - 1)


@pytest.mark.long
def test_bandwidth_and_density_equal_scikit_learns():
    from sklearn.model_selection import GridSearchCV, KFold
    from sklearn.neighbors import KernelDensity

    for n, shape in ((2, (96, 128)), (3, (768, 1024)), (23, (768, 1024)), (60, (24, 32))):
        points, tried = fixations(n, shape), bandwidth_grid(shape)[::8]
        search = GridSearchCV(KernelDensity(), {"bandwidth": tried}, cv=KFold(min(5, n))).fit(points)
        assert select_bandwidth(*points.T, shape, candidates=tried) == search.best_params_["bandwidth"], (n, shape)
    points = fixations(15, (48, 64))
    pixels = np.stack(np.mgrid[:48, :64], axis=-1).reshape(-1, 2) + 0.5
    expected = np.exp(KernelDensity(bandwidth=7.5).fit(points).score_samples(pixels)).reshape(48, 64)
    np.testing.assert_allclose(gaussian_kde_map(*points.T, (48, 64), 7.5), expected, rtol=1e-11)


def test_grids_are_the_published_ones_weights_equal_repeated_fixations_and_odd_ones_have_a_bandwidth(refuses):
    for shape, size, ends in (((768, 1024), 200, [15, 70]), ((24, 32), 100, [0.1, 10])):
        grid = bandwidth_grid(shape)
        assert (len(grid), grid[[0, -1]]) == (size, pytest.approx(ends))
    assert 15 <= select_bandwidth([5], [5], (768, 1024)) <= 70
    assert select_bandwidth([5, 5, 5], [9, 9, 9], (768, 1024)) == 15
    assert select_bandwidth([0, 700], [0, 1000], (768, 1024)) == 70
    plain = gaussian_kde_map([1, 8, 8], [2, 9, 9], (12, 14), 2.0)
    np.testing.assert_allclose(plain, gaussian_kde_map([1, 8], [2, 9], (12, 14), 2.0, weights=[1, 2]))
    shape = (4, 4)
    refuses(gaussian_kde_map, ([], [], shape, 1.0, "at least one"), ([np.nan], [1], shape, 1.0, "finite"))
    refuses(select_bandwidth, ([1, 2], [1], shape, "rows but"))
