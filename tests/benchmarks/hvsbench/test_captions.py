"""Captions from a file of one's own, from COCO's files, and from a captioning run."""

import json
from pathlib import Path

import pytest
from later import later

from vlmeval_hvs.errors import DataError

with later():
    import pandas as pd

    from vlmeval_hvs.benchmarks.hvsbench import captions

COCO_PATHS = ["freeview/TP/sink/000000391895.jpg", "sifr\\COCO_val2014_000000000042.jpg", "a/park.jpg"]


@pytest.fixture
def rows():
    paths = [f"images/{number}.jpg" for number in (1, 2, 3)]
    return pd.DataFrame({"index": ["1", "2", "3"], "image_path": paths, "real_image_path": COCO_PATHS})


def coco_file(file: Path, images: dict[int, str], sentences: list[tuple[int, int, str]]) -> Path:
    """A caption file in COCO's layout: image number to file name; annotation number, image number, sentence."""
    listed = [{"id": number, "file_name": name, "width": 1, "height": 1} for number, name in images.items()]
    written = [{"id": number, "image_id": of, "caption": words} for number, of, words in sentences]
    file.write_text(json.dumps({"info": {}, "licenses": [], "images": listed, "annotations": written}))
    return file


def test_captions_go_by_index_or_image(tmp_path: Path, rows) -> None:
    (tmp_path / "a.json").write_text(json.dumps({"1": "a cat", "2": "a dog"}))
    (tmp_path / "b.tsv").write_text("image_path\tcaption\nimages/1.jpg\ta cat\nimages/2.jpg\ta dog\n")
    for name in ("a.json", "b.tsv"):
        assert captions.read_captions(str(tmp_path / name), rows[:2]) == {"1": "a cat", "2": "a dog"}


def test_what_is_wrong_is_said(tmp_path: Path, rows) -> None:
    for text, words in (
        ('{"1": "a cat"}', "no caption for 1 of 2 rows, the first is row 2"),
        ('{"1": "a cat", "2": " "}', "row 2"),
        ("index\ttext\n1\tx\n", "needs the columns caption"),
        ("caption\nx\n", "needs the columns"),
        ("{not json", "cannot be read"),
        ("", "cannot be read"),
        (json.dumps({"images": [], "annotations": [{"id": 1, "bbox": []}]}), "captions"),
    ):
        (tmp_path / "captions").write_text(text)
        with pytest.raises(DataError, match=words):
            captions.read_captions(str(tmp_path / "captions"), rows[:2])
    (tmp_path / "empty").mkdir()
    with pytest.raises(DataError, match="no file whose name begins with captions"):
        captions.read_captions(str(tmp_path / "empty"), rows)


def test_cocos_own_files_are_found_by_the_name_of_the_image(tmp_path: Path, rows) -> None:
    train = {391895: "000000391895.jpg", 7: "000000000007.jpg"}
    sentences = [(12, 391895, "A man rides.\n"), (5, 391895, "A  man on a moped."), (1, 7, "Other.")]
    own = coco_file(tmp_path / "captions_train2017.json", train, sentences)
    coco_file(tmp_path / "captions_val2017.json", {42: "000000000042.jpg"}, [(3, 42, "A cat.")])
    coco_file(tmp_path / "instances_val2017.json", {3: "park.jpg"}, [(1, 3, "no captions here")])
    short, detailed = (captions.read_captions(str(tmp_path), rows[:2], length) for length in ("short", "detailed"))
    assert short == {"1": "A man on a moped.", "2": "A cat."}
    assert detailed == {"1": "A man on a moped. A man rides.", "2": "A cat."}
    for place, some, row in ((tmp_path, rows, 3), (own, rows[:2], 2)):
        with pytest.raises(DataError, match=f"no caption for 1 of {row} rows, the first is row {row}"):
            captions.read_captions(str(place), some)
    other = coco_file(tmp_path / "captions_own.json", {3: "park.jpg"}, [(1, 3, "A park.")])
    assert captions.read_captions(str(other), rows[2:]) == {"3": "A park."}


def test_replies_of_a_captioning_run_become_a_caption_file(tmp_path: Path, rows) -> None:
    items = rows.assign(reply=["<think>Two men?</think>\nA man\ton a moped.", " ", "A park\r\nwith trees."])
    report = captions.caption_report(items, "robust")
    assert report.metrics == pytest.approx({"Overall": 2 / 3, "Overall_paper": 2 / 3, "Words": 4.5})
    assert report.items["score"].tolist() == [1.0, 0.0, 1.0]
    assert captions.caption_report(rows.assign(reply=""), "robust").metrics["Words"] == 0
    (tmp_path / "captions.tsv").write_bytes(report.files["_hvs_captions.tsv"])
    others = rows.iloc[[0, 2]].assign(index=["91", "93"])  # other questions about the same images
    for some, (one, two) in ((rows.iloc[[0, 2]], "13"), (others, ("91", "93"))):
        found = captions.read_captions(str(tmp_path / "captions.tsv"), some)
        assert found == {one: "A man on a moped.", two: "A park with trees."}
    assert report.items["answer_paper"][0].startswith("<think>")
