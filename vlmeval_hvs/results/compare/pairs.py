"""Differences of runs row by row: of the score, by slice, of other metrics, and the rows with different scores."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vlmeval_hvs.errors import DataError, UsageError
from vlmeval_hvs.metrics import cluster_bootstrap
from vlmeval_hvs.metrics.paired_tests import holm, sign_flips
from vlmeval_hvs.results.compare.runs import Pair, Run, refuse_unlike
from vlmeval_hvs.results.contract import Count, Share

if TYPE_CHECKING:
    import pandas as pd

SCORE = "score"
"""Name of the first line of every comparison."""


class Cell(NamedTuple):
    """A paired difference on some rows."""

    n: Count  # rows, or images for a metric by image
    clusters: Count  # units: images, scenes, or rows
    first: float  # mean of the first run
    second: float  # mean of the second run
    difference: float  # first minus second
    low: float | None  # lower end of the 95 % interval of the difference; None with fewer than two clusters
    high: float | None  # upper end
    higher: Count  # rows on which the first run has the higher value
    lower: Count  # rows on which it has the lower one
    p: Share | None  # two-sided p value of random signs of whole units; None with fewer than two clusters
    exact: bool  # whether all patterns of signs were counted
    # ``p`` corrected for the tests of its family (`vlmeval_hvs.results.compare.pairs.corrected`)
    p_holm: Share | None = None


def paired_cell(
    first: ArrayLike,
    second: ArrayLike,
    clusters: NDArray[np.int64],
    weights: ArrayLike | None = None,
    n_resamples: int = 2000,
) -> Cell:
    """The difference of two runs on the same rows: (n,) finite values, labels of units and positive weights (1)."""
    one, other = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    delta, number = one - other, len(np.unique(clusters))
    shares = None if weights is None else np.asarray(weights, dtype=float)
    first_mean, second_mean, mean = (float(np.average(values, weights=shares)) for values in (one, other, delta))
    means = len(delta), number, first_mean, second_mean, mean
    changed = int((delta > 0).sum()), int((delta < 0).sum())
    if number < 2:
        return Cell(*means, None, None, *changed, None, True)
    low, high = cluster_bootstrap(delta, clusters, shares, n_resamples, seed=0)
    flips = sign_flips(delta, clusters, shares, seed=0)
    return Cell(*means, low, high, *changed, flips.p, flips.exact)


class Changed(NamedTuple):
    """A row on which two runs have different scores."""

    row: str
    first: float
    second: float
    answers: tuple[str, str]
    truth: str


@dataclass(frozen=True)
class Comparison:
    """The comparison of two runs."""

    first: Run  # the first run
    second: Run  # the second run
    reading: str  # the reading whose scores are compared
    cluster: str  # the item column of the units; "index" where every row is a unit
    only_first: int  # scored rows that only the first run has
    only_second: int  # scored rows that only the second run has
    unweighted: int  # common rows that do not count in the headline, and in no number here
    metrics: dict[str, Cell]  # name to cell; `SCORE` first, where the runs share scored rows
    slices: dict[str, dict[str, Cell]]  # item column to group to cell, all of the score
    # Rows with different scores, first those on which the first run is better, by size of the difference
    changed: list[Changed]
    across: dict[str, Pair]  # differences between the runs that the user named
    harmless: dict[str, Pair]  # differences that change no row

    @property
    def total(self) -> Cell | None:
        """The difference of the scores over all rows; None where the runs share no scored row (scanpaths)."""
        return self.metrics.get(SCORE)

    @property
    def tested(self) -> bool:
        """Whether the overall difference is tested."""
        return self.total is not None and self.total.p is not None

    def cells(self) -> Iterator[tuple[str, str, Cell]]:
        """Every cell with its column ("" for metrics over all rows) and its name."""
        for column, cells in (("", self.metrics), *self.slices.items()):
            yield from ((column, name, cell) for name, cell in cells.items())


@dataclass(frozen=True)
class How:
    """The choices of a comparison."""

    reading: str | None = None  # ``robust`` or ``paper``; None for the headline of the first run
    across: Collection[str] = field(default=())  # names of allowed differences (`vlmeval_hvs.results.compare.runs`)
    metrics: bool = True  # whether metrics other than the score are compared
    n_resamples: int = 2000  # resamples of an interval


def count_tests(pairs: Sequence[Comparison]) -> int:
    """Number of tests in comparisons."""
    return sum(cell.p is not None for pair in pairs for _, _, cell in pair.cells())


def compare(runs: Sequence[Run], how: How | None = None) -> list[Comparison]:
    """Compare every run with every later one, with p values corrected as by `corrected`.

    Returns:
        The pairs in order.

    Raises:
        DataError: Two runs are on different data, were asked differently, or share no row with a number.
        UsageError: A run does not have the reading.
    """
    how = how or How()
    how = replace(how, reading=how.reading or runs[0].scores["reading"])
    return corrected([compare_pair(first, second, how) for first, second in combinations(runs, 2)])


def corrected(pairs: Sequence[Comparison]) -> list[Comparison]:
    """The pairs with ``p_holm``: overall differences of all pairs are one family, other cells of each pair another."""
    overall = iter(holm([pair.total.p for pair in pairs if pair.total and pair.total.p is not None]))
    found = []
    for pair in pairs:
        within = iter(holm([cell.p for _, _, cell in pair.cells() if cell is not pair.total and cell.p is not None]))

        def put(cells: dict[str, Cell], total: Cell | None = pair.total, own: Iterator[float] = within) -> Any:
            family = {name: overall if cell is total else own for name, cell in cells.items() if cell.p is not None}
            return cells | {name: cells[name]._replace(p_holm=next(values)) for name, values in family.items()}

        metrics, slices = put(pair.metrics), {column: put(cells) for column, cells in pair.slices.items()}
        found.append(replace(pair, metrics=metrics, slices=slices))
    return found


def compare_pair(first: Run, second: Run, how: How) -> Comparison:
    """Compare two runs on their common rows, without correction; errors as of `compare`."""
    reading = how.reading or first.scores["reading"]
    for run in (first, second):
        if reading != run.scores["reading"] and f"score_{reading}" not in run.items:
            raise UsageError(f"{run.name} has no reading {reading!r}")
    differ, design = refuse_unlike(first, second, how.across), first.design
    table = counted = _joined(first, second, reading, SCORE)
    weights = None
    if design.weights is not None and len(table):
        shares = design.weights(first.items.loc[table.index])
        counted, weights = table[(shares > 0).to_numpy()], shares[shares > 0].to_numpy(float)
    cluster = design.cluster if design.cluster in first.items else "index"
    units = np.unique(first.items[cluster].to_numpy(str), return_inverse=True)[1].ravel()
    unit_of = dict(zip(first.items.index, units, strict=True))

    def cell(rows: pd.DataFrame, shares: ArrayLike | None = None) -> Cell:
        own = np.array([unit_of[index] for index in rows.index])
        return paired_cell(rows["first"], rows["second"], own, shares, how.n_resamples)

    metrics = {SCORE: cell(counted, weights)} if len(counted) else {}
    for column, shown in (design.metrics or {}).items() if how.metrics else ():
        values = _joined(first, second, reading, column)
        if weights is not None:
            values = values.loc[values.index.intersection(counted.index)]
        if len(values):
            metrics[shown] = cell(values)
    if how.metrics and design.by_unit is not None and {one.scores["reading"] for one in (first, second)} == {reading}:
        one, other = design.by_unit(first.scores), design.by_unit(second.scores)
        for name in one:
            if both := sorted(one[name].keys() & other.get(name, {}).keys()):
                values = [one[name][unit] for unit in both], [other[name][unit] for unit in both]
                metrics[name] = paired_cell(*values, np.arange(len(both)), None, how.n_resamples)
    if not metrics:
        raise DataError(f"{first.name} and {second.name} share no scored row")
    slices = {}
    for column in (name for name in design.slices if name in first.items):
        labels = first.items.loc[counted.index, column].to_numpy(str)
        if len(set(labels)) > 1:
            names = sorted(set(labels.tolist()), key=_natural_order)
            slices[column] = {name or "none": cell(counted[labels == name]) for name in names}
    only = [len(_scores(run, reading).index.difference(table.index)) for run in (first, second)]
    return Comparison(
        *(first, second, reading, cluster, only[0], only[1], len(table) - len(counted), metrics, slices),
        changed=_changed(first, second, counted, reading),
        across={name: pair for name, pair in differ.asked.items() if name in how.across},
        harmless=differ.harmless,
    )


def _scores(run: Run, reading: str) -> pd.Series:
    scores = run.numbers(SCORE, reading)
    assert scores is not None  # every item table has it
    return scores


def _joined(first: Run, second: Run, reading: str, column: str) -> pd.DataFrame:
    """A column of both runs on the rows that have it in both."""
    import pandas as pd

    one, other = first.numbers(column, reading), second.numbers(column, reading)
    if one is None or other is None:
        return pd.DataFrame({"first": [], "second": []})
    both = one.index.intersection(other.index)
    return pd.DataFrame({"first": one[both], "second": other[both]})


def _natural_order(name: str) -> list[tuple[int, str]]:
    """Sort key by which Q2 comes before Q10: the pieces of a name, numbers by their value."""
    return [(int(digits or 0), other) for digits, other in re.findall(r"([0-9]+)|([^0-9]+)", name)]


def _changed(first: Run, second: Run, table: pd.DataFrame, reading: str) -> list[Changed]:
    apart = table[table["first"] != table["second"]]
    delta = apart["first"] - apart["second"]
    apart = apart.iloc[np.lexsort((-delta.abs().to_numpy(), (delta < 0).to_numpy()))]
    answers = zip(*(run.items.loc[apart.index, run.named("answer", reading)] for run in (first, second)), strict=True)
    truths = first.items.loc[apart.index, "truth"] if "truth" in first.items else [""] * len(apart)
    rows = zip(apart.itertuples(), answers, truths, strict=True)
    return [Changed(str(row[0]), row[1], row[2], (str(a), str(b)), str(truth)) for row, (a, b), truth in rows]
