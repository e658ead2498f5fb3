"""VP-Bench Stage 1 from its release, in its forms and damaged."""

import base64
import io
import re

import pytest
from PIL import Image

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import read_set, set_folder


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


def frame(rows=ROWS):
    import pandas as pd

    table = pd.DataFrame(rows)
    table.insert(0, "index", range(1, len(table) + 1))
    table["context"] = "A mark is a mark."
    table["image"] = [picture((40 * i, 90, 120), kind="JPEG") for i in range(len(table))]
    return table


def stage1(table, folder, source=None):
    """Build from a table; one of the host's has fewer columns."""
    from dataset_builders.vpb.build import build

    folder.mkdir(exist_ok=True)
    if source is None:
        source = folder / "vp_bench_stage_1.tsv"
        table.to_csv(source, sep="\t", index=False)
    manifest = build("VPB_Stage1", source, folder / "sets")
    return read_set("VPB_Stage1", folder / "sets")[0].set_index("index"), manifest


def test_parquet_with_mixed_types(tmp_path):
    from dataset_builders.vpb.words import as_list

    table = frame()
    table["vp_amount"] = [None if v is None else str(v) for v in table["vp_amount"]]
    table["vp_shape"] = [v if isinstance(v, list) else [v] for v in table["vp_shape"]]
    table["vp_properties"] = [as_list(v) for v in table["vp_properties"]]
    table.to_parquet(tmp_path / "vp_bench_stage_1.parquet", compression="zstd")
    rows, manifest = stage1(None, tmp_path, tmp_path)
    assert rows["question_type"].tolist() == ["existence", "enumeration", "location", "reference", ""]
    styles = ["bbox(red, none, thin)", "tag(digit, blue, round, small)", "oval(green, thick)", "", ""]
    assert rows["vp_style"].tolist() == styles
    assert rows["vp_shape"].tolist() == ["bbox", "tag", "oval", "point", ""]
    assert rows["debias"].tolist() == ["", "", "", "none_correct", ""]
    assert rows["answer"].tolist() == ["A", "C", "D", "C", "B"]
    assert any("1 rows: question_type" in warning for warning in manifest.warnings)
    assert (set_folder("VPB_Stage1", tmp_path / "sets") / rows["image_path"].iloc[0]).read_bytes()[:2] == b"\xff\xd8"
    renamed = tmp_path / "stage-1"  # a file of any name in a folder of the stage
    renamed.mkdir()
    (tmp_path / "vp_bench_stage_1.parquet").rename(renamed / "rows.parquet")
    assert stage1(None, tmp_path, tmp_path)[0].equals(rows)


HOST = ("index", "hint", "question", "A", "B", "C", "D", "answer", "image")
"""The columns that the official class for VLMEvalKit reads."""

ARROW = "Context: An arrow is a symbol that points to a target, which may be in red, blue, green, or black."
"""As printed in the paper's Table 17."""


def host(rows):
    return frame(rows).reindex(columns=list(HOST))


def asked(question, right="cat", hint="", **options):
    return {
        "question": question,
        "A": right,
        "B": "dog",
        "C": "bus",
        "D": "cup",
        "answer": "A",
        "hint": hint,
        **options,
    }


def test_tsv_of_the_host_keeps_shapes_colours_and_shared_images(tmp_path):
    from vlmeval_hvs.visual_prompts.styles import style_data

    table = frame().rename(columns={"context": "hint"}).assign(hint="Context: A mark is a mark.")
    table.loc[1, "image"] = "1"  # the host's convention: another row's image
    rows, _ = stage1(table, tmp_path / "whole")
    assert rows["image_path"].iloc[1] == rows["image_path"].iloc[0]
    assert set(rows["context"]) == {"A mark is a mark."}
    assert rows["vp_style"].iloc[1] == "tag(digit, blue, round, small)"
    sentences = {shape: f"Context: {entry['description']}" for shape, entry in style_data()["shapes"].items()}
    assert sentences["arrow"] == ARROW
    rows = [asked("What does the blue one refer to?", hint=text) for text in sentences.values()]
    rows += [asked("What is the red bounding box referring to in the image?")]  # without an explanation
    rows += [asked("What does the green arrow outline?", hint=ARROW), asked("What is it?")]
    rows += [asked("What is the red oval referring to?", hint=ARROW)]
    table, manifest = stage1(host(rows), tmp_path)
    assert table["vp_shape"].tolist() == [*sentences, "bbox", "arrow", "", "arrow"]
    assert table["vp_color"].tolist() == ["blue"] * 8 + ["red", "green", "", "red"]
    assert manifest.notes["shapes_from"] == {"context": 10, "question": 1}
    said = ("1 rows: vp_shape", "2 rows explain another shape")
    assert any("names no attributes" in warning for warning in manifest.warnings)
    assert all(one in str(manifest.warnings) for one in said), manifest.warnings


def test_items_against_biases_are_known_by_their_answers(tmp_path):
    where, what = "Where is the red arrow located in the image?", "What is the red arrow referring to?"
    count, exists = "How many red arrows are in the image?", "Is there any red arrow in the image?"
    cases = [
        (what, "There is no red arrow in the image.", "absent"), (where, "There are no red arrows.", "absent"),
        (where, "The red arrow is not present in the image.", "absent"), (where, "It is in the top-left.", ""),
        (count, "0", "absent"), (count, "No red arrows", "absent"), (count, "2", ""), (what, "no parking sign", ""),
        (what, "None of the above.", "none_correct"), (exists, "No", ""), (exists, "No, there is no red arrow.", ""),
        (exists, "There is no red arrow in the image.", ""),
    ]  # fmt: skip
    yes = {"B": "Yes, there is a red arrow.", "C": "", "D": ""}
    rows = [asked(text, right, ARROW, **(yes if text == exists else {})) for text, right, _ in cases]
    table, _ = stage1(host(rows), tmp_path)
    assert table["debias"].tolist() == [kind for *_, kind in cases]
    assert table["question_type"].tolist()[-3:] == ["existence"] * 3


def test_unusable_rows_are_left_out_with_the_reason(tmp_path):
    for change, reason in (
        ({"answer": None}, "names none of its options"), ({"answer": "D"}, "names none of its options"),
        ({"question": ""}, "no question"), ({"image": ""}, "no image"), ({"image": "@@@"}, "not base64"),
        ({"image": base64.b64encode(b"no picture").decode()}, "does not decode"),
        ({"image": picture()[:60]}, "decode|base64"), ({"index": "9" * 5000}, "name of more than 255 bytes"),
        ({"index": "1 b"}, "row index '1 b' is not a plain"), ({"index": "4"}, "not a plain|occurs twice|two diff"),
    ):  # fmt: skip
        table = frame()
        for column, value in change.items():
            table[column] = table[column].astype(object)
            table.loc[0, column] = value
        rows, manifest = stage1(table, tmp_path)
        assert len(rows) == 4, change
        assert manifest.skipped[0]["row"] in ("1", str(change.get("index")))
        assert re.search(reason, manifest.skipped[0]["reason"]), change


def test_undecided_mask_follows_the_question(tmp_path):
    words = ("mask", "contour")
    rows = [{**ROWS[3], "question": f"What does the red {word} refer to?", "vp_shape": "mask"} for word in words]
    table, manifest = stage1(frame([{**row, "vp_properties": ""} for row in rows]), tmp_path)
    assert table["vp_shape"].tolist() == ["mask", "contour"]
    assert any("undecided" in warning for warning in manifest.warnings)


def test_sources_that_are_no_release_are_refused(tmp_path):
    from dataset_builders.vpb.build import build

    (tmp_path / "notes.txt").write_text("x")
    for name, source, said in (
        ("VPB_Stage1", tmp_path, r"vp_bench_stage_1\.parquet"), ("VPB_Stage2", tmp_path, "vp_bench_stage_2"),
        ("VPB_Stage1", tmp_path / "none.tsv", "none.tsv: there is no such file"),
    ):  # fmt: skip
        with pytest.raises(DataError, match=said):
            build(name, source, tmp_path / "sets")
    (tmp_path / "vp_bench_stage_1.parquet").write_bytes(b"PAR1 broken")
    with pytest.raises(DataError, match="cannot be read"):
        build("VPB_Stage1", tmp_path, tmp_path / "sets")
    (tmp_path / "vp_bench_stage_1.parquet").unlink()
    with pytest.raises(DataError, match=r"vp_bench_stage_1\.tsv has no rows"):
        stage1(host([]), tmp_path)
    assert not any((tmp_path / "sets").iterdir())
