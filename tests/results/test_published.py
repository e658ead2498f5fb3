"""Published rows and the level of people beside runs."""

from __future__ import annotations

import json

import pytest

from tests.results.score_file import save_scores
from vlmeval_hvs.registry import card_of, presentation_of
from vlmeval_hvs.results.collect import collect
from vlmeval_hvs.results.published import HumanLevel, published_overall, published_rows, published_tables


def test_rows_are_those_of_the_dataset_or_its_field_and_none_stand_beside_other_questions():
    for dataset, row, value in (
        ("HVSBench_Searching", "Qwen2-VL", 0.4214), ("HVSBench@mine", "Qwen2-VL", 0.4076),
        ("VisualSearch_Interiors", "nnIBS", 0.451), ("VisualSearch_Interiors_HSP@mine", "nnIBS", 0.726),
        ("VisualSearch_COCOSearch18_Interactive", "Humans", 0.802), ("ActiView_ShiftingH", "Gemini-1.5-pro", 0.6769),
        ("ActiView_Mixed", "GPT-4o", 0.6954), ("VPB_Stage1", "InternVL3-78B", 0.8797),
    ):  # fmt: skip
        assert published_overall(dataset)[row] == pytest.approx(value), dataset
    assert "Gold Standard" not in published_rows("VisualSearch_MCS")
    for dataset in ("HVSBench_DEMO", "ActiView_Zooming", "VisualSearch_MCS_DEMO", "VisualSearch_Custom"):
        assert published_rows(dataset) == {}


def test_the_stored_rows_are_those_of_the_published_tables(shared):
    """Values copied from the repository's result files by someone else, another version of MCS aside."""
    table = json.loads((shared / "tables" / "visions_published_metrics.json").read_text())
    names = {"gold_standard": "Gold Standard", "center_bias": "Center Bias", "uniform": "Uniform"}
    sets = card_of("VisualSearch").reference["sets"]
    pairs = {}
    for data_set in ("Interiors", "Unrestricted", "COCOSearch18"):
        rows = sets[f"VisualSearch_{data_set}"]["rows"]
        for name, values in table[data_set].items():
            own = rows.get(names.get(name, name), {})
            pairs |= {(data_set, name, one): (own[one], values[one]) for one in own.keys() & values.keys()}
    assert {place for place, (own, value) in pairs.items() if own != pytest.approx(value, abs=6e-4)} == set()
    assert len(pairs) > 80


def test_runs_stand_above_the_published_rows_with_signs_and_stars(tmp_path):
    caution = "98% of the answers are A, which is right in 50% of the questions"
    chances = {
        "Overall": {"value": 0.28, "low": 0.27, "high": 0.29, "mark": "above"},
        "Q8_Acc": {"value": 0.5, "low": 0.4653, "high": 0.5347, "mark": "inside"},
    }
    save_scores(
        tmp_path, "mine", "HVSBench", 0.4, chances=chances, n=8657, left_out=0, cautions={"Q8_Acc": caution},
        metrics={"Overall": 0.4, "Overall_paper": 0.3, "Q8_Acc": 0.51},
        details={"random": {"Overall": 0.2801, "Q8_Acc": 0.5}},
    )  # fmt: skip
    results = collect(tmp_path)
    tables = published_tables(results)
    assert [table.results for table in tables] == [results, results]
    first, second = (table.grid() for table in tables)
    assert (first.head, second.head) == (["model", "Overall"], ["model", "Overall", "Q8"])
    assert second.rows[:4] == [
        ["mine", "0.4000 +", "0.5100 =*"], ["95 % interval", "[0.1000, 0.9000]", ""],
        ["guessing", "0.2800", "0.5000"], ["95 % interval", "[0.2700, 0.2900]", "[0.4653, 0.5347]"],
    ]  # fmt: skip
    rows = (["Qwen2-VL (published)", "0.4076 +", "0.5718 +"], ["MiniGPT4-v2 (published)", "0.1545 -", "0.1782 -"])
    assert [*(row in second.rows for row in rows), len(second.rows)] == [True, True, 4 + 14]
    assert sum("contradicts itself" in note for note in second.notes) == 3
    assert f"* mine on HVSBench, Q8_Acc: {caution}" in second.notes


def test_words_follow_the_intervals():
    known, unknown = (0.70, 0.60, 0.79), (0.70, None, None)
    for interval, people, expected in (
        ((0.80, 0.90), known, "above human level"), ((0.30, 0.40), known, "below human level"),
        ((0.30, 0.65), known, "not distinguishable from humans"), (None, known, ""),
        ((0.66, 0.75), known, "at human level"), ((0.30, 0.69), unknown, "below human level"),  # from 0.65 on
        ((0.60, 0.75), unknown, "not distinguishable from humans"),
    ):  # fmt: skip
        assert HumanLevel(*people, published=False, about="").standing(interval) == expected, interval


def test_people_of_a_paper_stand_beside_its_own_questions_and_others_beside_the_rows_they_answered(tmp_path):
    measured = {"metrics": {"Overall": 0.5, "AUCperf_humans": 0.69}, "intervals": {"AUCperf_humans": [0.64, 0.75]}}
    for dataset, scores, expected in (
        ("VPB_Stage1", {}, (0.9003, None, None, True)),  # VP-Bench, Table 4, human reviewers
        ("ActiView_Zooming", {}, (0.7753, None, None, True)),  # ActiView, Table 4, average ACC
        ("VisualSearch_COCOSearch18_DEMO", measured, (0.69, 0.64, 0.75, False)), ("VPB_Stage1_DEMO", {}, None),
        ("ActiView_TextOnly", {}, None), ("HVSBench", {}, None), ("VPB_Stage1@broken", {"validity": "invalid"}, None),
    ):  # fmt: skip
        save_scores(tmp_path / dataset, "m", dataset, 0.8, **scores)
        people = presentation_of(dataset).human_level(*collect(tmp_path / dataset))
        assert (people and (people.value, people.low, people.high, people.published)) == expected, dataset
