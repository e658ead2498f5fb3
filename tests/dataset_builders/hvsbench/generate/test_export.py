"""The train side of a regenerated set, written for training packages."""

import json

import pytest
from regenerated_set import write_lines, write_set

import standardizers
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES, asked_length, labels_of
from vlmeval_hvs.errors import DataError


def exported(folder, out, layout):
    from dataset_builders.hvsbench.generate.export import export

    done = export(folder, out, layout)
    return done, [json.loads(one) for one in done.file.read_text(encoding="utf-8").splitlines()]


@pytest.mark.long
def test_every_row_is_there_with_its_picture_and_a_reply_that_reads_as_the_truth(tmp_path):
    from dataset_builders.hvsbench.generate.export import LAYOUTS
    from vlmeval_hvs.rewards import reward

    folder, out = tmp_path / "set", tmp_path / "out"
    lines = write_set(folder)
    out.mkdir()
    (out / "dataset_info.json").write_text('{"mine": {"file_name": "mine.json"}}')
    for layout in LAYOUTS:
        _, found = exported(folder, out, layout)
        assert len(found) == len(lines) == 39
        for record, line in zip(found, lines, strict=True):
            turns = record["messages"] if layout == "messages" else [*record["prompt"], *record.get("completion", [])]
            assert [turn["role"] for turn in turns] == ["user", "assistant"][: len(turns)]
            assert turns[0]["content"] == ("<image>" if layout == "messages" else "") + line["question"]
            assert record["images"] == [str(folder / line["image_path"])]
            if layout == "trl-grpo":
                continue
            reply, kind, labels = turns[1]["content"], TYPES[line["question_type"]].kind, labels_of(line["question"])
            more = {"count": {}, "scanpath": {"size": (64, 48)}}.get(kind, {"labels": labels})
            read = getattr(standardizers, kind)(reply, **more)
            told = read.value
            assert not read.fallback
            if not line["answer"].startswith("["):
                assert str(told) == line["answer"]
                assert reward(reply, line) == 1
                continue
            asked, people = asked_length(line["question"]), json.loads(line["answer"])[:2]
            assert len(told.x) == len(told.y) == len(told.t) == asked == (14 if line["question_type"] == "Q9" else 6)
            shown = [[*one["X"][:asked], *one["Y"][:asked]] for one in people]
            assert any([*told.x, *told.y] == pytest.approx(one, abs=0.0051) for one in shown)
            assert list(told.t) in [one["T"][:asked] for one in people]
            assert reward(reply, line) > 0.9
    info = json.loads((out / "dataset_info.json").read_text())
    assert set(info) == {"mine", "hvsbench_messages_train"}


def test_a_row_that_nobody_can_answer_is_left_out_and_a_line_that_cannot_be_used_leaves_the_older_export(tmp_path):
    lines = write_set(tmp_path / "set", each=1, kinds=("Q2", "Q9", "Q12"))
    long, still, silent = ({"X": [0.5] * 14, "Y": [0.5] * 14, "T": times} for times in ([400] * 14, [0] * 14, []))
    short, outside = {axis: values[:5] for axis, values in long.items()}, {**long, "X": [-0.1] * 14}
    people = [short, outside], [long], [still], [silent]
    rows = [{**lines[1], "index": 10 + n, "answer": json.dumps(one)} for n, one in enumerate(people)]
    path = {"X": [0.0, 1.2, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7], "Y": [0.5] * 8, "T": [100, 900, *range(101, 107)]}
    rows.append({**lines[2], "index": 20, "answer": json.dumps([path])})
    write_lines(tmp_path / "set" / "train.jsonl", [lines[0], *rows])
    done, found = exported(tmp_path / "set", tmp_path, "messages")
    assert (done.left_out, done.records) == ({"Q9": 4}, {"Q2": 1, "Q12": 1})
    assert found[1]["messages"][1]["content"] == (  # without the fixation outside of the picture
        "X = [0.00, 0.20, 0.30, 0.40, 0.50, 0.60] Y = [0.50, 0.50, 0.50, 0.50, 0.50, 0.50] "
        "T = [100, 101, 102, 103, 104, 105]"
    )
    lines = write_set(tmp_path / "lines", each=3, kinds=("Q4",))
    train, before = tmp_path / "lines" / "train.jsonl", done.file.read_text()
    cases = [
        ({"split": "test"}, "of the other side of the split"), ({"image_path": "../secret.png"}, "not a plain path"),
        ({"image_path": "pictures/none.png"}, "is not in the set's folder"), ({"question": ""}, "is empty"),
        ({"question_type": "Q14"}, "not one of Q1 to Q13"), ({"answer": "Z"}, "neither made of the letters"),
    ]  # fmt: skip
    texts = {"{": "line 1: no JSON", "[]": "line 1: no JSON object", "{}": "KeyError: 'split'", "": "no row of"}
    for change, said in cases:
        text = "".join(f"{json.dumps(one)}\n" for one in [*lines[:2], {**lines[2], **change}])
        texts[text] = f"train.jsonl, line 3: .*{said}"
    for text, said in texts.items():
        train.write_text(text)
        with pytest.raises(DataError, match=said):
            exported(tmp_path / "lines", tmp_path, "messages")
        assert done.file.read_text() == before
