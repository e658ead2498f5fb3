"""Which pictures are for testing, and pictures that look alike."""

from collections import Counter
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from numpy.random import default_rng as rng
from PIL import Image

from dataset_builders.hvsbench.generate.sources import AnnotatedPicture
from dataset_builders.hvsbench.generate.split import alike, coco_number, groups_of, look_of, split
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import content_digest


def picture(dataset, name, path=None):
    return AnnotatedPicture(dataset, name, path, (64, 48))


@pytest.mark.long
def test_every_source_and_kind_has_its_share_whatever_the_order_and_what_is_added():
    def sides_of(pictures, share=0.1, seed=3):
        return split([[one] for one in pictures], share, seed).sides

    def pictures_of(dataset, number, start=0):
        return [picture(dataset, f"{place}.jpg") for place in range(start, start + number)]

    pictures = [*pictures_of("A", 1050), *pictures_of("B", 134), *pictures_of("C", 7)]
    sides = sides_of(pictures)
    tested = Counter(one.dataset for one in pictures if sides[one.dataset, one.name] == "test")
    assert (tested["A"], tested["B"] in (13, 14)) == (105, True)
    assert sum(tested.values()) == round(0.1 * len(pictures))
    assert sides_of(reversed(pictures)) == sides
    both = Counter((sides[key], side) for key, side in sides_of(pictures, seed=2).items())
    assert 0 < both["test", "test"] < 40  # about a tenth of a tenth: 12
    after = sides_of([*pictures, *pictures_of("D", 333), *pictures_of("A", 10, start=2000)])
    assert sum(sides[key] != after[key] for key in sides) <= 2
    assert {end: set(sides_of(pictures, end).values()) for end in (0, 1)} == {0: {"train"}, 1: {"test"}}


def noise(seed):
    return Image.fromarray(np.kron(rng(seed).integers(0, 255, (7, 9), dtype=np.uint8), np.ones((9, 9), np.uint8)))


def test_a_coco_photo_of_several_sources_and_pictures_that_look_alike_are_on_one_side(tmp_path):
    names = ("a/COCO_val2014_000000400966.jpg", "000000400966.jpg", "0000004009661.jpg", "000000400966/1.jpg", "x.jpg")
    assert [coco_number(name) for name in names] == ["000000400966", "000000400966", "", "", ""]

    def groups(images):
        pictures = []
        for (dataset, name), image in images.items():
            image.save(tmp_path / name)
            pictures.append(picture(dataset, name, tmp_path / name))
        return groups_of(pictures)

    places = {(name, n): (name, f"{name}{n:012d}.png") for n, name in product(range(30), "ABC")}
    sides = split(groups({place: noise(100 * n + ord(name)) for (name, n), place in places.items()}), 0.3).sides
    for number in range(30):
        assert len({sides[places[dataset, number]] for dataset in "ABC"}) == 1
    sizes = {"A": (81, 63), "B": (200, 160), "C": (90, 70)}
    given = {(name, f"{name}{n}.png"): noise(n).resize(sizes[name]) for n, name in product(range(20), sizes)}
    found = split(groups(given), 0.3)
    assert [{found.sides[name, f"{name}{number}.png"] for name in "ABC"} for number in range(20)].count({"test"}) == 6
    assert set(found.groups.values()) == {("A", f"A{number}.png") for number in range(20)}


def test_hashes_are_those_of_another_library(tmp_path):
    imagehash, data = pytest.importorskip("imagehash"), pytest.importorskip("skimage.data")

    def different(signs, image):
        return int((signs != np.where(imagehash.phash(image).hash.ravel(), 1, -1)).sum())

    names = ("camera.png", "chelsea.png", "coins.png", "rocket.jpg")
    *paths, jpeg = (Path(data.__file__).parent / name for name in names)
    for path in paths:
        found = look_of(path)
        with Image.open(path) as image:
            assert different(found.signs, image) == 0
            grey = np.asarray(image.convert("L").resize((16, 16), Image.Resampling.BOX), dtype=float)
        assert np.corrcoef(grey.ravel(), found.copy.ravel())[0, 1] > 0.99
        assert found.content == content_digest(path)
    with Image.open(jpeg) as image:  # decoded at a smaller scale
        assert different(look_of(jpeg).signs, image) <= 2
    (tmp_path / "cut.png").write_bytes(paths[2].read_bytes()[:2000])
    with pytest.raises(DataError, match=r"cut\.png: the image does not decode"):
        list(alike([tmp_path / "cut.png"]))
    for number, seed in enumerate((0, 1, 0)):  # flat pictures are alike only when they are the same file
        flat = rng(seed).integers(126, 130, (60, 80), dtype=np.uint8)
        Image.fromarray(flat).save(tmp_path / f"{number}.png")
    assert set(alike([tmp_path / f"{number}.png" for number in range(3)])) == {(0, 2)}
