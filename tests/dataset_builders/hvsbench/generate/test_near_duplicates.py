"""Perceptual hashes against those of the ImageHash library, and alike pictures against comparing each with each."""

import io
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageEnhance, ImageOps

from dataset_builders.hvsbench.generate import fingerprints as module
from dataset_builders.hvsbench.generate.fingerprints import SIDE, Fingerprint, fingerprint, fingerprints
from dataset_builders.hvsbench.generate.near_duplicates import LEAST_CORRELATION, MOST_BITS, Alike, alike
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import content_digest

NAMES = (
    "astronaut.png", "camera.png", "cell.png", "chelsea.png", "coffee.png", "coins.png", "hubble_deep_field.jpg",
    "ihc.png", "moon.png", "motorcycle_left.png", "page.png", "retina.jpg", "rocket.jpg", "text.png",
)  # fmt: skip


def photographs(*names):
    import skimage.data

    return [Path(skimage.data.__file__).parent / name for name in names]


def test_hashes_are_those_of_another_library_and_files_are_read_once(tmp_path, monkeypatch):
    imagehash = pytest.importorskip("imagehash")
    *paths, jpeg = photographs("camera.png", "chelsea.png", "coins.png", "rocket.jpg")
    for path in paths:
        found = fingerprint(path)
        with Image.open(path) as image:
            theirs, mirrored = (int(str(imagehash.phash(one)), 16) for one in (image, ImageOps.mirror(image)))
            grey = np.asarray(image.convert("L").resize((SIDE, SIDE), Image.Resampling.BOX), dtype=float).ravel()
        assert found.look == theirs
        assert bin(found.mirrored ^ mirrored).count("1") <= 2  # rounding of a resized pixel
        assert np.corrcoef(grey, np.frombuffer(found.copy, np.uint8))[0, 1] > 0.99
        assert found.content == content_digest(path)
    with Image.open(jpeg) as image:  # decoded at a smaller scale
        assert bin(fingerprint(jpeg).look ^ int(str(imagehash.phash(image)), 16)).count("1") <= 2
    Image.fromarray(np.random.default_rng(0).integers(126, 130, (60, 80), dtype=np.uint8)).save(tmp_path / "wall.png")
    assert fingerprint(tmp_path / "wall.png")[1:3] == (0, 0), "flat"
    (tmp_path / "cut.png").write_bytes(paths[2].read_bytes()[:2000])
    for name, said in (("cut.png", "does not decode"), ("none.png", "cannot be read")):
        with pytest.raises(DataError, match=f"{name}: .*{said}"):
            list(fingerprints([tmp_path / name]))
    kept, read = tmp_path / "looks" / "kept.jsonl", []
    first = list(fingerprints(paths, kept))
    kept.write_bytes(kept.read_bytes()[:-30])  # a run that is killed while it writes leaves a part of a line
    monkeypatch.setattr(module, "fingerprint", lambda path: read.append(path.name) or fingerprint(path))
    assert list(fingerprints(paths, kept)) == list(fingerprints(paths, kept)) == first
    assert read == ["coins.png"]


def made_up(number: int) -> list[Fingerprint]:
    """Fingerprints in clusters, so that hashes differ in 1 to 22 bits, or in about 32; no two hashes are equal."""
    draw, found = np.random.default_rng(0), []
    centres, copies = draw.integers(1, 2**63, 12, dtype=np.uint64), draw.integers(0, 256, (12, SIDE * SIDE))
    for place in range(number):
        cluster, noise = int(draw.integers(12)), int(draw.integers(30, 90))
        looks = [
            int(centres[cluster])
            ^ sum(1 << int(bit) for bit in draw.choice(64, int(draw.integers(0, 12)), replace=False))
            for _ in range(2)
        ]
        copy = np.clip(copies[cluster] + draw.integers(-noise, noise, SIDE * SIDE), 0, 255).astype(np.uint8)
        found.append(Fingerprint(str(place), *looks, copy.tobytes()))
    return list({one.look: one for one in found}.values())


@pytest.mark.long
def test_lookup_finds_what_comparing_each_with_each_finds(monkeypatch):
    monkeypatch.setattr("dataset_builders.hvsbench.generate.near_duplicates._AT_ONCE", 50)  # many runs of candidates
    pictures, forced, best = made_up(200), set(), {}
    grey = [np.frombuffer(one.copy, np.uint8).reshape(SIDE, SIDE) for one in pictures]
    for (i, a), (j, b) in combinations(enumerate(pictures), 2):
        turned = min(bin(a.mirrored ^ b.look).count("1"), bin(a.look ^ b.mirrored).count("1"))
        for mirrored, bits in ((False, bin(a.look ^ b.look).count("1")), (True, turned)):
            other = grey[j][:, ::-1] if mirrored else grey[j]
            if bits <= MOST_BITS and np.corrcoef(grey[i].ravel(), other.ravel())[0, 1] >= LEAST_CORRELATION:
                forced.add(Alike(i, j, bits, mirrored))
    for pair in alike(pictures):
        key = pair.first, pair.second, pair.mirrored
        best[key] = min(best.get(key, 65), pair.bits)
    assert {Alike(a, b, bits, mirrored) for (a, b, mirrored), bits in best.items()} == forced
    assert len(forced) > 80
    same = [Fingerprint(str(number), 12345, 99999 << 30, bytes(range(256))) for number in range(300)]
    assert alike(same) == [Alike(0, number, 0, False) for number in range(1, 300)]
    assert alike([Fingerprint(content, 0, 0, bytes(256)) for content in "aba"]) == [Alike(0, 2, 0, False)], "flat"
    assert alike([]) == []


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
def test_edited_photographs_are_found(tmp_path):
    originals = [fingerprint(path) for path in photographs(*NAMES)]
    right = {(number, number + len(NAMES)) for number in range(len(NAMES))}
    for name, (edit, missed) in EDITS.items():
        edited = []
        for path in photographs(*NAMES):
            with Image.open(path) as image:
                edit(image.convert("RGB")).save(tmp_path / "edited.png", compress_level=1)
            edited.append(fingerprint(tmp_path / "edited.png"))
        pairs = {(pair.first, pair.second): pair for pair in alike([*originals, *edited])}
        assert len(right - set(pairs)) <= missed, name
        assert set(pairs) <= right, "different photographs are not alike"
        assert {pair.mirrored for pair in pairs.values()} == {"mirrored" in name}
