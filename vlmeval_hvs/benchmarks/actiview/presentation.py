"""What people see of ActiView's results: views on pictures, and charts with published rows."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from vlmeval_hvs.benchmarks.actiview.cutting import boxes, grid
from vlmeval_hvs.benchmarks.actiview.dataset import ActiViewDataset
from vlmeval_hvs.benchmarks.actiview.scoring import CLASSES
from vlmeval_hvs.benchmarks.actiview.tables import BY_CLASS, COLUMNS, MIXED, PRINTED, Runs, paper_tables, summary
from vlmeval_hvs.names import base_name, data_name
from vlmeval_hvs.pictures import Box, Picture
from vlmeval_hvs.pictures import Mark as PictureMark
from vlmeval_hvs.presentation import Presentation
from vlmeval_hvs.results.charts import Axis, Band, Chart, Kind, Mark, Series
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.published import human_level
from vlmeval_hvs.results.row_names import distinct_names
from vlmeval_hvs.results.table_formats import Grid


def view_boxes(numbers: Sequence[int], n_views: int, role: str, labels: Sequence[str]) -> list[PictureMark]:
    """Boxes of views, numbered from 1 as `vlmeval_hvs.benchmarks.actiview.cutting.boxes` has them.

    Args:
        numbers: The views.
        n_views: Number of views of the grid.
        role: What the boxes stand for.
        labels: A label for each.
    """
    columns, rows = grid(n_views)
    corners = [(x / columns, y / rows) for x, y, _, _ in boxes(columns, rows, n_views)]
    return [
        Box(*corners[number - 1], 1 / columns, 1 / rows, role, label)
        for number, label in zip(numbers, labels, strict=True)
    ]


def clue_marks(row: Mapping[str, str], n_views: int) -> list[PictureMark]:
    """The views that hold a visual clue; none for splits other than that of the annotation."""
    clues = json.loads(row["clue_views"] or "[]") if n_views == 4 else []
    return view_boxes(clues, n_views, "clue", ["clue"] * len(clues))


def opened_views(item: Mapping[str, Any], views: Sequence[str]) -> list[Picture]:
    """The views that a model opened, in their order: those it asked for first, then those it shifted to.

    Each caption says what became of a view where the first and the last views differ.

    Args:
        item: A line of the item file.
        views: Paths of the views, in the order of their numbers.
    """
    first, last = (_numbers(item, name, len(views)) for name in ("views_selected", "views_final"))
    fates = {number: ", kept" if number in last else ", dropped" for number in first}
    fates |= {number: ", added" for number in last if number not in fates}
    differ = set(first) != set(last) and "views_final" in item
    return [
        Picture(views[number - 1], f"{place}. view {number}{fate if differ else ''}")
        for place, (number, fate) in enumerate(fates.items(), 1)
    ]


def _numbers(item: Mapping[str, Any], column: str, n_views: int) -> list[int]:
    """The views of a column that there are."""
    numbers = [int(part) for part in (item.get(column) or "").split(",") if part.strip().isdecimal()]
    return [number for number in numbers if 1 <= number <= n_views]


ACCURACY = Axis("accuracy", 0.0, 1.0)
SHOWN = 3
"""Published rows in a figure with one line for each."""
COUNTS = {
    "Zooming: views opened": ("ActiView_Zooming", "#view", "table13", "zoom_view"),
    "Shifting-R: shifts": ("ActiView_ShiftingR", "#shift", "", ""),
    "Shifting-R: views used": ("ActiView_ShiftingR", "#view", "table13", "shiftR_view"),
    "Mixed: zooms": ("ActiView_Mixed", "#zoom", "table3", "zoom"),
    "Mixed: shifts": ("ActiView_Mixed", "#shift", "table3", "shift"),
    "Mixed: views used": ("ActiView_Mixed", "#view", "table3", "view"),
}
"""Words of a count: dataset, metric, and the published table and column with the same count."""


@dataclass(frozen=True)
class _Scatter:
    """A metric of one pipeline against its accuracy.

    Attributes:
        title: Title of the figure.
        dataset: The pipeline.
        metric: The metric along.
        axis: Its words.
        high: Where the axis ends; published values are divided by 100 where it does.
        table: Number of the published table.
        columns: Its columns of the metric and the accuracy.
        note: What else to say where published rows are shown.
    """

    title: str
    dataset: str
    metric: str
    axis: str
    high: float | None
    table: int
    columns: tuple[str, str]
    note: str = ""


_RECALL = "recall of the views with a clue"
_OFF_BY_ONE = (
    " Recall counts as printed in the paper, whose view numbers of shifting are one too low: opening all four views "
    "gives 0.75 there, not 1."
)
SCATTERS = {
    "recall-zooming": _Scatter(
        "Zooming: recall of clue views against accuracy", "ActiView_Zooming", "R_select", _RECALL, 1.0, 13,
        ("zoom_R", "zoom_ACC"),
    ),
    "recall-shifting": _Scatter(
        "Shifting-R: recall of clue views against accuracy", "ActiView_ShiftingR", "R_select_paper", _RECALL, 1.0, 13,
        ("shiftR_R", "shiftR_ACC"), _OFF_BY_ONE,
    ),
    "mixed-zooms": _Scatter(
        "Mixed: zooms against accuracy", MIXED, "#zoom", "mean number of zooms per question", None, 3, ("zoom", "ACC")
    ),
    "mixed-shifts": _Scatter(
        "Mixed: shifts against accuracy", MIXED, "#shift", "mean number of shifts per question", None, 3,
        ("shift", "ACC"),
    ),
}  # fmt: skip


def charts(results: Sequence[Result]) -> list[Chart]:
    """The figures of runs on ActiView; demo sets and own data have figures of their own, without published rows."""
    found = []
    for data in dict.fromkeys(data_name(result.dataset) for result in results):
        runs: dict[str, dict[str, Result]] = {}
        for name, result in zip(distinct_names(results), results, strict=True):
            if data_name(result.dataset) == data and "Overall" in result.metrics:
                runs.setdefault(name, {})[base_name(result.dataset)] = result
        if runs:
            runs = dict(sorted(runs.items()))
            found += [_pipelines(runs, data), _operations(runs, data)]
            found += [_scatter(name, one, runs, data) for name, one in SCATTERS.items()]
            found += [_classes(title, runs, data) for title in ("Table 8", "Table 9")]
    return [chart for chart in found if any(one.standing == "run" and one.marks for one in chart.series)]


def _chart(
    name: str,
    kind: Kind,
    title: str,
    about: str,
    x: Axis,
    y: Axis,
    series: Sequence[Series],
    data: str,
    bands: Sequence[Band] = (),
) -> Chart:
    """A chart that names the data other than the release."""
    end, words = (f"-{data}", f", {data} questions") if data else ("", "")
    return Chart(f"{name}{end}", kind, f"{title}{words}", about, x, y, tuple(series), tuple(bands))


def _widest(runs: Runs, dataset: str) -> Result:
    """The run on most rows, of which guessing is shown."""
    return max((own[dataset] for own in runs.values() if dataset in own), key=lambda one: one.rows)


def _pipelines(runs: Runs, data: str) -> Chart:
    known = {**COLUMNS, "Mixed": MIXED}
    names = {name: dataset for name, dataset in known.items() if any(dataset in own for own in runs.values())}
    series = []
    for row, own in runs.items():
        marks = [
            Mark(own[at].metrics["Overall"], name, low, high, own[at].n)
            for name, at in names.items()
            if at in own
            for low, high in [own[at].interval("Overall") or (None, None)]
        ]
        series.append(Series(row, "run", tuple(marks)))
    bands, people = [], []
    for name, dataset in names.items():
        widest = _widest(runs, dataset)
        if chance := widest.chances.get("Overall"):
            bands.append(Band(chance.low, chance.high, name, chance.value))
        if level := human_level(widest):
            people.append(Mark(level.value, name, level.low, level.high, note=level.about))
    about = "Accuracy by pipeline, with 95 % intervals over images; the grey bands hold 95 % of all guessers."
    if not data:
        best = sorted(paper_tables()["table7"].items(), key=lambda item: -item[1]["AVG"])[:SHOWN]
        for model, printed in best:
            marks = [Mark(printed[PRINTED[name]] / 100, name) for name in names if name in PRINTED]
            series.append(Series(f"{model} (published)", "published", tuple(marks)))
        about += f" Published: the {SHOWN} best rows of the paper's Table 7, people of Table 4."
    if people:
        series.append(Series("People (published)", "human", tuple(people)))
    y = Axis("", names=tuple(names))
    return _chart("pipelines", "dots", "Accuracy by pipeline", about, ACCURACY, y, series, data, bands)


def _scatter(name: str, one: _Scatter, runs: Runs, data: str) -> Chart:
    metric = one.metric.removesuffix("_paper") if data else one.metric  # the off-by-one is for the printed rows' sake
    series = []
    for row, own in runs.items():
        if one.dataset in own and metric in own[one.dataset].metrics:
            result = own[one.dataset]
            low, high = result.interval("Overall") or (None, None)
            mark = Mark(result.metrics[metric], result.metrics["Overall"], low, high, result.n)
            series.append(Series(row, "run", (mark,)))
    chance = _widest(runs, one.dataset).chances.get("Overall") if series else None
    bands = [] if chance is None else [Band(chance.low, chance.high, "", chance.value)]
    about = f"{one.title}, with the accuracy's 95 % interval over images."
    if not data:
        x, y = one.columns
        rows = [(model, row) for model, row in paper_tables()[f"table{one.table}"].items() if row.get(x) is not None]
        marks = [Mark(row[x] / (100 if one.high else 1), row[y] / 100, note=model) for model, row in rows]
        series.append(Series(f"Models of Table {one.table} (published)", "published", tuple(marks)))
        about += f"{one.note} Published: Table {one.table}."
    return _chart(name, "scatter", one.title, about, Axis(one.axis, 0.0, one.high), ACCURACY, series, data, bands)


def _operations(runs: Runs, data: str) -> Chart:
    values = {
        row: {
            name: Mark(own[dataset].metrics[metric], name, n=own[dataset].n)
            for name, (dataset, metric, _, _) in COUNTS.items()
            if dataset in own and metric in own[dataset].metrics
        }
        for row, own in runs.items()
    }
    names = [name for name in COUNTS if any(name in marks for marks in values.values())]
    series = [Series(row, "run", tuple(marks.values())) for row, marks in values.items() if marks]
    about = "Mean number of operations and views per question."
    if not data:
        printed = paper_tables()
        for model in list(printed["table3"])[:SHOWN]:
            cells = {name: COUNTS[name][2:] for name in names if COUNTS[name][2]}
            marks = [
                Mark(printed[table][model][column], name)
                for name, (table, column) in cells.items()
                if model in printed[table]
            ]
            series += [Series(f"{model} (published)", "published", tuple(marks))] if marks else []
        about += " Published: Tables 3 and 13."
    x, y = Axis("mean number per question", 0.0), Axis("", names=tuple(names))
    return _chart("operations", "dots", "Zooms, shifts and views", about, x, y, series, data)


def _classes(title: str, runs: Runs, data: str) -> Chart:
    dataset, table = BY_CLASS[title]
    pipeline = dataset.removeprefix("ActiView_")
    names = [name for name, _ in CLASSES.values()]
    series = []
    for row, own in runs.items():
        if dataset in own:
            sizes = own[dataset].scores.get("details", {}).get("questions_per_class") or {}
            found = {name: own[dataset].metrics[name] for name in names if name in own[dataset].metrics}
            marks = tuple(Mark(value, name, n=sizes.get(name)) for name, value in found.items())
            series.append(Series(row, "run", marks))
    about = f"Accuracy by sub-class of the questions, {pipeline}."
    if not data:
        for model, row in list(paper_tables()[table].items())[:SHOWN]:
            marks = tuple(Mark(row[name] / 100, name) for name in names)
            series.append(Series(f"{model} (published)", "published", marks))
        about += f" Published: {title}."
    y = Axis("", names=tuple(names))
    words = f"{pipeline}: accuracy by sub-class"
    return _chart(f"classes-{pipeline.lower()}", "dots", words, about, ACCURACY, y, series, data)


class ActiViewPresentation(Presentation):
    """Views with clues and views that a model opened; the paper's figures and tables."""

    def pictures(self, dataset: ActiViewDataset, row: Mapping[str, str]) -> list[Picture]:
        """The full image with its views, those with a clue marked."""
        marks = tuple(clue_marks(row, dataset.options.n_splits))
        return [Picture(dataset.locate(dataset.split(row).lined), "full image", marks)]

    def answered(self, dataset: ActiViewDataset, row: Mapping[str, str], item: Mapping[str, Any]) -> list[Picture]:
        """The views that the model opened, in their order."""
        return opened_views(item, [dataset.locate(path) for path in dataset.split(row).views])

    def charts(self, results: Sequence[Result]) -> list[Chart]:
        """Accuracy of the pipelines, recall of clue views, zooms and shifts, sub-classes."""
        return charts(results)

    def tables(self, results: Sequence[Result]) -> list[Grid]:
        """Tables 2, 3, 5 and 7 to 15 of the paper."""
        return summary(results, paper=True)
