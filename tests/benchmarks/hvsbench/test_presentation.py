"""HVSBench's figures hold the numbers of score files and those that the paper prints."""

import json

import pytest

from vlmeval_hvs.benchmarks.hvsbench.presentation import charts
from vlmeval_hvs.results.collect import collect

METRICS = {"Overall": 0.5, "Prominence_Acc": 0.6, "Q1_Acc": 0.6, "Q3_Acc": 0.2, "Searching_MDir": 0.55}
CHANCE = {"value": 0.3, "low": 0.1, "high": 0.5, "mark": "above"}


@pytest.fixture
def figures(tmp_path):
    """The figures of score files, by name."""

    def draw(dataset, runs):
        for model, more in runs.items():
            scores = {
                "model": model,
                "dataset": dataset,
                "benchmark": "HVSBench",
                "n": 40,
                "validity": "valid",
                "settings": {},
                "metrics": METRICS,
                "intervals": {"Q1_Acc": [0.4, 0.8]},
                "chances": {"Q1_Acc": CHANCE, "Searching_MDir": CHANCE},
                "details": {"types": {"Q1": {"questions": 20}}},
                **more,
            }
            (tmp_path / f"{model}_{dataset}_hvs_scores.json").write_text(json.dumps(scores))
        return {chart.name: chart for chart in charts(collect(tmp_path))}

    return draw


def test_a_figure_has_values_intervals_and_numbers_of_questions_of_usable_runs(figures):
    runs = {"m": {}, "n": {"settings": {"hint": "field"}}, "o": {"validity": "invalid"}}
    chart = figures("HVSBench_DEMO", runs)["types-demo"]
    assert [one.name for one in chart.series] == ["m", "n · hint=field"]
    first, second = chart.series[0].marks
    assert (first.x, first.y, first.low, first.high, first.n) == (0.6, "Q1 Prominence", 0.4, 0.8, 20)
    assert (second.x, second.y, second.low, second.n) == (0.2, "Q3 Prioritizing", None, None)
    assert chart.y.names == ("Q1 Prominence", "Q3 Prioritizing")
    (band,) = chart.bands
    assert (band.low, band.high, band.at, band.middle) == (0.1, 0.5, "Q1 Prominence", 0.3)


def test_the_published_rows_are_those_of_the_paper(figures):
    """Table 3: GPT4-o 31.39 and 40.15 %, Qwen2-VL is the best open model with 41.03 % Prominence."""
    found = figures("HVSBench", {"m": {"metrics": {**METRICS, "Searching_Acc": 0.4}}})
    published = {
        name: {one.name: [mark.x for mark in one.marks] for one in found[name].series if one.standing == "published"}
        for name in ("fields", "scanpaths")
    }
    fields, scanpaths = published["fields"], published["scanpaths"]
    assert list(fields) == ["GPT4-o (published)", "Gemini-1.5-Flash (published)", "Qwen2-VL (published)"]
    assert fields["GPT4-o (published)"] == [0.3139, 0.4015]
    assert (fields["Qwen2-VL (published)"][0], scanpaths["Qwen2-VL (published)"][0]) == (0.4103, 0.461)
    # Guessing on the 819 questions of Q1 lies close to its mean of 19.94 %, unlike that on 40 rows.
    band = next(band for band in found["types"].bands if band.at == "Q1 Prominence")
    assert band.middle == pytest.approx(0.1994)
    assert 0.15 < band.low < band.high < 0.25
