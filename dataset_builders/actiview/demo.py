"""The demo set of ActiView: questions on photographs that scikit-image ships, built offline in a second or two."""

import json
from pathlib import Path

import numpy as np
from PIL import Image

from dataset_builders.actiview.build import question_row, store_views
from dataset_builders.download import photograph
from vlmeval_hvs.files import bundled
from vlmeval_hvs.sets import Manifest, SetWriter

LICENCE = "photographs as in scikit-image's data/README.txt; questions as this package"


def build(set_name: str, source: Path | None, root: Path) -> Manifest:
    """Build the demo set in the folder of all sets; ``source`` is ignored, because scikit-image has the photographs."""
    del source
    demo = bundled(__package__, "demo_questions.json")
    photos = {name: _photo(file) for name, file in demo["photos"].items()}
    collage = demo["collage"]
    photos[collage["name"]] = _collage([photos[name] for name in collage["photos"]], *collage["tile"])
    with SetWriter(set_name, root, source="photographs of scikit-image", licence=LICENCE) as writer:
        stored: dict[str, list[str]] = {}
        for index, question in enumerate(demo["questions"], start=1):
            name = question["photo"]
            if name not in stored:
                original = writer.array(f"images/{name}.png", np.asarray(photos[name]))
                stored[name] = [original, *store_views(writer, name, photos[name], ".png")]
            columns = {one: question[one] for one in ("question", "options", "answer", "category", "distraction")}
            columns["options"] = json.dumps(columns["options"])
            shown = photos[name], question["boxes"], stored[name]
            writer.row(question_row(writer, index, f"demo{index:04d}", columns, *shown))
        writer.warn("Demo data: sixteen easy questions; scores say nothing about active perception.")
        return writer.manifest


def _photo(file: str) -> Image.Image:
    with Image.open(photograph(file)) as image:
        return Image.fromarray(np.asarray(image.convert("RGB")))  # the pixels alone, without what the file says of them


def _collage(photos: list[Image.Image], width: int, height: int) -> Image.Image:
    sheet = Image.new("RGB", (2 * width, 2 * height))
    for photo, place in zip(photos, [(0, 0), (0, height), (width, 0), (width, height)], strict=True):
        sheet.paste(photo.resize((width, height), Image.Resampling.LANCZOS), place)
    return sheet
