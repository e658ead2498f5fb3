"""Automatic annotation with a scripted judge: what it asks, keeps, drops, and writes."""

import json
from pathlib import Path

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
    "abilities": ["zoom in", "shifting"],
    "order": [1, 2],
    "groundtruth": "Two of them have.",
    "number_of_operations": 2,
}


def annotate(*given):
    from dataset_builders.actiview import annotation

    return annotation.annotate(*given)


def read_clues(path):
    from dataset_builders.actiview import annotation

    return annotation.read_clues(path)


class Scripted:
    """A judge that replies from a script and remembers what it was asked."""

    def __init__(self, *replies: object) -> None:
        self.replies, self.asked = list(replies), []

    def __call__(self, message: list[dict]) -> str:
        picture, words = (item["value"] for item in message)
        with Image.open(picture) as shown:
            assert shown.size == (400, 240)
        self.asked.append(words)
        reply = self.replies.pop(0)
        return reply if isinstance(reply, str) else json.dumps(reply)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    pixels = np.random.default_rng(0).integers(0, 255, (240, 400, 3), dtype=np.uint8)
    (tmp_path / "photos").mkdir()
    for name in ("a.png", "b.png"):
        Image.fromarray(pixels).save(tmp_path / "photos" / name)
    content = {
        "a.png": {"boxes": [[10, 10, 60, 60], [250, 150, 300, 200]], "clues": ["a flag", "a flag"]},
        "b.png": {
            "boxes": [[10, 10, 60, 60], [180, 10, 220, 60], [300, 10, 350, 60]],
            "clues": ["hat", "shoe", "hat"],
        },
    }
    (tmp_path / "clues.json").write_text(json.dumps(content))
    return tmp_path


def test_step_1_proposes_grades_and_writes_the_release_format(source: Path) -> None:
    judge = Scripted(
        "```json\n" + json.dumps(GOOD) + "\n```",
        {"score": "a", "reason": "good"},
        GOOD,
        'Sure! {"score": "C", "reason": ""}',
    )
    outcome = annotate(judge, source / "photos", read_clues(source / "clues.json"), source / "draft")
    assert [item["review"]["level"] for item in outcome.items] == ["A", "C"]
    assert "1. a flag\n2. a flag" in judge.asked[0]
    assert "event-single" in judge.asked[0]
    assert GOOD["question"] in judge.asked[1]
    assert outcome.items[0]["review"]["order"] == [1, 2]
    assert outcome.items[0]["contains_bbox"] == [1, "no", "no", 1]
    assert json.loads((source / "draft" / "groundtruth_views.json").read_text()) == [[1, 4], [1, 3]]
    manifest = actiview.build("ActiView", source / "draft", source / "lmu")
    rows, _ = read_set("ActiView", source / "lmu")
    assert manifest.rows == 2
    assert rows["question"].tolist() == [GOOD["question"]] * 2
    assert [len(json.loads(paths)) for paths in rows["clue_image_path"]] == [3, 4]
    with pytest.raises(DataError, match="already holds annotations"):
        annotate(judge, source / "photos", [], source / "draft")


def test_step_2_counts_one_kind_at_a_time(source: Path) -> None:
    counted = {name: GOOD[name] for name in ("question", "options", "answer", "groundtruth")}
    judge = Scripted(counted, {"score": "A"}, counted, {"score": "B"})
    outcome = annotate(judge, source / "photos", read_clues(source / "clues.json"), source / "draft", "count")
    assert [item["category"] for item in outcome.items] == ["counting", "counting"]
    assert '2 things of the kind "a flag"' in judge.asked[0]
    assert '2 things of the kind "hat"' in judge.asked[2]
    assert [len(task.boxes) for task in outcome.clues] == [2, 2]


def test_unusable_replies_are_dropped_with_their_reason(source: Path) -> None:
    for number, (reply, reason) in enumerate([
        ("None.", "unsuitable"), ("I cannot do that.", "no JSON object with 'question'"),
        ({**GOOD, "options": ["1", "1 "]}, "different options"), ({**GOOD, "answer": 3}, "no answer among the options"),
        ({**GOOD, "answer": "1"}, "no answer among the options"), ({**GOOD, "category": "poetry"}, "ActiView lacks"),
        ({**GOOD, "question": "What is in box 2?"}, "names the marks"),
    ]):  # fmt: skip
        judge, draft = Scripted(reply, GOOD, {"score": "B", "reason": "x"}), source / f"{number}"
        outcome = annotate(judge, source / "photos", read_clues(source / "clues.json"), draft)
        assert reason in outcome.dropped[0]["reason"]
        assert [item["id"] for item in outcome.items] == ["actiview0001"]
        assert len(list((draft / "images_bbox" / "actiview0001").iterdir())) == 1 + len(outcome.clues[0].boxes)
        report = json.loads((draft / "report.json").read_text())
        assert (report["levels"], report["dropped"]) == ({"A": 0, "B": 1, "C": 0, "D": 0}, outcome.dropped)
    judge = Scripted(GOOD, {"score": "E"}, GOOD, "no idea")
    outcome = annotate(judge, source / "photos", read_clues(source / "clues.json"), source / "levels")
    assert outcome.items == []
    assert "level 'E'" in outcome.dropped[0]["reason"]


def test_only_accepted_questions_are_kept(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    judge, draft = Scripted(GOOD, {"score": "A"}, GOOD, {"score": "D"}), source / "draft"
    annotate(judge, source / "photos", read_clues(source / "clues.json"), draft)
    assert main(["actiview-annotate", "keep", "--out", str(draft)]) != 0
    assert "accepted" in capsys.readouterr().err
    data = json.loads((draft / "data.json").read_text())
    for item in data["data"]:
        item["review"]["status"] = "accepted"
    (draft / "data.json").write_text(json.dumps(data))
    from dataset_builders.actiview.annotation import reviewed

    assert reviewed(draft, ["A"]) == 1
    assert len(json.loads((draft / "groundtruth_views.json").read_text())) == 1
    assert actiview.build("ActiView", draft, source / "lmu").rows == 1


def test_clue_files_are_checked(source: Path) -> None:
    path, odd = source / "clues.json", ({"boxes": [[1, 2, 3]], "clues": ["x"]}, {"boxes": [], "clues": []}, 3)
    for content, said in [({"a.png": one}, r"a\.png: expected as many boxes") for one in odd] + [
        ([], "not an object of")
    ]:
        path.write_text(json.dumps(content))
        with pytest.raises(DataError, match=said):
            read_clues(path)
    path.unlink()
    with pytest.raises(DataError, match=r"clues\.json: no such file$"):
        read_clues(path)


def test_a_stopped_run_goes_on_and_pays_for_nothing_twice(source: Path) -> None:
    grade = {"score": "A", "reason": "good"}
    photos, clues = source / "photos", read_clues(source / "clues.json")
    annotate(Scripted(GOOD, grade, GOOD, grade), photos, clues, source / "whole")

    class Killed(Scripted):
        def __call__(self, message: list[dict]) -> str:
            if not self.replies:
                raise KeyboardInterrupt
            return super().__call__(message)

    with pytest.raises(KeyboardInterrupt):
        annotate(Killed(GOOD, grade, GOOD), photos, clues, source / "draft")
    with open(source / "draft" / "judge_replies.jsonl", "a", encoding="utf-8") as lines:
        lines.write('{"request": "cut o')
    rest = Scripted(grade)
    annotate(rest, photos, clues, source / "draft")
    assert rest.replies == []
    for name in ("data.json", "groundtruth_views.json", "shifting_level.json", "report.json"):
        assert (source / "draft" / name).read_bytes() == (source / "whole" / name).read_bytes()
