"""Published rows next to runs, and the marks of chance, in every table that is printed."""

import json

import pytest

from tests.results.test_tables import save
from vlmeval_hvs.cli import main
from vlmeval_hvs.registry import card_of
from vlmeval_hvs.results.collect import collect
from vlmeval_hvs.results.published import published_grids, published_rows
from vlmeval_hvs.results.tables import as_csv, leaderboards, metric_grid

CHANCES = {
    "Overall": {"value": 0.28, "low": 0.27, "high": 0.29, "mark": "above"},
    "Q8_Acc": {"value": 0.5, "low": 0.4653, "high": 0.5347, "mark": "inside"},
}


def run(folder, model="mine", dataset="HVSBench", **extra):
    metrics = {"Overall": 0.4, "Overall_paper": 0.3, "Q8_Acc": 0.51}
    found = {"metrics": metrics, "chances": CHANCES, "n": 8657, "left_out": 0, **extra}
    return save(folder, model, dataset, 0.4, **found)


def test_a_dataset_of_one_field_stands_next_to_that_fields_column():
    assert published_rows("HVSBench_Searching")["Qwen2-VL"]["Overall"] == 0.4214
    assert published_rows("HVSBench@mine")["Qwen2-VL"]["Overall"] == 0.4076
    assert published_rows("HVSBench_DEMO") == {}
    assert published_rows("ActiView_Zooming") == {}


def test_sets_of_visual_search_have_rows_of_their_own():
    assert published_rows("VisualSearch_Interiors")["nnIBS"]["Overall"] == 0.451
    assert published_rows("VisualSearch_Interiors_HSP@mine")["nnIBS"]["Overall"] == 0.726
    assert published_rows("VisualSearch_COCOSearch18_Interactive")["Humans"]["Overall"] == 0.802
    assert "Gold Standard" not in published_rows("VisualSearch_MCS")
    assert published_rows("VisualSearch_MCS_DEMO") == {}
    assert published_rows("VisualSearch_Custom") == {}


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
            for metric, value in values.items():
                if metric in own:
                    assert own[metric] == pytest.approx(value, abs=6e-4), (data_set, name, metric)
                    compared += 1
    assert compared > 80


def test_runs_stand_above_the_published_rows_with_signs(tmp_path):
    run(tmp_path, details={"random": {"Overall": 0.2801, "Q8_Acc": 0.5}})
    first, second = published_grids(collect(tmp_path), "HVSBench")
    assert first.head == ["row", "Overall"]
    assert second.head == ["row", "Overall", "Q8_Acc"]
    assert second.rows[:2] == [["mine", "0.4000 +", "0.5100 ="], ["a random guesser on these rows", "0.2801", "0.5000"]]
    by_name = {row[0]: row[1:] for row in second.rows}
    assert by_name["Qwen2-VL (published)"] == ["0.4076 +", "0.5718 +"]
    assert by_name["MiniGPT4-v2 (published)"] == ["0.1545 -", "0.1782 -"]
    assert len(second.rows) == 2 + 14
    assert sum("contradicts itself" in note for note in second.notes) == 3


def test_ten_of_thirteen_published_models_are_inside_chance_on_the_eighth_type():
    """808 questions with two options: the exact binomial interval, from scipy."""
    from scipy.stats import binom

    from vlmeval_hvs.metrics import null_interval

    chance = null_interval([0.5] * 808)
    assert (chance.low * 808, chance.high * 808) == (binom.ppf(0.025, 808, 0.5), binom.isf(0.025, 808, 0.5))
    rows = {name: row for name, row in card_of("HVSBench").reference["rows"].items() if name != "Random guess"}
    marks = [chance.mark(row["Q8_Acc"]) for row in rows.values()]
    assert (len(marks), marks.count("inside"), marks.count("above")) == (13, 10, 1)


def test_a_value_that_means_less_than_it_seems_has_a_star_and_a_note(tmp_path, capsys):
    cautions = {"Q8_Acc": "98% of the answers are A, which is right in 50% of the questions"}
    run(tmp_path, cautions=cautions)
    results = collect(tmp_path)
    (grid,) = [grid for grid in published_grids(results, "HVSBench") if "Q8_Acc" in grid.head]
    assert grid.rows[0] == ["mine", "0.4000 +", "0.5100 =*"]
    note = "* mine on HVSBench, Q8_Acc: 98% of the answers are A, which is right in 50% of the questions"
    assert note in grid.notes
    whole = metric_grid(results, "HVSBench")
    assert "0.5100* inside chance" in {row[1] for row in whole.rows}
    assert note in whole.notes
    assert not any(text.startswith("*") for text in leaderboards(results)[0].notes)
    assert "are A, which is right in 50% of the questions" in as_csv(results)
    assert main(["report", str(tmp_path), "--json", "-"]) == 0
    assert "98% of the answers are A" in capsys.readouterr().out
