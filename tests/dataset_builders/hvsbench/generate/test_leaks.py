"""Leaks that are planted, each of one kind, are found with their places, and no others."""

import json
import shutil

import numpy as np
import pytest
from PIL import Image, ImageOps

from dataset_builders.hvsbench.generate.leaks import KINDS, report
from vlmeval_hvs.errors import DataError

POINTS = "Which fixation?\n[A](0.10, 0.20)\n[B](0.30, 0.40)\n[C](0.50, 0.60)\n[D](0.70, 0.80)"


def scanpath(seed, length=7):
    draw = np.random.default_rng(seed)
    x, y = draw.uniform(0, 1, (2, length)).round(4).tolist()
    return {"X": x, "Y": y, "T": draw.uniform(80, 600, length).round(1).tolist()}


def printed(path):
    return ", ".join(f"({x:.2f}, {y:.2f}) for {round(t)}ms" for x, y, t in zip(*path.values(), strict=True)) + "."


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
        if number % 4 == 0:
            columns = {"question_type": "Q9", "answer": json.dumps([scanpath(3 * number + k) for k in range(3)])}
        elif number % 4 == 1:
            shown = [printed(scanpath(1000 + 2 * number + k)) for k in range(2)]
            columns = {"question_type": "Q8", "answer": "A", "question": f"Which?\n[A] {shown[0]}\n[B] {shown[1]}"}
        elif number % 4 == 2:
            text = POINTS.replace("0.10", f"0.{number}")
            columns = {"question_type": "Q10", "answer": "B", "question": text, "participants": ["Made/7"]}
        else:
            columns = {}
        rows[side].append(row(number, side, **columns))
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


def distractor(folder, rows):
    path = json.loads(rows["test"][0]["answer"])[1]
    rows["train"][1]["question"] = f"Which?\n[A] {printed(scanpath(9999))}\n[B] {printed(path)}"


def answer(folder, rows):
    rows["train"][0]["answer"] = json.dumps([scanpath(8888), json.loads(rows["test"][0]["answer"])[2]])


def shuffled_points(folder, rows):
    lines = rows["test"][2]["question"].split("\n")
    places = [line[3:] for line in lines[1:]]
    again = [f"[{letter}]{place}" for letter, place in zip("ABCD", reversed(places), strict=True)]
    rows["train"][2]["question"] = "\n".join([lines[0], *again])


PLANTED = [
    (
        lambda _, rows: rows["train"].append(row(50, "train", image_path=rows["test"][0]["image_path"])),
        "picture", ["test.jsonl, line 1 and train.jsonl, line 21"],
    ),
    (other_name_of_a_picture, "content", ["21.png (test)", "50.png (train)"]),
    (mirrored_picture, "look", ["22.png (test)", "50.png (train)", "bits, mirrored"]),
    (coco_photo, "photo", ["test.jsonl, line 3 and train.jsonl, line 19"]),
    (
        lambda _, rows: rows["train"][3].update(source=["other.json#1", "made.json#20"]),
        "annotation", ["test.jsonl, line 1 and train.jsonl, line 4"],
    ),
    (distractor, "scanpath", ["test.jsonl, line 1 and train.jsonl, line 2"]),
    (answer, "scanpath", ["test.jsonl, line 1 and train.jsonl, line 1"]),
    (shuffled_points, "options", ["test.jsonl, line 3 and train.jsonl, line 3"]),
    (lambda _, rows: rows["train"][5].update(index=23), "index", ["test.jsonl, line 4 and train.jsonl, line 6"]),
    (lambda _, rows: rows["test"][1].update(split="train"), "side", ["test.jsonl, line 2: train"]),
]  # fmt: skip


@pytest.mark.long
def test_planted_leaks_are_found_and_nothing_else(clean):
    folder, rows = clean
    found = report(folder)
    assert (found.any, found.people) == (False, 1)
    assert found.seen == {
        "index": 4, "picture": 8, "annotation": 4, "scanpath": 2 * (3 + 2), "options": 1, "look": 24, "content": 24,
    }  # fmt: skip
    assert {kind for _, kind, _ in PLANTED} == set(KINDS)
    for number, (plant, kind, said) in enumerate(PLANTED):
        copy = folder.with_name(f"planted {number}")
        shutil.copytree(folder, copy)
        changed = json.loads(json.dumps(rows))
        plant(copy, changed)
        write(copy, changed)
        found = report(copy)
        assert {kind: count for kind, count in found.counts.items() if count} == {kind: 1}, number
        assert found.any
        ([place],) = filter(None, found.places.values())
        assert [part for part in said if part not in place] == []


def test_many_leaks_are_counted_and_rows_that_cannot_be_compared_are_named(clean):
    folder, rows = clean
    many = [row(60 + k, "train", source=["made.json#21"], image_path=row(k, "")["image_path"]) for k in range(9)]
    write(folder, {**rows, "train": [*rows["train"], *many]})
    found = report(folder, look=False)
    assert (found.counts["annotation"], len(found.places["annotation"])) == (9, 5)
    assert "look" not in found.seen
    for columns, said in (
        ({"participants": None}, "no question of HVSBench"), ({"question_type": "Q77"}, "Q77"),
        ({"question_type": "Q9", "answer": "["}, "no question of HVSBench"),
        ({"image_path": "../x.png"}, "not a plain path"), ({"image_path": "pictures/none.png"}, "cannot be read"),
    ):  # fmt: skip
        first, second, *others = rows["test"]
        write(folder, {**rows, "test": [first, {**second, **columns}, *others]})
        with pytest.raises(DataError, match=said):
            report(folder)
