"""Cluster-robust least squares against statsmodels and scipy."""

import numpy as np
import pytest
from scipy import stats

from vlmeval_hvs.metrics.characterization.least_squares import cluster_sums, demean


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
    ours = cluster_sums(x, y, clusters, 12).fit()
    assert ours.beta[0] == pytest.approx(reference.params, abs=1e-10)
    assert ours.cov[0] == pytest.approx(reference.cov_params(), rel=1e-8)
    assert ours.df[0] == 11
    groups = clusters * 2 + (np.arange(200) % 2)
    both = demean(np.column_stack([x[:, 1:], y]), groups)
    dummies = np.column_stack([x[:, 1:], groups[:, None] == np.unique(groups)])
    ours = cluster_sums(both[:, :-1], both[:, -1], clusters, 12).fit()
    assert ours.beta[0] == pytest.approx(np.linalg.lstsq(dummies, y, rcond=None)[0][:2], abs=1e-10)


def test_one_value_per_cluster_is_a_t_test_and_clusters_that_say_nothing_are_not_counted():
    values = np.random.default_rng(1).normal(0.4, 1, 30)
    found = cluster_sums(np.ones((30, 1)), values, np.arange(30), 30).first()
    _, bounds, p = found.one()
    reference = stats.ttest_1samp(values, 0)
    assert p == pytest.approx(reference.pvalue)
    assert bounds == pytest.approx(tuple(reference.confidence_interval()))
    assert found.lower_bound()[0] == pytest.approx(stats.ttest_1samp(values, 0).confidence_interval(0.9).low)
    rng = np.random.default_rng(0)
    x, y = np.zeros((60, 1)), rng.normal(size=60)
    x[:12, 0] = rng.normal(size=12)
    sums = cluster_sums(x, y, np.arange(60) // 4, 15)
    assert (sums.n_informative, sums.n, sums.fit().df) == (3, 12, 2)
    assert sums.fit().cov == pytest.approx(cluster_sums(x[:12], y[:12], np.arange(12) // 4, 3).fit().cov)


def test_cluster_weights_equal_repeating_the_clusters(data):
    x, y, clusters = data
    times = np.array([0, 2, 1, 1, 0, 3, 1, 1, 1, 0, 1, 1])
    weighted = cluster_sums(x, y, clusters, 12).fit(times[None].astype(float))
    members = [np.flatnonzero(clusters == cluster) for cluster in np.repeat(np.arange(12), times)]
    take, codes = np.concatenate(members), np.repeat(np.arange(len(members)), [len(one) for one in members])
    repeated = cluster_sums(x[take], y[take], codes, len(members)).fit()
    assert weighted.beta[0] == pytest.approx(repeated.beta[0])
    assert (weighted.cov[0], weighted.df[0]) == (pytest.approx(repeated.cov[0]), repeated.df[0])
