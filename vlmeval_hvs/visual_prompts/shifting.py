"""Pieces of marks moved elsewhere, and cut off where the image ends."""

from __future__ import annotations

import numpy as np

from vlmeval_hvs.visual_prompts.primitives import Bar, Disc, Ellipse, Filled, Frame, Primitive, Stroke, Tint


def clipped(piece: Primitive, left: int, top: int, height: int, width: int) -> list[Primitive]:
    """The part of a piece in a window, in the window's coordinates; nothing where they do not meet.

    Args:
        piece: The piece.
        left: Column at which the window starts, in px.
        top: Row at which the window starts, in px.
        height: Height of the window in px.
        width: Width of the window in px.
    """
    moved = _moved(piece, left, top)
    x0, y0, x1, y1 = moved.bounds()
    if x0 >= width or y0 >= height or x1 <= 0 or y1 <= 0:
        return []
    if x0 >= 0 and y0 >= 0 and x1 <= width and y1 <= height:
        return [moved]
    if isinstance(moved, Frame):
        a, b, c, d, t, ink = moved
        sides = (Bar(a, b, c, b + t, ink), Bar(a, d - t, c, d, ink), Bar(a, b, a + t, d, ink), Bar(c - t, b, c, d, ink))
        return [part for side in sides for part in clipped(side, 0, 0, height, width)]
    if isinstance(moved, Bar):
        return [Bar(max(x0, 0), max(y0, 0), min(x1, width), min(y1, height), moved.ink)]  # type: ignore[arg-type]
    if isinstance(moved, Tint):
        rows, columns = slice(max(-moved.top, 0), height - moved.top), slice(max(-moved.left, 0), width - moved.left)
        part = np.ascontiguousarray(moved.coverage[rows, columns])
        return [moved._replace(coverage=part, left=max(moved.left, 0), top=max(moved.top, 0))]
    return [moved]  # OpenCV cuts curves off itself


def _moved(piece: Primitive, dx: int, dy: int) -> Primitive:
    """A piece ``dx`` px further left and ``dy`` px further up."""
    if isinstance(piece, Disc | Ellipse):
        return piece._replace(x=piece.x - dx, y=piece.y - dy)
    if isinstance(piece, Stroke | Filled):
        return piece._replace(points=piece.points - (dx, dy))
    if isinstance(piece, Tint):
        return piece._replace(left=piece.left - dx, top=piece.top - dy)
    return piece._replace(x0=piece.x0 - dx, y0=piece.y0 - dy, x1=piece.x1 - dx, y1=piece.y1 - dy)
