"""What visual prompts are made of, and how each piece is put on pixels.

Coordinates are continuous image coordinates in px: pixel (0, 0) covers 0..1, its centre is (0.5, 0.5). Curves and
slanted lines are anti-aliased; upright edges of frames and bars lie on pixel borders. Only OpenCV calls whose output
is the same in OpenCV 4 and 5 are used (text is not among them).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np

Color = tuple[int, int, int]
Ink = Color | int
"""What is put on a pixel: a colour on an RGB canvas, a level of 0 to 255 on a one-channel canvas."""
WHITE: Color = (255, 255, 255)
_SHIFT = 4
_ONE = 1 << _SHIFT
_AA = cv2.LINE_AA


@lru_cache(maxsize=4096)
def row_of(color: Color, length: int) -> np.ndarray:
    """``length`` pixels of a colour."""
    return np.tile(np.array(color, dtype=np.uint8), (length, 1))


def _fixed(points: np.ndarray) -> np.ndarray:
    # OpenCV's integer coordinates are those of pixel centres; here they are those of pixel corners.
    return np.rint((points - 0.5) * _ONE).astype(np.int32)


class Bar(NamedTuple):
    """Filled upright rectangle of whole pixels: columns x0..x1-1, rows y0..y1-1."""

    x0: int
    y0: int
    x1: int
    y1: int
    ink: Color | None = None

    def paint(self, canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        """Draw on an RGB or one-channel canvas whose corner is at (dx, dy)."""
        cv2.rectangle(canvas, (self.x0 - dx, self.y0 - dy), (self.x1 - 1 - dx, self.y1 - 1 - dy), color, -1)

    def bounds(self) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1 in px."""
        return self[:4]


class Frame(NamedTuple):
    """Upright rectangular frame of whole pixels, ``line`` px wide, inside x0, y0, x1, y1."""

    x0: int
    y0: int
    x1: int
    y1: int
    line: int
    ink: Color | None = None

    def paint(self, canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        """Draw on an RGB or one-channel canvas whose corner is at (dx, dy)."""
        x0, y0, x1, y1, t, _ = self
        if dx or dy:
            x0, y0, x1, y1 = x0 - dx, y0 - dy, x1 - dx, y1 - dy
        # Frames lie inside the image. Assigning rows of colour takes half the time of four filled cv2.rectangle.
        row = row_of(tuple(color), x1 - x0) if canvas.ndim == 3 else color  # type: ignore[arg-type]
        canvas[y0 : y0 + t, x0:x1] = row
        canvas[y1 - t : y1, x0:x1] = row
        side = row if canvas.ndim == 2 else row[:t]  # type: ignore[index]
        canvas[y0:y1, x0 : x0 + t] = side
        canvas[y0:y1, x1 - t : x1] = side

    def bounds(self) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1 in px."""
        return self[:4]


class Disc(NamedTuple):
    """Filled circle, anti-aliased."""

    x: float
    y: float
    radius: float
    ink: Color | None = None

    def paint(self, canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        """Draw on an RGB or one-channel canvas whose corner is at (dx, dy)."""
        centre = (round((self.x - 0.5 - dx) * _ONE), round((self.y - 0.5 - dy) * _ONE))
        cv2.circle(canvas, centre, round((self.radius - 0.5) * _ONE), color, -1, _AA, _SHIFT)

    def bounds(self) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1 in px."""
        x, y, r, _ = self
        return x - r, y - r, x + r, y + r


class Stroke(NamedTuple):
    """Line through points ``(n, 2)``, ``line`` px wide, with round joins and ends, anti-aliased."""

    points: np.ndarray
    line: int
    closed: bool = False
    ink: Color | None = None

    def paint(self, canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        """Draw on an RGB or one-channel canvas whose corner is at (dx, dy)."""
        points = _fixed(self.points if not (dx or dy) else self.points - (dx, dy))
        cv2.polylines(canvas, [points], self.closed, color, self.line, _AA, _SHIFT)

    def bounds(self) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1 in px."""
        margin = self.line / 2 + 1
        (x0, y0), (x1, y1) = (self.points.min(0) - margin).tolist(), (self.points.max(0) + margin).tolist()
        return x0, y0, x1, y1


class Ellipse(NamedTuple):
    """Outline of an upright ellipse, ``line`` px wide, centred on the given half axes, anti-aliased."""

    x: float
    y: float
    half_width: float
    half_height: float
    line: int
    ink: Color | None = None

    def paint(self, canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        """Draw on an RGB or one-channel canvas whose corner is at (dx, dy)."""
        centre = (round((self.x - 0.5 - dx) * _ONE), round((self.y - 0.5 - dy) * _ONE))
        axes = (round(self.half_width * _ONE), round(self.half_height * _ONE))
        cv2.ellipse(canvas, centre, axes, 0, 0, 360, color, self.line, _AA, _SHIFT)

    def bounds(self) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1 in px."""
        a, b = self.half_width + self.line / 2 + 1, self.half_height + self.line / 2 + 1
        return self.x - a, self.y - b, self.x + a, self.y + b


class Filled(NamedTuple):
    """Filled polygon ``(n, 2)``, anti-aliased, even-odd."""

    points: np.ndarray
    ink: Color | None = None

    def paint(self, canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        """Draw on an RGB or one-channel canvas whose corner is at (dx, dy)."""
        cv2.fillPoly(canvas, [_fixed(self.points - (dx, dy))], color, _AA, _SHIFT)

    def bounds(self) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1 in px."""
        (x0, y0), (x1, y1) = (self.points.min(0) - 1).tolist(), (self.points.max(0) + 1).tolist()
        return x0, y0, x1, y1


class Tint(NamedTuple):
    """Half-transparent area: an 8-bit coverage map whose corner lies at (left, top) on the image."""

    coverage: np.ndarray
    left: int
    top: int
    alpha: float
    lighten: float = 0.0
    ink: Color | None = None

    def paint(self, canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        """Blend into an RGB canvas, or mark full coverage on a one-channel canvas, whose corner is at (dx, dy)."""
        rows = slice(self.top - dy, self.top - dy + self.coverage.shape[0])
        part = canvas[rows, self.left - dx : self.left - dx + self.coverage.shape[1]]
        if canvas.ndim == 2:
            np.maximum(part, self.coverage, out=part)
            return
        border = np.flatnonzero(((self.coverage + 1) & 0xFE) != 0).astype(np.int32)  # neither 0 nor 255
        wide, total = self.coverage.shape[1], canvas.shape[1]
        at = border + border // wide * (total - wide) + ((self.top - dy) * total + self.left - dx)
        pixels = canvas.reshape(-1, 3)  # canvases lie in one piece
        weight = self.coverage.reshape(-1).take(border).astype(np.uint16)[:, None]
        before = pixels.take(at, axis=0).astype(np.uint16)  # 255 * 255 + 127 fits
        if self.alpha == 1 and not self.lighten:
            mixed = _solid(tuple(color), *_rounded_up(part.shape))[: part.shape[0], : part.shape[1]]  # type: ignore[arg-type]
            after = np.array(color, np.uint16)
        else:
            mixed = cv2.LUT(part, _mix_table(color, self.alpha, self.lighten))  # type: ignore[arg-type]
            after = mixed.reshape(-1, 3).take(border, axis=0).astype(np.uint16)
        cv2.copyTo(mixed, self.coverage, part)
        pixels[at] = (before * (255 - weight) + after * weight + 127) // 255

    def bounds(self) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1 in px."""
        height, width = self.coverage.shape
        return self.left, self.top, self.left + width, self.top + height


def _rounded_up(shape: tuple[int, ...]) -> tuple[int, int]:
    """Height and width of the next larger picture of whole steps, so that few solid pictures are kept."""
    return -(-shape[0] // 256) * 256, -(-shape[1] // 256) * 256


@lru_cache(maxsize=8)
def _solid(color: Color, height: int, width: int) -> np.ndarray:
    """A picture of one colour."""
    return np.full((height, width, 3), color, np.uint8)


def _mix_table(color: Color, alpha: float, lighten: float) -> np.ndarray:
    """Table ``(1, 256, 3)``: what each channel value becomes under the tint."""
    target = np.asarray(color, dtype=np.float64) * (1 - lighten) + 255 * lighten
    table = np.arange(256)[:, None] * (1 - alpha) + target * alpha
    return np.rint(table).astype(np.uint8)[None]


Primitive = Bar | Frame | Disc | Stroke | Ellipse | Filled | Tint
