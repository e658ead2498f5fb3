"""The figures of VP-Bench: accuracy by shape and task, and perception against use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vlmeval_hvs.benchmarks.vpb.options import is_r_bvp
from vlmeval_hvs.benchmarks.vpb.presentation import COLUMNS, TASKS, grouped
from vlmeval_hvs.benchmarks.vpb.wording import published
from vlmeval_hvs.names import is_official
from vlmeval_hvs.registry import base_name
from vlmeval_hvs.results.charts import Axis, Band, Chart, Mark, Series
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.same_data import on_the_same_data, row_names, slug
from vlmeval_hvs.results.variants import named, variant

HUMAN_ROW = "Human Reviewers"
"""The row of people in the paper's Table 4."""

Runs = Sequence[tuple[str, Result]]


def charts(results: Sequence[Result]) -> list[Chart]:
    """All figures of runs of the benchmark: dataset by dataset, then both stages."""
    found: list[Chart] = []
    for dataset, own in on_the_same_data(results).items():
        runs = list(zip(row_names(own), own, strict=True))
        found += _parts(dataset, runs)
    return found + _stages([result for result in results if result.validity != "invalid"])


def _parts(dataset: str, runs: Runs) -> list[Chart]:
    """Accuracy by shape and question type (Table 4), or by task (Table 5)."""
    first = base_name(dataset.split()[0]).startswith("VPB_Stage1")
    columns = dict(COLUMNS) if first else {**{task: f"task/{task}" for task in TASKS}, "Average": "Overall"}
    series = []
    for name, result in runs:
        marks = []
        for column, metric in columns.items():
            if metric in result.metrics:
                low, high = result.interval(metric) or (None, None)
                marks.append(Mark(result.metrics[metric], column, low, high, _n(result, metric)))
        series += [Series(name, "run", tuple(marks))] if marks else []
    if not series:
        return []
    used = tuple(column for column in columns if any(mark.y == column for one in series for mark in one.marks))
    title = "Accuracy by shape and by type of question" if first else "Accuracy by task"
    text = f"{dataset}. Intervals over pictures."
    printed = _printed(dataset, runs, used) if is_official(dataset) else []
    if any(len(one.marks) > len(used) for one in printed):
        text += " Published models: one mark each."
    _, widest = max(runs, key=lambda run: run[1].rows)
    chance = widest.chances.get("Overall")
    bands = (
        (Band(chance.low, chance.high, used[-1], chance.value),) if chance and columns[used[-1]] == "Overall" else ()
    )
    x, y = Axis("accuracy", 0, 1), Axis("", names=used)
    name = f"{slug(dataset)}-{'shapes' if first else 'tasks'}"
    return [Chart(name, "dots", title, text, x, y, (*series, *printed), bands)]


def _n(result: Result, metric: str) -> int | None:
    """Number of items behind a metric."""
    details = result.scores.get("details", {})
    table, _, value = metric.partition("/")
    if not value:
        return result.n
    names = {"shape": "by_shape", "question": "by_question_type", "task": "by_task"}
    return details.get(names[table], {}).get(value, {}).get("n")


def _printed(dataset: str, runs: Runs, used: Sequence[str]) -> list[Series]:
    """The paper's rows for what was asked: all models are one series, each mark with its model's name."""
    name = base_name(dataset.split()[0])
    people: list[Mark] = []
    models: list[Mark] = []
    for model, row in _paper_rows(name, runs):
        own = [Mark(value / 100, column, note=model) for column in used if (value := row.get(column)) is not None]
        (people if model == HUMAN_ROW else models).extend(own)
    count = len({mark.note for mark in models})
    found = [Series("Human Reviewers (paper)", "human", tuple(people))] if people else []
    return found + ([Series(f"{count} published models", "published", tuple(models))] if models else [])


def _paper_rows(name: str, runs: Runs) -> list[tuple[str, Mapping[str, float | None]]]:
    """Rows by model: Table 4 or, without description, 6; Table 5 with the prompts that were drawn, or 12 in words."""
    paper = published()
    if name == "VPB_Stage1":
        return [(row["model"], row) for row in paper["table4"]]
    if name == "VPB_Stage1_NoDescription":
        return [(row["model"], row) for row in paper["table6"] if not row["described"]]
    if name == "VPB_Stage2_TextPrompt":
        rows = [(row["model"], {task: row[task]["txt"] for task in TASKS if task in row}) for row in paper["table12"]]
        return [
            (model, {**row, "Average": own["avg_txt"]})
            for (model, row), own in zip(rows, paper["table12"], strict=True)
        ]
    drawn = {is_r_bvp(str(result.scores.get("settings", {}).get("visual_prompt", "R-BVP"))) for _, result in runs}
    key = "r_bvp" if drawn == {True} else "bvp"
    names = (*TASKS, "Average")
    return [(row["model"], {task: row.get(task, {}).get(key) for task in names}) for row in paper["table5"]]


def _stages(results: Sequence[Result]) -> list[Chart]:
    """Perception (Stage 1) against use (Stage 2) of each model (Table 11)."""
    runs, _ = grouped(results)
    series, drawn = [], False
    for label, own in runs.items():
        perceived, used = own.stage1.get(True), own.drawn
        if perceived is None or used is None or not {"Overall"} <= {*perceived.metrics} & {*used.metrics}:
            continue
        drawn |= is_official(used.dataset)
        low, high = used.interval("Overall") or (None, None)
        options = {
            f"Stage {k}: {key}": value for k, run in ((1, perceived), (2, used)) for key, value in variant(run).items()
        }
        mark = Mark(perceived.metrics["Overall"], used.metrics["Overall"], low, high, used.n, note=label)
        series.append(Series(named(label, options), "run", (mark,)))
    if not series:
        return []
    text = "Mean accuracy over shapes in Stage 1 and over tasks in Stage 2; intervals (over pictures) and n: Stage 2."
    if drawn:
        rows = published()["table11"]
        marks = tuple(
            Mark(row["stage1"] / 100, row["stage2"] / 100, note=row["model"])
            for row in rows
            if None not in (row["stage1"], row["stage2"])
        )
        series.append(Series(f"{len(marks)} published models", "published", marks))
    x, y = Axis("perception (Stage 1)"), Axis("use in tasks (Stage 2)")
    return [Chart("vpb-stages", "scatter", "Perception and use", text, x, y, tuple(series), diagonal=True)]
