"""What the page says about samples is what the item files and the built sets say."""

import csv
import json
from dataclasses import replace

import pytest

from vlmeval_hvs.registry import set_of
from vlmeval_hvs.results.collect import collect
from vlmeval_hvs.sets import set_folder


def rows_of(demo_root, name: str) -> dict[str, dict[str, str]]:
    with (set_folder(set_of(name), demo_root) / "data.tsv").open(newline="", encoding="utf-8") as file:
        return {row["index"]: row for row in csv.DictReader(file, delimiter="\t")}


def items_of(results, model: str, name: str) -> dict[str, dict[str, str]]:
    with (results / f"{model}_{name}_hvs_items.tsv").open(newline="", encoding="utf-8") as file:
        return {item["index"]: item for item in csv.DictReader(file, delimiter="\t")}


def told(content, book):
    """Model, row and answer of all samples of a dataset."""
    for run, answers in zip(book["runs"], book["answers"], strict=True):
        for row, answer in zip(book["rows"], answers, strict=True):
            yield content["runs"][run]["model"], row, answer


def test_a_verdict_says_what_became_of_a_sample() -> None:
    from vlmeval_hvs.viewer.samples import verdict

    for rule, failed, fallback, score, expected in (
        ("left_out", "0", "", "", "left"),
        ("x", "1", "1", "0.0", "failed"),
        ("x", "0", "1", "0.0", "none"),
        ("x", "0", "0", "1.0", "right"),
        ("x", "0", "0", "0.25", "partly"),
        ("x", "0", "0", "0.0", "wrong"),
        ("x", "0", "0", "", "answered"),
    ):
        assert verdict({"rule": rule, "failed": failed, "fallback": fallback, "score": score}) == expected


def test_every_answer_is_that_of_the_item_file(results, content) -> None:
    from vlmeval_hvs.viewer.samples import verdict

    assert len(content["samples"]) == 5
    for name, book in content["samples"].items():
        assert book["notes"] == []
        for model, row, answer in told(content, book):
            if model.startswith("hvs-"):
                item = items_of(results, model, name)[row["index"]]
                assert (answer["reply"], answer["rule"]) == (item["reply"], item["rule"])
                assert answer["verdict"] == verdict(item)
                assert "note" not in answer
                assert row["truth"] == item.get("truth", "")
                assert row.get("pictures"), (name, row.get("note"))
                assert row["prompt"]


def test_scanpaths_of_people_lie_where_the_set_says(demo_root, content) -> None:
    name = "HVSBench_DEMO"
    rows, seen = rows_of(demo_root, name), 0
    for shown in content["samples"][name]["rows"]:
        row = rows[shown["index"]]
        if not row["scanpaths"]:
            continue
        seen += 1
        marks = [mark for mark in shown["pictures"][0]["marks"] if mark["role"] == "human"]
        people = json.loads(row["scanpaths"])
        assert [mark["points"] for mark in marks] == [
            [[round(x, 4), round(y, 4)] for x, y in zip(one["X"], one["Y"], strict=True)] for one in people
        ]
        assert [mark["durations"] for mark in marks] == [[round(t) for t in one["T"]] for one in people]
    assert seen


def test_the_target_of_a_search_lies_where_the_set_says(demo_root, content) -> None:
    name = "VisualSearch_COCOSearch18_DEMO"
    rows = rows_of(demo_root, name)
    for shown in content["samples"][name]["rows"]:
        row = rows[shown["index"]]
        top, left, bottom, right = json.loads(row["bbox"])
        height, width = int(row["image_height"]), int(row["image_width"])
        box = next(mark for mark in shown["pictures"][0]["marks"] if mark["role"] == "target")
        found = [box[name] for name in ("x", "y", "width", "height")]
        expected = [left / width, top / height, (right - left) / width, (bottom - top) / height]
        assert found == pytest.approx(expected, abs=1e-4)


def test_gaze_lines_end_at_the_objects_they_name(demo_root, content) -> None:
    name = "GazeTarget_DEMO"
    rows = rows_of(demo_root, name)
    for shown in content["samples"][name]["rows"]:
        row = rows[shown["index"]]
        places = dict(zip(row["left_to_right"].split("+"), json.loads(row["points"]), strict=True))
        ends = {mark["role"]: mark["points"][-1] for mark in shown["pictures"][0]["marks"] if mark["kind"] == "path"}
        told_of = {"head": row["head_target"], "eyes": row["gaze_target"]}  # a natural pose has no head target
        assert ends == {role: pytest.approx(places[name], abs=1e-4) for role, name in told_of.items() if name}


def test_views_stand_in_the_order_in_which_they_were_opened(results, content) -> None:
    name = "ActiView_Zooming_DEMO"
    for model, row, answer in told(content, content["samples"][name]):
        opened = [view for view in items_of(results, model, name)[row["index"]]["views_selected"].split(",") if view]
        captions = [picture["caption"] for picture in answer.get("pictures", [])]
        assert captions == [f"{place}. view {view}" for place, view in enumerate(opened, 1)]


def test_another_build_of_the_set_is_not_shown(results, demo_root, monkeypatch) -> None:
    monkeypatch.setenv("LMUData", str(demo_root.parent))
    from vlmeval_hvs.viewer.samples import gather
    from vlmeval_hvs.viewer.thumbnails import Images

    runs = [result for result in collect(results) if result.dataset == "GazeTarget_DEMO"]
    images = Images()
    book = gather([replace(run, scores={**run.scores, "digest": "0" * 64}) for run in runs], images, 5)
    assert len(book["rows"]) == 5
    assert all(answer["reply"] for answer in book["answers"][0])
    assert book["notes"] == ["no pictures: GazeTarget_DEMO: the set on this machine is another build"]
    assert images.sources == []
    lost = replace(runs[0], path=runs[0].path.with_name("lost_hvs_scores.json"))
    book = gather([runs[0], lost], images, 5)
    assert [answer is None for answer in book["answers"][1]] == [True] * 5
    assert (book["counted"][1], len(book["notes"])) == (None, 1)
