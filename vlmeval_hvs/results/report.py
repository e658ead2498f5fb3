"""What scoring a prediction file yields."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pandas as pd


@dataclass
class ScoreReport:
    """Scores of one model on one dataset.

    Attributes:
        metrics: Flat ``{name: value}`` shown to the user. ``Overall`` is the headline; a value of the paper profile
            has the suffix ``_paper``. A value that is not defined (no rows of a kind) is left out, never NaN.
        items: One row per sample: ``index``, ``prediction`` as standardized, ``rule``, ``fallback`` and score columns.
        intervals: ``{metric name: (low, high)}``, 95 % unless ``details`` says otherwise.
        details: Nested JSON-able results: sub-tables, shares of fallbacks, settings of the scoring.
        warnings: Sentences for the user about what is missing, thin or unusual.
    """

    metrics: dict[str, float]
    items: pd.DataFrame
    intervals: dict[str, tuple[float, float]] = field(default_factory=dict)
    details: dict[str, Any] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
