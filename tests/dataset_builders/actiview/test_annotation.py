"""Automatic annotation with a scripted judge: what it asks, keeps, drops, and writes."""

import json

import numpy as np
import pytest
from PIL import Image

from dataset_builders.actiview import build as actiview
from vlmeval_hvs.cli import main
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import read_set

GOOD = {
    "question": "How many of the flags have stars?",
    "options": ["1", "2", "3"],
    "answer": 1,
    "category": "counting",
    "order": [1, 2],
    "groundtruth": "Two of them have.",
}
CLUES = {
    "a.png": {"boxes": [[10, 10, 60, 60], [250, 150, 300, 200]], "clues": ["a flag", "a flag"]},
    "b.png": {"boxes": [[10, 10, 60, 60], [180, 10, 220, 60], [300, 10, 350, 60]], "clues": ["hat", "shoe", "hat"]},
}


class Scripted:
    """A judge that replies from a script, remembers what it was asked, and is stopped where the script ends."""

    def __init__(self, *replies):
        self.replies, self.asked = list(replies), []

    def __call__(self, message):
        picture, words = (item["value"] for item in message)
        with Image.open(picture) as shown:
            assert shown.size == (400, 240)
        if not self.replies:
            raise KeyboardInterrupt
        self.asked.append(words)
        reply = self.replies.pop(0)
        return reply if isinstance(reply, str) else json.dumps(reply)


@pytest.fixture
def annotate(tmp_path):
    """Annotates two photographs into a folder with a name, by a judge with the given replies."""
    from dataset_builders.actiview import annotation

    pixels = np.random.default_rng(0).integers(0, 255, (240, 400, 3), dtype=np.uint8)
    (tmp_path / "photos").mkdir()
    for name in CLUES:
        Image.fromarray(pixels).save(tmp_path / "photos" / name)
    (tmp_path / "clues.json").write_text(json.dumps(CLUES))

    def make(name, judge, step="propose"):
        clues = annotation.read_clues(tmp_path / "clues.json")
        return annotation.annotate(judge, tmp_path / "photos", clues, tmp_path / name, step)

    return make


def test_step_1_proposes_and_grades_and_what_was_accepted_is_built_like_a_release(annotate, tmp_path, capsys):
    from dataset_builders.actiview import annotation

    draft = tmp_path / "draft"
    fenced = "```json\n" + json.dumps(GOOD) + "\n```"
    judge = Scripted(fenced, {"score": "a", "reason": "good"}, GOOD, 'Sure! {"score": "C", "reason": ""}')
    outcome = annotate("draft", judge)
    assert [item["review"]["level"] for item in outcome.items] == ["A", "C"]
    assert "1. a flag\n2. a flag" in judge.asked[0]
    assert "event-single" in judge.asked[0]
    assert GOOD["question"] in judge.asked[1]
    assert (outcome.items[0]["review"]["order"], outcome.items[0]["contains_bbox"]) == ([1, 2], [1, "no", "no", 1])
    assert json.loads((draft / "groundtruth_views.json").read_text()) == [[1, 4], [1, 3]]
    assert actiview.build("ActiView", draft, tmp_path / "lmu").rows == 2
    rows, _ = read_set("ActiView", tmp_path / "lmu")
    assert rows["question"].tolist() == [GOOD["question"]] * 2
    assert [len(json.loads(paths)) for paths in rows["clue_image_path"]] == [3, 4]
    with pytest.raises(DataError, match="already holds annotations"):
        annotate("draft", judge)
    assert main(["actiview-annotate", "keep", "--out", str(draft)]) != 0
    assert "accepted" in capsys.readouterr().err
    data = json.loads((draft / "data.json").read_text())
    for item in data["data"]:
        item["review"]["status"] = "accepted"
    (draft / "data.json").write_text(json.dumps(data))
    assert annotation.reviewed(draft, ["A"]) == 1
    assert json.loads((draft / "groundtruth_views.json").read_text()) == [[1, 4]]
    assert actiview.build("ActiView", draft, tmp_path / "lmu").rows == 1


def test_step_2_counts_one_kind_at_a_time(annotate):
    counted = {name: GOOD[name] for name in ("question", "options", "answer", "groundtruth")}
    judge = Scripted(counted, {"score": "A"}, counted, {"score": "B"})
    outcome = annotate("draft", judge, "count")
    assert [item["category"] for item in outcome.items] == ["counting", "counting"]
    assert '2 things of the kind "a flag"' in judge.asked[0]
    assert '2 things of the kind "hat"' in judge.asked[2]
    assert [len(task.boxes) for task in outcome.clues] == [2, 2]


@pytest.mark.long
def test_unusable_replies_are_dropped_with_their_reason(annotate, tmp_path):
    for number, (replies, reason) in enumerate([
        (["None."], "unsuitable"), (["I cannot do that."], "no JSON object with 'question'"),
        ([{**GOOD, "options": ["1", "1 "]}], "different options"), ([{**GOOD, "answer": 3}], "no answer among"),
        ([{**GOOD, "answer": "1"}], "no answer among"), ([{**GOOD, "category": "poetry"}], "ActiView lacks"),
        ([{**GOOD, "question": "What is in box 2?"}], "names the marks"), ([GOOD, {"score": "E"}], "level 'E'"),
    ]):  # fmt: skip
        outcome, draft = annotate(f"{number}", Scripted(*replies, GOOD, {"score": "B"})), tmp_path / f"{number}"
        assert reason in outcome.dropped[0]["reason"]
        assert [item["id"] for item in outcome.items] == ["actiview0001"]
        assert len(list((draft / "images_bbox" / "actiview0001").iterdir())) == 1 + len(outcome.clues[0].boxes)
        report = json.loads((draft / "report.json").read_text())
        assert (report["levels"], report["dropped"]) == ({"A": 0, "B": 1, "C": 0, "D": 0}, outcome.dropped)


def test_clue_files_are_checked(tmp_path):
    from dataset_builders.actiview import annotation

    path, wrong = tmp_path / "clues.json", r"a\.png: expected as many boxes"
    for content, said in (
        ({"a.png": {"boxes": [[1, 2, 3]], "clues": ["x"]}}, wrong), ({"a.png": {"boxes": [], "clues": []}}, wrong),
        ({"a.png": 3}, wrong), ([], "not an object of"),
    ):  # fmt: skip
        path.write_text(json.dumps(content))
        with pytest.raises(DataError, match=said):
            annotation.read_clues(path)
    path.unlink()
    with pytest.raises(DataError, match=r"clues\.json: no such file$"):
        annotation.read_clues(path)


def test_a_stopped_run_goes_on_and_pays_for_nothing_twice(annotate, tmp_path):
    grade = {"score": "A", "reason": "good"}
    annotate("whole", Scripted(GOOD, grade, GOOD, grade))
    with pytest.raises(KeyboardInterrupt):
        annotate("draft", Scripted(GOOD, grade, GOOD))
    with open(tmp_path / "draft" / "judge_replies.jsonl", "a", encoding="utf-8") as lines:
        lines.write('{"request": "cut o')
    rest = Scripted(grade)
    annotate("draft", rest)
    assert rest.replies == []
    for name in ("data.json", "groundtruth_views.json", "shifting_level.json", "report.json"):
        assert (tmp_path / "draft" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
