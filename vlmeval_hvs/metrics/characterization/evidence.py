"""What the default engine gathers about a study, and how firm its category is under resampling of the scenes."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ..arrays import Booleans, Floats, Integers
from .decision import UNCLEAR, VOTES, decide
from .designs import DIRECTION, SLOPES, Slope, head_share, human_gap
from .head_shares import pooled_shape, shape_of, usable
from .photos import Photos
from .reference import HumanReference
from .regression import ClusterSums, lower_bound
from .results import ALPHA
from .same_choice import SameChoice, same_choice

ONE_SIDED = 1.6448536  # the normal quantile of a one-sided test at ALPHA


@dataclass(frozen=True)
class Evidence:
    """Everything the tests need, as sums by scene."""

    slopes: Mapping[str, Slope | None]
    shares: Mapping[int, ClusterSums]
    same: SameChoice | None
    n_scenes: int
    row_length: Integers

    def stability(self, rng: np.random.Generator, resamples: int, margin: float) -> dict[int | str, float]:
        """Share of scene resamples (drawn within each number of objects) that lead to each category.

        Every test must have run on the study itself.
        """
        weights = np.zeros((resamples, self.n_scenes))
        for n in np.unique(self.row_length):
            members = np.flatnonzero(self.row_length == n)
            weights[:, members] = rng.multinomial(len(members), np.full(len(members), 1 / len(members)), resamples)
        holds, missing = {}, np.zeros(resamples, dtype=np.int64)
        human_level = untested = np.zeros(resamples, dtype=bool)
        for key, slope in self.slopes.items():
            assert slope is not None
            estimate, error, p, df = slope.evaluate(weights)
            holds[key] = (np.sign(estimate) == DIRECTION[key]) & (p < ALPHA)
            if key in VOTES:
                missing += np.isnan(p)
            if key == "1":
                human_level = lower_bound(estimate, error, df) > -margin
            if key == "3":
                untested = np.isnan(p)
        holds["2.2"] = self._same_again(weights)
        shape = shape_of(pooled_shape(usable(self.shares), weights))
        votes = np.sum([holds[key] for key in VOTES], axis=0)
        codes = decide(holds["1"], human_level, votes, missing, holds["3"], shape)
        codes = np.where((codes == 3) & untested, UNCLEAR, codes)  # category 3 needs a Test 3 that ran
        values, counts = np.unique(codes, return_counts=True)
        return {int(v) if v else "unclear": float(c) / resamples for v, c in zip(values, counts, strict=True)}

    def _same_again(self, weights: Floats) -> Booleans:
        assert self.same is not None
        counted = weights[:, self.same.scene]
        center, spread = self.same.null.mean(axis=0), self.same.null.var(axis=0)
        excess = counted @ (self.same.agree - center)
        return excess > ONE_SIDED * np.sqrt(counted @ spread) + 1e-9


def gather(photos: Photos, human: HumanReference, rng: np.random.Generator, n_permutations: int) -> Evidence:
    """Prepare all tests of the default engine.

    Args:
        photos: Counts of the photos.
        human: Accuracy of people.
        rng: Source of the permutations of Test 2.2.
        n_permutations: Number of permutations.
    """
    slopes: dict[str, Slope | None] = {"1": human_gap(photos, human)}
    slopes.update({key: build(photos) for key, build in SLOPES.items()})
    lengths = [int(n) for n in np.unique(photos.n) if n > 2]
    shares = {n: sums for n in lengths if (sums := head_share(photos, n)) is not None}
    row_length = np.zeros(photos.n_scenes, dtype=np.int64)
    row_length[photos.scene] = photos.n
    return Evidence(slopes, shares, same_choice(photos, rng, n_permutations), photos.n_scenes, row_length)
