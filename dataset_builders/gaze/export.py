"""Gaze photos with their gaze points, split for fine-tuning (section 5 of the study fine-tunes Gaze-LLE this way)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pandas as pd

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import data_root, write_atomically
from vlmeval_hvs.registry import load_set
from vlmeval_hvs.seeding import rng

PARTS = ("train", "validation", "test")


def export(
    out: Path, demo: bool = False, ratio: tuple[float, ...] = (7.0, 1.0, 2.0), by: str = "scene", seed: int = 0
) -> dict[str, Counter[str]]:
    """Write ``train.jsonl``, ``validation.jsonl``, ``test.jsonl`` and ``split.json``.

    Args:
        out: Folder, made when missing.
        demo: Use the demo set.
        ratio: Weights of train, validation and test.
        by: ``"scene"`` keeps all photos of a scene together, ``"photo"`` draws single photos (as the study did).
        seed: Seed of the draw, which is stratified by study and number of objects (and condition for single photos).

    Returns:
        Photos by condition (pilot ones counted as "pilot"), by part.

    Raises:
        DataError: No photo has coordinates.
        MissingDataError: The set is not built.
    """
    name = "GazeTarget_DEMO" if demo else "GazeTarget"
    rows, manifest = load_set(name)
    # The pilot's two prompt sets show the same photos.
    photos = rows[rows["study"].isin(["main", "pilot"])].drop_duplicates("stimulus_id")
    usable = photos[(photos["points"] != "") & (photos["attention_check"] != "1")]
    if usable.empty:
        raise DataError(f"no photo of {name} has object coordinates, so there are no gaze points to export")
    parts = _draw(usable, ratio, by, seed)
    folder = data_root() / name
    counts: dict[str, Counter[str]] = {part: Counter() for part in PARTS}
    lines: dict[str, list[str]] = {part: [] for part in PARTS}
    for row in usable.to_dict("records"):
        part = parts[row["stimulus_id"]]
        counts[part]["pilot" if row["study"] == "pilot" else row["condition"]] += 1
        lines[part].append(json.dumps(_record(row, folder), ensure_ascii=False))
    for part in PARTS:
        write_atomically(out / f"{part}.jsonl", ("\n".join(lines[part]) + "\n" if lines[part] else "").encode())
    about = {
        "set": name, "digest": manifest.digest, "ratio": list(ratio), "by": by, "seed": seed,
        "photos": {part: len(lines[part]) for part in PARTS}, "without_coordinates": len(photos) - len(usable),
    }  # fmt: skip
    write_atomically(out / "split.json", json.dumps(about, indent=1).encode())
    return counts


def _draw(photos: pd.DataFrame, ratio: tuple[float, ...], by: str, seed: int) -> dict[str, str]:
    key = "scene_id" if by == "scene" else "stimulus_id"
    strata = ["study", "n_objects"] + (["condition"] if by == "photo" else [])
    bounds = [sum(ratio[: i + 1]) / sum(ratio) for i in range(3)]
    part_of: dict[str, str] = {}
    for values, group in photos.groupby(strata, sort=True):
        units = sorted(group[key].unique())
        rng(seed, "gaze-export", by, *values).shuffle(units)
        for position, unit in enumerate(units):
            share = (position + 0.5) / len(units)
            part_of[unit] = PARTS[next(i for i, bound in enumerate(bounds) if share <= bound + 1e-12)]
    return {row["stimulus_id"]: part_of[row[key]] for row in photos[["stimulus_id", "scene_id"]].to_dict("records")}


def _record(row: dict[str, Any], folder: Path) -> dict[str, Any]:
    points = json.loads(row["points"])
    gaze, head = int(row["gaze_pos"]), int(row["head_pos"])
    return {
        "stimulus_id": int(row["stimulus_id"]),
        "image": str(folder / row["image_path"]),
        "face": json.loads(row["face"]) if row["face"] else None,
        "gaze_point": points[gaze],
        "gaze_target": row["gaze_target"],
        "head_point": points[head] if head >= 0 else None,
        "head_target": row["head_target"] or None,
        "objects": dict(zip(row["objects"].split("+"), points, strict=True)),
        "study": row["study"],
        "condition": row["condition"],
        "view": row["view"],
        "proximity": int(row["proximity"]),
        "scene_id": row["scene_id"],
    }
