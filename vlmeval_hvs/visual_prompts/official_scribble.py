"""The scribbles of the official geometry: each part of an object is eroded, thinned, and one parabola fitted to it.

The fit is that of `numpy.polyfit`, and its values are cut to whole pixels. A part whose thinned pixels lie on one
straight row can therefore come out one pixel higher or lower where numpy is built with another linear algebra library.
"""

from __future__ import annotations

import cv2
import numpy as np

LEAST_AREA = 50
"""Smaller parts, in px, get no scribble."""
_ERODED_ENOUGH = 10
_SCALE = 0.1
_STATIONS = 100


def curves(bitmap: np.ndarray, left: int, top: int, height: int, width: int) -> list[np.ndarray]:
    """One curve ``(n, 2)`` of whole-pixel points per part of an object, in OpenCV's order of parts.

    Args:
        bitmap: Object as uint8 0/1 array, with ground around it except where the image ends.
        left: Column of the image at which the bitmap starts.
        top: Row of the image at which the bitmap starts.
        height: Image height in px.
        width: Image width in px.
    """
    count, labels, stats, _ = cv2.connectedComponentsWithStats(bitmap)
    found = []
    for label in range(1, count):
        if stats[label, cv2.CC_STAT_AREA] < LEAST_AREA:
            continue
        x, y, w, h = stats[label, :4].tolist()
        # One pixel of ground around the part, but none where the image ends: both steps treat that border otherwise.
        x0, y0 = max(x - 1, 0), max(y - 1, 0)
        part = (labels[y0 : y + h + 1, x0 : x + w + 1] == label).astype(np.uint8)
        rows, columns = np.nonzero(thinned(_eroded(part)))
        curve = _parabola(columns + (x0 + left), rows + (y0 + top), height, width)
        if curve is not None:
            found.append(curve)
    return found


def _eroded(part: np.ndarray) -> np.ndarray:
    """The part after erosion down to a few pixels, or the part itself where erosion removes all of it at once."""
    side = max(1, int(_SCALE * np.sqrt(part.sum())))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    left = part
    while left.sum() > _ERODED_ENOUGH:
        smaller = cv2.erode(left, kernel)
        if smaller.sum() == left.sum():
            break
        left = smaller
    return left if left.any() else part


def thinned(bitmap: np.ndarray) -> np.ndarray:
    """A 0/1 bitmap thinned to lines by the algorithm of Zhang and Suen (1984); pixels on the border stay.

    Equal to ``cv2.ximgproc.thinning``, which only the contributed modules of OpenCV have.
    """
    image = np.pad(bitmap.astype(bool), 1)
    stride = image.shape[1]
    flat = image.reshape(-1)
    inner = np.zeros(image.shape, bool)
    inner[2:-2, 2:-2] = True
    movable = inner.reshape(-1)
    # Neighbours from the one above, clockwise.
    steps = np.array([-stride, 1 - stride, 1, 1 + stride, stride, stride - 1, -1, -1 - stride])
    places = np.flatnonzero(flat & movable)
    changed = True
    while changed:
        changed = False
        for removable in _REMOVABLE:
            codes = flat[places[:, None] + steps] @ _WEIGHTS
            gone = removable[codes]
            flat[places[gone]] = False
            places = places[~gone]
            changed |= bool(gone.any())
    return image[1:-1, 1:-1].astype(np.uint8)


_WEIGHTS = (1 << np.arange(8)).astype(np.int64)


def _removable(half: int) -> np.ndarray:
    """``(256,)`` bool by the code of the neighbours: whether half-step 0 or 1 of the thinning removes a pixel."""
    bits = (np.arange(256)[:, None] >> np.arange(8)) & 1
    rises = ((bits == 0) & (np.roll(bits, -1, axis=1) == 1)).sum(1)
    total = bits.sum(1)
    up, right, down, left = bits[:, 0], bits[:, 2], bits[:, 4], bits[:, 6]
    one, two = (up * right * down, right * down * left) if half == 0 else (up * right * left, up * down * left)
    return (rises == 1) & (total >= 2) & (total <= 6) & (one == 0) & (two == 0)


_REMOVABLE = (_removable(0), _removable(1))


def _parabola(x: np.ndarray, y: np.ndarray, height: int, width: int) -> np.ndarray | None:
    """The points inside the image of a parabola y(x) through pixels; None for fewer than two."""
    if len(x) < 2:
        return None
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a part one column wide has many best parabolas
        line = np.poly1d(np.polyfit(x, y, 2))
    along = np.linspace(x.min(), x.max(), num=_STATIONS).astype(np.int32)
    across = line(along).astype(np.int32)
    inside = (along >= 0) & (along < width) & (across >= 0) & (across < height)
    points = np.stack([along, across], axis=1)[inside]
    return points if len(points) >= 2 else None
