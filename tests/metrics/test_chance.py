"""The distribution of the mean under guessing, against scipy, enumeration and theory."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from vlmeval_hvs.metrics import null_interval
from vlmeval_hvs.metrics.chance import Chance

# Sums of these are exact, so that enumeration sees the same ties as the fast way.
PROBABILITIES = st.sampled_from([0.0, 0.125, 0.25, 0.5, 0.625, 0.75, 1.0])
TRIALS = st.lists(st.tuples(PROBABILITIES, st.sampled_from([0.1, 0.3, 1.0, 2.5, 7.0])), min_size=1, max_size=9)


def enumerated(probabilities, weights, level=0.95):
    """Quantiles of the weighted mean from all 2^n outcomes."""
    p, w = np.asarray(probabilities, dtype=float), np.asarray(weights, dtype=float)
    outcomes = np.array(list(itertools.product((0, 1), repeat=len(p))))
    mass, means = np.where(outcomes == 1, p, 1 - p).prod(axis=1), outcomes @ w / w.sum()
    order = np.argsort(means, kind="stable")
    means, below, tail = means[order], np.cumsum(mass[order]), (1 - level) / 2
    return means[np.argmax(below >= tail - 1e-9)], means[np.argmax(below >= 1 - tail - 1e-9)]


def test_equal_probabilities_are_binomial():
    for n, level in ((1, 0.95), (2, 0.5), (40, 0.95), (400, 0.999999), (10_000, 0.95)):
        for p in (0, 0.001, 1 / 3, 0.9, 1):
            found, tail = null_interval(np.full(n, p), level=level), (1 - level) / 2
            assert found.value == pytest.approx(p, abs=1e-12)
            expected = (0, 0) if p == 0 else (binom.ppf(tail, n, p), binom.isf(tail, n, p))
            assert (found.low * n, found.high * n) == pytest.approx(expected)


@pytest.mark.long
@settings(max_examples=40, deadline=None)
@given(TRIALS, st.sampled_from([0.5, 0.9, 0.95]))
def test_equals_enumeration_whatever_the_scale_of_the_weights(trials, level):
    p, w = zip(*trials, strict=True)
    found = null_interval(p, w, level)
    assert found[1:] == pytest.approx(enumerated(p, w, level), abs=1e-9)
    assert found.value == pytest.approx(np.dot(p, w) / np.sum(w))
    again = null_interval([*p, 0.7], [*(8 * one for one in w), 0], level)  # a weight of 0 counts nothing
    assert again == pytest.approx(found, abs=1e-6)


@pytest.mark.long
def test_any_numbers_and_many_of_them_wrong_ones_and_marks(refuses):
    rng = np.random.default_rng(0)
    p, w = rng.random(9), rng.random(9) + 0.01
    assert null_interval(p, w)[1:] == pytest.approx(enumerated(p, w), abs=1e-9)
    p, w = rng.uniform(0.1, 0.9, 1000), rng.random(1000)
    found, sd = null_interval(p, w), np.sqrt((w**2 * p * (1 - p)).sum()) / w.sum()
    assert found[1:] == pytest.approx(found.value + 1.959964 * sd * np.array([-1, 1]), abs=5e-4)
    refuses(null_interval, ([], "at least one"), ([0.5, 1.2], "between 0 and 1"), ([0.5, 0.5], [1, -1], "weights"))
    marks = [Chance(0.25, 0.17, 0.34).mark(value) for value in (0.16, 0.17, 0.34, 0.35)]
    assert marks == ["below", "inside", "inside", "above"]
