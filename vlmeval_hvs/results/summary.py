"""Results as plain data: what tables show, for programs."""

from __future__ import annotations

from typing import Any

from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.tables import trust_marks


def run_record(result: Result) -> dict[str, Any]:
    """One run: its headline, everything that tells what it rests on, and all metrics. An invalid one has no numbers."""
    scores = result.scores
    return {
        "benchmark": result.benchmark,
        "dataset": result.dataset,
        "model": result.model,
        "path": str(result.path),
        "score": result.metrics.get("Overall"),
        "interval": result.interval("Overall") if "Overall" in result.metrics else None,
        "n": result.n,
        "rows": result.rows,
        **{name: result.shares.get(name) for name in ("unread", "cut", "refused")},
        "left_out": scores.get("left_out", 0),
        "validity": result.validity,
        "reason": result.reason,
        "trust": trust_marks(result),
        "reading": scores.get("reading"),
        "settings": scores.get("settings", {}),
        "digest": scores.get("digest"),
        "version": scores.get("version"),
        "metrics": {name: _metric(result, name, value) for name, value in result.metrics.items()},
        "warnings": scores.get("warnings", []),
    }


def _metric(result: Result, name: str, value: float) -> dict[str, Any]:
    low, high = result.interval(name) or (None, None)
    chance = result.chances.get(name)
    told = None if chance is None else {**chance._asdict(), "mark": chance.mark(value)}
    return {"value": value, "low": low, "high": high, "chance": told, "caution": result.caution(name)}
