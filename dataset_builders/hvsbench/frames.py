"""The coordinate frame of a set's scanpaths, decided once for the whole set from all its coordinates.

One row does not show it: (100, 90) may be per cent, per mille, or pixels of several screens. Over many scanpaths the
fixations fill their frame to the edge, seldom leave it, and scatter around its middle, which is true of one frame.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.errors import DataError

Size = tuple[int, int]

FRAMES: Mapping[str, tuple[float, float] | None] = {
    "relative": (1, 1),
    "percent": (100, 100),
    "permille": (1000, 1000),
    "512x320": (512, 320),
    "1680x1050": (1680, 1050),
    "pixels": None,
}
"""Name to (width, height) of the frame; None is the size of each image. 512 x 320 is the frame of the code that the
paper follows, 1680 x 1050 the screen on which COCO-FreeView and COCO-Search18 were recorded."""

LETTERBOXED = {"512x320-letterbox": "512x320", "1680x1050-letterbox": "1680x1050"}
"""The two screens with the image fitted into them: bars around it belong to the screen, not to the image."""

NAMES = (*FRAMES, *LETTERBOXED)

_INSIDE = 0.97  # share of fixations inside the right frame; some people look past the picture
_FILL = 0.75  # the 99.5th percentile of the right frame's coordinates is near its edge ...
_MANY = 500  # ... once there are so many fixations
_FILL_OF_FEW = 0.25
_CLEAR = 1.15  # the right frame is filled so many times better than any other
_CENTRAL = 0.12  # the mean of many fixations is so near to the middle of the right frame
_SURE = 3.0  # log-likelihood by which fitted must differ from stretched images, in groups of like fixations
_ALIKE = 10  # fixations of one picture are alike: so many count as one
_DAMAGED = 0.5  # share of a scanpath that is outside the picture ...
_BEYOND = 0.25  # ... or how far one of its fixations is: it is in another frame, or noise
_CORNER = 0.015  # a scanpath that stays so near to the top left corner is in a smaller frame


class Evidence(NamedTuple):
    """How well a frame fits."""

    name: str  # the frame
    inside: float  # share of the fixations inside it (with a margin of 2 %)
    fill: float  # the smaller of the two 99.5th percentiles of x and y, as a fraction of the frame
    off_centre: float  # distance of the mean fixation from the middle, the larger of x and y, as a fraction


class Fixations(NamedTuple):
    """All fixations of a set: (n, 2) coordinates as stored, and (n, 2) sizes of their images in px."""

    points: NDArray[np.float64]
    sizes: NDArray[np.float64]


def gather(rows: Sequence[tuple[Sequence[Mapping[str, Sequence[float]]], Size]]) -> Fixations:
    """All fixations of (scanpaths, image size) pairs."""
    points, sizes = [], []
    for paths, size in rows:
        for path in paths:
            points.append(np.column_stack([path["X"], path["Y"]]))
            sizes.append(np.tile(np.array(size, dtype=float), (len(path["X"]), 1)))
    if not points:
        return Fixations(np.empty((0, 2)), np.empty((0, 2)))
    return Fixations(np.concatenate(points).astype(float), np.concatenate(sizes))


def evidence(fixations: Fixations) -> list[Evidence]:
    """How well each frame fits, best first."""
    found = []
    for name in NAMES:
        placed = to_image(fixations.points, fixations.sizes, name)
        within = ((placed >= -0.02) & (placed <= 1.02)).all(axis=1)
        reached = placed[within] if within.mean() >= _INSIDE else placed  # rows in another frame reach far beyond
        fill = float(np.quantile(reached, 0.995, axis=0).min())
        centre = np.clip(placed, -0.5, 1.5).mean(axis=0)
        found.append(Evidence(name, float(within.mean()), fill, float(np.abs(centre - 0.5).max())))
    return sorted(found, key=lambda one: (one.inside < _INSIDE, abs(1 - one.fill)))


def decide(fixations: Fixations, bars_open: bool = False) -> str:
    """The frame of a set."""
    if not len(fixations.points):
        return "relative"
    ranked = evidence(fixations)
    plain = [one for one in ranked if one.name in FRAMES and one.inside >= _INSIDE]
    many = len(fixations.points) >= _MANY

    def likely(one: Evidence) -> bool:
        filled = one.fill >= (_FILL if many else _FILL_OF_FEW)
        return filled and not (many and one.off_centre > _CENTRAL)

    fitting = [one for one in plain if likely(one)] or [one for one in plain[:1] if one.name == "relative"]
    if not fitting:
        raise DataError(f"the scanpaths' coordinates fit no known frame ({describe(ranked)}); give --frame")
    best = fitting[0]
    rivals = [
        one
        for one in plain
        if one is not best and one.off_centre <= _CENTRAL and _differs(fixations, best.name, one.name)
    ]
    if any(one.fill * _CLEAR > best.fill for one in rivals):
        raise DataError(f"the scanpaths' coordinates fit several frames ({describe(ranked)}); give --frame")
    fitted = f"{best.name}-letterbox"
    if fitted not in LETTERBOXED or not _differs(fixations, best.name, fitted):
        return best.name
    inside = next(one.inside for one in ranked if one.name == fitted)
    evidence_of_bars = _narrowed(fixations, fitted) if inside >= _INSIDE else -np.inf
    if abs(evidence_of_bars) < _SURE and not bars_open:
        raise DataError(
            f"images may fill the screen {best.name} or have bars around them ({best.name} or {fitted}; "
            f"{describe(ranked)}); give --frame"
        )
    return fitted if evidence_of_bars > 0 else best.name


def doubts(fixations: Fixations, frame: str) -> list[str]:
    """Why a frame that the user names may be wrong; empty for the frame that `decide` finds."""
    one = next((one for one in evidence(fixations) if one.name == frame), None) if len(fixations.points) else None
    if one is None or (one.inside >= _INSIDE and one.fill >= _FILL_OF_FEW):
        return []
    return [f"the frame {frame} does not fit the scanpaths: {describe([one])}"]


def damage(path: Mapping[str, Sequence[float]], size: Size, frame: str) -> str:
    """Why a scanpath cannot be one of a set in a frame: in a few words, "" where it can.

    Args:
        path: X and Y as stored.
        size: (width, height) of the image, px.
        frame: The frame of the set, one of `NAMES`.
    """
    points = np.column_stack([path["X"], path["Y"]]).astype(float)
    placed = to_image(points, np.array(size, dtype=float), frame)
    outside = (placed < -0.02) | (placed > 1.02)
    if outside.any(axis=1).mean() > _DAMAGED or (np.abs(placed - 0.5) > 0.5 + _BEYOND).any():
        return "outside the picture"
    if len(placed) > 1 and (np.abs(placed) < _CORNER).all():
        return "all in the top left corner"
    return ""


def describe(ranked: Sequence[Evidence]) -> str:
    """The evidence in one line."""
    return "; ".join(
        f"{one.name}: {one.inside:.1%} inside, filled to {one.fill:.2f}, {one.off_centre:.2f} off centre"
        for one in ranked[:4]
    )


def to_image(points: NDArray[np.float64], sizes: NDArray[np.float64], frame: str) -> NDArray[np.float64]:
    """Coordinates in a frame to coordinates relative to the image.

    Args:
        points: (n, 2), x and y as stored.
        sizes: (n, 2) or (2,), width and height of the image, px.
        frame: One of `NAMES`.
    """
    if frame in LETTERBOXED:
        screen = np.array(FRAMES[LETTERBOXED[frame]], dtype=float)
        shown = sizes * (screen / sizes).min(axis=-1, keepdims=True)
        return (points - (screen - shown) / 2) / shown
    screen_size = FRAMES[frame]
    return points / (sizes if screen_size is None else np.array(screen_size, dtype=float))


def _differs(fixations: Fixations, one: str, other: str) -> bool:
    """Tell whether two frames place the fixations differently (all images may have the size of a screen)."""
    placed = [to_image(fixations.points, fixations.sizes, name) for name in (one, other)]
    return bool(np.abs(placed[0] - placed[1]).max() > 0.01)


def _narrowed(fixations: Fixations, frame: str) -> float:
    """How much likelier it is that images are fitted into the screen than stretched over it, as a log-likelihood.

    Fitted images are narrower the wider their bars, and people's fixations spread in proportion; over stretched images
    they spread alike, whatever the shape of the image. Above 0 for fitted images, 0 where all have the same bars.
    """
    screen = np.array(FRAMES[LETTERBOXED[frame]], dtype=float)
    shown = fixations.sizes * (screen / fixations.sizes).min(axis=1, keepdims=True) / screen
    found = 0.0
    for axis in (0, 1):
        narrow = shown[:, axis]
        away = np.clip(fixations.points[:, axis] / screen[axis] - 0.5, -0.6, 0.6)
        stretched, fitted = (away**2).mean() ** 0.5, ((away / narrow) ** 2).mean() ** 0.5
        if fitted > 0:
            found += len(away) * float(np.log(stretched / fitted)) - float(np.log(narrow).sum())
    return found / _ALIKE
