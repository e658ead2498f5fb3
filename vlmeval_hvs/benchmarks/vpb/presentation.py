"""VP-Bench's results in the form of the paper's Tables 4, 5, 6, 11 and 12."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from vlmeval_hvs.benchmarks.vpb.options import is_r_bvp
from vlmeval_hvs.benchmarks.vpb.wording import published, wording
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.names import base_name, data_name
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.compare.comparison import How
from vlmeval_hvs.results.compare.pairs import compare_pair
from vlmeval_hvs.results.compare.runs import load
from vlmeval_hvs.results.compare.settings import differences
from vlmeval_hvs.results.tables import Grid
from vlmeval_hvs.results.variants import named, variant
from vlmeval_hvs.visual_prompts.styles import style_data

_METRICS = {entry["column"]: f"shape/{shape}" for shape, entry in style_data()["shapes"].items()} | {
    "Enumeration": "question/enumeration",
    "Existence": "question/existence",
    "Rough-Loc.": "question/location",
    "VP-Ref.": "question/reference",
    "Avg.": "Overall",
}

COLUMNS = {column: _METRICS[column] for column in published()["table4"][0] if column in _METRICS}
"""Columns of Table 4 in its order, and the metric behind each."""

SHAPES = tuple(column for column, metric in COLUMNS.items() if metric.startswith("shape/"))

TASKS = tuple(wording()["tasks"])
TASKS_12 = tuple(name for name in published()["table12"][0] if name in TASKS)
"""The tasks in the order of Table 12."""

DELTA = " Δ"
"""Ends the columns that are printed in brackets behind the column before them."""

Row = dict[str, "str | float | None"]


@dataclass
class Table:
    """One table: percentages by column; rows from the paper are marked by ``paper``."""

    name: str
    title: str
    rows: list[Row]
    notes: list[str] = field(default_factory=list)

    def record(self) -> dict[str, Any]:
        """For JSON."""
        return {"title": self.title, "rows": self.rows, "notes": self.notes}

    def grid(self) -> Grid:
        """For people; differences stand in brackets behind their value."""
        columns = [name for name in self.rows[0] if name not in ("model", "paper") and not name.endswith(DELTA)]
        rows = []
        for row in self.rows:
            label = f"{row['model']}{' (paper)' if row.get('paper') else ''}"
            rows.append([label, *(_cell(row.get(name), row.get(name + DELTA)) for name in columns)])
        return Grid(self.title, ["model", *columns], rows, self.notes)


def _cell(value: str | float | None, delta: str | float | None) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return f"{value:.2f}" + (f" ({delta:+.2f})" if isinstance(delta, float) else "")


@dataclass
class Runs:
    """The runs of one model: Stage 1 with and without description, Stage 2 by what is drawn, and in words."""

    stage1: dict[bool, Result] = field(default_factory=dict)
    random_best: Result | None = None
    fixed: list[Result] = field(default_factory=list)
    words: Result | None = None

    @property
    def drawn(self) -> Result | None:
        """Stage 2 with a fixed style, else with R-BVP."""
        return self.fixed[0] if self.fixed else self.random_best


_PLACING = ("visual_prompt", "description", "limit")
"""Options that decide on a run's place in its row, or only on the number of rows: they make no row of their own."""


def grouped(results: Iterable[Result]) -> tuple[dict[str, Runs], list[str]]:
    """The runs of VP-Bench by model (demo sets apart), and notes about runs that have no place.

    Of several runs for one place the one whose dataset has no ``@label`` is taken, else the first by name.
    """
    runs: dict[str, Runs] = {}
    notes = []
    own = [result for result in results if result.benchmark == "VPB"]
    for result in sorted(own, key=lambda result: ("@" in result.dataset, result.dataset)):
        data = data_name(result.dataset)
        others = {name: value for name, value in variant(result).items() if name not in _PLACING}
        entry = runs.setdefault(f"{named(result.model, others)}{f' ({data})' if data else ''}", Runs())
        settings = result.scores.get("settings", {})
        name = base_name(result.dataset)
        taken: Result | None = None
        if name.startswith("VPB_Stage1"):
            described = bool(settings.get("description", not name.endswith("_NoDescription")))
            taken = entry.stage1.setdefault(described, result)
        elif name == "VPB_Stage2_TextPrompt":
            taken = entry.words = entry.words or result
        elif not is_r_bvp(str(settings.get("visual_prompt", "R-BVP"))):
            entry.fixed.append(result)
        else:
            taken = entry.random_best = entry.random_best or result
        if taken is not None and taken is not result:
            notes.append(f"{result.model}: {result.dataset} is left out beside {taken.dataset}")
    return dict(sorted(runs.items())), notes


def summary(results: Iterable[Result], paper: bool = False) -> list[Table]:
    """All tables for which there are results.

    Args:
        results: Results of VP-Bench's datasets; others are passed over.
        paper: Add the printed rows, also of tables for which there are no results; of none where nothing was run.
    """
    runs, notes = grouped(results)
    if not runs:
        return []
    builders: tuple[Callable[[Mapping[str, Runs]], Table], ...] = (_table4, _table5, _table6, _table11, _table12)
    tables = [table for builder in builders if (table := builder(runs)).rows or paper]
    for table in tables:
        if paper:
            table.rows += [{"paper": True, **row} for row in _PRINTED[table.name]()]
        table.notes += notes
    return tables


def _percent(result: Result | None, metric: str) -> float | None:
    value = result.metrics.get(metric) if result is not None else None
    return None if value is None else 100 * value


def _interval(label: str, result: Result) -> str:
    bounds = result.interval("Overall")
    return f"{label}: Avg. 95 % {100 * bounds[0]:.2f} to {100 * bounds[1]:.2f}" if bounds else ""


def _difference(label: str, first: Result, second: Result) -> tuple[dict[str, float], float | None, str]:
    """Differences per group and their mean, in points, on the samples that both runs have; and a sentence about it."""
    try:
        runs = load(first), load(second)
        # What differs between two rows of one table is what the table is about.
        found = compare_pair(*runs, How("robust", across=differences(*runs).asked, metrics=()))
    except DataError as error:
        return {}, None, f"{label}: {error}"
    groups = {name: 100 * cell.difference for cell_of in found.slices.values() for name, cell in cell_of.items()}
    total = found.total
    if total is None:
        return {}, None, f"{label}: no scored sample in common"
    mean = 100 * total.difference
    if total.low is None or total.high is None:
        return groups, mean, f"{label}: {mean:+.2f} points, {total.n} common samples"
    bounds = f"95 % {100 * total.low:+.2f} to {100 * total.high:+.2f}"
    return groups, mean, f"{label}: {mean:+.2f} points, {bounds}, {total.n} common samples"


def _table4(runs: Mapping[str, Runs]) -> Table:
    found = {label: own.stage1[True] for label, own in runs.items() if True in own.stage1}
    rows: list[Row] = [
        {"model": label, **{column: _percent(result, metric) for column, metric in COLUMNS.items()}}
        for label, result in found.items()
    ]
    notes = ["Avg.: mean of the eight shapes, as in Table 6; 13 of the printed rows of Table 4 follow no stated rule."]
    notes += [note for label, result in found.items() if (note := _interval(label, result))]
    return Table("table4", "Perception by shape and question type (Table 4), %", rows, notes)


def _table5(runs: Mapping[str, Runs]) -> Table:
    rows: list[Row] = []
    notes = ["Δ: BVP minus R-BVP on the samples that both have; printed rows rest on different samples."]
    for label, own in runs.items():
        drawn: Sequence[Result | None] = own.fixed or ([None] if own.random_best else [])
        for fixed in drawn:
            row: Row = {"model": label, "best style": fixed.scores["settings"]["visual_prompt"] if fixed else ""}
            deltas: dict[str, float] = {}
            mean: float | None = None
            if fixed is not None and own.random_best is not None:
                deltas, mean, note = _difference(label, fixed, own.random_best)
                notes.append(note)
            for name, metric in (*((task, f"task/{task}") for task in TASKS), ("Average", "Overall")):
                row |= {f"{name} R-BVP": _percent(own.random_best, metric), f"{name} BVP": _percent(fixed, metric)}
                row[f"{name} BVP{DELTA}"] = mean if name == "Average" else deltas.get(name)
            rows.append(row)
    return Table("table5", "Six tasks with random best and best style (Table 5), %", rows, notes)


def _table6(runs: Mapping[str, Runs]) -> Table:
    rows: list[Row] = []
    notes = []
    columns = {name: COLUMNS[name] for name in (*SHAPES, "Avg.")}
    for label, own in runs.items():
        if len(own.stage1) < 2:
            continue
        for described in (False, True):
            cells = {column: _percent(own.stage1[described], metric) for column, metric in columns.items()}
            rows.append({"model": label, "description": "with" if described else "without", **cells})
        notes.append(_difference(label, own.stage1[True], own.stage1[False])[2])
    return Table("table6", "With and without description (Table 6), %", rows, notes)


def _table11(runs: Mapping[str, Runs]) -> Table:
    rows: list[Row] = []
    for label, own in runs.items():
        if True in own.stage1 and own.drawn is not None:
            perceived, used = _percent(own.stage1[True], "Overall"), _percent(own.drawn, "Overall")
            rows.append({"model": label, "Avg. VP": perceived, "Avg. downstream": used})
    notes = ["Avg. downstream: with the best style (BVP), else with R-BVP."]
    return Table("table11", "Perception and use (Table 11), %", rows, notes)


def _table12(runs: Mapping[str, Runs]) -> Table:
    rows: list[Row] = []
    notes = []
    for label, own in runs.items():
        if own.words is None or own.drawn is None:
            continue
        row: Row = {"model": label}
        _, mean, note = _difference(label, own.drawn, own.words)
        for name, metric in (*((task, f"task/{task}") for task in TASKS_12), ("Avg.", "Overall")):
            row |= {f"{name} Vis.": _percent(own.drawn, metric), f"{name} Txt.": _percent(own.words, metric)}
        row[f"Avg. Vis.{DELTA}"] = mean
        rows.append(row)
        notes.append(note)
    return Table("table12", "Drawn and in words (Table 12), %", rows, notes)


def _printed5() -> list[Row]:
    rows: list[Row] = []
    for source in [*published()["table5"], *published()["table5_average"]]:
        row: Row = {"model": source["model"], "best style": source.get("best_vp", "")}
        for name in (*TASKS, "Average"):
            cell = source.get(name, {})
            row |= {f"{name} R-BVP": cell.get("r_bvp"), f"{name} BVP": cell.get("bvp")}
            row[f"{name} BVP{DELTA}"] = cell.get("delta")
        rows.append(row)
    return rows


def _printed6() -> list[Row]:
    return [
        {"model": row["model"], "description": "with" if row["described"] else "without"}
        | {column: row[column] for column in (*SHAPES, "Avg.")}
        for row in published()["table6"]
    ]


def _printed12() -> list[Row]:
    rows: list[Row] = []
    for source in published()["table12"]:
        row: Row = {"model": source["model"]}
        for task in TASKS_12:
            row |= {f"{task} Vis.": source[task]["vis"], f"{task} Txt.": source[task]["txt"]}
        averages = {
            "Avg. Vis.": source["avg_vis"],
            f"Avg. Vis.{DELTA}": source["delta"],
            "Avg. Txt.": source["avg_txt"],
        }
        rows.append(row | averages)
    return rows


_PRINTED: Mapping[str, Callable[[], Sequence[Row]]] = {
    "table4": lambda: [*published()["table4"], *published()["table4_average"]],
    "table5": _printed5,
    "table6": _printed6,
    "table11": lambda: [
        {"model": row["model"], "Avg. VP": row["stage1"], "Avg. downstream": row["stage2"]}
        for row in published()["table11"]
    ],
    "table12": _printed12,
}
"""The rows of the paper, in the columns of the tables here."""
