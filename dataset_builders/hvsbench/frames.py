"""The coordinate frame of a set's scanpaths, decided once for the whole set from all its coordinates.

One row does not show it: (100, 90) may be per cent, per mille, or pixels of several screens. Over many scanpaths the
fixations fill their frame to the edge, seldom leave it, and scatter around its middle, which is true of one frame.
"""

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

    def placed(self, frame: str) -> NDArray[np.float64]:
        """The fixations relative to their images, if they are stored in a frame."""
        return to_image(self.points, self.sizes, frame)


def gather(rows: Iterable[tuple[Sequence[Mapping[str, Sequence[float]]], tuple[int, int]]]) -> Fixations:
    """All fixations of (scanpaths, image size) pairs."""
    found = [(x, y, *size) for some, size in rows for path in some for x, y in zip(path["X"], path["Y"], strict=True)]
    numbers = np.array(found, dtype=float).reshape(-1, 4)
    return Fixations(numbers[:, :2], numbers[:, 2:])


def evidence(fixations: Fixations) -> list[Evidence]:
    """How well each frame fits, best first."""
    found = []
    for name in NAMES:
        placed = fixations.placed(name)
        within = ((placed >= -0.02) & (placed <= 1.02)).all(axis=1)
        reached = placed[within] if within.mean() >= _INSIDE else placed  # rows in another frame reach far beyond
        fill = float(np.quantile(reached, 0.995, axis=0).min())
        centre = np.clip(placed, -0.5, 1.5).mean(axis=0)
        found.append(Evidence(name, float(within.mean()), fill, float(np.abs(centre - 0.5).max())))
    return sorted(found, key=lambda one: (one.inside < _INSIDE, abs(1 - one.fill)))


def decide(fixations: Fixations, fitted_to_screen: bool = False) -> str:
    """The frame of a set; a `DataError` where the fixations fit none or several.

    Where images may fill their screen or have bars around them on it, ``fitted_to_screen`` takes them to have bars;
    otherwise that is an error, too.
    """
    if not len(fixations.points):
        return "relative"
    ranked = evidence(fixations)
    shown, few = "; ".join(map(str, ranked[:4])), len(fixations.points) < _MANY
    inside = {one.name: one for one in ranked if one.inside >= _INSIDE}
    plain = [one for name, one in inside.items() if name in FRAMES]
    fitting = [one for one in plain if one.fits and (few or (one.fill >= _FILL and one.off_centre <= _CENTRAL))]
    fitting = fitting or [one for one in plain[:1] if one.name == "relative"]
    if not fitting:
        raise DataError(f"the scanpaths' coordinates fit no known frame ({shown}); give --frame")
    best, placed = fitting[0], fixations.placed(fitting[0].name)

    def differs(name: str) -> bool:  # all images may have the size of a screen
        return bool(np.abs(placed - fixations.placed(name)).max() > 0.01)

    rivals = [one.name for one in plain if one.off_centre <= _CENTRAL and one.fill * _CLEAR > best.fill]
    if any(map(differs, rivals)):
        raise DataError(f"the scanpaths' coordinates fit several frames ({shown}); give --frame")
    with_bars = f"{best.name}-letterbox"
    if with_bars not in inside or not differs(with_bars):
        return best.name
    if not fitted_to_screen:
        both = f"{best.name} or {with_bars}"
        raise DataError(f"images may fill the screen or have bars around them ({both}; {shown}); give --frame")
    return with_bars


def to_image(points: NDArray[np.float64], sizes: NDArray[np.float64], frame: str) -> NDArray[np.float64]:
    """Coordinates (n, 2) in a frame of `NAMES`, x and y, relative to images of width and height ``sizes``, px."""
    if frame in LETTERBOXED:
        screen = np.array(FRAMES[LETTERBOXED[frame]], dtype=float)
        shown = sizes * (screen / sizes).min(axis=-1, keepdims=True)
        return (points - (screen - shown) / 2) / shown
    return points / np.array(FRAMES[frame] or sizes, dtype=float)
