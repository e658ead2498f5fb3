"""Captions from a file of one's own."""

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
        (json.dumps({"1": 3, "2": "a dog"}), "no caption for 1 of 2 rows, the first is row 1"),
    ):  # fmt: skip
        file.write_text(text)
        with pytest.raises(DataError, match=words):
            read_captions(str(file), rows[:2])
