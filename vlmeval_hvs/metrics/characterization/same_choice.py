"""Test 2.2: does the choice stay the same when only the eyes move?

Section 3.3 and appendix A.7.3 of the study count the (objects, view, proximity, head target, prompt) groups whose
choices agree over all gaze targets. Their chance level, n^(1-n), assumes uniform and independent answers; an agent
that blindly prefers some object of each photo exceeds it. The null here preserves what is typical of a photo: within a
scene and gaze target, the photos (each with all its prompts) are permuted over head targets.

The statistic is the share of pairs of photos of a group that agree, averaged over groups. Counting only the groups that
agree as a whole loses most of the evidence where answers are noisy: all four choices are rarely alike.
"""

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np
from scipy.special import stdtr

from ..arrays import Floats, Integers
from ..bootstrap import edge_interval
from .least_squares import LEAST_SCENES, interval, too_few
from .photos import Photos
from .results import ALPHA, Effect, Test, make_test, not_run

LARGEST_ROW = 6  # with more objects there are too many orders to list


class SameChoice(NamedTuple):
    """Numbers of complete scenes, (scenes,) each but `null`, which is (permutations, scenes)."""

    scene: Integers  # numbers of the scenes
    n: Integers  # numbers of objects
    agree: Floats  # sums over groups of the share of pairs with equal choices
    comparable: Floats  # the same sums if all matched pairs agreed
    null: Floats  # `agree` under permutation
    whole: Floats  # numbers of groups with every reply matched
    same: Floats  # numbers of these with equal choices throughout


def _complete(photos: Photos) -> Iterator[tuple[int, Integers, Integers]]:
    """By number of objects the scenes with a photo for each gaze and head target: (scenes, gaze, head, prompts)."""
    for n in (int(value) for value in np.unique(photos.n) if value <= LARGEST_ROW):
        rows = np.flatnonzero(photos.head_known & (photos.n == n))
        place = np.full((photos.n_scenes, n, n), -1, dtype=np.int64)
        place[photos.scene[rows], photos.gaze[rows], photos.head[rows]] = rows
        scenes = np.flatnonzero((place >= 0).all(axis=(1, 2)))
        if len(scenes):
            yield n, scenes, photos.choices[place[scenes]]


def same_choice(photos: Photos, rng: np.random.Generator, draws: int = 999) -> SameChoice | None:
    """Count agreeing choices and draw the permutation null; None when no scene is complete."""
    parts = []
    for n, scenes, choices in _complete(photos):
        matched = choices >= 0
        whole = matched.all(axis=1)
        same = (choices == choices[:, :1]).all(axis=1) & whole
        # Numbers of prompts on which two photos agree, (scenes, gaze, head, gaze, head), and of matched ones.
        chosen = (choices[..., None] == np.arange(n)).reshape(len(scenes), n * n, -1).astype(np.float32)
        equal = (chosen @ chosen.transpose(0, 2, 1)).reshape(len(scenes), n, n, n, n)
        both = matched.reshape(len(scenes), n * n, -1).astype(np.float32)
        compared = (both @ both.transpose(0, 2, 1)).reshape(equal.shape)
        pairs = list(combinations(range(n), 2))
        agree, comparable = (
            (np.sum([table[:, g, h, other, h] for g, other in pairs for h in range(n)], axis=0) / len(pairs))
            for table in (equal, compared)
        )
        # The first gaze target may stay in place: only relative order matters.
        orders = np.array(list(permutations(range(n))))
        head = [np.broadcast_to(orders[0], (draws, len(scenes), n))]
        head += [orders[rng.integers(0, len(orders), (draws, len(scenes)))] for _ in range(1, n)]
        null = np.zeros((draws, len(scenes)))
        every = np.arange(len(scenes))
        for g, other in pairs:
            for h in range(n):
                null += equal[every, g, head[g][:, :, h], other, head[other][:, :, h]]
        totals = (agree, comparable, null / len(pairs), whole.sum(axis=(1, 2)), same.sum(axis=(1, 2)))
        parts.append((scenes, np.full(len(scenes), n), *(np.asarray(total, dtype=float) for total in totals)))
    return SameChoice(*(np.concatenate(columns, axis=-1) for columns in zip(*parts, strict=True))) if parts else None


def same_choice_test(same: SameChoice | None, published: bool = False) -> Test:
    """Test 2.2 as a result: by permutation (one-sided), or by the study's one-sided t-test over groups."""
    if same is None or same.comparable.sum() == 0:
        return not_run("2.2", "no scene has a photo for every pair of gaze and head target")
    if len(same.scene) < LEAST_SCENES:
        return not_run("2.2", f"{too_few(len(same.scene))}, each with a photo for every gaze and head target")
    if published:
        if same.whole.sum() < 2:
            return not_run("2.2", "no group has a matched reply to every photo", "share of groups with equal choices")
        chance = np.repeat(same.n ** (1.0 - same.n), same.whole.astype(int))
        hits = np.concatenate([np.arange(int(w)) < s for w, s in zip(same.whole, same.same, strict=True)])
        excess = hits - chance
        error = excess.std(ddof=1) / np.sqrt(len(excess))
        p = float(stdtr(len(excess) - 1, -excess.mean() / max(error, 1e-12)))
        details = {"paper_chance": float(chance.mean())}
        note, unit = "one-sided t-test over groups against uniform guessing", "share of groups with equal choices"
        return _result(same.same, same.whole, same.n, p, note, details, unit)
    null = same.null.sum(axis=1)
    p = float((1 + (null >= same.agree.sum() - 1e-6).sum()) / (1 + len(null)))
    note = "one-sided permutation of photos over head targets within scene and gaze target"
    details = {"expected_under_permutation": null.mean() / same.comparable.sum()}
    return _result(same.agree, same.comparable, same.n, p, note, details)


def _result(
    agree: Floats, weight: Floats, lengths: Integers, p: float, note: str, details: dict[str, float], unit: str = ""
) -> Test:
    """The test with its rate and interval; the design fixes how many scenes have how many objects."""
    rate = float(agree.sum() / weight.sum())
    variance, df = 0.0, 0
    for n in np.unique(lengths):
        own = (lengths == n) & (weight > 0)
        scenes = int(own.sum())
        if scenes > 1:
            off = agree[own] - weight[own] * agree[own].sum() / weight[own].sum()
            variance += scenes / (scenes - 1) * float(off @ off)
            df += scenes - 1
    low, high = interval(rate, variance**0.5 / float(weight.sum()), float(max(df, 1)))
    bounds = (max(low, 0.0), min(high, 1.0))
    if rate in (0.0, 1.0):  # without variation the standard error is 0, though the rate is uncertain
        bounds = edge_interval(rate, int((weight > 0).sum()))
    return make_test("2.2", Effect(rate, bounds, p), p < ALPHA, int(weight.sum()), note, details, unit)
