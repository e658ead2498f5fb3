"""Builds the visual-search sets: ViSioNS's published format, or raw COCO-Search18.

Preprocessing follows the paper (section 2.1): scanpaths are clipped into the image and cut at the first fixation that
finds the target; trials and images whose first fixation already finds it are left out. Lumping is left to scoring,
where it depends on the model's frame.
"""

from __future__ import annotations

import io
import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from dataset_builders.archives import open_source
from dataset_builders.visual_search.coco_search18 import find_raw, read_raw
from dataset_builders.visual_search.published import (
    RawScanpath,
    RawSet,
    RawTrial,
    find_published,
    plain_name,
    read_published,
)
from vlmeval_hvs.benchmarks.visual_search.trials import Trial, human_path, read_trial
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.search import cut_at_target, target_found
from vlmeval_hvs.sets import Manifest, SetWriter

HSP_START = 1_000_000
"""Index of the first next-fixation row; search rows count from 0."""
_SOURCE = "https://github.com/NeuroLIAA/visions (images: the Google Drive folder named in its Datasets/README.md)"
_LICENCE = "terms of the four original datasets; not stated in the paper's main text"


def build(set_name: str, source: Path | None, root: Path) -> Manifest:
    """Build one set.

    Args:
        set_name: ``VisualSearch_<set>``; ``VisualSearch_Custom`` takes any dataset in the published format.
        source: Folder or archive with the dataset, or with several of which one has the name.
        root: Folder of all sets.

    Raises:
        DataError: No source, or one that cannot be used.
    """
    wanted = set_name.removeprefix("VisualSearch_")
    if source is None:
        raise DataError(
            f"{set_name} cannot be downloaded automatically: its images lie in a Google Drive folder. Get the data "
            f"from {_SOURCE} and give the folder or archive with --source."
        )
    with open_source(Path(source)) as folder:
        published = find_published(folder, wanted)
        files = find_raw(folder)
        if published is not None:
            raw, kind = read_published(published), "published format"
        elif files and wanted in ("COCOSearch18", "Custom"):
            raw, kind = read_raw(files, folder), f"raw COCO-Search18 ({', '.join(file.name for file in files)})"
        else:
            raise DataError(f"--source {source}: neither a dataset_info.json nor raw COCO-Search18 fixations inside")
        return write_set(raw, set_name, root, f"{_SOURCE}; {kind}", _LICENCE)


def write_set(raw: RawSet, set_name: str, root: Path, source: str, licence: str) -> Manifest:
    """Preprocess trials and write the set: one row per search image, one per distinct (image, history).

    Args:
        raw: The trials and scanpaths as published.
        set_name: Name of the set.
        root: Folder of all sets.
        source: Origin of the data, for the manifest.
        licence: Licence of the data, for the manifest.
    """
    people: dict[str, list[RawScanpath]] = {}
    for path in raw.scanpaths:
        people.setdefault(path.image, []).append(path)
    counts: Counter[str] = Counter()
    # Only the participants of this set were stopped at different limits.
    capped = "interiors" in (plain_name(raw.name), plain_name(set_name.split("_")[1]))
    with SetWriter(set_name, root, source=source, licence=licence) as writer:
        for name, reason in raw.skipped:
            writer.skip(name, reason)
        index, trials, seen = 0, [], set()
        for trial in raw.trials:
            if trial.image in seen:
                writer.skip(trial.image, "second trial on the same image file name")
                continue
            seen.add(trial.image)
            row = _search_row(trial, people.get(trial.image, []), raw, capped, writer, counts)
            if row is not None:
                writer.row({"index": index, **row})
                trials.append(row)
                index += 1
        for number, row in enumerate(row for trial in trials for row in next_fixation_rows(trial)):
            writer.row({"index": HSP_START + number, **row})
            counts["next-fixation prompts"] += 1
        counts["images"] = index
        counts.update({f"tolerated: {text}": number for text, number in raw.oddities.items()})
        writer.note("dataset_name", raw.name)
        writer.note("counts", dict(sorted(counts.items())))
        for text, number in raw.oddities.items():
            writer.warn(f"{number} x {text}")
    return writer.manifest


def _search_row(
    trial: RawTrial,
    people: list[RawScanpath],
    raw: RawSet,
    capped: bool,
    writer: SetWriter,
    counts: Counter[str],
) -> dict[str, Any] | None:
    first = [(path.x[0], path.y[0]) for path in people if path.x]
    height, width = trial.shape
    initial = trial.initial or (tuple(np.mean(first, axis=0)) if first else (width / 2, height / 2))
    if target_found(trial.bbox, initial[1], initial[0], raw.receptive):
        writer.skip(trial.image, "the initial fixation is on the target")
        return None
    try:
        image = writer.image(f"images/{Path(trial.image).name}", trial.image_path.read_bytes())
        target = _target(trial, writer, counts)
    except (DataError, OSError) as error:
        writer.skip(trial.image, str(error))
        return None
    stored = writer.size(image)
    if (stored[1], stored[0]) != trial.shape:
        counts["images stored at another size than their coordinates"] += 1
    humans = {}
    for path in people:
        human = clean_scanpath(path, trial, raw.receptive)
        if human is None:
            counts["trivial or empty trials left out"] += 1
        else:
            humans[path.subject] = human
            counts["scanpaths"] += 1
            counts["scanpaths that found the target"] += human["found"]
    return {
        "family": "search",
        "category": trial.target_object,
        "image_path": json.dumps([image, target]),
        "image_name": trial.image,
        "target_object": trial.target_object,
        "bbox": json.dumps([round(value, 2) for value in trial.bbox]),
        "image_height": height,
        "image_width": width,
        "initial_row": round(float(initial[1]), 2),
        "initial_column": round(float(initial[0]), 2),
        "receptive": json.dumps(list(raw.receptive)),
        "max_length": raw.max_length,
        "capped": int(capped),
        "humans": json.dumps(humans, separators=(",", ":")),
        "history": "",
        "next": "",
    }


def clean_scanpath(path: RawScanpath, trial: RawTrial, receptive: tuple[int, int]) -> dict[str, Any] | None:
    """A participant's scanpath in the image's frame, clipped and cut at the target; ``None`` for a trivial one.

    A scanpath is trivial when fewer than two fixations are left, which includes a first fixation on the target.
    """
    x = np.asarray(path.x, dtype=np.float64) / path.shape[1] * trial.shape[1]
    y = np.asarray(path.y, dtype=np.float64) / path.shape[0] * trial.shape[0]
    cut = cut_at_target(x, y, trial.bbox, receptive, trial.shape)
    if len(cut.x) < 2:
        return None
    # A target reached only beyond the participant's limit does not count (Interiors: 2, 4, 8 or 12 saccades).
    found = cut.found and len(cut.x) <= path.cap
    return {
        "X": np.round(cut.x, 2).tolist(),
        "Y": np.round(cut.y, 2).tolist(),
        "found": bool(found),
        "cap": path.cap,
    }


def _target(trial: RawTrial, writer: SetWriter, counts: Counter[str]) -> str:
    """Store the template; cut it from the image when there is none that can be read."""
    stem = Path(trial.target).stem
    if trial.target_path is not None:
        try:
            return writer.image(f"targets/{Path(trial.target).name}", trial.target_path.read_bytes())
        except DataError:
            counts["unreadable targets, cut from the image instead"] += 1
    with Image.open(io.BytesIO(trial.image_path.read_bytes())) as picture:
        pixels = np.asarray(picture.convert("RGB"))
    scale_y, scale_x = pixels.shape[0] / trial.shape[0], pixels.shape[1] / trial.shape[1]
    top, left = int(max(trial.bbox[0] * scale_y, 0)), int(max(trial.bbox[1] * scale_x, 0))
    crop = pixels[top : max(int(trial.bbox[2] * scale_y), top + 1), left : max(int(trial.bbox[3] * scale_x), left + 1)]
    if crop.size == 0:
        raise DataError("the target box lies outside the image")
    return writer.array(f"targets/{stem}_crop.png", np.ascontiguousarray(crop))


def next_fixation_rows(row: dict[str, Any]) -> list[dict[str, Any]]:
    """Next-fixation rows of a search row: one per distinct history, with everybody who had it."""
    trial: Trial = read_trial({key: str(value) for key, value in row.items()})
    histories: dict[tuple[tuple[float, float], ...], list[list[Any]]] = {}
    for person in trial.humans:
        x, y = (np.trunc(values) for values in human_path(trial, person))
        points = list(zip(x.tolist(), y.tolist(), strict=True))
        for number in range(1, len(points)):
            entry = [person, number, int(points[number][0]), int(points[number][1])]
            histories.setdefault(tuple(points[:number]), []).append(entry)
    return [
        {
            **row,
            "family": "hsp",
            "category": row["image_name"],
            "humans": "",
            "history": json.dumps([[int(x), int(y)] for x, y in history]),
            "next": json.dumps(following, separators=(",", ":")),
        }
        for history, following in histories.items()
    ]
