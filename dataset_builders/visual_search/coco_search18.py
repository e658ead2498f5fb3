"""Raw COCO-Search18 (``coco_search18_fixations*.json`` and its images) to search trials.

Source: Chen et al., "COCO-Search18 fixation dataset for predicting goal-directed attention control" (2021); conversion
as in the preprocessing of ViSioNS: target-present trials, box ``[x, y, width, height]``, one common initial fixation.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from dataset_builders.visual_search.raw_set import RawScanpath, RawSet, RawTrial, index_pictures, number_list
from vlmeval_hvs.errors import DataError

PATTERN = "coco_search18_fixations*.json"
_DISPLAY = (1050, 1680)
_SMALL = (320, 512)  # frame of the resized release
_RECEPTIVE, _MAX_LENGTH, _CAP = (52, 52), 10, 45


def find_raw(folder: Path) -> list[Path]:
    """The fixation files below a folder; of the splits, the test split if there is one (the one ViSioNS uses)."""
    files = sorted(folder.rglob(PATTERN))
    test = [file for file in files if "test" in file.stem.lower()]
    return test or files


def read_raw(files: list[Path], folder: Path) -> RawSet:
    """Trials and scanpaths of raw fixation files.

    Raises:
        DataError: A file cannot be read, or nothing in it is usable.
    """
    entries = [entry for file in files for entry in _entries(file)]
    largest = max((max(number_list(entry.get("X")), default=0) for entry in entries), default=0)
    shape = _SMALL if 0 < largest <= _SMALL[1] else _DISPLAY
    scale = shape[1] / _DISPLAY[1]
    raw = RawSet(
        name="COCOSearch18",
        trials=[],
        scanpaths=[],
        receptive=(max(1, round(_RECEPTIVE[0] * scale)), max(1, round(_RECEPTIVE[1] * scale))),
        max_length=_MAX_LENGTH,
    )
    pictures = index_pictures(folder)
    names: dict[tuple[str, str], str] = {}
    for entry in entries:
        task, name = str(entry.get("task", "")), str(entry.get("name", ""))
        if str(entry.get("condition", "present")) != "present":
            raw.oddities["target-absent trials left out"] += 1
            continue
        if (task, name) not in names:
            trial = _trial(task, name, entry, pictures, shape, set(names.values()), raw)
            if trial is None:
                continue
            names[task, name] = trial.image
            raw.trials.append(trial)
        x, y = number_list(entry.get("X")), number_list(entry.get("Y"))
        points = [(a, b) for a, b in zip(x, y, strict=False) if np.isfinite(a) and np.isfinite(b)]
        subject = (
            f"{int(entry['subject']):02d}" if str(entry.get("subject", "")).isdigit() else str(entry.get("subject"))
        )
        raw.scanpaths.append(
            RawScanpath(subject, names[task, name], [a for a, _ in points], [b for _, b in points], shape, _CAP)
        )
    _set_initial(raw)
    return raw


def _set_initial(raw: RawSet) -> None:
    """One initial fixation for all trials: the mean over participants (the display showed a central cross)."""
    first = [(path.x[0], path.y[0]) for path in raw.scanpaths if path.x]
    if first:
        x, y = np.mean(first, axis=0)
        for trial in raw.trials:
            trial.initial = float(int(x)), float(int(y))


def _entries(file: Path) -> Iterator[Mapping[str, Any]]:
    try:
        content = json.loads(file.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        raise DataError(f"{file}: cannot be read as JSON ({error})") from error
    if not isinstance(content, list):
        raise DataError(f"{file}: not a list of trials")
    return (entry for entry in content if isinstance(entry, Mapping))


def _trial(
    task: str,
    name: str,
    entry: Mapping[str, Any],
    pictures: Mapping[tuple[str, str], Path],
    shape: tuple[int, int],
    taken: set[str],
    raw: RawSet,
) -> RawTrial | None:
    label = f"{task}/{name}"
    if any(label == row for row, _ in raw.skipped):
        return None
    path = pictures.get((task, name)) or pictures.get(("", name))
    box = number_list(entry.get("bbox"))
    if path is None or len(box) != 4 or not np.isfinite(box).all():
        raw.skipped.append((label, "image file missing" if path is None else "no target box"))
        return None
    image = name
    while image in taken:
        # The published sets tell two categories of one COCO image apart by the first digit of the file name.
        image = f"{(int(image[0]) + 1) % 10 if image[0].isdigit() else 1}{image[1:]}"
    x, y, width, height = box
    target = f"{Path(image).stem}_template.jpg"
    return RawTrial(image, path, target, None, (y, x, y + height, x + width), shape, None, task or "TBD")
