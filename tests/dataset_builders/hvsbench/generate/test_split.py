"""Which pictures are for testing: shares, strata, groups, and what a change moves."""

from collections import Counter

import numpy as np
import pytest
from PIL import Image, ImageOps

from dataset_builders.hvsbench.generate.split import PictureKey, assign, coco_number, key_of, same_side, split
from dataset_builders.hvsbench.sources.annotations import AnnotatedPicture, Oddities


def keys(dataset: str, number: int, kinds: str = "ranked", start: int = 0) -> list[PictureKey]:
    return [PictureKey(dataset, f"{place}.jpg", None, kinds) for place in range(start, start + number)]


def share(sides, dataset: str) -> float:
    own = [side for (name, _), side in sides.items() if name == dataset]
    return own.count("test") / len(own)


def test_every_source_and_kind_has_its_tenth():
    pictures = [*keys("A", 1000, "ranked"), *keys("A", 50, "ranked counted", 1000), *keys("B", 134), *keys("C", 7)]
    sides = assign(pictures, 0.1, seed=3)
    tested = Counter((one.dataset, one.kinds) for one in pictures if sides[one[:2]] == "test")
    assert tested["A", "ranked"] == 100
    assert tested["A", "ranked counted"] == 5
    assert tested["B", "ranked"] in (13, 14)
    assert sum(tested.values()) == round(0.1 * len(pictures))


def test_shares_at_the_ends_and_between():
    pictures = keys("A", 200)
    assert {end: set(assign(pictures, end).values()) for end in (0, 1)} == {0: {"train"}, 1: {"test"}}
    assert share(assign(pictures, 0.345), "A") == pytest.approx(0.345)
    for wrong in (-0.1, 1.5, float("nan")):
        with pytest.raises(ValueError, match="not between 0 and 1"):
            assign(pictures, wrong)


def test_a_division_is_a_function_of_the_seed_and_not_of_the_order():
    pictures = keys("A", 500)
    first = assign(pictures, seed=1)
    assert assign(reversed(pictures), seed=1) == first
    both = Counter((first[key], side) for key, side in assign(pictures, seed=2).items())
    assert 0 < both["test", "test"] < 20  # about a tenth of a tenth: 5


def test_pictures_and_sources_that_are_added_move_few():
    pictures = keys("B", 1000)
    before = assign(pictures)
    after = assign([*pictures, *keys("A", 333), *keys("B", 10, start=1000)])
    assert sum(before[key] != after[key] for key in before) <= 2


def test_a_coco_photo_of_several_sources_is_on_one_side():
    numbers = [f"{number:012d}" for number in range(300)]
    pictures = [
        *(PictureKey("SIS10K", f"train/images/COCO_train2014_{number}.jpg") for number in numbers),
        *(PictureKey("COCO-FreeView", f"{number}.jpg", None, "free viewing") for number in numbers[:200]),
        *(PictureKey("COCO-Search18", f"{target}/{number}.jpg", None, "search") for number in numbers[100:]
          for target in ("bottle", "car")),
        *keys("SIFR", 100),
    ]  # fmt: skip
    found = split(pictures)
    by_number = {}
    for dataset, name in found.sides:
        by_number.setdefault(coco_number(name), set()).add(found.sides[dataset, name])
    by_number.pop("")
    assert len(by_number) == 300
    assert {len(sides) for sides in by_number.values()} == {1}
    for dataset in ("SIS10K", "COCO-FreeView", "COCO-Search18", "SIFR"):
        assert 0.08 <= share(found.sides, dataset) <= 0.12
    key, other = ("COCO-Search18", "bottle/000000000150.jpg"), ("COCO-Search18", "car/000000000150.jpg")
    allowed = set(found.distractors(key, found.sides))
    assert other not in allowed, "the same photo"
    assert all(same_side(found.sides, key, one) for one in allowed)
    assert len(allowed) > 50


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("a/COCO_val2014_000000400966.jpg", "000000400966"),
        ("000000400966.jpg", "000000400966"),
        ("0000004009661.jpg", ""),
        ("000000400966/1.jpg", ""),
        ("grayscale_10_kitchen.jpg", ""),
    ],
)
def test_numbers_of_coco_photos(name, number):
    assert coco_number(name) == number


def test_pictures_that_look_alike_are_on_one_side(tmp_path):
    draw = np.random.default_rng(0)
    pictures = []
    for number in range(30):
        pixels = np.kron(draw.integers(0, 255, (7, 9, 3), dtype=np.uint8), np.ones((9, 9, 1), np.uint8))
        image = Image.fromarray(pixels)
        for dataset, changed in (("A", image), ("B", image.resize((200, 160))), ("C", ImageOps.mirror(image))):
            path = tmp_path / f"{dataset}{number}.png"
            changed.save(path)
            pictures.append(PictureKey(dataset, path.name, path))
    found = split(pictures, 0.3)
    assert [{found.sides[name, f"{name}{number}.png"] for name in "ABC"} for number in range(30)].count({"test"}) == 9
    assert set(found.groups.values()) == {("A", f"A{number}.png") for number in range(30)}
    apart = split([one._replace(path=None) for one in pictures], 0.3)
    assert len(set(apart.groups.values())) == 90
    assert split(pictures, 0.3, look=False) == apart


def test_a_picture_that_is_given_twice_is_refused():
    with pytest.raises(ValueError, match=r"picture 3\.jpg of A is given twice"):
        assign([*keys("A", 5), *keys("A", 1, start=3)])
    assert assign([]) == {}


def test_kinds_are_those_of_the_annotations(made_up, pictures):
    one = next(made_up(numbers=[7], objects=(2, 5)).pictures(pictures, Oddities()))
    assert key_of(one) == ("MadeUp", one.name, one.path, "ranked counted free viewing search")
    assert key_of(AnnotatedPicture("X", "a.jpg", pictures, (4, 3))).kinds == ""
