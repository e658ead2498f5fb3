"""VP-Bench Stage 1 from its release, in its forms and damaged."""

import base64
import re

import pytest

from dataset_builders.vpb.build import build
from dataset_builders.vpb.release import style_of, vocabulary
from tests.dataset_builders.vpb.small import picture
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import read_set, set_folder
from vlmeval_hvs.visual_prompts.styles import style_data

ARROW = "Context: An arrow is a symbol that points to a target, which may be in red, blue, green, or black."
"""As printed in the paper's Table 17."""
WHAT, WHERE = "What is the red arrow referring to?", "Where is the red arrow located in the image?"
COUNT, EXISTS = "How many red arrows are in the image?", "Is there any red arrow in the image?"


def asked(question, right="cat", **more):
    """A row with the columns that the official class for VLMEvalKit reads."""
    return {"hint": "", "question": question, "A": right, "B": "dog", "C": "bus", "D": "cup", "answer": "A", **more}


ROWS = [
    asked("Is there any red bounding box in the image?", "Yes", B="No", C="", D="", vp_amount="1", vp_shape=["bbox"],
          vp_properties=["red", "none", "thin"]),
    asked("How many blue tags can be counted?", "1", B="2", C="3", D="4", answer="c", vp_amount="3", vp_shape=["tag"],
          vp_properties=["digit", "blue", "round", "small"]),
    asked("Where is the green oval located in the image?", "It is in the top-left.", B="bottom-left", C="top-right",
          D="bottom-right", answer="D", vp_amount="1", vp_shape=["oval"], vp_properties=["green", "thick"]),
    asked("What is the black point referring to?", C="None of the above.", answer="C", vp_amount=None,
          vp_shape=["point"], vp_properties=[]),
    asked("Tell me.", B="dog", answer="B", vp_amount="1", vp_shape=["star"], vp_properties=["pink"]),
]  # fmt: skip
READ = {
    "question_type": ["existence", "enumeration", "location", "reference", ""],
    "vp_style": ["bbox(red, none, thin)", "tag(digit, blue, round, small)", "oval(green, thick)", "", ""],
    "vp_shape": ["bbox", "tag", "oval", "point", ""], "vp_color": ["red", "blue", "green", "", ""],
    "debias": ["", "", "", "none_correct", ""], "answer": list("ACDCB"), "vp_amount": ["1", "3", "1", "", "1"],
    "category": ["bbox", "tag", "oval", "point", "unknown"],
}  # fmt: skip


def table(rows):
    import pandas as pd

    images = [picture((10 * number, 90, 120), "JPEG") for number in range(len(rows))]
    return pd.DataFrame([{"index": n + 1, "image": images[n], **row} for n, row in enumerate(rows)])


def stage1(rows, folder):
    folder.mkdir(exist_ok=True)
    table(rows).to_csv(source := folder / "vp_bench_stage_1.tsv", sep="\t", index=False)
    manifest = build("VPB_Stage1", source, folder / "sets")
    return read_set("VPB_Stage1", folder / "sets")[0], manifest


def test_parquet_and_tsv_of_the_release_are_read_alike(tmp_path):
    (folder := tmp_path / "stage-1").mkdir()  # a file of any name in a folder of the stage
    table(ROWS).to_parquet(folder / "rows.parquet", compression="zstd")
    manifest = build("VPB_Stage1", tmp_path, tmp_path / "sets")
    rows, _ = read_set("VPB_Stage1", tmp_path / "sets")
    assert {column: rows[column].tolist() for column in READ} == READ
    assert any("1 rows: question_type" in warning for warning in manifest.warnings)
    image = set_folder("VPB_Stage1", tmp_path / "sets") / rows["image_path"].iloc[0]
    assert image.read_bytes() == base64.b64decode(picture((0, 90, 120), "JPEG"))
    shared = [ROWS[0], {**ROWS[1], "image": "1"}, *ROWS[2:]]  # the host's convention: another row's image
    same, _ = stage1(shared, tmp_path / "tsv")
    assert {column: same[column].tolist() for column in READ} == READ
    assert same["image_path"].tolist() == ["images/1.jpg", *(f"images/{number}.jpg" for number in (1, 3, 4, 5))]


def test_tsv_of_the_host_tells_shapes_by_their_explanation_or_the_question(tmp_path):
    sentences = {shape: f"Context: {entry['description']}" for shape, entry in style_data()["shapes"].items()}
    assert sentences["arrow"] == ARROW
    rows = [asked("What does the blue one refer to?", hint=text) for text in sentences.values()]
    rows += [asked("What is the red bounding box referring to in the image?"),  # without an explanation
             asked("What does the green arrow outline?", hint=ARROW), asked("What is it?"),
             asked("What is the red oval referring to?", hint=ARROW)]  # fmt: skip
    built, manifest = stage1(rows, tmp_path)
    assert built["vp_shape"].tolist() == [*sentences, "bbox", "arrow", "", "arrow"]
    assert built["context"].tolist()[-1] == ARROW.removeprefix("Context: ")
    assert [said in str(manifest.warnings) for said in ("1 rows: vp_shape", "names no attributes")] == [True, True]


def test_items_against_biases_are_known_by_their_answers(tmp_path):
    cases = [
        (WHAT, "There is no red arrow in the image.", "absent"), (WHERE, "There are no red arrows.", "absent"),
        (WHERE, "The red arrow is not present in the image.", "absent"), (WHERE, "It is in the top-left.", ""),
        (COUNT, "0", "absent"), (COUNT, "No red arrows", "absent"), (COUNT, "2", ""), (WHAT, "no parking sign", ""),
        (WHAT, "None of the above.", "none_correct"), (EXISTS, "No", ""), (EXISTS, "No, there is no red arrow.", ""),
        (EXISTS, "There is no red arrow in the image.", ""),
    ]  # fmt: skip
    yes = {"B": "Yes, there is a red arrow.", "C": "", "D": ""}
    built, _ = stage1([asked(text, right, **(yes if text == EXISTS else {})) for text, right, _ in cases], tmp_path)
    assert built["debias"].tolist() == [kind for *_, kind in cases]
    assert built["question_type"].tolist()[-3:] == ["existence"] * 3


def test_unusable_rows_are_left_out_with_the_reason(tmp_path):
    cases = [
        ({"answer": None}, "not the letter of an option"), ({"answer": "D", "D": ""}, "not the letter of an option"),
        ({"question": ""}, "no question"), ({"image": ""}, "no image"), ({"image": "@@@"}, "not base64"),
        ({"image": base64.b64encode(b"no picture").decode()}, "does not decode"), ({"image": picture()[:60]}, "decode"),
        ({"index": "1 b"}, "row index '1 b' is not a plain"), ({"index": "1"}, "occurs twice|two different"),
    ]  # fmt: skip
    built, manifest = stage1([asked(WHAT), *(asked(WHAT) | change for change, _ in cases)], tmp_path)
    assert built["index"].tolist() == ["1"]
    for number, ((change, reason), skipped) in enumerate(zip(cases, manifest.skipped, strict=True), 2):
        assert skipped["row"][:99] == change.get("index", str(number))[:99]
        assert re.search(reason, skipped["reason"]), change


def test_sources_that_are_no_release_are_refused(tmp_path):
    empty, broken = tmp_path / "empty.tsv", tmp_path / "broken.parquet"
    empty.write_text("index\thint\tquestion\tA\tB\tanswer\timage\n")
    broken.write_bytes(b"PAR1 broken")
    for name, source, said in (
        ("VPB_Stage1", tmp_path, r"stage_1\.parquet.*COCO"), ("VPB_Stage2", tmp_path, r"stage_2.*VP-Bench\)$"),
        ("VPB_Stage1", tmp_path / "none.tsv", "none.tsv: there is no such file"),
        ("VPB_Stage1", empty, "empty.tsv has no rows"), ("VPB_Stage1", broken, "cannot be read"),
    ):  # fmt: skip
        with pytest.raises(DataError, match=said):
            build(name, source, tmp_path / "sets")
    assert not any((tmp_path / "sets").iterdir())


def test_shapes_and_styles_in_both_vocabularies():
    words = (["bounding_box", "mask"], ["bbox", "mask"], ["bbox", "circle"])
    assert [*map(vocabulary, words)] == ["code", "paper", "undecided"]
    for shape, words, whose, style in (
        ("mask", ["red", "contour", "thin"], "code", "contour(red, contour, thin)"),
        ("fill_contour", ["red", "fill_only", "thin"], "code", "mask(red, fill, thin)"),
        ("number_label", ["red", "circle", "big"], "code", "tag(digit, red, round, large)"),
        ("bbox(contrast, none, medium)", [], "paper", "bbox(contrast, none, medium)"),
    ):  # fmt: skip
        assert style_of(shape, words, whose) == style
