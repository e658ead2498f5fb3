"""Bootstrap over clusters: against theory, copies and repetition."""

import numpy as np
import pytest

from vlmeval_hvs.metrics.bootstrap import cluster_bootstrap


def test_independent_values_give_the_normal_interval() -> None:
    rng = np.random.default_rng(3)
    values = rng.random(4000) < 0.4
    low, high = cluster_bootstrap(values, np.arange(4000))
    half = 1.96 * np.sqrt(0.24 / 4000)
    assert low == pytest.approx(values.mean() - half, abs=0.003)
    assert high == pytest.approx(values.mean() + half, abs=0.003)


def test_duplicated_clusters_widen_the_interval() -> None:
    """Ten copies of each value carry no more information than one; ignoring clusters would shrink by sqrt(10)."""
    values = np.random.default_rng(0).random(200)
    once = cluster_bootstrap(values, np.arange(200))
    copies = cluster_bootstrap(np.repeat(values, 10), np.repeat(np.arange(200), 10))
    naive = cluster_bootstrap(np.repeat(values, 10), np.arange(2000))
    assert copies == pytest.approx(once)
    assert (copies[1] - copies[0]) > 2.5 * (naive[1] - naive[0])


@pytest.mark.nightly
def test_coverage_of_unequal_clusters() -> None:
    rng = np.random.default_rng(1)
    covered = 0
    for repeat in range(200):
        sizes = rng.integers(1, 8, 60)
        effects = np.repeat(rng.normal(size=60), sizes)
        low, high = cluster_bootstrap(effects, np.repeat(np.arange(60), sizes), n_resamples=400, seed=repeat)
        covered += low <= 0 <= high
    assert 0.88 <= covered / 200 <= 0.99


def test_strata_that_the_design_fixes_do_not_widen_the_interval() -> None:
    """Scenes of 2 objects are easier than those of 4, and every study has as many of each."""
    rng = np.random.default_rng(5)
    strata = np.repeat([2, 4], 300)
    values = np.where(strata == 2, 0.4, -0.4) + rng.normal(0, 0.1, 600)
    low, high = cluster_bootstrap(values, np.arange(600), strata=strata)
    assert high - low == pytest.approx(2 * 1.96 * 0.1 / np.sqrt(600), rel=0.1)
    assert (low + high) / 2 == pytest.approx(values.mean(), abs=1e-3)
    low, high = cluster_bootstrap(values, np.arange(600), strata=None)
    assert high - low == pytest.approx(2 * 1.96 * values.std() / np.sqrt(600), rel=0.1)


def test_weights_equal_repetition() -> None:
    values, clusters = np.array([0.0, 1.0, 0.5]), np.array(["a", "b", "c"])
    repeated = cluster_bootstrap([0, 1, 1, 1, 0.5, 0.5], list("abbbcc"))
    assert cluster_bootstrap(values, clusters, weights=[1, 3, 2]) == pytest.approx(repeated)


def test_seed_and_order() -> None:
    rng = np.random.default_rng(5)
    values, clusters = rng.random(50), rng.integers(0, 20, 50)
    reference = cluster_bootstrap(values, clusters, seed=7)
    shuffled = rng.permutation(50)
    assert cluster_bootstrap(values[shuffled], clusters[shuffled], seed=7) == pytest.approx(reference)
    assert cluster_bootstrap(values, clusters, seed=8) != reference
    assert reference[0] <= values.mean() <= reference[1]


def test_many_clusters_in_chunks_equal_one_chunk(monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.random.default_rng(2).random(100)
    whole = cluster_bootstrap(values, np.arange(100))
    monkeypatch.setattr("vlmeval_hvs.metrics.bootstrap._CHUNK", 700)
    assert cluster_bootstrap(values, np.arange(100)) == whole


def test_single_clusters_and_clusters_without_weight_have_no_width() -> None:
    assert cluster_bootstrap([0.25, 0.75], ["x", "x"]) == (0.5, 0.5)
    assert cluster_bootstrap([1.0, 5.0], ["a", "b"], weights=[1, 0], n_resamples=50) == (1.0, 1.0)


def test_wrong_input_is_said() -> None:
    one = {"values": [1.0], "clusters": [1]}
    three = {"values": [1, 2, 3], "clusters": ["a", "a", "b"]}
    for arguments, words in (
        ({"values": [1.0], "clusters": [1, 2]}, "lengths differ"),
        ({"values": [], "clusters": []}, "no values"),
        ({"values": [np.nan], "clusters": [1]}, "finite"),
        (one | {"weights": [-1]}, "negative"),
        (one | {"weights": [0]}, "all 0"),
        (one | {"level": 1.0}, "level"),
        (one | {"n_resamples": 0}, "n_resamples must be a whole number of at least 1"),
        (three | {"strata": [1, 2, 2]}, "more than one stratum"),
        (three | {"strata": [1, 2]}, "strata"),
    ):
        with pytest.raises(ValueError, match=words):
            cluster_bootstrap(**arguments)
