"""COCO segmentations as masks, pixel for pixel like the official ``pycocotools`` (a test oracle only)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

MAX_PIXELS = 100_000_000


def decode_rle(rle: Mapping[str, Any]) -> np.ndarray:
    """Mask of a COCO run-length encoding.

    Returns:
        ``(h, w)`` bool array.

    Raises:
        ValueError: The size is missing or too large, or the runs are negative or do not add up to the size.
    """
    try:
        height, width = (int(side) for side in rle["size"])
        counts = rle["counts"]
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"run-length encoding without usable size and counts: {error}") from error
    if height < 1 or width < 1 or height * width > MAX_PIXELS:
        raise ValueError(f"run-length encoding of size {height}x{width}")
    runs = _unpack(counts) if isinstance(counts, (str, bytes)) else np.asarray(counts, dtype=np.int64)
    if runs.ndim != 1 or (runs < 0).any() or runs.sum() != height * width:
        raise ValueError(f"run lengths do not fill {height}x{width} pixels")
    values = np.arange(len(runs)) % 2 == 1
    return np.repeat(values, runs).reshape(width, height).T


def _unpack(counts: str | bytes) -> np.ndarray:
    """Run lengths of the compressed form: five bits a character, low bits first, differences from the fourth on."""
    data = counts.encode("ascii", "replace") if isinstance(counts, str) else counts
    codes = np.frombuffer(data, dtype=np.uint8).astype(np.int64) - 48
    if len(codes) == 0 or (codes < 0).any() or (codes > 63).any() or codes[-1] & 32:
        raise ValueError("compressed run lengths are damaged")
    ends = np.flatnonzero((codes & 32) == 0)
    starts = np.concatenate(([0], ends[:-1] + 1))
    lengths = ends - starts + 1
    if lengths.max() > 8:
        raise ValueError("compressed run lengths are damaged")
    place = np.arange(len(codes)) - np.repeat(starts, lengths)
    numbers = np.add.reduceat((codes & 31) << (5 * place), starts)
    numbers -= np.where(codes[ends] & 16, np.int64(1) << (5 * lengths), 0)
    runs = numbers.tolist()
    for i in range(3, len(runs)):
        runs[i] += runs[i - 2]
    return np.asarray(runs, dtype=np.int64)


def polygon_mask(rings: Sequence[np.ndarray], height: int, width: int) -> np.ndarray:
    """Mask of polygons: the union of the rings, each filled by the even-odd rule.

    Args:
        rings: Arrays ``(n, 2)`` of x, y in pixels; pixel centres are at half-integers, as in COCO.
        height: Image height in pixels.
        width: Image width in pixels.

    Returns:
        ``(height, width)`` bool array, equal to ``pycocotools``.
    """
    mask = np.zeros(width * height, dtype=bool)
    for ring in rings:
        mask |= _fill_ring(np.asarray(ring, dtype=np.float64), height, width)
    return mask.reshape(width, height).T


def _fill_ring(ring: np.ndarray, height: int, width: int, scale: int = 5) -> np.ndarray:
    # The boundary is walked on a grid five times finer; each crossing of a column centre toggles the pixels below it.
    grid = np.trunc(scale * ring + 0.5).astype(np.int64)
    start, end = grid, np.roll(grid, -1, axis=0)
    us, vs = zip(*(_walk(a, b) for a, b in zip(start.tolist(), end.tolist(), strict=True)), strict=True)
    u, v = np.concatenate(us), np.concatenate(vs)
    moved = np.flatnonzero(u[1:] != u[:-1]) + 1
    before, after = u[moved - 1], u[moved]
    column = (np.minimum(before, after) + 0.5) / scale - 0.5
    row = (np.minimum(v[moved], v[moved - 1]) + 0.5) / scale - 0.5
    keep = (np.floor(column) == column) & (column >= 0) & (column <= width - 1)
    column, row = column[keep], np.ceil(np.clip(row[keep], 0, height))
    places = (column * height + row).astype(np.int64)
    toggles = np.bincount(places, minlength=width * height + 1)[: width * height]
    return (np.cumsum(toggles) & 1).astype(bool)


def _walk(a: list[int], b: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """Grid points of one edge, in its direction, but computed from its lower end as the reference does."""
    dx, dy = abs(b[0] - a[0]), abs(b[1] - a[1])
    flip = (dx >= dy and a[0] > b[0]) or (dx < dy and a[1] > b[1])
    if flip:
        a, b = b, a
    steps = np.arange(max(dx, dy) + 1)
    if dx == dy == 0:
        return np.array([a[0]]), np.array([a[1]])
    if dx >= dy:
        u, v = steps + a[0], np.trunc(a[1] + (b[1] - a[1]) / dx * steps + 0.5).astype(np.int64)
    else:
        u, v = np.trunc(a[0] + (b[0] - a[0]) / dy * steps + 0.5).astype(np.int64), steps + a[1]
    return (u[::-1], v[::-1]) if flip else (u, v)
