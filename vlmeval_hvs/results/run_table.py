"""All runs with what stands behind their headline: n, interval, guessing, settings, data."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.grid import Grid, number
from vlmeval_hvs.results.tables import beside, on_other_rows
from vlmeval_hvs.results.variants import row_name

USUAL = (
    "The options of a run stand behind its name; a run without them has the settings that are usual for its dataset."
)
"""What the names of runs say of their settings."""


def run_grid(results: Sequence[Result], title: str = "Runs") -> Grid:
    """A line for each run; its name holds the settings that are not usual.

    Args:
        results: Runs, invalid ones among them: they have no score.
        title: Title of the table.
    """
    head = ["run", "dataset", "n", "Overall", "95 % interval", "guessing (95 %)", "reading", "data", "version", "notes"]
    apart = on_other_rows(results)
    return Grid(title, head, [_line(result, apart) for result in results], [USUAL])


def _line(result: Result, apart: Collection[Path]) -> list[str]:
    value, interval, chance = result.metrics.get("Overall"), result.interval("Overall"), result.chances.get("Overall")
    marks = [*(["invalid"] if result.validity == "invalid" else []), *beside(result, apart)]
    return [
        row_name(result),
        result.dataset,
        "" if result.n is None else str(result.n),
        "n/a" if value is None else number(value),
        f"{number(interval[0])} to {number(interval[1])}" if interval and value is not None else "",
        f"{number(chance.low)} to {number(chance.high)}" if chance else "",
        str(result.scores.get("reading") or ""),
        str(result.scores.get("digest", ""))[:12],
        str(result.scores.get("version", "")),
        ", ".join(marks),
    ]
