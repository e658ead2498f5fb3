"""Makes views and clue columns of a photograph by the rules of ActiView's release, for sets that have none."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from PIL import Image, ImageDraw

from vlmeval_hvs.benchmarks.actiview.cutting import boxes, clue_cells, clue_views, cut, encode, start_views
from vlmeval_hvs.seeding import rng
from vlmeval_hvs.sets import SetWriter

VIEWS = 4
SPLIT = ("resized", "resized_lines", "0_0", "1_0", "0_1", "1_1")
"""Ends of the names of the six pictures of an image: at the size of a view, with lines, and the views by number."""

Corners = Sequence[Sequence[int]]  # boxes of clues: left, upper, right and lower edge, px


def store_views(writer: SetWriter, name: str, image: Image.Image, ending: str) -> list[str]:
    """Cut an image and store the six pictures; their paths."""
    full, lined, views = cut(image, VIEWS)
    pictures = zip(SPLIT, [full, lined, *views], strict=True)
    return [writer.image(f"images_split/{name}_{part}{ending}", encode(one, ending)) for part, one in pictures]


def store_clues(writer: SetWriter, qid: str, photo: Image.Image, corners: Corners) -> list[str]:
    """Store the photograph with its clues marked, then each clue; nothing without clues."""
    if not corners:
        return []
    marked = photo.copy()
    pen = ImageDraw.Draw(marked)
    for left, upper, right, lower in corners:
        pen.rectangle((left, upper, right, lower), outline=(255, 0, 0), width=5)
    pictures = {"all_bboxes": marked}
    pictures |= {f"bbox_{place}": photo.crop((box[0], box[1], box[2], box[3])) for place, box in enumerate(corners)}
    return [writer.image(f"images_bbox/{qid}/{name}.png", encode(one, ".png")) for name, one in pictures.items()]


def clue_columns(index: int, size: tuple[int, int], corners: Corners) -> dict[str, Any]:
    """The columns that follow from the clues of a question about a photograph of (width, height) px."""
    cells = clue_cells(corners, boxes(*size, VIEWS))
    starts = start_views(cells, int(rng(0, "start", index).integers(1, VIEWS + 1)))
    columns = {"bbox": json.dumps(cells), "clue_views": json.dumps(clue_views(cells))}
    return {**columns, **{f"start_{level}": start for level, start in starts.items()}}
