"""The views of an ActiView question: which of them hold a clue, and which a model opened, in which order."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from vlmeval_hvs.benchmarks.actiview.cutting import boxes, grid
from vlmeval_hvs.pictures import Box, Mark, Picture


def view_boxes(numbers: Sequence[int], n_views: int, role: str, labels: Sequence[str]) -> list[Mark]:
    """Boxes of views, numbered from 1 as `vlmeval_hvs.benchmarks.actiview.cutting.boxes` has them.

    Args:
        numbers: The views.
        n_views: Number of views of the grid.
        role: What the boxes stand for.
        labels: A label for each.
    """
    columns, rows = grid(n_views)
    corners = [(x / columns, y / rows) for x, y, _, _ in boxes(columns, rows, n_views)]
    return [
        Box(*corners[number - 1], 1 / columns, 1 / rows, role, label)
        for number, label in zip(numbers, labels, strict=True)
    ]


def clue_marks(row: Mapping[str, str], n_views: int) -> list[Mark]:
    """The views that hold a visual clue; none for splits other than that of the annotation."""
    clues = json.loads(row["clue_views"] or "[]") if n_views == 4 else []
    return view_boxes(clues, n_views, "clue", ["clue"] * len(clues))


def opened_views(item: Mapping[str, Any], views: Sequence[str]) -> list[Picture]:
    """The views that a model opened, in their order: those it asked for first, then those it shifted to.

    Each caption says what became of a view where the first and the last views differ.

    Args:
        item: A line of the item file.
        views: Paths of the views, in the order of their numbers.
    """
    first, last = (_numbers(item, name, len(views)) for name in ("views_selected", "views_final"))
    fates = {number: ", kept" if number in last else ", dropped" for number in first}
    fates |= {number: ", added" for number in last if number not in fates}
    told = set(first) != set(last) and "views_final" in item
    return [
        Picture(views[number - 1], f"{place}. view {number}{fate if told else ''}")
        for place, (number, fate) in enumerate(fates.items(), 1)
    ]


def _numbers(item: Mapping[str, Any], column: str, n_views: int) -> list[int]:
    """The views of a column that there are."""
    numbers = [int(part) for part in (item.get(column) or "").split(",") if part.strip().isdecimal()]
    return [number for number in numbers if 1 <= number <= n_views]
