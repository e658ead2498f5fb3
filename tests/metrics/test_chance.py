"""The distribution of the mean under guessing, against scipy, enumeration and simulation."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from vlmeval_hvs.metrics import chance, null_interval
from vlmeval_hvs.metrics.chance import Chance

TAIL = 0.025
# Sums of these are exact, so that enumeration sees the same ties as the fast way.
PROBABILITIES = st.sampled_from([0.0, 0.125, 0.25, 0.5, 0.625, 0.75, 1.0])


def enumerated(probabilities, weights, level=0.95):
    """Quantiles of the weighted mean from all 2^n outcomes."""
    p, w = np.asarray(probabilities, dtype=float), np.asarray(weights, dtype=float)
    outcomes = np.array(list(itertools.product((0, 1), repeat=len(p))))
    mass = np.where(outcomes == 1, p, 1 - p).prod(axis=1)
    means = outcomes @ w / w.sum()
    order = np.argsort(means, kind="stable")
    means, below = means[order], np.cumsum(mass[order])
    tail = (1 - level) / 2
    return means[np.argmax(below >= tail - 1e-9)], means[np.argmax(below >= 1 - tail - 1e-9)]


def test_equal_probabilities_are_binomial():
    for n, level in (
        (1, 0.95),
        (2, 0.95),
        (3, 0.5),
        (7, 0.95),
        (40, 0.95),
        (400, 0.8),
        (400, 0.999999),
        (10_000, 0.95),
    ):
        tail = (1 - level) / 2
        for p in (0.001, 0.2, 0.25, 1 / 3, 0.5, 0.9):
            found = null_interval(np.full(n, p), level=level)
            assert found.value == pytest.approx(p, abs=1e-12)
            assert (found.low * n, found.high * n) == pytest.approx((binom.ppf(tail, n, p), binom.isf(tail, n, p)))


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(PROBABILITIES, st.sampled_from([0.1, 0.3, 1.0, 2.5, 7.0])), min_size=1, max_size=9),
    st.sampled_from([0.5, 0.9, 0.95]),
)
def test_equals_enumeration(trials, level):
    p, w = zip(*trials, strict=True)
    found = null_interval(p, w, level)
    assert found[1:] == pytest.approx(enumerated(p, w, level), abs=1e-9)
    assert found.value == pytest.approx(np.dot(p, w) / np.sum(w))


def test_equals_enumeration_for_any_numbers():
    for seed in range(8):
        rng = np.random.default_rng(seed)
        n = int(rng.integers(1, 12))
        p, w = rng.random(n), rng.random(n) + 0.01
        assert null_interval(p, w)[1:] == pytest.approx(enumerated(p, w), abs=1e-9)


def group_weights(sizes):
    """Rows of groups that count alike: each row weighs 1 / (groups * rows of its group)."""
    return np.concatenate([np.full(n, 1 / (len(sizes) * n)) for n in sizes])


def test_groups_that_count_alike_equal_simulation():
    rng = np.random.default_rng(3)
    sizes = (700, 130, 41)
    p = np.concatenate([np.full(n, share) for n, share in zip(sizes, (0.25, 0.5, 1 / 6), strict=True)])
    w = group_weights(sizes)
    means = np.concatenate([(rng.random((2_000, len(p))) < p) @ w for _ in range(20)])
    found = null_interval(p, w)
    # The standard error of these simulated quantiles is about 5e-4.
    assert found.low == pytest.approx(np.quantile(means, TAIL), abs=2e-3)
    assert found.high == pytest.approx(np.quantile(means, 1 - TAIL), abs=2e-3)
    assert found.value == pytest.approx((0.25 + 0.5 + 1 / 6) / 3)


def test_a_lattice_is_off_by_half_a_step_per_weight_at_most(monkeypatch):
    for seed in range(3):
        rng = np.random.default_rng(seed)
        sizes = rng.integers(2, 30, 3)
        p, w = rng.random(sizes.sum()), group_weights(sizes.tolist())
        exact = null_interval(p, w)
        for points in (50, 200, 1000):
            monkeypatch.setattr(chance, "_POINTS", points)
            rough = null_interval(p, w)
            monkeypatch.undo()
            assert rough.value == exact.value
            bound = len(np.unique(w)) / 2 / points + 1e-9
            assert np.abs(np.subtract(rough, exact)).max() <= bound


def test_certain_outcomes_have_no_width():
    for n in (1, 3, 1000):
        for p in (0, 1):
            assert null_interval([p] * n) == (p, p, p)
            assert null_interval([p] * n, np.random.default_rng(n).random(n) + 0.1) == (p, p, p)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=300), st.sampled_from([0.5, 0.9, 0.95, 0.99]))
def test_the_interval_lies_around_the_mean(p, level):
    found = null_interval(p, level=level)
    assert isinstance(found, Chance)
    assert all(type(number) is float for number in found)
    assert 0 <= found.low <= found.high <= 1
    # Discrete outcomes: the mean can miss the interval by less than one answer.
    assert found.low - 1 / len(p) < found.value < found.high + 1 / len(p)
    mirrored = null_interval([1 - q for q in p], level=level)
    assert mirrored.value == pytest.approx(1 - found.value)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0.01, 1)), min_size=1, max_size=40), st.randoms())
def test_order_and_scale_of_the_weights_do_not_matter(trials, random):
    p, w = zip(*trials, strict=True)
    found = null_interval(p, w)
    shuffled = random.sample(trials, len(trials))
    again = null_interval([q for q, _ in shuffled], [8 * v for _, v in shuffled])
    assert again == pytest.approx(found, abs=1e-6)


def test_rows_without_weight_do_not_count():
    assert null_interval([0.3, 0.9, 0.3], [1, 0, 1]) == null_interval([0.3, 0.3])


def test_many_trials_are_normal():
    rng, n = np.random.default_rng(1), 20_000
    p, w = rng.uniform(0.1, 0.6, n), group_weights(rng.multinomial(n - 1200, np.full(12, 1 / 12)) + 100)
    for weights in (None, w):
        found = null_interval(p, weights)
        share = np.full(n, 1 / n) if weights is None else w
        sd = np.sqrt((share**2 * p * (1 - p)).sum())
        assert found.high - found.low == pytest.approx(2 * 1.959964 * sd, abs=3 / n)


def test_wrong_input_is_said():
    for arguments, words in (
        (([],), "at least one"),
        (([0.5, 1.2],), "between 0 and 1"),
        (([0.5, float("nan")],), "between 0 and 1"),
        (([0.5], [1, 2]), "1 probabilities but 2 weights"),
        (([0.5, 0.5], [1, -1]), "weights"),
        (([0.5, 0.5], [0, 0]), "weights"),
        (([0.5, 0.5], [1, float("inf")]), "weights"),
        (([0.5], None, 1.0), "level"),
    ):
        with pytest.raises(ValueError, match=words):
            null_interval(*arguments)


def test_a_result_lies_above_inside_or_below():
    guessing = Chance(0.25, 0.17, 0.34)
    assert [guessing.mark(value) for value in (0.16, 0.17, 0.34, 0.35)] == ["below", "inside", "inside", "above"]
