"""The gap between a model and people, against a t-test."""

import numpy as np
import pytest
from scipy import stats

from vlmeval_hvs.metrics.characterization.reference import STUDY, HumanReference
from vlmeval_hvs.metrics.cue_model import answers
from vlmeval_hvs.metrics.cue_model.people import gap_draws


def natural(correct, n=2, trials=None):
    """Photos with natural heads, one a scene, with so many right answers of ten."""
    size = len(correct)
    counts = np.zeros((size, n), dtype=int)
    counts[:, 0], counts[:, 1] = correct, 10 - np.array(correct)
    columns = (np.arange(size), np.zeros(size), np.ones(size), np.full(size, n), np.zeros(size), np.full(size, -1))
    return answers(*columns, counts, trials)


def drawn(data, people, count=200_000):
    return gap_draws(data, people, np.random.default_rng(0), count)


def test_the_gap_is_a_t_test_against_people():
    correct = [9, 7, 8, 10, 6, 8]
    found = drawn(natural(correct), HumanReference({2: 0.9}, {2: 0.0}))
    theirs = stats.ttest_1samp(np.array(correct) / 10, 0.9).confidence_interval(0.95)
    assert np.quantile(found, [0.025, 0.975]) == pytest.approx([theirs.low - 0.9, theirs.high - 0.9], abs=0.003)


def test_the_error_of_people_widens_it_and_unmatched_replies_are_wrong():
    found = drawn(natural([8, 8, 8, 8, 8, 8]), HumanReference({2: 0.9}, {2: 0.03}))
    assert found.mean() == pytest.approx(-0.1, abs=1e-3)
    assert found.std() == pytest.approx(0.03, rel=0.02)
    found = drawn(natural([10, 10, 10], trials=[20, 20, 20]), HumanReference({2: 0.5}, {2: 0.0}))
    assert found == pytest.approx(0.0)


def test_what_cannot_be_compared():
    assert drawn(natural([10]), STUDY) is None
    with pytest.raises(ValueError, match="no human accuracy for 2 objects"):
        drawn(natural([10, 9]), HumanReference({3: 0.8}))
