"""VP-Bench's figures: hand-made score files in, values and the paper's rows out."""

from pathlib import Path

import pytest

from vlmeval_hvs.benchmarks.vpb.charts import charts
from vlmeval_hvs.results.collect import Result


def result(dataset, value, **settings):
    parts = ("shape/tag", "shape/arrow", "question/reference") if "Stage1" in dataset else ("task/MIA",)
    scores = {
        "metrics": {"Overall": value, **dict.fromkeys(parts, value)},
        "intervals": {"Overall": [value - 0.1, value + 0.1]},
        "chances": {"Overall": {"value": 0.3, "low": 0.2, "high": 0.4, "mark": "above"}},
        "n": 8,
        "details": {"by_shape": {"tag": {"n": 5}}},
        "settings": settings,
        "digest": "d",
    }
    return Result("M", dataset, "VPB", Path("x"), scores)


def figure(name, *results):
    return next(chart for chart in charts(results) if chart.name == name)


def printed(chart, model, column):
    return [mark.x for one in chart.series for mark in one.marks if (mark.note, mark.y) == (model, column)]


def test_the_papers_rows_stand_beside_the_runs():
    chart = figure("vpb-stage1-shapes", result("VPB_Stage1", 0.5))
    assert chart.y.names == ("Tag", "Arrow", "VP-Ref.", "Avg.")
    run, people, models = chart.series
    assert [one.standing for one in chart.series] == ["run", "human", "published"]
    table4 = {"Tag": 0.89, "Arrow": 0.9262, "VP-Ref.": 0.8426, "Avg.": 0.9003}
    assert {mark.y: mark.x for mark in people.marks} == pytest.approx(table4)
    assert printed(chart, "GPT-4o", "Avg.") == [pytest.approx(0.688)]
    marks = {mark.y: mark for mark in run.marks}
    assert (marks["Avg."].low, marks["Avg."].high, marks["Avg."].n) == (0.4, 0.6, 8)
    assert (marks["Tag"].n, models.name) == (5, "27 published models")
    assert [(band.at, band.low, band.high) for band in chart.bands] == [("Avg.", 0.2, 0.4)]


def test_tasks_are_compared_with_what_was_drawn_and_stages_with_each_other():
    for prompt, value in (("R-BVP", 0.5756), ("oval(red, thin)", 0.596)):  # Table 5
        chart = figure("vpb-stage2-tasks", result("VPB_Stage2", 0.5, visual_prompt=prompt))
        assert printed(chart, "Doubao-Seed-1.6", "MIA") == [pytest.approx(value)]
    stages = figure("vpb-stages", result("VPB_Stage1", 0.8), result("VPB_Stage2", 0.5, visual_prompt="R-BVP"))
    run, published = stages.series
    assert [(mark.x, mark.y, mark.low, mark.high, mark.n) for mark in run.marks] == [(0.8, 0.5, 0.4, 0.6, 8)]
    assert published.name == "12 published models"


def test_runs_with_other_options_are_series_of_their_own():
    chart = figure("vpb-stage1-shapes", result("VPB_Stage1", 0.8), result("VPB_Stage1@few", 0.4, limit=5))
    names = [one.name for one in chart.series if one.standing == "run"]
    assert len(set(names)) == 2
    assert "limit" in names[1]
