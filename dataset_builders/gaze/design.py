"""Which stimuli the psychometric set holds: every cue at every angle between neighbouring objects.

A scene is one gazer, one row of objects and one camera. In each, the eyes look at every object in turn,
under four cues:

- ``both``: head and eyes point at the object;
- ``eyes``: the head points at the middle of the row, so that only the eyes show the target;
- ``head``: dark glasses hide the eyes, so that only the head shows the target;
- ``conflict``: the head points at another object than the eyes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import product
from pathlib import Path
from typing import Any

from dataset_builders.gaze.geometry.dials import Dials
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.seeding import rng

CUES = ("both", "eyes", "head", "conflict")
OBJECTS = ("bottle", "clock", "apple", "cup", "plant", "ball", "book", "lamp")
GAZERS = ("R", "S", "T")
FARTHEST_MIDDLE = 2.0
"""The row of objects is moved by up to so many degrees, so that a direction does not reveal a position."""


@dataclass(frozen=True)
class Design:
    """Levels of all dials; every combination makes a scene."""

    separations: Sequence[float] = (4.0, 6.0, 8.0, 11.0, 15.0)  # degrees between neighbouring objects
    gazers: Sequence[str] = GAZERS  # names of the people
    n_objects: Sequence[int] = (3,)  # numbers of objects
    views: Sequence[float] = (0.0, -30.0, 30.0)  # azimuths of the camera, degrees
    distances: Sequence[float] = (150.0,)  # distances of the camera, cm
    sizes: Sequence[int] = (768,)  # widths of the pictures, px
    cues: Sequence[str] = CUES  # cues, of `CUES`
    rotate_views: bool = True  # give every combination of the other dials one view in turn, instead of all


def read_design(path: Path | None) -> Design:
    """The design in a JSON file with any of the fields of `Design`; the standard design for None.

    Raises:
        DataError: The file cannot be read, or a field is unknown or has no such values; the message names it.
    """
    if path is None:
        return Design()
    try:
        raw = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise DataError(f"design {path}: cannot be read ({error})") from error
    if not isinstance(raw, dict):
        raise DataError(f'design {path}: give a JSON object, such as {{"sizes": [448]}}')
    known = {entry.name for entry in fields(Design)}
    for name, value in raw.items():
        if name not in known:
            raise DataError(f"design {path}: unknown field {name}; the fields are {', '.join(sorted(known))}")
        if not _fits(name, value):
            raise DataError(f"design {path}: {name} cannot be {json.dumps(value)}; give {_expected(name)}")
    return Design(**raw)


_CHOICES: dict[str, Sequence[Any]] = {"cues": CUES, "gazers": GAZERS, "n_objects": (2, 3, 4)}
_LIMITS = {"separations": (0.5, 40.0), "views": (-60.0, 60.0), "distances": (60.0, 600.0), "sizes": (64, 4096)}


def _fits(name: str, value: Any) -> bool:
    if name == "rotate_views":
        return isinstance(value, bool)
    if not isinstance(value, list) or not value or len({json.dumps(cell) for cell in value}) < len(value):
        return False
    if name in _CHOICES:
        return all(cell in _CHOICES[name] and type(cell) is type(_CHOICES[name][0]) for cell in value)
    low, high = _LIMITS[name]
    kinds = (int,) if name == "sizes" else (int, float)
    return all(type(cell) in kinds and low <= cell <= high for cell in value)


def _expected(name: str) -> str:
    if name == "rotate_views":
        return "true or false"
    if name in _CHOICES:
        return f"a list of different values among {', '.join(map(str, _CHOICES[name]))}"
    low, high = _LIMITS[name]
    return f"a list of different {'whole ' if name == 'sizes' else ''}numbers from {low:g} to {high:g}"


def scenes(design: Design) -> Iterator[list[tuple[str, int, Dials]]]:
    """The stimuli of one scene after the other: cue, position that the head points at (-1: none), and dials."""
    pairs = product(enumerate(design.separations), enumerate(design.gazers))
    rows = [
        (separation, gazer, view)
        for (step, separation), (who, gazer) in pairs
        for turn, view in enumerate(design.views)
        if not design.rotate_views or turn == (step + who) % len(design.views)
    ]
    levels = product(design.sizes, design.distances, design.n_objects, rows)
    for number, (size, distance, n, (separation, gazer, view)) in enumerate(levels):
        random = rng(0, "gaze-psychometric", gazer, n, separation, view)
        names = tuple(OBJECTS[i] for i in random.permutation(len(OBJECTS))[:n])
        reach = min(FARTHEST_MIDDLE, 0.4 * separation)
        shared = {
            "person": gazer,
            "objects": names,
            "separation": float(separation),
            "view": float(view),
            "distance": float(distance),
            "size": size,
            "middle": round(float(random.uniform(-reach, reach)), 2),
        }
        yield list(_poses(design.cues, n, number, shared))


def _poses(cues: Sequence[str], n: int, number: int, shared: dict[str, Any]) -> Iterator[tuple[str, int, Dials]]:
    azimuths = Dials(gaze=0, head_yaw=shared["middle"], **shared).azimuths
    for cue in cues:
        for gaze in range(n):
            if cue == "eyes":
                head, yaw = -1, shared["middle"]
            elif cue == "conflict":
                # Not at the middle of the row, as with "eyes"; another one from scene to scene, so all distances occur.
                free = [i for i in range(n) if i != gaze and 2 * i != n - 1]
                head = free[number % len(free)]
                yaw = float(azimuths[head])
            else:
                head, yaw = gaze, float(azimuths[gaze])
            yield cue, head, Dials(gaze=gaze, head_yaw=yaw, eyes_visible=cue != "head", **shared)
