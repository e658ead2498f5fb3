"""Perceptual hashes against those of the ImageHash library, and the file that remembers them."""

from pathlib import Path

import numpy as np
import pytest
import skimage.data
from PIL import Image, ImageOps

from dataset_builders.hvsbench.generate import fingerprints as module
from dataset_builders.hvsbench.generate.fingerprints import fingerprint, fingerprints
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import content_digest

imagehash = pytest.importorskip("imagehash")
PHOTOGRAPHS = Path(skimage.data.__file__).parent
NAMES = ("astronaut.png", "camera.png", "chelsea.png", "coffee.png", "coins.png", "rocket.jpg", "retina.jpg")


def theirs(image: Image.Image) -> int:
    return int(str(imagehash.phash(image)), 16)


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith("png")])
def test_hash_is_that_of_another_library(name):
    path = PHOTOGRAPHS / name
    found = fingerprint(path)
    with Image.open(path) as image:
        assert found.look == theirs(image)
        assert bin(found.mirrored ^ theirs(ImageOps.mirror(image))).count("1") <= 2  # rounding of a resized pixel
        grey = np.asarray(image.convert("L").resize((16, 16), Image.Resampling.BOX), dtype=float).ravel()
    assert np.corrcoef(grey, np.frombuffer(found.copy, np.uint8))[0, 1] > 0.99
    assert found.content == content_digest(path)


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith("jpg")])
def test_hash_of_a_jpeg_decoded_at_a_smaller_scale_is_nearly_that_of_the_whole(name):
    with Image.open(PHOTOGRAPHS / name) as image:
        assert bin(fingerprint(PHOTOGRAPHS / name).look ^ theirs(image)).count("1") <= 2


def test_a_flat_picture_has_no_hash(tmp_path):
    pixels = np.random.default_rng(0).integers(126, 130, (60, 80), dtype=np.uint8)
    Image.fromarray(pixels).save(tmp_path / "wall.png")
    found = fingerprint(tmp_path / "wall.png")
    assert (found.look, found.mirrored) == (0, 0)
    assert found.content


def test_what_is_no_picture_is_named(tmp_path):
    (tmp_path / "cut.png").write_bytes((PHOTOGRAPHS / "coins.png").read_bytes()[:2000])
    for name, said in (("cut.png", "does not decode"), ("none.png", "cannot be read")):
        with pytest.raises(DataError, match=f"{name}: .*{said}"):
            list(fingerprints([tmp_path / name]))


def test_files_are_read_once_and_again_when_they_change(tmp_path, monkeypatch):
    paths = [tmp_path / f"{number}.png" for number in range(5)]
    for number, path in enumerate(paths):
        pixels = np.random.default_rng(number).integers(0, 255, (40, 40), dtype=np.uint8)
        Image.fromarray(pixels).save(path)
    kept = tmp_path / "looks" / "kept.jsonl"
    first = list(fingerprints(paths, kept))
    assert first == list(fingerprints(paths)) == [fingerprint(path) for path in paths]
    # A run that is killed while it writes leaves a part of a line.
    kept.write_bytes(kept.read_bytes()[:-30])
    read = []
    monkeypatch.setattr(module, "fingerprint", lambda path: read.append(path.name) or fingerprint(path))
    assert list(fingerprints(paths, kept)) == first
    assert read == ["4.png"]
    assert list(fingerprints(paths, kept)) == first
    assert read == ["4.png"]
    Image.fromarray(np.eye(50, dtype=np.uint8) * 255).save(paths[1])
    again = list(fingerprints(paths, kept))
    assert read == ["4.png", "1.png"]
    assert [a == b for a, b in zip(first, again, strict=True)] == [True, False, True, True, True]
