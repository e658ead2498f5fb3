"""Tests of paired differences: against scipy, statsmodels, full enumeration, and how often they err."""

from inspect import signature
from itertools import product

import numpy as np
import pytest
from scipy.stats import norm, permutation_test

from vlmeval_hvs.metrics.paired_tests import holm, mcnemar, sign_flips

SEED = "rng" if "rng" in signature(permutation_test).parameters else "random_state"
"""What scipy calls the seed; it was renamed in 1.15."""


def test_mcnemar_is_that_of_statsmodels_and_of_signs() -> None:
    from statsmodels.stats.contingency_tables import mcnemar as their_mcnemar

    for better, worse in ((0, 0), (1, 0), (5, 0), (7, 3), (3, 7), (40, 41), (120, 80)):
        expected = their_mcnemar([[11, better], [worse, 13]], exact=True).pvalue if better + worse else 1.0
        assert mcnemar(better, worse) == pytest.approx(expected)
        differences = [1] * better + [-1] * worse + [0] * 9
        found = sign_flips(differences, range(len(differences)))
        assert found.p == pytest.approx(expected)
        assert found.exact


def enumerated(sums: list[float]) -> float:
    """All patterns of signs, one by one."""
    away = [abs(sum(s * v for s, v in zip(signs, sums, strict=True))) for signs in product((1, -1), repeat=len(sums))]
    return float(np.mean([value >= abs(sum(sums)) - 1e-9 for value in away]))


def test_sums_of_few_clusters_are_exact_as_in_enumeration_and_scipy() -> None:
    for seed in range(4):
        rng = np.random.default_rng(seed)
        clusters, differences = rng.integers(0, 10, 40), rng.integers(-1, 2, 40)
        sums = [float(differences[clusters == name].sum()) for name in np.unique(clusters)]
        found = sign_flips(differences, clusters)
        assert found.exact
        assert found.p == pytest.approx(enumerated(sums), abs=1e-10)
    first, second = rng.random(11), rng.random(11) - 0.2  # graded scores
    pair, options = (first, second), {"permutation_type": "samples", "n_resamples": np.inf}
    theirs = permutation_test(pair, lambda a, b: np.mean(a - b), **options)
    found = sign_flips(first - second, range(11))
    assert found.exact
    assert found.p == pytest.approx(theirs.pvalue)


def test_many_graded_clusters_are_drawn_and_agree_with_scipy() -> None:
    rng = np.random.default_rng(3)
    first, second = rng.random(60), rng.random(60) - 0.08
    theirs = permutation_test(
        (first, second), lambda a, b, axis: np.mean(a - b, axis=axis), permutation_type="samples", vectorized=True,
        n_resamples=40_000, **{SEED: 1},
    )  # fmt: skip
    found = sign_flips(first - second, range(60), seed=5)
    assert not found.exact
    assert found.p == pytest.approx(theirs.pvalue, abs=0.012)  # 2.6 standard errors of 10,000 draws at p = 0.3
    assert sign_flips(first - second, range(60), seed=5) == found
    assert sign_flips(np.ones(60) + first, range(60)).p == 1 / 10_000


def test_weights_are_those_of_repeated_rows() -> None:
    values, clusters = [1, 0, -1, 1, 1], list("abcde")
    repeated = sign_flips(np.repeat(values, [1, 2, 3, 2, 1]), np.repeat(clusters, [1, 2, 3, 2, 1]))
    assert sign_flips(values, clusters, weights=[1, 2, 3, 2, 1]) == repeated


def test_a_large_set_is_exact() -> None:
    rng = np.random.default_rng(0)
    clusters = rng.integers(0, 2_000, 15_000)
    differences = rng.choice([-1, 0, 1], 15_000, p=[0.1, 0.79, 0.11])
    found = sign_flips(differences, clusters)
    sums = np.bincount(clusters, weights=differences)
    # The sum of thousands of signs is normal, and the signs' sum changes by steps of 2.
    expected = 2 * norm.sf(abs(sums.sum()) - 1, scale=np.sqrt((sums**2).sum()))
    assert found.exact
    assert found.p == pytest.approx(expected, rel=0.03)


@pytest.mark.nightly
def test_rows_of_one_picture_do_not_count_as_many() -> None:
    """Under no difference the test by pictures errs as often as it says; the one by rows errs far more often."""
    rng = np.random.default_rng(11)
    clusters = np.repeat(np.arange(30), 8)
    by_picture = by_row = 0
    for _ in range(600):
        lean = rng.choice([-1, 1], 30)  # on each picture one of the two runs is better, at random
        differences = lean[clusters] * (rng.random(240) < 0.3)
        by_picture += sign_flips(differences, clusters).p <= 0.05
        by_row += mcnemar(int((differences > 0).sum()), int((differences < 0).sum())) <= 0.05
    assert by_picture / 600 <= 0.05 + 0.027  # three standard errors
    assert by_row / 600 > 0.15


def test_holm_is_that_of_statsmodels() -> None:
    from statsmodels.stats.multitest import multipletests

    for seed in range(5):
        values = np.random.default_rng(seed).uniform(0, 0.2, 7).tolist()
        assert holm(values) == pytest.approx(list(multipletests(values, method="holm")[1]))
    assert holm([]) == []


def test_odd_input_is_refused() -> None:
    with pytest.raises(ValueError, match="lengths differ"):
        sign_flips([1, 2], [1])
    with pytest.raises(ValueError, match="finite"):
        sign_flips([1, np.nan], [1, 2])
    assert sign_flips([], []).p == 1.0
