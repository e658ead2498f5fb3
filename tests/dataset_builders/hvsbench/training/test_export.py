"""The train side of a regenerated set, written for training packages."""

import json
import os
from collections import Counter

import numpy as np
import pytest
from regenerated_set import write_lines, write_set

from dataset_builders.hvsbench.training.export import Export, export
from dataset_builders.hvsbench.training.layouts import LAYOUTS
from standardizers import choice, count, order, scanpath
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES, asked_length, labels_of
from vlmeval_hvs.cli import main
from vlmeval_hvs.errors import DataError, MissingDataError
from vlmeval_hvs.rewards import hvsbench_reward, reward


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("set") / "regenerated"
    return folder, write_set(folder)


def records(done):
    text = done.file.read_text(encoding="utf-8")
    return json.loads(text) if done.file.suffix == ".json" else [json.loads(one) for one in text.splitlines()]


def parts(layout, record):
    """Question, reply and pictures of a record of any layout."""
    if layout == "sharegpt":
        (human, gpt), pictures = record["conversations"], [record["image"]]
        assert (human["from"], gpt["from"]) == ("human", "gpt")
        return human["value"], gpt["value"], pictures
    turns = record["messages"] if layout == "messages" else [*record["prompt"], *record.get("completion", [])]
    assert [turn["role"] for turn in turns] == ["user", "assistant"][: len(turns)]
    return turns[0]["content"], turns[1]["content"] if len(turns) > 1 else None, record["images"]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_row_is_there_with_its_picture(made, tmp_path, layout):
    folder, lines = made
    found = records(export(folder, tmp_path, Export(layout)))
    assert len(found) == len(lines) == 39
    for record, line in zip(found, lines, strict=True):
        asked, _, pictures = parts(layout, record)
        assert asked == ("<image>" if layout in ("sharegpt", "messages") else "") + line["question"]
        assert pictures == [str(folder / line["image_path"])]
        assert os.path.isfile(pictures[0])


def read_back(reply, line):
    """What our readers make of a reply, as the line writes the truth."""
    kind, labels = TYPES[line["question_type"]].kind, labels_of(line["question"])
    found = {
        "choice": lambda: choice(reply, labels=labels), "order": lambda: order(reply, labels=labels),
        "count": lambda: count(reply), "scanpath": lambda: scanpath(reply, size=(64, 48)),
    }[kind]()  # fmt: skip
    assert not found.fallback
    return found.value


@pytest.mark.parametrize("layout", ["sharegpt", "messages", "trl"])
def test_the_reader_reads_every_reply_as_the_truth(made, tmp_path, layout):
    folder, lines = made
    for record, line in zip(records(export(folder, tmp_path, Export(layout))), lines, strict=True):
        reply = parts(layout, record)[1]
        found = read_back(reply, line)
        if not line["participants"]:
            assert str(found) == line["answer"]
            assert reward(reply, line) == 1
            continue
        asked = asked_length(line["question"])
        assert len(found.x) == len(found.y) == len(found.t) == asked == (14 if line["question_type"] == "Q9" else 6)
        assert sum(found.t) <= 5000
        nearest = [
            np.abs(np.array([*found.x, *found.y]) - [*one["X"][:asked], *one["Y"][:asked]]).max()
            for one in json.loads(line["answer"])[:2]
        ]
        assert min(nearest) <= 0.005 + 1e-9
        assert list(found.t) in [one["T"][:asked] for one in json.loads(line["answer"])[:2]]
        assert reward(reply, line) > 0.9


def test_everybody_who_looked_long_enough_gets_a_record(made, tmp_path):
    folder, lines = made
    done = export(folder, tmp_path, Export("sharegpt", scanpaths="all"))
    assert done.rows == Counter(line["question_type"] for line in lines)
    assert done.records["Q9"] == done.records["Q12"] == 6  # two of three people on each of three pictures
    names = [record["id"] for record in records(done) if "_" in record["id"]]
    assert len(set(names)) == len(names) == 12
    assert {name.split("_")[1] for name in names} == {"FreeView/1", "FreeView/2"}  # the third one has a value too few


def test_the_seed_and_the_row_choose_the_person(made, tmp_path):
    folder, _ = made
    files = {seed: export(folder, tmp_path / str(seed), Export("trl", seed=seed)).file for seed in range(6)}
    again = export(folder, tmp_path / "again", Export("trl", seed=3)).file
    assert again.read_bytes() == files[3].read_bytes()
    assert len({file.read_bytes() for file in files.values()}) > 1


def test_a_row_that_nobody_can_answer_as_asked_is_left_out_and_told(tmp_path):
    lines = write_set(tmp_path / "set", each=1, kinds=("Q2", "Q9", "Q12"))
    short, long, still, silent = (
        {"X": [0.5] * 14, "Y": [0.5] * 14, "T": times} for times in ([], [400] * 14, [0] * 14, [])
    )
    short = {axis: values[:5] for axis, values in long.items()}
    outside = {**long, "X": [-0.1] * 14}
    people = {"fewer fixations than asked for": [short, outside], "durations of more than 5 seconds together": [long],
              "a duration of 0 ms": [still], "no durations": [silent]}  # fmt: skip
    rows = [{**lines[1], "index": 10 + n, "answer": json.dumps(one)} for n, one in enumerate(people.values())]
    write_lines(tmp_path / "set" / "train.jsonl", [lines[0], *rows])
    done = export(tmp_path / "set", tmp_path, Export("messages"))
    assert done.left_out == {reason: [10 + n] for n, reason in enumerate(people)}
    about = json.loads((tmp_path / "export_hvsbench_messages_train.json").read_text())
    assert about["left_out"] == done.left_out
    assert about["records"] == {"Q2": 1}


def test_fixations_outside_the_picture_are_left_out_of_a_reply(tmp_path):
    lines = write_set(tmp_path / "set", each=1, kinds=("Q12",))
    path = {
        "X": [0.1, 1.2, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7],
        "Y": [0.5] * 8,
        "T": [100, 900, 101, 102, 103, 104, 105, 106],
    }
    write_lines(tmp_path / "set" / "train.jsonl", [{**lines[0], "answer": json.dumps([path])}])
    (record,) = records(export(tmp_path / "set", tmp_path, Export("trl")))
    assert record["completion"][0]["content"] == (
        "X = [0.10, 0.20, 0.30, 0.40, 0.50, 0.60] Y = [0.50, 0.50, 0.50, 0.50, 0.50, 0.50] "
        "T = [100, 101, 102, 103, 104, 105]"
    )


def test_prompts_come_with_the_columns_of_the_reward(made, tmp_path):
    folder, lines = made
    found = records(export(folder, tmp_path, Export("trl-grpo")))
    columns = {name: [record[name] for record in found] for name in found[0]}
    said = [line["answer"] if not line["participants"] else "none" for line in lines]
    values = hvsbench_reward(columns.pop("prompt"), said, **columns)
    assert values == [0.0 if line["participants"] else 1.0 for line in lines]


def test_relative_paths_start_in_the_folder_that_is_written(made, tmp_path):
    folder, lines = made
    found = records(export(folder, tmp_path / "out", Export("sharegpt", paths="relative")))
    for record, line in zip(found, lines, strict=True):
        assert not os.path.isabs(record["image"])
        assert (tmp_path / "out" / record["image"]).resolve() == (folder / line["image_path"]).resolve()


def test_other_entries_of_llama_factory_stay(made, tmp_path):
    folder, _ = made
    (tmp_path / "dataset_info.json").write_text('{"mine": {"file_name": "mine.json"}}')
    for layout in LAYOUTS:
        export(folder, tmp_path, Export(layout))
    info = json.loads((tmp_path / "dataset_info.json").read_text())
    assert set(info) == {"mine", "hvsbench_sharegpt_train", "hvsbench_messages_train"}
    assert info["mine"] == {"file_name": "mine.json"}
    (tmp_path / "dataset_info.json").write_text("[]")
    with pytest.raises(DataError, match="no JSON object"):
        export(folder, tmp_path, Export("messages"))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"split": "test"}, "what is tested is not trained on"),
        ({"image_path": "pictures/FreeView/0003.png"}, "also on the other side"),
        ({"image_path": "pictures/none.png"}, "is not in the set's folder"),
        ({"image_path": "../secret.png"}, "not a plain path"),
        ({"index": 0}, "occurs twice"),
        ({"index": "2"}, "no whole number"),
        ({"question": "What is in <image>? [A] a [B] b"}, "holds <image>"),
        ({"question_type": "Q14"}, "none of Q1 to Q13"),
        ({"answer": "Z"}, "not made of the letters"),
        ({"question": ""}, "the question is empty"),
    ],
)
def test_a_line_that_cannot_be_used_is_named(tmp_path, change, message):
    lines = write_set(tmp_path / "set", each=3, kinds=("Q4",))  # the test side has picture 3
    write_lines(tmp_path / "set" / "train.jsonl", [*lines[:2], {**lines[2], **change}])
    target = tmp_path / "hvsbench_messages_train.jsonl"
    target.write_text("before")
    with pytest.raises(DataError, match=f"train.jsonl, line 3, index {change.get('index', 2)}: .*{message}"):
        export(tmp_path / "set", tmp_path, Export("messages"))
    assert target.read_text() == "before"


def test_broken_lines_missing_columns_and_files(tmp_path):
    lines = write_set(tmp_path / "set", each=1, kinds=("Q4",))
    train = tmp_path / "set" / "train.jsonl"
    for text, message in (
        ("{", "line 1: no JSON"),
        ("[]", "line 1: no JSON object"),
        ("{}", "has no index, no question"),
    ):
        train.write_text(text)
        with pytest.raises(DataError, match=message):
            export(tmp_path / "set", tmp_path, Export("trl"))
    train.write_text("\n")
    with pytest.raises(DataError, match="no row of the train side"):
        export(tmp_path / "set", tmp_path, Export("trl"))
    train.unlink()
    with pytest.raises(MissingDataError, match="hvsbench-generate"):
        export(tmp_path / "set", tmp_path, Export("trl"))
    with pytest.raises(DataError, match="layout='llava' is none of"):
        Export("llava")
    assert lines


def test_the_command_says_what_it_wrote(tmp_path, capsys):
    write_set(tmp_path / "set", each=2, kinds=("Q2", "Q10"))
    out = tmp_path / "out"
    assert main(["hvsbench-export", str(tmp_path / "set"), "--format", "messages", "--out", str(out)]) == 0
    assert "4 records of 4 rows (Q2 2, Q10 2)" in capsys.readouterr().out
    assert main(["hvsbench-export", str(tmp_path / "set"), "--format", "trl", "--out", str(out), "--side", "test"]) == 0
    assert "2 records of 2 rows" in capsys.readouterr().out
    assert main(["hvsbench-export", str(tmp_path / "none"), "--format", "trl", "--out", str(out)]) == 1
    assert "train.jsonl is missing" in capsys.readouterr().err


def test_the_command_offers_what_there_is():
    from argparse import ArgumentParser

    from dataset_builders.hvsbench.generate.folder import SIDES
    from dataset_builders.hvsbench.training.export import PATHS
    from dataset_builders.hvsbench.training.replies import SCANPATHS
    from vlmeval_hvs.commands.hvsbench_export import register

    subparsers = ArgumentParser().add_subparsers()
    register(subparsers)
    choices = {one.dest: one.choices for one in subparsers.choices["hvsbench-export"]._actions if one.choices}
    expected = {"format": tuple(LAYOUTS), "side": SIDES, "scanpaths": SCANPATHS, "paths": PATHS}
    assert {name: tuple(values) for name, values in choices.items()} == expected
