"""Published rows next to runs, and the marks of chance, in every table that is printed."""

import json

import pytest

from tests.results.score_file import save_scores
from vlmeval_hvs.cli import main
from vlmeval_hvs.registry import card_of
from vlmeval_hvs.results.collect import collect
from vlmeval_hvs.results.published import published_grids, published_rows
from vlmeval_hvs.results.tables import as_csv, leaderboards, metric_grid

CHANCES = {
    "Overall": {"value": 0.28, "low": 0.27, "high": 0.29, "mark": "above"},
    "Q8_Acc": {"value": 0.5, "low": 0.4653, "high": 0.5347, "mark": "inside"},
}


def test_rows_are_those_of_the_dataset_or_its_field_and_none_stand_beside_other_questions():
    for dataset, row, value in (
        ("HVSBench_Searching", "Qwen2-VL", 0.4214),
        ("HVSBench@mine", "Qwen2-VL", 0.4076),
        ("VisualSearch_Interiors", "nnIBS", 0.451),
        ("VisualSearch_Interiors_HSP@mine", "nnIBS", 0.726),
        ("VisualSearch_COCOSearch18_Interactive", "Humans", 0.802),
    ):
        assert published_rows(dataset)[row]["Overall"] == value
    assert "Gold Standard" not in published_rows("VisualSearch_MCS")
    for dataset in ("HVSBench_DEMO", "ActiView_Zooming", "VisualSearch_MCS_DEMO", "VisualSearch_Custom"):
        assert published_rows(dataset) == {}


def test_the_stored_rows_are_those_of_the_published_tables(shared):
    """Values copied from the repository's result files by someone else, another version of MCS aside."""
    table = json.loads((shared / "tables" / "visions_published_metrics.json").read_text())
    names = {"gold_standard": "Gold Standard", "center_bias": "Center Bias", "uniform": "Uniform"}
    sets = card_of("VisualSearch").reference["sets"]
    compared = 0
    for data_set in ("Interiors", "Unrestricted", "COCOSearch18"):
        rows = sets[f"VisualSearch_{data_set}"]["rows"]
        for name, values in table[data_set].items():
            own = rows.get(names.get(name, name), {})
            for metric in own.keys() & values.keys():
                assert own[metric] == pytest.approx(values[metric], abs=6e-4), (data_set, name, metric)
                compared += 1
    assert compared > 80


def test_runs_stand_above_the_published_rows_with_signs_and_stars(tmp_path, capsys):
    caution = "98% of the answers are A, which is right in 50% of the questions"
    save_scores(
        tmp_path, "mine", "HVSBench", 0.4, chances=CHANCES, n=8657, left_out=0, cautions={"Q8_Acc": caution},
        metrics={"Overall": 0.4, "Overall_paper": 0.3, "Q8_Acc": 0.51},
        details={"random": {"Overall": 0.2801, "Q8_Acc": 0.5}},
    )  # fmt: skip
    results = collect(tmp_path)
    first, second = published_grids(results, "HVSBench")
    assert (first.head, second.head) == (["row", "Overall"], ["row", "Overall", "Q8_Acc"])
    assert second.rows[:2] == [
        ["mine", "0.4000 +", "0.5100 =*"],
        ["a random guesser on these rows", "0.2801", "0.5000"],
    ]
    by_name = {row[0]: row[1:] for row in second.rows}
    assert by_name["Qwen2-VL (published)"] == ["0.4076 +", "0.5718 +"]
    assert by_name["MiniGPT4-v2 (published)"] == ["0.1545 -", "0.1782 -"]
    assert len(second.rows) == 2 + 14
    assert sum("contradicts itself" in note for note in second.notes) == 3
    note = f"* mine on HVSBench, Q8_Acc: {caution}"
    whole = metric_grid(results, "HVSBench")
    assert "0.5100* inside chance" in {row[1] for row in whole.rows}
    for notes, noted in ((second.notes, True), (whole.notes, True), (leaderboards(results)[0].notes, False)):
        assert (note in notes) == noted
    assert caution in as_csv(results)
    assert main(["report", str(tmp_path), "--json", "-"]) == 0
    assert caution in capsys.readouterr().out


def test_ten_of_thirteen_published_models_are_inside_chance_on_the_eighth_type():
    """808 questions with two options: the exact binomial interval, from scipy."""
    from scipy.stats import binom

    from vlmeval_hvs.metrics import null_interval

    chance = null_interval([0.5] * 808)
    assert (chance.low * 808, chance.high * 808) == (binom.ppf(0.025, 808, 0.5), binom.isf(0.025, 808, 0.5))
    rows = {name: row for name, row in card_of("HVSBench").reference["rows"].items() if name != "Random guess"}
    marks = [chance.mark(row["Q8_Acc"]) for row in rows.values()]
    assert (len(marks), marks.count("inside"), marks.count("above")) == (13, 10, 1)
