"""Which pictures are for testing: shares, strata, groups, and what a change moves."""

from collections import Counter

import numpy as np
import pytest
from PIL import Image, ImageOps

from dataset_builders.hvsbench.generate.annotations import AnnotatedPicture, SalientObject
from dataset_builders.hvsbench.generate.split import coco_number, split

RANKED = (SalientObject((0, 0, 1, 1), 1, "", ""),)


def picture(dataset, name, path=None, counted=False):
    return AnnotatedPicture(dataset, name, path, (64, 48), RANKED, counted)


def pictures_of(dataset, number, counted=False, start=0):
    return [picture(dataset, f"{place}.jpg", counted=counted) for place in range(start, start + number)]


@pytest.mark.long
def test_every_source_and_kind_has_its_share_whatever_the_order_and_what_is_added():
    def sides_of(pictures, share=0.1, seed=3):
        return split(pictures, share, seed, look=False).sides

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
    assert sides_of([]) == {}


def test_a_coco_photo_of_several_sources_is_on_one_side():
    numbers = [f"{number:012d}" for number in range(300)]
    names = ("a/COCO_val2014_000000400966.jpg", "000000400966.jpg", "0000004009661.jpg", "000000400966/1.jpg", "x.jpg")
    assert [coco_number(name) for name in names] == ["000000400966", "000000400966", "", "", ""]
    pictures = [
        *(picture("SIS10K", f"train/images/COCO_train2014_{number}.jpg") for number in numbers),
        *(picture("COCO-Search18", f"{one}/{number}.jpg") for number in numbers[100:] for one in ("bottle", "car")),
        *pictures_of("SIFR", 100),
    ]  # fmt: skip
    found, by_number = split(pictures, look=False), {}
    for (dataset, name), side in found.sides.items():
        if dataset != "SIFR":
            by_number.setdefault(coco_number(name), set()).add(side)
    assert [len(sides) for sides in by_number.values()] == [1] * 300
    groups = {found.groups["COCO-Search18", f"{target}/000000000150.jpg"] for target in ("bottle", "car")}
    assert len(groups) == 1, "the same photo"


def test_pictures_that_look_alike_are_on_one_side(tmp_path):
    draw, given = np.random.default_rng(0), []
    for number in range(20):
        pixels = np.kron(draw.integers(0, 255, (7, 9, 3), dtype=np.uint8), np.ones((9, 9, 1), np.uint8))
        image = Image.fromarray(pixels)
        for dataset, changed in (("A", image), ("B", image.resize((200, 160))), ("C", ImageOps.mirror(image))):
            path = tmp_path / f"{dataset}{number}.png"
            changed.save(path)
            given.append(picture(dataset, path.name, path))
    found = split(given, 0.3)
    assert [{found.sides[name, f"{name}{number}.png"] for name in "ABC"} for number in range(20)].count({"test"}) == 6
    assert set(found.groups.values()) == {("A", f"A{number}.png") for number in range(20)}
    assert len(set(split(given, 0.3, look=False).groups.values())) == 60
