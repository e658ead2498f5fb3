"""Rows of text tables, images in several forms, and splits of small releases made here."""

import json

import pytest

from tests.dataset_builders.hvsbench.released import in_base64, jpeg, release, row, write_parquet, write_table
from vlmeval_hvs.errors import DataError


def test_odd_rows_of_text_tables_cost_themselves_only(build, tmp_path):
    changes = [
        {"image": {"path": "a\ud800.jpg"}}, {"image": {"path": "x" * 300}}, {"image": ["a.jpg"]},
        {"image": {"path": "/".join(["x" * 200] * 40)}}, {"question_type": "Q9", "answer": '{"X": [1e999], "Y": [2]}'},
        {"question_type": "Q2", "answer": 10**400},
    ]  # fmt: skip
    rows = [{**row(n), "image": in_base64(n)} for n in range(3)]
    odd = [{**row(10 + n), "image": in_base64(n), **change} for n, change in enumerate(changes)]
    stored, manifest = build(write_table(tmp_path / "odd.jsonl", [rows[0], *odd, rows[2]]))
    assert (stored["index"].tolist(), len(manifest.skipped)) == (["0", "2"], len(changes))
    for name in ("HVSBench.tsv", "rows.csv", "test.jsonl"):  # image in base64, as the host stores it
        stored, manifest = build(write_table(tmp_path / name, rows))
        assert [(manifest.folder / path).read_bytes() for path in stored["image_path"]] == [jpeg(n) for n in range(3)]
        assert manifest.notes["image_storage"] == {"base64": 3}
    path = write_table(tmp_path / "x.tsv", rows)
    path.write_bytes(path.read_bytes().replace(b"SIFR/0.jpg", b"SIFR/\xff.jpg"))
    assert build(path)[1].rows == 3, "a byte that is no text costs no row"
    path.write_bytes(path.read_bytes().replace(b"\tWhich", b'\t"Which', 1))
    with pytest.raises(DataError, match=r"x\.tsv: damaged file \(after row 0: "):  # an unclosed quotation mark
        build(path)
    for damage in ("{", "null", "[" * 100_000):
        (tmp_path / "test.jsonl").write_text(f"{json.dumps(rows[0])}\n\n{damage}\n")
        with pytest.raises(DataError, match=r"test\.jsonl: damaged file \(after row 1: "):
            build(tmp_path / "test.jsonl")


def test_images_next_to_the_tables(build, tmp_path):
    rows = [row(0, image={"bytes": None, "path": "pictures/a.jpg"}), row(1)]
    structs = release(tmp_path / "struct", rows)
    paths = release(tmp_path / "path", [row(0, image="pictures/a.jpg"), row(1, image="/etc/passwd")])
    named = {key: value for key, value in row(0, image_path="../pictures/a.jpg").items() if key != "image"}
    named = [{**named, "image_path": "a.jpg"}, {**named, "index": 1, "image_path": "../pictures/a.jpg"}]
    beside = write_table(tmp_path / "beside.tsv", named)
    (tmp_path / "a.jpg").write_bytes(jpeg(5))
    for source, storage in ((structs, {"struct with path": 1, "struct with bytes": 1}), (paths, {"path": 1})):
        (source / "pictures").mkdir()
        (source / "pictures" / "a.jpg").write_bytes(jpeg(5))
        stored, manifest = build(source)
        assert manifest.notes["image_storage"] == storage
        assert (manifest.folder / stored["image_path"][0]).read_bytes() == jpeg(5)
    assert "not a plain path" in manifest.skipped[0]["reason"]
    manifest = build(beside)[1]
    assert (manifest.notes["image_storage"], len(manifest.skipped)) == ({"path": 1}, 1)


def test_splits_are_never_mixed(build, tmp_path):
    for split, rows in {"test": [row(0)], "train": [row(1, split="train"), row(2, split="train")]}.items():
        write_parquet(tmp_path / "r" / "default" / split / "0000.parquet", rows)
    assert build(tmp_path / "r")[1].rows == 1
    assert build(tmp_path / "r", split="train")[1].rows == 2
    write_parquet(tmp_path / "r" / "default" / "test" / "0007.parquet", [row(1)])
    with pytest.raises(DataError, match=r"shards \[1, 2, 3, 4, 5 \.\.\.\] are missing"):
        build(tmp_path / "r")
    write_parquet(tmp_path / "v" / "default" / "validation" / "0000.parquet", [row(0)])
    with pytest.raises(DataError, match="no file of the split test, only of validation; give --split"):
        build(tmp_path / "v")
    (tmp_path / "named").mkdir()
    for name, number in {"HVSBench_test": 1, "HVSBench_train": 2}.items():
        write_table(
            tmp_path / "named" / f"{name}.tsv", [{**row(n, split=""), "image": in_base64(n)} for n in range(number)]
        )
    assert [build(tmp_path / "named", split=split)[1].rows for split in ("test", "train")] == [1, 2]
    manifest = build([row(0), row(1, split="train"), row(2, split=""), row(3, split="whole")])[1]
    assert manifest.rows == 3
    assert any("1 rows of other splits" in warning for warning in manifest.warnings)
    file = write_parquet(
        tmp_path / "x.parquet", [row(n, split=f"{split}") for n, split in enumerate(["train", "test"])]
    )
    assert [build(file, split=split)[0]["index"].tolist() for split in ("test", "train")] == [["1"], ["0"]]
    with pytest.raises(
        DataError, match="no row of the split validation; the column split holds .'train': 1, 'test': 1."
    ):
        build(file, split="validation")
