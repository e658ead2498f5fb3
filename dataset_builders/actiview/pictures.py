"""Makes views and clue columns of a photograph by the rules of ActiView's release, for sets that have none."""

import json
from collections.abc import Mapping, Sequence
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


def question_row(
    writer: SetWriter, index: int, qid: str, columns: Mapping[str, Any], photo: Image.Image, corners: Corners,
    paths: Sequence[str],
) -> dict[str, Any]:  # fmt: skip
    """A row of a set about a photograph, whose clues are stored: marked in the photograph, then each alone.

    ``paths`` are those of the photograph and of the six pictures made of it.
    """
    pictures: dict[str, Image.Image] = {}
    if corners:
        pictures["all_bboxes"] = photo.copy()
        pen = ImageDraw.Draw(pictures["all_bboxes"])
        for place, (left, upper, right, lower) in enumerate(corners):
            pen.rectangle((left, upper, right, lower), outline=(255, 0, 0), width=5)
            pictures[f"bbox_{place}"] = photo.crop((left, upper, right, lower))
    clues = [writer.image(f"images_bbox/{qid}/{name}.png", encode(one, ".png")) for name, one in pictures.items()]
    cells = clue_cells(corners, boxes(*photo.size, VIEWS))
    starts = start_views(cells, int(rng(0, "start", index).integers(1, VIEWS + 1)))
    return {
        "index": index, "qid": qid, **columns, "bbox": json.dumps(cells), "clue_views": json.dumps(clue_views(cells)),
        **{f"start_{level}": start for level, start in starts.items()}, "image_path": json.dumps(paths[1:]),
        "original_path": paths[0], "clue_image_path": json.dumps(clues),
    }  # fmt: skip
