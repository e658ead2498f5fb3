"""Rows of text tables, images beside them, types, and splits of small releases made here."""

import json

import pytest

from tests.dataset_builders.hvsbench.released import PATHS, in_base64, jpeg, release, row, write_parquet, write_table
from vlmeval_hvs.errors import DataError


def test_odd_rows_and_lines_of_text_tables_cost_themselves_only(build, tmp_path):
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
        folder = manifest.folder
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


def test_images_beside_the_tables_in_other_rows_and_of_other_tables(build, tmp_path):
    rows = [row(0, image={"bytes": None, "path": "pictures/a.jpg"}), row(1)]
    folder = release(tmp_path / "struct", rows)
    paths = release(tmp_path / "path", [row(0, image="pictures/a.jpg"), row(1, image="/etc/passwd")])
    for source, storage in ((folder, {"struct with path": 1, "struct with bytes": 1}), (paths, {"path": 1})):
        (source / "pictures").mkdir()
        (source / "pictures" / "a.jpg").write_bytes(jpeg(5))
        stored, manifest = build(source)
        assert manifest.notes["image_storage"] == storage
        assert (manifest.folder / stored["image_path"][0]).read_bytes() == jpeg(5)
    assert "not a plain path" in manifest.skipped[0]["reason"]
    shared = [{**row(0), "image": "1"}, {**row(1), "image": in_base64(3)}, {**row(2), "image": "1.0"}]
    shared += [{**row(3), "image": "9"}, {**row(4), "image": in_base64(4)}]
    stored, manifest = build(write_table(tmp_path / "x.tsv", shared))
    stored = stored.set_index("index")["image_path"]
    assert stored["0"] == stored["1"] == stored["2"] != stored["4"]
    assert "the image of row 9, which is not in the release" in manifest.skipped[0]["reason"]
    (tmp_path / "two").mkdir()
    for name, first in (("a_free", 10), ("b_search", 20)):
        rows = [{**row(0), "image": in_base64(first)}, {**row(1, question=f"{name}?"), "image": "0"}]
        write_table(tmp_path / "two" / f"{name}.tsv", rows)
    paths = build(tmp_path / "two")[0]["image_path"].tolist()
    assert paths[0] == paths[2] != paths[1] == paths[3]  # rows that refer to others come last


def test_types_are_spelt_in_several_ways_or_told_by_the_wording(build, tmp_path):
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


def test_splits_are_never_mixed(build, tmp_path):
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
        (("test_10", "train_90", "train_90"), "test", 1), (("", ""), "test", 2), (("test", "val", "val"), "val", 2),
        (("test", "val"), "validation", 1), (("whole", "whole"), "test", 2), (("test", "train", ""), "test", 1),
        (("part-3", "part-4", "part-4"), "part-4", 2), (("a", "b"), "test", 0), (("train", "other"), "test", 0),
    ):  # fmt: skip
        file = write_parquet(tmp_path / "x.parquet", [row(n, split=value) for n, value in enumerate(values)])
        if count:
            assert build(file, split=split)[1].rows == count, values
        else:
            with pytest.raises(DataError, match="no row of the split test; the column split holds .*--split"):
                build(file)
