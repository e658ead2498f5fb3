"""The coordinate frame of a set's scanpaths, decided once for the whole set from all its coordinates.

One row does not show it: (100, 90) may be per cent, per mille, or pixels of several screens. Over many scanpaths the
fixations fill their frame to the edge, seldom leave it, and scatter around its middle, which is true of one frame.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.errors import DataError

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


class Evidence(NamedTuple):
    """How well a frame fits."""

    name: str  # the frame
    inside: float  # share of the fixations inside it (with a margin of 2 %)
    fill: float  # the smaller of the two 99.5th percentiles of x and y, as a fraction of the frame
    off_centre: float  # distance of the mean fixation from the middle, the larger of x and y, as a fraction

    @property
    def fits(self) -> bool:
        """Whether the frame is possible at all, whatever others there are."""
        return self.inside >= _INSIDE and self.fill >= _FILL_OF_FEW

    def __str__(self) -> str:
        return f"{self.name}: {self.inside:.1%} inside, filled to {self.fill:.2f}, {self.off_centre:.2f} off centre"


class Fixations(NamedTuple):
    """All fixations of a set: (n, 2) coordinates as stored, and (n, 2) sizes of their images in px."""

    points: NDArray[np.float64]
    sizes: NDArray[np.float64]


def gather(rows: Iterable[tuple[Sequence[Mapping[str, Sequence[float]]], tuple[int, int]]]) -> Fixations:
    """All fixations of (scanpaths, image size) pairs."""
    paths = [(np.column_stack([path["X"], path["Y"]]), size) for some, size in rows for path in some]
    if not paths:
        return Fixations(np.empty((0, 2)), np.empty((0, 2)))
    sizes = np.repeat([size for _, size in paths], [len(points) for points, _ in paths], axis=0)
    return Fixations(np.concatenate([points for points, _ in paths]).astype(float), sizes.astype(float))


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


def decide(fixations: Fixations, fitted_to_screen: bool = False) -> str:
    """The frame of a set.

    Args:
        fixations: All fixations of the set.
        fitted_to_screen: Whether images that may have bars around them on their screen are taken to have them;
            otherwise that is an error.

    Raises:
        DataError: The fixations fit no frame, or several.
    """
    if not len(fixations.points):
        return "relative"
    ranked = evidence(fixations)
    shown = "; ".join(map(str, ranked[:4]))
    plain = [one for one in ranked if one.name in FRAMES and one.inside >= _INSIDE]
    fitting = [one for one in plain if _is_likely(one, len(fixations.points))]
    fitting = fitting or [one for one in plain[:1] if one.name == "relative"]
    if not fitting:
        raise DataError(f"the scanpaths' coordinates fit no known frame ({shown}); give --frame")
    best = fitting[0]
    for one in plain:
        rival = one is not best and one.off_centre <= _CENTRAL and one.fill * _CLEAR > best.fill
        if rival and _differs(fixations, best.name, one.name):
            raise DataError(f"the scanpaths' coordinates fit several frames ({shown}); give --frame")
    with_bars = next((one for one in ranked if one.name == f"{best.name}-letterbox"), None)
    if with_bars is None or with_bars.inside < _INSIDE or not _differs(fixations, best.name, with_bars.name):
        return best.name
    if not fitted_to_screen:
        both = f"{best.name} or {with_bars.name}"
        raise DataError(f"images may fill the screen or have bars around them ({both}; {shown}); give --frame")
    return with_bars.name


def _is_likely(one: Evidence, fixations: int) -> bool:
    if fixations < _MANY:
        return one.fill >= _FILL_OF_FEW
    return one.fill >= _FILL and one.off_centre <= _CENTRAL


def _differs(fixations: Fixations, one: str, other: str) -> bool:
    """Whether two frames place the fixations differently (all images may have the size of a screen)."""
    first, second = (to_image(fixations.points, fixations.sizes, name) for name in (one, other))
    return bool(np.abs(first - second).max() > 0.01)


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
