"""MultiMatch between a model's search scanpaths and the participants', and among participants.

Source: ViSioNS (NeurIPS 2022), section 2.3, and the official ``Metrics/scripts/multimatch.py``: all paths are brought
into the model's frame, lumped and cut at the target there; only paths that found the target with at least three
fixations count; the duration dimension is dropped.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from vlmeval_hvs.metrics.arrays import Floats
from vlmeval_hvs.metrics.checks import whole_number
from vlmeval_hvs.metrics.scanpath_similarity import multimatch_batch
from vlmeval_hvs.metrics.search import cut_at_target, lump_fixations, rescale

MIN_FIXATIONS = 3
_DUMMY_DURATION = 0.3


@dataclass(frozen=True)
class SearchPath:
    """One search scanpath in its own frame.

    Attributes:
        x: Columns of the fixations, px of the frame, the initial fixation first.
        y: Their rows.
        shape: Height and width of the frame.
        bbox: Target box in the frame: first row, first column, last row, last column.
        receptive: Height and width of the window around a fixation.
        found: Whether the search ended on the target.
    """

    x: Sequence[float]
    y: Sequence[float]
    shape: tuple[int, int]
    bbox: tuple[float, float, float, float]
    receptive: tuple[int, int]
    found: bool


@dataclass(frozen=True)
class Agreement:
    """Similarity of a model's scanpaths and the participants'.

    Attributes:
        human_model: Mean over participants of the four-dimension mean, per image (hmMM).
        within_human: The same over pairs of participants, in the model's frame (whMM).
        dimensions: Mean over images of shape, direction, length and position (human-model).
    """

    human_model: dict[str, float] = field(default_factory=dict)
    within_human: dict[str, float] = field(default_factory=dict)
    dimensions: tuple[float, float, float, float] = (math.nan, math.nan, math.nan, math.nan)

    @property
    def images(self) -> list[str]:
        """Images that have both values, sorted."""
        return sorted(self.human_model.keys() & self.within_human.keys())

    @property
    def average(self) -> float:
        """AvgMM: mean of hmMM over the images that also have whMM; NaN without any."""
        return _mean([self.human_model[name] for name in self.images])

    @property
    def human_average(self) -> float:
        """AvgMM of the participants: mean of whMM."""
        return _mean(list(self.within_human.values()))

    @property
    def correlation(self) -> float:
        """Pearson correlation of hmMM and whMM over images; NaN for fewer than two images or constant values."""
        pairs = np.array([(self.human_model[name], self.within_human[name]) for name in self.images])
        if len(pairs) < 2 or np.any(np.ptp(pairs, axis=0) < 1e-12):
            return math.nan
        return float(np.corrcoef(pairs.T)[0, 1])


def comparable_path(path: SearchPath, shape: tuple[int, int], receptive: tuple[int, int]) -> Floats | None:
    """A path in another frame, lumped and cut at the target; ``None`` when it may not be compared.

    Args:
        path: The scanpath in its own frame.
        shape: Height and width of the frame to compare in, px.
        receptive: Height and width of a fixation's window in that frame, px.

    Returns:
        ``(n, 3)`` array of x, y (px of ``shape``, truncated) and a constant duration, or ``None`` when the target was
        not found or fewer than three fixations remain.
    """
    if not path.found:
        return None
    x = rescale(path.x, path.shape[1], shape[1])
    y = rescale(path.y, path.shape[0], shape[0])
    rows = rescale(path.bbox[0::2], path.shape[0], shape[0])
    columns = rescale(path.bbox[1::2], path.shape[1], shape[1])
    x, y = lump_fixations(x, y, receptive)
    x, y, _ = cut_at_target(x, y, (rows[0], columns[0], rows[1], columns[1]), receptive)
    if len(x) < MIN_FIXATIONS:
        return None
    return np.stack([x, y, np.full(len(x), _DUMMY_DURATION)], axis=1)


def scanpath_agreement(
    model: Mapping[str, SearchPath],
    humans: Mapping[str, Mapping[str, SearchPath]],
    leave_out: Mapping[str, str] | None = None,
    within: bool = True,
) -> Agreement:
    """Human-model and within-human MultiMatch of every image.

    Args:
        model: The model's scanpath of each image. Frames may differ from image to image.
        humans: The participants' scanpaths: ``{image: {participant: path}}``.
        leave_out: By image, the participant who is not compared with the model's path, because that path is theirs.
        within: Whether to compute the within-human values too (the costly part).

    Returns:
        The similarities per image; images whose paths cannot be compared are left out.
    """
    jobs: dict[tuple[int, int], _Jobs] = {}
    for name, path in model.items():
        people = humans.get(name, {})
        frame = path.shape
        frame_jobs = jobs.setdefault(frame, _Jobs())
        own = comparable_path(path, frame, _receptive(path, people))
        others = {}
        for person, human in people.items():
            compared = comparable_path(human, frame, _receptive(path, people))
            if compared is not None:
                others[person] = compared
        if own is not None:
            skipped = (leave_out or {}).get(name)
            for person, other in others.items():
                if person != skipped:
                    frame_jobs.add("model", name, own, other)
        if within:
            ordered = list(others.values())
            for first in range(len(ordered)):
                for second in range(first + 1, len(ordered)):
                    frame_jobs.add("within", name, ordered[first], ordered[second])
    vectors: dict[str, dict[str, Floats]] = {"model": {}, "within": {}}
    for (height, width), frame_jobs in jobs.items():
        for (kind, name), vector in frame_jobs.means((width, height)).items():
            vectors[kind][name] = vector
    hm = {name: float(vector.mean()) for name, vector in vectors["model"].items()}
    wh = {name: float(vector.mean()) for name, vector in vectors["within"].items()}
    both = [vectors["model"][name] for name in hm if name in wh or not within]
    means = np.mean(both, axis=0).tolist() if both else [math.nan] * 4
    return Agreement(hm, wh, (means[0], means[1], means[2], means[3]))


def human_agreement(humans: Mapping[str, Mapping[str, SearchPath]]) -> Agreement:
    """Within-human MultiMatch in the participants' own frame (the humans' row of Table 2)."""
    frames = {name: next(iter(people.values())) for name, people in humans.items() if people}
    hidden = {name: SearchPath((), (), path.shape, path.bbox, path.receptive, False) for name, path in frames.items()}
    return scanpath_agreement(hidden, humans)


def random_floor_by_image(
    humans: Mapping[str, Mapping[str, SearchPath]], generator: np.random.Generator, repeats: int = 1
) -> dict[str, float]:
    """MultiMatch of the participants with uniform random paths of the same start and number of fixations.

    MultiMatch of unrelated paths is far above 0 (0.65 to 0.80), so a score means nothing without this floor.

    Args:
        humans: The participants' scanpaths: ``{image: {participant: path}}``.
        generator: Source of the random paths.
        repeats: Random paths per participant, at least 1.

    Returns:
        By image, the mean over participants and repeats; images without a path that can be compared are left out.

    Raises:
        ValueError: ``repeats`` is no whole number of at least 1.
    """
    repeats = whole_number(repeats, "repeats")
    jobs: dict[tuple[int, int], _Jobs] = {}
    for name, people in humans.items():
        for path in people.values():
            compared = comparable_path(path, path.shape, path.receptive)
            if compared is None:
                continue
            frame_jobs = jobs.setdefault(path.shape, _Jobs())
            for _ in range(repeats):
                drawn = compared.copy()
                size = np.array([path.shape[1], path.shape[0]])
                drawn[1:, :2] = np.floor(generator.random((len(drawn) - 1, 2)) * size)
                frame_jobs.add("random", name, drawn, compared)
    return {
        name: float(vector.mean())
        for (height, width), frame_jobs in jobs.items()
        for (_, name), vector in frame_jobs.means((width, height)).items()
    }


class _Jobs:
    """Pairs of one frame, compared together; averaged by kind and image."""

    def __init__(self) -> None:
        self.pairs: list[tuple[ArrayLike, ArrayLike]] = []
        self.keys: dict[tuple[str, str], int] = {}
        self.owner: list[int] = []

    def add(self, kind: str, name: str, a: Floats, b: Floats) -> None:
        self.pairs.append((a, b))
        self.owner.append(self.keys.setdefault((kind, name), len(self.keys)))

    def means(self, screen: tuple[int, int]) -> dict[tuple[str, str], Floats]:
        """Mean shape, direction, length and position per key, for a ``(width, height)`` screen."""
        if not self.pairs:
            return {}
        values = np.asarray(multimatch_batch(self.pairs, screen))[:, :4]
        owner = np.array(self.owner)
        counts = np.bincount(owner)
        sums = np.stack([np.bincount(owner, weights=values[:, d]) for d in range(4)], axis=1)
        return {key: sums[number] / counts[number] for key, number in self.keys.items()}


def _receptive(model: SearchPath, people: Mapping[str, SearchPath]) -> tuple[int, int]:
    """The window in the model's frame: its own, or the participants' when the model's frame is the wider one."""
    for human in people.values():
        if model.shape[1] > human.shape[1]:
            return human.receptive
        break
    return model.receptive


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values)) if values else math.nan
