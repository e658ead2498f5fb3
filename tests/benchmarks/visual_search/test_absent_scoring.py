"""Scores of stops, in sets of target-absent trials and elsewhere."""

import json

import pytest
from later import later

from vlmeval_hvs.messages import pack
from vlmeval_hvs.results.contract import finished

with later():
    import pandas as pd

    from vlmeval_hvs.benchmarks.visual_search import absent_scoring
    from vlmeval_hvs.benchmarks.visual_search.scanpath_scoring import score_scanpaths
    from vlmeval_hvs.benchmarks.visual_search.scoring import SearchScoring
    from vlmeval_hvs.results.predictions import join_predictions


HUMANS = {
    "01": {"X": [400, 100, 200], "Y": [300, 100, 100], "found": False, "cap": 45, "correct": True},
    "02": {"X": [400, 100, 200, 300, 400], "Y": [300, 100, 100, 50, 60], "found": False, "cap": 45, "correct": False},
    "03": {"X": [400, 100, 200, 300], "Y": [300, 100, 100, 50], "found": False, "cap": 45},
}


def rows(predictions, bbox=""):
    cells = [
        {
            "index": str(number),
            "family": "search",
            "image_name": f"{number}.png",
            "target_object": "cup",
            "bbox": bbox,
            "image_height": "600",
            "image_width": "800",
            "initial_row": "300",
            "initial_column": "400",
            "receptive": "[32, 32]",
            "max_length": "6",
            "capped": "0",
            "humans": json.dumps(HUMANS),
            "history": "",
            "next": "",
        }
        for number in range(len(predictions))
    ]  # fmt: skip
    indices = [cell["index"] for cell in cells]
    joined = join_predictions(pd.DataFrame(cells), pd.DataFrame({"index": indices, "prediction": predictions}))
    return absent_scoring.read_stops(joined, SearchScoring())


def scored(predictions):
    items = rows(predictions)
    report, paths = absent_scoring.score_absent(items, SearchScoring())
    return finished(report, items, SearchScoring().profile, SearchScoring().other), paths


def test_whole_scanpaths_without_a_target():
    report, paths = scored(
        [
            '[[0.2, 0.2], [0.4, 0.4], "absent"]',
            "absent",
            "[[0.2, 0.2], [0.4, 0.4], [0.5, 0.6]]",
            "I cannot say",
            "The target is not in the scene.",
        ]
    )
    metrics = report.metrics
    assert metrics["Overall"] == metrics["correct_stops"] == pytest.approx(3 / 5)
    assert metrics["Overall_paper"] == pytest.approx(2 / 5)
    assert metrics["false_alarms"] == pytest.approx(1 / 5)
    assert metrics["Fallback"] == pytest.approx(1 / 5)
    assert "undecided" not in metrics
    # Three, one and one fixations until the stop; people take three, five or four.
    assert metrics["fixations_before_stop"] == pytest.approx(5 / 3)
    assert metrics["fixations_humans"] == 4
    assert metrics["length_error"] == pytest.approx((0 + 2 + 1 + 2 + 4 + 3 + 1 + 1 + 0 + 2 + 4 + 3) / 12)
    assert metrics["correct_stops_humans"] == 0.5  # the third participant's answer is not known
    assert [len(path.x) for path in paths.values()] == [3, 1, 4, 1, 1]
    assert report.items["score"].tolist() == [1, 1, 0, 0, 1]
    assert report.items["fallback"].tolist() == [0, 0, 0, 1, 0]
    assert report.items["fallback_paper"].tolist() == [0, 0, 0, 1, 1]
    low, high = report.intervals["correct_stops"]
    assert low < 0.6 < high


def test_interactive_searches_without_a_target():
    record = {"answer": json.dumps([[0.2, 0.2], [0.3, 0.3]]), "found": False, "calls": 3}
    report, _ = scored([pack({**record, "stopped": True}), pack({**record, "stopped": False})])
    assert report.metrics["correct_stops"] == 0.5
    assert report.metrics["undecided"] == 0.5
    assert "false_alarms" not in report.metrics
    assert report.metrics["fixations_before_stop"] == 3


def test_a_reply_in_one_turn_is_read_like_one_without_turns():
    reply = '[[0.2, 0.2], "absent"]'
    whole, _ = scored([reply])
    single, _ = scored([pack({"answer": reply, "one_turn": True, "calls": 1})])
    assert single.metrics == whole.metrics


def test_stops_of_searches_whose_target_is_there():
    hit = [0.775, 0.7]
    items = rows(
        [json.dumps([hit]), json.dumps([hit, "absent"]), '[[0.1, 0.1], "absent"]', "absent", "no idea"],
        bbox="[400, 600, 440, 640]",
    )
    report, _ = score_scanpaths(items, SearchScoring())
    absent_scoring.add_false_stops(report, items, SearchScoring())
    report = finished(report, items, SearchScoring().profile, SearchScoring().other)
    assert report.items["stopped"].tolist() == [False, False, True, True, False]
    assert report.metrics["false_stops"] == pytest.approx(2 / 5)
    assert report.metrics["found"] == pytest.approx(2 / 5)
    assert report.metrics["Fallback"] == pytest.approx(1 / 5)


@pytest.fixture
def make(make):
    return lambda family="", **options: make(f"VisualSearch_COCOSearch18Absent{family}_DEMO", **options)


def test_oracle_people_and_random_searchers_in_absent_sets(make, answered):
    for family in ["", "_Interactive"]:
        dataset = make(family)
        oracle, people, chance = (answered(dataset, name) for name in ("hvs-oracle", "hvs-human", "hvs-random"))
        assert oracle["correct_stops"] == 1
        # People who looked at as many places as there are turns have no turn left to say so.
        assert 0.5 < people["correct_stops"] <= 1
        assert chance["correct_stops"] == 0
        assert chance["undecided" if family else "false_alarms"] == 1
        assert oracle["fixations_before_stop"] == 1
        assert people["fixations_before_stop"] == pytest.approx(people["fixations_humans"], rel=0.4)
        assert people["SS"] > chance["SS"]
        assert "AUCperf" not in oracle


def test_searchers_that_know_the_target_decline_absent_trials(make, answered):
    for family in ("", "_Interactive"):
        assert answered(make(family), "hvs-ELM-flat") == {"LeftOut": 1.0}
