"""Shared sums give the densities of all participants but one, as found alone."""

import numpy as np
import pytest

from vlmeval_hvs.metrics.kde import gaussian_kde_map, select_bandwidth
from vlmeval_hvs.metrics.left_out import left_out_bandwidths, left_out_maps
from vlmeval_hvs.metrics.maps import MapScorer

SHAPE = (150, 200)


def crowd(seed, people=6, longest=5):
    rng = np.random.default_rng(seed)
    counts = rng.integers(1, longest + 1, people)
    spots = rng.uniform(0, 1, (3, 2)) * SHAPE
    points = np.clip(spots[rng.integers(0, 3, counts.sum())] + rng.normal(0, 12, (counts.sum(), 2)), 0, (149, 199))
    return points, counts


def others(points, counts, person):
    ends = np.cumsum(counts)
    return np.delete(points, np.s_[ends[person] - counts[person] : ends[person]], axis=0)


def odd_crowds():
    rng = np.random.default_rng(5)
    yield np.repeat([[30.0, 40.0]], 9, axis=0), [3, 3, 3]  # all at one place
    yield np.array([[10.0, 10.0], [12.0, 10.0], [140.0, 190.0]]), [2, 1]  # far apart: single kernels underflow
    yield rng.uniform(0, 1, (20, 2)) * SHAPE, [0, 7, 0, 13]  # somebody without a fixation
    yield rng.uniform(0, 1, (3, 2)) * SHAPE, [3]  # nobody else
    yield crowd(1, 11, longest=9)


@pytest.mark.long
def test_bandwidths_are_those_of_each_participant_alone():
    for points, counts in odd_crowds():
        for shape in (SHAPE, (24, 32)):
            scaled = points * np.array(shape) / SHAPE
            found = left_out_bandwidths(*scaled.T, counts, shape)
            alone = [select_bandwidth(*others(scaled, counts, person).T, shape) for person in range(len(counts))]
            assert found.tolist() == alone


@pytest.mark.parametrize(
    ("points", "counts", "shape"),
    [
        (*crowd(3), SHAPE),
        # Where only the one who is left out looked, nearly all digits are taken away again.
        (np.array([[570.0, 770], [580, 760], [40, 50], [60, 60], [50, 40]]), [2, 2, 1], (600, 800)),
    ],
)
def test_densities_are_those_of_the_others_alone(points, counts, shape):
    found = dict(left_out_maps(*points.T, counts, shape))
    assert sorted(found) == list(range(len(counts)))
    for person, density in found.items():
        rest = others(points, counts, person)
        scorer = MapScorer(gaussian_kde_map(*rest.T, shape, select_bandwidth(*rest.T, shape)))
        for place in [(10, 10), (149, 199), *points.astype(int).tolist()]:
            got, expected = density.score(*place), scorer(*place)
            if expected.log_likelihood > -20:  # a drawn map has no digits in its tails
                assert got.auc == pytest.approx(expected.auc, abs=3 / np.prod(shape))
            assert got[1:3] == pytest.approx(expected[1:3], abs=1e-8)
            assert got.log_likelihood == pytest.approx(expected.log_likelihood)
