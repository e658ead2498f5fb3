"""Two runs and more, row by row: the whole, its slices, other metrics, and the rows on which the runs part."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.errors import DataError, UsageError
from vlmeval_hvs.metrics.paired_tests import holm
from vlmeval_hvs.results.compare.cells import Cell, paired_cell
from vlmeval_hvs.results.compare.comparison import NONE, SCORE, Changed, Comparison, How
from vlmeval_hvs.results.compare.runs import Run
from vlmeval_hvs.results.compare.settings import check_across, refuse_unlike

if TYPE_CHECKING:
    import pandas as pd

Numbers = NDArray[Any]


def compare(runs: Sequence[Run], how: How | None = None) -> list[Comparison]:
    """Every run with every later one, corrected as `corrected` says.

    Args:
        runs: Two runs or more.
        how: How they are compared.

    Returns:
        The pairs in order.

    Raises:
        DataError: Two runs are on different data, were not asked alike, or have no row with a number in common.
        UsageError: A name of ``how`` is not known.
    """
    chosen = how or How()
    check_across(chosen.across, runs)
    chosen = replace(chosen, reading=chosen.reading or runs[0].scores["reading"])
    return corrected([compare_pair(first, second, chosen) for first, second in combinations(runs, 2)])


def corrected(pairs: Sequence[Comparison]) -> list[Comparison]:
    """The same with ``p_holm``: overall differences of all pairs are one family, other cells of each pair another."""
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
    """Two runs on the rows that both have; errors as of `compare`. Nothing is corrected yet."""
    reading = how.reading or first.scores["reading"]
    for run in (first, second):
        if not run.has(reading):
            raise UsageError(f"{run.name}: there is no reading {reading!r}")
    differ = refuse_unlike(first, second, how.across)
    table = _joined(first, second, reading)
    design = first.design
    counted, weights = table, None
    if design.weights is not None and len(table):
        shares = design.weights(first.items.loc[table.index])
        counted, weights = table[(shares > 0).to_numpy()], shares[shares > 0].to_numpy(float)
        if counted.empty:
            raise DataError(f"{first.name} and {second.name} have no row of the headline in common")
    named = design.cluster if design.cluster in first.items else ""
    cluster_of = first.items[named] if named else first.items["index"]
    units = _numbers(cluster_of.loc[counted.index])
    cell = _maker(how)
    metrics = {SCORE: cell(counted, units, weights)} if len(counted) else {}
    metrics |= _metrics(first, second, reading, how, cluster_of, None if weights is None else counted.index)
    if not metrics:
        raise DataError(f"{first.name} and {second.name} have no scored row in common")
    _refuse_unknown(how.metrics, metrics, "metric", first, second)
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
        slices={name: _slice(counted, rows[name], units, cell) for name in columns},
        changed=_changed(first, second, counted, columns, reading),
        across={name: pair for name, pair in differ.asked.items() if name in how.across},
        told=differ.told,
    )


CellMaker = Callable[..., Cell]
"""Table of both runs, labels of the units, and weights or None, to their cell."""


def _maker(how: How) -> CellMaker:
    def cell(table: pd.DataFrame, units: Numbers, weights: Numbers | None = None) -> Cell:
        return paired_cell(table["first"], table["second"], units, weights, how.n_resamples, how.seed)

    return cell


def _scores(run: Run, reading: str) -> pd.Series:
    found = run.column(SCORE, reading)
    assert found is not None  # every item table has it
    return found


def _joined(first: Run, second: Run, reading: str, column: str = SCORE) -> pd.DataFrame:
    """A column of both runs on the rows where both have a number."""
    import pandas as pd

    ours, theirs = first.column(column, reading), second.column(column, reading)
    if ours is None or theirs is None:
        return pd.DataFrame({"first": [], "second": []})
    both = ours.index.intersection(theirs.index)
    return pd.DataFrame({"first": ours[both], "second": theirs[both]})


def _numbers(labels: pd.Series) -> Numbers:
    """Labels as numbers, which sort fast."""
    return np.unique(labels.to_numpy(str), return_inverse=True)[1].ravel()


def _metrics(
    first: Run, second: Run, reading: str, how: How, cluster_of: pd.Series, counted: pd.Index | None
) -> dict[str, Cell]:
    """The other metrics, on the rows that have them: scanpaths have no score. `counted` are the headline's own rows."""
    import pandas as pd

    cell, found = _maker(how), {}
    named = (first.design.metrics or {}).items()
    wanted = [name for name, told in named if how.metrics is None or {name, told} & {*how.metrics}]
    for column in wanted:
        table = _joined(first, second, reading, column)
        if counted is not None:
            table = table.loc[table.index.intersection(counted)]
        if len(table):
            found[(first.design.metrics or {})[column]] = cell(table, _numbers(cluster_of.loc[table.index]), None)
    if first.design.by_unit is None or any(run.scores["reading"] != reading for run in (first, second)):
        return found
    ours, theirs = (first.design.by_unit(run.scores) for run in (first, second))
    for name in ours:
        both = sorted(ours[name].keys() & theirs.get(name, {}).keys())
        if both and (how.metrics is None or name in how.metrics):
            table = pd.DataFrame({"first": [ours[name][u] for u in both], "second": [theirs[name][u] for u in both]})
            found[name] = cell(table, np.arange(len(both)), None)
    return found


def _refuse_unknown(wanted: Collection[str] | None, found: Collection[str], what: str, first: Run, second: Run) -> None:
    known = {*found, *(first.design.metrics or {}), *(first.design.metrics or {}).values()}
    missing = [name for name in wanted or () if name not in known and name != NONE]
    if missing:
        raise UsageError(f"{first.name} and {second.name} share no {what} {missing[0]!r}; there are {', '.join(found)}")


def _columns(run: Run, usual: Sequence[str], how: How) -> list[str]:
    if how.slices is None:
        return [name for name in usual if name in run.items]
    missing = [name for name in how.slices if name not in run.items and name != NONE]
    if missing:
        raise UsageError(f"{run.name}: the items have no column {missing[0]!r}; there are {', '.join(run.items)}")
    return [name for name in how.slices if name != NONE]


def natural(name: str) -> list[tuple[int, str]]:
    """Sort key by which Q2 comes before Q10: the pieces of a name, numbers by their value."""
    return [(int(digits or 0), other) for digits, other in re.findall(r"([0-9]+)|([^0-9]+)", name)]


def _slice(table: pd.DataFrame, labels: pd.Series, units: Numbers, cell: CellMaker) -> dict[str, Cell]:
    values = labels.to_numpy(str)
    names = sorted(dict.fromkeys(values.tolist()), key=natural)
    return {name or NONE: cell(table[values == name], units[values == name], None) for name in names}


def _changed(first: Run, second: Run, table: pd.DataFrame, columns: Sequence[str], reading: str) -> list[Changed]:
    apart = table[table["first"] != table["second"]]
    delta = apart["first"] - apart["second"]
    order = np.lexsort((-delta.abs().to_numpy(), (delta < 0).to_numpy()))
    indices = apart.index[order]
    ours, theirs = (run.items.loc[indices, _name("answer", run, reading)].tolist() for run in (first, second))
    rows = first.items.loc[indices]
    truths = rows["truth"].tolist() if "truth" in rows else [""] * len(rows)
    slices = {name: rows[name].tolist() for name in columns}
    scores = zip(*(apart.loc[indices, side].tolist() for side in ("first", "second")), strict=True)
    told = zip(indices, scores, ours, theirs, truths, strict=True)
    return [
        Changed(
            str(index),
            one,
            other,
            (str(our), str(their)),
            str(truth),
            {name: str(values[place]) for name, values in slices.items()},
        )
        for place, (index, (one, other), our, their, truth) in enumerate(told)
    ]


def _name(column: str, run: Run, reading: str) -> str:
    return column if reading == run.scores["reading"] else f"{column}_{reading}"
