"""Shared sums give the bandwidths and densities that scikit-learn gives for each left-out participant alone."""

import numpy as np
import pytest

from vlmeval_hvs.metrics.kde import select_bandwidth
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
    yield np.stack([np.arange(12.0) * 10, np.arange(12.0) * 10], axis=1), [1] * 12  # on a line
    yield np.array([[0.0, 0.0], [149.0, 199.0], [75.0, 100.0]]), [1, 1, 1]
    yield np.array([[10.0, 10.0], [12.0, 10.0], [140.0, 190.0]]), [2, 1]  # far apart: single kernels underflow
    yield rng.uniform(0, 1, (20, 2)) * SHAPE, [0, 7, 0, 13]  # somebody without a fixation
    yield rng.uniform(0, 1, (3, 2)) * SHAPE, [3]  # nobody else
    yield rng.uniform(0, 1, (4, 2)) * SHAPE, [3, 1]
    for seed in range(8):
        yield crowd(seed, people=int(rng.integers(2, 12)), longest=9)
    points, counts = crowd(1)
    points[3] = (5, 195)
    yield points, counts


def test_bandwidths_are_those_of_each_participant_alone():
    for points, counts in odd_crowds():
        for shape in (SHAPE, (24, 32)):
            scaled = points * np.array(shape) / SHAPE
            found = left_out_bandwidths(scaled[:, 0], scaled[:, 1], counts, shape)
            alone = [select_bandwidth(*others(scaled, counts, person).T, shape) for person in range(len(counts))]
            assert found.tolist() == alone


def test_densities_are_scikit_learns():
    neighbors = pytest.importorskip("sklearn.neighbors")
    points, counts = crowd(3)
    rows, columns = np.mgrid[: SHAPE[0], : SHAPE[1]] + 0.5
    pixels = np.stack([rows.ravel(), columns.ravel()], axis=1)
    seen = set()
    for person, density in left_out_maps(points[:, 0], points[:, 1], counts, SHAPE):
        seen.add(person)
        rest = others(points, counts, person)
        width = select_bandwidth(*rest.T, SHAPE)
        model = neighbors.KernelDensity(bandwidth=width).fit(rest)
        scorer = MapScorer(np.exp(model.score_samples(pixels)).reshape(SHAPE))
        for row, column in [(10, 10), (149, 199), (75, 100), *rest[:2].astype(int).tolist()]:
            got, expected = density.score(row, column), scorer(row, column)
            assert got.auc == pytest.approx(expected.auc, abs=3 / (SHAPE[0] * SHAPE[1]))
            assert got[1:3] == pytest.approx(expected[1:3], abs=1e-8)
            assert got.log_likelihood == pytest.approx(expected.log_likelihood, abs=1e-8)
    assert seen == set(range(len(counts)))


def test_a_place_where_only_the_left_out_looked_keeps_its_digits():
    shape, rest = (600, 800), np.array([[40.0, 50.0], [60.0, 60.0], [50.0, 40.0]])
    points = np.concatenate([[[570.0, 770.0], [580.0, 760.0]], rest])
    person, density = next(iter(left_out_maps(points[:, 0], points[:, 1], [2, 2, 1], shape)))
    assert person == 0
    width = select_bandwidth(*rest.T, shape)
    y, x = np.mgrid[:600, :800] + 0.5
    exact = MapScorer(sum(np.exp(-((y - r) ** 2 + (x - c) ** 2) / (2 * width**2)) for r, c in rest))
    for place in [(570, 770), (300, 300), (50, 50)]:
        assert density.score(*place).log_likelihood == pytest.approx(exact(*place).log_likelihood)


def test_nobody_else_is_no_map_and_counts_must_fit(refuses):
    assert list(left_out_maps([1, 2], [3, 4], [2], SHAPE)) == []
    words = "fixations of participants"
    refuses(left_out_bandwidths, *(([1, 2], [3, 4], counts, SHAPE, words) for counts in ([1], [2, 1], [-1, 3], [])))
