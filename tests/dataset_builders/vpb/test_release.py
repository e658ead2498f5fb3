"""VP-Bench Stage 1 from its release, in its forms and damaged."""

import base64
import io

import pandas as pd
import pytest
from PIL import Image

from dataset_builders.vpb.build import build
from dataset_builders.vpb.words import as_list
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import read_set


def picture(color=(200, 30, 30), size=(60, 40), kind="PNG") -> str:
    buffer = io.BytesIO()
    Image.new("RGB", size, color).save(buffer, format=kind)
    return base64.b64encode(buffer.getvalue()).decode()


ROWS = [
    {"question": "Is there any red bounding box in the image?", "A": "Yes", "B": "No", "answer": "A",
     "vp_amount": 1, "vp_shape": "bbox", "vp_properties": "red, none, thin"},
    {"question": "How many blue tags can be counted?", "A": "1", "B": "2", "C": "3", "D": "4", "answer": "c",
     "vp_amount": "3", "vp_shape": ["tag"], "vp_properties": ["digit", "blue", "round", "small"]},
    {"question": "Where is the green oval located in the image?", "A": "It is in the top-left.", "B": "bottom-left",
     "C": "top-right", "D": "bottom-right", "answer": "D", "vp_amount": 1, "vp_shape": "['oval']",
     "vp_properties": "['green', 'thick']"},
    {"question": "What is the black point referring to?", "A": "cat", "B": "dog", "C": "None of the above.", "D": "",
     "answer": "C", "vp_amount": None, "vp_shape": "point", "vp_properties": None},
    {"question": "Tell me.", "A": "cat", "B": "dog", "answer": "B", "vp_amount": 1, "vp_shape": "star",
     "vp_properties": "pink"},
]  # fmt: skip


def frame(rows=ROWS) -> pd.DataFrame:
    table = pd.DataFrame(rows)
    table.insert(0, "index", range(1, len(table) + 1))
    table["context"] = "A mark is a mark."
    table["image"] = [picture((40 * i, 90, 120), kind="JPEG") for i in range(len(table))]
    return table


def stage1(path, tmp_path):
    manifest = build("VPB_Stage1", path, tmp_path / "sets")
    rows, _ = read_set("VPB_Stage1", tmp_path / "sets")
    return rows.set_index("index"), manifest


def test_parquet_with_mixed_types(tmp_path):
    table = frame()
    table["vp_amount"] = [None if v is None else str(v) for v in table["vp_amount"]]
    table["vp_shape"] = [v if isinstance(v, list) else [v] for v in table["vp_shape"]]
    table["vp_properties"] = [as_list(v) for v in table["vp_properties"]]
    table.to_parquet(tmp_path / "vp_bench_stage_1.parquet", compression="zstd")
    rows, manifest = stage1(tmp_path, tmp_path)
    assert rows["question_type"].tolist() == ["existence", "enumeration", "location", "reference", ""]
    assert rows["vp_style"].tolist() == [
        "bbox(red, none, thin)",
        "tag(digit, blue, round, small)",
        "oval(green, thick)",
        "",
        "",
    ]
    assert rows["vp_shape"].tolist() == ["bbox", "tag", "oval", "point", ""]
    assert rows["debias"].tolist() == ["", "", "", "none_correct", ""]
    assert rows["answer"].tolist() == ["A", "C", "D", "C", "B"]
    assert any("1 rows: question_type" in warning for warning in manifest.warnings)
    assert (tmp_path / "sets" / "VPB_Stage1" / rows["image_path"].iloc[0]).read_bytes()[:2] == b"\xff\xd8"


def test_tsv_of_the_host_with_hint_shared_images_and_text_cells(tmp_path):
    table = frame().rename(columns={"context": "hint"})
    table["hint"] = "Context: A mark is a mark."
    table.loc[1, "image"] = "1"  # the host's convention: another row's image
    path = tmp_path / "vp_bench_stage_1.tsv"
    table.to_csv(path, sep="\t", index=False)
    rows, _ = stage1(path, tmp_path)
    assert rows["image_path"].iloc[1] == rows["image_path"].iloc[0]
    assert set(rows["context"]) == {"A mark is a mark."}
    assert rows["vp_style"].iloc[1] == "tag(digit, blue, round, small)"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"answer": None}, "names none of its options"),
        ({"answer": "D"}, "names none of its options"),
        ({"question": ""}, "no question"),
        ({"image": ""}, "no image"),
        ({"image": "@@@"}, "not base64"),
        ({"image": base64.b64encode(b"no picture").decode()}, "does not decode"),
        ({"image": picture()[:60]}, "decode|base64"),
    ],
)
def test_unusable_rows_are_left_out_with_the_reason(change, reason, tmp_path):
    import re

    table = frame()
    for column, value in change.items():
        table[column] = table[column].astype(object)
        table.loc[0, column] = value
    table.to_csv(tmp_path / "vp_bench_stage_1.tsv", sep="\t", index=False)
    rows, manifest = stage1(tmp_path, tmp_path)
    assert len(rows) == 4
    assert manifest.skipped[0]["row"] == "1"
    assert re.search(reason, manifest.skipped[0]["reason"])


def test_sources_that_are_no_release_are_refused(tmp_path):
    (tmp_path / "notes.txt").write_text("x")
    with pytest.raises(DataError, match=r"vp_bench_stage_1\.parquet"):
        build("VPB_Stage1", tmp_path, tmp_path / "sets")
    with pytest.raises(DataError, match="vp_bench_stage_2"):
        build("VPB_Stage2", tmp_path, tmp_path / "sets")
    (tmp_path / "vp_bench_stage_1.parquet").write_bytes(b"PAR1 broken")
    with pytest.raises(DataError, match="cannot be read"):
        build("VPB_Stage1", tmp_path, tmp_path / "sets")
    assert not any((tmp_path / "sets").iterdir())


def test_undecided_mask_follows_the_question(tmp_path):
    rows = [
        {**ROWS[3], "question": f"What does the red {word} refer to?", "vp_shape": "mask", "vp_properties": ""}
        for word in ("mask", "contour")
    ]
    frame(rows).to_csv(tmp_path / "vp_bench_stage_1.tsv", sep="\t", index=False)
    table, manifest = stage1(tmp_path, tmp_path)
    assert table["vp_shape"].tolist() == ["mask", "contour"]
    assert any("undecided" in warning for warning in manifest.warnings)
