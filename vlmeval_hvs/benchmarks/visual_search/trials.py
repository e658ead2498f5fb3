"""Search trials as the visual-search scoring sees them, read from the rows of a built set."""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.arrays import Floats
from vlmeval_hvs.metrics.search import NO_TARGET, cut_at_target, lump_fixations
from vlmeval_hvs.metrics.search_similarity import SearchPath


@dataclass(frozen=True)
class Trial:
    """One search image with its target and its participants."""

    image: str  # file name, the key of published scanpath files
    shape: tuple[int, int]  # height and width, px
    bbox: tuple[float, float, float, float]  # target, px: first row and column, last row and column; or `NO_TARGET`
    receptive: tuple[int, int]  # height and width of the window around a fixation, px
    initial: tuple[float, float]  # initial fixation, (x, y) in px
    max_length: int  # longest scanpath that counts, in fixations
    humans: dict[str, SearchPath] = field(default_factory=dict, hash=False)  # scanpaths by participant, px of the image
    target_object: str = ""  # category or "TBD"
    capped: bool = False  # whether participants were stopped at different limits (the Interiors rule)
    lumped: bool = False  # whether close fixations of the participants are merged already, as in the published data

    @property
    def present(self) -> bool:
        """Whether the target is in the image."""
        return not math.isnan(self.bbox[0])

    @property
    def target(self) -> tuple[float, float]:
        """Middle of the target, (x, y) in px."""
        top, left, bottom, right = self.bbox
        return (left + right) / 2, (top + bottom) / 2

    def fractions(self, points: Iterable[Sequence[Any]]) -> list[list[float]]:
        """Points (x, y) in px as fractions of the image, with five decimals."""
        height, width = self.shape
        return [[round(point[0] / width, 5), round(point[1] / height, 5)] for point in points]

    def inside(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Coordinates in px, clipped into the image."""
        return np.clip(x, 0, self.shape[1] - 1), np.clip(y, 0, self.shape[0] - 1)


class AskedFixation(NamedTuple):
    """A fixation that a prompt asks about: its trial, participant, number (0 is the initial one) and pixel."""

    trial: Trial
    person: str
    number: int
    x: int
    y: int

    @property
    def image(self) -> str:
        """Name of its image."""
        return self.trial.image

    @property
    def pixel(self) -> tuple[int, int]:
        """Row and column."""
        return self.y, self.x


def read_trial(row: Mapping[str, str]) -> Trial:
    """The trial in a row of a built set; a DataError names a row that cannot be read."""
    try:
        shape = int(row["image_height"]), int(row["image_width"])
        top, left, bottom, right = json.loads(row["bbox"])[:4] if row["bbox"] else NO_TARGET
        height, width = (int(size) for size in json.loads(row["receptive"])[:2])
        frame = shape, (top, left, bottom, right), (height, width)
        humans = {}
        for person, one in json.loads(row.get("humans") or "{}").items():
            path = SearchPath(tuple(one["X"]), tuple(one["Y"]), *frame, bool(one["found"]), int(one["cap"]))
            humans[person] = replace(path, durations=tuple(one.get("T", ())), correct=one.get("correct"))
        initial = float(row["initial_column"]), float(row["initial_row"])
        flags = row.get("capped") == "1", row.get("lumped") == "1"
        target = row.get("target_object", "")
        return Trial(row["image_name"], *frame, initial, int(row["max_length"]), humans, target, *flags)
    except (KeyError, ValueError, TypeError, IndexError) as error:
        raise DataError(f"row {row.get('index', '?')}: not a search trial ({type(error).__name__}: {error})") from error


def read_trials(rows: Iterable[Mapping[str, str]]) -> dict[str, Trial]:
    """All search trials among the rows, by image name."""
    trials = (read_trial(row) for row in rows if row.get("family", "search") == "search")
    return {trial.image: trial for trial in trials}


def human_path(trial: Trial, person: str) -> tuple[Floats, Floats]:
    """A participant's fixations in the image's own frame, lumped (never twice) and cut; ``x, y`` in px, not truncated.

    The published baselines are scored on these, and truncate when they look up a pixel.
    """
    human = trial.humans[person]
    x, y = np.array(human.x, dtype=np.float64), np.array(human.y, dtype=np.float64)
    if not trial.lumped:
        x, y, _ = cut_at_target(*lump_fixations(x, y, trial.receptive), trial.bbox, trial.receptive)
    return trial.inside(x, y)


def human_paths(trial: Trial) -> dict[str, tuple[Floats, Floats]]:
    """`human_path` of every participant who made at least two fixations."""
    paths = {person: human_path(trial, person) for person in trial.humans}
    return {person: path for person, path in paths.items() if len(path[0]) > 1}


def finish_path(points: Iterable[tuple[float, float]], trial: Trial, repeats_start: bool = True) -> SearchPath:
    """A model's fixations made a scanpath under the rules of the set.

    The initial fixation is put in front, points (x, y in px) are clipped into the image, and the path ends with the
    first fixation that finds the target, or at the set's maximum length. Geometry alone decides whether the target was
    found. Every fixation counts, however close to the one before: they are lumped for MultiMatch only, as published.
    Where a path ``repeats_start``, a first point on the initial fixation (within a pixel) does not count.
    """
    path = [trial.initial, *points]
    if repeats_start and len(path) > 1 and max(abs(path[1][0] - path[0][0]), abs(path[1][1] - path[0][1])) < 1:
        path.pop(1)
    cut = cut_at_target(*trial.inside(*np.array(path, dtype=np.float64).T), trial.bbox, trial.receptive)
    kept = tuple(cut.x[: trial.max_length].tolist()), tuple(cut.y[: trial.max_length].tolist())
    return SearchPath(*kept, trial.shape, trial.bbox, trial.receptive, cut.found and len(cut.x) <= trial.max_length)
