"""Demo sets of VP-Bench on photographs that scikit-image ships: both stages, all styles, offline.

Stage 1 goes through the generator that rebuilds it from COCO, Stage 2 through the reader of the release, so that the
demo shows the same code that real data takes.
"""

import base64
import io
import json
import math
import tempfile
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from dataset_builders.vpb.build import write_stage1
from dataset_builders.vpb.questions import Scene
from dataset_builders.vpb.stage2 import build_stage2
from vlmeval_hvs.choices import LETTERS
from vlmeval_hvs.files import bundled, read_rgb
from vlmeval_hvs.seeding import rng
from vlmeval_hvs.sets import Manifest, SetWriter
from vlmeval_hvs.visual_prompts import Region, all_styles
from vlmeval_hvs.visual_prompts.marks import text_strokes
from vlmeval_hvs.visual_prompts.pieces import bar, stroke

LICENCE = "photographs as in scikit-image's data/README.txt; regions and questions as this package"
SOURCE = "photographs of scikit-image with hand-placed regions"
MAX_SIDE = 800


@cache
def demo_data() -> dict[str, Any]:
    """Regions and questions of the demo (``demo.json``)."""
    return bundled(__package__, "demo.json")


@cache
def photo(name: str) -> np.ndarray:
    """A photograph of scikit-image as RGB uint8 ``(h, w, 3)``, read-only, without touching the network."""
    import skimage

    pixels = read_rgb(Path(skimage.__file__).parent / "data" / name)
    pixels.flags.writeable = False
    return pixels


def _points(entry: dict[str, Any]) -> list[list[float]]:
    if "polygon" in entry:
        return entry["polygon"]
    x, y, a, *rest = entry["disc"]
    b = rest[0] if rest else a
    angles = [2 * math.pi * i / 32 for i in range(32)]
    return [[round(x + a * math.cos(t), 2), round(y + b * math.sin(t), 2)] for t in angles]


def scenes() -> list[Scene]:
    """The photographs with their objects."""
    return [
        Scene(name, partial(photo, name), tuple(Region(None, [_points(e)], label=e.get("label")) for e in entries))
        for name, entries in demo_data()["scenes"].items()
    ]


def build(set_name: str, source: Path | None, root: Path) -> Manifest:
    """Build ``VPB_Stage1_DEMO`` (one item per style) or ``VPB_Stage2_DEMO``; ``source`` is not used."""
    with SetWriter(set_name, root, source=SOURCE, licence=LICENCE) as writer:
        if "Stage1" in set_name:
            write_stage1(scenes(), writer, len(all_styles()))
        else:
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "stage_2.json"
                path.write_text(json.dumps(stage2_records()), encoding="utf-8")
                build_stage2([path], writer)
    return writer.manifest


def stage2_records() -> list[dict[str, Any]]:
    """Rows as the release has them, in its third form (see `dataset_builders.vpb.stage2`)."""
    records = []
    for number, entry in enumerate(demo_data()["stage2"]):
        images, outlines = _images(entry)
        order = rng(0, "options", number).permutation(len(entry["options"]))
        record = {
            "index": number + 1, "meta_source": entry["source"], "question": entry["question"],
            "data_file": [f"{number}_{i}.png" for i in range(len(images))], "image": [_png(one) for one in images],
            **dict(zip(LETTERS, (entry["options"][i] for i in order), strict=False)),
            "answer": LETTERS[int(np.flatnonzero(order == 0)[0])],  # the data name the right option first
            "meta_bbox": [[round(v, 2) for v in (box or Region(None, [ring]).bbox)] for box, ring in outlines],
            "meta_polygon": [ring for _, ring in outlines],
        }  # fmt: skip
        records.append(record)
    return records


def _png(pixels: np.ndarray) -> str:
    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, format="PNG")
    return base64.b64encode(buffer.getvalue()).decode()


def _images(entry: dict[str, Any]) -> tuple[list[np.ndarray], list[tuple[list[float] | None, Any]]]:
    """Images of a row, and box and polygon of each of its regions; one of box and polygon is None."""
    if "screen" in entry:
        return [screen()], [
            (next(b["box"] for b in demo_data()["screen"]["boxes"] if b["name"] == entry["screen"]), None)
        ]
    pixels = photo(entry["photo"])
    if "disc" in entry:
        factor = min(1.0, MAX_SIDE / max(pixels.shape[:2]))
        size = (round(pixels.shape[1] * factor), round(pixels.shape[0] * factor))
        small = np.asarray(Image.fromarray(pixels).resize(size, Image.Resampling.LANCZOS))
        return [small], [(None, _points({"disc": [v * factor for v in entry["disc"]]}))]
    known = {e["label"]: _points(e) for e in demo_data()["scenes"][entry["photo"]]}
    chosen = [known[label] for label in entry["regions"]]
    if "second" not in entry:
        return [pixels], [(None, points) for points in chosen]
    across, down = entry["shift"]
    moved = [[x + across, y + down] for x, y in chosen[0]]
    return [pixels, photo(entry["second"])], [(None, chosen[0]), (None, moved)]


def screen() -> np.ndarray:
    """A drawn dialog window, ``(h, w, 3)``."""
    data = demo_data()["screen"]
    width, height = data["size"]
    pixels = np.full((height, width, 3), (160, 175, 190), dtype=np.uint8)
    for box in data["boxes"]:
        x, y, w, h = box["box"]
        bar(x, y, x + w, y + h).paint(pixels, (90, 90, 100))
        bar(x + 1, y + 1, x + w - 1, y + h - 1).paint(pixels, tuple(box["color"]))
        if box.get("text"):
            strokes, _ = text_strokes(box["text"], 13.0)
            for points in strokes:
                stroke(points + np.array([x + w / 2, y + h / 2]), 2).paint(pixels, tuple(box["ink"]))
    return pixels
