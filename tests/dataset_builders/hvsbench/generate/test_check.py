"""Leaks that are planted, each of one kind, are found with their places, and no others."""

import json
import shutil

import numpy as np
import pytest
from PIL import Image, ImageOps

from dataset_builders.hvsbench.generate.check import KINDS, PRINTED, check
from vlmeval_hvs.benchmarks.hvsbench.questions import FIELDS
from vlmeval_hvs.errors import DataError


def row(number, side, **columns):
    name = f"pictures/Made/{number}.png"
    return {
        "index": number, "question": "How many?", "question_type": "Q2", "answer": "3", "answer_type": "count",
        "category": "Subitizing", "split": side, "real_image_path": f"Made/{number}.png", "origin_dataset": "Made",
        "image_path": name, "source": [f"made.json#{number}"], "participants": [], "human_answers": [], **columns,
    }  # fmt: skip


@pytest.fixture
def clean(tmp_path):
    """A set of 20 training and 4 test rows that have nothing in common."""
    folder = tmp_path / "set"
    (folder / "pictures/Made").mkdir(parents=True)
    rows = {side: [] for side in ("train", "test")}
    for number in range(24):
        side = "test" if number >= 20 else "train"
        draw = np.random.default_rng(number)
        pixels = np.kron(draw.integers(0, 255, (7, 9), dtype=np.uint8), np.ones((9, 9), np.uint8))
        Image.fromarray(pixels).save(folder / f"pictures/Made/{number}.png")
        rows[side].append(row(number, side))
    write(folder, rows)
    return folder, rows


def write(folder, rows):
    for side, own in rows.items():
        (folder / f"{side}.jsonl").write_text("".join(json.dumps(one) + "\n" for one in own))


def image(folder, number):
    return folder / f"pictures/Made/{number}.png"


def other_name_of_a_picture(folder, rows):
    shutil.copy(image(folder, 21), image(folder, 50))
    rows["train"].append(row(50, "train"))


def mirrored_picture(folder, rows):
    with Image.open(image(folder, 22)) as picture:
        ImageOps.mirror(picture).resize((90, 70)).save(image(folder, 50))
    rows["train"].append(row(50, "train"))


def coco_photo(folder, rows):
    for side, place, start in (("train", 18, "COCO_val2014_"), ("test", 2, "")):
        name = f"pictures/Made/{start}000000000{rows[side][place]['index']:03d}.png"
        name = name if side == "test" else f"pictures/Made/{start}000000000022.png"
        image(folder, rows[side][place]["index"]).rename(folder / name)
        rows[side][place]["image_path"] = name


PLANTED = [
    (
        lambda _, rows: rows["train"].append(row(50, "train", image_path=rows["test"][0]["image_path"])),
        "picture", ["test.jsonl, line 1 and train.jsonl, line 21"],
    ),
    (other_name_of_a_picture, "look", ["21.png (test)", "50.png (train)"]),
    (mirrored_picture, "look", ["22.png (test)", "50.png (train)"]),
    (coco_photo, "photo", ["test.jsonl, line 3 and train.jsonl, line 19"]),
    (
        lambda _, rows: rows["train"][3].update(source=["other.json#1", "made.json#20"]),
        "annotation", ["test.jsonl, line 1 and train.jsonl, line 4"],
    ),
    (lambda _, rows: rows["train"][5].update(index=23), "index", ["test.jsonl, line 4 and train.jsonl, line 6"]),
    (lambda _, rows: rows["test"][1].update(split="train"), "side", ["test.jsonl, line 2: train"]),
]  # fmt: skip


@pytest.mark.long
def test_planted_leaks_are_found_and_nothing_else(clean):
    folder, rows = clean
    found = check(folder)
    assert not any(found.leaks.values())
    assert found.questions == {"Q2": {"Made": {"train": 20, "test": 4}}}
    assert found.pictures == {"train": 20, "test": 4}
    assert found.fields()["Subitizing"] == 24
    assert {kind for _, kind, _ in PLANTED} == set(KINDS)
    for number, (plant, kind, said) in enumerate(PLANTED):
        copy = folder.with_name(f"planted {number}")
        shutil.copytree(folder, copy)
        changed = json.loads(json.dumps(rows))
        plant(copy, changed)
        write(copy, changed)
        found = check(copy)
        assert {kind: count for kind, count in found.leaks.items() if count} == {kind: 1}, number
        ([place],) = filter(None, found.places.values())
        assert [part for part in said if part not in place] == []


def test_many_leaks_are_counted_and_rows_that_cannot_be_compared_are_named(clean):
    folder, rows = clean
    many = [row(60 + k, "train", source=["made.json#21"], image_path=row(k, "")["image_path"]) for k in range(9)]
    write(folder, {**rows, "train": [*rows["train"], *many]})
    found = check(folder, look=False)
    assert (found.leaks["annotation"], len(found.places["annotation"])) == (9, 5)
    for columns, said in (
        ({"source": None}, "line 2: no question of HVSBench"), ({"question_type": "Q77"}, "Q77"),
        ({"image_path": "../x.png"}, "not a plain path"), ({"image_path": "pictures/none.png"}, "does not decode"),
    ):  # fmt: skip
        first, second, *others = rows["test"]
        write(folder, {**rows, "test": [first, {**second, **columns}, *others]})
        with pytest.raises(DataError, match=said):
            check(folder)


def test_printed_counts_are_those_of_the_paper(shared):
    paper = shared / "papers" / "hvsbench.txt"
    if not paper.is_file():
        pytest.skip("no text of the paper beside the checkout")
    text = paper.read_text(encoding="utf-8")
    assert [count for count in PRINTED.values() if f"{count:,} (" not in text] == []
    assert list(PRINTED) == list(FIELDS)
