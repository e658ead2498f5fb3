"""Visual search's figures: hand-made score files in, curves, pairs and published rows out."""

from pathlib import Path

from later import later

from vlmeval_hvs.results.collect import Result

with later():
    from vlmeval_hvs.benchmarks.visual_search.charts import charts


CURVES = {
    "fixations": [0, 1, 2, 3, 4, 5],
    "model": [0, 0.1, 0.2, 0.3, 0.4, 0.5],
    "humans": [0, 0.2, 0.4, 0.6, 0.7, 0.8],
    "humans_at": "every number of fixations",
    "random": [0, 0.01, 0.02, 0.03, 0.04, 0.05],
}
PAIRS = {"a.jpg": [0.8, 0.9], "b.jpg": [0.7, 0.85]}


def result(dataset, model="M", metrics=None, curves=CURVES, **more):
    scores = {
        "metrics": {"Overall": 0.3, "AUCperf": 0.3, "AUCperf_humans": 0.6, "AUCperf_floor": 0.04, "Corr": 0.1}
        if metrics is None
        else metrics,
        "intervals": {"AUCperf": [0.2, 0.4], "Corr": [-0.2, 0.4]},
        "chances": {"Overall": {"value": 0.05, "low": 0.0, "high": 0.1, "mark": "above"}},
        "n": 24,
        "details": {"curves": curves, "multimatch": {"hmMM_whMM": PAIRS}, "n_images": {"AUCperf": 24}},
        "settings": {},
        "digest": "d",
        **more,
    }
    return Result(model, dataset, "VisualSearch", Path("x"), scores)


def by_name(results):
    return {chart.name: chart for chart in charts(results)}


def series(chart):
    return {one.name: one for one in chart.series}


def test_performance_has_model_people_and_random_search():
    chart = by_name([result("VisualSearch_Interiors"), result("VisualSearch_Interiors", "N")])[
        "visualsearch-interiors-performance"
    ]
    found = series(chart)
    assert list(found) == ["M", "N", "Humans", "Random scanpaths"]
    assert [one.standing for one in chart.series] == ["run", "run", "human", "chance"]
    assert [(mark.x, mark.y) for mark in found["M"].marks][:3] == [(0, 0), (1, 0.1), (2, 0.2)]
    assert found["M"].marks[0].n == 24


def test_similarity_is_within_humans_over_humans_with_the_model():
    chart = by_name([result("VisualSearch_Interiors")])["visualsearch-interiors-similarity"]
    (one,) = chart.series
    assert [(mark.x, mark.y, mark.note) for mark in one.marks] == [(0.8, 0.9, "a.jpg"), (0.7, 0.85, "b.jpg")]
    assert chart.diagonal
    assert "r = 0.10 [-0.20, 0.40]" in chart.about


def test_a_metric_stands_beside_its_references_and_the_published_rows():
    chart = by_name([result("VisualSearch_Interiors")])["visualsearch-interiors-aucperf"]
    found = series(chart)
    (mark,) = found["M"].marks
    assert (mark.x, mark.low, mark.high, mark.n, mark.y) == (0.3, 0.2, 0.4, 24, "M")
    assert found["Humans"].standing == "human"
    assert found["Random scanpaths"].standing == "chance"
    # Results/Interiors_dataset of NeuroLIAA/visions
    assert found["IVSN (published)"].marks[0].x == 0.647
    assert found["Humans (published)"].standing == "published"
    assert [(band.low, band.high, band.at) for band in chart.bands] == [(0.0, 0.1, "")]
    assert chart.y.names == tuple(found)


def test_next_fixation_metrics():
    metrics = {"Overall": 0.7, "AUChsp": 0.7, "AUChsp_gold_standard": 0.9, "AUChsp_uniform": 0.5, "IGhsp": 0.2}
    run = result("VisualSearch_Interiors_HSP", metrics=metrics, details={"n_images": {"AUChsp": 24}}, intervals={})
    found = by_name([run])
    assert set(found) == {"visualsearch-interiors-hsp-auchsp", "visualsearch-interiors-hsp-ighsp"}
    rows = series(found["visualsearch-interiors-hsp-auchsp"])
    assert rows["Gold Standard"].standing == rows["Uniform"].standing == "reference"
    assert rows["Center Bias (published)"].marks[0].x == 0.665
    assert found["visualsearch-interiors-hsp-auchsp"].bands
    assert not found["visualsearch-interiors-hsp-ighsp"].bands  # the known chance is that of the AUC
