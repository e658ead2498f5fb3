"""Test 2.2: does the choice stay the same when only the eyes move?

Section 3.3 and appendix A.7.3 of the study count the (objects, view, proximity, head target, prompt) groups whose
choices agree over all gaze targets. Their chance level, n^(1-n), takes answers as uniform and independent; an agent
that blindly prefers some object of each photo beats it. The null used here keeps all that is typical of a photo: within
a scene and gaze target, the photos (each with all its prompts) are permuted over head targets.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from ..arrays import Floats, Integers
from ..checks import whole_number
from .photos import Photos

LARGEST_ROW = 5


@dataclass(frozen=True)
class SameChoice:
    """Sums by scene (only complete scenes).

    Attributes:
        scene: (scenes,) numbers of the scenes.
        same: (scenes,) numbers of groups with equal choices.
        groups: (scenes,) numbers of groups with every reply matched.
        chance: (scenes,) expected numbers of equal groups under uniform guessing.
        null: (permutations, scenes) numbers of equal groups under permutation.
    """

    scene: Integers
    same: Floats
    groups: Floats
    chance: Floats
    null: Floats


@lru_cache
def _orders(n: int) -> Integers:
    return np.array(list(permutations(range(n))), dtype=np.int64)


def same_choice(photos: Photos, rng: np.random.Generator, n_permutations: int = 999) -> SameChoice | None:
    """Count groups with equal choices and draw the permutation null.

    Args:
        photos: All photos; only scenes with one photo for each pair of gaze and head target enter.
        rng: The source of the permutations.
        n_permutations: Number of permutations, at least 1.

    Returns:
        The counts, or None when no scene is complete.

    Raises:
        ValueError: ``n_permutations`` is no whole number of at least 1.
    """
    n_permutations = whole_number(n_permutations, "n_permutations")
    parts = [
        part
        for n in np.unique(photos.n)
        if n <= LARGEST_ROW
        if (part := _for_row_length(photos, int(n), rng, n_permutations)) is not None
    ]
    if not parts:
        return None
    return SameChoice(
        *(
            np.concatenate([getattr(part, name) for part in parts], axis=-1)
            for name in ("scene", "same", "groups", "chance", "null")
        )
    )


def _for_row_length(photos: Photos, n: int, rng: np.random.Generator, draws: int) -> SameChoice | None:
    rows = np.flatnonzero(photos.head_known & (photos.n == n))
    if not len(rows):
        return None
    place = np.full((photos.n_scenes, n, n), -1, dtype=np.int64)
    place[photos.scene[rows], photos.gaze[rows], photos.head[rows]] = rows
    scenes = np.flatnonzero((place >= 0).all(axis=(1, 2)))
    if not len(scenes):
        return None
    choices = photos.choices[place[scenes]]  # (scenes, gaze, head, prompts)
    groups = (choices >= 0).all(axis=1).sum(axis=(1, 2)).astype(float)
    one_hot = (choices[..., None] == np.arange(n)).reshape(len(scenes), n, n, -1).astype(np.float32)
    agree = _agreement(one_hot)
    diagonal = sum(n**power for power in range(n))  # all photos of one head target
    same = agree[:, [h * diagonal for h in range(n)]].sum(axis=1)
    index = np.zeros((draws, len(scenes), n), dtype=np.int64)
    orders = _orders(n)
    for g in range(n):
        # The first gaze target may stay in place: only relative order matters.
        drawn = orders[0] if g == 0 else orders[rng.integers(0, len(orders), (draws, len(scenes)))]
        index = index * n + drawn
    null = np.zeros((draws, len(scenes)))
    for h in range(n):
        null += agree[np.arange(len(scenes)), index[:, :, h]]
    return SameChoice(scenes, same.astype(float), groups, groups * float(n) ** (1 - n), null)


def _agreement(one_hot: NDArray[np.float32]) -> NDArray[np.float32]:
    """(scenes, n^n): prompts on which photos (0, h0), (1, h1), ... agree, at index (((h0 n) + h1) n + ...)."""
    scenes, n, _, _ = one_hot.shape
    half = (n + 1) // 2

    def product(first: int, last: int) -> NDArray[np.float32]:
        out = one_hot[:, first]
        for g in range(first + 1, last):
            out = (out[:, :, None] * one_hot[:, g][:, None]).reshape(scenes, -1, one_hot.shape[-1])
        return out

    return (product(0, half) @ product(half, n).transpose(0, 2, 1)).reshape(scenes, -1)
