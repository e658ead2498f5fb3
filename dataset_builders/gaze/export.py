"""Gaze photos for fine-tuning: as conversations, as gaze points, and as Gaze-LLE reads them.

Formats were read off the tools' documentation and readers: ms-swift's custom datasets and LLaMA-Factory's "sharegpt"
layout (``<image>`` in the text, paths in ``images``), TRL's conversations (no ``<image>``: it puts pictures in front of
the first question), Gaze-LLE's ``*_preprocessed.json`` (GazeFollow, one entry per picture with its heads).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd

from vlmeval_hvs.benchmarks.gaze.parts import FORMATS, PARTS
from vlmeval_hvs.benchmarks.gaze.splits import SplitRule, draw
from vlmeval_hvs.benchmarks.gaze.wording import IMAGE, Template, asked, templates
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import inside, write_atomically
from vlmeval_hvs.registry import load_set
from vlmeval_hvs.seeding import rng

_TAGS = {"role_tag": "role", "content_tag": "content", "user_tag": "user", "assistant_tag": "assistant"}


@dataclass(frozen=True)
class Export:
    """What is written.

    Attributes:
        rule: How photos are split.
        formats: Members of `FORMATS`.
        every_prompt: One conversation per photo and prompt; otherwise one per photo, its prompt drawn evenly.
    """

    rule: SplitRule = field(default_factory=SplitRule)
    formats: Sequence[str] = FORMATS
    every_prompt: bool = False


def export(out: Path, demo: bool = False, how: Export | None = None) -> dict[str, Counter[str]]:
    """Copy the photos into a folder and write all formats beside them; all paths are relative to the files' folder.

    Args:
        out: Folder, made when missing.
        demo: Use the demo set.
        how: What is written; `Export`'s defaults when None.

    Returns:
        Photos by condition (pilot ones counted as "pilot"), by part.

    Raises:
        DataError: Points are asked for and no photo has coordinates, or there are fewer units than parts.
        MissingDataError: The set is not built.
    """
    how = how if how is not None else Export()
    name = "GazeTarget_DEMO" if demo else "GazeTarget"
    rows, manifest = load_set(name)
    rows = rows[rows["study"].isin(["main", "pilot"]) & (rows["attention_check"] != "1")]
    photos = rows.drop_duplicates("stimulus_id")
    # The demo shows photos in both studies; each is exported with the questions of one.
    rows = rows[rows["study"] == rows["stimulus_id"].map(photos.set_index("stimulus_id")["study"])]
    placed = photos[photos["points"] != ""]
    if placed.empty and set(how.formats) & {"points", "gazelle"}:
        raise DataError(
            f"no photo of {name} has object coordinates, so there are no gaze points to export; --format messages does "
            "without"
        )
    parts = draw(photos, how.rule)
    for path in photos["image_path"]:
        target = out / path
        if not target.is_file():
            write_atomically(target, inside(manifest.folder, path).read_bytes())
    writers = {"messages": _messages, "trl": _trl, "points": _points, "gazelle": _gazelle}
    job = _Job(out, rows, placed, parts, how)
    for form in how.formats:
        for path, content in writers[form](job).items():
            write_atomically(out / path, content.encode())
    sizes = Counter(parts.values())
    about = {
        "set": name, "digest": manifest.digest, "ratio": list(how.rule.ratio), "by": how.rule.by,
        "seed": how.rule.seed, "photos": {part: sizes[part] for part in PARTS},
        "without_coordinates": len(photos) - len(placed), "parts": parts,
    }  # fmt: skip
    write_atomically(out / "split.json", json.dumps(about, indent=1).encode())
    labels = photos["condition"].where(photos["study"] != "pilot", "pilot")
    found: dict[str, Counter[str]] = {part: Counter() for part in PARTS}
    for photo, label in zip(photos["stimulus_id"], labels, strict=True):
        found[parts[photo]][label] += 1
    return found


Written = dict[str, str]
"""Paths of files in the folder, and their content."""


@dataclass(frozen=True)
class _Job:
    out: Path
    rows: pd.DataFrame
    placed: pd.DataFrame
    parts: Mapping[str, str]
    how: Export


def _questions(job: _Job) -> list[tuple[Mapping[str, Any], dict[str, str]]]:
    """Rows with their questions, one per photo unless every prompt is wanted."""
    rows, how = job.rows, job.how
    wording: dict[str, dict[int, Template]] = {study: templates(study) for study in rows["study"].unique()}
    if not how.every_prompt:
        drawn = {}
        for photo, prompts in rows.groupby("stimulus_id", sort=False)["prompt_id"]:
            options = sorted(prompts, key=int)
            drawn[photo] = options[int(rng(how.rule.seed, "gaze-export-prompt", photo).integers(len(options)))]
        rows = rows[rows["prompt_id"] == rows["stimulus_id"].map(drawn)]
    records = rows.to_dict("records")
    return [(row, asked(row, wording[row["study"]][int(row["prompt_id"])], how.rule.seed)) for row in records]


def _conversations(job: _Job, name: str, marked: bool) -> Written:
    lines: dict[str, list[str]] = {part: [] for part in PARTS}
    for row, cells in _questions(job):
        words = cells["question"].replace(IMAGE, "").strip()
        messages = [
            {"role": "user", "content": f"{IMAGE}{words}" if marked else words},
            {"role": "assistant", "content": cells["answer"]},
        ]
        lines[job.parts[row["stimulus_id"]]].append(
            json.dumps({"messages": messages, "images": [row["image_path"]]}, ensure_ascii=False)
        )
    return {f"{name}_{part}.jsonl": _joined(lines[part]) for part in PARTS}


def _messages(job: _Job) -> Written:
    files = _conversations(job, "messages", True)
    columns = {"messages": "messages", "images": "images"}
    info = {
        f"gaze_{part}": {
            "file_name": f"messages_{part}.jsonl", "formatting": "sharegpt", "columns": columns, "tags": _TAGS
        }
        for part in PARTS
    }  # fmt: skip
    return files | {"dataset_info.json": json.dumps(info, indent=1)}


def _trl(job: _Job) -> Written:
    return _conversations(job, "trl", False)


def _points(job: _Job) -> Written:
    lines: dict[str, list[str]] = {part: [] for part in PARTS}
    for row in job.placed.to_dict("records"):
        lines[job.parts[row["stimulus_id"]]].append(json.dumps(_point_record(row), ensure_ascii=False))
    return {f"points_{part}.jsonl": _joined(lines[part]) for part in PARTS}


def _gazelle(job: _Job) -> Written:
    entries: dict[str, list[dict[str, Any]]] = {part: [] for part in PARTS}
    for row in job.placed[job.placed["face"] != ""].to_dict("records"):
        entries[job.parts[row["stimulus_id"]]].append(_gazelle_record(row, job.out))
    # Gaze-LLE's training chooses the best epoch by the file called "test".
    names = {"train": "gazelle/train", "validation": "gazelle/test", "test": "gazelle_test/test"}
    return {f"{names[part]}_preprocessed.json": json.dumps(entries[part]) for part in PARTS}


def _joined(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _point_record(row: Mapping[str, Any]) -> dict[str, Any]:
    points = json.loads(row["points"])
    gaze, head = int(row["gaze_pos"]), int(row["head_pos"])
    return {
        "stimulus_id": int(row["stimulus_id"]),
        "image": row["image_path"],
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


def _gazelle_record(row: Mapping[str, Any], out: Path) -> dict[str, Any]:
    from PIL import Image

    with Image.open(out / row["image_path"]) as picture:
        width, height = picture.size
    x0, y0, x1, y1 = json.loads(row["face"])
    x, y = json.loads(row["points"])[int(row["gaze_pos"])]
    head = {
        "bbox": [x0 * width, y0 * height, x1 * width, y1 * height],
        "bbox_norm": [x0, y0, x1, y1],
        "inout": 1,
        "gazex": [x * width],
        "gazey": [y * height],
        "gazex_norm": [x],
        "gazey_norm": [y],
        "head_id": 0,
    }
    return {"path": f"../{row['image_path']}", "heads": [head], "num_heads": 1, "width": width, "height": height}
