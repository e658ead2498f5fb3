"""Perceptual hashes against those of the ImageHash library, and edited photographs that are found."""

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageEnhance, ImageOps

from dataset_builders.hvsbench.generate.split import alike, look_of
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import content_digest

NAMES = (
    "astronaut.png", "camera.png", "cell.png", "chelsea.png", "coffee.png", "coins.png", "hubble_deep_field.jpg",
    "ihc.png", "moon.png", "motorcycle_left.png", "page.png", "retina.jpg", "rocket.jpg", "text.png",
)  # fmt: skip


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
    for name in ("cut.png", "none.png"):
        with pytest.raises(DataError, match=f"{name}: the image does not decode"):
            list(alike([tmp_path / name]))


def test_flat_pictures_are_alike_only_when_they_are_the_same_file(tmp_path):
    paths = []
    for number, seed in enumerate((0, 1, 0)):
        noise = np.random.default_rng(seed).integers(126, 130, (60, 80), dtype=np.uint8)
        paths.append(tmp_path / f"{number}.png")
        Image.fromarray(noise).save(paths[-1])
    assert set(alike(paths)) == {(0, 2)}
    assert list(alike([])) == []


def cropped(image: Image.Image) -> Image.Image:
    dx, dy = (round(side * 0.02) for side in image.size)
    return image.crop((dx, dy, image.width - dx, image.height - dy))


def recompressed(image: Image.Image) -> Image.Image:
    data = io.BytesIO()
    image.save(data, "JPEG", quality=30)
    return Image.open(data)


EDITS = {
    "resized": (lambda image: image.resize((image.width // 2, image.height // 2)), 0),
    "recompressed": (recompressed, 0),
    "brighter": (lambda image: ImageEnhance.Brightness(image).enhance(1.3), 0),
    "mirrored": (ImageOps.mirror, 0),
    "cropped": (cropped, 1),
    "mirrored and cropped": (lambda image: cropped(ImageOps.mirror(image)), 1),
}
"""Ways to edit, and how many of the fourteen are missed; the page of text changes most when it is cropped."""


@pytest.mark.nightly
def test_edited_photographs_are_found_and_no_others(tmp_path):
    originals = photographs(*NAMES)
    right = {(number, number + len(NAMES)) for number in range(len(NAMES))}
    for name, (edit, missed) in EDITS.items():
        edited = []
        for path in originals:
            edited.append(tmp_path / f"{path.stem}.png")
            with Image.open(path) as image:
                edit(image.convert("RGB")).save(edited[-1], compress_level=1)
        pairs = {tuple(sorted(pair)) for pair in alike([*originals, *edited])}
        assert len(right - pairs) <= missed, name
        assert pairs <= right, "different photographs are not alike"
