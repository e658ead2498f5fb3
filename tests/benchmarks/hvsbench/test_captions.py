"""Captions from a file of one's own, and from COCO's files."""

import json

import pytest

from vlmeval_hvs.benchmarks.hvsbench.captions import read_captions
from vlmeval_hvs.errors import DataError


@pytest.fixture
def rows():
    import pandas as pd

    paths = ["freeview/TP/sink/000000391895.jpg", "sifr\\COCO_val2014_000000000042.jpg", "a/park.jpg"]
    images = [f"images/{number}.jpg" for number in (1, 2, 3)]
    return pd.DataFrame({"index": ["1", "2", "3"], "image_path": images, "real_image_path": paths})


def test_captions_go_by_index_or_image_and_what_is_wrong_is_said(tmp_path, rows):
    file = tmp_path / "captions"
    table = "image_path\tcaption\nimages/1.jpg\ta cat\nimages/2.jpg\ta dog\n"
    for text in (json.dumps({"1": "a cat", "2": "a dog"}), table):
        file.write_text(text)
        assert read_captions(str(file), rows[:2]) == {"1": "a cat", "2": "a dog"}
    for text, words in (
        ('{"1": "a cat", "2": " "}', "no caption for 1 of 2 rows, the first is row 2"),
        ("index\ttext\n1\tx\n", "needs the columns caption"), ("{not json", "cannot be read"), ("", "cannot be read"),
        (json.dumps({"images": [], "annotations": [{"id": 1, "bbox": []}]}), "captions"),
    ):  # fmt: skip
        file.write_text(text)
        with pytest.raises(DataError, match=words):
            read_captions(str(file), rows[:2])


def test_cocos_own_files_are_found_by_the_name_of_the_image(tmp_path, rows):
    def write(name, images, sentences):
        listed = [{"id": number, "file_name": file} for number, file in images.items()]
        written = [{"id": number, "image_id": of, "caption": words} for number, of, words in sentences]
        (tmp_path / name).write_text(json.dumps({"info": {}, "images": listed, "annotations": written}))

    sentences = [(12, 391895, "A man rides.\n"), (5, 391895, "A  man on a moped."), (1, 7, "Other.")]
    write("captions_train2017.json", {391895: "000000391895.jpg", 7: "000000000007.jpg"}, sentences)
    write("captions_val2017.json", {42: "000000000042.jpg"}, [(3, 42, "A cat.")])
    short, detailed = (read_captions(str(tmp_path), rows[:2], length) for length in ("short", "detailed"))
    assert short == {"1": "A man on a moped.", "2": "A cat."}
    assert detailed == {"1": "A man on a moped. A man rides.", "2": "A cat."}
