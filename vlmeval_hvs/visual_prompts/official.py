"""The official geometry: the pixels that the code of VP-Bench draws, for the same integer t.

Numbers of boxes and polygons are cut to whole numbers, not rounded. The official code looks for the colour ``contrast``
under a simplified mark: no corners on a frame, a plain arrow, a disc for a square point, the outline of the first
polygon for a filling. Nothing is random, but a scribble is a parabola of `numpy.polyfit` with values cut to whole
pixels: where a part's pixels lie on one straight row, another linear algebra library may put it one pixel higher.
"""

import math
import warnings
from collections.abc import Callable, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vlmeval_hvs.visual_prompts.pieces import FONT, Piece, bar, caption, disc, ellipse, filled, hard_frame, stroke, wash
from vlmeval_hvs.visual_prompts.regions import Region
from vlmeval_hvs.visual_prompts.styles import Style, style_data

_RULES = style_data()["official"]
_T: dict[str, int] = _RULES["t"]

Drawn = tuple[list[Piece], list[Piece]]
"""The pieces that are drawn, and those whose pixels decide the colour ``contrast``."""


class Task(NamedTuple):
    """One mark of the official geometry."""

    region: Region
    style: Style
    t: int
    number: int  # of the region, from 0
    height: int  # of the image, px
    width: int
    box: tuple[int, int, int, int]  # x, y, width, height, cut to whole numbers; it may leave the image
    centre: tuple[int, int]  # the pixel in its middle


def official_pieces(region: Region, style: Style, number: int, height: int, width: int) -> Drawn:
    """The pieces that the official code draws for a region, and those that decide the colour ``contrast``.

    Both are empty where it draws nothing: contours, masks and scribbles of boxes without an outline, scribbles of parts
    below 50 px.
    """
    if style.shape in ("contour", "mask", "scribble") and not region.has_shape:
        return [], []
    x, y, w, h = map(int, region.bbox)
    task = Task(region, style, _T[style.level], number, height, width, (x, y, w, h), (x + w // 2, y + h // 2))
    return _SHAPES[style.shape](task)


def _bbox(task: Task) -> Drawn:
    (x, y, w, h), t, vertex = task.box, task.t, task.style.variant[0]
    frame = hard_frame(x, y, x + w, y + h, t)
    corners = [(cx, cy) for cx in (x, x + w) for cy in (y, y + h)] if vertex != "none" else []
    if vertex == "round":
        return [frame, *(disc(cx, cy, max(t, 5), hard=True) for cx, cy in corners)], [frame]
    return [frame, *(_square(cx, cy, max(t + 4, 6) // 2) for cx, cy in corners)], [frame]


def _square(x: int, y: int, half: int) -> Piece:
    return bar(x - half, y - half, x + half + 1, y + half + 1)


def _oval(task: Task) -> Drawn:
    _, _, w, h = task.box
    pieces = [ellipse(*task.centre, w // 2, h // 2, task.t, hard=True)]
    return pieces, pieces


def _point(task: Task) -> Drawn:
    dot = disc(*task.centre, 2 * task.t, hard=True)
    return [dot if task.style.variant[0] == "round" else _square(*task.centre, 2 * task.t)], [dot]


def _arrow(task: Task) -> Drawn:
    (x, y, w, h), (cx, cy), length = task.box, task.centre, _RULES["arrow"]
    left, right = ((x - length, cy), (x, cy)), ((x + w + length, cy), (x + w, cy))
    ends = [left, right, ((cx, y - length), (cx, y)), ((cx, y + h + length), (cx, y + h))]
    fitting = [pair for pair in ends if all(0 <= px < task.width and 0 <= py < task.height for px, py in pair)]
    tail, tip = (fitting or ends)[0]
    turn = math.atan2(tip[1] - tail[1], tip[0] - tail[0])

    def barbs(length: float, half: float) -> list[tuple[float, float]]:
        angles = (turn - math.radians(half), turn + math.radians(half))
        return [(tip[0] - length * math.cos(a), tip[1] - length * math.sin(a)) for a in angles]

    # What ``cv2.arrowedLine`` draws: a shaft, and two barbs of a fifth of its length.
    shaft = stroke(np.array([tail, tip], np.int32), task.t, hard=True)
    first, second = np.rint(barbs(0.2 * math.dist(tail, tip), 45)).astype(np.int32)
    plain = [shaft, stroke(np.array([first, tip, second], np.int32), task.t, hard=True)]
    if task.style.variant[0] == "thin":
        return plain, plain
    head = np.array([tip, *barbs(_RULES["arrow_head"], 30)]).astype(np.int32)
    return [shaft, filled([head], hard=True)], plain


def _tag(task: Task) -> Drawn:
    content, outline = task.style.variant
    t, (x, y), digit = task.t, task.centre, content == "digit"
    text = str(task.number + 1) if digit else chr(ord("A") + task.number)
    scale = 0.4 * t if digit else max(0.4 * t, 0.5)
    (text_width, text_height), _ = cv2.getTextSize(text, FONT, scale, t)
    padding, shift = (10 * t, 0) if digit else (15, t // 2)
    width, height = text_width + padding, text_height + padding
    left, top = max(0, x - width // 2), max(0, y - height // 2)
    ground = bar(left, top, min(task.width, left + width) + 1, min(task.height, top + height) + 1)
    badge = disc(x, y, max(width, height) // 2, hard=True) if outline == "round" else ground
    written = caption(text, x - text_width // 2 + shift, y + text_height // 2 + shift, scale, t)
    return [badge, written], [ground]


def _rings(task: Task) -> list[np.ndarray]:
    """The polygons in whole pixels; of a bitmap the outer borders, through pixel centres."""
    if not task.region.is_bitmap:
        return [ring.astype(np.int32) for ring in task.region.rings]
    part, *corner = task.region.bitmap(task.height, task.width)
    found, _ = cv2.findContours(np.ascontiguousarray(part), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE, offset=corner)
    return [ring[:, 0] for ring in found]


def _lines(task: Task, rings: Sequence[np.ndarray]) -> list[Piece]:
    return [stroke(ring, task.t, closed=True, hard=True) for ring in rings]


def _contour(task: Task) -> Drawn:
    rings = _rings(task)
    probe = _lines(task, rings if task.region.is_bitmap else rings[:1])
    if task.style.variant[0] == "loose":
        rings = [_loosened(ring, task.height, task.width) for ring in rings]
    return _lines(task, rings), probe


def _loosened(ring: np.ndarray, height: int, width: int) -> np.ndarray:
    """The loose outline of ``(n, 2)`` whole-pixel points: 1.2 times as large, cut at the image, a closed spline.

    Returns:
        ``(10 n, 2)`` whole-pixel points; where no spline fits, the ``n`` enlarged ones.
    """
    from scipy.interpolate import splev, splprep

    middle = ring.mean(axis=0)
    large = np.clip(middle + (ring - middle) * 1.2, 0, (width - 1, height - 1)).astype(np.float32)
    if len(large) <= 3 or np.allclose(large, large[0]):
        return large.astype(np.int32)
    large[-1] = large[0]  # the spline's own way to close a ring
    try:
        spline, _ = splprep(large.T, s=0.1, per=True)
    except ValueError:  # two equal points in a row
        return large.astype(np.int32)
    return np.stack(splev(np.linspace(0, 1, 10 * len(large)), spline), axis=1).astype(np.int32)


def _mask(task: Task) -> Drawn:
    outlined, half, rings = task.style.variant[0] == "contour_fill", _RULES["mask_alpha"], _rings(task)
    lines = _lines(task, rings) if outlined else []
    if task.region.is_bitmap:
        return [*lines, wash(rings, half if outlined else 1.0)], [filled(rings, hard=True)]
    pieces: list[Piece] = []
    for number, ring in enumerate(rings):
        pieces += [*lines[number : number + 1], wash([ring], half)]
    return pieces, _lines(task, rings[:1])


LEAST_AREA = 50  # smaller parts, in px, get no scribble
_ERODED_ENOUGH = 10
_SCALE = 0.1
_STATIONS = 100


def _scribble(task: Task) -> Drawn:
    """One curve per part of an object, in OpenCV's order of parts."""
    if task.region.is_bitmap:
        bitmap, left, top = task.region.bitmap(task.height, task.width)
    else:
        bitmap, left, top = np.zeros((task.height, task.width), np.uint8), 0, 0
        for ring in _rings(task):
            cv2.fillPoly(bitmap, [ring], 1)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(bitmap)
    pieces: list[Piece] = []
    for label in range(1, count):
        if stats[label, cv2.CC_STAT_AREA] < LEAST_AREA:
            continue
        x, y, w, h = stats[label, :4].tolist()
        # One pixel of ground around the part, but none where the image ends: both steps treat that border otherwise.
        x0, y0 = max(x - 1, 0), max(y - 1, 0)
        part = (labels[y0 : y + h + 1, x0 : x + w + 1] == label).astype(np.uint8)
        rows, columns = np.nonzero(thinned(_eroded(part)))
        curve = _parabola(columns + (x0 + left), rows + (y0 + top), task.height, task.width)
        pieces += [stroke(curve, task.t, hard=True)] if len(curve) >= 2 else []
    return pieces, pieces[:1]


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
    image, changed = bitmap.astype(np.uint8), True
    while changed:
        changed = False
        for removable in _REMOVABLE:
            codes = cv2.filter2D(image, -1, _NEIGHBOURS, borderType=cv2.BORDER_CONSTANT)
            gone = removable[codes] & (image > 0)
            gone[[0, -1]] = gone[:, [0, -1]] = False
            image[gone] = 0
            changed |= bool(gone.any())
    return image


_NEIGHBOURS = np.array([[128, 1, 2], [64, 0, 4], [32, 16, 8]], np.float32)
"""Bits of the code of a pixel's neighbours."""


def _removable(half: int) -> np.ndarray:
    """``(256,)`` bool by the code of the neighbours: whether half-step 0 or 1 of the thinning removes a pixel."""
    bits = (np.arange(256)[:, None] >> np.arange(8)) & 1
    rises, total = ((bits == 0) & (np.roll(bits, -1, axis=1) == 1)).sum(1), bits.sum(1)
    up, right, down, left = bits[:, ::2].T
    one, two = (up * right * down, right * down * left) if half == 0 else (up * right * left, up * down * left)
    return (rises == 1) & (total >= 2) & (total <= 6) & (one == 0) & (two == 0)


_REMOVABLE = (_removable(0), _removable(1))


def _parabola(x: np.ndarray, y: np.ndarray, height: int, width: int) -> np.ndarray:
    """The points ``(n, 2)`` inside the image of a parabola y(x) through pixels; none where none can be fitted."""
    if len(x) < 2 or not x.any():  # polyfit cannot scale a column of zeros
        return np.empty((0, 2), np.int32)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a part one column wide has many best parabolas
        line = np.poly1d(np.polyfit(x, y, 2))
    along = np.linspace(x.min(), x.max(), num=_STATIONS).astype(np.int32)
    across = line(along).astype(np.int32)
    inside = (along >= 0) & (along < width) & (across >= 0) & (across < height)
    return np.stack([along, across], axis=1)[inside]


_SHAPES: dict[str, Callable[[Task], Drawn]] = {
    "tag": _tag, "bbox": _bbox, "arrow": _arrow, "mask": _mask,
    "contour": _contour, "oval": _oval, "point": _point, "scribble": _scribble,
}  # fmt: skip
