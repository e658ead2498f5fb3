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
from vlmeval_hvs.results.charts import Axis, Band, Chart, Mark, Series, share_interval
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.compare.pairs import How, compare_pair
from vlmeval_hvs.results.compare.runs import differences, load
from vlmeval_hvs.results.paper_tables import Declared, Table
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
TASKS_12 = tuple(head[:-5] for head in published()["table12"][0] if head.endswith(" Vis.") and head != "Avg. Vis.")
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
            notes.append(f"{result.model}: {result.dataset} is left out next to {taken.dataset}")
    return dict(sorted(runs.items())), notes


def _is_random_best(result: Result) -> bool:
    return is_r_bvp(str(result.scores.get("settings", {}).get("visual_prompt", "R-BVP")))


def _of_tasks(tasks: Sequence[str], mean: str) -> dict[str, str]:
    """The metric behind the column of each task, and behind that of their mean."""
    return {**{task: f"task/{task}" for task in tasks}, mean: "Overall"}


def _declared(name: str, title: str, note: str, columns: Mapping[str, tuple[str, str]]) -> Declared:
    return Declared(name, title, {head: (*column, head) for head, column in columns.items()}, note)


TABLES = (
    _declared(
        "vpb-table4", "Perception by shape and question type (Table 4)",
        "Avg.: mean of the eight shapes, as in Table 6; 13 of the printed rows of Table 4 follow no stated rule.",
        {head: ("described", metric) for head, metric in COLUMNS.items()},
    ),
    _declared(
        "vpb-table5", "Six tasks with random best and best style (Table 5)",
        "Δ: BVP minus R-BVP on the samples that both have; printed rows rest on different samples.",
        {"best style": ("best style", ""), **{
            f"{task} {part}": (part, metric) for task, metric in _of_tasks(TASKS, "Average").items()
            for part in ("R-BVP", "BVP", f"BVP{DELTA}")}},
    ),
    _declared(
        "vpb-table6", "With and without description (Table 6)", "",
        {"description": ("description", ""), **{head: ("run", COLUMNS[head]) for head in (*SHAPES, "Avg.")}},
    ),
    _declared(
        "vpb-table11", "Perception and use (Table 11)", "Avg. downstream: with the best style (BVP), else with R-BVP.",
        {"Avg. VP": ("perceived", "Overall"), "Avg. downstream": ("used", "Overall")},
    ),
    _declared(
        "vpb-table12", "Drawn and in words (Table 12)", "",
        {**{f"{task} {part}": (part, f"task/{task}") for task in TASKS_12 for part in ("Vis.", "Txt.")},
         **{f"Avg. {part}": (part, "Overall") for part in ("Vis.", f"Vis.{DELTA}", "Txt.")}},
    ),
)  # fmt: skip


def summary(results: Iterable[Result], paper: bool = False) -> list[Table]:
    """Tables 4, 5, 6, 11 and 12 of the paper, those for which there are results; with its rows where wanted."""
    runs, left_out = grouped(results)
    rows: dict[str, list[tuple[str, dict[str, Any]]]] = {declared.name: [] for declared in TABLES}
    notes: dict[str, list[str]] = {declared.name: [] for declared in TABLES}
    for label, own in runs.items():
        first, second = own.stage1.get(True), own.drawn
        rows["vpb-table4"].append((label, {"described": first}))
        pairs: Sequence[Result | None] = own.fixed or ([None] if own.random_best else [])
        for fixed in pairs:
            style = fixed.scores["settings"]["visual_prompt"] if fixed else ""
            delta = _difference(label, fixed, own.random_best, notes["vpb-table5"])
            cells = {"best style": style, "R-BVP": own.random_best, "BVP": fixed, f"BVP{DELTA}": delta}
            rows["vpb-table5"].append((label, cells))
        if len(own.stage1) == 2:
            for described, words in ((False, "without"), (True, "with")):
                rows["vpb-table6"].append((label, {"description": words, "run": own.stage1[described]}))
            _difference(label, first, own.stage1[False], notes["vpb-table6"])
        if first and second:
            rows["vpb-table11"].append((label, {"perceived": first, "used": second}))
        if own.words and second:
            delta = _difference(label, second, own.words, notes["vpb-table12"])
            rows["vpb-table12"].append((label, {"Vis.": second, "Txt.": own.words, f"Vis.{DELTA}": delta}))
    tables = []
    for declared in TABLES:
        printed = printed_rows(declared.name.removeprefix("vpb-")) if paper else []
        lines = [(row["model"], row) for row in printed]
        tables.append(declared.filled(rows[declared.name], lines, [*notes[declared.name], *left_out]))
    return [table for table in tables if table is not None]


def _difference(label: str, first: Result | None, second: Result | None, notes: list[str]) -> Result | None:
    """The differences by task and their mean on the samples that both runs have, made up like a result.

    A sentence about it is added to ``notes``.
    """
    if first is None or second is None:
        return None
    try:
        runs = load(first), load(second)
        # What differs between two rows of one table is what the table is about.
        found = compare_pair(*runs, How("robust", across=differences(*runs).asked, metrics=False))
    except DataError as error:
        notes.append(f"{label}: {error}")
        return None
    total = found.total
    if total is None:
        notes.append(f"{label}: no scored sample in common")
        return None
    bounds = None if total.low is None or total.high is None else (total.low, total.high)
    said = ", 95 % {:+.2f} to {:+.2f}".format(*(100 * end for end in bounds)) if bounds else ""
    notes.append(f"{label}: {100 * total.difference:+.2f} points{said}, {total.n} common samples")
    metrics = {f"task/{name}": cell.difference for cells in found.slices.values() for name, cell in cells.items()}
    return replace(
        first, scores={"metrics": {**metrics, "Overall": total.difference}, "intervals": {"Overall": bounds}}
    )


def printed_rows(table: str) -> list[dict[str, Any]]:
    """The rows of the paper, in the columns of a table here; ``Average`` is its mean over the models."""
    rows = [*published()[table], *published().get(f"{table}_average", ())]
    return [{"best style" if name == "best_vp" else name: cell for name, cell in row.items()} for row in rows]


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
                value, n = result.metrics[metric], _items(result, metric)
                low, high = result.interval(metric) or share_interval(value, n)
                marks.append(Mark(value, column, low, high, n))
        series += [Series(name, "run", tuple(marks))] if marks else []
    if not series:
        return []
    used = tuple(column for column in columns if any(mark.y == column for one in series for mark in one.marks))
    title = "Accuracy by shape and by type of question" if first else "Accuracy by task"
    text = f"{dataset}. Intervals over pictures; of types of question, Wilson's over questions."
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
        mark = Mark(perceived.metrics["Overall"], used.metrics["Overall"], low, high, used.n)
        series.append(Series(named(label, options), "run", (mark,)))
    if not series:
        return []
    text = "Mean accuracy over shapes in Stage 1 and over tasks in Stage 2; intervals (over pictures) and n: Stage 2."
    if official:
        rows = [row for row in published()["table11"] if None not in row.values()]
        marks = tuple(Mark(row["Avg. VP"] / 100, row["Avg. downstream"] / 100, note=row["model"]) for row in rows)
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
