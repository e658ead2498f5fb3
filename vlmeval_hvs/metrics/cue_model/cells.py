"""Photos of gaze, gathered into the cells within which the cue model expects the same answers."""

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Booleans, Floats, Indices, Integers

VIEWS = ("front", "left", "right")
SIDE = (-2 / 3, 1 / 3, 1 / 3)
"""Code of each view: its effects are differences between the side views and the front, around the mean of the views."""


class Unit(NamedTuple):
    """What blurs are told in.

    Attributes:
        size: Mean distance between neighbouring objects in this unit.
        name: Its name.
    """

    size: float
    name: str


ROW = Unit(1.0, "distances between neighbouring objects")


@dataclass(frozen=True)
class Answers:
    """Answers to photos of one gazer, one entry per photo; `answers` builds and checks them.

    Attributes:
        scene: Scene numbers, from 0: the clusters within which photos are not independent.
        view: Index into `VIEWS`.
        proximity: Distance between the objects, from 1 (far apart) to 3 (close).
        gaze: Position of the gaze target in the row of objects, from 0.
        head: Position of the head target; -1 where the head was not controlled (natural photos).
        places: (photos, most objects) where the objects stand from left to right, in mean distances between
            neighbours; NaN past the last object.
        counts: (photos, most objects) how often each object was chosen.
        trials: Number of replies, those that name no object included.
        unit: The unit of the caller's positions.
    """

    scene: Integers
    view: Integers
    proximity: Floats
    gaze: Integers
    head: Integers
    places: Floats
    counts: Integers
    trials: Integers
    unit: Unit = ROW

    def __len__(self) -> int:
        return len(self.scene)

    @property
    def n(self) -> Integers:
        """Number of objects."""
        return np.isfinite(self.places).sum(axis=1)

    def part(self, chosen: Booleans) -> "Answers":
        """Only these photos."""
        names = ("scene", "view", "proximity", "gaze", "head", "places", "counts", "trials")
        return replace(self, **{name: getattr(self, name)[chosen] for name in names})


def _view_codes(view: ArrayLike) -> Integers:
    """Indices of views that may be named; -1 for an unknown name."""
    given = np.asarray(view)
    if given.dtype.kind not in "UO":
        return given.astype(np.int64)
    codes = {name: code for code, name in enumerate(VIEWS)}
    return np.array([codes.get(str(name), -1) for name in given.ravel()], dtype=np.int64).reshape(given.shape)


def answers(
    scene: ArrayLike,
    view: ArrayLike,
    proximity: ArrayLike,
    n: ArrayLike,
    gaze: ArrayLike,
    head: ArrayLike,
    counts: ArrayLike,
    trials: ArrayLike | None = None,
    positions: ArrayLike | None = None,
    unit: str = "degrees",
) -> Answers:
    """Check the answers and give them their form.

    Args:
        scene: (photos,) whatever tells scenes apart.
        view: (photos,) names of `VIEWS`, or indices into them.
        proximity: (photos,) steps from 1 (far apart) to 3 (close).
        n: (photos,) numbers of objects, at least 2.
        gaze: (photos,) positions of the gaze targets, from 0.
        head: (photos,) positions of the head targets, -1 where the head was not controlled.
        counts: (photos, at least n) how often each position was chosen; 0 past the last object.
        trials: (photos,) numbers of replies, at least the sum of the counts, which is the default.
        positions: (photos, at least n) where the objects stand, growing from left to right; best in degrees, as the
            gazer sees them. By default all neighbours are as far apart.
        unit: Name of the unit of `positions`.

    Raises:
        ValueError: A value lies outside its range; the message names the column and the row.
    """
    number = np.asarray(n, dtype=np.int64)
    chosen = np.asarray(counts, dtype=np.int64)
    size = len(number)
    if size == 0:
        raise ValueError("there are no photos")
    width = int(number.max())
    columns = {"view": _view_codes(view), "gaze": gaze, "head": head}
    whole = {name: np.asarray(values, dtype=np.int64) for name, values in columns.items()}
    total = chosen.sum(axis=1) if trials is None else np.asarray(trials, dtype=np.int64)
    steps = np.asarray(proximity, dtype=float)
    _refuse("n", number < 2, "is below 2")
    unknown = (whole["view"] < 0) | (whole["view"] >= len(VIEWS))
    _refuse("view", unknown, f"is none of {', '.join(VIEWS)} or 0 to {len(VIEWS) - 1}")
    _refuse("gaze", (whole["gaze"] < 0) | (whole["gaze"] >= number), "is no position in the row")
    _refuse("head", (whole["head"] < -1) | (whole["head"] >= number), "is no position in the row")
    _refuse("proximity", ~np.isfinite(steps), "is not a number")
    if chosen.ndim != 2 or chosen.shape[0] != size or chosen.shape[1] < width:
        raise ValueError(f"counts has the shape {chosen.shape}, not ({size}, at least {width})")
    absent = np.arange(chosen.shape[1]) >= number[:, None]
    _refuse("counts", ((chosen < 0) | (absent & (chosen > 0))).any(axis=1), "is negative or counts an absent object")
    _refuse("trials", total < chosen.sum(axis=1), "is less than the sum of the counts")
    places = np.broadcast_to(np.arange(float(width)), (size, width)) if positions is None else np.asarray(positions)
    places = np.where(absent[:, :width], np.nan, places[:, :width].astype(float))
    gaps = np.diff(places, axis=1)
    _refuse("positions", ((gaps <= 0) | (np.isnan(gaps) & ~absent[:, 1:width])).any(axis=1), "does not grow")
    distance = float(np.nanmean(gaps))
    return Answers(
        np.unique(np.asarray(scene), return_inverse=True)[1].astype(np.int64),
        whole["view"],
        steps,
        whole["gaze"],
        whole["head"],
        places / distance,
        chosen[:, :width],
        total,
        ROW if positions is None else Unit(distance, unit),
    )


def _refuse(name: str, wrong: ArrayLike, words: str) -> None:
    bad = np.asarray(wrong, dtype=bool)
    if bad.any():
        raise ValueError(f"{name} of photo {int(np.argmax(bad))} {words}")


@dataclass(frozen=True)
class Cells:
    """Photos with a controlled head, gathered by what the model knows about them.

    Left and right are alike to the model, so that mirrored photos share a cell.

    Attributes:
        places: (cells, most objects) as in `Answers`, NaN past the last object.
        gaze: (cells,) place of the gaze target.
        head: (cells,) place of the head target.
        proximity: (cells,) steps of proximity from 2.
        side: (cells,) code of the view (`SIDE`).
        n: (cells,) number of objects.
        counts: (cells, most objects) how often each object was chosen.
        cell_of: (photos,) cell of each photo.
        photo_counts: (photos, most objects) counts of each photo, mirrored as its cell is.
        scene_of: (photos,) scene of each photo, numbered from 0.
    """

    places: Floats
    gaze: Floats
    head: Floats
    proximity: Floats
    side: Floats
    n: Integers
    counts: Floats
    cell_of: Indices
    photo_counts: Floats
    scene_of: Indices

    @property
    def n_scenes(self) -> int:
        """Number of scenes."""
        return int(self.scene_of.max()) + 1


def gather(found: Answers) -> Cells:
    """Cells of the photos whose head target is known; there must be some."""
    data = found.part(found.head >= 0)
    n, rows = data.n, np.arange(len(data))
    gaze, head = data.gaze, data.head
    turn = (gaze + head > n - 1) | ((gaze + head == n - 1) & (head > gaze))
    width = data.places.shape[1]
    # In a mirrored photo, column j holds object n - 1 - j; absent objects stay where they are.
    order = np.where(np.arange(width) < n[:, None], n[:, None] - 1 - np.arange(width), np.arange(width))
    order = np.where(turn[:, None], order, np.arange(width))
    places = np.take_along_axis(data.places, order, axis=1) * np.where(turn, -1.0, 1.0)[:, None]
    places = np.round(places - places[:, :1], 9)
    counts = np.take_along_axis(data.counts, order, axis=1).astype(float)
    gaze, head = (np.where(turn, n - 1 - spot, spot) for spot in (gaze, head))
    side = np.asarray(SIDE)[data.view]
    table = np.column_stack([np.nan_to_num(places, nan=-1.0), gaze, head, data.proximity - 2, side, n])
    _, first, cell_of = np.unique(table, axis=0, return_index=True, return_inverse=True)
    cell_of = cell_of.reshape(-1)
    total = np.zeros((len(first), width))
    np.add.at(total, cell_of, counts)
    return Cells(
        places=places[first],
        gaze=places[rows, gaze][first],
        head=places[rows, head][first],
        proximity=data.proximity[first] - 2,
        side=side[first],
        n=n[first],
        counts=total,
        cell_of=cell_of,
        photo_counts=counts,
        scene_of=np.unique(data.scene, return_inverse=True)[1].reshape(-1),
    )
