"""Processor time of ways to do one thing, in turns, so that other work on the machine hurts all alike."""

import statistics
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

UNITS = {"s": 1.0, "ms": 1e-3, "µs": 1e-6}


class Case(NamedTuple):
    """What is measured in two ways: here, and by a peer."""

    label: str
    peer: Callable[[], Any]
    ours: Callable[[], Any]
    same: Any = ...  # the part that the peer computes
    items: int = 1  # times are those of one of so many items


def side_by_side(peer: str, unit: str, cases: Iterable[Case], rounds: int) -> str:
    """The table of some cases; the difference is a share of the peer's largest value, where there are values."""
    lines = []
    for case in cases:
        theirs, ours = case.peer(), case.ours()
        difference, share = "-", 1.0
        if theirs is not None:
            apart = np.nanmax(np.abs(np.asarray(theirs) - np.asarray(ours)[case.same]))
            difference, share = f"{apart / np.nanmax(np.abs(theirs)):.0e}", np.size(theirs) / np.size(ours)
        found = in_turns({"peer": case.peer, "ours": case.ours}, rounds)
        one = UNITS[unit] * case.items
        times = {"peer": [each / one / share for each in found["peer"]], "ours": [each / one for each in found["ours"]]}
        ratio = statistics.median(times["peer"]) / statistics.median(times["ours"])
        faster = f"{ratio:.1f}" if ratio < 10 else f"{ratio:.0f}"
        lines.append((case.label, *map(_text, times.values()), faster, difference))
    return table(("case", f"{peer}, {unit}", f"here, {unit}", "times faster", "largest difference"), lines)


def in_turns(ways: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    """Processor seconds of every way, which is run once a round."""
    spent: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            start = time.process_time()
            way()
            spent[name].append(time.process_time() - start)
    return spent


def _text(times: Sequence[float]) -> str:
    return f"{statistics.median(times):.3g} ({min(times):.3g} to {max(times):.3g})"


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A Markdown table, numbers to the right."""
    lines = [head, [":--", *["--:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)
