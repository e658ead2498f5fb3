"""Where runs stand to people: only where people were measured, and only what the intervals say."""

import pytest

from tests.results.score_file import save_scores
from vlmeval_hvs.registry import card_of, dataset_class
from vlmeval_hvs.results.collect import collect
from vlmeval_hvs.results.human_level import HumanLevel
from vlmeval_hvs.results.published import published_overall


def level(folder, dataset, **scores):
    save_scores(folder / dataset, "m", dataset, 0.8, **scores)
    (found,) = collect(folder / dataset)
    return dataset_class(card_of(dataset)).human_level(found)


def test_words_follow_the_intervals():
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


def test_people_of_a_paper_stand_beside_its_own_questions_and_others_beside_the_rows_they_answered(tmp_path):
    measured = {
        "metrics": {"Overall": 0.5, "AUCperf_humans": 0.69},
        "intervals": {"AUCperf_humans": [0.64, 0.75]},
    }
    for dataset, scores, expected in (
        ("VPB_Stage1", {}, (0.9003, None, None, True)),  # VP-Bench, Table 4, human reviewers
        ("ActiView_Zooming", {}, (0.7753, None, None, True)),  # ActiView, Table 4, average ACC
        ("VisualSearch_COCOSearch18_DEMO", measured, (0.69, 0.64, 0.75, False)),
        ("VPB_Stage1_DEMO", {}, None),
        ("ActiView_TextOnly", {}, None),
        ("HVSBench", {}, None),
        ("VPB_Stage1@broken", {"validity": "invalid"}, None),
    ):
        people = level(tmp_path, dataset, **scores)
        assert (people and (people.value, people.low, people.high, people.published)) == expected, dataset


def test_gaze_takes_the_people_for_the_numbers_of_objects_that_were_asked(tmp_path):
    trials = {"natural, 2 objects": 1, "natural, 4 objects": 3, "congruent, 2 objects": 9}
    cells = {name: {"trials": count} for name, count in trials.items()}
    people = level(tmp_path, "GazeTarget", details={"by_condition_and_objects": cells})
    assert people.value == pytest.approx(0.25 * 0.94 + 0.75 * 0.76)  # Table 1 of the study
    assert people.of == "natural"
    assert people.low < people.value < people.high


def test_published_values_of_overall():
    """Typed from the papers."""
    for dataset, model, value in (
        ("HVSBench", "Qwen2-VL", 0.4076),
        ("ActiView_Zooming", "GPT-4o", 0.6862),
        ("ActiView_ShiftingH", "Gemini-1.5-pro", 0.6769),
        ("ActiView_Mixed", "GPT-4o", 0.6954),
        ("VPB_Stage1", "InternVL3-78B", 0.8797),
    ):
        assert published_overall(dataset)[model] == pytest.approx(value), dataset
    assert not any("Human" in name for name in published_overall("VPB_Stage1"))
    assert published_overall("ActiView_Zooming_DEMO") == published_overall("GazeTarget") == {}
