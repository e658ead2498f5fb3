"""Pictures that a prompt is made with: drawn into a file at once, or only when somebody wants them.

A run sends every picture that it draws. Whoever only looks at runs wants few of them, and pixels rather than a file.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.files import write_atomically

Draw = Callable[[], NDArray[np.uint8]]
"""Draws the pixels ``(h, w, 3)`` of one picture; the same ones at every call."""

_later: ContextVar[dict[str, Draw] | None] = ContextVar("_later", default=None)


@contextmanager
def drawn_when_wanted() -> Iterator[None]:
    """Meanwhile pictures are drawn when `pixels_of` or `make_file` asks for them."""
    before = _later.set({})
    try:
        yield
    finally:
        _later.reset(before)


def draw_file(path: Path, draw: Draw) -> None:
    """Have a PNG at ``path``, or have it known how it is drawn."""
    waiting = _later.get()
    if waiting is not None:
        waiting[str(path)] = draw
    elif not path.exists():
        _write(path, draw)


def waits(path: str) -> bool:
    """Whether the picture of this path is known, but has no file yet."""
    waiting = _later.get()
    return waiting is not None and path in waiting and not Path(path).exists()


def pixels_of(path: str) -> NDArray[np.uint8] | None:
    """Pixels of a picture that is drawn when it is wanted; None for any other path."""
    waiting = _later.get()
    return waiting[path]() if waiting is not None and path in waiting else None


def make_file(path: str) -> None:
    """Draw the file of a picture that waits for it; any other path is left alone."""
    waiting = _later.get()
    if waiting is not None and waits(path):
        _write(Path(path), waiting[path])


def _write(path: Path, draw: Draw) -> None:
    from PIL import Image

    buffer = io.BytesIO()
    # The files are read once and deleted: writing them fast matters more than their size.
    Image.fromarray(draw()).save(buffer, format="PNG", compress_level=1)
    write_atomically(path, buffer.getvalue())
