"""Least squares with group fixed effects and cluster-robust (CR1) errors, reweightable by cluster.

Everything a fit needs is kept as sums per cluster, so that resampling clusters costs one matrix product.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.special import stdtr, stdtrit

from ..arrays import Booleans, Floats, Integers
from .results import Effect

LEAST_SCENES = 10  # fewest scenes in which an effect can be compared; with fewer clusters, errors are far too small


def too_few(scenes: int) -> str:
    """Why a test with so many informative scenes did not run."""
    return f"only {scenes} scene{'s' if scenes != 1 else ''} with anything to compare, {LEAST_SCENES} are needed"


def demean(values: Floats, groups: Integers) -> Floats:
    """Subtract group means from (n, k) values along the first axis (the within transformation of fixed effects)."""
    size = np.maximum(np.bincount(groups).astype(float), 1.0)
    means = [np.bincount(groups, column) / size for column in values.T]
    return values - np.stack(means, axis=1)[groups]


class Outcome(NamedTuple):
    """Estimate, standard error, two-sided p and degrees of freedom, each (fits,); NaN where a fit does not exist."""

    estimate: Floats
    error: Floats
    p: Floats
    df: Floats

    def one(self) -> Effect:
        """The effect of the first fit."""
        estimate, error, p, df = (float(values[0]) for values in self)
        return Effect(estimate, interval(estimate, error, df), p)

    def lower_bound(self) -> Floats:
        """One-sided lower 95 % bound of the estimates, (fits,)."""
        return self.estimate - stdtrit(np.minimum(self.df, 1e9), 0.95) * self.error


class Fits(NamedTuple):
    """(fits, k) coefficients, their (fits, k, k) covariances, degrees of freedom, and whether each fit exists."""

    beta: Floats
    cov: Floats
    df: Floats
    ok: Booleans

    def contrast(self, weights: Floats) -> Outcome:
        """The outcome of a linear combination; an effect below rounding error counts as none."""
        estimate = self.beta @ weights
        error = np.sqrt(np.maximum(np.einsum("i,bij,j->b", weights, self.cov, weights), 0.0))
        estimate, error = (np.where(np.abs(value) < 1e-12, 0.0, value) for value in (estimate, error))
        df = np.maximum(self.df, 1.0)
        hide = np.where(self.ok, 0.0, np.nan)
        return Outcome(estimate + hide, error + hide, two_sided_p(estimate, error, df) + hide, df)


@dataclass(frozen=True)
class ClusterSums:
    """Cross products of one regression by cluster."""

    xx: Floats  # (clusters, k, k) sums of X'X
    xy: Floats  # (clusters, k) sums of X'y
    rows: Floats  # (clusters,) numbers of observations
    variance: float = 0.0  # variance that the first coefficient has from elsewhere, known without degrees of freedom

    @property
    def informative(self) -> Booleans:
        """(clusters,) whether a regressor varies in the cluster; the others do not inform the coefficients."""
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

    def fit(self, weights: Floats | None = None) -> Fits:
        """Least squares with CR1 errors: V = A [G/(G-1) (N-1)/(N-k)] sum_g s_g s_g' A, A = (X'X)^-1.

        `weights` are (fits, clusters) numbers of times that a cluster counts, once each by default; clusters without
        information never count.
        """
        k = self.xy.shape[1]
        w = np.ones((1, len(self.rows))) if weights is None else weights
        w = w * self.informative
        xx = np.einsum("bg,gij->bij", w, self.xx, optimize=True)
        xy = w @ self.xy
        n, clusters = w @ self.rows, w.sum(axis=1)
        scale = np.maximum(np.einsum("bii->b", xx) / k, 1e-300)
        with np.errstate(all="ignore"):
            ok = (np.linalg.det(xx / scale[:, None, None]) > 1e-10) & (clusters > 1) & (n > k)
        inverse = np.linalg.inv(np.where(ok[:, None, None], xx, np.eye(k)))
        beta = np.einsum("bij,bj->bi", inverse, xy)
        score = self.xy[None] - np.einsum("gij,bj->bgi", self.xx, beta, optimize=True)
        meat = np.einsum("bgi,bgj->bij", score * w[:, :, None], score, optimize=True)
        g = np.maximum(clusters, 2.0)
        factor = g / (g - 1) * (n - 1) / np.maximum(n - k, 1.0)
        cov = np.einsum("bij,bjk,bkl->bil", inverse, meat * factor[:, None, None], inverse, optimize=True)
        return Fits(beta, cov, clusters - 1, ok)

    def first(self, weights: Floats | None = None) -> Outcome:
        """The outcome of the first coefficient, with `variance` added."""
        found = self.fit(weights).contrast(np.eye(self.xy.shape[1])[0])
        if not self.variance:
            return found
        own = np.square(found.error)
        total = own + self.variance
        with np.errstate(divide="ignore", invalid="ignore"):
            df = np.where(own > 0, found.df * np.square(total / own), np.inf)  # Welch and Satterthwaite
        error = np.sqrt(total)
        return Outcome(found.estimate, error, two_sided_p(found.estimate, error, df) + 0.0 * found.p, df)


def cluster_sums(x: Floats, y: Floats, clusters: Integers, n_clusters: int, variance: float = 0.0) -> ClusterSums:
    """Gather X'X and X'y of (n, k) regressors and an (n,) response by (n,) clusters, numbered below `n_clusters`."""

    def summed(values: Floats) -> Floats:
        return np.bincount(clusters, values, minlength=n_clusters).astype(float)

    xx = np.stack([np.stack([summed(a * b) for b in x.T], axis=1) for a in x.T], axis=1)
    xy = np.stack([summed(a * y) for a in x.T], axis=1)
    return ClusterSums(xx, xy, np.bincount(clusters, minlength=n_clusters).astype(float), variance)


def two_sided_p(estimate: Floats, error: Floats, df: Floats) -> Floats:
    """Two-sided p of estimate / error against Student's t; 1 for 0/0, 0 for an exact non-zero effect."""
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.abs(estimate) / error
    t = np.where(np.isnan(t), 0.0, np.minimum(t, 1e12))
    return 2.0 * stdtr(np.minimum(df, 1e9), -t)


def interval(estimate: float, error: float, df: float) -> tuple[float, float]:
    """95 % confidence interval of an estimate with `df` degrees of freedom of Student's t (infinite: normal)."""
    quantile = 1.959963984540054 if math.isinf(df) else float(stdtrit(df, 0.975))
    return estimate - quantile * error, estimate + quantile * error
