"""The rules that choose the next cell, beside slow integrals and the published code."""

import math

import numpy as np
import pytest
from scipy.stats import norm

from speed.peers import reference_accuracy
from vlmeval_hvs.benchmarks.visual_search.searchers import grid
from vlmeval_hvs.benchmarks.visual_search.searchers.bayesian import decision_map

pytestmark = pytest.mark.long

ROWS, COLUMNS = np.mgrid[:3, :5].reshape(2, -1)
D = 3 * np.exp(-((ROWS[:, None] - ROWS) ** 2 + (COLUMNS[:, None] - COLUMNS) ** 2) / 4)
RNG = np.random.default_rng(1)
BELIEFS = [*(RNG.dirichlet(np.full(15, width)) for width in (1, 0.05)),
           np.r_[1.0, np.zeros(14)], np.r_[0.5, 0.5, np.full(13, 1e-200)]]  # fmt: skip


def test_exact_rule_equals_the_integral_and_names_choose_the_rules():
    from vlmeval_hvs.benchmarks.visual_search.searchers.integral import expected_accuracy

    for p in BELIEFS:
        slow = np.array([reference_accuracy(p, D, cell) for cell in range(15)])
        np.testing.assert_allclose(expected_accuracy(p, D), slow, rtol=0, atol=1e-5 * slow.max())
    p = np.full(15, 0.1 / 14)
    p[7] = 0.9
    rules = {"posterior-maximum": p, "elm": p @ D**2, "exact-integral": expected_accuracy(p, D)}
    for name, values in rules.items():
        np.testing.assert_array_equal(decision_map(p, D, name), values)


def stored_by_its_definition(p, d, fixation):
    """Phi from 999 values, an integral that starts where the first rival has -20, undefined integrals left out."""
    places = norm.ppf(np.arange(0.001, 1, 0.001))
    values = norm.cdf(places)
    seen = d[:, fixation]
    total = 0.0
    with np.errstate(all="ignore"):
        for i in range(len(p)):
            offset = (-2 * np.log(p / p[i]) + seen**2 + seen[i] ** 2) / (2 * seen)
            slope = seen[i] / seen
            known = np.isfinite(offset)  # the others are masked before the limits are looked for
            slope[i], offset[i] = 0, 1e6
            known &= slope > 0
            start = max(np.max((-20 - offset[known]) / slope[known], initial=-20), -20)
            if start >= 20:
                continue
            w = np.linspace(start, 20, 50)
            arguments = slope[:, None] * w + offset[:, None]
            arguments[np.isnan(arguments)] = 1
            below = np.prod(np.interp(arguments, places, values), axis=0)
            heights = np.exp(-0.5 * w**2) / math.sqrt(2 * math.pi) * below
            value = np.sum((heights[1:] + heights[:-1]) / 2 * np.diff(w))
            total += 0 if np.isnan(value) else p[i] * value
    return total


@pytest.mark.parametrize("compiled", [True, False])
def test_stored_rule_is_the_published_code(compiled, monkeypatch):
    from vlmeval_hvs.benchmarks.visual_search.searchers import integral

    for name in () if compiled else ("_accuracies", "_phi", "_first_node", "_unseen"):
        monkeypatch.setattr(integral, name, getattr(integral, name).py_func)
    d = D.copy()
    d[3, 5] = 0  # as between the grid's corners
    for p in (*BELIEFS[:2], np.where(np.arange(15) == 3, 0.9, 0.1 / 14)):
        p = np.maximum(p, 1e-30)
        slow = np.array([stored_by_its_definition(p, d, cell) for cell in range(15)])
        np.testing.assert_allclose(integral.stored_accuracy(p, d), slow, rtol=0, atol=1e-5 * slow.max())


def test_stored_rule_is_the_published_code_where_that_is_noise():
    from vlmeval_hvs.benchmarks.visual_search.searchers.integral import stored_accuracy

    # Where d' of the most probable cell is 1e-20 and less, the first node of the published integral is rounding noise
    # of size 1e4 and more: the rival counts as surely beaten or as surely not. Corners do not see the opposite one.
    d = grid.visibility()[0]
    p = np.random.default_rng(6).dirichlet(np.full(len(d), 0.3))
    far = [cell for cell in (0, 31, 736, 767, 40, 205, 560, 650, 700) if d[np.argmax(p), cell] < 1e-8][::3]
    assert len(far) >= 2
    stored = stored_accuracy(p, d)
    for cell in far:
        assert stored[cell] == pytest.approx(stored_by_its_definition(p, d, cell), rel=1e-5)
