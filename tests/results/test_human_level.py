"""Where runs stand to people: only where people were measured, and only what the intervals say."""

import json

import pytest

from vlmeval_hvs.registry import card_of, dataset_class
from vlmeval_hvs.results.collect import collect
from vlmeval_hvs.results.human_level import HumanLevel
from vlmeval_hvs.results.published import published_overall


def result(folder, dataset: str, benchmark: str, **scores):
    whole = {
        "model": "m", "dataset": dataset, "benchmark": benchmark, "n": 100, "validity": "valid", "settings": {},
        "metrics": {"Overall": 0.8}, "intervals": {"Overall": [0.75, 0.85]}, **scores,
    }  # fmt: skip
    (folder / f"m_{dataset}_hvs_scores.json").write_text(json.dumps(whole))
    (found,) = collect(folder)
    return found


def level(found):
    return dataset_class(card_of(found.dataset)).human_level(found)


def test_words_follow_the_intervals() -> None:
    for interval, people, expected in (
        ((0.80, 0.90), (0.70, 0.60, 0.79), "above human level"),
        ((0.30, 0.40), (0.70, 0.60, 0.79), "below human level"),
        ((0.30, 0.65), (0.70, 0.60, 0.79), "not told from human level"),
        ((0.66, 0.75), (0.70, 0.60, 0.79), "at human level"),  # from 0.65 on
        ((0.64, 0.90), (0.70, 0.60, 0.79), "not told from human level"),
        ((0.30, 0.69), (0.70, None, None), "below human level"),
        ((0.71, 0.75), (0.70, None, None), "above human level"),
        ((0.60, 0.75), (0.70, None, None), "not told from human level"),
        (None, (0.70, 0.60, 0.79), ""),
    ):
        assert HumanLevel(*people, published=False, about="").standing(interval) == expected, interval


def test_people_of_a_paper_stand_beside_its_own_questions_only(tmp_path) -> None:
    for place, (dataset, benchmark, value) in enumerate((
        ("VPB_Stage1", "VPB", 0.9003),  # VP-Bench, Table 4, human reviewers
        ("ActiView_Zooming", "ActiView", 0.7753),  # ActiView, Table 4, average ACC
        ("VPB_Stage1_DEMO", "VPB", None),
        ("ActiView_TextOnly", "ActiView", None),
        ("HVSBench", "HVSBench", None),
    )):  # fmt: skip
        (tmp_path / str(place)).mkdir()
        people = level(result(tmp_path / str(place), dataset, benchmark))
        assert (people and (people.value, people.published)) == (value and (value, True)), dataset
    (tmp_path / "invalid").mkdir()
    assert level(result(tmp_path / "invalid", "VPB_Stage1", "VPB", validity="invalid")) is None


def test_participants_of_a_search_set_are_measured_on_the_runs_images(tmp_path) -> None:
    metrics = {"Overall": 0.5, "AUCperf_humans": 0.69}
    scores = {"metrics": metrics, "intervals": {"AUCperf_humans": [0.64, 0.75]}}
    people = level(result(tmp_path, "VisualSearch_COCOSearch18_DEMO", "VisualSearch", **scores))
    assert (people.value, people.low, people.high, people.published) == (0.69, 0.64, 0.75, False)


def test_gaze_takes_the_people_for_the_numbers_of_objects_that_were_asked(tmp_path) -> None:
    cells = {
        "natural, 2 objects": {"trials": 1},
        "natural, 4 objects": {"trials": 3},
        "congruent, 2 objects": {"trials": 9},
    }
    people = level(result(tmp_path, "GazeTarget", "GazeTarget", details={"by_condition_and_objects": cells}))
    assert people.value == pytest.approx(0.25 * 0.94 + 0.75 * 0.76)  # Table 1 of the study
    assert people.of == "natural"
    assert people.low < people.value < people.high


def test_published_values_of_overall() -> None:
    """Typed from the papers."""
    assert published_overall("HVSBench")["Qwen2-VL"] == 0.4076
    assert published_overall("ActiView_Zooming")["GPT-4o"] == pytest.approx(0.6862)
    assert published_overall("ActiView_ShiftingH")["Gemini-1.5-pro"] == pytest.approx(0.6769)
    assert published_overall("ActiView_Mixed")["GPT-4o"] == pytest.approx(0.6954)
    assert published_overall("VPB_Stage1")["InternVL3-78B"] == 0.8797
    assert not any("Human" in name for name in published_overall("VPB_Stage1"))
    assert published_overall("ActiView_Zooming_DEMO") == published_overall("GazeTarget") == {}
