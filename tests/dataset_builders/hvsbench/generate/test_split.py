"""Which pictures are for testing, pictures that look alike, and leaks that are planted into a set."""

import json
import shutil
from collections import Counter
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageOps

from dataset_builders.hvsbench.generate.annotations import AnnotatedPicture, SalientObject
from dataset_builders.hvsbench.generate.split import LEAKS, alike, check, coco_number, groups_of, look_of, split
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import content_digest

RANKED = (SalientObject((0, 0, 1, 1), 1, ""),)


def picture(dataset, name, path=None, counted=False):
    return AnnotatedPicture(dataset, name, path, (64, 48), RANKED, counted)


def pictures_of(dataset, number, counted=False, start=0):
    return [picture(dataset, f"{place}.jpg", counted=counted) for place in range(start, start + number)]


@pytest.mark.long
def test_every_source_and_kind_has_its_share_whatever_the_order_and_what_is_added():
    def sides_of(pictures, share=0.1, seed=3):
        return split([[one] for one in pictures], share, seed).sides

    pictures = [
        *pictures_of("A", 1000), *pictures_of("A", 50, True, 1000), *pictures_of("B", 134), *pictures_of("C", 7)
    ]  # fmt: skip
    sides = sides_of(pictures)
    tested = Counter((one.dataset, one.counted) for one in pictures if sides[one.dataset, one.name] == "test")
    assert (tested["A", False], tested["A", True]) == (100, 5)
    assert tested["B", False] in (13, 14)
    assert sum(tested.values()) == round(0.1 * len(pictures))
    assert sides_of(reversed(pictures)) == sides
    both = Counter((sides[key], side) for key, side in sides_of(pictures, seed=2).items())
    assert 0 < both["test", "test"] < 40  # about a tenth of a tenth: 12
    after = sides_of([*pictures, *pictures_of("D", 333), *pictures_of("A", 10, start=2000)])
    assert sum(sides[key] != after[key] for key in sides) <= 2
    assert {end: set(sides_of(pictures, end).values()) for end in (0, 1)} == {0: {"train"}, 1: {"test"}}


def test_a_coco_photo_of_several_sources_is_on_one_side(tmp_path):
    names = ("a/COCO_val2014_000000400966.jpg", "000000400966.jpg", "0000004009661.jpg", "000000400966/1.jpg", "x.jpg")
    assert [coco_number(name) for name in names] == ["000000400966", "000000400966", "", "", ""]
    pictures = []
    for number, dataset in product(range(30), "ABC"):
        path = tmp_path / f"{dataset}{number:012d}.png"
        Image.fromarray(noise(100 * number + ord(dataset), 7, 9)).save(path)
        pictures.append(picture(dataset, path.name, path))
    sides = split(groups_of(pictures), 0.3).sides
    for number in range(30):
        assert len({sides[dataset, f"{dataset}{number:012d}.png"] for dataset in "ABC"}) == 1


def noise(seed, *shape):
    return np.kron(np.random.default_rng(seed).integers(0, 255, shape, dtype=np.uint8), np.ones((9, 9), np.uint8))


def test_pictures_that_look_alike_are_on_one_side(tmp_path):
    given = []
    for number in range(20):
        image = Image.fromarray(noise(number, 7, 9))
        for dataset, changed in (("A", image), ("B", image.resize((200, 160))), ("C", ImageOps.mirror(image))):
            path = tmp_path / f"{dataset}{number}.png"
            changed.save(path)
            given.append(picture(dataset, path.name, path))
    found = split(groups_of(given), 0.3)
    assert [{found.sides[name, f"{name}{number}.png"] for name in "ABC"} for number in range(20)].count({"test"}) == 6
    assert set(found.groups.values()) == {("A", f"A{number}.png") for number in range(20)}


def photographs(*names):
    import skimage.data

    return [Path(skimage.data.__file__).parent / name for name in names]


def test_hashes_are_those_of_another_library(tmp_path):
    imagehash = pytest.importorskip("imagehash")

    def different(signs, image):
        theirs = np.where(imagehash.phash(image).hash.ravel(), 1, -1)
        return int((signs != theirs).sum())

    *paths, jpeg = photographs("camera.png", "chelsea.png", "coins.png", "rocket.jpg")
    for path in paths:
        found = look_of(path)
        with Image.open(path) as image:
            assert different(found.signs, image) == 0
            assert different(found.mirrored, ImageOps.mirror(image)) <= 2  # rounding of a resized pixel
            grey = np.asarray(image.convert("L").resize((16, 16), Image.Resampling.BOX), dtype=float)
        assert np.corrcoef(grey.ravel(), found.copy.ravel())[0, 1] > 0.99
        assert found.content == content_digest(path)
    with Image.open(jpeg) as image:  # decoded at a smaller scale
        assert different(look_of(jpeg).signs, image) <= 2
    (tmp_path / "cut.png").write_bytes(paths[2].read_bytes()[:2000])
    with pytest.raises(DataError, match=r"cut\.png: the image does not decode"):
        list(alike([tmp_path / "cut.png"]))
    for number, seed in enumerate((0, 1, 0)):  # flat pictures are alike only when they are the same file
        flat = np.random.default_rng(seed).integers(126, 130, (60, 80), dtype=np.uint8)
        Image.fromarray(flat).save(tmp_path / f"{number}.png")
    assert set(alike([tmp_path / f"{number}.png" for number in range(3)])) == {(0, 2)}


def row(number, side, **columns):
    return {
        "index": number, "question": "How many?", "question_type": "Q2", "answer": "3", "split": side,
        "real_image_path": f"Made/{number}.png", "origin_dataset": "Made", "source": [f"made.json#{number}"],
        "image_path": f"pictures/Made/{number}.png", **columns,
    }  # fmt: skip


def write(folder, rows):
    for side, own in rows.items():
        (folder / f"{side}.jsonl").write_text("".join(json.dumps(one) + "\n" for one in own))


@pytest.fixture
def clean(tmp_path):
    """A set of 20 training and 4 test rows that have nothing in common, and copies of two of its pictures."""
    folder = tmp_path / "pictures" / "Made"
    folder.mkdir(parents=True)
    rows = {side: [] for side in ("train", "test")}
    for number in range(24):
        side = "test" if number >= 20 else "train"
        Image.fromarray(noise(number, 7, 9)).save(folder / f"{number}.png")
        rows[side].append(row(number, side))
    shutil.copy(folder / "21.png", folder / "50.png")
    with Image.open(folder / "22.png") as image:
        ImageOps.mirror(image).resize((90, 70)).save(folder / "51.png")
    for number, name in ((18, "COCO_val2014_000000000022"), (23, "000000000022")):
        shutil.copy(folder / f"{number}.png", folder / f"{name}.png")
    write(tmp_path, rows)
    return tmp_path, rows


@pytest.mark.long
def test_planted_leaks_are_found_and_nothing_else(clean):
    folder, rows = clean
    assert check(folder) == {kind: [] for kind in LEAKS}
    photo = row(60, "train", image_path="pictures/Made/COCO_val2014_000000000022.png")
    planted = {
        "picture": ([row(50, "train", image_path="pictures/Made/20.png")], [], "test.jsonl, line 1 and train.jsonl"),
        "look": ([row(50, "train"), row(51, "train")], [], "50.png (train) and pictures/Made/21.png (test)"),
        "photo": ([photo], [row(61, "test", image_path="pictures/Made/000000000022.png")], "line 5 and train.jsonl"),
        "annotation": ([row(7, "train", index=60, source=["x", "made.json#20"])], [], "test.jsonl, line 1 and"),
        "index": ([row(7, "train", index=23)], [], "test.jsonl, line 4 and train.jsonl, line 21"),
        "side": ([row(7, "test", index=60)], [], "train.jsonl, line 21: test"),
    }
    assert planted.keys() == LEAKS.keys()
    for kind, (train, test, place) in planted.items():
        write(folder, {"train": [*rows["train"], *train], "test": [*rows["test"], *test]})
        leaks = {name: places for name, places in check(folder).items() if places}
        assert (set(leaks), len(leaks[kind])) == ({kind}, 2 if kind == "look" else 1)
        assert place in leaks[kind][0]
    for columns, said in (
        ({"source": None}, "line 2: no question of HVSBench"), ({"question_type": "Q77"}, "Q77"),
        ({"image_path": "../x.png"}, "not a plain path"), ({"image_path": "pictures/none.png"}, "does not decode"),
    ):  # fmt: skip
        first, second, *others = rows["test"]
        write(folder, {**rows, "test": [first, {**second, **columns}, *others]})
        with pytest.raises(DataError, match=said):
            check(folder)
