"""What the fitted model says about the answers, next to the answers."""

from typing import NamedTuple

import numpy as np

from ..arrays import Floats, Indices
from .cells import Cells

PLACES = ("head", "gaze", "other")


class Share(NamedTuple):
    """Share of answers at one kind of place, for photos with as many objects and as far apart head and gaze targets.

    Attributes:
        n: Number of objects.
        distance: Objects from the head's to the gaze's target.
        place: ``"head"``, ``"gaze"`` or ``"other"``; at distance 0 only ``"gaze"``.
        photos: Number of photos.
        observed: Mean share over photos.
        expected: What the model says.
        error: Standard error of their difference, clustered by scene; the model's own uncertainty is not in it.
    """

    n: int
    distance: int
    place: str
    photos: int
    observed: float
    expected: float
    error: float


def shares(cells: Cells, expected: Floats) -> list[Share]:
    """Observed and expected shares of answers at the head's target, at the gaze target and elsewhere.

    Args:
        cells: The answers.
        expected: (cells, most objects) probabilities of the model.
    """
    rows = np.arange(len(cells.gaze))
    width = cells.places.shape[1]
    nearest = [np.nanargmin(np.abs(cells.places - point[:, None]), axis=1) for point in (cells.head, cells.gaze)]
    head, gaze = nearest
    distance = np.abs(head - gaze)
    total = cells.photo_counts.sum(axis=1)
    observed = cells.photo_counts / np.maximum(total, 1)[:, None]
    found = []
    for n in np.unique(cells.n):
        for step in np.unique(distance[cells.n == n]):
            photos = np.flatnonzero(((cells.n == n) & (distance == step))[cells.cell_of] & (total > 0))
            if not len(photos):
                continue
            at = np.zeros((3, len(rows), width))
            at[0, rows, head] = at[1, rows, gaze] = 1
            at[2] = 1 - np.maximum(at[0], at[1])
            for place, mask in zip(PLACES, at, strict=True):
                if (step == 0 and place != "gaze") or (n == 2 and place == "other"):
                    continue
                cell = cells.cell_of[photos]
                seen = (observed[photos] * mask[cell]).sum(axis=1)
                said = (expected * mask).sum(axis=1)[cell]
                error = _clustered_error(seen - said, cells.scene_of[photos])
                found.append(
                    Share(int(n), int(step), place, len(photos), float(seen.mean()), float(said.mean()), error)
                )
    return found


def _clustered_error(values: Floats, clusters: Indices) -> float:
    sums = np.bincount(clusters, values - values.mean())
    count = len(np.unique(clusters))
    return float(np.sqrt((sums**2).sum() * count / max(count - 1, 1)) / len(values))


def repeating(cells: Cells, expected: Floats) -> tuple[float, float]:
    """How sticky a photo's answers are: the share of further answers that only repeat an earlier one.

    An observer who answers a photo by the model with probability 1 - r and else repeats an earlier answer agrees with
    itself more often than independent answers would; r makes the model's agreement equal to the observed one.

    Args:
        cells: The answers.
        expected: (cells, most objects) probabilities of the model.

    Returns:
        The share r and its standard error, clustered by scene; NaN where no photo has two answers.
    """
    counts = cells.photo_counts
    total = counts.sum(axis=1)
    twice = total > 1
    if not twice.any():
        return np.nan, np.nan
    agree = (counts * (counts - 1)).sum(axis=1)[twice] / (total * (total - 1))[twice]
    alone = (expected**2).sum(axis=1)[cells.cell_of][twice]
    scenes = cells.scene_of[twice]
    extra, room = np.bincount(scenes, agree - alone), np.bincount(scenes, 1 - alone)
    share = extra.sum() / room.sum()
    count = max(len(np.unique(scenes)), 2)
    error = np.sqrt(((extra - share * room) ** 2).sum() * count / (count - 1)) / room.sum()
    return float(np.clip(share, 0, 1)), float(error)
