"""VP-Bench's figures: hand-made score files in, values and the paper's rows out."""

from pathlib import Path

import pytest
from later import later

from vlmeval_hvs.results.collect import Result

with later():
    from vlmeval_hvs.benchmarks.vpb.charts import charts, cross_table


STYLES = {
    "bbox(red, none, thin)": {"n": 3, "accuracy": 1.0},
    "bbox(red, square, thick)": {"n": 1, "accuracy": 0.0},
    "oval(blue, thin)": {"n": 4, "accuracy": 0.25},
    "no style": {"n": 9, "accuracy": 1.0},
}


def result(dataset, value, model="M", **more):
    parts = ("shape/tag", "shape/arrow", "question/reference") if "Stage1" in dataset else ("task/MIA",)
    scores = {
        "metrics": {"Overall": value, **dict.fromkeys(parts, value)},
        "intervals": {"Overall": [value - 0.1, value + 0.1]},
        "chances": {"Overall": {"value": 0.3, "low": 0.2, "high": 0.4, "mark": "above"}},
        "n": 8,
        "details": {"by_style": STYLES, "by_shape": {"tag": {"n": 5}}},
        "settings": {},
        "digest": "d",
        **more,
    }
    return Result(model, dataset, "VPB", Path("x"), scores)


def by_name(results):
    return {chart.name: chart for chart in charts(results)}


def series(chart):
    return {one.name: one for one in chart.series}


def test_styles_by_attributes():
    cells = cross_table(STYLES)
    assert cells["bbox", "color red"] == (4, 3.0)
    assert cells["bbox", "width thin"] == (3, 3.0)
    assert cells["bbox", "vertex square"] == (1, 0.0)
    assert cells["oval", "width thin"] == (4, 1.0)
    assert sum(n for (_, value), (n, _) in cells.items() if value.startswith("color")) == 8


def test_the_heat_map_shows_shares():
    chart = by_name([result("VPB_Stage1", 0.5)])["vpb-stage1-attributes"]
    (run,) = chart.series
    cell = next(mark for mark in run.marks if (mark.x, mark.y) == ("color red", "bbox"))
    assert (cell.value, cell.n) == (0.75, 4)
    assert chart.x.names.index("color red") < chart.x.names.index("width thin")


def test_the_papers_rows_stand_beside_the_runs():
    chart = by_name([result("VPB_Stage1", 0.5)])["vpb-stage1-shapes"]
    assert chart.y.names == ("Tag", "Arrow", "VP-Ref.", "Avg.")
    assert {one.standing for one in chart.series} == {"run", "human", "published"}
    people = series(chart)["Human Reviewers (paper)"]
    assert {mark.y: mark.x for mark in people.marks} == pytest.approx(
        {"Tag": 0.89, "Arrow": 0.9262, "VP-Ref.": 0.8426, "Avg.": 0.9003}  # Table 4
    )
    gpt = [mark.x for one in chart.series for mark in one.marks if mark.note == "GPT-4o" and mark.y == "Avg."]
    assert gpt == [pytest.approx(0.688)]
    run = {mark.y: mark for mark in series(chart)["M"].marks}
    assert (run["Avg."].low, run["Avg."].high, run["Avg."].n) == (0.4, 0.6, 8)
    assert run["Tag"].n == 5
    assert [(band.at, band.low, band.high) for band in chart.bands] == [("Avg.", 0.2, 0.4)]


def test_tasks_are_compared_with_what_was_drawn():
    for dataset, settings, gpt in [
        ("VPB_Stage2", {"visual_prompt": "R-BVP"}, 57.56),
        ("VPB_Stage2", {"visual_prompt": "oval(red, thin)"}, 59.6),
    ]:
        chart = by_name([result(dataset, 0.5, settings=settings)])["vpb-stage2-tasks"]
        marks = [
            mark for one in chart.series for mark in one.marks if mark.note == "Doubao-Seed-1.6" and mark.y == "MIA"
        ]
        assert [mark.x for mark in marks] == [pytest.approx(gpt / 100)]  # Table 5


def test_runs_with_other_options_are_series_of_their_own():
    runs = [result("VPB_Stage1", 0.8), result("VPB_Stage1@few", 0.4, settings={"limit": 5})]
    chart = by_name(runs)["vpb-stage1-shapes"]
    names = [one.name for one in chart.series if one.standing == "run"]
    assert len(set(names)) == 2
    assert "limit" in names[1]
