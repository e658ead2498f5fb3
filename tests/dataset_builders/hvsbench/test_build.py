"""The builder on small releases made here, good and broken."""

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from PIL import Image

from dataset_builders.hvsbench import build as hvsbench
from dataset_builders.hvsbench.build import build
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import read_set

QUESTION = "Which one is the most salient object? Please choose one answer from A, B, C without bracket or explanation."
PATHS = [{"X": [0.5, 0.25, 0.75], "Y": [0.5, 0.1, 0.9], "T": [200, 150, 320]}] * 10


def jpeg(number: int) -> bytes:
    buffer = io.BytesIO()
    pixels = np.random.default_rng(number).integers(0, 255, (40, 60, 3), dtype=np.uint8)
    Image.fromarray(pixels).save(buffer, "JPEG")
    return buffer.getvalue()


def row(index: int, **changes: Any) -> dict[str, Any]:
    return {
        "index": index,
        "image": {"bytes": jpeg(index), "path": f"{index}.jpg"},
        "question": QUESTION,
        "question_type": "Q1",
        "answer": "B",
        "answer_type": "choice",
        "category": "Prominence",
        "split": "test",
        "real_image_path": f"SIFR/{index}.jpg",
        "origin_dataset": "SIFR",
        **changes,
    }


def release(folder: Path, *shards: list[dict[str, Any]]) -> Path:
    (folder / "data").mkdir(parents=True)
    for number, rows in enumerate(shards):
        name = f"test-{number:05d}-of-{len(shards):05d}.parquet"
        pq.write_table(pa.Table.from_pylist(rows), folder / "data" / name, row_group_size=2)
    return folder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "sets"


def nothing_left(root: Path) -> bool:
    return not root.exists() or not list(root.iterdir())


def test_rows_images_and_manifest(tmp_path: Path, root: Path) -> None:
    questions = [
        row(3),
        row(4, question_type="Q2", question="How many\tsalient\nobjects?", answer="5"),
        row(7, question_type="Q3", answer="CAB"),
        row(9, question_type="Q12", question='Predict "eye" fixation points', answer=json.dumps(PATHS)),
    ]
    manifest = build("HVSBench", release(tmp_path / "r", questions[:2], questions[2:]), root)
    rows, stored = read_set("HVSBench", root)
    assert manifest.rows == stored.rows == 4
    assert list(rows["index"]) == ["3", "4", "7", "9"]
    assert list(rows["question"]) == [q["question"] for q in questions]
    assert list(rows["answer"]) == [q["answer"] for q in questions]
    assert list(rows["truth"]) == ["B", "5", "CAB", ""]
    assert list(rows["labels"]) == ["ABC", "", "ABC", ""]
    assert list(rows["field"]) == ["Prominence", "Subitizing", "Prioritizing", "Searching"]
    assert json.loads(rows["scanpaths"][3]) == PATHS
    for path, question in zip(rows["image_path"], questions, strict=True):
        assert (root / "HVSBench" / path).read_bytes() == question["image"]["bytes"]
    assert set(rows["width"]) == {"60"}
    assert manifest.notes["rows_per_type"] == {"Q1": 1, "Q2": 1, "Q3": 1, "Q12": 1}
    assert manifest.notes["scanpath_storage"] == {"json list of dicts, relative": 1}


def test_counts_unlike_the_published_ones_are_warned_about(tmp_path: Path, root: Path) -> None:
    manifest = build("HVSBench", release(tmp_path / "r", [row(0)]), root)
    assert "Q1: 1 rows, the published tables rest on 819" in manifest.warnings
    assert "Q9+Q12: 0 rows, the published tables rest on 1083" in manifest.warnings


def test_an_answer_may_be_the_text_of_an_option(tmp_path: Path, root: Path) -> None:
    question = "Choose one answer from A, B.\n[A] 0.10,0.20,0.30,0.40\n[B] the dog"
    build("HVSBench", release(tmp_path / "r", [row(0, question=question, answer="The dog")]), root)
    assert read_set("HVSBench", root)[0]["truth"][0] == "B"


def test_fewer_people_than_in_the_paper_are_warned_about(tmp_path: Path, root: Path) -> None:
    rows = [row(n, question_type="Q9", answer=json.dumps(PATHS[: n + 9])) for n in range(2)]
    manifest = build("HVSBench", release(tmp_path / "r", rows), root)
    assert "scanpaths per row: {9: 1, 10: 1}; the paper compares with 10 people" in manifest.warnings


def test_known_counts_are_no_warning(tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hvsbench, "EXPECTED", {"Q1": 2})
    monkeypatch.setattr(hvsbench, "EXPECTED_SCANPATHS", 0)
    assert build("HVSBench", release(tmp_path / "r", [row(0), row(1)]), root).warnings == []


def test_the_same_image_is_stored_once(tmp_path: Path, root: Path) -> None:
    image = {"bytes": jpeg(0), "path": "x.jpg"}
    build("HVSBench", release(tmp_path / "r", [row(0, image=image), row(1, image=image)]), root)
    assert len(list((root / "HVSBench" / "images").rglob("*.jpg"))) == 1


def test_images_next_to_the_shards(tmp_path: Path, root: Path) -> None:
    rows = [row(0, image={"bytes": None, "path": "pictures/a.jpg"}), row(1, image={"bytes": None, "path": "gone.jpg"})]
    folder = release(tmp_path / "r", rows)
    (folder / "pictures").mkdir()
    (folder / "pictures" / "a.jpg").write_bytes(jpeg(5))
    manifest = build("HVSBench", folder, root)
    assert manifest.rows == 1
    assert manifest.skipped == [{"row": "1", "reason": "image file gone.jpg is not in the release"}]


def test_an_archive_is_read_too(tmp_path: Path, root: Path) -> None:
    import shutil

    folder = release(tmp_path / "r", [row(0)])
    archive = shutil.make_archive(str(tmp_path / "release"), "zip", folder)
    assert build("HVSBench", Path(archive), root).rows == 1


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"image": {"bytes": b"\xff\xd8\xff no image", "path": "a.jpg"}}, "does not decode"),
        ({"image": {"bytes": jpeg(1)[:400], "path": "a.jpg"}}, "does not decode"),
        ({"image": {"bytes": None, "path": None}}, "has no image"),
        ({"image": {"bytes": None, "path": "../../secret.jpg"}}, "not a plain path"),
        ({"image": {"bytes": None, "path": "/etc/passwd"}}, "not a plain path"),
        ({"real_image_path": "../../../etc/passwd"}, "not a plain path"),
        ({"real_image_path": "/etc/passwd"}, "not a plain path"),
        ({"question_type": "Q14"}, "none of Q1 to Q13"),
        ({"answer": "D"}, "letters ABC"),
        ({"answer": "AB"}, "not one letter"),
        ({"question_type": "Q2", "answer": "several"}, "not a whole number"),
    ],
)
def test_unusable_rows_are_listed(tmp_path: Path, root: Path, changes: dict, reason: str) -> None:
    manifest = build("HVSBench", release(tmp_path / "r", [row(0), row(1, **changes), row(2)]), root)
    assert manifest.rows == 2
    assert [skipped["row"] for skipped in manifest.skipped] == ["1"]
    assert reason in manifest.skipped[0]["reason"]
    assert any("1 rows were left out" in warning for warning in manifest.warnings)


@pytest.mark.parametrize("answer", ["see the file", "X = [0.1, 0.2] Y = [0.1]", '{"X": [9000], "Y": [1]}'])
def test_unknown_scanpath_storage_names_the_row(tmp_path: Path, root: Path, answer: str) -> None:
    folder = release(tmp_path / "r", [row(0), row(41, question_type="Q9", answer=answer)])
    with pytest.raises(DataError, match=r"test-00000-of-00001.parquet, row 41: "):
        build("HVSBench", folder, root)
    assert nothing_left(root)


def test_duplicate_index(tmp_path: Path, root: Path) -> None:
    with pytest.raises(DataError, match="index 5 occurs twice"):
        build("HVSBench", release(tmp_path / "r", [row(5)], [row(5)]), root)
    assert nothing_left(root)


def test_missing_columns(tmp_path: Path, root: Path) -> None:
    bad = {key: value for key, value in row(0).items() if key not in ("answer", "split")}
    with pytest.raises(DataError, match="columns answer, split are missing"):
        build("HVSBench", release(tmp_path / "r", [bad]), root)
    assert nothing_left(root)


def test_index_that_is_no_number(tmp_path: Path, root: Path) -> None:
    with pytest.raises(DataError, match="row index 'one'"):
        build("HVSBench", release(tmp_path / "r", [{**row(0), "index": "one"}]), root)


@pytest.mark.parametrize("damage", ["truncated", "noise", "empty"])
def test_damaged_shard(tmp_path: Path, root: Path, damage: str) -> None:
    folder = release(tmp_path / "r", [row(i) for i in range(6)], [row(i) for i in range(6, 12)])
    shard = folder / "data" / "test-00001-of-00002.parquet"
    data = bytearray(shard.read_bytes())
    if damage == "noise":
        data[200:2000] = b"\x93" * 1800
    shard.write_bytes({"truncated": bytes(data[:-40]), "noise": bytes(data), "empty": b""}[damage])
    with pytest.raises(DataError, match="test-00001-of-00002.parquet"):
        build("HVSBench", folder, root)
    assert nothing_left(root)


def test_a_failed_build_keeps_the_older_set(tmp_path: Path, root: Path) -> None:
    build("HVSBench", release(tmp_path / "good", [row(0)]), root)
    with pytest.raises(DataError):
        build("HVSBench", release(tmp_path / "bad", [row(1), row(1)]), root)
    assert list(read_set("HVSBench", root)[0]["index"]) == ["0"]
    assert [path.name for path in root.iterdir()] == ["HVSBench"]


def test_missing_shards_and_nothing_at_all(tmp_path: Path, root: Path) -> None:
    folder = release(tmp_path / "r", [row(0)], [row(1)], [row(2)])
    (folder / "data" / "test-00001-of-00003.parquet").unlink()
    with pytest.raises(DataError, match=r"shards \[1\] of 3 are missing"):
        build("HVSBench", folder, root)
    (tmp_path / "empty").mkdir()
    with pytest.raises(DataError, match="no parquet file"):
        build("HVSBench", tmp_path / "empty", root)
    with pytest.raises(DataError, match="no such file or folder"):
        build("HVSBench", tmp_path / "nowhere", root)
    assert nothing_left(root)


def test_no_network_is_explained(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(DataError, match="--source"):
        build("HVSBench", None, root)
    assert nothing_left(root)


def test_only_a_part_is_read_at_a_time(tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No more rows than a batch are asked from the reader at once."""
    asked: list[int] = []
    whole = pq.ParquetFile.iter_batches

    def watched(self: Any, batch_size: int, **options: Any) -> Any:
        asked.append(batch_size)
        return whole(self, batch_size, **options)

    monkeypatch.setattr(pq.ParquetFile, "iter_batches", watched)
    build("HVSBench", release(tmp_path / "r", [row(i) for i in range(40)]), root)
    assert asked == [16]
