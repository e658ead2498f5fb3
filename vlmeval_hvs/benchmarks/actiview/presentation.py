"""What people see of ActiView's results: views on pictures, and charts with published rows."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.benchmarks.actiview.cutting import boxes, grid
from vlmeval_hvs.benchmarks.actiview.scoring import CLASSES
from vlmeval_hvs.benchmarks.actiview.tables import (
    BY_CLASS,
    COLUMNS,
    MIXED,
    PRINTED,
    SUB_CLASSES,
    Runs,
    paper_tables,
    summary,
)
from vlmeval_hvs.names import base_name, data_name, is_official
from vlmeval_hvs.pictures import Box, Picture
from vlmeval_hvs.pictures import Mark as PictureMark
from vlmeval_hvs.presentation import Presentation
from vlmeval_hvs.results.charts import Axis, Band, Chart, Mark, Series, share_interval
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.paper_tables import Table
from vlmeval_hvs.results.published import human_level
from vlmeval_hvs.results.row_names import distinct_names

if TYPE_CHECKING:
    from vlmeval_hvs.benchmarks.actiview.dataset import ActiViewDataset


def view_boxes(numbers: Sequence[int], n_views: int, role: str, labels: Sequence[str]) -> list[PictureMark]:
    """Boxes of views, numbered from 1 as `vlmeval_hvs.benchmarks.actiview.cutting.boxes` has them."""
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

_ACCURACY = Axis("accuracy", 0.0, 1.0)
_OFF_BY_ONE = (
    " Recall counts as printed in the paper, whose view numbers of shifting are one too low: opening all four views "
    "gives 0.75 there, not 1."
)


def charts(results: Sequence[Result]) -> list[Chart]:
    """The figures of runs on ActiView; demo sets and own data have figures of their own, without published rows."""
    found = []
    for data in dict.fromkeys(data_name(result.dataset) for result in results):
        runs: dict[str, dict[str, Result]] = {}
        for name, result in zip(distinct_names(results), results, strict=True):
            if data_name(result.dataset) == data and "Overall" in result.metrics:
                runs.setdefault(name, {})[base_name(result.dataset)] = result
        end, words = (f"-{data}", f", {data} questions") if data else ("", "")
        made = [_pipelines(runs, not data), _operations(runs, not data)]
        made += [_recall(pipeline, runs, not data) for pipeline in ("Zooming", "Shifting-R")]
        made += [_classes(title, runs, not data) for title in ("Table 8", "Table 9")]
        found += [replace(chart, name=f"{chart.name}{end}", title=f"{chart.title}{words}") for chart in made]
    return [chart for chart in found if any(one.standing == "run" and one.marks for one in chart.series)]


def _dots(
    name: str,
    title: str,
    about: str,
    axis: Axis,
    columns: Mapping[str, tuple[str, str]],
    runs: Runs,
    published: Mapping[str, Mapping[str, float]],
) -> Chart:
    """A figure of metrics by their words; of those whose dataset was run."""
    names = [words for words, (dataset, _) in columns.items() if any(dataset in own for own in runs.values())]
    series = []
    for row, own in runs.items():
        marks = [_mark(own[columns[words][0]], columns[words][1], words) for words in names if columns[words][0] in own]
        series.append(Series(row, "run", tuple(mark for mark in marks if mark.x is not None)))
    for model, values in published.items():
        marks = [Mark(values[words], words) for words in names if words in values]
        series.append(Series(f"{model} (published)", "published", tuple(marks)))
    known = tuple(one for one in series if one.marks)
    return Chart(name, "dots", title, about, axis, Axis("", names=tuple(names)), known)


def _mark(result: Result, metric: str, words: str) -> Mark:
    sizes, value = result.scores.get("details", {}).get("questions_per_class") or {}, result.metrics.get(metric)
    of_class = metric in SUB_CLASSES
    number = sizes.get(metric) if of_class else result.n
    low, high = result.interval(metric) or (share_interval(value or 0.0, number) if of_class else (None, None))
    return Mark(value, words, low, high, number)


def _widest(runs: Runs, dataset: str) -> Result | None:
    """The run on most rows, of which guessing is shown."""
    return max((own[dataset] for own in runs.values() if dataset in own), key=lambda one: one.rows, default=None)


def _pipelines(runs: Runs, official: bool) -> Chart:
    columns = {name: (dataset, "Overall") for name, dataset in {**COLUMNS, "Mixed": MIXED}.items()}
    about = "Accuracy by pipeline, with 95 % intervals over images; grey: the 95 % range of random guessing."
    published = {}
    if official:
        best = sorted(paper_tables()["table7"].items(), key=lambda item: -item[1]["AVG"])[:SHOWN]
        published = {model: {name: row[key] / 100 for name, key in PRINTED.items()} for model, row in best}
        about += f" Published: the {SHOWN} best rows of the paper's Table 7, people of Table 4."
    chart = _dots("pipelines", "Accuracy by pipeline", about, _ACCURACY, columns, runs, published)
    bands, people = [], []
    for name in chart.y.names:
        widest = _widest(runs, columns[name][0])
        if widest and (chance := widest.chances.get("Overall")):
            bands.append(Band(chance.low, chance.high, name, chance.value))
        if widest and (level := human_level(widest)):
            people.append(Mark(level.value, name, level.low, level.high, note=level.about))
    human = [Series("People (published)", "human", tuple(people))] if people else []
    return replace(chart, series=(*chart.series, *human), bands=tuple(bands))


def _operations(runs: Runs, official: bool) -> Chart:
    columns = {words: (dataset, metric) for words, (dataset, metric, _, _) in COUNTS.items()}
    about = "Mean number of operations and views per question."
    published: dict[str, dict[str, float]] = {}
    if official:
        for model in list(paper_tables()["table3"])[:SHOWN]:
            rows = {
                words: (paper_tables()[table].get(model), key) for words, (_, _, table, key) in COUNTS.items() if key
            }
            published[model] = {words: row[key] for words, (row, key) in rows.items() if row}
        about += " Published: Tables 3 and 13."
    axis = Axis("mean number per question", 0.0)
    return _dots("operations", "Zooms, shifts and views", about, axis, columns, runs, published)


def _classes(title: str, runs: Runs, official: bool) -> Chart:
    dataset, table = BY_CLASS[title]
    pipeline, names = dataset.removeprefix("ActiView_"), [name for name, _ in CLASSES.values()]
    about = f"Accuracy by sub-class of the questions, {pipeline}; Wilson intervals over questions."
    published = {}
    if official:
        rows = list(paper_tables()[table].items())[:SHOWN]
        published = {model: {name: row[name] / 100 for name in names} for model, row in rows}
        about += f" Published: {title}."
    columns = {name: (dataset, name) for name in names}
    words = f"{pipeline}: accuracy by sub-class"
    return _dots(f"classes-{pipeline.lower()}", words, about, _ACCURACY, columns, runs, published)


def _recall(pipeline: str, runs: Runs, official: bool) -> Chart:
    """Recall of clue views against accuracy; of shifting as it is printed, where printed rows are shown."""
    dataset, shifting = COLUMNS[pipeline], pipeline != "Zooming"
    metric = "R_select_paper" if shifting and official else "R_select"
    title, series = f"{pipeline}: recall of clue views against accuracy", []
    for row, own in runs.items():
        if dataset in own and metric in own[dataset].metrics:
            mark = _mark(own[dataset], "Overall", "")
            series.append(Series(row, "run", (replace(mark, x=own[dataset].metrics[metric], y=mark.x),)))
    widest = _widest(runs, dataset) if series else None
    chance = widest.chances.get("Overall") if widest else None
    about = f"{title}, with the accuracy's 95 % interval over images."
    if official:
        x, y = ("shiftR_R", "shiftR_ACC") if shifting else ("zoom_R", "zoom_ACC")
        rows = [(model, row) for model, row in paper_tables()["table13"].items() if row.get(x) is not None]
        marks = [Mark(row[x] / 100, row[y] / 100, note=model) for model, row in rows]
        series.append(Series("Models of Table 13 (published)", "published", tuple(marks)))
        about += f"{_OFF_BY_ONE if shifting else ''} Published: Table 13."
    name, axis = f"recall-{'shifting' if shifting else 'zooming'}", Axis("recall of the views with a clue", 0.0, 1.0)
    bands = (Band(chance.low, chance.high, "", chance.value),) if chance else ()
    return Chart(name, "scatter", title, about, axis, _ACCURACY, tuple(series), bands)


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
        """Accuracy of the pipelines, counts of operations, recall of clue views, sub-classes."""
        return charts(results)

    def tables(self, results: Sequence[Result]) -> list[Table]:
        """Tables 2, 3, 5 and 7 to 15 of the paper."""
        return summary(results, paper=any(is_official(result.dataset) for result in results))
