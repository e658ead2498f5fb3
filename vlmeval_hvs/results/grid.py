"""A table before it has a format."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Grid:
    """A table before it has a format: a title, column heads, rows of text, and notes below."""

    title: str
    head: list[str]
    rows: list[list[str]]
    notes: list[str]


def number(value: float) -> str:
    """Four digits after the point for shares, fewer for what is larger."""
    return f"{value:.4f}" if abs(value) < 10 else f"{value:.2f}"
