"""What the page says about samples is what the item files and the built sets say."""

import csv
import json
from dataclasses import replace

import pytest

from tests.results.made_run import ask_rows
from vlmeval_hvs.registry import card_of, dataset_class, set_of
from vlmeval_hvs.responders import respond
from vlmeval_hvs.results.ledger import iter_calls
from vlmeval_hvs.sets import set_folder
from vlmeval_hvs.viewer.samples import Images, gather, transcript, verdict


def lines_of(path):
    with path.open(newline="", encoding="utf-8") as file:
        return {row["index"]: row for row in csv.DictReader(file, delimiter="\t")}


def test_every_answer_and_its_verdict_are_those_of_the_item_file(results, content):
    for rule, failed, fallback, score, expected in (
        ("left_out", "0", "", "", "left"), ("x", "1", "1", "0.0", "failed"), ("x", "0", "1", "0.0", "none"),
        ("x", "0", "0", "1.0", "right"), ("x", "0", "0", "0.25", "partly"), ("x", "0", "0", "0.0", "wrong"),
        ("x", "0", "0", "", "answered"), ("unscored", "0", "", "", "unscored"),
    ):  # fmt: skip
        assert verdict({"rule": rule, "failed": failed, "fallback": fallback, "score": score}) == expected
    assert [len(content["samples"]), *(book["notes"] for book in content["samples"].values())] == [5, *[[]] * 5]
    answered = [
        (name, content["runs"][place]["model"], row, answer)
        for name, book in content["samples"].items()
        for place, answers in zip(book["runs"], book["answers"], strict=True)
        for row, answer in zip(book["rows"], answers, strict=True)
    ]
    for name, model, row, answer in answered:
        if model.startswith("hvs-"):
            item = lines_of(results / f"{model}_{name}_hvs_items.tsv")[row["index"]]
            told = (answer["reply"], answer["rule"], answer["verdict"], row["truth"], "note" in answer)
            assert told == (item["reply"], item["rule"], verdict(item), item.get("truth", ""), False)
            assert row.get("pictures"), (name, row.get("note"))
            assert row["prompt"]
            assert answer.get("other") == (item["answer_paper"] if item["answer_paper"] != item["answer"] else None)
            calls = 2 if name.startswith("ActiView") else 1
            cost = {"seconds": 0.5 * calls, "cut": False, "prompt": 100 * calls, "completion": 7 * calls}
            assert answer.get("took") == (cost if answer["verdict"] != "failed" else None)
            assert len(answer.get("turns", [])) == (calls if calls > 1 else 0)


def test_the_draw_takes_turns_over_categories_and_one_row_may_be_another_question(collected):
    """Runs with other options share rows, and say what they were asked where it differs."""
    first, *others = [one for one in collected if one.dataset == "HVSBench_DEMO"]
    hinted = replace(first, scores={**first.scores, "settings": {**first.scores["settings"], "hint": "field"}})
    gone = replace(others[0], scores={**others[0].scores, "digest": "0"})
    lost = replace(others[0], path=others[0].path.with_name("lost_hvs_scores.json"))
    found = gather([first, hinted, gone, lost], Images(most=0), 13)
    assert (len(found["rows"]), found["of"], found["columns"]) == (13, 26, ["field", "question_type"])
    assert len({row["groups"]["question_type"] for row in found["rows"]}) == 13
    told = zip(("another build", "lost_hvs_items.tsv"), found["notes"], strict=True)
    assert [words in note for words, note in told] == [True, True]
    own, other, without, nothing = ([one[k] for k in range(13)] for one in found["answers"])
    assert not any("prompt" in one for one in own)
    assert all(one["prompt"] != row["prompt"] for one, row in zip(other, found["rows"], strict=True))
    assert not any("pictures" in one for one in without if one)
    assert nothing == [None] * 13


def test_turns_leave_out_images_where_a_page_is_full_and_are_shown_for_the_wording_of_the_run_only(collected):
    (run,) = [one for one in collected if (one.model, one.dataset) == ("hvs-oracle", "ActiView_Zooming_DEMO")]
    for most, shown in ((None, True), (0, False)):
        images = Images(most=most)
        (answer, *_) = gather([run], images, 2)["answers"][0]
        assert answer["turns"][0]["step"] == "select"
        told = [(bool(turn["images"]), turn.get("left_out", 0) > 0) for turn in answer["turns"]]
        assert told == [(shown, not shown)] * len(answer["turns"])
        assert {key for turn in answer["turns"] for key in turn["images"]} <= images.listed.keys()
    (answer, *_) = gather([replace(run, scores={**run.scores, "wording": "other"})], Images(), 2)["answers"][0]
    assert ("turns" in answer, answer["took"]["seconds"]) == (False, 1.0)


def test_targets_of_searches_and_gaze_lie_where_the_set_says(demo_root, content):
    def shown(name):
        rows = lines_of(set_folder(set_of(name), demo_root) / "data.tsv")
        return [(one["pictures"][0]["marks"], rows[one["index"]]) for one in content["samples"][name]["rows"]]

    for marks, row in shown("VisualSearch_COCOSearch18_DEMO"):
        top, left, bottom, right = json.loads(row["bbox"])
        height, width = int(row["image_height"]), int(row["image_width"])
        box = next(mark for mark in marks if mark["role"] == "target")
        expected = [left / width, top / height, (right - left) / width, (bottom - top) / height]
        assert [box[name] for name in ("x", "y", "width", "height")] == pytest.approx(expected, abs=1e-4)
    for marks, row in shown("GazeTarget_DEMO"):
        places = dict(zip(row["left_to_right"].split("+"), json.loads(row["points"]), strict=True))
        ends = {mark["role"]: mark["points"][-1] for mark in marks if mark["kind"] == "path"}
        named = {"head": row["head_target"], "eyes": row["gaze_target"]}  # a natural pose has no head target
        assert ends == {role: pytest.approx(places[name], abs=1e-4) for role, name in named.items() if name}


@pytest.mark.parametrize("interleave", [True, False])
def test_turns_are_those_of_the_run_and_a_missing_call_gives_none(demo, tmp_path, interleave):
    name = "ActiView_Zooming_DEMO"
    demo("ActiView_DEMO")
    dataset = dataset_class(card_of(name))(dataset=name)
    _, told = ask_rows(tmp_path, dataset, "m", lambda turn, place: respond("hvs-oracle", turn, 0), 3, interleave)
    for index, turns in told.items():
        calls = [call for call in iter_calls(tmp_path, f"m_{name}") if call.index == index]
        assert transcript(dataset, index, calls) == turns
        assert transcript(dataset, index, calls[1:]) == transcript(dataset, index, calls[:1]) == []
