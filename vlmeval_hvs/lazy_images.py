"""Pictures of prompts: a run draws all into files, whoever looks at runs only those that it wants."""

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.files import write_atomically

Draw = Callable[[], NDArray[np.uint8]]  # draws the pixels ``(h, w, 3)`` of one picture; the same ones at every call
_later: ContextVar[dict[str, Draw] | None] = ContextVar("_later", default=None)


@contextmanager
def drawn_when_wanted() -> Iterator[None]:
    """Meanwhile pictures are drawn when somebody calls `drawing_of` or `make_file`."""
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
        write_atomically(path, png(draw))


def drawing_of(path: str) -> Draw | None:
    """What draws the picture of this path; None for any other path."""
    return (_later.get() or {}).get(path)


def make_file(path: str) -> None:
    """Draw the file of a picture that waits for it; any other path is left alone."""
    draw = drawing_of(path)
    if draw and not Path(path).exists():
        write_atomically(Path(path), png(draw))


def png(draw: Draw) -> bytes:
    """A drawn picture as a PNG file. It is read once and deleted: writing it fast matters more than its size."""
    from PIL import Image

    buffer = io.BytesIO()
    Image.fromarray(draw()).save(buffer, format="PNG", compress_level=1)
    return buffer.getvalue()
