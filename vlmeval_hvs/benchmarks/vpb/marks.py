"""The regions that the visual prompts of VP-Bench's Stage 2 mark, as boxes on the drawn pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vlmeval_hvs.benchmarks.vpb.stage2 import regions_of
from vlmeval_hvs.pictures import Box, Mark


def region_marks(row: Mapping[str, str], sizes: Sequence[tuple[int, int]]) -> list[list[Mark]]:
    """Marks of the regions by image.

    Args:
        row: A row of Stage 2.
        sizes: Width and height of the row's images, px.

    Raises:
        DataError: A region cannot be read.
    """
    found: list[list[Mark]] = [[] for _ in sizes]
    for image, role, region in regions_of(row):
        width, height = sizes[image]
        label = "" if role == "default" else role
        x, y, w, h = region.bbox
        found[image].append(Box(x / width, y / height, w / width, h / height, "region", label))
    return found
