"""The builder on small releases made here, good and broken."""

import base64
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from PIL import Image

from dataset_builders.hvsbench import build as hvsbench
from dataset_builders.hvsbench.build import build as strict_build
from dataset_builders.hvsbench.inspect import inspect
from vlmeval_hvs.errors import DataError, OptionError
from vlmeval_hvs.sets import Manifest, read_set, set_folder

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


def build(set_name: str, source: Path | None, root: Path, **options: Any) -> Manifest:
    """Build from a few rows: most types are missing on purpose."""
    return strict_build(set_name, source, root, **{"allow_missing": True, **options})


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
        assert (set_folder("HVSBench", root) / path).read_bytes() == question["image"]["bytes"]
    assert set(rows["width"]) == {"60"}
    assert manifest.notes["rows_per_type"] == {"Q1": 1, "Q2": 1, "Q3": 1, "Q12": 1}
    assert manifest.notes["scanpath_storage"] == {"json list of dicts": 1}
    assert manifest.notes["scanpath_frame"] == "relative"


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
    assert len(list((set_folder("HVSBench", root) / "images").rglob("*.jpg"))) == 1


def test_images_next_to_the_shards(tmp_path: Path, root: Path) -> None:
    rows = [row(0, image={"bytes": None, "path": "pictures/a.jpg"}), row(1, image={"bytes": None, "path": "gone.jpg"})]
    folder = release(tmp_path / "r", rows)
    (folder / "pictures").mkdir()
    (folder / "pictures" / "a.jpg").write_bytes(jpeg(5))
    manifest = build("HVSBench", folder, root)
    assert manifest.rows == 1
    assert manifest.skipped == [
        {"row": "data/test-00000-of-00001.parquet, row 1", "reason": "image file 'gone.jpg' is not in the release"}
    ]


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
        ({"question_type": "Q14"}, "none of Q1 to Q13"),
        ({"question": " "}, "the question is empty"),
        ({"answer": "D"}, "letters ABC"),
        ({"answer": "AB"}, "not one letter"),
        ({"question_type": "Q2", "answer": "several"}, "not a whole number"),
        ({"question_type": "Q3", "answer": "CA"}, "does not rank all of ABC"),
        ({"question_type": "Q9", "answer": "see the file"}, "not recognised"),
        ({"question_type": "Q9", "answer": "X = [0.1, 0.2] Y = [0.1]"}, "differ in length"),
        ({"question_type": "Q12", "answer": '[{"X": [NaN], "Y": [0.1]}]'}, "not a finite number"),
    ],
)
def test_unusable_rows_are_listed(tmp_path: Path, root: Path, changes: dict, reason: str) -> None:
    manifest = build("HVSBench", release(tmp_path / "r", [row(0), row(1, **changes), row(2)]), root)
    assert manifest.rows == 2
    assert [skipped["row"] for skipped in manifest.skipped] == ["data/test-00000-of-00001.parquet, row 1"]
    assert reason in manifest.skipped[0]["reason"]
    assert any("1 rows were left out" in warning for warning in manifest.warnings)


def test_repeated_rows_are_read_once(tmp_path: Path, root: Path) -> None:
    manifest = build("HVSBench", release(tmp_path / "r", [row(5), row(6)], [row(5)]), root)
    assert manifest.rows == 2
    assert any("1 rows repeat earlier ones" in warning for warning in manifest.warnings)
    assert manifest.skipped == []


@pytest.mark.parametrize("second", [5, "five", None])
def test_row_numbers_that_do_not_tell_rows_apart(tmp_path: Path, root: Path, second: Any) -> None:
    rows = [[row(5)], [{**row(8), "index": second}]]
    manifest = build("HVSBench", release(tmp_path / "r", *rows), root)
    assert list(read_set("HVSBench", root)[0]["index"]) == ["0", "1"]
    assert any("numbered in their order" in warning for warning in manifest.warnings)


def test_missing_columns(tmp_path: Path, root: Path) -> None:
    bad = {key: value for key, value in row(0).items() if key not in ("answer", "image")}
    with pytest.raises(DataError, match="columns answer, image are missing"):
        build("HVSBench", release(tmp_path / "r", [bad]), root)
    assert nothing_left(root)


def test_columns_that_are_only_kept_may_be_absent(tmp_path: Path, root: Path) -> None:
    kept = ("answer_type", "category", "split", "real_image_path", "origin_dataset")
    rows = [{key: value for key, value in row(number).items() if key not in kept} for number in range(2)]
    build("HVSBench", release(tmp_path / "r", rows), root)
    assert list(read_set("HVSBench", root)[0]["category"]) == ["", ""]


@pytest.mark.parametrize("shown", ["../../../etc/passwd", "/data/raw/1.jpg", "C:\\raw\\1.jpg"])
def test_a_path_that_is_only_shown_is_kept(tmp_path: Path, root: Path, shown: str) -> None:
    build("HVSBench", release(tmp_path / "r", [row(0, real_image_path=shown)]), root)
    assert list(read_set("HVSBench", root)[0]["real_image_path"]) == [shown]


@pytest.mark.parametrize("kind", ["Q01", "1", "q1", 1, "Q 1", "Question 1"])
def test_spellings_of_a_type(tmp_path: Path, root: Path, kind: Any) -> None:
    build("HVSBench", release(tmp_path / "r", [row(0, question_type=kind)]), root)
    assert list(read_set("HVSBench", root)[0]["question_type"]) == ["Q1"]


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
        strict_build("HVSBench", release(tmp_path / "bad", [row(1), row(2, answer="?")]), root)
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


# what a release may look like besides


def whole(**changes: Any) -> list[dict[str, Any]]:
    """One row of every type."""
    choices = [row(n, question_type=f"Q{n}", **changes) for n in (1, 4, 5, 6, 7, 8, 10, 11, 13)]
    return [
        *choices,
        row(2, question_type="Q2", answer="3"),
        row(3, question_type="Q3", answer="CAB"),
        *[row(n, question_type=f"Q{n}", answer=json.dumps(PATHS)) for n in (9, 12)],
    ]


def test_a_missing_type_or_many_lost_rows_need_a_word(tmp_path: Path, root: Path) -> None:
    assert strict_build("HVSBench", release(tmp_path / "whole", whole()), root).rows == 13
    some = [one for one in whole() if one["question_type"] not in ("Q6", "Q9")]
    with pytest.raises(DataError, match="no usable row of Q6, Q9.*--allow-missing"):
        strict_build("HVSBench", release(tmp_path / "some", some), root)
    lost = [*whole(), *[row(100 + n, answer="?") for n in range(3)]]
    with pytest.raises(DataError, match="3 of 16 rows cannot be read") as caught:
        strict_build("HVSBench", release(tmp_path / "lost", lost), root)
    assert "3 x data/test-00000-of-00001.parquet, row 100: answer" in str(caught.value)
    assert strict_build("HVSBench", tmp_path / "lost", root, allow_missing=True).rows == 13


def test_answers_with_their_options_lose_nothing(tmp_path: Path, root: Path) -> None:
    rows = whole(answer="B. 0.27,0.29,0.32,0.89")
    assert strict_build("HVSBench", release(tmp_path / "r", rows), root).skipped == []
    stored, _ = read_set("HVSBench", root)
    assert set(stored["truth"]) == {"B", "3", "CAB", ""}


def by_split(folder: Path, **tables: list[dict[str, Any]]) -> Path:
    """The layout of the hub's own converted files."""
    for name, rows in tables.items():
        (folder / "default" / name).mkdir(parents=True)
        pq.write_table(pa.Table.from_pylist(rows), folder / "default" / name / "0000.parquet")
    return folder


def test_train_and_test_are_never_mixed(tmp_path: Path, root: Path) -> None:
    folder = by_split(tmp_path / "r", test=[row(0)], train=[row(1, split="train"), row(2, split="train")])
    assert build("HVSBench", folder, root).rows == 1
    assert build("HVSBench", folder, root, split="train").rows == 2
    with pytest.raises(DataError, match="no file of the split test, only of validation"):
        build("HVSBench", by_split(tmp_path / "v", validation=[row(0)]), root)


def test_the_split_column_counts_where_no_file_tells(tmp_path: Path, root: Path) -> None:
    file = tmp_path / "all.parquet"
    pq.write_table(pa.Table.from_pylist([row(0), row(1, split="train"), row(2, split="test")]), file)
    manifest = build("HVSBench", file, root)
    assert manifest.rows == 2
    assert any("1 rows of other splits" in warning for warning in manifest.warnings)


def test_every_series_of_shards_is_checked(tmp_path: Path, root: Path) -> None:
    folder = release(tmp_path / "r", [row(0)])
    (folder / "data" / "search").mkdir()
    pq.write_table(pa.Table.from_pylist([row(1)]), folder / "data" / "search" / "test-00001-of-00002.parquet")
    with pytest.raises(DataError, match=r"search: shards \[0\] of 2 are missing"):
        build("HVSBench", folder, root)


def test_two_revisions_in_a_hub_cache(tmp_path: Path, root: Path) -> None:
    for revision in ("abc", "def"):
        release(tmp_path / "hub" / "snapshots" / revision, [row(0)])
    with pytest.raises(DataError, match="several revisions .abc, def."):
        build("HVSBench", tmp_path / "hub", root)
    assert build("HVSBench", tmp_path / "hub" / "snapshots" / "abc", root).rows == 1


def write_table(path: Path, rows: list[dict[str, Any]]) -> Path:
    if path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(one) + "\n" for one in rows))
    else:
        pd.DataFrame(rows).to_csv(path, sep="\t" if path.suffix == ".tsv" else ",", index=False)
    return path


@pytest.mark.parametrize(
    "change",
    [
        {"index": float("inf")},
        {"image": {"path": "a\ud800.jpg"}},
        {"image": {"path": "x" * 300}},
        {"image": {"path": "/".join(["x" * 200] * 40)}},
        {"question_type": "Q9", "answer": "[[[1e999, 2, 3]]]"},
        {"question_type": "Q2", "answer": 10**400},
    ],
)
def test_an_odd_row_costs_itself_only(tmp_path: Path, root: Path, change: dict) -> None:
    rows = [row(0), row(1), row(2)]
    for one in rows:
        one["image"] = base64.b64encode(one["image"]["bytes"]).decode()
    rows[1].update(change)
    (tmp_path / "test.jsonl").write_text("\n".join(json.dumps(one) for one in rows))
    manifest = build("HVSBench", tmp_path / "test.jsonl", root)
    assert manifest.rows == 3 - len(manifest.skipped)
    assert {"0", "2"} <= set(read_set("HVSBench", root)[0]["index"])


@pytest.mark.parametrize("name", ["HVSBench.tsv", "rows.csv", "test.jsonl"])
def test_text_tables_with_base64_images(tmp_path: Path, root: Path, name: str) -> None:
    """The host's own format: index, image in base64, question, answer, category, split."""
    rows = [{**row(n), "image": base64.b64encode(jpeg(n)).decode()} for n in range(3)]
    build("HVSBench", write_table(tmp_path / name, rows), root)
    stored, manifest = read_set("HVSBench", root)
    assert [(set_folder("HVSBench", root) / path).read_bytes() for path in stored["image_path"]] == [
        jpeg(n) for n in range(3)
    ]
    assert manifest.notes["image_storage"] == {"base64": 3}


def test_a_type_told_by_the_wording(tmp_path: Path, root: Path) -> None:
    image = base64.b64encode(jpeg(0)).decode()
    questions = {
        "How many salient objects are there in the following image?": "4",
        "Each option represents the bounding box of an object. Please rank the saliency of these objects.": "BA",
        "Predict eye fixation points for searching for a cup in the provided image.": json.dumps(PATHS),
        "Each option represents the bounding box of an object. Which one is the most salient object?": "A",
    }
    rows = [{"index": n, "image": image, "question": q, "answer": a} for n, (q, a) in enumerate(questions.items())]
    rows[3] |= {"A": "0.1,0.2,0.3,0.4", "B": "0.5,0.6,0.7,0.8"}
    manifest = build("HVSBench", write_table(tmp_path / "x.tsv", rows), root)
    stored, _ = read_set("HVSBench", root)
    assert list(stored["question_type"]) == ["Q2", "Q3", "Q12", "Q1"]
    assert stored["labels"][3] == "AB"
    assert any("told from the question's wording" in warning for warning in manifest.warnings)


def test_images_as_paths(tmp_path: Path, root: Path) -> None:
    folder = release(tmp_path / "r", [row(0, image="pictures/a.jpg"), row(1, image="/etc/passwd")])
    (folder / "pictures").mkdir()
    (folder / "pictures" / "a.jpg").write_bytes(jpeg(5))
    manifest = build("HVSBench", folder, root)
    assert (manifest.rows, manifest.notes["image_storage"]) == (1, {"path": 1})
    assert "not a plain path" in manifest.skipped[0]["reason"]


def test_the_frame_is_decided_for_the_whole_set(tmp_path: Path, root: Path) -> None:
    rng = np.random.default_rng(0)

    def paths(scale: tuple[float, float]) -> str:
        points = np.clip(rng.normal(0.5, 0.25, (10, 8, 2)), 0, 1) * scale
        return json.dumps([{"X": p[:, 0].tolist(), "Y": p[:, 1].tolist(), "T": [200] * 8} for p in points])

    rows = [row(n, question_type="Q9", answer=paths((512, 320))) for n in range(9)]
    manifest = build("HVSBench", release(tmp_path / "screen", rows), root)
    assert manifest.notes["scanpath_frame"] == "512x320"
    stored = json.loads(read_set("HVSBench", root)[0]["scanpaths"][0])
    assert stored[0]["X"] == [round(x / 512, 5) for x in json.loads(rows[0]["answer"])[0]["X"]]
    other = build("HVSBench", tmp_path / "screen", root, frame="permille")
    assert other.notes["scanpath_frame"] == "permille"
    with pytest.raises(OptionError, match="--frame inches: must be one of relative"):
        build("HVSBench", tmp_path / "screen", root, frame="inches")


def test_an_inspection_tells_what_a_build_does(tmp_path: Path) -> None:
    folder = release(tmp_path / "r", [*whole(), row(40, answer="?")])
    text = inspect("HVSBench", folder)
    for line in (
        "rows      13 usable, 1 lost, 0 repeated",
        "images    struct with bytes 13",
        "relative is used",
        "Q3        row 3: CAB -> CAB of ABC",
        "lost      1 x data/test-00000-of-00001.parquet, row 40: answer '?'",
        "verdict   cannot be built as it is: 1 of 14 rows cannot be read",
    ):
        assert line in text
    assert "verdict   can be built" in inspect("HVSBench", folder, allow_missing=True)


def split_table(folder: Path, *values: str) -> Path:
    pq.write_table(pa.Table.from_pylist([row(n, split=value) for n, value in enumerate(values)]), folder / "x.parquet")
    return folder / "x.parquet"


@pytest.mark.parametrize(
    ("values", "split", "rows"),
    [
        (("test_10", "train_90", "train_90"), "test", 1),
        (("test", "instruct"), "test", 1),
        (("test", "val", "val"), "val", 2),
        (("test", "val"), "validation", 1),
        (("part-3", "part-4", "part-4"), "part-4", 2),
        (("whole", "whole"), "test", 2),
        (("", ""), "test", 2),
    ],
)
def test_values_of_the_split_column(tmp_path: Path, root: Path, values: tuple, split: str, rows: int) -> None:
    assert build("HVSBench", split_table(tmp_path, *values), root, split=split).rows == rows


@pytest.mark.parametrize("values", [("a", "b"), ("train", "train"), ("train", "other")])
def test_a_split_column_that_does_not_tell_is_an_error(tmp_path: Path, root: Path, values: tuple) -> None:
    with pytest.raises(DataError, match=r"no row of the split test; the column split holds .*--split"):
        build("HVSBench", split_table(tmp_path, *values), root)


def test_rows_that_share_an_image_as_the_host_stores_them(tmp_path: Path, root: Path) -> None:
    image = base64.b64encode(jpeg(3)).decode()
    rows = [{**row(0), "image": "1"}, {**row(1), "image": image}, {**row(2), "image": "1"}, {**row(3), "image": "9"}]
    manifest = build("HVSBench", write_table(tmp_path / "x.tsv", rows), root)
    stored, _ = read_set("HVSBench", root)
    assert sorted(stored["index"]) == ["0", "1", "2"]
    assert stored["image_path"].nunique() == 1
    assert "the image of row 9, which is not in the release" in manifest.skipped[0]["reason"]


def test_lines_that_are_no_rows_cost_themselves_only(tmp_path: Path, root: Path) -> None:
    good = [json.dumps({**row(n), "image": base64.b64encode(jpeg(n)).decode()}) for n in range(3)]
    lines = ['{"index": 7, "question": "?"}', good[0], good[1][:40], "null", good[2]]
    (tmp_path / "test.jsonl").write_text("\n".join(lines) + "\n")
    manifest = build("HVSBench", tmp_path / "test.jsonl", root)
    assert manifest.rows == 2
    reasons = [skipped["reason"] for skipped in manifest.skipped]
    assert any(reason.startswith("test.jsonl, line 3: no JSON") for reason in reasons)
    assert "test.jsonl, line 4: no JSON object" in reasons


def test_a_byte_that_is_no_text_costs_no_row(tmp_path: Path, root: Path) -> None:
    path = write_table(tmp_path / "x.tsv", [{**row(0), "image": base64.b64encode(jpeg(0)).decode()}])
    path.write_bytes(path.read_bytes().replace(b"SIFR/0.jpg", b"SIFR/\xff.jpg"))
    assert build("HVSBench", path, root).rows == 1


@pytest.mark.parametrize(
    "name", ["HVSBench_2024.parquet", "HVSBench-20241212.parquet", "2024.parquet", "test-0001.parquet"]
)
def test_a_number_in_a_name_is_no_shard(tmp_path: Path, root: Path, name: str) -> None:
    pq.write_table(pa.Table.from_pylist([row(0)]), tmp_path / name)
    assert build("HVSBench", tmp_path / name, root).rows == 1


def test_a_gap_in_the_hubs_own_numbering(tmp_path: Path, root: Path) -> None:
    folder = by_split(tmp_path / "r", test=[row(0)])
    pq.write_table(pa.Table.from_pylist([row(1)]), folder / "default" / "test" / "0007.parquet")
    with pytest.raises(DataError, match=r"shards \[1, 2, 3, 4, 5 \.\.\.\] are missing"):
        build("HVSBench", folder, root)


def test_the_same_damage_has_the_same_words(tmp_path: Path, root: Path) -> None:
    folder = release(tmp_path / "r", [row(0), row(1, image={"bytes": b"no image", "path": "a.jpg"})])
    first = build("HVSBench", folder, root)
    assert build("HVSBench", folder, root).skipped == first.skipped
    assert "0x" not in first.skipped[0]["reason"]
