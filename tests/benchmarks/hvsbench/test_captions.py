import json
from pathlib import Path

import pandas as pd
import pytest

from vlmeval_hvs.benchmarks.hvsbench.captions import read_captions
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
