"""The compound ViSioNS score of Table 2."""

from __future__ import annotations

import math
from collections.abc import Mapping

HSP_METRICS = ("AUChsp", "NSShsp", "IGhsp", "LLhsp")
"""Next-fixation metrics, compared with the gold standard."""
SEARCH_METRICS = ("AUCperf", "AvgMM", "Corr", *HSP_METRICS)
"""All metrics of Table 2, in its order."""
HUMAN_METRICS = ("AUCperf", "AvgMM")
"""Metrics that are compared with the humans."""
MIN_IMAGES = 10
"""Fewer images than this make a metric a matter of chance: it is no term of a score."""


def visions_score(
    metrics: Mapping[str, Mapping[str, float]],
    humans: str = "Humans",
    gold: str = "Gold Standard",
    terms: int = 7,
) -> dict[str, float]:
    """Compound score of every model, as in the last column of Table 2: the mean of the terms that a row has.

    These are ``1 - |AUCperf - AUCperf of the humans|``, the raw ``Corr`` (in the published code, not in the text), and
    ``(value - reference) / reference`` for AvgMM (reference: humans) and the four next-fixation metrics (reference:
    gold standard). Rows without scanpaths (baselines) have four terms, so their scale differs.

    ``metrics`` is ``{row: {metric: value}}`` with any of `SEARCH_METRICS` (NaN counts as absent), ``humans`` and
    ``gold`` the names of the rows of the humans and of the gold standard. The result is ``{row: score}`` for every row
    but the humans' and those without a term. 7 ``terms`` include the raw correlation, as the published code does and
    Table 2 needs; 6 is the formula of the text. Other numbers, and a reference that is missing or not positive, are a
    ValueError.

    Example:
        >>> visions_score({"Humans": {"AUCperf": 0.6}, "random": {"AUCperf": 0.35}})
        {'random': 0.75}
    """
    if terms not in (6, 7):
        raise ValueError(f"terms must be 6 or 7, not {terms}")
    scores = {}
    for name, row in metrics.items():
        parts = []
        for metric in SEARCH_METRICS:
            value = float(row.get(metric, math.nan))
            if name == humans or math.isnan(value) or (metric == "Corr" and terms == 6):
                continue
            owner = humans if metric in HUMAN_METRICS else gold
            reference = metrics.get(owner, {}).get(metric)
            if not is_usable(metric, reference):
                said = f"and {owner!r} has none" if reference is None else f"{owner} has {reference}"
                raise ValueError(f"the score of {metric} needs a positive reference, {said}")
            if metric != "Corr":
                assert reference is not None
                value = 1 - abs(value - reference) if metric == "AUCperf" else (value - reference) / reference
            parts.append(value)
        if parts:
            scores[name] = sum(parts) / len(parts)
    return scores


def is_usable(metric: str, reference: float | None) -> bool:
    """Whether a term is defined: Corr needs no reference, AUCperf any, and the ratios a positive one.

    With a negative reference a ratio would change its sign and reward worse models.
    """
    return metric == "Corr" or (reference is not None and (metric == "AUCperf" or reference > 0))
