"""Exact binomial bounds: when is a share of right replies more than luck?"""

from __future__ import annotations

LEVEL = 0.95
"""Confidence of the one-sided lower bound."""

HALF = 0.5
"""A model can do what it does in more than this share of cases, by the lower bound."""


def lower_bound(hits: int, n: int) -> float:
    """The exact (Clopper-Pearson) one-sided lower bound of a share.

    Args:
        hits: Number of hits.
        n: Number of trials.

    Returns:
        The share at which ``hits`` or more have the probability 1 - `LEVEL`; 0 without hits.

    Example:
        >>> round(lower_bound(12, 12), 3)
        0.779
    """
    from scipy.stats import binomtest  # takes a second to import

    if not n:
        return 0.0
    return float(binomtest(hits, n, alternative="greater").proportion_ci(LEVEL, method="exact").low)


def shown(hits: int, n: int) -> bool:
    """Whether hits are so many that the share is over `HALF` by its lower bound."""
    return lower_bound(hits, n) > HALF
