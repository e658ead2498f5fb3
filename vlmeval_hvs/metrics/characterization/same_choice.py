"""Test 2.2: does the choice stay the same when only the eyes move?

Section 3.3 and appendix A.7.3 of the study count the (objects, view, proximity, head target, prompt) groups whose
choices agree over all gaze targets. Their chance level, n^(1-n), takes answers as uniform and independent; an agent
that blindly prefers some object of each photo beats it. The null used here keeps all that is typical of a photo: within
a scene and gaze target, the photos (each with all its prompts) are permuted over head targets.

The statistic is the share of pairs of photos of a group that agree, averaged over groups. Counting only the groups that
agree as a whole loses most of the evidence where answers are noisy: all four choices are rarely alike.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations

import numpy as np

from ..arrays import Floats, Integers
from ..checks import whole_number
from .photos import Photos

LARGEST_ROW = 6  # of more objects the orders are too many to list


@dataclass(frozen=True)
class SameChoice:
    """Sums by scene (only complete scenes).

    Attributes:
        scene: (scenes,) numbers of the scenes.
        n: (scenes,) numbers of objects.
        agree: (scenes,) sums over groups of the share of pairs with equal choices.
        comparable: (scenes,) the same sums if all matched pairs agreed.
        chance: (scenes,) expected `agree` under uniform guessing.
        null: (permutations, scenes) `agree` under permutation.
        same: (scenes,) numbers of groups with equal choices throughout.
        groups: (scenes,) numbers of groups with every reply matched.
        same_chance: (scenes,) expected `same` under uniform guessing.
    """

    scene: Integers
    n: Integers
    agree: Floats
    comparable: Floats
    chance: Floats
    null: Floats
    same: Floats
    groups: Floats
    same_chance: Floats


@lru_cache
def _orders(n: int) -> Integers:
    return np.array(list(permutations(range(n))), dtype=np.int64)


def same_choice(photos: Photos, rng: np.random.Generator, n_permutations: int = 999) -> SameChoice | None:
    """Count agreeing choices and draw the permutation null.

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
    names = SameChoice.__dataclass_fields__
    return SameChoice(*(np.concatenate([getattr(part, name) for part in parts], axis=-1) for name in names))


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
    matched = choices >= 0
    whole = matched.all(axis=1)
    same = ((choices == choices[:, :1]).all(axis=1) & whole).sum(axis=(1, 2)).astype(float)
    groups = whole.sum(axis=(1, 2)).astype(float)
    # Numbers of prompts on which two photos of a scene agree, (scenes, gaze, head, gaze, head), and of matched ones.
    one_hot = (choices[..., None] == np.arange(n)).reshape(len(scenes), n * n, -1).astype(np.float32)
    shape = (len(scenes), n, n, n, n)
    equal = (one_hot @ one_hot.transpose(0, 2, 1)).reshape(shape)
    both = matched.reshape(len(scenes), n * n, -1).astype(np.float32)
    compared = (both @ both.transpose(0, 2, 1)).reshape(shape)
    pairs = list(combinations(range(n), 2))

    def total(table: Floats) -> Floats:
        return np.sum([table[:, g, h, other, h] for g, other in pairs for h in range(n)], axis=0) / len(pairs)

    # The first gaze target may stay in place: only relative order matters.
    orders = _orders(n)
    head = [np.broadcast_to(orders[0], (draws, len(scenes), n))]
    head += [orders[rng.integers(0, len(orders), (draws, len(scenes)))] for _ in range(1, n)]
    null = np.zeros((draws, len(scenes)))
    every = np.arange(len(scenes))
    for g, other in pairs:
        for h in range(n):
            null += equal[every, g, head[g][:, :, h], other, head[other][:, :, h]]
    comparable = total(compared)
    return SameChoice(
        scene=scenes,
        n=np.full(len(scenes), n),
        agree=total(equal).astype(float),
        comparable=comparable.astype(float),
        chance=comparable / float(n),
        null=null / len(pairs),
        same=same,
        groups=groups,
        same_chance=groups * float(n) ** (1 - n),
    )
