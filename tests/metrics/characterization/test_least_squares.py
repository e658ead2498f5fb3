"""Cluster-robust least squares against statsmodels and scipy."""

import numpy as np
import pytest
from scipy import stats

from vlmeval_hvs.metrics.characterization.least_squares import cluster_sums, demean, fit, two_sided_p


@pytest.fixture
def data():
    rng = np.random.default_rng(3)
    clusters = rng.integers(0, 12, 200)
    x = np.column_stack([np.ones(200), rng.normal(size=200), rng.integers(0, 2, 200)])
    y = x @ [0.3, -0.2, 0.5] + rng.normal(size=12)[clusters] + rng.normal(size=200)
    return x, y, clusters


@pytest.mark.long
def test_equals_statsmodels_cluster_errors_and_group_dummies(data):
    from statsmodels.regression.linear_model import OLS

    x, y, clusters = data
    reference = OLS(y, x).fit(cov_type="cluster", cov_kwds={"groups": clusters})
    ours = fit(cluster_sums(x, y, clusters, 12))
    assert ours.beta[0] == pytest.approx(reference.params, abs=1e-10)
    assert ours.cov[0] == pytest.approx(reference.cov_params(), rel=1e-8)
    assert ours.df[0] == 11
    groups = clusters * 2 + (np.arange(200) % 2)
    both = demean(np.column_stack([x[:, 1:], y]), groups)
    dummies = np.column_stack([x[:, 1:], groups[:, None] == np.unique(groups)])
    ours = fit(cluster_sums(both[:, :-1], both[:, -1], clusters, 12))
    assert ours.beta[0] == pytest.approx(np.linalg.lstsq(dummies, y, rcond=None)[0][:2], abs=1e-10)


def test_one_value_per_cluster_is_a_t_test():
    values = np.random.default_rng(1).normal(0.4, 1, 30)
    ours = fit(cluster_sums(np.ones((30, 1)), values, np.arange(30), 30))
    _, bounds, p = ours.contrast(np.ones(1)).one()
    reference = stats.ttest_1samp(values, 0)
    assert p == pytest.approx(reference.pvalue)
    assert bounds == pytest.approx(tuple(reference.confidence_interval()))


def test_cluster_weights_equal_repeating_the_clusters(data):
    x, y, clusters = data
    weights = np.array([[0, 2, 1, 1, 0, 3, 1, 1, 1, 0, 1, 1]], dtype=float)
    weighted = fit(cluster_sums(x, y, clusters, 12), weights)
    copies = [(cluster, copy) for cluster, times in enumerate(weights[0].astype(int)) for copy in range(times)]
    members = [np.flatnonzero(clusters == cluster) for cluster, _ in copies]
    take, codes = np.concatenate(members), np.repeat(np.arange(len(copies)), [len(one) for one in members])
    repeated = fit(cluster_sums(x[take], y[take], codes, codes.max() + 1))
    assert weighted.beta[0] == pytest.approx(repeated.beta[0])
    assert weighted.cov[0] == pytest.approx(repeated.cov[0])
    assert weighted.df[0] == repeated.df[0]


def test_scenes_that_say_nothing_are_not_counted():
    rng = np.random.default_rng(0)
    x, y = np.zeros((60, 1)), rng.normal(size=60)
    x[:12, 0] = rng.normal(size=12)
    sums = cluster_sums(x, y, np.arange(60) // 4, 15)
    assert (sums.n_informative, sums.n, fit(sums).df) == (3, 12, 2)
    alone = cluster_sums(x[:12], y[:12], np.arange(12) // 4, 3)
    assert fit(sums).cov == pytest.approx(fit(alone).cov)


def test_what_cannot_be_fitted_says_so(data):
    x, y, _ = data
    assert not fit(cluster_sums(x, y, np.zeros(200, dtype=int), 1)).ok[0]  # one cluster
    twice = np.column_stack([x, x[:, 1]])
    assert not fit(cluster_sums(twice, y, np.arange(200) % 12, 12)).ok[0]  # collinear
    p = two_sided_p(np.array([1.0, 0.0]), np.array([0.0, 0.0]), np.array([10.0, 10.0]))
    assert p[0] < 1e-60  # an exact effect
    assert p[1] == 1.0  # no effect
