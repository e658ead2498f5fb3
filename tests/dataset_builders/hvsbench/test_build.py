"""The builder on small releases made here, good and broken."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from tests.dataset_builders.hvsbench.released import PATHS, QUESTION, jpeg, release, row, write_parquet
from vlmeval_hvs.errors import DataError, OptionError
from vlmeval_hvs.sets import read_set


def whole(**changes):
    """One row of every type."""
    choices = [row(n, question_type=f"Q{n}", **changes) for n in (1, 4, 5, 6, 7, 8, 10, 11, 13)]
    paths = [row(n, question_type=f"Q{n}", answer=json.dumps(PATHS)) for n in (9, 12)]
    return [*choices, row(2, question_type="Q2", answer="3"), row(3, question_type="Q3", answer="CAB"), *paths]


@pytest.mark.long
def test_rows_images_and_manifest(build, tmp_path, monkeypatch):
    import pyarrow.parquet as pq

    asked, iter_batches = [], pq.ParquetFile.iter_batches
    monkeypatch.setattr(
        pq.ParquetFile, "iter_batches", lambda self, size, **o: asked.append(size) or iter_batches(self, size, **o)
    )
    questions = [
        row(3), row(4, question_type="Q2", question="How many\tsalient\nobjects?", answer="5"),
        row(7, question_type="Q3", answer="CAB"), row(10, image=row(3)["image"], question=f"{QUESTION} Really?"),
        row(9, question_type="Q12", question='Predict "eye" fixation points', answer=json.dumps(PATHS)),
        row(11, question_type="Q9", answer=repr(PATHS[:9])),
        row(12, question="Choose one answer from A, B.\n[A] 0.10,0.20,0.30,0.40\n[B] the dog", answer="The dog"),
    ]  # fmt: skip
    source = release(tmp_path / "r", questions[:3], questions[3:])
    rows, manifest = build(Path(shutil.make_archive(str(tmp_path / "packed"), "zip", source)))
    assert manifest.rows == 7
    assert set(asked) == {16}, "no more rows than a batch are read at once"
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
    assert rows["image_path"].nunique() == 6
    told = [manifest.notes[name] for name in ("rows_per_type", "scanpath_storage", "scanpath_frame")]
    assert told == [{"Q1": 3, "Q2": 1, "Q3": 1, "Q9": 1, "Q12": 1}, {"json": 1, "python": 1}, "relative"]
    assert {
        "Q1: 3 rows, the published tables have 819", "Q9+Q12: 2 rows, the published tables have 1083",
        "scanpaths per row: {9: 1, 10: 1}; the paper compares with 10 people",
        "scanpaths are stored in different ways: {'json': 1, 'python': 1}",
    } <= set(manifest.warnings)  # fmt: skip
    monkeypatch.setattr("dataset_builders.hvsbench.build.EXPECTED", {"Q1": 2})
    monkeypatch.setattr("dataset_builders.hvsbench.build.EXPECTED_SCANPATHS", 0)
    assert build([row(0), row(1)])[1].warnings == []


def test_unusable_rows_are_listed_with_their_reasons(build):
    cases = [
        ({"image": {"bytes": b"\xff\xd8\xff no image", "path": "a.jpg"}}, "does not decode"),
        ({"image": {"bytes": jpeg(1)[:400], "path": "a.jpg"}}, "does not decode"), ({"question": " "}, "is empty"),
        ({"image": {"bytes": None, "path": None}}, "has no image"), ({"question_type": "Q14"}, "not one of Q1 to Q13"),
        ({"image": {"bytes": None, "path": "/etc/passwd"}}, "not a plain path"), ({"answer": "D"}, "letters ABC"),
        ({"image": {"bytes": None, "path": "gone.jpg"}}, "image file 'gone.jpg' is not in the release"),
        ({"answer": "AB"}, "not one letter"), ({"question_type": "Q2", "answer": "several"}, "not a whole number"),
        ({"question_type": "Q3", "answer": "CA"}, "does not rank all of ABC"),
        ({"question_type": "Q9", "answer": "see the file"}, "not recognised"),
    ]  # fmt: skip
    rows = [row(0), row(90), *(row(n, **changes) for n, (changes, _) in enumerate(cases, 1))]
    stored, manifest = build(rows)
    assert list(stored["index"]) == ["0", "90"]
    found = [one["reason"] for one in manifest.skipped]
    assert [said for (_, said), reason in zip(cases, found, strict=True) if said not in reason] == []
    assert "0x" not in str(found), "the same damage has the same words"
    assert any(f"{len(cases)} rows were left out" in warning for warning in manifest.warnings)


@pytest.mark.long
def test_row_numbers_repeated_rows_and_columns(build, tmp_path):
    stored, manifest = build(release(tmp_path / "twice", [row(5), row(6)], [row(5)]))
    assert (manifest.rows, manifest.skipped) == (2, [])
    assert any("1 rows repeat earlier ones" in warning for warning in manifest.warnings)
    for second in (5, -1, None):
        stored, manifest = build(release(tmp_path / f"{second}", [row(5)], [{**row(8), "index": second}]))
        assert list(stored["index"]) == ["0", "1"]
        assert any("numbered in their order" in warning for warning in manifest.warnings)
    with pytest.raises(DataError, match="columns answer, image are missing"):
        build([{key: value for key, value in row(0).items() if key not in ("answer", "image")}])
    kept = ("answer_type", "category", "split", "real_image_path", "origin_dataset")
    stored, _ = build([{k: v for k, v in row(n).items() if k not in kept} for n in range(2)])
    assert stored["category"].tolist() == ["", ""]
    shown = ["../../../etc/passwd", "/data/raw/1.jpg", "C:\\raw\\1.jpg"]
    stored, _ = build([row(n, real_image_path=path) for n, path in enumerate(shown)])
    assert list(stored["real_image_path"]) == shown, "a path that is only shown is kept"


@pytest.mark.long
def test_missing_damaged_and_doubled_files_are_errors_that_keep_the_older_set(build, tmp_path, monkeypatch):
    build([row(7)])
    folder = release(tmp_path / "some", [row(0)], [row(1)], [row(2)])
    shard = folder / "data" / "test-00001-of-00003.parquet"
    whole = shard.read_bytes()
    for damage in (whole[:-40], whole[:200] + b"\x93" * 1800 + whole[2000:], b""):
        shard.write_bytes(damage)
        with pytest.raises(DataError, match=shard.name):
            build(folder)
    shard.unlink()
    (tmp_path / "empty").mkdir()
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    cases = [
        (folder, r"shards \[1\] of 3 are missing"), (tmp_path / "empty", "no parquet file"), (None, "--source"),
        (tmp_path / "nowhere", "no such file or folder"),
    ]  # fmt: skip
    for n, name in enumerate((
        "test-00000-of-00002-1a2b3c4d5e6f7a8b.parquet",
        "default/test/0001.parquet", "search/test-00001-of-00002.parquet",
    )):  # fmt: skip
        write_parquet(tmp_path / f"gap{n}" / name, [row(0)])
        cases.append((tmp_path / f"gap{n}", r"shards \[[01]\].* are missing"))
    for source, said in cases:
        with pytest.raises(DataError, match=said):
            build(source)
    with pytest.raises(DataError):
        build([row(1), row(2, answer="?")], allow_missing=False)
    assert list(read_set("HVSBench", tmp_path / "sets")[0]["index"]) == ["7"]
    assert [path.name for path in (tmp_path / "sets").iterdir()] == ["HVSBench"]
    for name in ("HVSBench_2024.parquet", "HVSBench-20241212.parquet", "2024.parquet", "test-0001.parquet"):
        assert build(write_parquet(tmp_path / name, [row(0)]))[1].rows == 1, "a number in a name is no shard"


@pytest.mark.long
def test_a_missing_type_or_many_lost_rows_need_a_word_and_an_inspection_tells_before(build, tmp_path):
    from dataset_builders.hvsbench.inspect import inspect

    stored, manifest = build(whole(), allow_missing=False)
    assert (manifest.rows, set(stored["truth"])) == (13, {"B", "3", "CAB", ""})
    with pytest.raises(DataError, match="no usable row of Q6, Q9.*--allow-missing"):
        build([one for one in whole() if one["question_type"] not in ("Q6", "Q9")], allow_missing=False)
    folder = release(tmp_path / "lost", [*whole(), *[row(100 + n, answer="?") for n in range(3)]])
    with pytest.raises(DataError, match="3 of 16 rows cannot be read") as caught:
        build(folder, allow_missing=False)
    assert "3 x data/test-00000-of-00001.parquet, row 100: answer" in str(caught.value)
    assert build(folder)[1].rows == 13
    text = inspect("HVSBench", folder)
    for line in (
        "rows      13 usable, 3 lost, 0 repeated", "images    struct with bytes 13", "relative is used",
        "Q3        row 3: CAB -> CAB of ABC", "lost      3 x data/test-00000-of-00001.parquet, row 100: answer '?'",
        "verdict   cannot be built as it is: 3 of 16 rows cannot be read",
    ):  # fmt: skip
        assert line in text
    assert "10 scanpaths; the first: (0.50, 0.50) (0.25, 0.10) (0.75, 0.90), 3" in " ".join(text.split())
    assert "verdict   can be built" in inspect("HVSBench", folder, allow_missing=True)
    cut = release(tmp_path / "cut", [*whole(), row(60, image={"bytes": jpeg(1)[:900], "path": "a.jpg"})])
    assert "verdict   cannot be built as it is: 1 of 14 rows cannot be read" in inspect("HVSBench", cut)
    odd = [{**one, "answer": json.dumps(people(3, 9000.0))} if one["question_type"] == "Q9" else one for one in whole()]
    text = inspect("HVSBench", release(tmp_path / "odd", odd))
    assert "verdict   cannot be built as it is: the scanpaths' coordinates fit no known" in text
    assert max(map(len, text.replace(str(tmp_path), "").splitlines())) <= 80


def people(number, *scale):
    points = np.clip(np.random.default_rng(number).normal(0.5, 0.25, (10, 8, 2)), 0, 1) * (scale or 1.0)
    return [{"X": p[:, 0].tolist(), "Y": p[:, 1].tolist(), "T": [200] * 8} for p in points]


def watched(number, paths):
    return row(number, question_type="Q9", question="Predict eye fixation points", answer=json.dumps(paths))


@pytest.mark.long
def test_the_frame_is_decided_for_the_whole_set(build, tmp_path):
    screen = release(tmp_path / "screen", [watched(n, people(n, 512, 320)) for n in range(9)])
    stored, manifest = build(screen)
    assert manifest.notes["scanpath_frame"] == "512x320"
    assert json.loads(stored["scanpaths"][0])[0]["X"] == pytest.approx(people(0)[0]["X"], abs=1e-5)
    manifest = build([watched(n, people(n, 100.0, 100.0)) for n in range(4)], frame="permille")[1]
    assert manifest.notes["scanpath_frame"] == "permille"
    assert any("the frame permille does not fit the scanpaths" in warning for warning in manifest.warnings)
    with pytest.raises(OptionError, match="--frame inches: must be one of relative"):
        build(screen, frame="inches")
    rows = [watched(n, people(n)) for n in range(40)]
    rows[3]["answer"] = json.dumps([*people(3)[:9], people(50, 100.0, 100.0)[0]])
    stored, manifest = build([*rows, watched(60, people(60, 100.0, 100.0))])
    assert manifest.notes["scanpath_frame"] == "relative"
    assert "11 scanpaths of single people are left out: outside the picture" in manifest.warnings
    assert [len(json.loads(paths)) for paths in stored["scanpaths"]] == [10, 10, 10, 9, *[10] * 36]
    assert "no scanpath fits the frame relative" in manifest.skipped[0]["reason"]
    stored, manifest = build([watched(0, [{**path, "T": [0.25] * 8} for path in people(0)])])
    assert json.loads(stored["scanpaths"][0])[0]["T"] == [250.0] * 8
    assert any("seconds" in warning for warning in manifest.warnings)
