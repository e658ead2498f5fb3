"""Tests of paired differences: against scipy, statsmodels and full enumeration."""

from inspect import signature
from itertools import product

import numpy as np
import pytest
from scipy.stats import permutation_test

from vlmeval_hvs.metrics.paired_tests import holm, sign_flips

SEED = "rng" if "rng" in signature(permutation_test).parameters else "random_state"
"""What scipy calls the seed; it was renamed in 1.15."""


@pytest.mark.long
def test_mcnemar_and_holm_are_those_of_statsmodels():
    from statsmodels.stats.contingency_tables import mcnemar as their_mcnemar
    from statsmodels.stats.multitest import multipletests

    for better, worse in ((0, 0), (1, 0), (5, 0), (7, 3), (3, 7), (40, 41), (120, 80)):
        expected = their_mcnemar([[11, better], [worse, 13]], exact=True).pvalue if better + worse else 1.0
        differences = [1] * better + [-1] * worse + [0] * 9
        assert sign_flips(differences, range(len(differences))) == (pytest.approx(expected), True)
    values = np.random.default_rng(0).uniform(0, 0.2, 7).tolist()
    assert holm(values) == pytest.approx(list(multipletests(values, method="holm")[1]))
    assert holm([]) == []


def test_sums_of_few_clusters_are_exact_weights_are_repeated_rows_and_odd_input_is_refused(refuses):
    rng = np.random.default_rng(0)
    clusters, whole = rng.integers(0, 10, 40), rng.integers(-1, 2, 40)
    for differences in (whole, whole + rng.random(40)):  # whole sums, and graded scores
        sums = np.bincount(clusters, differences)
        away = np.abs(np.array(list(product((1, -1), repeat=len(sums)))) @ sums)
        expected = np.mean(away >= abs(sums.sum()) - 1e-9)
        assert sign_flips(differences, clusters) == (pytest.approx(expected, abs=1e-10), True)
    values, clusters, times = [1, 0, -1, 1, 1], list("abcde"), [1, 2, 3, 2, 1]
    repeated = sign_flips(np.repeat(values, times), np.repeat(clusters, times))
    assert (sign_flips(values, clusters, weights=times), sign_flips([], []).p) == (repeated, 1.0)
    refuses(sign_flips, ([1, 2], [1], "lengths differ"), ([1, np.nan], [1, 2], "finite"))


def test_many_graded_clusters_are_drawn_and_agree_with_scipy():
    rng = np.random.default_rng(3)
    first, second = rng.random(60), rng.random(60) - 0.08
    options = {"permutation_type": "samples", "vectorized": True, "n_resamples": 20_000, SEED: 1}
    theirs = permutation_test((first, second), lambda a, b, axis: np.mean(a - b, axis=axis), **options)
    found = sign_flips(first - second, range(60), seed=5)
    assert not found.exact
    assert found.p == pytest.approx(theirs.pvalue, abs=0.015)  # 2.6 standard errors of the draws at p = 0.3
    assert sign_flips(np.ones(60) + first, range(60)).p == 1 / 10_000
