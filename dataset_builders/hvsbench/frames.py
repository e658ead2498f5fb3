"""The coordinate frame of a set's scanpaths, decided once for the whole set from all its coordinates.

One row cannot tell: (100, 90) may be per cent, per mille, or pixels of several screens. Over many scanpaths the
recorded fixations fill their frame to the edge, seldom leave it, and lie around its middle, which leaves one frame.
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
"""The two screens with the image fitted into them: bars beside or above it belong to the screen, not to the image."""

NAMES = (*FRAMES, *LETTERBOXED)

_INSIDE = 0.97  # share of fixations that lie in the right frame; some people look past the picture
_FILL = 0.75  # the 99.5th percentile of the right frame's coordinates lies near its edge ...
_MANY = 500  # ... once there are so many fixations
_FILL_OF_FEW = 0.25
_CLEAR = 1.15  # the right frame is filled so many times better than any other
_CENTRAL = 0.12  # the mean of many fixations is so near to the middle of the right frame
_BARS = 0.08  # share of the screen that a bar must take to tell fitted from stretched images


class Evidence(NamedTuple):
    """What speaks for a frame.

    Attributes:
        name: The frame.
        inside: Share of the fixations that lie in it (with a margin of 2 %).
        fill: The smaller of the two 99.5th percentiles of x and y, as a fraction of the frame.
        off_centre: Distance of the mean fixation from the middle, the larger of x and y, as a fraction of the frame.
    """

    name: str
    inside: float
    fill: float
    off_centre: float


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
        inside = float(((placed >= -0.02) & (placed <= 1.02)).all(axis=1).mean())
        fill = float(np.quantile(placed, 0.995, axis=0).min())
        found.append(Evidence(name, inside, fill, float(np.abs(placed.mean(axis=0) - 0.5).max())))
    return sorted(found, key=lambda one: (one.inside < _INSIDE, abs(1 - one.fill)))


def decide(fixations: Fixations) -> str:
    """The frame of a set.

    Raises:
        DataError: No frame fits, or several do; the message shows the evidence and names ``--frame``.
    """
    if not len(fixations.points):
        return "relative"
    ranked = evidence(fixations)
    plain = [one for one in ranked if one.name in FRAMES and one.inside >= _INSIDE]
    best = plain[0] if plain else None
    many = len(fixations.points) >= _MANY
    unlikely = best is not None and (
        best.fill < (_FILL if many else _FILL_OF_FEW) or (many and best.off_centre > _CENTRAL)
    )
    if best is None or (unlikely and best.name != "relative"):
        raise DataError(f"the scanpaths' coordinates fit no known frame ({describe(ranked)}); give --frame")
    rivals = [one for one in plain[1:] if one.off_centre <= _CENTRAL and _differs(fixations, best.name, one.name)]
    if any(one.fill * _CLEAR > best.fill for one in rivals):
        raise DataError(f"the scanpaths' coordinates fit several frames ({describe(ranked)}); give --frame")
    fitted = f"{best.name}-letterbox"
    return fitted if fitted in LETTERBOXED and _keeps_off_the_bars(fixations, fitted) else best.name


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


def _keeps_off_the_bars(fixations: Fixations, frame: str) -> bool:
    """Tell whether nobody looks at the bars beside images that leave wide ones, as nobody does on a real screen."""
    screen = np.array(FRAMES[LETTERBOXED[frame]], dtype=float)
    shown = fixations.sizes * (screen / fixations.sizes).min(axis=1, keepdims=True)
    bars = ((screen - shown) / 2 / screen).max(axis=1)
    placed = to_image(fixations.points, fixations.sizes, frame)[bars > _BARS]
    return len(placed) >= 50 and float(((placed >= -0.02) & (placed <= 1.02)).all(axis=1).mean()) >= _INSIDE
