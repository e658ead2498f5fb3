"""How VP-Bench is shown: marked regions, the paper's Tables 4, 5, 6, 11 and 12 with its rows, and charts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.benchmarks.vpb.options import is_r_bvp
from vlmeval_hvs.benchmarks.vpb.stage2 import regions_of
from vlmeval_hvs.benchmarks.vpb.wording import published, wording
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import image_size
from vlmeval_hvs.names import base_name, data_name, is_official
from vlmeval_hvs.pictures import Box, Picture
from vlmeval_hvs.pictures import Mark as RegionMark
from vlmeval_hvs.presentation import Presentation
from vlmeval_hvs.results.charts import Axis, Band, Chart, Mark, Series
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.compare.pairs import How, compare_pair
from vlmeval_hvs.results.compare.runs import differences, load
from vlmeval_hvs.results.paper_tables import OTHER, Column, Row, Table, Value, filled, kind_of, value_of
from vlmeval_hvs.results.row_names import named, on_the_same_data, row_names, slug, variant
from vlmeval_hvs.visual_prompts.styles import style_data

if TYPE_CHECKING:
    from vlmeval_hvs.benchmarks.vpb.dataset import VPBDataset

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
"""Ends the columns of differences to the column before them."""


def region_marks(row: Mapping[str, str], sizes: Sequence[tuple[int, int]]) -> list[list[RegionMark]]:
    """Marks of the regions of a Stage 2 row by image.

    Args:
        row: The row.
        sizes: Width and height of the row's images, px.

    Raises:
        DataError: A region cannot be read.
    """
    found: list[list[RegionMark]] = [[] for _ in sizes]
    for image, role, region in regions_of(row):
        (width, height), (x, y, w, h) = sizes[image], region.bbox
        label = "" if role == "default" else role
        found[image].append(Box(x / width, y / height, w / width, h / height, "region", label))
    return found


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
        data, name = data_name(result.dataset), base_name(result.dataset)
        others = {option: value for option, value in variant(result).items() if option not in _PLACING}
        entry = runs.setdefault(f"{named(result.model, others)}{f' ({data})' if data else ''}", Runs())
        taken = result
        if name.startswith("VPB_Stage1"):
            described = result.scores.get("settings", {}).get("description", not name.endswith("_NoDescription"))
            taken = entry.stage1.setdefault(bool(described), result)
        elif name == "VPB_Stage2_TextPrompt":
            taken = entry.words = entry.words or result
        elif _is_random_best(result):
            taken = entry.random_best = entry.random_best or result
        else:
            entry.fixed.append(result)
        if taken is not result:
            notes.append(f"{result.model}: {result.dataset} is left out beside {taken.dataset}")
    return dict(sorted(runs.items())), notes


def _is_random_best(result: Result) -> bool:
    return is_r_bvp(str(result.scores.get("settings", {}).get("visual_prompt", "R-BVP")))


def summary(results: Iterable[Result], paper: bool = False) -> list[Table]:
    """Tables 4, 5, 6, 11 and 12 of the paper, those for which there are results; with its rows where wanted."""
    runs, notes = grouped(results)
    described = {label: {"": own.stage1[True]} for label, own in runs.items() if True in own.stage1}
    both = {
        label: {"stage 1": own.stage1[True], "stage 2": own.drawn}
        for label, own in runs.items()
        if True in own.stage1 and own.drawn is not None
    }
    found = [
        filled(
            "table4", "Perception by shape and question type (Table 4)",
            {name: ("", metric) for name, metric in COLUMNS.items()}, described, {},
            ["Avg.: mean of the eight shapes, as in Table 6; 13 of the printed rows of Table 4 follow no stated rule."],
        ),
        _tasks(runs),
        _descriptions(runs),
        filled(
            "table11", "Perception and use (Table 11)",
            {"Avg. VP": ("stage 1", "Overall"), "Avg. downstream": ("stage 2", "Overall")}, both, {},
            ["Avg. downstream: with the best style (BVP), else with R-BVP."],
        ),
        _words(runs),
    ]  # fmt: skip
    tables = []
    for table in found:
        if table is not None:
            rows = [_printed_row(row, table.columns) for row in printed_rows(table.name)] if paper else []
            named = f"vpb-{table.name}"
            tables.append(replace(table, name=named, rows=[*table.rows, *rows], notes=[*table.notes, *notes]))
    return tables


def _printed_row(row: Mapping[str, Any], columns: Sequence[Column]) -> Row:
    """A row of `printed_rows` as shares."""
    cells = [row.get(one.name) for one in columns]
    values = [Value(cell / 100) if isinstance(cell, (int, float)) else cell for cell in cells]
    return Row(row["model"], values, "published")


def _of_tasks(tasks: Sequence[str], mean: str) -> dict[str, str]:
    """The metric behind the column of each task, and behind that of their mean."""
    return {**{task: f"task/{task}" for task in tasks}, mean: "Overall"}


def _difference(label: str, first: Result, second: Result) -> tuple[dict[str, Value], Value | None, str]:
    """Differences per group and their mean on the samples that both runs have, and a sentence about it."""
    try:
        runs = load(first), load(second)
        # What differs between two rows of one table is what the table is about.
        found = compare_pair(*runs, How("robust", across=differences(*runs).asked, metrics=()))
    except DataError as error:
        return {}, None, f"{label}: {error}"
    groups = {name: cell for cell_of in found.slices.values() for name, cell in cell_of.items()}
    total = found.total
    if total is None:
        return {}, None, f"{label}: no scored sample in common"
    mean = Value(total.difference, total.low, total.high)
    said = f"{label}: {100 * mean.value:+.2f} points"
    if mean.low is not None and mean.high is not None:
        said += f", 95 % {100 * mean.low:+.2f} to {100 * mean.high:+.2f}"
    return {name: Value(cell.difference) for name, cell in groups.items()}, mean, f"{said}, {total.n} common samples"


def _tasks(runs: Mapping[str, Runs]) -> Table | None:
    rows: list[Row] = []
    notes = ["Δ: BVP minus R-BVP on the samples that both have; printed rows rest on different samples."]
    metrics, used = _of_tasks(TASKS, "Average"), list[Result]()
    for label, own in runs.items():
        pairs: Sequence[Result | None] = own.fixed or ([None] if own.random_best else [])
        for fixed in pairs:
            deltas: dict[str, Value | None] = {}
            used += [one for one in (own.random_best, fixed) if one is not None and one not in used]
            if fixed is not None and own.random_best is not None:
                groups, mean, note = _difference(label, fixed, own.random_best)
                deltas = {**groups, "Average": mean}
                notes.append(note)
            cells: list[Value | str | None] = [fixed.scores["settings"]["visual_prompt"] if fixed else ""]
            for name, metric in metrics.items():
                cells += [value_of(own.random_best, metric), value_of(fixed, metric), deltas.get(name)]
            rows.append(Row(label, cells, kind_of(used[-1])))
    heads = [f"{name} {part}" for name in metrics for part in ("R-BVP", "BVP", f"BVP{DELTA}")]
    used = [one for own in runs.values() for one in (own.random_best, *own.fixed) if one is not None]
    return _table(
        "table5", "Six tasks with random best and best style (Table 5)", "best style", heads, rows, notes, used
    )


def _descriptions(runs: Mapping[str, Runs]) -> Table | None:
    heads, pairs = (*SHAPES, "Avg."), {label: own for label, own in runs.items() if len(own.stage1) == 2}
    rows = [
        Row(
            label,
            [words, *(value_of(own.stage1[described], COLUMNS[head]) for head in heads)],
            kind_of(own.stage1[described]),
        )
        for label, own in pairs.items()
        for described, words in ((False, "without"), (True, "with"))
    ]
    notes = [_difference(label, own.stage1[True], own.stage1[False])[2] for label, own in pairs.items()]
    used = [one for own in pairs.values() for one in own.stage1.values()]
    return _table("table6", "With and without description (Table 6)", "description", heads, rows, notes, used)


def _words(runs: Mapping[str, Runs]) -> Table | None:
    rows: list[Row] = []
    notes, used = [], []
    for label, own in runs.items():
        if own.words is None or own.drawn is None:
            continue
        _, mean, note = _difference(label, own.drawn, own.words)
        pairs = [
            (value_of(own.drawn, metric), value_of(own.words, metric)) for metric in _of_tasks(TASKS_12, "").values()
        ]
        cells = [cell for pair in pairs for cell in pair]
        rows.append(Row(label, [*cells[:-1], mean, cells[-1]], kind_of(own.drawn)))
        notes.append(note)
        used += [own.drawn, own.words]
    heads = [f"{name} {part}" for name in TASKS_12 for part in ("Vis.", "Txt.")]
    heads += ["Avg. Vis.", f"Avg. Vis.{DELTA}", "Avg. Txt."]
    return _table("table12", "Drawn and in words (Table 12)", "", heads, rows, notes, used)


def _table(
    name: str, title: str, text: str, heads: Sequence[str], rows: list[Row], notes: list[str], used: list[Result]
) -> Table | None:
    """A table of accuracies, behind a column of texts where ``text`` names one; differences are never bold."""
    columns = [Column(text, OTHER, 0)] if text else []
    columns += [Column(head, better=0 if head.endswith(DELTA) else 1) for head in heads]
    return Table(name, title, columns, rows, notes, used) if rows else None


def printed_rows(table: str) -> list[dict[str, Any]]:
    """The rows of the paper, in the columns of a table here; ``Average`` is its mean over the models."""
    paper, rows = published(), []
    for source in (*paper[table], *paper.get(f"{table}_average", ())):
        row: dict[str, Any] = {"model": source["model"]}
        if table == "table4":
            row = source
        elif table == "table5":
            cells = {name: source.get(name, {}) for name in (*TASKS, "Average")}
            values = {name: (cell.get("r_bvp"), cell.get("bvp"), cell.get("delta")) for name, cell in cells.items()}
            row |= {"best style": source.get("best_vp", "")}
            for name, three in values.items():
                row |= zip((f"{name} R-BVP", f"{name} BVP", f"{name} BVP{DELTA}"), three, strict=True)
        elif table == "table6":
            row["description"] = "with" if source["described"] else "without"
            row |= {column: source[column] for column in (*SHAPES, "Avg.")}
        elif table == "table11":
            row |= {"Avg. VP": source["stage1"], "Avg. downstream": source["stage2"]}
        else:
            for task in TASKS_12:
                row |= {f"{task} Vis.": source[task]["vis"], f"{task} Txt.": source[task]["txt"]}
            averages = {"Avg. Vis.": "avg_vis", f"Avg. Vis.{DELTA}": "delta", "Avg. Txt.": "avg_txt"}
            row |= {column: source[key] for column, key in averages.items()}
        rows.append(row)
    return rows


def charts(results: Sequence[Result]) -> list[Chart]:
    """All figures of runs of the benchmark: dataset by dataset, then both stages."""
    found: list[Chart] = []
    for dataset, own in on_the_same_data(results).items():
        runs = list(zip(row_names(own), own, strict=True))
        found += _parts(dataset, runs)
    return found + _stages([result for result in results if result.validity != "invalid"])


def _parts(dataset: str, runs: Sequence[tuple[str, Result]]) -> list[Chart]:
    """Accuracy by shape and question type (Table 4), or by task (Table 5)."""
    first = base_name(dataset.split()[0]).startswith("VPB_Stage1")
    columns = COLUMNS if first else _of_tasks(TASKS, "Average")
    series = []
    for name, result in runs:
        marks = []
        for column, metric in columns.items():
            if metric in result.metrics:
                low, high = result.interval(metric) or (None, None)
                marks.append(Mark(result.metrics[metric], column, low, high, _items(result, metric)))
        series += [Series(name, "run", tuple(marks))] if marks else []
    if not series:
        return []
    used = tuple(column for column in columns if any(mark.y == column for one in series for mark in one.marks))
    title = "Accuracy by shape and by type of question" if first else "Accuracy by task"
    text = f"{dataset}. Intervals over pictures."
    printed = _printed(dataset, [result for _, result in runs], used) if is_official(dataset) else []
    if any(len(one.marks) > len(used) for one in printed):
        text += " Published models: one mark each."
    chance = max((result for _, result in runs), key=lambda result: result.rows).chances.get("Overall")
    shown = chance is not None and columns[used[-1]] == "Overall"
    bands = (Band(chance.low, chance.high, used[-1], chance.value),) if chance and shown else ()
    name = f"{slug(dataset)}-{'shapes' if first else 'tasks'}"
    x, y = Axis("accuracy", 0, 1), Axis("", names=used)
    return [Chart(name, "dots", title, text, x, y, (*series, *printed), bands)]


def _items(result: Result, metric: str) -> int | None:
    """Number of items behind a metric."""
    table, _, value = metric.partition("/")
    if not value:
        return result.n
    names = {"shape": "by_shape", "question": "by_question_type", "task": "by_task"}
    return result.scores.get("details", {}).get(names[table], {}).get(value, {}).get("n")


def _printed(dataset: str, results: Sequence[Result], used: Sequence[str]) -> list[Series]:
    """The paper's rows for what was asked: people, and all models as one series, each mark with its model's name."""
    end = ""
    name = base_name(dataset.split()[0])
    if name == "VPB_Stage1":
        rows = printed_rows("table4")
    elif name == "VPB_Stage1_NoDescription":
        rows = [row for row in printed_rows("table6") if row["description"] == "without"]
    elif name == "VPB_Stage2_TextPrompt":
        rows, end = [{"Average Txt.": row["Avg. Txt."], **row} for row in printed_rows("table12")], " Txt."
    else:
        rows, end = printed_rows("table5"), " R-BVP" if all(map(_is_random_best, results)) else " BVP"
    people: list[Mark] = []
    models: list[Mark] = []
    for row in rows:
        marks = [Mark(row[c + end] / 100, c, note=row["model"]) for c in used if row.get(c + end) is not None]
        if row["model"] != "Average":
            (people if row["model"] == "Human Reviewers" else models).extend(marks)
    count = len({mark.note for mark in models})
    found = [Series("Human Reviewers (paper)", "human", tuple(people))] if people else []
    return found + ([Series(f"{count} published models", "published", tuple(models))] if models else [])


def _stages(results: Sequence[Result]) -> list[Chart]:
    """Perception (Stage 1) against use (Stage 2) of each model (Table 11)."""
    series, official = [], False
    for label, own in grouped(results)[0].items():
        perceived, used = own.stage1.get(True), own.drawn
        if perceived is None or used is None or not {"Overall"} <= {*perceived.metrics} & {*used.metrics}:
            continue
        official |= is_official(used.dataset)
        low, high = used.interval("Overall") or (None, None)
        options = {
            f"Stage {k}: {key}": value for k, run in ((1, perceived), (2, used)) for key, value in variant(run).items()
        }
        mark = Mark(perceived.metrics["Overall"], used.metrics["Overall"], low, high, used.n, note=label)
        series.append(Series(named(label, options), "run", (mark,)))
    if not series:
        return []
    text = "Mean accuracy over shapes in Stage 1 and over tasks in Stage 2; intervals (over pictures) and n: Stage 2."
    if official:
        rows = [row for row in published()["table11"] if None not in row.values()]
        marks = tuple(Mark(row["stage1"] / 100, row["stage2"] / 100, note=row["model"]) for row in rows)
        series.append(Series(f"{len(marks)} published models", "published", marks))
    x, y = Axis("perception (Stage 1)"), Axis("use in tasks (Stage 2)")
    return [Chart("vpb-stages", "scatter", "Perception and use", text, x, y, tuple(series), diagonal=True)]


class VPBPresentation(Presentation):
    """Marked regions; accuracy by shape and task, and the paper's tables."""

    def pictures(self, dataset: VPBDataset, row: Mapping[str, str]) -> list[Picture]:
        """The pictures as the model sees them; in Stage 2 with the regions that the prompt marks."""
        images, _ = dataset.shown(row)
        if dataset.renderer is None:
            return [Picture(path) for path in images]
        marks = region_marks(row, [image_size(path) for path in images])
        return [Picture(path, marks=tuple(found)) for path, found in zip(images, marks, strict=True)]

    def charts(self, results: Sequence[Result]) -> list[Chart]:
        """Accuracy by shape and task, styles by attributes, and perception against use."""
        return charts(results)

    def tables(self, results: Sequence[Result]) -> list[Table]:
        """Tables 4, 5, 6, 11 and 12 of the paper: those for which there are runs."""
        return summary(results, paper=any(is_official(result.dataset) for result in results))
