"""ActiView's figures: accuracy of the pipelines, and what models open: zooms, shifts, views, recall of clue views."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vlmeval_hvs.benchmarks.actiview.cells import paper_tables
from vlmeval_hvs.benchmarks.actiview.scoring import CLASSES
from vlmeval_hvs.benchmarks.actiview.tables import BY_CLASS, COLUMNS, PRINTED
from vlmeval_hvs.names import base_name, data_name
from vlmeval_hvs.results.charts import Axis, Band, Chart, Mark, Series
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.human_level import human_level
from vlmeval_hvs.results.same_data import distinct_names

Runs = Mapping[str, Mapping[str, Result]]
"""Results by row name and plain dataset name."""

ACCURACY = Axis("accuracy", 0.0, 1.0)

PIPELINES = {**COLUMNS, "Mixed": "ActiView_Mixed"}
"""Words of a pipeline, and its dataset."""

SHOWN = 3
"""Published rows in a figure with one line for each."""

RECALLS = {
    "zooming": ("Zooming", "ActiView_Zooming", "R_select", "zoom_R", "zoom_ACC"),
    "shifting": ("Shifting-R", "ActiView_ShiftingR", "R_select_paper", "shiftR_R", "shiftR_ACC"),
}
"""Name: words, dataset, metric of the recall, and the columns of the paper's Table 13."""

COUNTS = {
    "Zooming: views opened": ("ActiView_Zooming", "#view", "table13", "zoom_view"),
    "Shifting-R: shifts": ("ActiView_ShiftingR", "#shift", "", ""),
    "Shifting-R: views used": ("ActiView_ShiftingR", "#view", "table13", "shiftR_view"),
    "Mixed: zooms": ("ActiView_Mixed", "#zoom", "table3", "zoom"),
    "Mixed: shifts": ("ActiView_Mixed", "#shift", "table3", "shift"),
    "Mixed: views used": ("ActiView_Mixed", "#view", "table3", "view"),
}
"""Words of a count: dataset, metric, and the published table and column with the same count."""

OPERATIONS = {"zooms": ("#zoom", "zoom"), "shifts": ("#shift", "shift")}
"""Operations of the mixed pipeline: metric, and column of the paper's Table 3."""


def charts(results: Sequence[Result]) -> list[Chart]:
    """The figures of runs on ActiView; demo sets and own data have figures of their own, without published rows."""
    found = []
    for data in dict.fromkeys(data_name(result.dataset) for result in results):
        runs: dict[str, dict[str, Result]] = {}
        for name, result in zip(distinct_names(results), results, strict=True):
            if data_name(result.dataset) == data and "Overall" in result.metrics:
                runs.setdefault(name, {})[base_name(result.dataset)] = result
        if runs:
            found += _figures(dict(sorted(runs.items())), data)
    return [chart for chart in found if any(one.standing == "run" and one.marks for one in chart.series)]


def _figures(runs: Runs, data: str) -> list[Chart]:
    end, words = (f"-{data}", f", {data} questions") if data else ("", "")
    return [
        _pipelines(runs, data, end, words),
        *(_recall(name, runs, data, end, words) for name in RECALLS),
        _counts(runs, data, end, words),
        *(_operations(name, runs, data, end, words) for name in OPERATIONS),
        *(_classes(title, runs, data, end, words) for title in ("Table 8", "Table 9")),
    ]


def _accuracy(result: Result, name: str) -> Mark:
    low, high = result.interval("Overall") or (None, None)
    return Mark(result.metrics["Overall"], name, low, high, result.n)


def _pipelines(runs: Runs, data: str, end: str, words: str) -> Chart:
    names = {name: dataset for name, dataset in PIPELINES.items() if any(dataset in own for own in runs.values())}
    series = [
        Series(row, "run", tuple(_accuracy(own[dataset], name) for name, dataset in names.items() if dataset in own))
        for row, own in runs.items()
    ]
    bands, people = [], []
    for name, dataset in names.items():
        widest = max((own[dataset] for own in runs.values() if dataset in own), key=lambda one: one.rows)
        if chance := widest.chances.get("Overall"):
            bands.append(Band(chance.low, chance.high, name, chance.value))
        if level := human_level(widest):
            people.append(Mark(level.value, name, level.low, level.high, note=level.about))
    if not data:
        printed = list(paper_tables()["table7"].items())
        series += [
            Series(f"{model} (published)", "published", tuple(
                Mark(row[PRINTED[name]] / 100, name) for name in names if name in PRINTED
            ))
            for model, row in sorted(printed, key=lambda item: -item[1]["AVG"])[:SHOWN]
        ]  # fmt: skip
    if people:
        series.append(Series("People (published)", "human", tuple(people)))
    about = (
        "Accuracy by pipeline, with 95 % intervals over images; the grey bands hold 95 % of all guessers."
        + ("" if data else f" Published: the {SHOWN} best rows of the paper's Table 7, people of Table 4.")
    )  # fmt: skip
    return Chart(
        f"pipelines{end}", "dots", f"Accuracy by pipeline{words}", about,
        ACCURACY, Axis("", names=tuple(names)), tuple(series), tuple(bands),
    )  # fmt: skip


def _recall(name: str, runs: Runs, data: str, end: str, words: str) -> Chart:
    told, dataset, metric, recall, accuracy = RECALLS[name]
    metric = "R_select" if data else metric  # the off-by-one is for the sake of printed rows
    series = [
        Series(row, "run", (_against(own[dataset], metric),))
        for row, own in runs.items()
        if dataset in own and metric in own[dataset].metrics
    ]
    if not data:
        rows = [(model, row) for model, row in paper_tables()["table13"].items() if row.get(recall) is not None]
        marks = tuple(Mark(row[recall] / 100, row[accuracy] / 100, note=model) for model, row in rows)
        series.append(Series("Models of Table 13 (published)", "published", marks))
    about = (
        f"{told}: share of the views with a clue that the model opened, against its accuracy, with the accuracy's 95 % "
        "interval over images." + (
            " Recall counts as printed in the paper, whose view numbers of shifting are one too low: opening all four "
            "views gives 0.75 there, not 1." if metric == "R_select_paper" else ""
        ) + ("" if data else " Published: Table 13.")
    )  # fmt: skip
    return Chart(
        f"recall-{name}{end}", "scatter", f"{told}: recall of clue views against accuracy{words}", about,
        Axis("recall of the views with a clue", 0.0, 1.0), ACCURACY, tuple(series), _guessing(series, runs, dataset),
    )  # fmt: skip


def _against(result: Result, metric: str) -> Mark:
    low, high = result.interval("Overall") or (None, None)
    return Mark(result.metrics[metric], result.metrics["Overall"], low, high, result.n)


def _guessing(series: Sequence[Series], runs: Runs, dataset: str) -> tuple[Band, ...]:
    own = [own[dataset] for own in runs.values() if dataset in own]
    chance = max(own, key=lambda one: one.rows).chances.get("Overall") if own and series else None
    return () if chance is None else (Band(chance.low, chance.high, "", chance.value),)


def _counts(runs: Runs, data: str, end: str, words: str) -> Chart:
    asked = {
        name: found for name, found in COUNTS.items()
        if any(found[0] in own and found[1] in own[found[0]].metrics for own in runs.values())
    }  # fmt: skip
    series = [
        Series(row, "run", tuple(
            Mark(own[dataset].metrics[metric], name, n=own[dataset].n)
            for name, (dataset, metric, _, _) in asked.items() if dataset in own and metric in own[dataset].metrics
        ))
        for row, own in runs.items()
    ]  # fmt: skip
    if not data:
        printed = paper_tables()
        for model in list(printed["table3"])[:SHOWN]:
            marks = [
                Mark(printed[table][model][column], name)
                for name, (_, _, table, column) in asked.items() if table and model in printed[table]
            ]  # fmt: skip
            series.append(Series(f"{model} (published)", "published", tuple(marks)))
    shown = tuple(one for one in series if one.marks)
    about = "Mean number of operations and views per question." + ("" if data else " Published: Tables 3 and 13.")
    return Chart(
        f"operations{end}", "dots", f"Zooms, shifts and views{words}", about,
        Axis("mean number per question", 0.0), Axis("", names=tuple(asked)), shown,
    )  # fmt: skip


def _operations(name: str, runs: Runs, data: str, end: str, words: str) -> Chart:
    metric, column = OPERATIONS[name]
    dataset = "ActiView_Mixed"
    series = [
        Series(row, "run", (_against(own[dataset], metric),))
        for row, own in runs.items()
        if dataset in own and metric in own[dataset].metrics
    ]
    if not data:
        marks = tuple(
            Mark(row[column], row["ACC"] / 100, note=model) for model, row in paper_tables()["table3"].items()
        )
        series.append(Series("Models of Table 3 (published)", "published", marks))
    about = (
        f"Mixed: mean number of {name} per question against accuracy, with the accuracy's 95 % interval over images."
    )
    return Chart(
        f"mixed-{name}{end}", "scatter", f"Mixed: {name} against accuracy{words}",
        about + ("" if data else " Published: Table 3."),
        Axis(f"mean number of {name} per question", 0.0), ACCURACY, tuple(series), _guessing(series, runs, dataset),
    )  # fmt: skip


def _classes(title: str, runs: Runs, data: str, end: str, words: str) -> Chart:
    dataset, table = BY_CLASS[title]
    told = dataset.removeprefix("ActiView_")
    names = [name for name, _ in CLASSES.values()]
    series = [
        Series(row, "run", tuple(
            Mark(own[dataset].metrics[name], name, n=_questions(own[dataset], name))
            for name in names if name in own[dataset].metrics
        ))
        for row, own in runs.items() if dataset in own
    ]  # fmt: skip
    if not data:
        for model in list(paper_tables()[table])[:SHOWN]:
            marks = tuple(Mark(paper_tables()[table][model][name] / 100, name) for name in names)
            series.append(Series(f"{model} (published)", "published", marks))
    about = f"Accuracy by sub-class of the questions, {told}." + ("" if data else f" Published: {title}.")
    return Chart(
        f"classes-{told.lower()}{end}", "dots", f"{told}: accuracy by sub-class{words}", about,
        ACCURACY, Axis("", names=tuple(names)), tuple(series),
    )  # fmt: skip


def _questions(result: Result, name: str) -> int | None:
    count = (result.scores.get("details", {}).get("questions_per_class") or {}).get(name)
    return None if count is None else int(count)
