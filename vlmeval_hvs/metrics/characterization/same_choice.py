"""Test 2.2: does the choice stay the same when only the eyes move?

Section 3.3 and appendix A.7.3 of the study count the (objects, view, proximity, head target, prompt) groups whose
choices agree over all gaze targets. Their chance level, n^(1-n), assumes uniform and independent answers; an agent
that blindly prefers some object of each photo exceeds it. The null here preserves what is typical of a photo: within a
scene and gaze target, the photos (each with all its prompts) are permuted over head targets.

The statistic is the share of pairs of photos of a group that agree, averaged over groups. Counting only the groups that
agree as a whole loses most of the evidence where answers are noisy: all four choices are rarely alike.
"""

from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np

from ..arrays import Floats, Integers
from ..bootstrap import edge_interval
from .least_squares import LEAST_SCENES, interval, too_few, two_sided_p
from .photos import Photos
from .results import ALPHA, Test, make_test, not_run

LARGEST_ROW = 6  # with more objects there are too many orders to list


class SameChoice(NamedTuple):
    """Numbers of complete scenes, (scenes,) each but `null`, which is (permutations, scenes)."""

    scene: Integers  # numbers of the scenes
    n: Integers  # numbers of objects
    agree: Floats  # sums over groups of the share of pairs with equal choices
    comparable: Floats  # the same sums if all matched pairs agreed
    chance: Floats  # expected `agree` under uniform guessing
    null: Floats  # `agree` under permutation
    same: Floats  # numbers of groups with equal choices throughout
    groups: Floats  # numbers of groups with every reply matched
    same_chance: Floats  # expected `same` under uniform guessing


def same_choice(photos: Photos, rng: np.random.Generator, n_permutations: int = 999) -> SameChoice | None:
    """Count agreeing choices and draw the permutation null; None when no scene is complete.

    Only scenes with one photo for each pair of gaze and head target enter.
    """
    lengths = [int(n) for n in np.unique(photos.n) if n <= LARGEST_ROW]
    parts = [part for n in lengths if (part := _for_row_length(photos, n, rng, n_permutations)) is not None]
    return SameChoice(*(np.concatenate(columns, axis=-1) for columns in zip(*parts, strict=True))) if parts else None


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
    orders = np.array(list(permutations(range(n))))
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


def same_choice_test(same: SameChoice | None, published: bool = False) -> Test:
    """Test 2.2 as a result: permutation p (one-sided) and the study's t-test, which decides when `published`."""
    if same is None or same.comparable.sum() == 0:
        return not_run("2.2", "no scene has a photo for every pair of gaze and head target")
    if len(same.scene) < LEAST_SCENES:
        return not_run("2.2", f"{too_few(len(same.scene))}, each with a photo for every gaze and head target")
    total, comparable, groups = same.agree.sum(), same.comparable.sum(), same.groups.sum()
    null = same.null.sum(axis=1)
    p = float((1 + (null >= total - 1e-6).sum()) / (1 + len(null)))
    details = {
        "chance_uniform": same.chance.sum() / comparable,
        "expected_under_permutation": null.mean() / comparable,
        "permutation_p": p,
        "paper_rate": same.same.sum() / groups if groups else None,
        "paper_chance": same.same_chance.sum() / groups if groups else None,
        "paper_p": paper_same_choice_p(same),
    }
    agree, weight, unit = same.agree, same.comparable, ""
    note = "one-sided permutation of photos over head targets within scene and gaze target"
    if published:
        agree, weight, unit = same.same, same.groups, "share of groups with equal choices"
        p, note = details["paper_p"], "one-sided t-test over groups against uniform guessing"
        if not groups:
            return not_run("2.2", "no group has a matched reply to every photo", unit)
    rate = float(agree.sum() / weight.sum())
    low, high = interval(rate, *_error_of_rate(agree, weight, same.n))
    bounds = (max(low, 0.0), min(high, 1.0))
    if rate in (0.0, 1.0):  # without variation the standard error is 0, though the rate is uncertain
        bounds = edge_interval(rate, int((weight > 0).sum()))
    return make_test("2.2", rate, bounds, p, p < ALPHA, int(weight.sum()), note, details, unit)


def _error_of_rate(agree: Floats, weight: Floats, lengths: Integers) -> tuple[float, float]:
    """Standard error and degrees of freedom of a rate; the design fixes how many scenes have how many objects."""
    variance, df = 0.0, 0
    for n in np.unique(lengths):
        own = (lengths == n) & (weight > 0)
        scenes = int(own.sum())
        if scenes > 1:
            off = agree[own] - weight[own] * agree[own].sum() / weight[own].sum()
            variance += scenes / (scenes - 1) * float(off @ off)
            df += scenes - 1
    return variance**0.5 / float(weight.sum()), float(max(df, 1))


def paper_same_choice_p(same: SameChoice) -> float:
    """The study's one-sided t-test over groups of "same choice" against uniform guessing; NaN for one group."""
    groups, total = same.groups.sum(), same.same.sum()
    if groups < 2:
        return float("nan")
    chance = same.same_chance / np.where(same.groups > 0, same.groups, 1.0)
    mean = (total - same.same_chance.sum()) / groups
    squares = same.same * (1 - chance) ** 2 + (same.groups - same.same) * chance**2
    spread = (squares.sum() - groups * mean**2) / (groups - 1)
    two = float(two_sided_p(np.array(mean), np.array(np.sqrt(max(spread, 0.0) / groups)), np.array(groups - 1)))
    return two / 2 if mean > 0 else 1 - two / 2
