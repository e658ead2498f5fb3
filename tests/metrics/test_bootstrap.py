"""Bootstrap over clusters: against theory, copies and repetition."""

from functools import partial

import numpy as np
import pytest

from vlmeval_hvs.metrics.bootstrap import cluster_bootstrap


def test_duplicated_clusters_say_no_more_and_seed_and_order_count_as_they_should(monkeypatch) -> None:
    """Ten copies of each value carry no more information than one; ignoring clusters would shrink by sqrt(10)."""
    values = np.random.default_rng(0).random(200)
    once = cluster_bootstrap(values, np.arange(200))
    copies, names = np.repeat(values, 10), np.repeat(np.arange(200), 10)
    assert cluster_bootstrap(copies, names) == pytest.approx(once)
    shuffled = np.random.default_rng(1).permutation(2000)
    assert cluster_bootstrap(copies[shuffled], names[shuffled]) == pytest.approx(once)
    assert cluster_bootstrap(values, np.arange(200), seed=8) != once
    monkeypatch.setattr("vlmeval_hvs.metrics.bootstrap._CHUNK", 700)
    assert cluster_bootstrap(values, np.arange(200)) == once, "in chunks as at once"


def test_intervals_are_those_of_theory_and_strata_that_the_design_fixes_do_not_widen_them() -> None:
    """Scenes of 2 objects are easier than those of 4, and every study has as many of each."""
    rng = np.random.default_rng(5)
    strata = np.repeat([2, 4], 300)
    values = np.where(strata == 2, 0.4, -0.4) + rng.normal(0, 0.1, 600)
    for fixed, sd in ((strata, 0.1), (None, values.std())):
        half = 1.96 * sd / np.sqrt(600) * np.array([-1, 1])
        found = cluster_bootstrap(values, np.arange(600), strata=fixed)
        assert found == pytest.approx(values.mean() + half, abs=0.15 * half[1])


def test_weights_equal_repetition_and_what_does_not_vary_has_no_width() -> None:
    repeated = cluster_bootstrap([0, 1, 1, 1, 0.5, 0.5], list("abbbcc"))
    assert cluster_bootstrap([0.0, 1.0, 0.5], list("abc"), weights=[1, 3, 2]) == pytest.approx(repeated)
    assert cluster_bootstrap([0.25, 0.75], ["x", "x"]) == (0.5, 0.5)
    assert cluster_bootstrap([1.0, 5.0], ["a", "b"], weights=[1, 0], n_resamples=50) == (1.0, 1.0)


def test_wrong_input_is_said(refuses) -> None:
    refuses(cluster_bootstrap, ([1.0], [1, 2], "lengths differ"), ([], [], "no values"), ([np.nan], [1], "finite"))
    for options, words in (
        ({"weights": [-1]}, "negative"), ({"weights": [0]}, "all 0"), ({"level": 1.0}, "level"),
        ({"n_resamples": 0}, "n_resamples must be a whole number of at least 1"),
    ):  # fmt: skip
        refuses(partial(cluster_bootstrap, **options), ([1.0], [1], words))
    for strata, words in (([1, 2, 2], "more than one stratum"), ([1, 2], "strata")):
        refuses(partial(cluster_bootstrap, strata=strata), ([1, 2, 3], list("aab"), words))
