"""Where the ideal Bayesian searcher looks next: the published decision rules by name.

Every rule is a map over the grid's ``N`` cells, whose maximum is fixated: from the posterior ``p (N,)`` and the
visibility ``d (N, N)``, ``d[i, k]`` being d' of cell ``i`` while cell ``k`` is fixated.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.benchmarks.visual_search.searchers.compiled import compiled

Floats = NDArray[np.float64]

RULES = ("posterior-maximum", "exact-integral", "stored-integral", "elm")
"""Names of the rules: the most probable cell; the expected accuracy (Najemnik and Geisler 2005) as the paper states
it; the same as the published Python code computes it; the entropy-limit rule (Najemnik and Geisler 2009)."""

FORMER_RULES = {"greedy": "posterior-maximum", "exact": "exact-integral"}
"""Names of rules until version 0.1."""


def rule_named(name: str) -> str:
    """The rule of that name, present or former.

    Raises:
        ValueError: There is no such rule.
    """
    rule = FORMER_RULES.get(name, name)
    if rule not in RULES:
        raise ValueError(f"rule={name!r}: choose one of {', '.join(RULES)}")
    return rule


def decision_map(posterior: Floats, visibility: Floats, rule: str) -> Floats:
    """The map whose maximum a rule fixates, ``(N,)``.

    Args:
        posterior: Probability of every cell to hold the target, ``(N,)``.
        visibility: d' of cell i (row) under fixation k (column), ``(N, N)``.
        rule: One of `RULES`.

    Raises:
        ValueError: The rule is unknown.
    """
    rule = rule_named(rule)
    if rule == "posterior-maximum":
        return posterior
    if rule == "elm":
        gain: Floats = posterior @ visibility**2
        return gain
    integral = compiled("integral")
    accuracy = integral.stored_accuracy if rule == "stored-integral" else integral.expected_accuracy
    result: Floats = accuracy(posterior, visibility)
    return result


def next_cell(posterior: Floats, visibility: Floats, rule: str = "posterior-maximum") -> int:
    """Cell to fixate next, the first one of equals; arguments as for `decision_map`."""
    return int(np.argmax(decision_map(posterior, visibility, rule)))
