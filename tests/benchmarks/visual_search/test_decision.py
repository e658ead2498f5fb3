import math

import numpy as np
import pytest
from scipy.stats import norm

from vlmeval_hvs.benchmarks.visual_search.searchers import grid
from vlmeval_hvs.benchmarks.visual_search.searchers.bayesian import BayesianSearcher
from vlmeval_hvs.benchmarks.visual_search.searchers.decision import decision_map, next_cell
from vlmeval_hvs.benchmarks.visual_search.searchers.integral import (
    expected_accuracy,
    reference_accuracy,
    stored_accuracy,
)


def small_visibility(height=6, width=8):
    rows, columns = np.mgrid[:height, :width].reshape(2, -1)
    squared = (rows[:, None] - rows) ** 2 + (columns[:, None] - columns) ** 2
    return 3 * np.exp(-squared / 4)


def belief(case, n):
    rng = np.random.default_rng(1)
    return {
        "flat": np.full(n, 1 / n),
        "random": rng.dirichlet(np.ones(n)),
        "peaked": rng.dirichlet(np.full(n, 0.05)),
        "one": np.r_[1.0, np.zeros(n - 1)],
        "tiny": np.r_[0.5, 0.5, np.full(n - 2, 1e-200)],
    }[case]


CASES = ["flat", "random", "peaked", "one", "tiny"]


@pytest.mark.parametrize("case", CASES)
def test_exact_rule_equals_the_integral(case):
    d = small_visibility()
    p = belief(case, len(d))
    slow = np.array([reference_accuracy(p, d, cell) for cell in range(len(d))])
    np.testing.assert_allclose(expected_accuracy(p, d), slow, rtol=0, atol=1e-5 * slow.max())


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
            heights = (
                np.exp(-0.5 * w**2) / math.sqrt(2 * math.pi) * np.prod(np.interp(arguments, places, values), axis=0)
            )
            value = np.sum((heights[1:] + heights[:-1]) / 2 * np.diff(w))
            total += 0 if np.isnan(value) else p[i] * value
    return total


@pytest.mark.parametrize("case", ["flat", "random", "peaked"])
def test_stored_rule_is_the_published_code(case):
    d = small_visibility()
    d[3, 5] = 0  # as between the grid's corners
    p = np.maximum(belief(case, len(d)), 1e-30)
    slow = np.array([stored_by_its_definition(p, d, cell) for cell in range(len(d))])
    np.testing.assert_allclose(stored_accuracy(p, d), slow, rtol=0, atol=1e-5 * slow.max())


def test_stored_rule_where_its_rounding_decides():
    # Where d' of the most probable cell is 1e-20 and less, the first node of the published integral is rounding noise
    # of size 1e4 and more: the rival counts as surely beaten or as surely not. Corners do not see the opposite one.
    d = grid.visibility()[0]
    p = np.random.default_rng(6).dirichlet(np.full(len(d), 0.3))
    far = [cell for cell in (0, 31, 736, 767, 40, 205, 560, 650, 700) if d[np.argmax(p), cell] < 1e-8]
    assert len(far) >= 6
    stored = stored_accuracy(p, d)
    for cell in far:
        assert stored[cell] == pytest.approx(stored_by_its_definition(p, d, cell), rel=1e-5)


def test_both_integrals_on_the_full_grid():
    d_prime = grid.visibility()[0]
    searcher = BayesianSearcher(grid.IMAGE_SHAPE, (400, 700, 464, 764), None, grid.centre_prior())
    posterior = searcher.posterior([(512.0, 384.0), (300.0, 200.0)]).ravel()
    exact, stored = (decision_map(posterior, d_prime, rule) for rule in ("exact-integral", "stored-integral"))
    for cell in (int(np.argmax(exact)), 300, 0):
        assert exact[cell] == pytest.approx(reference_accuracy(posterior, d_prime, cell), abs=1e-5 * exact.max())
    best = int(np.argmax(stored))
    assert stored[best] == pytest.approx(stored_by_its_definition(posterior, d_prime, best), rel=1e-5)
    # The published table never says 1, so its accuracies are lower.
    assert stored.max() < 0.6 * exact.max()


def test_the_rules_by_name():
    d = small_visibility()
    p = np.full(len(d), 0.1 / (len(d) - 1))
    p[13] = 0.9
    assert next_cell(p, d, "posterior-maximum") == next_cell(p, d, "greedy") == 13
    assert next_cell(p, d, "elm") == int(np.argmax([sum(p * d[:, k] ** 2) for k in range(len(d))]))
    exact = int(np.argmax([reference_accuracy(p, d, k) for k in range(len(d))]))
    assert next_cell(p, d, "exact-integral") == next_cell(p, d, "exact") == exact
    with pytest.raises(ValueError, match="stored-integral"):
        next_cell(p, d, "best")
