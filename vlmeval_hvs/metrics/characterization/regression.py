"""Least squares with group fixed effects and cluster-robust (CR1) errors, reweightable by cluster.

Everything a fit needs is kept as sums per cluster, so that resampling clusters costs one matrix product.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.special import stdtr, stdtrit

from ..arrays import Booleans, Floats, Integers

LEAST_SCENES = 10
"""Scenes that must say something about an effect; errors between fewer clusters are far too small."""


def too_few(scenes: int) -> str:
    """Why a test with so many informative scenes did not run."""
    return f"only {scenes} scene{'s' if scenes != 1 else ''} with anything to compare, {LEAST_SCENES} are needed"


def demean(values: Floats, groups: Integers) -> Floats:
    """Subtract group means along the first axis (the within transformation of group fixed effects).

    Args:
        values: (n, k) numbers.
        groups: (n,) non-negative group numbers.
    """
    size = np.bincount(groups).astype(float)
    out = np.empty_like(values)
    for column in range(values.shape[1]):
        mean = np.bincount(groups, values[:, column]) / np.maximum(size, 1.0)
        out[:, column] = values[:, column] - mean[groups]
    return out


@dataclass(frozen=True)
class ClusterSums:
    """Cross products of one regression by cluster.

    Attributes:
        xx: (clusters, k, k) sums of X'X.
        xy: (clusters, k) sums of X'y.
        rows: (clusters,) numbers of observations.
    """

    xx: Floats
    xy: Floats
    rows: Floats

    @property
    def informative(self) -> Booleans:
        """(clusters,) whether a regressor varies in the cluster; the others say nothing about the coefficients."""
        size = np.einsum("gii->g", self.xx)
        return size > 1e-9 * size.max(initial=0.0)

    @property
    def n(self) -> int:
        """Number of observations in informative clusters."""
        return int(self.rows[self.informative].sum())

    @property
    def n_informative(self) -> int:
        """Number of informative clusters."""
        return int(self.informative.sum())


def cluster_sums(x: Floats, y: Floats, clusters: Integers, n_clusters: int) -> ClusterSums:
    """Gather X'X and X'y by cluster.

    Args:
        x: (n, k) regressors.
        y: (n,) response.
        clusters: (n,) numbers below n_clusters.
        n_clusters: Number of clusters, so that sums of different regressions line up for joint resampling.
    """
    k = x.shape[1]
    xx = np.empty((n_clusters, k, k))
    xy = np.empty((n_clusters, k))
    for i in range(k):
        xy[:, i] = np.bincount(clusters, x[:, i] * y, minlength=n_clusters)
        for j in range(i + 1):
            xx[:, i, j] = xx[:, j, i] = np.bincount(clusters, x[:, i] * x[:, j], minlength=n_clusters)
    return ClusterSums(xx, xy, np.bincount(clusters, minlength=n_clusters).astype(float))


@dataclass(frozen=True)
class Fits:
    """Coefficients of one or of many reweighted fits.

    Attributes:
        beta: (fits, k) coefficients.
        cov: (fits, k, k) covariances of the coefficients.
        df: (fits,) degrees of freedom, informative clusters - 1.
        ok: (fits,) whether the fit exists.
    """

    beta: Floats
    cov: Floats
    df: Floats
    ok: Booleans

    def contrast(self, weights: Floats) -> tuple[Floats, Floats]:
        """Estimates and standard errors, (fits,), of a linear combination of the coefficients."""
        variance = np.einsum("i,bij,j->b", weights, self.cov, weights)
        return self.beta @ weights, np.sqrt(np.maximum(variance, 0.0))


def fit(sums: ClusterSums, weights: Floats | None = None) -> Fits:
    """Least squares with CR1 errors: V = A [G/(G-1) (N-1)/(N-k)] sum_g s_g s_g' A, A = (X'X)^-1.

    Args:
        sums: Cross products by cluster; clusters without information are left out and not counted.
        weights: (fits, clusters) numbers of times that each cluster counts; once each by default.
    """
    k = sums.xy.shape[1]
    w = np.ones((1, len(sums.rows))) if weights is None else weights
    w = w * sums.informative
    xx = np.einsum("bg,gij->bij", w, sums.xx, optimize=True)
    xy = w @ sums.xy
    n, clusters = w @ sums.rows, w.sum(axis=1)
    scale = np.maximum(np.einsum("bii->b", xx) / k, 1e-300)
    with np.errstate(all="ignore"):
        ok = (np.linalg.det(xx / scale[:, None, None]) > 1e-10) & (clusters > 1) & (n > k)
    inverse = np.linalg.inv(np.where(ok[:, None, None], xx, np.eye(k)))
    beta = np.einsum("bij,bj->bi", inverse, xy)
    score = sums.xy[None] - np.einsum("gij,bj->bgi", sums.xx, beta, optimize=True)
    meat = np.einsum("bgi,bgj->bij", score * w[:, :, None], score, optimize=True)
    g = np.maximum(clusters, 2.0)
    factor = g / (g - 1) * (n - 1) / np.maximum(n - k, 1.0)
    cov = np.einsum("bij,bjk,bkl->bil", inverse, meat * factor[:, None, None], inverse, optimize=True)
    return Fits(beta, cov, clusters - 1, ok)


def two_sided_p(estimate: Floats, error: Floats, df: Floats) -> Floats:
    """Two-sided p of estimate / error against Student's t; 1 for 0/0, 0 for an exact non-zero effect."""
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.abs(estimate) / error
    t = np.where(np.isnan(t), 0.0, np.minimum(t, 1e12))
    return 2.0 * stdtr(np.minimum(df, 1e9), -t)


def interval(estimate: float, error: float, df: float, level: float = 0.95) -> tuple[float, float]:
    """Confidence interval of an estimate with `df` degrees of freedom (infinite df: normal).

    Args:
        estimate: The estimate.
        error: Its standard error.
        df: Degrees of freedom of Student's t.
        level: Share of intervals that hold the true value.
    """
    quantile = 1.959963984540054 if math.isinf(df) and level == 0.95 else float(stdtrit(df, 0.5 + level / 2))
    return estimate - quantile * error, estimate + quantile * error


def lower_bound(estimate: Floats, error: Floats, df: Floats, level: float = 0.95) -> Floats:
    """One-sided lower confidence bound of estimates, (fits,)."""
    return estimate - stdtrit(np.minimum(df, 1e9), level) * error


class Outcome(NamedTuple):
    """Estimate, standard error, two-sided p and degrees of freedom, each (fits,); NaN where a fit does not exist."""

    estimate: Floats
    error: Floats
    p: Floats
    df: Floats


@dataclass(frozen=True)
class Slope:
    """A regression whose coefficient (or contrast of coefficients) answers one test.

    Attributes:
        sums: The regression by scene.
        weights: (k,) the contrast.
        variance: Variance that the estimate has from elsewhere, known without degrees of freedom.
    """

    sums: ClusterSums
    weights: Floats
    variance: float = 0.0

    def evaluate(self, resamples: Floats | None = None) -> Outcome:
        """The outcome of every fit."""
        fits = fit(self.sums, resamples)
        found = contrast(fits, self.weights)
        if not self.variance:
            return found
        own = np.square(found.error)
        total = own + self.variance
        with np.errstate(divide="ignore", invalid="ignore"):
            df = np.where(own > 0, found.df * np.square(total / own), np.inf)  # Welch and Satterthwaite
        error = np.sqrt(total)
        return Outcome(found.estimate, error, two_sided_p(found.estimate, error, df) + 0.0 * found.p, df)


def contrast(fits: Fits, weights: Floats) -> Outcome:
    """The outcome of a contrast; an effect below rounding error counts as none."""
    estimate, error = fits.contrast(weights)
    estimate = np.where(np.abs(estimate) < 1e-12, 0.0, estimate)
    error = np.where(error < 1e-12, 0.0, error)
    df = np.maximum(fits.df, 1.0)
    p = two_sided_p(estimate, error, df)
    hide = np.where(fits.ok, 0.0, np.nan)
    return Outcome(estimate + hide, error + hide, p + hide, df)
