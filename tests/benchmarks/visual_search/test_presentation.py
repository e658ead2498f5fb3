"""How visual search is shown: hand-made score files in; figures and the table out."""

from pathlib import Path

from vlmeval_hvs.benchmarks.visual_search.presentation import VisualSearchPresentation
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.paper_tables import Style

CURVES = {
    "fixations": [0, 1, 2], "model": [0, 0.1, 0.2], "random": [0, 0.01, 0.02], "humans": [0, 0.2, 0.4],
    "humans_at": "every number of fixations",
}  # fmt: skip
DETAILS = {
    "curves": CURVES, "multimatch": {"hmMM_whMM": {"a.jpg": [0.8, 0.9], "b.jpg": [0.7, 0.85]}},
    "n_images": {"AUCperf": 24, "AUCperf_humans": 24}, "coverage": {"images": 24, "of": 24},
}  # fmt: skip
SCORES = {
    "metrics": {"Overall": 0.3, "AUCperf": 0.3, "AUCperf_humans": 0.6, "AUCperf_floor": 0.04, "Corr": 0.1},
    "intervals": {"AUCperf": [0.2, 0.4], "Corr": [-0.2, 0.4]}, "n": 24, "details": DETAILS, "settings": {},
    "chances": {"Overall": {"value": 0.05, "low": 0.0, "high": 0.1, "mark": "above"}}, "digest": "d",
}  # fmt: skip


def result(dataset, **changes):
    scores = SCORES | {"model": "M", "dataset": dataset} | changes
    return Result("M", dataset, "VisualSearch", Path("x"), scores)


def drawn(dataset="VisualSearch_Interiors", **changes):
    charts = VisualSearchPresentation().charts([result(dataset, **changes)])
    return {chart.name.removeprefix("visualsearch-interiors-"): chart for chart in charts}


def series(chart):
    return {one.name: one for one in chart.series}


def test_performance_has_people_and_random_search_and_similarity_has_images():
    found = drawn()
    standings = [(one.name, one.standing) for one in found["performance"].series]
    assert standings == [("M", "run"), ("Humans", "human"), ("Random scanpaths", "chance")]
    marks = series(found["performance"])["M"].marks
    assert [(mark.x, mark.y, mark.n) for mark in marks] == [(0, 0, 24), (1, 0.1, 24), (2, 0.2, 24)]
    (one,) = found["similarity"].series
    assert [(mark.x, mark.y, mark.note) for mark in one.marks] == [(0.8, 0.9, "a.jpg"), (0.7, 0.85, "b.jpg")]
    assert found["similarity"].diagonal
    assert "r = 0.10 [-0.20, 0.40]" in found["similarity"].about


def test_a_metric_stands_beside_its_references_and_the_published_rows():
    chart = drawn()["aucperf"]
    found = series(chart)
    (mark,) = found["M"].marks
    assert (mark.x, mark.low, mark.high, mark.n, mark.y) == (0.3, 0.2, 0.4, 24, "M")
    standings = {name: found[name].standing for name in ("Humans", "Random scanpaths", "Humans (published)")}
    assert standings == {"Humans": "human", "Random scanpaths": "chance", "Humans (published)": "published"}
    # Results/Interiors_dataset of NeuroLIAA/visions
    assert found["IVSN (published)"].marks[0].x == 0.647
    assert [(band.low, band.high, band.at) for band in chart.bands] == [(0.0, 0.1, "")]
    assert chart.y.names == tuple(found)


def test_next_fixation_metrics():
    metrics = {"Overall": 0.7, "AUChsp": 0.7, "AUChsp_gold_standard": 0.9, "AUChsp_uniform": 0.5, "IGhsp": 0.2}
    details = {"n_images": {"AUChsp": 24}}
    found = drawn("VisualSearch_Interiors_HSP", metrics=metrics, details=details, intervals={})
    assert set(found) == {"hsp-auchsp", "hsp-ighsp"}
    rows = series(found["hsp-auchsp"])
    assert rows["Gold Standard"].standing == rows["Uniform"].standing == "reference"
    assert rows["Center Bias (published)"].marks[0].x == 0.665
    assert found["hsp-auchsp"].bands
    assert not found["hsp-ighsp"].bands  # the known chance is that of the AUC


def test_values_have_intervals_and_n_and_published_rows_stand_below(caplog):
    results = [result("VisualSearch_Interiors"), result("VisualSearch_Interiors_HSP", digest="e")]
    (table,) = VisualSearchPresentation().tables(results[:1])
    grid = table.grid(Style(3))
    place = grid.head.index("AUCperf")
    column = [(row[0], row[place]) for row in grid.rows]
    start = column.index(("M", "0.300"))
    assert column[start + 1 : start + 3] == [("95 % interval", "[0.200, 0.400]"), ("n", "24")]
    assert ("IVSN (published)", "0.647") in column  # Results/Interiors_dataset of NeuroLIAA/visions
    names = [row[0] for row in grid.rows]
    assert names.index("Humans") < min(place for place, name in enumerate(names) if name.endswith("(published)"))
    assert VisualSearchPresentation().tables(results) == []
    assert "different builds" in caplog.text
