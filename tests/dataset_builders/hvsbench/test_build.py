"""The builder on small releases made here, good and broken."""

import base64
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from vlmeval_hvs.errors import DataError, OptionError
from vlmeval_hvs.sets import read_set, set_folder

QUESTION = "Which one is the most salient object? Please choose one answer from A, B, C without bracket or explanation."
PATHS = [{"X": [0.5, 0.25, 0.75], "Y": [0.5, 0.1, 0.9], "T": [200, 150, 320]}] * 10


def jpeg(number: int) -> bytes:
    buffer = io.BytesIO()
    pixels = np.random.default_rng(number).integers(0, 255, (40, 60, 3), dtype=np.uint8)
    Image.fromarray(pixels).save(buffer, "JPEG")
    return buffer.getvalue()


def row(index: int, **changes: Any) -> dict[str, Any]:
    return {
        "index": index, "image": {"bytes": jpeg(index), "path": f"{index}.jpg"}, "question": QUESTION,
        "question_type": "Q1", "answer": "B", "answer_type": "choice", "category": "Prominence", "split": "test",
        "real_image_path": f"SIFR/{index}.jpg", "origin_dataset": "SIFR", **changes,
    }  # fmt: skip


def write_parquet(path: Path, rows: list[dict[str, Any]], **options: Any) -> Path:
    import pyarrow as pa
    import pyarrow.parquet as pq

    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.Table.from_pylist(rows), path, **options)
    return path


def release(folder: Path, *shards: list[dict[str, Any]]) -> Path:
    for number, rows in enumerate(shards):
        name = f"test-{number:05d}-of-{len(shards):05d}.parquet"
        write_parquet(folder / "data" / name, rows, row_group_size=2)
    return folder


def whole(**changes: Any) -> list[dict[str, Any]]:
    """One row of every type."""
    choices = [row(n, question_type=f"Q{n}", **changes) for n in (1, 4, 5, 6, 7, 8, 10, 11, 13)]
    paths = [row(n, question_type=f"Q{n}", answer=json.dumps(PATHS)) for n in (9, 12)]
    return [*choices, row(2, question_type="Q2", answer="3"), row(3, question_type="Q3", answer="CAB"), *paths]


def write_table(path: Path, rows: list[dict[str, Any]]) -> Path:
    import pandas as pd

    if path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(one) + "\n" for one in rows))
    else:
        pd.DataFrame(rows).to_csv(path, sep="\t" if path.suffix == ".tsv" else ",", index=False)
    return path


def in_base64(number: int) -> str:
    return base64.b64encode(jpeg(number)).decode()


@pytest.fixture
def build(tmp_path: Path):
    """Builds from a few rows, or a source, most types missing on purpose; gives the stored rows and the manifest."""
    from dataset_builders.hvsbench.build import build as strict_build

    def make(source: Any, **options: Any):
        if isinstance(source, list):
            source = release(tmp_path / f"r{len(list(tmp_path.iterdir()))}", source)
        manifest = strict_build("HVSBench", source, tmp_path / "sets", **{"allow_missing": True, **options})
        return read_set("HVSBench", tmp_path / "sets")[0], manifest

    return make


def reasons(manifest) -> dict[str, str]:
    return {one["row"].rpartition(" ")[2]: one["reason"] for one in manifest.skipped}


def test_rows_images_and_manifest(build, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import shutil

    import pyarrow.parquet as pq

    asked, iter_batches = [], pq.ParquetFile.iter_batches
    monkeypatch.setattr(
        pq.ParquetFile, "iter_batches", lambda self, size, **o: asked.append(size) or iter_batches(self, size, **o)
    )
    questions = [
        row(3), row(4, question_type="Q2", question="How many\tsalient\nobjects?", answer="5"),
        row(7, question_type="Q3", answer="CAB"), row(10, image=row(3)["image"], question=f"{QUESTION} Really?"),
        row(9, question_type="Q12", question='Predict "eye" fixation points', answer=json.dumps(PATHS)),
        row(11, question_type="Q9", answer=json.dumps(PATHS[:9])),
        row(12, question="Choose one answer from A, B.\n[A] 0.10,0.20,0.30,0.40\n[B] the dog", answer="The dog"),
    ]  # fmt: skip
    source = release(tmp_path / "r", questions[:3], questions[3:])
    rows, manifest = build(Path(shutil.make_archive(str(tmp_path / "packed"), "zip", source)))
    assert manifest.rows == 7
    assert set(asked) == {16}, "no more rows than a batch are read at once"
    assert list(rows["index"]) == ["3", "4", "7", "10", "9", "11", "12"]
    for column in ("question", "answer", "question_type", "real_image_path", "category"):
        assert list(rows[column]) == [q[column] for q in questions]
    assert list(rows["truth"]) == ["B", "5", "CAB", "B", "", "", "B"]
    assert list(rows["labels"]) == ["ABC", "", "ABC", "ABC", "", "ABC", "AB"]
    fields = ["Prominence", "Subitizing", "Prioritizing", "Prominence", "Searching", "FreeViewing", "Prominence"]
    assert list(rows["field"]) == fields
    assert json.loads(rows["scanpaths"][4]) == PATHS
    for path, question in zip(rows["image_path"], questions, strict=True):
        assert (set_folder("HVSBench", tmp_path / "sets") / path).read_bytes() == question["image"]["bytes"]
    assert rows["image_path"].nunique() == 6
    assert set(rows["width"]) == {"60"}
    assert manifest.notes["rows_per_type"] == {"Q1": 3, "Q2": 1, "Q3": 1, "Q9": 1, "Q12": 1}
    assert manifest.notes["scanpath_storage"] == {"json list of dicts": 2}
    assert manifest.notes["scanpath_frame"] == "relative"
    for warning in (
        "Q1: 3 rows, the published tables rest on 819", "Q9+Q12: 2 rows, the published tables rest on 1083",
        "scanpaths per row: {9: 1, 10: 1}; the paper compares with 10 people",
    ):  # fmt: skip
        assert warning in manifest.warnings
    monkeypatch.setattr("dataset_builders.hvsbench.build.EXPECTED", {"Q1": 2})
    monkeypatch.setattr("dataset_builders.hvsbench.build.EXPECTED_SCANPATHS", 0)
    assert build([row(0), row(1)])[1].warnings == []


def test_unusable_rows_are_listed_with_their_reasons(build) -> None:
    cases = [
        ({"image": {"bytes": b"\xff\xd8\xff no image", "path": "a.jpg"}}, "does not decode"),
        ({"image": {"bytes": jpeg(1)[:400], "path": "a.jpg"}}, "does not decode"), ({"question": " "}, "is empty"),
        ({"image": {"bytes": None, "path": None}}, "has no image"), ({"question_type": "Q14"}, "none of Q1 to Q13"),
        ({"image": {"bytes": None, "path": "../../secret.jpg"}}, "not a plain path"),
        ({"image": {"bytes": None, "path": "/etc/passwd"}}, "not a plain path"), ({"answer": "D"}, "letters ABC"),
        ({"image": {"bytes": None, "path": "gone.jpg"}}, "image file 'gone.jpg' is not in the release"),
        ({"answer": "AB"}, "not one letter"), ({"question_type": "Q2", "answer": "several"}, "not a whole number"),
        ({"question_type": "Q3", "answer": "CA"}, "does not rank all of ABC"),
        ({"question_type": "Q9", "answer": "see the file"}, "not recognised"),
        ({"question_type": "Q9", "answer": "X = [0.1, 0.2] Y = [0.1]"}, "differ in length"),
        ({"question_type": "Q12", "answer": '[{"X": [NaN], "Y": [0.1]}]'}, "not a finite number"),
    ]  # fmt: skip
    rows = [row(0), row(90), *(row(n, **changes) for n, (changes, _) in enumerate(cases, 1))]
    stored, manifest = build(rows)
    assert list(stored["index"]) == ["0", "90"]
    found = reasons(manifest)
    for number, (_, reason) in enumerate(cases, 1):
        assert reason in found[str(number)], number
    assert "0x" not in str(found), "the same damage has the same words"
    assert any(f"{len(cases)} rows were left out" in warning for warning in manifest.warnings)


def test_odd_rows_and_lines_of_text_tables_cost_themselves_only(build, tmp_path: Path) -> None:
    changes = [
        {"index": float("inf")}, {"image": {"path": "a\ud800.jpg"}}, {"image": {"path": "x" * 300}},
        {"image": {"path": "/".join(["x" * 200] * 40)}}, {"question_type": "Q9", "answer": "[[[1e999, 2, 3]]]"},
        {"question_type": "Q2", "answer": 10**400},
    ]  # fmt: skip
    rows = [{**row(n), "image": in_base64(n)} for n in range(3)]
    odd = [{**row(10 + n), "image": in_base64(n), **change} for n, change in enumerate(changes)]
    lines = [json.dumps(one) for one in (rows[0], *odd, rows[2])]
    (tmp_path / "test.jsonl").write_text("\n".join([*lines, lines[0][:40], "null"]) + "\n")
    stored, manifest = build(tmp_path / "test.jsonl")
    assert {"0", "2"} <= set(stored["index"])
    assert manifest.rows + len(manifest.skipped) == len(lines) + 2
    told = [skipped["reason"] for skipped in manifest.skipped]
    assert any(reason.startswith("test.jsonl, line 9: no JSON") for reason in told)
    assert "test.jsonl, line 10: no JSON object" in told
    for name in ("HVSBench.tsv", "rows.csv", "test.jsonl"):  # index, image in base64, ...: the host's own format
        stored, manifest = build(write_table(tmp_path / name, rows))
        folder = set_folder("HVSBench", tmp_path / "sets")
        assert [(folder / path).read_bytes() for path in stored["image_path"]] == [jpeg(n) for n in range(3)]
        assert manifest.notes["image_storage"] == {"base64": 3}
    path = write_table(tmp_path / "x.tsv", rows)
    path.write_bytes(path.read_bytes().replace(b"SIFR/0.jpg", b"SIFR/\xff.jpg"))
    assert build(path)[1].rows == 3, "a byte that is no text costs no row"
    lines = ["\t".join(["index", "image", "question", "question_type", "answer"])]
    for n in range(6):
        mark = '"' if n in (2, 4) else ""
        lines.append("\t".join([str(n), in_base64(n), f"{mark}Choose one answer from A, B.", "Q1", "A"]))
    path.write_text("\n".join(lines) + "\n")
    manifest = build(path)[1]
    assert manifest.rows + len(manifest.skipped) == 6
    assert "a quotation mark without its other half" in manifest.skipped[0]["reason"]


def test_images_beside_the_tables_in_other_rows_and_of_other_tables(build, tmp_path: Path) -> None:
    rows = [row(0, image={"bytes": None, "path": "pictures/a.jpg"}), row(1)]
    folder = release(tmp_path / "struct", rows)
    paths = release(tmp_path / "path", [row(0, image="pictures/a.jpg"), row(1, image="/etc/passwd")])
    for source, storage in ((folder, {"struct with path": 1, "struct with bytes": 1}), (paths, {"path": 1})):
        (source / "pictures").mkdir()
        (source / "pictures" / "a.jpg").write_bytes(jpeg(5))
        stored, manifest = build(source)
        assert manifest.notes["image_storage"] == storage
        assert (set_folder("HVSBench", tmp_path / "sets") / stored["image_path"][0]).read_bytes() == jpeg(5)
    assert "not a plain path" in manifest.skipped[0]["reason"]
    shared = [{**row(0), "image": "1"}, {**row(1), "image": in_base64(3)}, {**row(2), "image": "1.0"}]
    shared += [{**row(3), "image": "9"}, {**row(4, split="train"), "image": in_base64(4)}, {**row(5), "image": "4"}]
    stored, manifest = build(write_table(tmp_path / "x.tsv", shared))
    stored = stored.set_index("index")["image_path"]
    assert stored["0"] == stored["1"] == stored["2"] != stored["5"]
    assert "the image of row 9, which is not in the release" in manifest.skipped[0]["reason"]
    (tmp_path / "two").mkdir()
    for name, first in (("a_free", 10), ("b_search", 20)):
        rows = [{**row(0), "image": in_base64(first)}, {**row(1, question=f"{name}?"), "image": "0"}]
        write_table(tmp_path / "two" / f"{name}.tsv", rows)
    paths = build(tmp_path / "two")[0]["image_path"].tolist()
    assert paths[0] == paths[2] != paths[1] == paths[3]  # rows that refer to others come last


def test_row_numbers_repeated_rows_and_columns(build, tmp_path: Path) -> None:
    stored, manifest = build(release(tmp_path / "twice", [row(5), row(6)], [row(5)]))
    assert (manifest.rows, manifest.skipped) == (2, [])
    assert any("1 rows repeat earlier ones" in warning for warning in manifest.warnings)
    for second in (5, "five", None):
        stored, manifest = build(release(tmp_path / f"{second}", [row(5)], [{**row(8), "index": second}]))
        assert list(stored["index"]) == ["0", "1"]
        assert any("numbered in their order" in warning for warning in manifest.warnings)
    rows = [row(n) for n in range(10, 210)]
    for place, number in ((3, -1), (5, 11)):
        rows[place] = {**rows[place], "index": number, "question": f"{rows[place]['question']} Really?"}
    stored, manifest = build(rows)
    assert stored["index"].tolist()[:8] == ["10", "11", "12", "210", "14", "211", "16", "17"]
    assert any("2 rows have no number of their own" in warning for warning in manifest.warnings)
    warnings = build([row(0), row(1, image=row(0)["image"], answer="C")])[1].warnings
    assert any("1 rows answer a question otherwise than an earlier row" in warning for warning in warnings)
    with pytest.raises(DataError, match="columns answer, image are missing"):
        build([{key: value for key, value in row(0).items() if key not in ("answer", "image")}])
    kept = ("answer_type", "category", "split", "real_image_path", "origin_dataset")
    assert list(build([{k: v for k, v in row(n).items() if k not in kept} for n in range(2)])[0]["category"]) == [
        "",
        "",
    ]
    shown = ["../../../etc/passwd", "/data/raw/1.jpg", "C:\\raw\\1.jpg"]
    stored, _ = build([row(n, real_image_path=path) for n, path in enumerate(shown)])
    assert list(stored["real_image_path"]) == shown, "a path that is only shown is kept"


def test_types_are_spelt_in_several_ways_or_told_by_the_wording(build, tmp_path: Path) -> None:
    kinds = ["Q01", "1", "q1", "Q 1", "Question 1"]
    assert set(build([row(n, question_type=kind) for n, kind in enumerate(kinds)])[0]["question_type"]) == {"Q1"}
    assert set(build([row(0, question_type=1)])[0]["question_type"]) == {"Q1"}
    box = "Each option represents the bounding box of an object."
    questions = {
        "How many salient objects are there in the following image?": "4",
        f"{box} Please rank the saliency of these objects.": "BA",
        "Predict eye fixation points for searching for a cup in the provided image.": json.dumps(PATHS),
        f"{box} Which one is the most salient object?": "A",
    }
    rows = [  # COCO's categories are numbers, too
        {"index": n, "image": in_base64(0), "question": q, "answer": a, "category": "7"}
        for n, (q, a) in enumerate(questions.items())
    ]
    rows[3] |= {"A": "0.1,0.2,0.3,0.4", "B": "0.5,0.6,0.7,0.8"}
    stored, manifest = build(write_table(tmp_path / "x.tsv", rows))
    assert list(stored["question_type"]) == ["Q2", "Q3", "Q12", "Q1"]
    assert stored["labels"][3] == "AB"
    assert any("told from the question's wording" in warning for warning in manifest.warnings)
    with pytest.raises(DataError, match="Q14.* is none of Q1 to Q13"):
        build([row(0, question_type="Q14", category="7")], allow_missing=False)


def test_splits_are_never_mixed(build, tmp_path: Path) -> None:
    for split, rows in {"test": [row(0)], "train": [row(1, split="train"), row(2, split="train")]}.items():
        write_parquet(tmp_path / "r" / "default" / split / "0000.parquet", rows)
    assert build(tmp_path / "r")[1].rows == 1
    assert build(tmp_path / "r", split="train")[1].rows == 2
    write_parquet(tmp_path / "r" / "default" / "test" / "0007.parquet", [row(1)])
    with pytest.raises(DataError, match=r"shards \[1, 2, 3, 4, 5 \.\.\.\] are missing"):
        build(tmp_path / "r")
    write_parquet(tmp_path / "v" / "default" / "validation" / "0000.parquet", [row(0)])
    with pytest.raises(DataError, match="no file of the split test, only of validation"):
        build(tmp_path / "v")
    manifest = build([row(0), row(1, split="train"), row(2, split="")])[1]
    assert manifest.rows == 2
    assert any("1 rows of other splits" in warning for warning in manifest.warnings)
    with pytest.raises(DataError, match="their column split holds .'train': 1."):
        build([row(0, split="train")])
    for values, split, count in (
        (("test_10", "train_90", "train_90"), "test", 1), (("test", "instruct"), "test", 1), (("", ""), "test", 2),
        (("test", "val", "val"), "val", 2), (("test", "val"), "validation", 1), (("whole", "whole"), "test", 2),
        (("part-3", "part-4", "part-4"), "part-4", 2), (("test", "train", ""), "test", 1),
        (("a", "b"), "test", 0), (("train", "train"), "test", 0), (("train", "other"), "test", 0),
    ):  # fmt: skip
        file = write_parquet(tmp_path / "x.parquet", [row(n, split=value) for n, value in enumerate(values)])
        if count:
            assert build(file, split=split)[1].rows == count, values
        else:
            with pytest.raises(DataError, match="no row of the split test; the column split holds .*--split"):
                build(file)


def test_missing_damaged_and_doubled_files_are_errors_that_keep_the_older_set(
    build, tmp_path: Path, monkeypatch
) -> None:
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
    for revision in ("abc", "def"):
        release(tmp_path / "hub" / "snapshots" / revision, [row(0)])
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    cases = [
        (folder, r"shards \[1\] of 3 are missing"), (tmp_path / "empty", "no parquet file"), (None, "--source"),
        (tmp_path / "nowhere", "no such file or folder"), (tmp_path / "hub", "several revisions .abc, def."),
        (tmp_path / "hub" / "snapshots", "several revisions .abc, def."),
    ]  # fmt: skip
    for n, name in enumerate((
        "test-00000-of-00002-1a2b3c4d5e6f7a8b.parquet", "test_00000_of_00002.parquet", "part-00001.parquet",
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
    assert build(tmp_path / "hub" / "snapshots" / "abc")[1].rows == 1
    for name in ("HVSBench_2024.parquet", "HVSBench-20241212.parquet", "2024.parquet", "test-0001.parquet"):
        assert build(write_parquet(tmp_path / name, [row(0)]))[1].rows == 1, "a number in a name is no shard"


def test_a_missing_type_or_many_lost_rows_need_a_word_and_an_inspection_tells_before(build, tmp_path: Path) -> None:
    from dataset_builders.hvsbench.inspect import inspect

    stored, manifest = build(whole(answer="B. 0.27,0.29,0.32,0.89"), allow_missing=False)
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


def people(number: int, *scale: float) -> list:
    points = np.clip(np.random.default_rng(number).normal(0.5, 0.25, (10, 8, 2)), 0, 1) * (scale or 1.0)
    return [{"X": p[:, 0].tolist(), "Y": p[:, 1].tolist(), "T": [200] * 8} for p in points]


def watched(number: int, paths: Any) -> dict:
    return row(number, question_type="Q9", question="Predict eye fixation points", answer=json.dumps(paths))


def test_the_frame_is_decided_for_the_whole_set(build, tmp_path: Path) -> None:
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
    assert "11 scanpaths of single people are left aside: outside of the picture" in manifest.warnings
    assert [len(json.loads(paths)) for paths in stored["scanpaths"]] == [10, 10, 10, 9, *[10] * 36]
    assert "no scanpath is one of the frame relative" in manifest.skipped[0]["reason"]
    # Durations as small as coordinates: a row of three by three numbers does not tell whether it holds columns.
    rows = []
    for n in range(12):
        length = 3 if n == 5 else 8
        paths = people(n, 60, 40)
        rows.append(watched(n, [[p["X"][:length], p["Y"][:length], [20] * length] for p in paths]))
    stored, _ = build(rows, frame="pixels")
    assert json.loads(stored["scanpaths"][5])[0]["X"] == pytest.approx(people(5)[0]["X"][:3], abs=1e-5)
    stored, manifest = build([watched(0, [{**path, "T": [0.25] * 8} for path in people(0)])])
    assert json.loads(stored["scanpaths"][0])[0]["T"] == [250.0] * 8
    assert any("seconds" in warning for warning in manifest.warnings)
