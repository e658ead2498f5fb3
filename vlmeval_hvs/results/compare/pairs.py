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
from vlmeval_hvs.metrics.paired_tests import holm, mcnemar, sign_flips
from vlmeval_hvs.results.compare.runs import Pair, Run, check_across, refuse_unlike
from vlmeval_hvs.results.contract import Count, Share

if TYPE_CHECKING:
    import pandas as pd

MCNEMAR, EXACT, DRAWN = "McNemar, exact", "sign flips, exact", "sign flips, drawn"
"""Names of the tests."""

SCORE = "score"
"""Name of the first line of every comparison."""

NONE = "none"
"""Name of a slice whose rows have no value; as the only slice asked for, it turns slices off."""

Numbers = NDArray[Any]


class Cell(NamedTuple):
    """A paired difference on some rows.

    Attributes:
        n: Rows, or images for a metric by image.
        clusters: Units: images, scenes, or rows.
        first: Mean of the first run.
        second: Mean of the second run.
        difference: First minus second.
        low: Lower end of the 95 % interval of the difference; None with fewer than two clusters.
        high: Upper end.
        higher: Rows on which the first run has the higher value.
        lower: Rows on which it has the lower one.
        p: Two-sided p value; None with fewer than two clusters.
        test: The test that gives ``p``.
        p_mcnemar: McNemar's exact test, where values are 0 or 1; it takes rows as independent.
        p_holm: ``p`` corrected for the tests of its family (`vlmeval_hvs.results.compare.pairs.corrected`).
    """

    n: Count
    clusters: Count
    first: float
    second: float
    difference: float
    low: float | None
    high: float | None
    higher: Count
    lower: Count
    p: Share | None
    test: str
    p_mcnemar: Share | None
    p_holm: Share | None = None


def paired_cell(
    first: ArrayLike,
    second: ArrayLike,
    clusters: NDArray[np.int64],
    weights: ArrayLike | None = None,
    n_resamples: int = 2000,
    seed: int = 0,
) -> Cell:
    """The difference of two runs on the same rows.

    Args:
        first: (n,) values of the first run, finite; at least one.
        second: (n,) values of the second run.
        clusters: (n,) labels of the units.
        weights: (n,) positive weights of the rows in the means; 1 for all when left out.
        n_resamples: Resamples of the interval.
        seed: Seed of the interval and of a drawn test.
    """
    one, other = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    delta, number = one - other, len(np.unique(clusters))
    shares = None if weights is None else np.asarray(weights, dtype=float)
    means = tuple(float(np.average(values, weights=shares)) for values in (one, other, delta))
    higher, lower = int((delta > 0).sum()), int((delta < 0).sum())
    binary = bool(np.isin(one, (0, 1)).all() and np.isin(other, (0, 1)).all())
    low = high = p = None
    test = ""
    if number > 1:
        low, high = cluster_bootstrap(delta, clusters, shares, n_resamples, seed=seed)
        flips = sign_flips(delta, clusters, shares, seed=seed)
        alone = binary and number == len(delta) and shares is None
        p, test = flips.p, MCNEMAR if alone else EXACT if flips.exact else DRAWN
    rows = mcnemar(higher, lower) if binary else None
    return Cell(len(delta), number, means[0], means[1], means[2], low, high, higher, lower, p, test, rows)


class Changed(NamedTuple):
    """A row on which two runs have different scores."""

    row: str
    first: float
    second: float
    answers: tuple[str, str]
    truth: str
    slices: dict[str, str]


@dataclass(frozen=True)
class Comparison:
    """The comparison of two runs.

    Attributes:
        first: The first run.
        second: The second run.
        reading: The reading whose scores are compared.
        cluster: The item column of the units; "index" where every row is a unit.
        only_first: Scored rows that only the first run has.
        only_second: Scored rows that only the second run has.
        unweighted: Common rows that do not count in the headline, and in no number here.
        metrics: Name to cell; `SCORE` first, where the runs share scored rows.
        slices: Item column to group to cell, all of the score.
        changed: Rows with different scores, first those on which the first run is better, by size of the difference.
        across: Differences between the runs that the user named.
        harmless: Differences that change no row.
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
    harmless: dict[str, Pair]

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
        yield from (("", name, cell) for name, cell in self.metrics.items())
        for column, groups in self.slices.items():
            yield from ((column, name, cell) for name, cell in groups.items())


@dataclass(frozen=True)
class How:
    """The choices of a comparison.

    Attributes:
        reading: ``robust`` or ``paper``; None for the headline of the first run.
        across: Names of allowed differences (`vlmeval_hvs.results.compare.runs`).
        slices: Item columns to split by; None for those of the benchmark.
        metrics: Metrics besides the score; None for all.
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


def compare(runs: Sequence[Run], how: How | None = None) -> list[Comparison]:
    """Compare every run with every later one, with p values corrected as by `corrected`.

    Returns:
        The pairs in order.

    Raises:
        DataError: Two runs are on different data, were asked differently, or share no row with a number.
        UsageError: A name of ``how`` is not known.
    """
    chosen = how or How()
    check_across(chosen.across, runs)
    chosen = replace(chosen, reading=chosen.reading or runs[0].scores["reading"])
    return corrected([compare_pair(first, second, chosen) for first, second in combinations(runs, 2)])


def corrected(pairs: Sequence[Comparison]) -> list[Comparison]:
    """The pairs with ``p_holm``: overall differences of all pairs are one family, other cells of each pair another."""
    overall = iter(holm([pair.total.p for pair in pairs if pair.total and pair.total.p is not None]))
    found = []
    for pair in pairs:
        others = [cell for _, _, cell in pair.cells() if cell is not pair.total]
        within = iter(holm([cell.p for cell in others if cell.p is not None]))

        def put(cell: Cell, family: Iterator[float]) -> Cell:
            return cell if cell.p is None else cell._replace(p_holm=next(family))

        metrics = {name: put(cell, overall if name == SCORE else within) for name, cell in pair.metrics.items()}
        slices = {
            column: {name: put(cell, within) for name, cell in cells.items()} for column, cells in pair.slices.items()
        }
        found.append(replace(pair, metrics=metrics, slices=slices))
    return found


def compare_pair(first: Run, second: Run, how: How) -> Comparison:
    """Compare two runs on their common rows, without correction; errors as of `compare`."""
    reading = how.reading or first.scores["reading"]
    for run in (first, second):
        if not run.has(reading):
            raise UsageError(f"{run.name} has no reading {reading!r}")
    differ = refuse_unlike(first, second, how.across)
    table = _joined(first, second, reading)
    design = first.design
    counted, weights = table, None
    if design.weights is not None and len(table):
        shares = design.weights(first.items.loc[table.index])
        counted, weights = table[(shares > 0).to_numpy()], shares[shares > 0].to_numpy(float)
        if counted.empty:
            raise DataError(f"{first.name} and {second.name} share no row of the headline")
    named = design.cluster if design.cluster in first.items else ""
    cluster_of = first.items[named] if named else first.items["index"]
    units = _numbers(cluster_of.loc[counted.index])
    metrics = {SCORE: _cell(counted, units, how, weights)} if len(counted) else {}
    metrics |= _metrics(first, second, reading, how, cluster_of, None if weights is None else counted.index)
    if not metrics:
        raise DataError(f"{first.name} and {second.name} share no scored row")
    known = {*metrics, *(design.metrics or {}), *(design.metrics or {}).values(), NONE}
    unknown = [name for name in how.metrics or () if name not in known]
    if unknown:
        raise UsageError(
            f"{first.name} and {second.name} share no metric {unknown[0]!r}; give one of {', '.join(metrics)}"
        )
    rows = first.items.loc[counted.index]
    columns = [name for name in _columns(first, design.slices, how) if rows[name].nunique() > 1]
    only = [int((~_scores(one, reading).index.isin(table.index)).sum()) for one in (first, second)]
    return Comparison(
        first=first,
        second=second,
        reading=reading,
        cluster=named or "index",
        only_first=only[0],
        only_second=only[1],
        unweighted=len(table) - len(counted),
        metrics=metrics,
        slices={name: _slice(counted, rows[name], units, how) for name in columns},
        changed=_changed(first, second, counted, columns, reading),
        across={name: pair for name, pair in differ.asked.items() if name in how.across},
        harmless=differ.harmless,
    )


def _cell(table: pd.DataFrame, units: Numbers, how: How, weights: Numbers | None = None) -> Cell:
    return paired_cell(table["first"], table["second"], units, weights, how.n_resamples, how.seed)


def _scores(run: Run, reading: str) -> pd.Series:
    found = run.column(SCORE, reading)
    assert found is not None  # every item table has it
    return found


def _joined(first: Run, second: Run, reading: str, column: str = SCORE) -> pd.DataFrame:
    """A column of both runs on the rows where both have a number."""
    import pandas as pd

    one, other = first.column(column, reading), second.column(column, reading)
    if one is None or other is None:
        return pd.DataFrame({"first": [], "second": []})
    both = one.index.intersection(other.index)
    return pd.DataFrame({"first": one[both], "second": other[both]})


def _numbers(labels: pd.Series) -> Numbers:
    """Labels as integers, which sort fast."""
    return np.unique(labels.to_numpy(str), return_inverse=True)[1].ravel()


def _metrics(
    first: Run, second: Run, reading: str, how: How, cluster_of: pd.Series, counted: pd.Index | None
) -> dict[str, Cell]:
    """The other metrics on the rows that have them, of `counted`, the rows of the headline, where it is given."""
    import pandas as pd

    found = {}
    for column, shown in (first.design.metrics or {}).items():
        if how.metrics is not None and not {column, shown} & {*how.metrics}:
            continue
        table = _joined(first, second, reading, column)
        if counted is not None:
            table = table.loc[table.index.intersection(counted)]
        if len(table):
            found[shown] = _cell(table, _numbers(cluster_of.loc[table.index]), how)
    if first.design.by_unit is None or any(run.scores["reading"] != reading for run in (first, second)):
        return found
    one, other = (first.design.by_unit(run.scores) for run in (first, second))
    for name in one:
        both = sorted(one[name].keys() & other.get(name, {}).keys())
        if both and (how.metrics is None or name in how.metrics):
            table = pd.DataFrame({"first": [one[name][u] for u in both], "second": [other[name][u] for u in both]})
            found[name] = _cell(table, np.arange(len(both)), how)
    return found


def _columns(run: Run, usual: Sequence[str], how: How) -> list[str]:
    if how.slices is None:
        return [name for name in usual if name in run.items]
    missing = [name for name in how.slices if name not in run.items and name != NONE]
    if missing:
        raise UsageError(f"{run.name}: the items have no column {missing[0]!r}; give one of {', '.join(run.items)}")
    return [name for name in how.slices if name != NONE]


def natural_order(name: str) -> list[tuple[int, str]]:
    """Sort key by which Q2 comes before Q10: the pieces of a name, numbers by their value."""
    return [(int(digits or 0), other) for digits, other in re.findall(r"([0-9]+)|([^0-9]+)", name)]


def _slice(table: pd.DataFrame, labels: pd.Series, units: Numbers, how: How) -> dict[str, Cell]:
    values = labels.to_numpy(str)
    names = sorted(dict.fromkeys(values.tolist()), key=natural_order)
    return {name or NONE: _cell(table[values == name], units[values == name], how) for name in names}


def _changed(first: Run, second: Run, table: pd.DataFrame, columns: Sequence[str], reading: str) -> list[Changed]:
    apart = table[table["first"] != table["second"]]
    delta = apart["first"] - apart["second"]
    order = np.lexsort((-delta.abs().to_numpy(), (delta < 0).to_numpy()))
    indices = apart.index[order]
    columns_of = ((run, _name("answer", run, reading)) for run in (first, second))
    answers = zip(*(run.items.loc[indices, name].tolist() for run, name in columns_of), strict=True)
    rows = first.items.loc[indices]
    truths = rows["truth"].tolist() if "truth" in rows else [""] * len(rows)
    slices = {name: rows[name].tolist() for name in columns}
    scores = zip(*(apart.loc[indices, side].tolist() for side in ("first", "second")), strict=True)
    changed = zip(indices, scores, answers, truths, strict=True)
    return [
        Changed(
            str(index),
            one,
            other,
            (str(answer), str(other_answer)),
            str(truth),
            {name: str(values[place]) for name, values in slices.items()},
        )
        for place, (index, (one, other), (answer, other_answer), truth) in enumerate(changed)
    ]


def _name(column: str, run: Run, reading: str) -> str:
    return column if reading == run.scores["reading"] else f"{column}_{reading}"
