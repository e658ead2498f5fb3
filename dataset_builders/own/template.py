"""Writes a folder that shows the format of own data by a small example, which builds as it is."""

import csv
import io
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from dataset_builders.download import photograph
from dataset_builders.own import actiview, gaze, hvsbench, visual_search, vpb
from dataset_builders.own.layout import ABOUT, EXAMPLE, PICTURES, Column, Layout, explained
from vlmeval_hvs.benchmarks.actiview.cutting import encode
from vlmeval_hvs.errors import UsageError
from vlmeval_hvs.files import bundled, write_atomically
from vlmeval_hvs.registry import base_name, card_of

LAYOUTS: dict[str, Layout] = {
    layout.set_name: layout
    for layout in (hvsbench.LAYOUT, gaze.LAYOUT, actiview.LAYOUT, visual_search.LAYOUT, vpb.STAGE1, vpb.STAGE2)
}
"""The plain formats by the sets that are built from them."""

README = "README.txt"
_ABOUT = {
    "who": "vlmeval-hvs",
    "when": "2026-11-22",
    "licence": "photographs as in scikit-image's data/README.txt; annotations CC0 1.0",
    "source": "photographs that scikit-image ships",
}


def layout_of(name: str) -> Layout:
    """The format for a benchmark, set or dataset name; a `UsageError` where there is none, or several."""
    card, plain = card_of(name), base_name(name)
    plain = str(card.datasets[plain]["set"]) if plain in card.datasets else plain
    found = [one for one in ([plain] if plain in card.sets else card.sets) if one in LAYOUTS]
    if len(found) == 1:
        return LAYOUTS[found[0]]
    which = f"name one of {', '.join(found)}" if found else f"there are formats for {', '.join(LAYOUTS)}"
    raise UsageError(f"{name}: {which}")


def write_template(layout: Layout, folder: Path) -> list[Path]:
    """Write the template into a folder, which a `UsageError` refuses when it is not empty; its files."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} exists and is not empty; nothing was written. Give a new folder")
    example = bundled(__package__, "examples.json")[layout.set_name]
    defaults = {name: one.default for name, one in layout.keys.items()}
    about = {**defaults, **_ABOUT, "title": example["title"], **example.get("settings", {}), EXAMPLE: True}
    if layout.set_name == gaze.LAYOUT.set_name:
        rows, pictures = _drawn_scenes()
    else:
        rows, pictures = example["rows"], {name: photograph(name).read_bytes() for name in example["pictures"]}
    files = {ABOUT: json.dumps(about, indent=1, ensure_ascii=False).encode() + b"\n"}
    files |= {name: _table(columns, rows.get(name, ())) for name, columns in layout.tables.items()}
    files |= {f"{PICTURES}/{name}": data for name, data in pictures.items()}
    files[README] = explained(layout).encode()
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        write_atomically(folder / name, data)
    return [folder / name for name in files]


def _drawn_scenes() -> tuple[dict[str, list[dict[str, Any]]], dict[str, bytes]]:
    """Twelve poses of one drawn scene, with the answers of made-up people on the natural ones."""
    from PIL import Image

    from dataset_builders.gaze.demo import COMBINATIONS, Scene

    scene = Scene(COMBINATIONS[1], "front", 2, 1)
    rows, pictures = [], {}
    for number, (condition, gaze_at, head_at) in enumerate(scene.poses()):
        photo, pixels = scene.picture(condition, gaze_at, head_at, number)
        name, size, objects = f"photo{number:02d}.png", pixels.shape[0], photo["objects"]
        pictures[name] = encode(Image.fromarray(pixels), ".png")
        x0, y0, x1, y1 = (round(value * size, 1) for value in photo["face"])
        rows.append({
            "image": name, "objects": " | ".join(objects), "looks_at": objects[gaze_at],
            "head_at": objects[head_at] if head_at >= 0 else "", "view": "front", "proximity": "2", "site": "drawn",
            "person": photo["actor"],
            "points": " | ".join(f"{x * size:.1f} {y * size:.1f}" for x, y in photo["points"]),
            "face": f"{x0:g} {y0:g} {x1 - x0:g} {y1 - y0:g}",
            "people": " | ".join([objects[gaze_at]] * 4) if head_at < 0 else "",
        })  # fmt: skip
    return {gaze.PHOTOS: rows}, pictures


def _table(columns: Iterable[Column], rows: Iterable[Mapping[str, object]]) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, [column.name for column in columns], restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()
