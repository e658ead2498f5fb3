"""Saliency maps of pictures and picture files, and answers from a map.

Maps come from pictures and nothing else: no annotation, no target, no participant. Pictures are uint8, RGB ``(height,
width, 3)`` or grey ``(height, width)``; maps are densities of the picture's size, ``(height, width)``, with sum 1.
Boxes ``(x1, y1, x2, y2)`` and points ``(x, y)`` are relative to the picture, 0 to 1.
"""

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import read_rgb

Floats = NDArray[np.float64]
Point = tuple[float, float]
Box = Sequence[float]

MODELS = ("spectral-residual", "itti-koch")
"""The saliency models that answer datasets as ``hvs-...``; the centre bias has its own rules."""
CENTER_SPREAD = 0.22  # standard deviation of the centre bias, share of a side: about that of free-viewing fixations
LONGEST = 640  # longer side to which large picture files are brought before a weight-free map is made, px
FLAT_SHARE = 0.01  # of a flat map in the density of the next fixation: people do return to where they were

# Itti, Koch and Niebur
_ITTI_SIDE = 640  # px
_LEVELS, _CENTERS, _DELTAS = 9, (2, 3, 4), (3, 4)
_ANGLES = (0, 45, 90, 135)
_DARK = 0.1
_BORDER = cv2.BORDER_REFLECT
_PERIOD, _WIDTH, _REACH = 7.0, 7.0 / 3.0, 4
_ROUNDING = 1e-4  # contrasts below are rounding of float32: the least step of a picture is 1/255


def as_rgb(picture: Any) -> Floats:
    """A picture as float64 ``(height, width, 3)``, 0 to 1; a DataError where it is of another type or shape."""
    pixels = np.asarray(picture)
    if pixels.dtype != np.uint8 or pixels.size == 0 or not (pixels.ndim == 2 or pixels.shape[2:] == (3,)):
        raise DataError(f"a picture is uint8 (height, width) or (height, width, 3), not {pixels.dtype} {pixels.shape}")
    if pixels.ndim == 2:
        pixels = np.repeat(pixels[..., None], 3, axis=2)
    return np.asarray(pixels / 255.0, dtype=np.float64)


def as_density(values: Any, shape: tuple[int, int] | None = None) -> Floats:
    """Values ``(height, width)`` as a density that sums to 1, brought to a ``shape``; flat where all are zero.

    A DataError says that the values are no map.
    """
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 2 or array.size == 0 or not np.isfinite(array).all() or (array < 0).any():
        raise DataError(f"a map is a finite non-negative array (height, width), not one of shape {array.shape}")
    if shape is not None and array.shape != tuple(shape):
        # Interpolation may leave the range by rounding.
        array = np.maximum(cv2.resize(array, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR), 0)
    total = float(array.sum())
    return np.asarray(array / total if total > 0 else np.full(array.shape, 1.0 / array.size), dtype=np.float64)


def scaled_to(picture: NDArray[Any], longest: int) -> Floats:
    """A picture, ``(height, width)`` or with channels, brought to a length of its longer side, px."""
    height, width = picture.shape[:2]
    factor = longest / max(height, width)
    return np.asarray(_resized(picture, (max(1, round(height * factor)), max(1, round(width * factor)))))


def center_bias(shape: Sequence[int], spread: float = CENTER_SPREAD) -> Floats:
    """The centre bias (Tatler 2007, Journal of Vision 7): a Gaussian around the centre as a density.

    ``shape`` is height and width, px; ``spread`` the standard deviation as a positive share of each side.
    """
    if not spread > 0:
        raise ValueError(f"spread={spread} must be positive")
    rows, columns = (((np.arange(size) + 0.5) / size - 0.5) / spread for size in shape)
    density = np.exp(-0.5 * rows[:, None] ** 2 - 0.5 * columns[None, :] ** 2)
    return np.asarray(density / density.sum())


def spectral_residual(picture: NDArray[Any]) -> Floats:
    """Saliency from the residual of a picture's spectrum.

    The log amplitudes of natural pictures are much alike; what differs from its own local mean, put back with the
    picture's phase, marks what stands out. The scale (64 px), the mean over 3 x 3 frequencies and the final smoothing
    (2.5 px at that scale) are those of the authors' published code; the paper's text names another width of smoothing
    (8). Source: X. Hou and L. Zhang, Saliency detection: a spectral residual approach, CVPR 2007.
    """
    pixels = as_rgb(picture)
    grey = scaled_to(np.asarray(pixels @ np.array((0.299, 0.587, 0.114))), 64)
    if np.ptp(grey) < 1e-9:  # one colour: its spectrum is rounding
        return as_density(np.zeros(pixels.shape[:2]))
    smooth = cv2.GaussianBlur(residual_picture(grey) ** 2, (11, 11), 2.5, borderType=cv2.BORDER_CONSTANT)
    return as_density(smooth, pixels.shape[:2])


def residual_picture(grey: Floats) -> Floats:
    """Amplitudes of a grey picture made of the residual of its spectrum."""
    spectrum = np.fft.fft2(grey)
    amplitude = np.abs(spectrum)
    log_amplitude = np.log(np.maximum(amplitude, 1e-9 * amplitude.max()))
    residual = log_amplitude - cv2.blur(log_amplitude, (3, 3), borderType=cv2.BORDER_REPLICATE)
    return np.ascontiguousarray(np.abs(np.fft.ifft2(np.exp(residual + 1j * np.angle(spectrum)))))


def itti_koch(picture: NDArray[Any]) -> Floats:
    """Saliency as contrast of colour, intensity and orientation with the surround.

    42 feature maps of centre scales 2, 3 and 4 against surrounds three and four scales coarser, each under the
    normalisation N, which promotes maps with one strong peak; three conspicuity maps at scale 4, and their mean. Where
    the paper leaves a choice: pictures are brought to 640 px first, the size of the paper's own; colours count where
    the intensity is over a tenth of its maximum (as the paper says); local maxima under a tenth of the range do not
    count in N, contrasts fall off towards the border, and orientation is the modulus of a Gabor filter of 7 px period
    and 7/3 px width (all three after the authors' later toolbox: Walther and Koch, Neural Networks 19, 2006). Source:
    L. Itti, C. Koch and E. Niebur, A model of saliency-based visual attention for rapid scene analysis, IEEE TPAMI
    20(11), 1998.
    """
    pixels = as_rgb(picture)
    total = np.sum([promoted(one) for one in conspicuity(pixels).values()], axis=0)
    return as_density(total, pixels.shape[:2])


def conspicuity(pixels: Floats) -> dict[str, Floats]:
    """The conspicuity maps ``intensity``, ``colour`` and ``orientation`` at scale 4 of a picture in 0 to 1."""
    pixels = scaled_to(pixels, _ITTI_SIDE).astype(np.float32)
    intensity = pixels.mean(axis=2)
    levels = _pyramid(intensity)
    oriented = [
        [_oriented(level, angle) if number >= _CENTERS[0] else level for number, level in enumerate(levels)]
        for angle in _ANGLES
    ]
    return {
        "intensity": _across_scales(_contrasts(levels)),
        "colour": np.sum([_across_scales(_contrasts(_pyramid(one))) for one in _opponents(pixels, intensity)], axis=0),
        "orientation": np.sum([promoted(_across_scales(_contrasts(one))) for one in oriented], axis=0),
    }


def promoted(values: Floats) -> Floats:
    """The normalisation N: a map in the range 0 to 1 times the squared lead of its peak over its other local maxima."""
    low, high = float(values.min()), float(values.max())
    if high - low < _ROUNDING:
        return np.zeros_like(values)
    scaled = (values - low) / (high - low)
    peaks = (scaled >= cv2.dilate(scaled, np.ones((3, 3), np.uint8))) & (scaled > _DARK)
    regions, count = ndimage.label(peaks, np.ones((3, 3)))  # a plateau is one maximum
    heights = np.sort(ndimage.maximum(scaled, regions, np.arange(1, count + 1)))[:-1]
    others = float(heights.mean()) if len(heights) else 0.0
    return np.asarray(scaled * (1 - others) ** 2)


def _opponents(pixels: Floats, intensity: Floats) -> list[Floats]:
    """Red against green and blue against yellow, signed.

    The paper's contrast, |(R - G)(centre) - (G - R)(surround)|, answers to a plain red surface. `_contrasts` takes the
    difference of centre and surround, as the authors' toolbox does.
    """
    bright = intensity > _DARK * float(intensity.max())
    hue = np.where(bright[..., None], pixels / np.maximum(intensity, 1e-6)[..., None], 0)
    r, g, b = np.moveaxis(hue, 2, 0)
    red, green = np.maximum(r - (g + b) / 2, 0), np.maximum(g - (r + b) / 2, 0)
    blue = np.maximum(b - (r + g) / 2, 0)
    yellow = np.maximum((r + g) / 2 - np.abs(r - g) / 2 - b, 0)
    return [np.asarray(red - green), np.asarray(blue - yellow)]


def _pyramid(values: Floats) -> list[Floats]:
    """Scales 0 to 8, each half the size of the one before: blurred, then averaged in pairs, so that none is shifted."""
    levels = [np.asarray(values)]
    while len(levels) < _LEVELS:
        blurred = cv2.GaussianBlur(levels[-1], (5, 5), 1.0, borderType=_BORDER)
        half = ((blurred.shape[1] + 1) // 2, (blurred.shape[0] + 1) // 2)
        levels.append(np.asarray(cv2.resize(blurred, half, interpolation=cv2.INTER_AREA)))
    return levels


def _contrasts(levels: Sequence[Floats]) -> list[Floats]:
    """Centre minus surround, absolute, at the size of the centre.

    Maps fall off linearly over a twentieth of their longer side at each border: filters see nothing beyond.
    """
    found = []
    for number in _CENTERS:
        center = levels[number]
        reach = round(max(center.shape) / 20) + 1
        down, across = (
            np.minimum(np.minimum(np.arange(size) + 1, size - np.arange(size)) / reach, 1) for size in center.shape
        )
        weight = (down[:, None] * across).astype(center.dtype)
        found += [np.abs(center - _resized(levels[number + delta], center.shape)) * weight for delta in _DELTAS]
    return found


def _across_scales(maps: Sequence[Floats]) -> Floats:
    """The sum of promoted maps at the size of scale 4, the coarsest of them."""
    shape = min((one.shape for one in maps), key=math.prod)
    return np.asarray(sum(_resized(promoted(one), shape) for one in maps))


def _resized(values: Floats, shape: Sequence[int]) -> Floats:
    height, width = values.shape[:2]
    if (height, width) == tuple(shape):
        return values
    how = cv2.INTER_AREA if shape[0] * shape[1] < height * width else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(values, (int(shape[1]), int(shape[0])), interpolation=how))


def _oriented(level: Floats, angle: int) -> Floats:
    """Energy of one orientation: the modulus of a Gabor filter's even and odd answers."""
    return np.hypot(*(cv2.filter2D(level, cv2.CV_32F, part, borderType=_BORDER) for part in _gabor(angle)))


@lru_cache(maxsize=len(_ANGLES))
def _gabor(angle: int) -> tuple[Floats, Floats]:
    y, x = np.mgrid[-_REACH : _REACH + 1, -_REACH : _REACH + 1]
    turn = np.deg2rad(angle)
    along = x * np.cos(turn) + y * np.sin(turn)
    window = np.exp(-(x**2 + y**2) / (2 * _WIDTH**2))
    even = window * np.cos(2 * np.pi * along / _PERIOD)
    even -= window * (even.sum() / window.sum())  # no answer to a plain surface
    odd = window * np.sin(2 * np.pi * along / _PERIOD)
    return tuple(np.asarray(one / np.abs(one).sum(), dtype=np.float32) for one in (even, odd))  # type: ignore[return-value]


WEIGHT_FREE: dict[str, Callable[[NDArray[Any]], Floats]] = {
    "spectral-residual": spectral_residual,
    "itti-koch": itti_koch,
    "center-bias": lambda picture: center_bias(np.asarray(picture).shape[:2]),
}  # name to the function that makes a map of a picture


def box_mean(density: Floats, box: Box) -> float:
    """Mean of a density over a box, pixels by their part inside, relative to the flat map: 1 is chance."""
    columns, rows = (
        _covered(density.shape[1 - axis], *sorted((float(box[axis]), float(box[axis + 2])))) for axis in (0, 1)
    )
    area = float(rows.sum() * columns.sum())
    return float(rows @ density @ columns) / area * density.size if area > 0 else 0.0


def mean_at(density: Floats, points: Sequence[Point]) -> float:
    """Mean density at points, relative to the flat map; 0 without points."""
    return float(np.mean(_at(density, points))) if len(points) else 0.0


def log_density_at(density: Floats, points: Sequence[Point]) -> float:
    """Mean natural logarithm of a density at points, relative to the flat map; minus infinity without points.

    A thousandth of a flat map is mixed in, so that no single point decides by a zero.
    """
    return float(np.mean(np.log(0.999 * _at(density, points) + 0.001))) if len(points) else float("-inf")


def _at(density: Floats, points: Sequence[Point]) -> Floats:
    height, width = density.shape
    columns, rows = (np.asarray(points) * (width, height)).astype(int).T
    return np.asarray(density[np.clip(rows, 0, height - 1), np.clip(columns, 0, width - 1)] * density.size)


def _covered(size: int, start: float, end: float) -> Floats:
    """The part of each of ``size`` cells between two places; a box thinner than a cell counts as that cell."""
    start, end = np.clip([start * size, end * size], 0, size)
    cells = np.arange(size)
    covered = np.clip(np.minimum(end, cells + 1) - np.maximum(start, cells), 0, 1)
    if not covered.any():
        covered[min(int(start), size - 1)] = 1.0
    return np.asarray(covered, dtype=np.float64)


def foci(density: Floats, count: int, before: Sequence[Point] = ()) -> list[Point]:
    """``count`` places (x, y) that win one after the other, after attention was at the points ``before``.

    The highest place wins, of equal ones the first in reading order; a disc around it, with a sixth of the picture's
    shorter side as radius, is then inhibited (section 2.5 of Itti, Koch and Niebur 1998). The inhibition lasts some 14
    shifts there, so that in the paths asked for here a place comes back only when nothing else is left.
    """
    inhibited, found = list(before), []
    height, width = density.shape
    remaining = attended(density, inhibited)
    for _ in range(count):
        while not remaining.max() > 0 and inhibited:  # everything is inhibited: the oldest place is free again
            inhibited.pop(0)
            remaining = attended(density, inhibited)
        row, column = divmod(int(remaining.argmax()), width)
        found.append(((column + 0.5) / width, (row + 0.5) / height))
        inhibited.append(found[-1])
        remaining = attended(remaining, found[-1:])
    return found


def attended(density: Floats, before: Sequence[Point]) -> Floats:
    """The map with nothing left in the discs around places (x, y), relative to the picture."""
    remaining = density.copy()
    height, width = density.shape
    row, column = np.ogrid[:height, :width]
    for x, y in before:
        squared = (row - (y * height - 0.5)) ** 2 + (column - (x * width - 0.5)) ** 2
        remaining[squared <= (min(height, width) / 6) ** 2] = 0
    return remaining


def proto_objects(density: Floats) -> int:
    """Number of connected regions (corners included) where a map is over three times its mean (Hou and Zhang, 3.1)."""
    return int(ndimage.label(density > 3.0 * density.mean(), np.ones((3, 3)))[1])


@lru_cache(maxsize=32)
def density_of(name: str, path: str) -> Floats:
    """The weight-free map of a picture file, read-only; a DataError where it does not decode.

    The maps of the latest files stay in memory, so that every question about a picture gets the same array.
    """
    pixels = read_rgb(Path(path))
    density = WEIGHT_FREE[name](scaled_to(pixels, min(LONGEST, max(pixels.shape))).astype(np.uint8))
    density.flags.writeable = False
    return density


def next_fixation_density(density: Floats, before: Sequence[Point]) -> Floats:
    """The density of the fixation after those ``before``, positive everywhere."""
    return (1 - FLAT_SHARE) * as_density(attended(density, before)) + FLAT_SHARE / density.size
