"""What ActiView's tables are made of: results by row, printed rows, cells as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from vlmeval_hvs.files import bundled
from vlmeval_hvs.results.collect import Result

Runs = Mapping[str, Mapping[str, Result]]
"""Results by row label (model and variant) and plain dataset name."""


@lru_cache(maxsize=1)
def paper_tables() -> dict[str, Any]:
    """The printed tables: number and name to ``{model: {column: percent}}``."""
    return dict(bundled(__package__, "paper_tables.json"))


def metric_of(own: Mapping[str, Result], dataset: str, metric: str = "Overall") -> float | None:
    """A metric of one dataset, None where it was not run."""
    return own[dataset].metrics.get(metric) if dataset in own else None


def cells(own: Mapping[str, Result], wanted: Sequence[tuple[str, str]]) -> list[str]:
    """Metrics as text: counts (``#...``) as they are, shares as percent, nothing where there is no result."""
    values = [(metric, metric_of(own, dataset, metric)) for dataset, metric in wanted]
    return [
        "" if value is None else f"{value:.2f}" if metric.startswith("#") else f"{100 * value:.2f}"
        for metric, value in values
    ]


def percent(value: float | None) -> str:
    """A share as percent with two decimals, nothing for None."""
    return "" if value is None else f"{100 * value:.2f}"
