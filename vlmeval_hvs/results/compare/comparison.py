"""What a comparison of two runs holds."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from vlmeval_hvs.results.compare.cells import Cell
from vlmeval_hvs.results.compare.runs import Run
from vlmeval_hvs.results.compare.settings import Pair

SCORE = "score"
"""Name of the first line of every comparison."""

NONE = "none"
"""Name of a slice whose rows have no value; as the only slice asked for, it means that there shall be none."""


class Changed(NamedTuple):
    """A row on which two runs have other scores."""

    row: str
    first: float
    second: float
    answers: tuple[str, str]
    truth: str
    slices: dict[str, str]


@dataclass(frozen=True)
class Comparison:
    """Two runs side by side.

    Attributes:
        first: The first run.
        second: The second run.
        reading: The reading whose scores are compared.
        cluster: The item column whose values are the units; "index" where rows share nothing.
        only_first: Scored rows that only the first run has.
        only_second: Scored rows that only the second run has.
        unweighted: Common rows that are not in the headline, and not in any number here.
        metrics: Name to cell; `SCORE` first, where the runs share scored rows.
        slices: Item column to group to cell, all of the score.
        changed: Rows with other scores: those on which the first run is better before the others, the largest
            differences first.
        across: Differences in what was asked that the user meant to compare.
        told: Differences that change no row.
    """

    first: Run
    second: Run
    reading: str
    cluster: str
    only_first: int
    only_second: int
    unweighted: int
    metrics: dict[str, Cell]
    slices: dict[str, dict[str, Cell]]
    changed: list[Changed]
    across: dict[str, Pair]
    told: dict[str, Pair]

    @property
    def total(self) -> Cell | None:
        """The difference of the scores over all rows; None where the runs share no row that has one (scanpaths)."""
        return self.metrics.get(SCORE)

    @property
    def tested(self) -> bool:
        """Whether the scores are tested."""
        return self.total is not None and self.total.p is not None

    def cells(self) -> Iterator[tuple[str, str, Cell]]:
        """Every cell with its column ("" for metrics over all rows) and its name."""
        yield from (("", name, cell) for name, cell in self.metrics.items())
        for column, groups in self.slices.items():
            yield from ((column, name, cell) for name, cell in groups.items())


@dataclass(frozen=True)
class How:
    """How runs are compared.

    Attributes:
        reading: ``robust`` or ``paper``; None for the headline of the first run.
        across: Names of differences that are meant (`vlmeval_hvs.results.compare.settings`).
        slices: Item columns to split by; None for those of the benchmark.
        metrics: Metrics beside the score; None for all.
        seed: Seed of intervals and drawn tests.
        n_resamples: Resamples of an interval.
    """

    reading: str | None = None
    across: Collection[str] = field(default=())
    slices: Collection[str] | None = None
    metrics: Collection[str] | None = None
    seed: int = 0
    n_resamples: int = 2000


def count_tests(pairs: Sequence[Comparison]) -> int:
    """Number of tests in comparisons."""
    return sum(cell.p is not None for pair in pairs for _, _, cell in pair.cells())
