"""Alike pictures: the lookup against comparing each with each, and real photographs that were edited."""

import io
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
import skimage.data
from PIL import Image, ImageEnhance, ImageOps

from dataset_builders.hvsbench.generate import near_duplicates as module
from dataset_builders.hvsbench.generate.fingerprints import SIDE, Fingerprint, fingerprint, fingerprints
from dataset_builders.hvsbench.generate.near_duplicates import LEAST_CORRELATION, MOST_BITS, Alike, alike

PHOTOGRAPHS = Path(skimage.data.__file__).parent
NAMES = (
    "astronaut.png", "camera.png", "cell.png", "chelsea.png", "coffee.png", "coins.png", "hubble_deep_field.jpg",
    "ihc.png", "moon.png", "motorcycle_left.png", "page.png", "retina.jpg", "rocket.jpg", "text.png",
)  # fmt: skip


def cropped(image: Image.Image, share: float) -> Image.Image:
    dx, dy = (round(side * share) for side in image.size)
    return image.crop((dx, dy, image.width - dx, image.height - dy))


def recompressed(image: Image.Image) -> Image.Image:
    data = io.BytesIO()
    image.save(data, "JPEG", quality=30)
    return Image.open(data)


EDITS = {
    "resized": lambda image: image.resize((image.width // 2, image.height // 2)),
    "recompressed": recompressed,
    "brighter": lambda image: ImageEnhance.Brightness(image).enhance(1.3),
    "grey": lambda image: image.convert("L"),
    "mirrored": ImageOps.mirror,
    "cropped": lambda image: cropped(image, 0.02),
    "mirrored and cropped": lambda image: cropped(ImageOps.mirror(image), 0.02),
}
MISSED = {"cropped": 1, "mirrored and cropped": 1}
"""Of the fourteen photographs; the page of text changes most when it is cropped."""


@pytest.fixture(scope="module")
def originals():
    return [fingerprint(PHOTOGRAPHS / name) for name in NAMES]


@pytest.mark.parametrize("edit", EDITS)
def test_edited_photographs_are_found(edit, originals, tmp_path):
    edited = []
    for name in NAMES:
        with Image.open(PHOTOGRAPHS / name) as image:
            EDITS[edit](image.convert("RGB")).save(tmp_path / "edited.png", compress_level=1)
        edited.append(fingerprint(tmp_path / "edited.png"))
    pairs = {(pair.first, pair.second): pair for pair in alike([*originals, *edited])}
    right = {(number, number + len(NAMES)) for number in range(len(NAMES))}
    assert len(right - set(pairs)) <= MISSED.get(edit, 0)
    assert set(pairs) <= right, "different photographs are not alike"
    assert {pair.mirrored for pair in pairs.values()} == {"mirrored" in edit}


def test_pictures_of_the_real_interiors_are_alike_where_they_show_one_room(shared):
    folder = shared / "data" / "interiors_release" / "MatlabCode" / "data_images" / "images"
    if not folder.is_dir():
        pytest.skip("no Interiors release beside the checkout")
    files = sorted(folder.glob("*.jpg"))
    pairs = alike(list(fingerprints(files)))
    # Both were looked at: the same photograph of a kitchen under two names.
    assert [(files[pair.first].stem, files[pair.second].stem) for pair in pairs] == [
        ("grayscale_13_kitchen", "grayscale_37_oliva"),
        ("grayscale_21_kitchen", "grayscale_44_oliva"),
    ]


def made_up(number: int, seed: int) -> list[Fingerprint]:
    """Fingerprints in clusters, so that hashes differ in 1 to 22 bits, or in about 32; no two hashes are equal."""
    draw = np.random.default_rng(seed)
    centres = draw.integers(1, 2**63, 12, dtype=np.uint64)
    copies = draw.integers(0, 256, (12, SIDE * SIDE))
    found = []
    for place in range(number):
        cluster = int(draw.integers(12))
        looks = []
        for _ in range(2):
            flipped = draw.choice(64, int(draw.integers(0, 12)), replace=False)
            looks.append(int(centres[cluster]) ^ sum(1 << int(bit) for bit in flipped))
        noise = int(draw.integers(30, 90))
        copy = np.clip(copies[cluster] + draw.integers(-noise, noise, SIDE * SIDE), 0, 255).astype(np.uint8)
        found.append(Fingerprint(str(place), looks[0], looks[1], copy.tobytes()))
    return list({one.look: one for one in found}.values())


def by_force(pictures: list[Fingerprint]) -> set[Alike]:
    found = set()
    grey = [np.frombuffer(one.copy, np.uint8).reshape(SIDE, SIDE) for one in pictures]
    for (i, a), (j, b) in combinations(enumerate(pictures), 2):
        for mirrored, bits in (
            (False, bin(a.look ^ b.look).count("1")),
            (True, min(bin(a.mirrored ^ b.look).count("1"), bin(a.look ^ b.mirrored).count("1"))),
        ):
            other = grey[j][:, ::-1] if mirrored else grey[j]
            if bits <= MOST_BITS and np.corrcoef(grey[i].ravel(), other.ravel())[0, 1] >= LEAST_CORRELATION:
                found.add(Alike(i, j, bits, mirrored))
    return found


@pytest.mark.parametrize("seed", range(3))
def test_lookup_finds_what_comparing_each_with_each_finds(seed, monkeypatch):
    monkeypatch.setattr(module, "_AT_ONCE", 50)  # many runs of candidates
    pictures = made_up(300, seed)
    forced = by_force(pictures)
    assert len(forced) > 200
    best = {}
    for pair in alike(pictures):
        key = pair.first, pair.second, pair.mirrored
        best[key] = min(best.get(key, 65), pair.bits)
    assert {Alike(a, b, bits, mirrored) for (a, b, mirrored), bits in best.items()} == forced


def test_equal_hashes_are_linked_through_the_first_of_them():
    copy = bytes(range(256))
    same = [Fingerprint(str(number), 12345, 99999 << 30, copy) for number in range(2000)]
    assert alike(same) == [Alike(0, number, 0, False) for number in range(1, 2000)]


def test_flat_pictures_are_alike_only_with_the_same_content():
    flat = [Fingerprint(content, 0, 0, bytes(256)) for content in "aba"]
    assert alike(flat) == [Alike(0, 2, 0, False)]
    assert alike([]) == []
