"""Scores of stops, in sets of target-absent trials and elsewhere."""

import json

import pytest

from vlmeval_hvs.benchmarks.visual_search.scanpath_scoring import read_stops, score_scanpaths
from vlmeval_hvs.benchmarks.visual_search.scoring import SearchScoring
from vlmeval_hvs.benchmarks.visual_search.trials import read_trials
from vlmeval_hvs.messages import pack
from vlmeval_hvs.results.contract import finished

HUMANS = {
    "01": {"X": [400, 100, 200], "Y": [300, 100, 100], "found": False, "cap": 45, "correct": True},
    "02": {"X": [400, 100, 200, 300, 400], "Y": [300, 100, 100, 50, 60], "found": False, "cap": 45, "correct": False},
    "03": {"X": [400, 100, 200, 300], "Y": [300, 100, 100, 50], "found": False, "cap": 45},
}


@pytest.fixture
def scored(cells, joined):
    """The report on replies, and the scanpaths; ``stop`` is for searches whose target is there."""

    def score(predictions, stop=False):
        there = {} if stop else {"bbox": ""}
        rows = [cells(number, HUMANS, target_object="cup", **there) for number in range(len(predictions))]
        items = read_stops(joined(rows, predictions), SearchScoring())
        report, paths = score_scanpaths(items, read_trials(items.to_dict("records")), SearchScoring(), stop)
        return finished(report, items, "robust", "paper"), paths

    return score


def test_whole_scanpaths_without_a_target(scored):
    report, paths = scored([
        '[[0.2, 0.2], [0.4, 0.4], "absent"]', "absent", "[[0.2, 0.2], [0.4, 0.4], [0.5, 0.6]]", "I cannot say",
        "The target is not in the scene.",
    ])  # fmt: skip
    metrics = report.metrics
    assert metrics["Overall"] == metrics["correct_stops"] == pytest.approx(3 / 5)
    assert metrics["Overall_paper"] == pytest.approx(2 / 5)
    assert metrics["false_alarms"] == metrics["Fallback"] == pytest.approx(1 / 5)
    assert "undecided" not in metrics
    assert metrics["correct_stops_humans"] == 0.5  # the third participant's answer is not known
    assert [len(path.x) for path in paths.values()] == [3, 1, 4, 1, 1]
    fallbacks = {"fallback": [0, 0, 0, 1, 0], "fallback_paper": [0, 0, 0, 1, 1]}
    assert report.items[["score", *fallbacks]].to_dict("list") == {"score": [1, 1, 0, 0, 1], **fallbacks}
    low, high = report.intervals["correct_stops"]
    assert low < 0.6 < high


def test_searches_in_turns_and_in_one_turn(scored):
    record = {"answer": json.dumps([[0.2, 0.2], [0.3, 0.3]]), "found": False, "calls": 3}
    report, _ = scored([pack({**record, "stopped": True}), pack({**record, "stopped": False})])
    assert report.metrics["correct_stops"] == report.metrics["undecided"] == 0.5
    assert "false_alarms" not in report.metrics
    reply = '[[0.2, 0.2], "absent"]'
    single, _ = scored([pack({"answer": reply, "one_turn": True, "calls": 1})])
    assert single.metrics == scored([reply])[0].metrics


def test_stops_of_searches_whose_target_is_there(scored):
    hit = "[[0.775, 0.7]"
    report, _ = scored([f"{hit}]", f'{hit}, "absent"]', '[[0.1, 0.1], "absent"]', "absent", "no idea"], stop=True)
    assert report.items["stopped"].tolist() == [False, False, True, True, False]
    assert report.metrics["false_stops"] == report.metrics["found"] == pytest.approx(2 / 5)
    assert report.metrics["Fallback"] == pytest.approx(1 / 5)
