"""Names in figures: measured, and broken into lines where they are too long; nothing is cut off."""

from __future__ import annotations

import re
from functools import lru_cache

from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.textpath import text_to_path

from vlmeval_hvs.terminal import printable

FONT = "DejaVu Sans"
"""It comes with matplotlib: figures are the same on every machine."""

_PIECES = re.compile(r"[^\s\-_/@,:]*[\s\-_/@,:]*")
"""A word with the marks after it at which a line may end."""


@lru_cache(maxsize=1)
def _known() -> frozenset[int]:
    """Code points that the letters of figures have."""
    return frozenset(get_font(findfont(FONT)).get_charmap())


def legible(text: str) -> str:
    """A text on one line; characters that the letters of figures lack are shown by their code, not as boxes."""
    known = _known()
    return "".join(mark if ord(mark) in known else mark.encode("unicode_escape").decode() for mark in printable(text))


@lru_cache(maxsize=4096)
def width_of(text: str, size: float) -> float:
    """Width of one line, inches; `size` in points."""
    font = FontProperties(family=FONT, size=size)
    return float(text_to_path.get_text_width_height_descent(text, font, ismath=False)[0]) / 72


def lines_of(text: str, width: float, size: float) -> list[str]:
    """A text in lines of at most a width.

    Args:
        text: Any text, which is made `legible`.
        width: Inches.
        size: Points.

    Returns:
        At least one line; a line ends after a space or a mark of punctuation where there is one.
    """
    lines, line = [], ""
    for piece in _PIECES.findall(legible(text)):
        if line and width_of((line + piece).rstrip(), size) > width:
            lines.append(line.rstrip())
            line = ""
        line += piece
        while width_of(line.rstrip(), size) > width and len(line) > 1:
            fits = next(n for n in range(len(line) - 1, 0, -1) if n == 1 or width_of(line[:n], size) <= width)
            lines.append(line[:fits])
            line = line[fits:]
    return [*lines, line.rstrip()] if line.strip() or not lines else lines


def wrapped(text: str, width: float, size: float) -> str:
    """The lines of `lines_of` as one text."""
    return "\n".join(lines_of(text, width, size))
