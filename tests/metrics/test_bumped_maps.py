"""Maps of a few Gaussians score as the same maps drawn pixel by pixel, and as geometry says."""

import numpy as np
import pytest

from vlmeval_hvs.metrics.bumped_maps import BlockedMap, BumpedMap
from vlmeval_hvs.metrics.maps import MapScorer


def smooth(shape, rng):
    rows = np.cos(np.arange(shape[0]) / 9 + rng.random()) + 1.5
    columns = np.sin(np.arange(shape[1]) / 13 + rng.random()) + 1.5
    return np.outer(rows, columns) + 0.3 * np.outer(columns[:1].repeat(shape[0]), rows[:1].repeat(shape[1]))


def drawn(shape, points, weights, sigma):
    y, x = np.mgrid[: shape[0], : shape[1]] + 0.5
    squared = [(y - row) ** 2 + (x - column) ** 2 for row, column in points]
    return sum(w * np.exp(-one / (2 * sigma**2)) for one, w in zip(squared, weights, strict=True))


def agrees(got, expected, size):
    assert got.auc == pytest.approx(expected.auc, abs=3 / size)  # ties that rounding breaks
    assert got[1:] == pytest.approx(expected[1:], abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("shape", [(61, 83), (16, 16), (1, 50)])
def test_scores_are_those_of_the_drawn_map(shape):
    rng = np.random.default_rng(1)
    for k, share in ((1, 0.0), (3, 0.4), (20, 0.4)):
        points = rng.uniform(0, 1, (k, 2)) * shape
        weights, sigma, base = rng.uniform(0.1, 2, k), rng.uniform(0.08, 0.4) * max(shape), smooth(shape, rng)
        fast = BumpedMap(shape, points, weights, sigma, BlockedMap(base), share, floor=0.2)
        slow = MapScorer(drawn(shape, points, weights, sigma) + share * base + 0.2, base)
        for row, column in rng.integers(0, shape, (8, 2)):
            agrees(fast.score(row, column, base[row, column] / base.sum()), slow(row, column), base.size)


def test_pixels_that_differ_by_rounding_are_equal():
    base = 1e6 * (1 + 1e-15 * np.random.default_rng(0).standard_normal((48, 48)))
    bumped = BumpedMap((48, 48), [(24, 24)], [1e-24], 5.0, BlockedMap(base))
    assert bumped.score(*np.unravel_index(base.argmax(), base.shape)).auc == 0.5
