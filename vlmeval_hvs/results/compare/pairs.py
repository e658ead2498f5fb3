"""Differences of runs row by row: of the score, by slice, of other metrics, and the rows with different scores."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vlmeval_hvs.errors import DataError, UsageError
from vlmeval_hvs.metrics import cluster_bootstrap
from vlmeval_hvs.metrics.paired_tests import holm, sign_flips
from vlmeval_hvs.options import declared_options
from vlmeval_hvs.registry import base_name, card_of
from vlmeval_hvs.results.collect import Result, collect, items_of, result_at, usable
from vlmeval_hvs.results.compare import Design, design_of
from vlmeval_hvs.results.contract import Count, Share
from vlmeval_hvs.results.row_names import NO_MATTER, row_name
from vlmeval_hvs.results.tables import chosen

if TYPE_CHECKING:
    import pandas as pd

SCORE = "score"  # name of the first line of every comparison
TOTAL = ("", SCORE)
Pair = tuple[Any, Any]


class Run(NamedTuple):
    """One scored run."""

    result: Result
    scores: dict[str, Any]  # content of the score file
    items: pd.DataFrame  # all text, by index
    name: str  # model and dataset
    design: Design  # of its benchmark

    def named(self, column: str, reading: str) -> str:
        """The name of an item column of a reading."""
        own = reading == self.scores["reading"] or f"{column}_{reading}" not in self.items
        return column if own else f"{column}_{reading}"

    def numbers(self, column: str, reading: str) -> pd.Series:
        """An item column of a reading as numbers by index, without rows that have none."""
        import pandas as pd

        texts = self.items.get(self.named(column, reading), pd.Series(dtype=str))
        values = pd.to_numeric(texts.replace({"True": "1", "False": "0"}), errors="coerce")
        return (values.abs() if column in self.design.absolute else values).dropna()


def load(result: Result) -> Run:
    """A run with its items; a `DataError` where the result is invalid, stale or too old, or has no item table."""
    if result.validity == "invalid":
        raise DataError(f"{result.path}: an invalid result cannot be compared: {result.reason}")
    lacking = [name for name in ("digest", "reading", "settings") if result.scores.get(name) is None]
    if lacking:
        raise DataError(f"{result.path} lacks {', '.join(lacking)}; score the predictions again")
    name = f"{row_name(result)} on {result.dataset}"
    return Run(result, result.scores, items_of(result), name, design_of(result.dataset))


def runs_at(places: Sequence[Path], models: Collection[str] = (), datasets: Collection[str] = ()) -> list[Run]:
    """Load the runs that a user names: at least two, each once, in the order given, else a UsageError.

    ``places`` are score, item or prediction files, or folders, of which all runs are taken that are not invalid, where
    wanted only those of some ``models`` and on some ``datasets``, in their order. A `DataError` for an unusable file.
    """
    found: dict[Path, Result] = {}
    for place in places:
        own = [result_at(place)] if not place.is_dir() else usable(chosen(collect(place), [*models], [*datasets]))
        if datasets and place.is_dir():
            order = [*datasets]
            own = sorted((one for one in own if one.dataset in order), key=lambda one: order.index(one.dataset))
        found |= {one.path.resolve(): one for one in own}
    results = list(found.values())
    names = dict.fromkeys(result.dataset for result in results)
    if len(names) > 1 and not datasets and any(place.is_dir() for place in places):
        raise UsageError(f"name a dataset with --data: the folders have runs on {', '.join(names)}")
    if len(results) < 2:
        found_runs = ", ".join(f"{row_name(result)} on {result.dataset}" for result in results) or "none"
        raise UsageError(f"a comparison needs two runs; found: {found_runs}")
    return list(map(load, results))


class Differences(NamedTuple):
    """Differences between two runs, name to both values."""

    asked: dict[str, Pair]  # differences in asking or scoring; such runs are compared only where the user allows it
    harmless: dict[str, Pair]  # differences that change no row; they are shown with the numbers


def differences(first: Run, second: Run) -> Differences:
    """Differences between two runs other than in their data, in the settings that both have."""
    found = Differences({}, {})
    names = base_name(first.result.dataset), base_name(second.result.dataset)
    if names[0] != names[1]:
        found.asked["dataset"] = names
    one, other = first.scores["settings"], second.scores["settings"]
    matters = _mattering(first) | _mattering(second)
    for name in sorted(name for name in one.keys() & other.keys() if not name.endswith("_sha256")):
        pair, digests = (one[name], other[name]), (one.get(f"{name}_sha256"), other.get(f"{name}_sha256"))
        if None not in digests:  # the option names a file: its content counts, not its path
            pair = f"{pair[0]} ({digests[0][:8]})", f"{pair[1]} ({digests[1][:8]})"
        if pair[0] != pair[1] and (None in digests or digests[0] != digests[1]):
            (found.asked if name in matters else found.harmless)[name] = pair
    wordings = first.scores.get("wording"), second.scores.get("wording")
    if wordings[0] != wordings[1]:
        found.asked["wording"] = str(wordings[0] or "unknown")[:8], str(wordings[1] or "unknown")[:8]
    for name in ("version", "validity", "provenance"):
        if first.scores.get(name) != second.scores.get(name):
            found.harmless[name] = first.scores.get(name), second.scores.get(name)
    return found


def _mattering(run: Run) -> set[str]:
    """The options of a run's dataset that change a row: rows are joined by index, and compared in one reading."""
    name = base_name(run.result.dataset)
    known = declared_options(card_of(run.result.dataset)).of_dataset(name)
    asks = known["profile"][1].asks if "profile" in known else ()
    harmless = {"limit", *run.design.beside, *NO_MATTER}
    if not any(fnmatchcase(name, pattern) for pattern in asks):
        harmless.add("profile")
    return known.keys() - harmless


def refuse_unlike(first: Run, second: Run, across: Collection[str] = ()) -> Differences:
    """The differences of two runs, of which those ``across`` (options, ``dataset``, ``wording``) are allowed.

    A `DataError` names both runs and the difference that is not.
    """
    both = f"{first.name} and {second.name}"
    data = [((run.scores.get("data") or {}).get("set", "unknown set"), run.scores["digest"]) for run in (first, second)]
    if data[0] != data[1]:
        shown = "; ".join(f"{name}, {str(digest)[:8]}" for name, digest in data)
        raise DataError(f"{both} are on different data ({shown}): compare runs on the same set")
    found = differences(first, second)
    refused = {name: pair for name, pair in found.asked.items() if name not in across}
    if refused:
        raise DataError(
            f"{both} were asked or scored differently: {differences_in_words(refused)}. To compare them anyway: "
            f"--across {' '.join(refused)}"
        )
    if "truth" in first.items and "truth" in second.items:
        one, other = first.items.align(second.items, "inner", axis=0)
        if ((one["truth"] != other["truth"]) & (one["score"] != "") & (other["score"] != "")).any():
            raise DataError(f"{both} have different right answers for the same rows")
    return found


def differences_in_words(pairs: Mapping[str, Pair]) -> str:
    """Differences in one line."""
    return "; ".join(f"{name} ({one!r} and {other!r})" for name, (one, other) in pairs.items())


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
    first: ArrayLike, second: ArrayLike, clusters: NDArray[np.int64], weights: Any = None, n_resamples: int = 2000
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

    ``reading``: ``robust`` or ``paper``, None for the headline of the first run; ``across``: as of `refuse_unlike`. A
    `DataError` where two runs cannot be compared, or share no row with a number; a UsageError for a lacking reading.
    """
    reading = reading or runs[0].scores["reading"]
    return corrected([compare_pair(first, second, reading, across) for first, second in combinations(runs, 2)])


def corrected(pairs: Sequence[Comparison]) -> list[Comparison]:
    """The pairs with ``p_holm``: overall differences of all pairs are one family, other cells of each pair another."""
    overall = iter(holm([pair.total.p for pair in pairs if pair.total and pair.total.p is not None]))
    found = []
    for pair in pairs:
        known = {key: cell.p for key, cell in pair.cells.items() if cell.p is not None and key != TOTAL}
        p_holm: dict[tuple[str, str], float] = dict(zip(known, holm([*known.values()]), strict=True))
        if pair.tested:
            p_holm[TOTAL] = next(overall)
        cells = {key: cell._replace(p_holm=p_holm.get(key)) for key, cell in pair.cells.items()}
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
    only = [len(run.numbers(SCORE, reading).index.difference(table.index)) for run in (first, second)]
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
    one, other = (run.items.loc[apart.index, run.named("answer", reading)] for run in (first, second))
    truths = first.items.loc[apart.index, "truth"] if "truth" in first.items else [""] * len(apart)
    columns = zip(apart.itertuples(name=None), one, other, truths, strict=True)
    rows = [Changed(row, a, b, (answer, said), truth) for (row, a, b), answer, said, truth in columns]
    return sorted(rows, key=lambda row: (row.first < row.second, -abs(row.first - row.second)))
