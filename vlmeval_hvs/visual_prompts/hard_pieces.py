"""Pieces of the official geometry: whole pixels, hard edges, half-transparent areas blended in place.

Coordinates are OpenCV's: whole numbers name pixels. Every piece takes the OpenCV call that defines it, so that the
drawing is the one that the same call gives elsewhere; pieces may lie partly outside the image.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np

from vlmeval_hvs.visual_prompts.primitives import WHITE, Color, Ink, row_of

FONT = cv2.FONT_HERSHEY_SIMPLEX
_ARROW_TIP = 0.2


class Line(NamedTuple):
    """Line through whole-pixel points ``(n, 2)``, ``line`` px wide, with round joins and ends."""

    points: np.ndarray
    line: int
    closed: bool = True
    ink: Color | None = None

    def paint(self, canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        """Draw on an RGB or one-channel canvas whose corner is at (dx, dy)."""
        points = self.points - np.array([dx, dy], np.int32) if dx or dy else self.points
        cv2.polylines(canvas, [points], self.closed, color, self.line)

    def bounds(self) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1 in px."""
        margin = self.line // 2 + 1
        (x0, y0), (x1, y1) = self.points.min(0).tolist(), self.points.max(0).tolist()
        return x0 - margin, y0 - margin, x1 + margin + 1, y1 + margin + 1


class Edge(NamedTuple):
    """Frame through the pixels of two corners, ``line`` px wide, with rounded outer corners."""

    x0: int
    y0: int
    x1: int
    y1: int
    line: int
    ink: Color | None = None

    def paint(self, canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        """Draw on an RGB or one-channel canvas whose corner is at (dx, dy).

        Frames wholly on the canvas are put together of slices, which takes half the time of ``cv2.rectangle``.
        """
        x0, y0, x1, y1, line, _ = self
        if dx or dy:
            x0, y0, x1, y1 = x0 - dx, y0 - dy, x1 - dx, y1 - dy
        height, width = canvas.shape[:2]
        out = line // 2 + 1
        inside = out <= x0 < x1 - 2 * out < width - 3 * out and out <= y0 < y1 - 2 * out < height - 3 * out
        if not inside or isinstance(color, int):
            cv2.rectangle(canvas, (x0, y0), (x1, y1), color, line)
            return
        bands, (left, right, first, last) = _frame_bands(line)
        row, block = row_of(color, x1 - x0 + 2 * out), _block(color, y1 - y0, right - left)
        for down, start, stop, a, b in bands:
            y = y1 if down else y0
            canvas[y + start : y + stop, x0 + a : x1 + b] = row[: x1 + b - x0 - a]
        canvas[y0:y1, x0 + left : x0 + right] = block
        canvas[y0:y1, x1 + first : x1 + last] = block

    def bounds(self) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1 in px."""
        margin = self.line // 2 + 1
        return self.x0 - margin, self.y0 - margin, self.x1 + margin + 1, self.y1 + margin + 1


@lru_cache(maxsize=1024)
def _block(color: Color, rows: int, columns: int) -> np.ndarray:
    """``(rows, columns, 3)`` pixels of a colour."""
    return np.full((rows, columns, 3), color, np.uint8)


@lru_cache(maxsize=64)
def _frame_bands(line: int) -> tuple[tuple[tuple[bool, int, int, int, int], ...], tuple[int, int, int, int]]:
    """What ``cv2.rectangle`` fills for a line width.

    Returns:
        Bands of rows: whether they belong to the lower edge, first row and end from that edge's row, first column from
        the left edge, end from the right edge. Then the columns of both sides: first and end from the left edge, first
        and end from the right one.
    """
    low, high = 2 * line + 4, 6 * line + 12
    canvas = np.zeros((low + high, low + high), np.uint8)
    cv2.rectangle(canvas, (low, low), (high, high), 1, line)
    middle = (low + high) // 2
    bands: list[tuple[bool, int, int, int, int]] = []
    for y in np.flatnonzero(canvas[:, middle]).tolist():
        down = y > middle
        filled, row = np.flatnonzero(canvas[y]), y - (high if down else low)
        ends = int(filled[0]) - low, int(filled[-1]) + 1 - high
        if bands and bands[-1][0] == down and bands[-1][3:] == ends:
            bands[-1] = (down, bands[-1][1], row + 1, *ends)
        else:
            bands.append((down, row, row + 1, *ends))
    left = np.flatnonzero(canvas[middle, :middle]) - low
    right = np.flatnonzero(canvas[middle, middle:]) + middle - high
    return tuple(bands), (int(left[0]), int(left[-1]) + 1, int(right[0]), int(right[-1]) + 1)


class Pointer(NamedTuple):
    """Arrow from a tail to a tip with two barbs, ``line`` px wide."""

    tail: tuple[int, int]
    tip: tuple[int, int]
    line: int
    ink: Color | None = None

    def paint(self, canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        """Draw on an RGB or one-channel canvas whose corner is at (dx, dy)."""
        tail, tip = (self.tail[0] - dx, self.tail[1] - dy), (self.tip[0] - dx, self.tip[1] - dy)
        cv2.arrowedLine(canvas, tail, tip, color, self.line, tipLength=_ARROW_TIP)

    def bounds(self) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1 in px."""
        (ax, ay), (bx, by) = self.tail, self.tip
        margin = int(_ARROW_TIP * (abs(ax - bx) + abs(ay - by))) + self.line + 1
        return min(ax, bx) - margin, min(ay, by) - margin, max(ax, bx) + margin + 1, max(ay, by) + margin + 1


class Dot(NamedTuple):
    """Filled circle around a pixel."""

    x: int
    y: int
    radius: int
    ink: Color | None = None

    def paint(self, canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        """Draw on an RGB or one-channel canvas whose corner is at (dx, dy)."""
        cv2.circle(canvas, (self.x - dx, self.y - dy), self.radius, color, -1)

    def bounds(self) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1 in px."""
        x, y, r, _ = self
        return x - r, y - r, x + r + 1, y + r + 1


class Round(NamedTuple):
    """Outline of an upright ellipse with whole half axes, ``line`` px wide."""

    x: int
    y: int
    half_width: int
    half_height: int
    line: int
    ink: Color | None = None

    def paint(self, canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        """Draw on an RGB or one-channel canvas whose corner is at (dx, dy)."""
        axes = (self.half_width, self.half_height)
        cv2.ellipse(canvas, (self.x - dx, self.y - dy), axes, 0, 0, 360, color, self.line)

    def bounds(self) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1 in px."""
        a, b = self.half_width + self.line // 2 + 2, self.half_height + self.line // 2 + 2
        return self.x - a, self.y - b, self.x + a + 1, self.y + b + 1


class Area(NamedTuple):
    """Filled polygons of whole-pixel points ``(n, 2)``, even-odd."""

    rings: tuple[np.ndarray, ...]
    ink: Color | None = None

    def paint(self, canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        """Draw on an RGB or one-channel canvas whose corner is at (dx, dy)."""
        shift = np.array([dx, dy], np.int32)
        cv2.fillPoly(canvas, [ring - shift for ring in self.rings], color)

    def bounds(self) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1 in px."""
        points = np.concatenate(self.rings)
        (x0, y0), (x1, y1) = points.min(0).tolist(), points.max(0).tolist()
        return x0, y0, x1 + 1, y1 + 1


class Wash(NamedTuple):
    """Filled polygons in the colour lightened by half, over the picture with a weight of ``alpha``."""

    rings: tuple[np.ndarray, ...]
    alpha: float
    ink: Color | None = None

    def paint(self, canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        """Blend into an RGB canvas, or mark coverage on a one-channel canvas, whose corner is at (dx, dy)."""
        if isinstance(color, int):
            Area(self.rings).paint(canvas, color, dx, dy)
            return
        part, x, y = self._part(canvas, dx, dy)
        if part.size:
            light = tuple(int(c + (255 - c) * 0.5) for c in color)
            filled = np.array(part, order="C")
            cv2.fillPoly(filled, [ring - np.array([x, y], np.int32) for ring in self.rings], light)
            part[:] = filled if self.alpha == 1 else cv2.addWeighted(filled, self.alpha, part, 1 - self.alpha, 0)

    def _part(self, canvas: np.ndarray, dx: int, dy: int) -> tuple[np.ndarray, int, int]:
        """The canvas under the area, and its left and top in px of the image."""
        x0, y0, x1, y1 = (int(v) for v in self.bounds())
        left, top = max(x0 - dx, 0), max(y0 - dy, 0)
        return canvas[top : max(y1 - dy, 0), left : max(x1 - dx, 0)], left + dx, top + dy

    def bounds(self) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1 in px."""
        return Area(self.rings).bounds()


class Caption(NamedTuple):
    """Text whose lower left corner is at (x, y), anti-aliased; its form depends on the installed OpenCV (4 or 5)."""

    text: str
    x: int
    y: int
    scale: float
    line: int
    ink: Color | None = WHITE

    def paint(self, canvas: np.ndarray, color: Ink, dx: int = 0, dy: int = 0) -> None:
        """Draw on an RGB or one-channel canvas whose corner is at (dx, dy)."""
        cv2.putText(canvas, self.text, (self.x - dx, self.y - dy), FONT, self.scale, color, self.line, cv2.LINE_AA)

    def bounds(self) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1 in px."""
        (width, height), below = cv2.getTextSize(self.text, FONT, self.scale, self.line)
        return self.x - self.line, self.y - height - self.line, self.x + width + self.line, self.y + below + self.line


HardPiece = Line | Edge | Pointer | Dot | Round | Area | Wash | Caption
