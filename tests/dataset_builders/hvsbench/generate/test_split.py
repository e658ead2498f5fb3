"""Which pictures are for testing: shares, strata, groups, and what a change moves."""

from collections import Counter

import numpy as np
import pytest
from PIL import Image, ImageOps

from dataset_builders.hvsbench.generate.annotations import Oddities
from dataset_builders.hvsbench.generate.split import PictureKey, assign, coco_number, key_of, same_side, split


def keys(dataset: str, number: int, kinds: str = "ranked", start: int = 0) -> list[PictureKey]:
    return [PictureKey(dataset, f"{place}.jpg", None, kinds) for place in range(start, start + number)]


@pytest.mark.long
def test_every_source_and_kind_has_its_share_whatever_the_order_and_what_is_added():
    pictures = [*keys("A", 1000), *keys("A", 50, "ranked counted", 1000), *keys("B", 134), *keys("C", 7)]
    sides = assign(pictures, 0.1, seed=3)
    tested = Counter((one.dataset, one.kinds) for one in pictures if sides[one[:2]] == "test")
    assert (tested["A", "ranked"], tested["A", "ranked counted"]) == (100, 5)
    assert tested["B", "ranked"] in (13, 14)
    assert sum(tested.values()) == round(0.1 * len(pictures))
    assert assign(reversed(pictures), 0.1, seed=3) == sides
    both = Counter((sides[key], side) for key, side in assign(pictures, 0.1, seed=2).items())
    assert 0 < both["test", "test"] < 40  # about a tenth of a tenth: 12
    after = assign([*pictures, *keys("D", 333), *keys("A", 10, start=2000)], 0.1, seed=3)
    assert sum(sides[key] != after[key] for key in sides) <= 2
    assert {end: set(assign(pictures, end).values()) for end in (0, 1)} == {0: {"train"}, 1: {"test"}}
    for wrong in (-0.1, 1.5, float("nan")):
        with pytest.raises(ValueError, match="not between 0 and 1"):
            assign(pictures, wrong)
    with pytest.raises(ValueError, match=r"picture 3\.jpg of A is given twice"):
        assign([*keys("A", 5), *keys("A", 1, start=3)])
    assert assign([]) == {}


def test_a_coco_photo_of_several_sources_is_on_one_side():
    numbers = [f"{number:012d}" for number in range(300)]
    names = ("a/COCO_val2014_000000400966.jpg", "000000400966.jpg", "0000004009661.jpg", "000000400966/1.jpg", "x.jpg")
    assert [coco_number(name) for name in names] == ["000000400966", "000000400966", "", "", ""]
    pictures = [
        *(PictureKey("SIS10K", f"train/images/COCO_train2014_{number}.jpg") for number in numbers),
        *(PictureKey("COCO-Search18", f"{target}/{number}.jpg", None, "search") for number in numbers[100:]
          for target in ("bottle", "car")),
        *keys("SIFR", 100),
    ]  # fmt: skip
    found, by_number = split(pictures), {}
    for (dataset, name), side in found.sides.items():
        if dataset != "SIFR":
            by_number.setdefault(coco_number(name), set()).add(side)
    assert [len(sides) for sides in by_number.values()] == [1] * 300
    key, other = ("COCO-Search18", "bottle/000000000150.jpg"), ("COCO-Search18", "car/000000000150.jpg")
    allowed = set(found.distractors(key, found.sides))
    assert other not in allowed, "the same photo"
    assert all(same_side(found.sides, key, one) for one in allowed)
    assert len(allowed) > 30


def test_pictures_that_look_alike_are_on_one_side(tmp_path, made_up, pictures):
    draw, given = np.random.default_rng(0), []
    for number in range(20):
        pixels = np.kron(draw.integers(0, 255, (7, 9, 3), dtype=np.uint8), np.ones((9, 9, 1), np.uint8))
        image = Image.fromarray(pixels)
        for dataset, changed in (("A", image), ("B", image.resize((200, 160))), ("C", ImageOps.mirror(image))):
            path = tmp_path / f"{dataset}{number}.png"
            changed.save(path)
            given.append(PictureKey(dataset, path.name, path))
    found = split(given, 0.3)
    assert [{found.sides[name, f"{name}{number}.png"] for name in "ABC"} for number in range(20)].count({"test"}) == 6
    assert set(found.groups.values()) == {("A", f"A{number}.png") for number in range(20)}
    apart = split([one._replace(path=None) for one in given], 0.3)
    assert len(set(apart.groups.values())) == 60
    assert split(given, 0.3, look=False) == apart
    one = next(made_up(numbers=[7], objects=(2, 5)).pictures(pictures, Oddities()))
    assert key_of(one) == ("MadeUp", one.name, one.path, "ranked counted free viewing search")
