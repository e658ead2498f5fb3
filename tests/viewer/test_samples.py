"""What the page says about samples is what the item files and the built sets say."""

import csv
import json

import pytest

from vlmeval_hvs.registry import set_of
from vlmeval_hvs.sets import set_folder


def lines_of(path):
    with path.open(newline="", encoding="utf-8") as file:
        return {row["index"]: row for row in csv.DictReader(file, delimiter="\t")}


@pytest.fixture
def shown(demo_root, content):
    """Gives the rows of a dataset, each as the page shows it and as the set has it."""

    def run(name):
        rows = lines_of(set_folder(set_of(name), demo_root) / "data.tsv")
        return [(shown, rows[shown["index"]]) for shown in content["samples"][name]["rows"]]

    return run


@pytest.fixture
def answered(results, content):
    """Gives the samples of a dataset: row and answer as the page shows them, and the line of the item file."""

    def run(name):
        book = content["samples"][name]
        for place, answers in zip(book["runs"], book["answers"], strict=True):
            model = content["runs"][place]["model"]
            if model.startswith("hvs-"):
                items = lines_of(results / f"{model}_{name}_hvs_items.tsv")
                for row, answer in zip(book["rows"], answers, strict=True):
                    yield row, answer, items[row["index"]]

    return run


def test_every_answer_and_its_verdict_are_those_of_the_item_file(answered, content):
    from vlmeval_hvs.viewer.samples import verdict

    for rule, failed, fallback, score, expected in (
        ("left_out", "0", "", "", "left"), ("x", "1", "1", "0.0", "failed"), ("x", "0", "1", "0.0", "none"),
        ("x", "0", "0", "1.0", "right"), ("x", "0", "0", "0.25", "partly"), ("x", "0", "0", "0.0", "wrong"),
    ):  # fmt: skip
        assert verdict({"rule": rule, "failed": failed, "fallback": fallback, "score": score}) == expected
    assert len(content["samples"]) == 5
    for name, book in content["samples"].items():
        assert book["notes"] == []
        for row, answer, item in answered(name):
            told = (answer["reply"], answer["rule"], answer["verdict"], row["truth"])
            assert told == (item["reply"], item["rule"], verdict(item), item.get("truth", ""))
            assert "note" not in answer
            assert row.get("pictures"), (name, row.get("note"))
            assert row["prompt"]


def test_targets_of_searches_and_gaze_lie_where_the_set_says(shown):
    for told, row in shown("VisualSearch_COCOSearch18_DEMO"):
        top, left, bottom, right = json.loads(row["bbox"])
        height, width = int(row["image_height"]), int(row["image_width"])
        box = next(mark for mark in told["pictures"][0]["marks"] if mark["role"] == "target")
        expected = [left / width, top / height, (right - left) / width, (bottom - top) / height]
        assert [box[name] for name in ("x", "y", "width", "height")] == pytest.approx(expected, abs=1e-4)
    for told, row in shown("GazeTarget_DEMO"):
        places = dict(zip(row["left_to_right"].split("+"), json.loads(row["points"]), strict=True))
        ends = {mark["role"]: mark["points"][-1] for mark in told["pictures"][0]["marks"] if mark["kind"] == "path"}
        named = {"head": row["head_target"], "eyes": row["gaze_target"]}  # a natural pose has no head target
        assert ends == {role: pytest.approx(places[name], abs=1e-4) for role, name in named.items() if name}
