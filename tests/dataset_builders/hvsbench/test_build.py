"""The builder on small releases made here, good and broken."""

import io
import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from dataset_builders.hvsbench.build import build as build_set
from dataset_builders.hvsbench.build import inspect
from vlmeval_hvs.errors import DataError, OptionError
from vlmeval_hvs.sets import read_set

QUESTION = "Which one is the most salient object? Please choose one answer from A, B, C without bracket or explanation."
PATHS = [{"X": [0.5, 0.25, 0.75], "Y": [0.5, 0.1, 0.9], "T": [200, 150, 320]}] * 10


def jpeg(number):
    pixels = np.random.default_rng(number).integers(0, 255, (40, 60, 3), dtype=np.uint8)
    Image.fromarray(pixels).save(buffer := io.BytesIO(), "JPEG")
    return buffer.getvalue()


def row(index, **changes):
    return {
        "index": index, "image": {"bytes": jpeg(index), "path": f"{index}.jpg"}, "question": QUESTION,
        "question_type": "Q1", "answer": "B", "answer_type": "choice", "category": "Prominence", "split": "test",
        "real_image_path": f"SIFR/{index}.jpg", "origin_dataset": "SIFR", **changes,
    }  # fmt: skip


def write_parquet(path, rows):
    import pyarrow as pa
    import pyarrow.parquet as pq

    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.Table.from_pylist(rows), path, row_group_size=2)


def release(folder, *shards):
    for number, rows in enumerate(shards):
        write_parquet(folder / "data" / f"test-{number:05d}-of-{len(shards):05d}.parquet", rows)
    return folder


@pytest.fixture
def build(tmp_path):
    def make(source, **options):
        if isinstance(source, list):
            source = release(tmp_path / f"r{len(list(tmp_path.iterdir()))}", source)
        manifest = build_set("HVSBench", source, tmp_path / "sets", **{"allow_missing": True, **options})
        return read_set("HVSBench", tmp_path / "sets")[0], manifest

    return make


@pytest.mark.long
def test_rows_images_and_manifest(build, tmp_path):
    questions = [
        row(3), row(4, question_type="Q2", question="How many\tsalient\nobjects?", answer="5"),
        row(7, question_type="Q3", answer="CAB"), row(10, image=row(3)["image"], question=f"{QUESTION} Really?"),
        row(9, question_type="Q12", question='Predict "eye" fixation points', answer=json.dumps(PATHS)),
        row(11, question_type="Q9", answer=repr(PATHS[:9])),
        row(12, question="Choose one answer from A, B.\n[A] 0.10,0.20,0.30,0.40\n[B] the dog", answer="The dog"),
    ]  # fmt: skip
    source = release(tmp_path / "r", questions[:3], questions[3:])
    rows, manifest = build(Path(shutil.make_archive(str(tmp_path / "packed"), "zip", source)))
    for column in ("question", "answer", "question_type", "real_image_path", "category"):
        assert list(rows[column]) == [q[column] for q in questions]
    fields = ["Prominence", "Subitizing", "Prioritizing", "Prominence", "Searching", "FreeViewing", "Prominence"]
    expected = {
        "index": ["3", "4", "7", "10", "9", "11", "12"], "truth": ["B", "5", "CAB", "B", "", "", "B"],
        "labels": ["ABC", "", "ABC", "ABC", "", "ABC", "AB"], "field": fields, "width": ["60"] * 7,
    }  # fmt: skip
    assert rows[list(expected)].to_dict("list") == expected
    assert json.loads(rows["scanpaths"][4]) == PATHS
    for path, question in zip(rows["image_path"], questions, strict=True):
        assert (manifest.folder / path).read_bytes() == question["image"]["bytes"]
    told = [manifest.notes[name] for name in ("rows_per_type", "scanpath_frame")]
    assert told == [{"Q1": 3, "Q2": 1, "Q3": 1, "Q9": 1, "Q12": 1}, "relative"]
    assert {
        "Q1: 3 rows, the published tables have 819", "Q9+Q12: 2 rows, the published tables have 1083",
        "scanpaths per row: {9: 1, 10: 1}; the paper compares with 10 people",
    } <= set(manifest.warnings)  # fmt: skip


def test_unusable_rows_are_listed_with_their_reasons(build):
    cases = [
        ({"image": {"bytes": b"\xff\xd8\xff no image", "path": "a.jpg"}}, "does not decode"),
        ({"image": {"bytes": jpeg(1)[:400], "path": "a.jpg"}}, "does not decode"), ({"question": " "}, "is empty"),
        ({"image": {"bytes": None, "path": None}}, "has no image"), ({"question_type": "Q14"}, "not one of Q1 to Q13"),
        ({"image": {"bytes": b"", "path": "a.jpg"}}, "has no image"), ({"answer": "D"}, "letters ABC"),
        ({"answer": "AB"}, "not one letter"), ({"question_type": "Q2", "answer": "several"}, "not a whole number"),
        ({"question_type": "Q3", "answer": "CA"}, "does not rank all of ABC"),
        ({"question_type": "Q9", "answer": "see the file"}, "not recognised"),
    ]  # fmt: skip
    rows = [row(0), row(90), *(row(n, **changes) for n, (changes, _) in enumerate(cases, 1))]
    stored, manifest = build(rows)
    assert list(stored["index"]) == ["0", "90"]
    pairs = zip(cases, manifest.skipped, strict=True)
    assert [said for (_, said), skipped in pairs if said not in skipped["reason"]] == []
    assert any(f"{len(cases)} rows were left out" in warning for warning in manifest.warnings)


@pytest.mark.long
def test_missing_and_damaged_files_are_errors_that_keep_the_older_set(build, tmp_path, monkeypatch):
    assert list(build(release(tmp_path / "twice", [row(5)], [row(5)]))[0]["index"]) == ["0", "1"]
    for split, number in (("test", 7), ("train", 2)):
        write_parquet(tmp_path / "both" / f"HVSBench_{split}.parquet", [row(number)])
    build(tmp_path / "both")
    with pytest.raises(DataError, match="columns answer, image are missing"):
        build([{key: value for key, value in row(0).items() if key not in ("answer", "image")}])
    folder = release(tmp_path / "some", [row(0)], [row(1)], [row(2)])
    content = (shard := folder / "data" / "test-00001-of-00003.parquet").read_bytes()
    for damage in (content[:-40], content[:200] + b"\x93" * 1800 + content[2000:], b""):
        shard.write_bytes(damage)
        with pytest.raises(DataError, match=shard.name):
            build(folder)
    shard.unlink()
    write_parquet(tmp_path / "train" / "train.parquet", [row(0)])
    write_parquet(tmp_path / "gap" / "test-00000-of-00002-1a2b3c4d5e6f7a8b.parquet", [row(0)])
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    for source, said in (
        (folder, r"shards \[1\] of 3 are missing"), (tmp_path / "gap", r"shards \[1\] of 2"), (None, "--source"),
        (tmp_path / "train", "of the test split"), (tmp_path / "nowhere", "no such file or folder"),
    ):  # fmt: skip
        with pytest.raises(DataError, match=said):
            build(source)
    with pytest.raises(DataError):
        build([row(1), row(2, answer="?")], allow_missing=False)
    assert list(read_set("HVSBench", tmp_path / "sets")[0]["index"]) == ["7"]
    assert [path.name for path in (tmp_path / "sets").iterdir()] == ["HVSBench"]


@pytest.mark.long
def test_a_frame_that_does_not_fit_is_told_and_seconds_become_ms(build):
    points = np.clip(np.random.default_rng(0).normal(0.5, 0.25, (10, 8, 2)), 0, 1)
    paths = [{"X": p[:, 0].tolist(), "Y": p[:, 1].tolist(), "T": [0.25] * 8} for p in points]
    watched = [row(0, question_type="Q9", answer=json.dumps(paths))]
    stored, manifest = build(watched)
    assert json.loads(stored["scanpaths"][0])[0]["T"] == [250.0] * 8
    other = build(watched, frame="permille")[1]
    assert ("seconds" in str(manifest.warnings), "permille does not fit" in str(other.warnings)) == (True, True)
    with pytest.raises(OptionError, match="--frame inches: must be one of relative"):
        build(watched, frame="inches")


@pytest.mark.long
def test_a_missing_type_or_many_lost_rows_need_a_word_and_an_inspection_tells_before(build, tmp_path):
    answers = {2: "3", 3: "CAB", 9: json.dumps(PATHS), 12: json.dumps(PATHS)}
    whole = [row(n, question_type=f"Q{n}", answer=answers.get(n, "B")) for n in range(1, 14)]
    stored, manifest = build(whole, allow_missing=False)
    assert (manifest.rows, set(stored["truth"])) == (13, {"B", "3", "CAB", ""})
    with pytest.raises(DataError, match="no usable row of Q6, Q9.*--allow-missing"):
        build([one for one in whole if one["question_type"] not in ("Q6", "Q9")], allow_missing=False)
    folder = release(tmp_path / "lost", [*whole, *[row(100 + n, answer="?") for n in range(3)]])
    with pytest.raises(DataError, match="3 of 16 rows cannot be read") as caught:
        build(folder, allow_missing=False)
    assert "3 x data/test-00000-of-00001.parquet, row 100: answer" in str(caught.value)
    text = inspect("HVSBench", folder)
    for line in ("rows      13 usable, 3 lost", "frame     relative is used", "verdict   cannot be built as it is"):
        assert line in text
    assert "verdict   can be built" in inspect("HVSBench", folder, allow_missing=True)
