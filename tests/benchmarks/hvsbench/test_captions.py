import json
from pathlib import Path

import pandas as pd
import pytest
from pycocotools.coco import COCO

from vlmeval_hvs.benchmarks.hvsbench.captions import caption_report, read_captions
from vlmeval_hvs.errors import DataError

ROWS = pd.DataFrame({"index": ["3", "4"], "image_path": ["images/a.png", "images/b.png"]})


def test_by_index_or_image(tmp_path: Path) -> None:
    by_index = tmp_path / "a.json"
    by_index.write_text(json.dumps({"3": "a cat", "4": "a dog"}))
    by_image = tmp_path / "b.tsv"
    by_image.write_text("image_path\tcaption\nimages/a.png\ta cat\nimages/b.png\ta dog\n")
    for file in (by_index, by_image):
        assert read_captions(str(file), ROWS) == {"3": "a cat", "4": "a dog"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"3": "a cat"}', "no caption for 1 of 2 rows, the first is row 4"),
        ('{"3": "a cat", "4": " "}', "row 4"),
        ("index\ttext\n3\tx\n", "needs the columns caption"),
        ("caption\nx\n", "needs the columns"),
        ("{not json", "cannot be read"),
        ("", "cannot be read"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "captions"
    file.write_text(text)
    with pytest.raises(DataError, match=words):
        read_captions(str(file), ROWS)


def test_missing_file() -> None:
    with pytest.raises(DataError, match="nowhere.json: cannot be read"):
        read_captions("nowhere.json", ROWS)


COCO_ROWS = pd.DataFrame(
    {
        "index": ["1", "2", "3"],
        "image_path": ["images/1.jpg", "images/2.jpg", "images/3.jpg"],
        "real_image_path": ["freeview/TP/sink/000000391895.jpg", "sifr\\COCO_val2014_000000000042.jpg", "a/park.jpg"],
    }
)


def coco_file(file: Path, images: dict[int, str], sentences: list[tuple[int, int, str]]) -> Path:
    """A caption file in COCO's layout: image number to file name; annotation number, image number, sentence."""
    value = {
        "info": {},
        "licenses": [],
        "images": [{"id": number, "file_name": name, "width": 1, "height": 1} for number, name in images.items()],
        "annotations": [{"id": a, "image_id": number, "caption": words} for a, number, words in sentences],
    }
    file.write_text(json.dumps(value))
    return file


@pytest.fixture
def coco(tmp_path: Path) -> Path:
    folder = tmp_path / "annotations"
    folder.mkdir()
    train = {391895: "000000391895.jpg", 7: "000000000007.jpg"}
    sentences = [(12, 391895, "A man rides.\n"), (5, 391895, "A  man on a moped."), (1, 7, "Other.")]
    coco_file(folder / "captions_train2017.json", train, sentences)
    coco_file(folder / "captions_val2017.json", {42: "000000000042.jpg"}, [(3, 42, "A cat.")])
    coco_file(folder / "instances_val2017.json", {3: "park.jpg"}, [(1, 3, "no captions here")])
    return folder


def test_cocos_own_files_are_found_by_the_name_of_the_image(coco: Path) -> None:
    rows = COCO_ROWS[:2]
    short, detailed = (read_captions(str(coco), rows, length) for length in ("short", "detailed"))
    assert short == {"1": "A man on a moped.", "2": "A cat."}
    assert detailed == {"1": "A man on a moped. A man rides.", "2": "A cat."}
    with pytest.raises(DataError, match="no caption for 1 of 3 rows, the first is row 3"):
        read_captions(str(coco), COCO_ROWS)
    with pytest.raises(DataError, match="no caption for 1 of 2 rows, the first is row 2"):
        read_captions(str(coco / "captions_train2017.json"), rows)


def test_they_are_those_that_cocos_own_reader_finds(coco: Path) -> None:
    theirs = COCO(str(coco / "captions_train2017.json"))
    sentences = [" ".join(entry["caption"].split()) for entry in theirs.loadAnns(theirs.getAnnIds(imgIds=[391895]))]
    assert read_captions(str(coco), COCO_ROWS[:1], "short")["1"] in sentences
    assert all(words in read_captions(str(coco), COCO_ROWS[:1], "detailed")["1"] for words in sentences)


def test_images_that_are_not_cocos_go_by_their_file_name(tmp_path: Path) -> None:
    file = coco_file(tmp_path / "captions_own.json", {3: "park.jpg"}, [(1, 3, "A park.")])
    assert read_captions(str(file), COCO_ROWS[2:]) == {"3": "A park."}


def test_a_folder_without_caption_files_and_an_annotation_without_words(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no file whose name begins with captions"):
        read_captions(str(tmp_path), ROWS)
    (tmp_path / "captions.json").write_text(json.dumps({"images": [], "annotations": [{"id": 1, "bbox": []}]}))
    with pytest.raises(DataError, match="cannot be read"):
        read_captions(str(tmp_path), ROWS)


def test_replies_of_a_captioning_run_become_a_caption_file(tmp_path: Path) -> None:
    items = COCO_ROWS.assign(reply=["<think>Two men?</think>\nA man\ton a moped.", " ", "A park\r\nwith trees."])
    report = caption_report(items, "robust")
    assert report.metrics == pytest.approx({"Overall": 2 / 3, "Overall_paper": 2 / 3, "Words": 4.5})
    file = tmp_path / "captions.tsv"
    file.write_bytes(report.files["_hvs_captions.tsv"])
    rows = COCO_ROWS.iloc[[0, 2]]
    assert read_captions(str(file), rows) == {"1": "A man on a moped.", "3": "A park with trees."}
    others = rows.assign(index=["91", "93"])  # other questions about the same images
    assert read_captions(str(file), others) == {"91": "A man on a moped.", "93": "A park with trees."}
    assert report.items["answer_paper"][0].startswith("<think>")
