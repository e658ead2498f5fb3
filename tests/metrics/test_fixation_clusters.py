"""Mean shift against scikit-learn, and the choice of its bandwidth against published code."""

import numpy as np
import pytest

from vlmeval_hvs.metrics.fixation_clusters import change_rate, cluster_fixations, mean_shift, typical_distance

# GazeXplain (chenxy99/GazeXplain at 443f4aa), src/preprocess/COCOSearch18/proprecess_TP_SScluster.py, run on the paths
# below: it prints these centres and strings.
CENTRES = [
    [188.857143, 128.285714], [299.333333, 195.666667], [127.333333, 87.333333], [458.8, 294.8], [400.6, 258.2],
    [21.5, 18.5], [471.0, 5.0],
]  # fmt: skip
STRINGS = [[5, 0, 2, 1], [2, 1, 0, 3, 4], [0, 4, 1, 5, 3, 0], [1, 3, 4, 2], [4, 5, 5, 0, 0], [3, 0, 2, 1, 1, 6]]


def test_clusters_are_the_published_ones(refuses):
    steps = [np.arange(len(string)) for string in STRINGS]
    paths = [
        ((number * 97 + k * k * 131 + k * 59) % 512, (number * 61 + k * k * 83 + k * 37) % 320)
        for number, k in enumerate(steps)
    ]
    clusters = cluster_fixations(paths)
    assert np.allclose(clusters.centres, CENTRES, atol=1e-6)
    assert [clusters.labels(x, y) for x, y in paths] == STRINGS
    assert change_rate([[0, 0, 1], [1, 0]], 2) == (2 - 1) / 2  # saccades between clusters against those within
    one = cluster_fixations([([5, 5], [7, 7]), ([5], [7])])
    assert (one.centres.tolist(), one.labels([0, 100], [0, 100])) == ([[5, 7]], [0, 0])
    refuses(cluster_fixations, *((empty, "fixation") for empty in ([], [([], [])], [([1.0, np.nan], [1.0, 2.0])])))


@pytest.mark.long
def test_mean_shift_is_that_of_scikit_learn():
    from sklearn.cluster import MeanShift, estimate_bandwidth

    for case in (0, 1):
        generator = np.random.default_rng(case)
        middles = generator.random((4, 2)) * (1024, 768)
        points = middles[generator.integers(4, size=40)] + generator.normal(0, 40, (40, 2))
        if case:
            points = points.round(-1)  # duplicates, and distances that equal the bandwidth
        distance = typical_distance(points)
        assert distance == pytest.approx(estimate_bandwidth(points), rel=1e-12)
        for factor in (0.2, 0.8):
            expected = MeanShift(bandwidth=distance * factor).fit(points)
            assert np.allclose(mean_shift(points, distance * factor), expected.cluster_centers_, atol=1e-9)
    many = np.random.default_rng(9).random((700, 2))
    assert typical_distance(many) == pytest.approx(estimate_bandwidth(many), rel=1e-12)
    # Few fixations are clusters of their own, as published.
    points = np.array([[5, 5], [9, 9], [5, 5], [400, 3]], dtype=float)
    centres = cluster_fixations([(points[:, 0], points[:, 1])]).centres
    assert np.array_equal(centres, MeanShift(bandwidth=None).fit(points).cluster_centers_)
