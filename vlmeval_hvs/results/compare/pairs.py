"""Differences of runs row by row: of the score, by slice, of other metrics, and the rows with different scores."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vlmeval_hvs.errors import DataError, UsageError
from vlmeval_hvs.metrics import cluster_bootstrap
from vlmeval_hvs.metrics.paired_tests import holm, sign_flips
from vlmeval_hvs.results.compare.runs import Pair, Run, refuse_unlike
from vlmeval_hvs.results.contract import Count, Share

if TYPE_CHECKING:
    import pandas as pd

SCORE = "score"  # name of the first line of every comparison
TOTAL = ("", SCORE)


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
    # By item column ("" for all rows) and name: `SCORE` or another metric, or the group of which it is the score
    cells: dict[tuple[str, str], Cell]
    # Rows with different scores, first those on which the first run is better, by size of the difference
    changed: list[Changed]
    across: dict[str, Pair]  # differences between the runs that the user named
    harmless: dict[str, Pair]  # differences that change no row

    @property
    def total(self) -> Cell | None:
        """The difference of the scores over all rows; None where the runs share no scored row (scanpaths)."""
        return self.cells.get(TOTAL)

    @property
    def tested(self) -> bool:
        """Whether the overall difference is tested."""
        return self.total is not None and self.total.p is not None

    @property
    def slices(self) -> dict[str, dict[str, Cell]]:
        """The cells by item column and name, those over all rows first, under ""."""
        columns = dict.fromkeys(["", *(column for column, _ in self.cells)])
        return {one: {name: cell for (column, name), cell in self.cells.items() if column == one} for one in columns}


def count_tests(pairs: Sequence[Comparison]) -> int:
    """Number of tests in comparisons."""
    return sum(cell.p is not None for pair in pairs for cell in pair.cells.values())


def compare(runs: Sequence[Run], reading: str | None = None, across: Collection[str] = ()) -> list[Comparison]:
    """Compare every run with every later one, with p values corrected as by `corrected`.

    Args:
        runs: The runs.
        reading: ``robust`` or ``paper``; None for the headline of the first run.
        across: Names of allowed differences, as of `refuse_unlike`.

    Raises:
        DataError: Two runs cannot be compared, or share no row with a number. UsageError: A run lacks the reading.
    """
    reading = reading or runs[0].scores["reading"]
    return corrected([compare_pair(first, second, reading, across) for first, second in combinations(runs, 2)])


def corrected(pairs: Sequence[Comparison]) -> list[Comparison]:
    """The pairs with ``p_holm``: overall differences of all pairs are one family, other cells of each pair another."""
    overall = iter(holm([pair.total.p for pair in pairs if pair.total and pair.total.p is not None]))
    found = []
    for pair in pairs:
        known = {key: cell.p for key, cell in pair.cells.items() if cell.p is not None and key != TOTAL}
        within: dict[tuple[str, str], float] = dict(zip(known, holm(list(known.values())), strict=True))
        if pair.tested:
            within[TOTAL] = next(overall)
        cells = {key: cell._replace(p_holm=within.get(key)) for key, cell in pair.cells.items()}
        found.append(replace(pair, cells=cells))
    return found


def compare_pair(
    first: Run, second: Run, reading: str, across: Collection[str] = (), n_resamples: int = 2000
) -> Comparison:
    """Compare two runs on their common rows, without correction; errors as of `compare`."""
    for run in (first, second):
        if reading != run.scores["reading"] and f"score_{reading}" not in run.items:
            raise UsageError(f"{run.name} has no reading {reading!r}")
    differ, design = refuse_unlike(first, second, across), first.design
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
        return paired_cell(rows["first"], rows["second"], own, shares, n_resamples)

    cells = {TOTAL: cell(counted, weights)} if len(counted) else {}
    for column, shown in (design.metrics or {}).items():
        values = _joined(first, second, reading, column)
        if weights is not None:
            values = values.loc[values.index.intersection(counted.index)]
        if len(values):
            cells["", shown] = cell(values)
    if design.by_unit is not None and {one.scores["reading"] for one in (first, second)} == {reading}:
        one, other = design.by_unit(first.scores), design.by_unit(second.scores)
        for name in one:
            if both := sorted(one[name].keys() & other.get(name, {}).keys()):
                values = [one[name][unit] for unit in both], [other[name][unit] for unit in both]
                cells["", name] = paired_cell(*values, np.arange(len(both)), None, n_resamples)
    if not cells:
        raise DataError(f"{first.name} and {second.name} share no scored row")
    for column in (name for name in design.slices if name in first.items):
        labels = first.items.loc[counted.index, column].to_numpy(str)
        names = sorted(set(labels.tolist()), key=_natural_order)
        cells |= {(column, name or "none"): cell(counted[labels == name]) for name in names if len(names) > 1}
    only = [len(_joined(run, run, reading, SCORE).index.difference(table.index)) for run in (first, second)]
    return Comparison(
        *(first, second, reading, cluster, only[0], only[1], len(table) - len(counted), cells),
        changed=_changed(first, second, counted, reading),
        across={name: pair for name, pair in differ.asked.items() if name in across},
        harmless=differ.harmless,
    )


def _joined(first: Run, second: Run, reading: str, column: str) -> pd.DataFrame:
    """A column of both runs on the rows that have it in both."""
    import pandas as pd

    one, other = first.numbers(column, reading), second.numbers(column, reading)
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
