"""MultiMatch between a model's search scanpaths and the participants', and among participants.

Source: ViSioNS (NeurIPS 2022), section 2.3, and the official ``Metrics/scripts/multimatch.py``: all paths are brought
into the model's frame, lumped and cut at the target there; only paths that found the target with at least three
fixations count; the duration dimension is dropped.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from vlmeval_hvs.metrics.arrays import Floats
from vlmeval_hvs.metrics.scanpath_similarity import multimatch_batch
from vlmeval_hvs.metrics.search import cut_at_target, lump_fixations, rescale, rescaled_box

MIN_FIXATIONS = 3
_DUMMY_DURATION = 0.3


@dataclass(frozen=True)
class SearchPath:
    """The scanpath of one search, by a model or a participant, px of its own frame."""

    x: Sequence[float]  # columns of the fixations, the initial one first
    y: Sequence[float]  # their rows
    shape: tuple[int, int]  # height and width of the frame
    bbox: tuple[float, float, float, float]  # target: first row, first column, last row, last column
    receptive: tuple[int, int]  # height and width of the window around a fixation
    found: bool  # whether the search ended on the target
    cap: int = 0  # number of fixations after which a participant's search was stopped
    durations: tuple[float, ...] = ()  # ms; empty where they are not known
    correct: bool | None = None  # whether a participant said rightly that the target is there or not, where known


@dataclass(frozen=True)
class Agreement:
    """Similarity of a model's scanpaths and the participants'."""

    human_model: dict[str, float]  # by image, mean over participants of the four-dimension mean (hmMM)
    within_human: dict[str, float]  # the same over pairs of participants, in the model's frame (whMM)
    dimensions: tuple[float, ...]  # shape, direction, length, position (human-model), mean over images

    @property
    def images(self) -> list[str]:
        """Images that have both values, sorted."""
        return sorted(self.human_model.keys() & self.within_human.keys())

    @property
    def average(self) -> float:
        """AvgMM: mean of hmMM over the images that also have whMM; NaN without any."""
        return float(np.mean([self.human_model[name] for name in self.images])) if self.images else math.nan

    @property
    def correlation(self) -> float:
        """Pearson correlation of hmMM and whMM over images; NaN for fewer than two images or constant values."""
        pairs = np.array([(self.human_model[name], self.within_human[name]) for name in self.images])
        if len(pairs) < 2 or np.any(np.ptp(pairs, axis=0) < 1e-12):
            return math.nan
        return float(np.corrcoef(pairs.T)[0, 1])


def comparable_path(path: SearchPath, shape: tuple[int, int], receptive: tuple[int, int]) -> Floats | None:
    """A path ``(n, 3)`` in another frame, truncated, lumped and cut at the target there, with a constant duration.

    ``shape`` and ``receptive`` are height and width of that frame and of a fixation's window in it. Merged fixations
    are midpoints, and may lie between pixels. None for a path that may not be compared: one that did not find the
    target, or has fewer than three fixations left.
    """
    if not path.found:
        return None
    x, y = rescale(path.x, path.shape[1], shape[1]), rescale(path.y, path.shape[0], shape[0])
    x, y = lump_fixations(x, y, receptive)
    x, y, _ = cut_at_target(x, y, rescaled_box(path.bbox, path.shape, shape), receptive)
    return None if len(x) < MIN_FIXATIONS else np.stack([x, y, np.full(len(x), _DUMMY_DURATION)], axis=1)


def scanpath_agreement(model: Mapping[str, SearchPath], humans: Mapping[str, Mapping[str, SearchPath]]) -> Agreement:
    """Human-model and within-human MultiMatch of every image; those whose paths cannot be compared are left out.

    A path that equals a participant's own to a pixel, such as that of a participant scored as a model, is not compared
    with that participant. Frames may differ from image to image; ``humans`` is ``{image: {participant: path}}``.
    """
    vectors: dict[str, Floats] = {}
    wh: dict[str, float] = {}
    for name, path in model.items():
        people = list(humans.get(name, {}).values())
        # The window in the model's frame: its own, or the participants' when the model's frame is the wider one.
        wider = people and path.shape[1] > people[0].shape[1]
        window = people[0].receptive if wider else path.receptive
        own, *compared = (comparable_path(one, path.shape, window) for one in (path, *people))
        others = [other for other in compared if other is not None]
        if own is not None:
            alike = [number for number, other in enumerate(others)
                     if other.shape == own.shape and np.abs(other - own).max() <= 1]  # fmt: skip
            if pairs := [(own, other) for number, other in enumerate(others) if number not in alike[:1]]:
                vectors[name] = _similarity(pairs, path.shape)
        if len(others) > 1:
            wh[name] = float(_similarity(list(combinations(others, 2)), path.shape).mean())
    hm = {name: float(vector.mean()) for name, vector in vectors.items()}
    both = [vector for name, vector in vectors.items() if name in wh]
    return Agreement(hm, wh, tuple(np.mean(both, axis=0).tolist() if both else [math.nan] * 4))


def within_humans(humans: Mapping[str, Mapping[str, SearchPath]]) -> dict[str, float]:
    """MultiMatch within participants by image, in their own frame; its mean is the humans' AvgMM of Table 2."""
    frames = {name: next(iter(people.values())) for name, people in humans.items() if people}
    hidden = {name: SearchPath((), (), path.shape, path.bbox, path.receptive, False) for name, path in frames.items()}
    return scanpath_agreement(hidden, humans).within_human


def random_floor_by_image(
    humans: Mapping[str, Mapping[str, SearchPath]], generator: np.random.Generator
) -> dict[str, float]:
    """MultiMatch of the participants with uniform random paths of the same start and number of fixations.

    MultiMatch of unrelated paths is far above 0 (0.65 to 0.80), so a score means nothing without this floor. Means over
    participants, by image; images without a path that can be compared are left out.
    """
    found = {}
    for name, people in humans.items():
        compared = (comparable_path(path, path.shape, path.receptive) for path in people.values())
        pairs = [(own.copy(), own) for own in compared if own is not None]
        shape = next((path.shape for path in people.values()), (1, 1))  # participants share the frame of the image
        for drawn, _ in pairs:
            drawn[1:, :2] = np.floor(generator.random((len(drawn) - 1, 2)) * shape[::-1])
        if pairs:
            found[name] = float(_similarity(pairs, shape).mean())
    return found


def _similarity(pairs: Sequence[tuple[Floats, Floats]], shape: tuple[int, int]) -> Floats:
    """Mean shape, direction, length and position over pairs of paths."""
    values = np.asarray(multimatch_batch(pairs, shape[::-1]))[:, :4]
    return np.asarray(values.sum(axis=0) / len(values))
