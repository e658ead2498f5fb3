"""Preprocesses a search dataset and writes its set: one row per image, one per distinct (image, history).

Preprocessing follows the paper (section 2.1): scanpaths are clipped into the image and cut at the first fixation that
finds the target; trials and images whose first fixation already finds it are left out. Close fixations are merged where
the published preprocessing of the set merges them; scoring merges again in the frame of a model.
"""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dataset_builders.odd_rows import one_row
from dataset_builders.visual_search.published import plain_name
from dataset_builders.visual_search.raw_set import Box, RawScanpath, RawSet, RawTrial
from vlmeval_hvs.benchmarks.visual_search.trials import human_path, read_trial
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import check_image, read_rgb
from vlmeval_hvs.metrics.search import NO_TARGET, cut_at_target, lumped_groups, target_found
from vlmeval_hvs.sets import Manifest, SetWriter

HSP_START = 1_000_000  # index of the first next-fixation row; search rows count from 0
PRIORS = "priors"  # folder of a set with one saliency map per image, ``<image stem>.jpg`` or ``.png``


def write_set(
    raw: RawSet, set_name: str, root: Path, source: str, licence: str, note: Callable[[SetWriter], None] | None = None
) -> Manifest:
    """Preprocess trials and write the set, with ``note`` adding further facts about the data."""
    people: dict[str, list[RawScanpath]] = {}
    for path in raw.scanpaths:
        people.setdefault(path.image, []).append(path)
    counts: Counter[str] = Counter()
    # Only the participants of this set were stopped at different limits.
    capped = "interiors" in (plain_name(raw.name), plain_name(set_name.split("_")[1]))
    with SetWriter(set_name, root, source=source, licence=licence) as writer:
        if note:
            note(writer)
        for name, reason in raw.skipped:
            writer.skip(name, reason)
        rows: list[dict[str, Any]] = []
        seen: set[str] = set()
        for trial in raw.trials:
            try:
                if trial.image in seen:
                    raise DataError("second trial on the same image file name")
                seen.add(trial.image)
                with one_row():
                    row = _search_row(trial, people.get(trial.image, []), raw, capped, writer, counts)
            except DataError as error:
                writer.skip(trial.image, str(error))
            else:
                writer.row({"index": len(rows), **row})
                rows.append(row)
        for number, row in enumerate(row for trial in rows for row in next_fixation_rows(trial)):
            writer.row({"index": HSP_START + number, **row})
            counts["next-fixation prompts"] += 1
        counts["images"] = len(rows)
        counts.update({f"tolerated: {text}": number for text, number in raw.oddities.items()})
        writer.note("dataset_name", raw.name)
        writer.note("counts", dict(sorted(counts.items())))
        for text, number in raw.oddities.items():
            writer.warn(f"{number} x {text}")
    return writer.manifest


def _search_row(
    trial: RawTrial, people: list[RawScanpath], raw: RawSet, capped: bool, writer: SetWriter, counts: Counter[str]
) -> dict[str, Any]:
    """The row of an image; a DataError says why it is left out."""
    height, width = trial.shape
    _check_box(trial)
    first = [(path.x[0], path.y[0]) for path in people if path.x]
    column, row = trial.initial or (np.mean(first, axis=0).tolist() if first else (width / 2, height / 2))
    if target_found(trial.bbox, row, column, raw.receptive):
        raise DataError("the initial fixation is on the target")
    image = writer.image(f"images/{Path(trial.image).name}", trial.image_path.read_bytes())
    target = _store_target(trial, writer, counts)
    if writer.size(image) != (width, height):
        counts["images stored at another size than their coordinates"] += 1
    if trial.image in raw.priors:
        _store_prior(trial, raw.priors[trial.image], writer, counts)
    humans: dict[str, dict[str, Any]] = {}
    for path in people:
        human = clean_scanpath(path, trial, raw)
        if human is None:
            counts["trivial or empty trials left out"] += 1
        elif path.subject in humans:
            counts["further trials of a participant on the same image left out"] += 1
        else:
            humans[path.subject] = human
            counts["scanpaths"] += 1
            counts["scanpaths that found the target"] += human["found"]
    return {
        "family": "search", "category": trial.target_object, "image_path": json.dumps([image, target]),
        "image_name": trial.image, "target_object": trial.target_object,
        "bbox": "" if trial.bbox == NO_TARGET else json.dumps([round(value, 2) for value in trial.bbox]),
        "image_height": height, "image_width": width,
        "initial_row": round(float(row), 2), "initial_column": round(float(column), 2),
        "receptive": json.dumps(list(raw.receptive)), "max_length": raw.max_length,
        "capped": int(capped), "lumped": int(raw.lumping != "scored"),
        "humans": json.dumps(humans, separators=(",", ":")), "history": "", "next": "",
    }  # fmt: skip


def _check_box(trial: RawTrial) -> None:
    """Refuse a box at which nothing could ever be found."""
    top, left, bottom, right = trial.bbox
    place = f"(rows {top:g} to {bottom:g}, columns {left:g} to {right:g}; image {trial.shape[0]} x {trial.shape[1]})"
    if bottom <= top or right <= left:
        raise DataError(f"the target box has no area {place}")
    if bottom <= 0 or right <= 0 or top >= trial.shape[0] or left >= trial.shape[1]:
        raise DataError(f"the target box is outside the image {place}")


def clean_scanpath(path: RawScanpath, trial: RawTrial, raw: RawSet) -> dict[str, Any] | None:
    """A participant's scanpath in the image's frame, clipped and cut at the target; None for fewer than two fixations.

    Whether the target was found is geometry alone; a participant's limit counts in the cumulative performance only.
    Durations of merged fixations are added.
    """
    x = np.asarray(path.x, dtype=np.float64) / path.shape[1] * trial.shape[1]
    y = np.asarray(path.y, dtype=np.float64) / path.shape[0] * trial.shape[0]
    times = np.asarray(path.durations if len(path.durations) == len(path.x) else [], dtype=np.float64)
    if raw.lumping == "before":
        x, y, starts = lumped_groups(x, y, raw.receptive)
        times = np.add.reduceat(times, starts) if times.size else times
    x, y, found = cut_at_target(x[: path.stop], y[: path.stop], trial.bbox, raw.receptive, trial.shape)
    if len(x) < 2:
        return None
    human = {"X": np.round(x, 2).tolist(), "Y": np.round(y, 2).tolist(), "found": found, "cap": path.cap}
    if times.size:
        human["T"] = np.round(times[: len(x)], 1).tolist()
    if path.correct is not None:
        human["correct"] = path.correct
    return human


def next_fixation_rows(row: dict[str, Any]) -> list[dict[str, Any]]:
    """Next-fixation rows of a search row: one per distinct history, with everybody who had it."""
    trial = read_trial({key: str(value) for key, value in row.items()})
    histories: dict[tuple[tuple[int, int], ...], list[list[Any]]] = {}
    for person in trial.humans:
        axes = (np.trunc(values).astype(int).tolist() for values in human_path(trial, person))
        points = list(zip(*axes, strict=True))
        for number in range(1, len(points)):
            histories.setdefault(tuple(points[:number]), []).append([person, number, *points[number]])
    shared = {**row, "family": "hsp", "category": row["image_name"], "humans": ""}
    return [
        {**shared, "history": json.dumps(history), "next": json.dumps(following, separators=(",", ":"))}
        for history, following in histories.items()
    ]


def _store_target(trial: RawTrial, writer: SetWriter, counts: Counter[str]) -> str:
    """Path of the target's stored picture, which is cut from the image when there is none that can be read."""
    if trial.target_path is not None:
        data = trial.target_path.read_bytes()
        try:
            check_image(data, trial.target)
        except DataError:
            counts["unreadable targets, cut from the image instead"] += 1
        else:
            return writer.image(f"targets/{Path(trial.target).name}", data)
    (height, width), (top, left, bottom, right) = trial.shape, trial.bbox
    path, shares = trial.example or (trial.image_path, (top / height, left / width, bottom / height, right / width))
    return writer.array(f"targets/{Path(trial.target).stem}_crop.png", _cut(path, shares))


def _store_prior(trial: RawTrial, path: Path, writer: SetWriter, counts: Counter[str]) -> None:
    try:
        data = path.read_bytes()
        check_image(data, path.name)
        writer.file(f"{PRIORS}/{Path(trial.image).stem}{path.suffix.lower()}", data)  # its numbers, not its looks
        counts["saliency maps"] += 1
    except (DataError, OSError) as error:
        writer.warn(f"{path.name}: not stored as a saliency map ({error})")


def _cut(path: Path, shares: Box) -> NDArray[np.uint8]:
    """The part of a picture in a box, which is in shares of its height and width."""
    pixels = read_rgb(path)
    # Whole pixels: a product such as 200 / 240 * 240 may be a rounding error below its pixel.
    places = np.array(shares) * [*pixels.shape[:2], *pixels.shape[:2]] + 1e-6
    top, left, bottom, right = np.maximum(places, 0).astype(int).tolist()
    crop = pixels[top : max(bottom, top + 1), left : max(right, left + 1)]
    if crop.size == 0:
        raise DataError("the target box is outside the image")
    return np.ascontiguousarray(crop)
