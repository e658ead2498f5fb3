"""The gap between a model and people, against a t-test."""

import numpy as np
import pytest
from scipy import stats

from vlmeval_hvs.metrics.characterization.reference import STUDY, HumanReference
from vlmeval_hvs.metrics.cue_model import answers
from vlmeval_hvs.metrics.cue_model.people import gap_draws


def gap(correct, people, trials=None):
    """Draws of the gap for photos with natural heads, one a scene, with so many right answers of ten."""
    rows = np.arange(len(correct))
    counts = np.column_stack([correct, 10 - np.array(correct)])
    columns = (rows, 0 * rows, 0 * rows + 1, 0 * rows + 2, 0 * rows, 0 * rows - 1, counts)
    return gap_draws(answers(*columns, trials), people, np.random.default_rng(0), 200_000)


def test_the_gap_is_a_t_test_against_people():
    correct = [9, 7, 8, 10, 6, 8]
    found = gap(correct, HumanReference({2: 0.9}, {2: 0.0}))
    theirs = stats.ttest_1samp(np.array(correct) / 10, 0.9).confidence_interval(0.95)
    assert np.quantile(found, [0.025, 0.975]) == pytest.approx([theirs.low - 0.9, theirs.high - 0.9], abs=0.003)


def test_the_error_of_people_widens_it_and_unmatched_replies_are_wrong(refuses):
    found = gap([8, 8, 8, 8, 8, 8], HumanReference({2: 0.9}, {2: 0.03}))
    assert (found.mean(), found.std()) == pytest.approx((-0.1, 0.03), rel=0.02)
    assert gap([10, 10, 10], HumanReference({2: 0.5}), trials=[20, 20, 20]) == pytest.approx(0.0)
    assert gap([10], STUDY) is None
    refuses(gap, ([10, 9], HumanReference({3: 0.8}), "no human accuracy for 2 objects"))
