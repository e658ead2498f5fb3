"""VP-Bench Stage 1 from its release, in its forms and damaged."""

import base64
import io

import pandas as pd
import pytest
from PIL import Image

from dataset_builders.vpb.build import build
from dataset_builders.vpb.words import as_list
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import read_set, set_folder
from vlmeval_hvs.visual_prompts.styles import style_data


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
    assert (set_folder("VPB_Stage1", tmp_path / "sets") / rows["image_path"].iloc[0]).read_bytes()[:2] == b"\xff\xd8"


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


HOST = ("index", "hint", "question", "A", "B", "C", "D", "answer", "image")
"""The columns that the official class for VLMEvalKit reads."""

ARROW = "Context: An arrow is a symbol that points to a target, which may be in red, blue, green, or black."
"""As printed in the paper's Table 17."""


def host_tsv(path, rows):
    frame(rows).reindex(columns=list(HOST)).to_csv(path / "vp_bench_stage_1.tsv", sep="\t", index=False)


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


def test_tsv_of_the_host_keeps_shapes_and_colours(tmp_path):
    sentences = {shape: f"Context: {entry['description']}" for shape, entry in style_data()["shapes"].items()}
    assert sentences["arrow"] == ARROW
    rows = [asked("What does the blue one refer to?", hint=text) for text in sentences.values()]
    rows += [asked("What is the red bounding box referring to in the image?")]  # without an explanation
    rows += [asked("What does the green arrow outline?", hint=ARROW), asked("What is it?")]
    host_tsv(tmp_path, rows)
    table, manifest = stage1(tmp_path, tmp_path)
    assert table["vp_shape"].tolist() == [*sentences, "bbox", "arrow", ""]
    assert table["vp_color"].tolist() == ["blue"] * 8 + ["red", "green", ""]
    assert manifest.notes["shapes_from"] == {"context": 9, "question": 1}
    assert any("names no attributes" in warning for warning in manifest.warnings)
    assert not any("8 rows: vp_shape" in warning for warning in manifest.warnings)
    assert any(warning.startswith("1 rows: vp_shape") for warning in manifest.warnings)


def test_a_contradicting_explanation_is_counted(tmp_path):
    host_tsv(tmp_path, [asked("What is the red oval referring to?", hint=ARROW), asked("What is it?", hint=ARROW)])
    table, manifest = stage1(tmp_path, tmp_path)
    assert table["vp_shape"].tolist() == ["arrow", "arrow"]
    assert any("1 rows explain another shape" in warning for warning in manifest.warnings)


@pytest.mark.parametrize(
    ("question", "right", "kind"),
    [
        ("What is the red arrow referring to?", "There is no red arrow in the image.", "absent"),
        ("Where is the red arrow located in the image?", "There are no red arrows.", "absent"),
        ("Where is the red arrow located in the image?", "The red arrow is not present in the image.", "absent"),
        ("Where is the red arrow located in the image?", "The red arrow is in the top-left.", ""),
        ("How many red arrows are in the image?", "0", "absent"),
        ("How many red arrows are in the image?", "No red arrows", "absent"),
        ("How many red arrows are in the image?", "2", ""),
        ("What is the red arrow referring to?", "None of the above.", "none_correct"),
        ("What is the red arrow referring to?", "no parking sign", ""),
    ],
)
def test_items_against_biases_are_known_by_their_answers(question, right, kind, tmp_path):
    host_tsv(tmp_path, [asked(question, right, ARROW)])
    assert stage1(tmp_path, tmp_path)[0]["debias"].tolist() == [kind]


@pytest.mark.parametrize("right", ["No", "There is no red arrow in the image.", "No, there is no red arrow."])
def test_no_is_an_ordinary_answer_to_an_existence_question(right, tmp_path):
    row = asked("Is there any red arrow in the image?", right, ARROW, B="Yes, there is a red arrow.", C="", D="")
    host_tsv(tmp_path, [row])
    table, _ = stage1(tmp_path, tmp_path)
    assert table["question_type"].tolist() == ["existence"]
    assert table["debias"].tolist() == [""]


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
        ({"index": "9" * 5000}, "name of more than 255 bytes"),
        ({"index": "1 b"}, "row index '1 b' is not a plain"),
        ({"index": "4"}, "not a plain|occurs twice|two different files"),
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
    assert manifest.skipped[0]["row"] in ("1", str(change.get("index")))
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


def test_a_table_without_rows_is_said_to_have_none(tmp_path):
    host_tsv(tmp_path, [])
    with pytest.raises(DataError, match=r"vp_bench_stage_1\.tsv has no rows"):
        stage1(tmp_path, tmp_path)
