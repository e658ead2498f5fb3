"""Which pictures are for testing and which for training.

The paper keeps a tenth of the set for testing. Here pictures are divided, never questions: pictures that are the same
or look alike (by bytes, perceptual hashes and small grey copies, or as one COCO photo of several sources) are on one
side with all that people did on them. Only the people who looked are on both sides. The hash of 64 bits has the
signs, about their median, of the 8 x 8 lowest frequencies of the cosine transform of a 32 x 32 grey copy (Zauner,
"Implementation and benchmarking of perceptual image hash functions", 2010).
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy.cluster.hierarchy import DisjointSet
from scipy.fft import dctn

from dataset_builders.hvsbench.generate.sources import AnnotatedPicture
from vlmeval_hvs.as_shown import eight_bit
from vlmeval_hvs.files import content_digest, opened_image
from vlmeval_hvs.seeding import rng

MOST_BITS = 11  # bits of 64 that the hashes of two alike pictures differ in at most
LEAST_CORRELATION = 0.8  # of the grey copies of two alike pictures
_GREY, _LOWEST, _COPY = 32, 8, 16
_FLAT = 4.0  # grey levels of standard deviation; below, the hash of a blank picture is that of its noise
_DECODED = 256  # px; a JPEG is decoded at the smallest of its scales above this
_AT_ONCE = 256  # rows of the table of distances that are held at once
_COCO = re.compile(r"(?<!\d)(\d{12})(?!\d)")

Floats = NDArray[np.float32]
Key = tuple[str, str]  # dataset and name of a picture
Group = list[AnnotatedPicture]


class Look(NamedTuple):
    """Digest, hashes and a small copy of a picture."""

    content: str  # SHA-256 of the file
    signs: Floats  # (64,), the bits of the hash as 1 and -1; zeros for a picture too flat to have one
    copy: Floats  # (16, 16), grey levels less their mean, scaled to length 1


def look_of(path: Path) -> Look:
    """The look of an image file."""
    with opened_image(path) as image:
        image.draft("L", (_DECODED, _DECODED))
        grey = eight_bit(image).convert("L").resize((_GREY, _GREY), Image.Resampling.LANCZOS)
    levels = np.asarray(grey, dtype=float)
    block = _GREY // _COPY
    copy = levels.reshape(_COPY, block, _COPY, block).mean(axis=(1, 3)).round()
    copy -= copy.mean()
    copy /= np.linalg.norm(copy) or 1.0
    low = dctn(levels)[:_LOWEST, :_LOWEST] if levels.std() >= _FLAT else np.zeros((_LOWEST, _LOWEST))
    signs = np.where(low > np.median(low), 1, -1) if low.any() else low
    return Look(content_digest(path), signs.ravel().astype(np.float32), copy.astype(np.float32))


def alike(paths: Sequence[Path]) -> Iterator[tuple[int, int]]:
    """Places of image files that are alike: enough pairs to link all of them.

    Alike are files with the same content, and pictures whose hashes differ in at most `MOST_BITS`, while their grey
    copies correlate with at least `LEAST_CORRELATION`.
    """
    if not paths:
        return
    with ThreadPoolExecutor() as pool:
        looks = list(pool.map(look_of, paths))
    first: dict[str, int] = {}
    for place, one in enumerate(looks):
        if (other := first.setdefault(one.content, place)) != place:
            yield other, place
    signs = np.stack([one.signs for one in looks])
    copies = np.stack([one.copy for one in looks])
    for start in range(0, len(looks), _AT_ONCE):
        near = signs[start : start + _AT_ONCE] @ signs.T >= signs.shape[1] - 2 * MOST_BITS
        for row, b in np.argwhere(near).tolist():
            if start + row < b and np.vdot(copies[start + row], copies[b]) >= LEAST_CORRELATION:
                yield start + row, b


class Split(NamedTuple):
    """Which picture is on which side."""

    sides: dict[Key, str]  # picture to its side
    groups: dict[Key, Key]  # picture to the first one of its group of pictures that are alike


def key_of(picture: AnnotatedPicture) -> Key:
    """Dataset and name of a picture."""
    return picture.dataset, picture.name


def coco_number(name: str) -> str:
    """The number of a COCO photo in the name of a picture, which has twelve digits; "" where there is none."""
    found = _COCO.search(PurePosixPath(name).stem)
    return found[1] if found else ""


def groups_of(pictures: Iterable[AnnotatedPicture]) -> list[Group]:
    """The pictures, each once, in groups of those that are alike or are one COCO photo."""
    ordered = sorted(pictures, key=key_of)
    linked = DisjointSet(range(len(ordered)))
    photos: dict[str, int] = {}
    for place, one in enumerate(ordered):
        if number := coco_number(one.name):
            linked.merge(photos.setdefault(number, place), place)
    for first, second in alike([one.path for one in ordered]):
        linked.merge(first, second)
    return [[ordered[place] for place in sorted(group)] for group in sorted(map(sorted, linked.subsets()))]


def split(groups: Sequence[Group], share: float = 0.1, seed: int = 0) -> Split:
    """Divide groups of pictures; ``share`` of the pictures, 0 to 1, are for testing.

    Every group draws a number that is a function of the seed and its first picture. In each stratum (groups with
    pictures of the same sources) the groups with the smallest numbers are for testing, so many that the stratum, and
    all strata before it together, have the share as nearly as whole groups permit. A picture that is added therefore
    moves few others.
    """
    strata: dict[tuple[str, ...], list[Group]] = defaultdict(list)
    for group in sorted(groups, key=lambda group: key_of(group[0])):
        strata[tuple(sorted({one.dataset for one in group}))].append(group)
    tested: set[Key] = set()
    wanted = 0.0
    for _, stratum in sorted(strata.items()):
        wanted += share * sum(len(group) for group in stratum)
        for group in sorted(stratum, key=lambda group: rng(seed, "split", *key_of(group[0])).random()):
            if len(group) / 2 <= wanted:  # taking it brings the number nearer to the one wanted
                tested.add(key_of(group[0]))
                wanted -= len(group)
    first = {key_of(one): key_of(group[0]) for group in groups for one in group}
    return Split({key: "test" if group in tested else "train" for key, group in first.items()}, first)
