"""Lines of separated values (CSV, TSV) as rows of a table."""

from __future__ import annotations

import re

_MOST_LINES = 40
_WIDEST = 8
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def separated(text: str) -> list[list[str]]:
    """Return the cells of a text whose every line has as many values between tabs, semicolons or commas; else []."""
    lines = [line.strip() for line in text.strip().split("\n") if line.strip()]
    if not 2 <= len(lines) <= _MOST_LINES:
        return []
    for mark in ("\t", ";", ","):
        if mark not in lines[0]:
            continue
        rows = [[cell.strip() for cell in line.split(mark)] for line in lines]
        width = len(rows[0])
        if 2 <= width <= _WIDEST and all(len(row) == width and all(row) for row in rows):
            return rows
    return []


def has_heading(rows: list[list[str]]) -> bool:
    """Tell whether the first row names the columns: it holds no number, and another row does."""
    numbers = [any(_NUMBER.fullmatch(cell) for cell in row) for row in rows]
    return not numbers[0] and any(numbers)
