"""HVSBench's figures, marks and published rows: the numbers of score files, and those that the paper prints."""

import json
from pathlib import Path

import pytest

from vlmeval_hvs.benchmarks.hvsbench.presentation import charts
from vlmeval_hvs.files import bundled
from vlmeval_hvs.results.collect import collect

PUBLISHED = bundled("vlmeval_hvs.benchmarks.hvsbench", "published.json")
COUNTED = json.loads((Path(__file__).parent / "table3.json").read_text())["models"]
CHANCE = {"value": 0.3, "low": 0.1, "high": 0.5, "mark": "above"}
SCORES = {
    "benchmark": "HVSBench", "n": 40, "validity": "valid", "settings": {}, "intervals": {"Q1_Acc": [0.4, 0.8]},
    "metrics": {"Overall": 0.5, "Prominence_Acc": 0.6, "Q1_Acc": 0.6, "Q3_Acc": 0.2, "Searching_MDir": 0.55},
    "chances": {"Q1_Acc": CHANCE, "Searching_MDir": CHANCE}, "details": {"types": {"Q1": {"questions": 20}}},
}  # fmt: skip


def figures(folder, dataset, runs):
    """The figures of score files, by name."""
    for model, more in runs.items():
        scores = {"model": model, "dataset": dataset, **SCORES, **more}
        (folder / f"{model}_{dataset}_hvs_scores.json").write_text(json.dumps(scores))
    return {chart.name: chart for chart in charts(collect(folder))}


def test_the_published_rows_are_those_of_the_paper(tmp_path):
    """Table 3: GPT4-o 31.39 %, Qwen2-VL is the best open model with 41.03 % Prominence."""
    found = figures(tmp_path, "HVSBench", {"m": {}})
    fields, scanpaths = (
        {one.name: [mark.x for mark in one.marks] for one in found[name].series if one.standing == "published"}
        for name in ("fields", "scanpaths")
    )
    assert list(fields) == ["GPT4-o (published)", "Gemini-1.5-Flash (published)", "Qwen2-VL (published)"]
    assert fields["GPT4-o (published)"] == [0.3139]
    assert (fields["Qwen2-VL (published)"], scanpaths["Qwen2-VL (published)"]) == ([0.4103], [0.461])


def test_the_rows_are_those_that_the_counted_right_answers_give() -> None:
    """k of N right answers per type, recovered separately, give the same cells."""
    for name, model in COUNTED.items():
        row = PUBLISHED["rows"][name]
        assert {metric: row[metric] for metric in model["table3"]} == model["table3"]
        for kind, (right, asked) in model["counts"].items():
            assert row[f"{kind}_Acc"] == pytest.approx(right / asked, abs=5.001e-5)
            assert 0 <= PUBLISHED["questions"][kind] - asked <= 1
    assert sum(PUBLISHED["questions"].values()) == 7574
