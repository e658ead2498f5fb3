"""Sequence scores against the published evaluation code, and clusters against scikit-learn."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vlmeval_hvs.metrics.scanpath_strings import (
    change_rate,
    cluster_fixations,
    labels_at,
    mean_shift,
    over_time,
    sequence_score,
    sequence_similarity,
    typical_distance,
)

letters = st.text("abc", max_size=6)
# Strings of six scanpaths and durations in ms, made by a rule; the first is the prediction.
STRINGS = ["5021", "21034", "041530", "1342", "45500", "302116"]
DURATIONS = [[100 + 37 * ((number * 7 + k * 5) % 11) for k in range(len(s))] for number, s in enumerate(STRINGS)]


def test_alignments_and_scores_are_the_published_ones():
    # ``nw_matching`` of HAT (cvlab-stonybrook/HAT at 557205d, common/metrics.py), run on these pairs.
    for first, second, published in (
        ("ABACADB", "BADCABA", 0.71428573), ("ABACADB", "ABCD", 0.5714286), ("BADCABA", "ABCD", 0.2857143),
        ("ABCD", "DCBA", 0.25), ("AAAA", "A", 0.25), ("AB", "CD", 0.0),
    ):  # fmt: skip
        assert sequence_similarity(first, second) == pytest.approx(published, abs=1e-7), (first, second)
    # ``compute_SS`` of HAT and of Gazeformer (cvlab-stonybrook/Gazeformer at 7147cb3, metrics.py), on these strings.
    for truncate, people, published in ((2, True, 0.3), (4, True, 0.5), (16, True, 0.37666667), (2, False, 0.22)):
        others = [string[:truncate] if people else string for string in STRINGS[1:]]
        assert sequence_score(STRINGS[0][:truncate], others) == pytest.approx(published, abs=1e-7)
    assert (sequence_score("a", ["", "a"]), np.isnan(sequence_score("a", [""]))) == (1, True)
    # ``compute_SS_Time`` of Gazeformer, run on the strings and durations above, cut to 16 and to 2 fixations.
    for cut, published in ((16, 0.3039402), (2, 0.22272727)):
        timed = [over_time(string[:cut], times[:cut]) for string, times in zip(STRINGS, DURATIONS, strict=True)]
        assert sequence_score(timed[0], timed[1:]) == pytest.approx(published, abs=1e-7)


@settings(max_examples=50)
@given(letters, letters)
def test_the_best_alignment_is_the_longest_common_subsequence(first, second):
    def parts(text):
        return {choice for n in range(len(text) + 1) for choice in combinations(text, n)}

    longest = max(len(part) for part in parts(first) & parts(second))
    assert sequence_similarity(first, second) == longest / max(len(first), len(second), 1)
    assert sequence_similarity(second, first) == sequence_similarity(first, second)


def test_labels_are_read_at_truncated_pixels_and_last_whole_bins(refuses):
    labels = np.array([[1, 2], [3, 4]], dtype=np.uint8)
    assert labels_at(labels, [0.9, 1.0], [1.99, 0.0]) == [3, 2]
    refuses(labels_at, (labels, [2.0], [0.0], "outside"), (np.zeros((2, 2, 3)), [0], [0], "two dimensions"))
    assert over_time("ab", [149, 49]) == ["a", "a"]
    assert over_time("ab", [50, 100]) == ["a", "b", "b"]
    refuses(over_time, ("ab", [100], "2 fixations but 1 durations"))


# GazeXplain (chenxy99/GazeXplain at 443f4aa), src/preprocess/COCOSearch18/proprecess_TP_SScluster.py, run on the paths
# below: it prints these centres and strings.
CENTRES = [
    [188.857143, 128.285714], [299.333333, 195.666667], [127.333333, 87.333333], [458.8, 294.8], [400.6, 258.2],
    [21.5, 18.5], [471.0, 5.0],
]  # fmt: skip
CLUSTERED = [[5, 0, 2, 1], [2, 1, 0, 3, 4], [0, 4, 1, 5, 3, 0], [1, 3, 4, 2], [4, 5, 5, 0, 0], [3, 0, 2, 1, 1, 6]]


def test_clusters_are_the_published_ones(refuses):
    steps = [np.arange(len(string)) for string in CLUSTERED]
    paths = [
        ((number * 97 + k * k * 131 + k * 59) % 512, (number * 61 + k * k * 83 + k * 37) % 320)
        for number, k in enumerate(steps)
    ]
    clusters = cluster_fixations(paths)
    assert np.allclose(clusters.centres, CENTRES, atol=1e-6)
    assert [clusters.labels(x, y) for x, y in paths] == CLUSTERED
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
