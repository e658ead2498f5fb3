"""Whole generated sets: what they hold, that they are stable, and that a killed run goes on where it was."""

import csv
import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from dataset_builders.hvsbench.generate import blocks
from dataset_builders.hvsbench.generate.folder import read_generation, read_rows
from dataset_builders.hvsbench.generate.generate import generate
from dataset_builders.hvsbench.generate.settings import Settings
from dataset_builders.hvsbench.generate.survey import Given
from dataset_builders.hvsbench.rows import RELEASED, make_row
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES
from vlmeval_hvs.errors import DataError


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch):
    monkeypatch.setattr(blocks, "SIZE", 10)


@pytest.fixture
def generated(tmp_path, pictures, made_up):
    """Generates into a new folder and gives it."""

    def make(*sources, names=None, describe=None, out=None, **settings):
        out = out or tmp_path / f"set{len(list(tmp_path.iterdir()))}"
        given = [Given(source, pictures) for source in sources or (made_up(),)]
        generate(out, given, Settings(**settings), names, describe)
        return out

    return make


def rows(folder):
    return [row for side in ("train", "test") for row in read_rows(folder, side)]


def content(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_set_has_the_files_and_columns_that_others_read(generated, pictures):
    folder = generated()
    assert {path.name for path in folder.iterdir()} == {
        "train.jsonl", "test.jsonl", "pictures", "generation.json", "names_review.csv", "about.json",
    }  # fmt: skip
    indices = []
    for side in ("train", "test"):
        own = list(read_rows(folder, side))
        indices += [row["index"] for row in own]
        assert [row["index"] for row in own] == sorted(row["index"] for row in own)
        assert {row["split"] for row in own} == {side}
    assert len(set(indices)) == len(indices)
    assert max(indices) < 10**15
    for row in rows(folder):
        assert list(row) == ["index", *RELEASED, "image_path", "source", "participants", "human_answers"]
        name = row["image_path"].removeprefix("pictures/MadeUp/")
        assert (folder / row["image_path"]).read_bytes() == (pictures / name).read_bytes()
        assert row["source"][0].startswith(name)
        assert bool(row["participants"]) == (row["question_type"] in ("Q8", "Q9", "Q10", "Q11", "Q12", "Q13"))
    assert {row["question_type"] for row in rows(folder)} == set(TYPES)


def test_every_row_is_read_by_the_reader_of_released_rows(generated):
    for row in rows(generated()):
        made, stored = make_row(row["index"], row, row["image_path"], (64, 48))
        if TYPES[row["question_type"]].kind == "scanpath":
            assert [{axis: path[axis] for axis in "XYT"} for path in stored.paths] == json.loads(row["answer"])
        else:
            assert made["truth"] == row["answer"]


def test_what_is_told_of_a_set_is_so(generated, made_up):
    folder = generated(made_up(), made_up("Another", range(41, 51)))
    told = read_generation(folder)
    counts = Counter((row["question_type"], row["origin_dataset"], row["split"]) for row in rows(folder))
    assert counts == {
        (kind, dataset, side): count
        for kind, datasets in told["counts"].items()
        for dataset, sides in datasets.items()
        for side, count in sides.items()
        if count
    }
    assert told["questions"] == sum(counts.values())
    assert told["sources"]["MadeUp"]["pictures"] == 40
    assert told["sources"]["Another"]["oddities"] == {"made up": 1}
    sides = {row["image_path"]: row["split"] for row in rows(folder)}
    assert Counter(sides.values()) == {"train": 45, "test": 5}


def test_no_distractor_is_from_the_other_side_or_source(generated, made_up):
    folder = generated(made_up(), made_up("Another", range(41, 61)), share=0.5)
    place = {(row["origin_dataset"], row["real_image_path"].partition("/")[2]): row["split"] for row in rows(folder)}
    for row in rows(folder):
        if row["question_type"] in ("Q8", "Q11"):
            own, other = (source.partition("#")[0] for source in row["source"])
            assert own != other
            assert place[row["origin_dataset"], other] == row["split"]


def test_the_same_is_generated_again_from_sources_in_any_order(generated, made_up):
    first, second = made_up(), made_up("Another", range(41, 51))
    before, after = content(generated(first, second)), content(generated(second, first))
    assert before.keys() == after.keys()
    for name in ("train.jsonl", "test.jsonl", "names_review.csv"):
        assert before[name] == after[name]
    assert content(generated(first, seed=1))["train.jsonl"] != content(generated(first))["train.jsonl"]


def test_another_source_changes_no_row(generated, made_up):
    before = rows(generated(share=0))
    after = rows(generated(made_up(), made_up("Another", range(41, 61)), share=0))
    assert [row for row in after if row["origin_dataset"] == "MadeUp"] == before


def test_another_picture_changes_only_distractors_that_it_becomes(generated, made_up):
    before = {row["index"]: row for row in rows(generated(made_up(numbers=range(1, 60)), share=0))}
    after = {row["index"]: row for row in rows(generated(made_up(numbers=range(1, 61)), share=0))}
    assert before.keys() < after.keys()
    changed = [after[index] for index, row in before.items() if after[index] != row]
    assert len(changed) < 10
    for row in changed:
        assert row["question_type"] in ("Q8", "Q11")
        assert row["source"][1].startswith("pictures/000000000060.png")


def test_a_limit_takes_some_of_the_same_questions(generated):
    every, some = rows(generated()), rows(generated(limit={"Q2": 10, "Q9": 0}))
    assert [row for row in some if row["question_type"] not in ("Q2", "Q9")] == [
        row for row in every if row["question_type"] not in ("Q2", "Q9")
    ]
    chosen = [row for row in some if row["question_type"] == "Q2"]
    assert len(chosen) == 10
    assert all(row in every for row in chosen)
    assert not [row for row in some if row["question_type"] == "Q9"]


def test_pictures_that_nothing_is_asked_about_are_left_out(generated):
    folder = generated(per_picture=dict.fromkeys(TYPES, 0) | {"Q1": 1})
    named = {row["image_path"] for row in rows(folder)}
    assert 0 < len(named) < 40
    assert {str(path.relative_to(folder)) for path in (folder / "pictures").rglob("*.png")} == named


@pytest.mark.parametrize("wording", ["printed", "paraphrased"])
def test_wordings_vary_where_they_are_asked_to(generated, wording):
    counts = [row["question"] for row in rows(generated(wording=wording)) if row["question_type"] == "Q2"]
    assert (len(set(counts)) > 1) == (wording == "paraphrased")


def test_a_killed_run_goes_on_and_ends_with_the_same_bytes(generated, pictures, tmp_path):
    whole, out = generated(), tmp_path / "killed"
    script = Path(__file__).with_name("killed.py")
    # A block half written, the third block whole, a picture on its way, the rows half written, the last file missing.
    for name, number in (("replace", 2), ("replace", 6), ("link", 9), ("replace", 2), ("replace", 5)):
        command = [sys.executable, str(script), str(pictures), str(out), "os", name, str(number)]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == -9, done.stderr
        assert not (out / "generation.json").exists()
    assert (out / ".generating" / "blocks" / "MadeUp.000003.rows").is_file()
    generated(out=out)
    assert content(out) == content(whole)
    before = (out / "train.jsonl").stat().st_mtime_ns
    generated(out=out)  # finds it whole
    assert (out / "train.jsonl").stat().st_mtime_ns == before
    assert content(out) == content(whole)


def test_blocks_of_another_generation_are_not_taken(generated, pictures, tmp_path):
    out = tmp_path / "killed"
    script = Path(__file__).with_name("killed.py")
    subprocess.run([sys.executable, str(script), str(pictures), str(out), "os", "link", "9"], check=False)
    assert list((out / "pictures").rglob("*.png"))
    generated(out=out, seed=5, limit={"Q8": 3})
    assert content(out) == content(generated(seed=5, limit={"Q8": 3}))


def test_pictures_are_copied_where_a_file_has_one_name(generated, monkeypatch):
    linked = generated()

    def refuse(*parts, **words):
        raise OSError(18, "Invalid cross-device link")

    monkeypatch.setattr("os.link", refuse)
    copied = generated()
    assert content(copied) == content(linked)
    assert {path.stat().st_nlink for path in copied.rglob("*.png")} == {1}


@pytest.mark.parametrize("kind", ["other files", "another set", "a file"])
def test_a_folder_with_something_else_is_refused(generated, tmp_path, kind):
    out = tmp_path / "out"
    if kind == "a file":
        out.write_text("mine")
    else:
        out.mkdir()
        (out / "mine.txt").write_text("mine")
    if kind == "another set":
        (out / "mine.txt").unlink()
        generated(out=out, seed=3)
    before = content(tmp_path)
    with pytest.raises(DataError, match="is no folder|holds something else|of other sources or settings"):
        generated(out=out)
    assert content(tmp_path) == before


def test_sources_are_refused_that_cannot_be_told_apart_or_found(generated, made_up, tmp_path):
    with pytest.raises(DataError, match="a source is given twice: MadeUp, MadeUp"):
        generated(made_up(), made_up())
    with pytest.raises(DataError, match="no source"):
        generate(tmp_path / "none", [], Settings())
    with pytest.raises(DataError, match=r"000000000061\.png"):
        generated(made_up(numbers=(1, 61)))


def test_what_pictures_look_like_is_remembered(pictures, made_up, tmp_path, monkeypatch):
    looks = tmp_path / "looks"
    generate(tmp_path / "first", [Given(made_up(), pictures)], Settings(), looks=looks)
    monkeypatch.setattr("dataset_builders.hvsbench.generate.fingerprints.fingerprint", None)  # no picture is read
    generate(tmp_path / "second", [Given(made_up(), pictures)], Settings(), looks=looks)
    assert content(tmp_path / "second") == content(tmp_path / "first")


def test_names_go_out_into_a_sheet_and_come_back_gone_through(generated, tmp_path):
    described = []

    def describe(path, box):
        described.append((path.name, box))
        return f"the thing at {box[0]:.3f}, {box[1]:.3f}"

    first = generated(describe=describe)
    asked_first = [row for row in rows(first) if row["question_type"] in ("Q5", "Q7")]
    assert len(described) == len(set(described)) > 5
    assert not [row for row in asked_first if "thing at" in row["question"]]
    assert read_generation(first)["names_not_used"]["name not verified"] > 5
    sheet = tmp_path / "reviewed.csv"
    with (first / "names_review.csv").open(newline="") as file:
        head, *lines = csv.reader(file)
    proposed = [line for line in lines if line[3] == "model"]
    assert len(proposed) == len(described)
    proposed[0][5], proposed[1][6] = "the corrected one", "wrong"
    for line in proposed[2:]:
        line[6] = "right"
    with sheet.open("w", newline="") as file:
        csv.writer(file).writerows([head, *lines])
    second = generated(names=sheet)
    asked = [row for row in rows(second) if row["question_type"] in ("Q5", "Q7")]
    assert all(row in asked for row in asked_first)
    text = "".join(row["question"] for row in asked)
    assert proposed[0][4] not in text
    assert proposed[1][4] not in text
    assert sum(line[4] in text for line in proposed[2:]) > len(proposed) / 2
    assert (second / "names_review.csv").read_text() == sheet.read_text().replace("\r\n", "\n")
    unverified = rows(generated(describe=describe, unverified=True))
    assert sum("thing at" in row["question"] for row in unverified) > len(asked) - len(asked_first)


def test_a_described_name_survives_a_killed_run(generated, pictures, tmp_path, monkeypatch):
    calls = Counter()

    def describe(path, box):
        calls[path.name, box] += 1
        if sum(calls.values()) == 8:
            raise KeyboardInterrupt
        return "the thing"

    out = tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        generated(out=out, describe=describe)
    generated(out=out, describe=describe)
    assert sorted(calls.values())[-2:] == [1, 2]  # only the interrupted call was made again
    shutil.rmtree(out)
