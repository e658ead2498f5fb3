"""Processor time of several ways to do one thing, in turns, so that other work on the machine hurts all alike."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple


class Times(NamedTuple):
    """Processor seconds of the rounds: median, fastest, slowest."""

    median: float
    low: float
    high: float

    def text(self, unit: float = 1.0, digits: int = 2) -> str:
        """Median and range in a unit, which is given in seconds."""
        median, low, high = (f"{value / unit:.{digits}f}" for value in self)
        return f"{median} ({low} to {high})"


def in_turns(ways: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, Times]:
    """Run every way once a round."""
    spent: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            start = time.process_time()
            way()
            spent[name].append(time.process_time() - start)
    return {name: Times(statistics.median(times), min(times), max(times)) for name, times in spent.items()}


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A Markdown table, numbers to the right."""
    lines = [head, [":--", *["--:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)
