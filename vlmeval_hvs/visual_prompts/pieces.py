"""What visual prompts are made of, and how each piece is put on pixels.

Coordinates are continuous image coordinates in px: pixel (0, 0) covers 0..1, its centre is (0.5, 0.5). Curves and
slanted lines are anti-aliased; upright edges of frames and bars lie on pixel borders. Pieces of the official geometry
are ``hard``: their coordinates are OpenCV's, whole numbers that name pixels, edges are not smoothed, and each takes the
OpenCV call that defines it. But for text, only calls whose output is the same in OpenCV 4 and 5 are used.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import cv2
import numpy as np

Color = tuple[int, int, int]
Ink = Color | int
"""What is put on a pixel: a colour on an RGB canvas, a level of 0 to 255 on a one-channel canvas."""
Bounds = tuple[float, float, float, float]
WHITE: Color = (255, 255, 255)
FONT = cv2.FONT_HERSHEY_SIMPLEX
_SHIFT = 4
_ONE = 1 << _SHIFT  # anti-aliased coordinates are given in sixteenths of a px


class Paint(Protocol):
    """Paints a piece."""

    def __call__(self, canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        """Draw on an RGB canvas, or coverage on a one-channel canvas, whose corner is at (dx, dy) of the image."""


class Piece(NamedTuple):
    """How a piece is painted; x0, y0, x1, y1 in px that hold it; and its own colour, if it has one."""

    paint: Paint
    bounds: Bounds
    ink: Color | None = None

    def moved(self, across: int, down: int) -> "Piece":
        """The piece moved to the right and down."""

        def paint(canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
            self.paint(canvas, color, dx - across, dy - down)

        x0, y0, x1, y1 = self.bounds
        return Piece(paint, (x0 + across, y0 + down, x1 + across, y1 + down), self.ink)


def _smoothing(hard: bool) -> tuple[int, int]:
    """OpenCV's line type and number of fractional bits."""
    return (cv2.LINE_8, 0) if hard else (cv2.LINE_AA, _SHIFT)


def _points(points: np.ndarray, hard: bool, dx: int, dy: int) -> np.ndarray:
    """Points ``(n, 2)`` as OpenCV takes them, whose integer coordinates are those of pixel centres."""
    if hard:
        return points - np.array([dx, dy], np.int32)
    return np.rint((points - (dx, dy) - 0.5) * _ONE).astype(np.int32)


def _centre(x: float, y: float, hard: bool, dx: int, dy: int) -> tuple[int, int]:
    if hard:
        return int(x) - dx, int(y) - dy
    return round((x - 0.5 - dx) * _ONE), round((y - 0.5 - dy) * _ONE)


def _around(points: np.ndarray, margin: float, hard: bool) -> Bounds:
    (x0, y0), (x1, y1) = points.min(0).tolist(), points.max(0).tolist()
    return x0 - margin, y0 - margin, x1 + margin + hard, y1 + margin + hard


def bar(x0: int, y0: int, x1: int, y1: int) -> Piece:
    """Filled upright rectangle of whole pixels: columns x0..x1-1, rows y0..y1-1."""

    def paint(canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        cv2.rectangle(canvas, (x0 - dx, y0 - dy), (x1 - 1 - dx, y1 - 1 - dy), color, -1)

    return Piece(paint, (x0, y0, x1, y1))


def frame(x0: int, y0: int, x1: int, y1: int, line: int) -> Piece:
    """Upright rectangular frame, ``line`` px wide, inside x0, y0, x1, y1."""
    flat = bar(x0, y0, x1, y0 + line), bar(x0, y1 - line, x1, y1)
    sides = *flat, bar(x0, y0, x0 + line, y1), bar(x1 - line, y0, x1, y1)

    def paint(canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        for side in sides:
            side.paint(canvas, color, dx, dy)

    return Piece(paint, (x0, y0, x1, y1))


def hard_frame(x0: int, y0: int, x1: int, y1: int, line: int) -> Piece:
    """Official frame, ``line`` px wide, through the pixels of the two corners, with rounded outer corners."""

    def paint(canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        cv2.rectangle(canvas, (x0 - dx, y0 - dy), (x1 - dx, y1 - dy), color, line)

    return Piece(paint, _around(np.array([(x0, y0), (x1, y1)]), line // 2 + 1, hard=True))


def disc(x: float, y: float, radius: float, hard: bool = False) -> Piece:
    """Filled circle."""
    reach = int(radius) if hard else round((radius - 0.5) * _ONE)

    def paint(canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        cv2.circle(canvas, _centre(x, y, hard, dx, dy), reach, color, -1, *_smoothing(hard))

    return Piece(paint, _around(np.array([(x, y)]), radius, hard))


def stroke(points: np.ndarray, line: int, closed: bool = False, hard: bool = False, ink: Color | None = None) -> Piece:
    """Line through points ``(n, 2)``, ``line`` px wide, with round joins and ends."""

    def paint(canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        cv2.polylines(canvas, [_points(points, hard, dx, dy)], closed, color, line, *_smoothing(hard))

    return Piece(paint, _around(points, line / 2 + 1, hard), ink)


def ellipse(x: float, y: float, half_width: float, half_height: float, line: int, hard: bool = False) -> Piece:
    """Outline of an upright ellipse, ``line`` px wide, centred on the given half axes."""
    unit = 1 if hard else _ONE
    axes = (round(half_width * unit), round(half_height * unit))

    def paint(canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        cv2.ellipse(canvas, _centre(x, y, hard, dx, dy), axes, 0, 0, 360, color, line, *_smoothing(hard))

    corners = np.array([(x + half_width, y + half_height), (x - half_width, y - half_height)])
    return Piece(paint, _around(corners, line / 2 + 1 + hard, hard))


def filled(rings: Sequence[np.ndarray], hard: bool = False) -> Piece:
    """Filled polygons, each ``(n, 2)``, even-odd."""

    def paint(canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        cv2.fillPoly(canvas, [_points(ring, hard, dx, dy) for ring in rings], color, *_smoothing(hard))

    return Piece(paint, _around(np.concatenate(rings), 0 if hard else 1, hard))


def tint(coverage: np.ndarray, left: int, top: int, alpha: float) -> Piece:
    """Half-transparent area: an 8-bit coverage map whose corner lies at (left, top) on the image."""

    def paint(canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        y, x = top - dy, left - dx
        cover = coverage[max(-y, 0) :, max(-x, 0) :]
        part = canvas[max(y, 0) :, max(x, 0) :][: cover.shape[0], : cover.shape[1]]
        cover = cover[: part.shape[0], : part.shape[1]]
        if isinstance(color, int):
            np.maximum(part, cover, out=part)
            return
        weight = cover[:, :, None].astype(np.uint16)
        table = np.arange(256)[:, None] * (1 - alpha) + np.asarray(color, dtype=np.float64) * alpha
        mixed = cv2.LUT(part, np.rint(table).astype(np.uint8)[None])
        part[:] = (part * (255 - weight) + mixed * weight + 127) // 255  # 255 * 255 + 127 fits into 16 bits

    return Piece(paint, (left, top, left + coverage.shape[1], top + coverage.shape[0]))


def wash(rings: Sequence[np.ndarray], alpha: float) -> Piece:
    """Hard polygons filled in the colour lightened by half, over the picture with a weight of ``alpha``."""
    area = filled(rings, hard=True)

    def paint(canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        if isinstance(color, int):
            area.paint(canvas, color, dx, dy)
            return
        x0, y0, x1, y1 = (int(v) for v in area.bounds)
        left, top = max(x0 - dx, 0), max(y0 - dy, 0)
        part = canvas[top : max(y1 - dy, 0), left : max(x1 - dx, 0)]
        if part.size:
            red, green, blue = (int(c + (255 - c) * 0.5) for c in color)
            full = np.array(part, order="C")
            area.paint(full, (red, green, blue), left + dx, top + dy)
            part[:] = full if alpha == 1 else cv2.addWeighted(full, alpha, part, 1 - alpha, 0)

    return Piece(paint, area.bounds)


def caption(text: str, x: int, y: int, scale: float, line: int) -> Piece:
    """White text whose lower left corner is at (x, y), anti-aliased; its form depends on OpenCV's version (4 or 5)."""

    def paint(canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        cv2.putText(canvas, text, (x - dx, y - dy), FONT, scale, color, line, cv2.LINE_AA)

    (width, height), below = cv2.getTextSize(text, FONT, scale, line)
    return Piece(paint, (x - line, y - height - line, x + width + line, y + below + line), WHITE)
