"""What visual prompts are made of, and how each piece is put on pixels.

Every piece has ``paint``, which draws on an RGB canvas, or its coverage on a one-channel canvas, whose corner is at
(dx, dy) of the image and which cuts it off; and ``bounds``, x0, y0, x1, y1 in px. Some have a colour of their own,
``ink``.

Coordinates are continuous image coordinates in px: pixel (0, 0) covers 0..1, its centre is (0.5, 0.5). Curves and
slanted lines are anti-aliased; upright edges of frames and bars lie on pixel borders. Pieces of the official geometry
are ``hard``: their coordinates are OpenCV's, whole numbers that name pixels, edges are not smoothed, and each takes the
OpenCV call that defines it. But for text, only calls whose output is the same in OpenCV 4 and 5 are used.
"""

from __future__ import annotations

from typing import Any, NamedTuple

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


class Bar(NamedTuple):
    """Filled upright rectangle of whole pixels: columns x0..x1-1, rows y0..y1-1."""

    x0: int
    y0: int
    x1: int
    y1: int

    def paint(self, canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        cv2.rectangle(canvas, (self.x0 - dx, self.y0 - dy), (self.x1 - 1 - dx, self.y1 - 1 - dy), color, -1)

    def bounds(self) -> Bounds:
        return self


class Frame(NamedTuple):
    """Upright rectangular frame, ``line`` px wide, inside x0, y0, x1, y1.

    A hard one runs through the pixels of the two corners and has rounded outer corners.
    """

    x0: int
    y0: int
    x1: int
    y1: int
    line: int
    hard: bool = False

    def paint(self, canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        x0, y0, x1, y1, line = self.x0 - dx, self.y0 - dy, self.x1 - dx, self.y1 - dy, self.line
        if self.hard:
            cv2.rectangle(canvas, (x0, y0), (x1, y1), color, line)
            return
        sides = Bar(x0, y0, x1, y0 + line), Bar(x0, y1 - line, x1, y1), Bar(x0, y0, x0 + line, y1)
        for side in (*sides, Bar(x1 - line, y0, x1, y1)):
            side.paint(canvas, color)

    def bounds(self) -> Bounds:
        return _around(np.array([self[:2], self[2:4]]), self.line // 2 + 1, hard=True) if self.hard else self[:4]


class Disc(NamedTuple):
    """Filled circle."""

    x: float
    y: float
    radius: float
    hard: bool = False

    def paint(self, canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        radius = int(self.radius) if self.hard else round((self.radius - 0.5) * _ONE)
        cv2.circle(canvas, _centre(self.x, self.y, self.hard, dx, dy), radius, color, -1, *_smoothing(self.hard))

    def bounds(self) -> Bounds:
        return _around(np.array([self[:2]]), self.radius, self.hard)


class Stroke(NamedTuple):
    """Line through points ``(n, 2)``, ``line`` px wide, with round joins and ends."""

    points: np.ndarray
    line: int
    closed: bool = False
    hard: bool = False
    ink: Color | None = None

    def paint(self, canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        points = _points(self.points, self.hard, dx, dy)
        cv2.polylines(canvas, [points], self.closed, color, self.line, *_smoothing(self.hard))

    def bounds(self) -> Bounds:
        return _around(self.points, self.line / 2 + 1, self.hard)


class Ellipse(NamedTuple):
    """Outline of an upright ellipse, ``line`` px wide, centred on the given half axes."""

    x: float
    y: float
    half_width: float
    half_height: float
    line: int
    hard: bool = False

    def paint(self, canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        unit = 1 if self.hard else _ONE
        axes = (round(self.half_width * unit), round(self.half_height * unit))
        centre = _centre(self.x, self.y, self.hard, dx, dy)
        cv2.ellipse(canvas, centre, axes, 0, 0, 360, color, self.line, *_smoothing(self.hard))

    def bounds(self) -> Bounds:
        axes = np.array([self.half_width, self.half_height])
        return _around(np.array([axes, -axes]) + self[:2], self.line / 2 + 1 + self.hard, self.hard)


class Filled(NamedTuple):
    """Filled polygons, each ``(n, 2)``, even-odd."""

    rings: tuple[np.ndarray, ...]
    hard: bool = False

    def paint(self, canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        rings = [_points(ring, self.hard, dx, dy) for ring in self.rings]
        cv2.fillPoly(canvas, rings, color, *_smoothing(self.hard))

    def bounds(self) -> Bounds:
        return _around(np.concatenate(self.rings), 0 if self.hard else 1, self.hard)


class Tint(NamedTuple):
    """Half-transparent area: an 8-bit coverage map whose corner lies at (left, top) on the image."""

    coverage: np.ndarray
    left: int
    top: int
    alpha: float

    def paint(self, canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        top, left = self.top - dy, self.left - dx
        coverage = self.coverage[max(-top, 0) :, max(-left, 0) :]
        part = canvas[max(top, 0) :, max(left, 0) :][: coverage.shape[0], : coverage.shape[1]]
        coverage = coverage[: part.shape[0], : part.shape[1]]
        if isinstance(color, int):
            np.maximum(part, coverage, out=part)
            return
        weight = coverage[:, :, None].astype(np.uint16)
        table = np.arange(256)[:, None] * (1 - self.alpha) + np.asarray(color, dtype=np.float64) * self.alpha
        mixed = cv2.LUT(part, np.rint(table).astype(np.uint8)[None])
        part[:] = (part * (255 - weight) + mixed * weight + 127) // 255  # 255 * 255 + 127 fits into 16 bits

    def bounds(self) -> Bounds:
        height, width = self.coverage.shape
        return self.left, self.top, self.left + width, self.top + height


class Wash(NamedTuple):
    """Hard polygons filled in the colour lightened by half, over the picture with a weight of ``alpha``."""

    rings: tuple[np.ndarray, ...]
    alpha: float

    def paint(self, canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        area = Filled(self.rings, hard=True)
        if isinstance(color, int):
            area.paint(canvas, color, dx, dy)
            return
        x0, y0, x1, y1 = (int(v) for v in self.bounds())
        left, top = max(x0 - dx, 0), max(y0 - dy, 0)
        part = canvas[top : max(y1 - dy, 0), left : max(x1 - dx, 0)]
        if part.size:
            red, green, blue = (int(c + (255 - c) * 0.5) for c in color)
            filled = np.array(part, order="C")
            area.paint(filled, (red, green, blue), left + dx, top + dy)
            part[:] = filled if self.alpha == 1 else cv2.addWeighted(filled, self.alpha, part, 1 - self.alpha, 0)

    def bounds(self) -> Bounds:
        return Filled(self.rings, hard=True).bounds()


class Caption(NamedTuple):
    """Text whose lower left corner is at (x, y), anti-aliased; its form depends on the installed OpenCV (4 or 5)."""

    text: str
    x: int
    y: int
    scale: float
    line: int
    ink: Color | None = WHITE

    def paint(self, canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        cv2.putText(canvas, self.text, (self.x - dx, self.y - dy), FONT, self.scale, color, self.line, cv2.LINE_AA)

    def bounds(self) -> Bounds:
        (width, height), below = cv2.getTextSize(self.text, FONT, self.scale, self.line)
        return self.x - self.line, self.y - height - self.line, self.x + width + self.line, self.y + below + self.line


class Moved(NamedTuple):
    """A piece ``left`` px further left and ``top`` px further up."""

    piece: Any
    left: int
    top: int

    @property
    def ink(self) -> Color | None:
        """The piece's own colour."""
        return getattr(self.piece, "ink", None)

    def paint(self, canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        self.piece.paint(canvas, color, dx + self.left, dy + self.top)

    def bounds(self) -> Bounds:
        x0, y0, x1, y1 = self.piece.bounds()
        return x0 - self.left, y0 - self.top, x1 - self.left, y1 - self.top


Piece = Bar | Frame | Disc | Stroke | Ellipse | Filled | Tint | Wash | Caption | Moved
