"""Scanpaths that answer without having looked: the prompt's example once more, and one point all the time."""

from __future__ import annotations

from collections.abc import Sequence

_SAME = 0.0051  # of the image: coordinates are asked for with two decimals


def stays(x: Sequence[float], y: Sequence[float]) -> bool:
    """Whether all fixations, two at least, are at one place; coordinates relative to the image."""
    return len(x) > 1 and max(x) - min(x) <= _SAME and max(y) - min(y) <= _SAME


def repeats(x: Sequence[float], y: Sequence[float], example: tuple[tuple[float, ...], tuple[float, ...]]) -> bool:
    """Whether all fixations that the prompt's example has too are the same, three at least."""
    shared = min(len(x), len(example[0]))
    pairs = zip((*x[:shared], *y[:shared]), (*example[0][:shared], *example[1][:shared]), strict=True)
    return shared > 2 and all(abs(one - other) <= _SAME for one, other in pairs)
