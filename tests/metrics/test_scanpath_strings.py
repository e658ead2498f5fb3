"""Sequence scores against the published evaluation code."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vlmeval_hvs.metrics.scanpath_strings import labels_at, over_time, sequence_score, sequence_similarity

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
