"""How visual search is shown: hand-made score files in; figures and the table out."""

from pathlib import Path

from vlmeval_hvs.benchmarks.visual_search.presentation import VisualSearchPresentation
from vlmeval_hvs.results.collect import Result

SCORES = {
    "metrics": {"Overall": 0.3, "AUCperf": 0.3, "AUCperf_humans": 0.6, "AUCperf_floor": 0.04, "Corr": 0.1},
    "intervals": {"AUCperf": [0.2, 0.4], "Corr": [-0.2, 0.4]},
    "chances": {"Overall": {"value": 0.05, "low": 0.0, "high": 0.1, "mark": "above"}},
    "n": 24,
    "details": {
        "curves": {
            "fixations": [0, 1, 2],
            "model": [0, 0.1, 0.2],
            "humans": [0, 0.2, 0.4],
            "humans_at": "every number of fixations",
            "random": [0, 0.01, 0.02],
        },
        "multimatch": {"hmMM_whMM": {"a.jpg": [0.8, 0.9], "b.jpg": [0.7, 0.85]}},
        "n_images": {"AUCperf": 24},
    },
    "settings": {},
    "digest": "d",
}


def drawn(*models, dataset="VisualSearch_Interiors", **changes):
    results = [Result(model, dataset, "VisualSearch", Path("x"), SCORES | changes) for model in models]
    return {
        chart.name.removeprefix("visualsearch-interiors-"): chart
        for chart in VisualSearchPresentation().charts(results)
    }


def series(chart):
    return {one.name: one for one in chart.series}


def test_performance_has_models_people_and_random_search_and_similarity_has_images():
    chart = drawn("M", "N")["performance"]
    standings = [(one.name, one.standing) for one in chart.series]
    assert standings == [("M", "run"), ("N", "run"), ("Humans", "human"), ("Random scanpaths", "chance")]
    marks = series(chart)["M"].marks
    assert [(mark.x, mark.y, mark.n) for mark in marks] == [(0, 0, 24), (1, 0.1, 24), (2, 0.2, 24)]
    chart = drawn("M")["similarity"]
    (one,) = chart.series
    assert [(mark.x, mark.y, mark.note) for mark in one.marks] == [(0.8, 0.9, "a.jpg"), (0.7, 0.85, "b.jpg")]
    assert chart.diagonal
    assert "r = 0.10 [-0.20, 0.40]" in chart.about


def test_people_who_were_stopped_have_a_value_at_each_limit_and_without_people_there_is_no_curve():
    for people, values in (
        ({"humans": [0.1, None, 0.4], "humans_at": [0, 1, 2]}, [(0, 0.1), (2, 0.4)]),
        ({"humans": []}, None),
    ):
        lines = {"fixations": [0, 1, 2, 3], "model": [0] * 4, "random": [0] * 4}
        curves = SCORES["details"]["curves"] | lines | people
        found = series(drawn("M", details=SCORES["details"] | {"curves": curves})["performance"])
        assert ("Humans" in found) == (values is not None)
        if values:
            assert [(mark.x, mark.y) for mark in found["Humans"].marks] == values


def test_a_metric_stands_beside_its_references_and_the_published_rows():
    chart = drawn("M")["aucperf"]
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
    found = drawn("M", dataset="VisualSearch_Interiors_HSP", metrics=metrics, details=details, intervals={})
    assert set(found) == {"hsp-auchsp", "hsp-ighsp"}
    rows = series(found["hsp-auchsp"])
    assert rows["Gold Standard"].standing == rows["Uniform"].standing == "reference"
    assert rows["Center Bias (published)"].marks[0].x == 0.665
    assert found["hsp-auchsp"].bands
    assert not found["hsp-ighsp"].bands  # the known chance is that of the AUC


def result(digest="d", dataset="VisualSearch_Interiors"):
    scores = {
        "model": "M",
        "dataset": dataset,
        "metrics": {"AUCperf": 0.25, "AUCperf_humans": 0.5},
        "intervals": {"AUCperf": [0.125, 0.375]},
        "details": {"n_images": {"AUCperf": 20, "AUCperf_humans": 20}, "coverage": {"images": 20, "of": 20}},
        "settings": {},
        "digest": digest,
    }
    return Result("M", dataset, "VisualSearch", Path("x"), scores)


def test_values_have_intervals_and_n_and_published_rows_stand_below(caplog):
    (grid,) = VisualSearchPresentation().tables([result()])
    place = grid.head.index("AUCperf")
    column = [(row[0], row[place]) for row in grid.rows]
    start = column.index(("M", "0.250"))
    assert column[start + 1 : start + 3] == [("95 % interval", "[.12, .38]"), ("n, images", "20")]
    assert ("IVSN (published)", "0.647") in column  # Results/Interiors_dataset of NeuroLIAA/visions
    names = [row[0] for row in grid.rows]
    assert names.index("Humans") < min(place for place, name in enumerate(names) if name.endswith("(published)"))
    assert VisualSearchPresentation().tables([result(), result("e", dataset="VisualSearch_Interiors_HSP")]) == []
    assert "different builds" in caplog.text
