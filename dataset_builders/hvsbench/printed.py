"""How questions print boxes, points and scanpaths (HVSBench paper, figures 4, 10 and 11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vlmeval_hvs.benchmarks.hvsbench.questions import MOST_OPTIONS


def box_text(box: Sequence[float]) -> str:
    """A box ``x1,y1,x2,y2``, relative to the image."""
    return ",".join(f"{min(value, 1):.2f}" for value in box)


def point_text(x: float, y: float) -> str:
    """A point ``(x, y)``, relative to the image."""
    return f"({x:.2f}, {y:.2f})"


def path_text(x: Sequence[float], y: Sequence[float], t: Sequence[float]) -> str:
    """A scanpath: its points, relative to the image, with durations in ms."""
    return ", ".join(f"{point_text(*fixation)} for {round(ms)}ms" for *fixation, ms in zip(x, y, t, strict=True)) + "."


def lettered(options: Iterable[str], space: str = " ") -> str:
    """Options on lines of their own, each after its letter."""
    return "\n".join(f"[{letter}]{space}{text}" for letter, text in zip(MOST_OPTIONS, options, strict=False))


def letters(count: int) -> str:
    """The first letters, as a question lists them."""
    return ", ".join(MOST_OPTIONS[:count])


def article(word: str) -> str:
    """The article of a target."""
    return "an" if word[:1].lower() in tuple("aeiou") else "a"
