"""Releases that would ruin a set without a word: each is refused, mended or told of."""

import base64
import json
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from dataset_builders.hvsbench.answers import read_count, read_letters, read_scanpaths
from dataset_builders.hvsbench.build import build as strict_build
from dataset_builders.hvsbench.inspect import inspect
from tests.dataset_builders.hvsbench.test_build import jpeg, release, row, whole, write_table
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import read_set

OPTIONS = {"A": "the most salient", "B": "the second most salient", "C": "the third most salient"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "sets"


def build(source: Path, root: Path, **options):
    return strict_build("HVSBench", source, root, **{"allow_missing": True, **options})


def in_base64(number: int) -> str:
    return base64.b64encode(jpeg(number)).decode()


def people(number: int, scale: float = 1.0) -> list:
    points = np.clip(np.random.default_rng(number).normal(0.5, 0.22, (10, 8, 2)), 0, 1) * scale
    return [{"X": p[:, 0].tolist(), "Y": p[:, 1].tolist(), "T": [200] * 8} for p in points]


def watched(number: int, paths: list) -> dict:
    return row(number, question_type="Q9", question="Predict eye fixation points", answer=json.dumps(paths))


def test_numbers_of_objects_are_no_question_types(tmp_path: Path, root: Path) -> None:
    """COCO's categories are numbers, too: without a type column the question's own words tell it."""
    rows = [{**row(n, category="7", question="How many salient objects are there?", answer="2")} for n in range(3)]
    for one in rows:
        del one["question_type"]
    build(release(tmp_path / "r", rows), root)
    assert set(read_set("HVSBench", root)[0]["question_type"]) == {"Q2"}
    named = [{**row(0, question_type="Q14", category="7")}]
    with pytest.raises(DataError, match="Q14.* is none of Q1 to Q13"):
        strict_build("HVSBench", release(tmp_path / "s", named), root)


def test_rows_of_another_split_in_a_file_of_this_one(tmp_path: Path, root: Path) -> None:
    rows = [row(0), row(1, split="train"), row(2, split="")]
    manifest = build(release(tmp_path / "r", rows), root)
    assert manifest.rows == 2
    assert any("1 rows of other splits" in warning for warning in manifest.warnings)
    with pytest.raises(DataError, match="their column split holds .'train': 1."):
        build(release(tmp_path / "s", [row(0, split="train")]), root)


def test_rows_without_a_split_are_lost_where_others_have_one(tmp_path: Path, root: Path) -> None:
    pq.write_table(pa.Table.from_pylist([row(0), row(1, split="train"), row(2, split="")]), tmp_path / "x.parquet")
    assert "the column split is empty" in build(tmp_path / "x.parquet", root).skipped[0]["reason"]


def test_one_bad_number_does_not_renumber_the_set(tmp_path: Path, root: Path) -> None:
    rows = [row(n) for n in range(10, 210)]
    for place, number in ((3, -1), (5, 11)):
        rows[place] = {**rows[place], "index": number, "question": f"{rows[place]['question']} Really?"}
    manifest = build(release(tmp_path / "r", rows), root)
    assert read_set("HVSBench", root)[0]["index"].tolist()[:8] == ["10", "11", "12", "210", "14", "211", "16", "17"]
    assert any("2 rows have no number of their own" in warning for warning in manifest.warnings)


def test_every_table_has_image_numbers_of_its_own(tmp_path: Path, root: Path) -> None:
    (tmp_path / "r").mkdir()
    for name, first in (("a_free", 10), ("b_search", 20)):
        rows = [{**row(0), "image": in_base64(first)}, {**row(1, question=f"{name}?"), "image": "0"}]
        write_table(tmp_path / "r" / f"{name}.tsv", rows)
    build(tmp_path / "r", root)
    paths = read_set("HVSBench", root)[0]["image_path"].tolist()
    assert paths[0] == paths[2] != paths[1] == paths[3]  # rows that refer to others come last


def test_an_image_may_stand_in_a_row_of_another_split(tmp_path: Path, root: Path) -> None:
    rows = [{**row(0, split="train"), "image": in_base64(1)}, {**row(1), "image": "0.0"}]
    assert build(write_table(tmp_path / "x.tsv", rows), root).rows == 1


@pytest.mark.parametrize(
    "name",
    [
        "test-00000-of-00002-1a2b3c4d5e6f7a8b.parquet",
        "test_00000_of_00002.parquet",
        "part-00001.parquet",
        "default/test/0001.parquet",
    ],
)
def test_a_missing_shard_is_told_however_shards_are_named(tmp_path: Path, root: Path, name: str) -> None:
    (tmp_path / "r" / name).parent.mkdir(parents=True)
    pq.write_table(pa.Table.from_pylist([row(0)]), tmp_path / "r" / name)
    with pytest.raises(DataError, match=r"shards \[[01]\].* are missing"):
        build(tmp_path / "r", root)


def test_two_revisions_below_the_folder_of_revisions(tmp_path: Path, root: Path) -> None:
    for revision in ("abc", "def"):
        release(tmp_path / "snapshots" / revision, [row(0)])
    with pytest.raises(DataError, match="several revisions .abc, def."):
        build(tmp_path / "snapshots", root)


def test_a_stray_quotation_mark_loses_rows_aloud(tmp_path: Path, root: Path) -> None:
    names = ["index", "image", "question", "question_type", "answer"]
    lines = ["\t".join(names)]
    for number in range(6):
        mark = '"' if number in (2, 4) else ""
        lines.append("\t".join([str(number), in_base64(number), f"{mark}Choose one answer from A, B.", "Q1", "A"]))
    (tmp_path / "x.tsv").write_text("\n".join(lines) + "\n")
    manifest = build(tmp_path / "x.tsv", root)
    assert manifest.rows + len(manifest.skipped) == 6
    assert "a quotation mark without its other half" in manifest.skipped[0]["reason"]


def test_an_answer_given_otherwise_before_is_told(tmp_path: Path, root: Path) -> None:
    rows = [row(0), row(1, image=row(0)["image"], answer="C")]
    warnings = build(release(tmp_path / "r", rows), root).warnings
    assert any("1 rows answer a question otherwise than an earlier row" in warning for warning in warnings)


@pytest.mark.parametrize(
    "answer",
    [
        "B, because most people look at it first",
        "B\nit is the most prominent object.",
        "[B] because it is large",
        "**B** since it has the most salient colour",
        "B. the second most salient",
        "(B) - A is smaller",
    ],
)
def test_the_leading_letter_is_the_answer(answer: str) -> None:
    assert read_letters(answer, "ABC", OPTIONS) == "B"


def test_two_leading_letters_are_none() -> None:
    with pytest.raises(DataError, match="names several letters"):
        read_letters("B, C because both stand out", "ABC", OPTIONS)


def test_an_order_with_its_options_is_read_in_every_order() -> None:
    for answer in ("A. dog / B. cat / C. car", "C. car / A. dog / B. cat"):
        assert read_letters(answer, "ABC", {"A": "dog", "B": "cat", "C": "car"}, True) == "".join(
            letter for letter in answer if letter in "ABC"
        )


@pytest.mark.parametrize("answer", ["1e3", "1_0", "2.5", "-1"])
def test_odd_numbers_are_no_counts(answer: str) -> None:
    with pytest.raises(DataError, match="is not a whole number"):
        read_count(answer)
    assert read_count("4.0") == "4"


def test_padding_is_cut_off() -> None:
    found = read_scanpaths('{"X": [0.5, 0.2, -1, -1], "Y": [0.5, 0.3, -1, -1], "T": [200, 150, -1, -1]}')
    assert found.paths == [{"X": [0.5, 0.2], "Y": [0.5, 0.3], "T": [200.0, 150.0]}]
    assert found.notation == "json dict, filled up with -1"


def test_a_person_in_another_frame_is_left_aside(tmp_path: Path, root: Path) -> None:
    rows = [watched(n, people(n)) for n in range(40)]
    rows[3]["answer"] = json.dumps([*people(3)[:9], people(50, 100.0)[0]])
    rows.append(watched(60, people(60, 100.0)))
    manifest = build(release(tmp_path / "r", rows), root)
    assert manifest.notes["scanpath_frame"] == "relative"
    assert "11 scanpaths of single people are left aside: outside of the picture" in manifest.warnings
    assert [len(json.loads(paths)) for paths in read_set("HVSBench", root)[0]["scanpaths"]] == [
        10,
        10,
        10,
        9,
        *[10] * 36,
    ]
    assert "no scanpath is one of the frame relative" in manifest.skipped[0]["reason"]


def test_a_row_of_three_fixations_is_stored_as_the_others_are(tmp_path: Path, root: Path) -> None:
    def columns(paths: list, length: int) -> str:
        return json.dumps(
            [[[v * 60 for v in p["X"][:length]], [v * 40 for v in p["Y"][:length]], p["T"][:length]] for p in paths]
        )

    rows = [watched(n, []) | {"answer": columns(people(n), 3 if n == 5 else 8)} for n in range(12)]
    for one in rows:  # durations as small as coordinates: a row of three by three numbers does not tell
        one["answer"] = one["answer"].replace("200", "20")
    build(release(tmp_path / "r", rows), root, frame="pixels")
    stored = json.loads(read_set("HVSBench", root)[0]["scanpaths"][5])[0]
    assert stored["X"] == pytest.approx(people(5)[0]["X"][:3], abs=1e-5)


def test_seconds_become_milliseconds(tmp_path: Path, root: Path) -> None:
    paths = [{**path, "T": [0.25] * 8} for path in people(0)]
    manifest = build(release(tmp_path / "r", [watched(0, paths)]), root)
    assert json.loads(read_set("HVSBench", root)[0]["scanpaths"][0])[0]["T"] == [250.0] * 8
    assert any("seconds" in warning for warning in manifest.warnings)


def test_a_named_frame_that_does_not_fit_is_told(tmp_path: Path, root: Path) -> None:
    rows = [watched(n, people(n, 100.0)) for n in range(4)]
    warnings = build(release(tmp_path / "r", rows), root, frame="permille").warnings
    assert any("the frame permille does not fit the scanpaths" in warning for warning in warnings)


def test_an_inspection_decodes_images_and_decides_the_frame(tmp_path: Path) -> None:
    cut = {"bytes": jpeg(1)[:900], "path": "a.jpg"}
    text = inspect("HVSBench", release(tmp_path / "r", [*whole(), row(60, image=cut)]))
    assert "verdict   cannot be built as it is: 1 of 14 rows cannot be read" in text
    odd = [{**one, "answer": json.dumps(people(3, 9000.0))} if one["question_type"] == "Q9" else one for one in whole()]
    text = inspect("HVSBench", release(tmp_path / "s", odd))
    assert "verdict   cannot be built as it is: the scanpaths' coordinates fit no known" in text
    assert max(map(len, text.replace(str(tmp_path), "").splitlines())) <= 80


def test_an_inspection_shows_where_scanpaths_come_to_lie(tmp_path: Path) -> None:
    text = inspect("HVSBench", release(tmp_path / "r", whole()))
    assert "10 scanpaths; the first: (0.50, 0.50) (0.25, 0.10) (0.75, 0.90), 3" in " ".join(text.split())
