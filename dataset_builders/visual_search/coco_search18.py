"""Raw COCO-Search18 (``coco_search18_fixations*.json`` and its images) to search trials, target present or absent.

Source: Chen et al., "COCO-Search18 fixation dataset for predicting goal-directed attention control" (2021); conversion
as in the preprocessing of ViSioNS, which takes the target-present trials: box ``[x, y, width, height]``, one common
initial fixation, a second category on the same image renamed. Fixations stay as recorded, for the metrics of other
benchmarks on this set; ViSioNS merges close ones before it cuts, here scoring does.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from dataset_builders.visual_search.raw_set import (
    Box,
    Pictures,
    RawScanpath,
    RawSet,
    RawTrial,
    finite,
    index_pictures,
    number_list,
)
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import read_json
from vlmeval_hvs.metrics.search import NO_TARGET

PATTERN = "coco_search18_fixations*.json"
_DISPLAY = (1050, 1680)
_INITIAL = (816, 509)  # (x, y) on the display: the participants' mean over training and validation, as published
_SMALL = (320, 512)  # frame of the resized release
_RECEPTIVE, _MAX_LENGTH, _CAP = 52, 10, 45
_OTHER = {"present": "_ta", "absent": "_tp"}  # in the names of the files of the other condition

Entry = Mapping[str, Any]
Examples = dict[str, tuple[Path, Box]]  # by category, an image with a target and its box in shares of the frame


def find_all(folder: Path, condition: str = "present") -> list[Path]:
    """The fixation files of a condition below a folder, of all splits.

    Of the two divisions into training and validation the first, because the same trials are in both.
    """
    files = [file for file in sorted(folder.rglob(PATTERN)) if _OTHER[condition] not in file.stem.lower()]
    return [file for file in files if "split2" not in file.stem.lower()] or files


def read_coco(folder: Path, condition: str = "present") -> RawSet | None:
    """Trials and scanpaths of the raw release, target ``present`` or ``absent``; None where it is not there.

    Of the splits, the test split if there is one (the one ViSioNS uses). Target-absent trials show their target by a
    target-present image of the same category. A file that cannot be read is a DataError.
    """
    if not find_all(folder, condition):
        return None
    entries, pictures = _entries(folder, condition), index_pictures(folder)
    examples = _examples(folder, pictures) if condition == "absent" else {}
    shape = _frame(entries)
    window = max(1, round(_RECEPTIVE * shape[1] / _DISPLAY[1]))
    raw = RawSet("COCOSearch18", receptive=(window, window), max_length=_MAX_LENGTH)
    names: dict[tuple[str, str], str | None] = {}
    for entry in entries:
        key = str(entry.get("task", "")), str(entry.get("name", ""))
        if str(entry.get("condition", condition)) != condition:
            raw.oddities[f"trials with target not {condition}, left out"] += 1
            continue
        if key not in names:
            taken = {image for image in names.values() if image}
            trial = raw.add("/".join(key), _trial, *key, entry, pictures, shape, taken, examples)
            names[key] = trial.image if trial else None
        if image := names[key]:
            raw.scanpaths.append(_scanpath(entry, image, shape))
    return raw


def _entries(folder: Path, condition: str = "present") -> list[Entry]:
    files = find_all(folder, condition)
    entries: list[Entry] = []
    for file in [file for file in files if "test" in file.stem.lower()] or files:
        content = read_json(file)
        if not isinstance(content, list):
            raise DataError(f"{file}: not a list of trials")
        entries += [entry for entry in content if isinstance(entry, Mapping)]
    return entries


def _frame(entries: list[Entry]) -> tuple[int, int]:
    largest = max((max(number_list(entry.get("X")), default=0) for entry in entries), default=0)
    return _SMALL if 0 < largest <= _SMALL[1] else _DISPLAY


def _scanpath(entry: Entry, image: str, shape: tuple[int, int]) -> RawScanpath:
    number = str(entry.get("subject", ""))
    subject = number.lstrip("0").zfill(2) if number.isascii() and number.isdecimal() else number
    correct = bool(entry["correct"]) if entry.get("correct") in (0, 1) else None
    x, y, durations = finite(*(number_list(entry.get(key)) for key in ("X", "Y", "T")))
    return RawScanpath(subject, image, x, y, shape, _CAP, durations, correct)


def _box(entry: Entry) -> Box | None:
    box = number_list(entry.get("bbox"))
    if len(box) != 4 or not np.isfinite(box).all():
        return None
    x, y, width, height = box
    return y, x, y + height, x + width


def _examples(folder: Path, pictures: Pictures) -> Examples:
    """Of every category, the target-present image with the largest target there is."""
    entries, areas, found = _entries(folder), dict[str, float](), Examples()
    height, width = _frame(entries)
    for entry in entries:
        task, box = str(entry.get("task", "")), _box(entry)
        path = _picture(pictures, task, str(entry.get("name", "")))
        if entry.get("condition", "present") == "present" and box and path:
            area = (box[2] - box[0]) * (box[3] - box[1])
            if task not in found or area > areas[task]:
                areas[task] = area
                found[task] = path, (box[0] / height, box[1] / width, box[2] / height, box[3] / width)
    return found


def _picture(pictures: Pictures, task: str, name: str) -> Path | None:
    return pictures.get((task, name)) or pictures.get(("", name))


def _trial(
    task: str, name: str, entry: Entry, pictures: Pictures, shape: tuple[int, int], taken: set[str], examples: Examples
) -> RawTrial:
    """A trial; a DataError says why it is left out."""
    absent = entry.get("condition") == "absent"
    path, box = _picture(pictures, task, name), NO_TARGET if absent else _box(entry)
    if absent and task not in examples:
        raise DataError("no target-present image of the category that could show the target")
    if path is None or box is None:
        raise DataError("image file missing" if path is None else "no target box")
    image = name
    while image in taken:
        # The published sets distinguish two categories of one COCO image by the first digit of the file name.
        image = f"{(int(image[0]) + 1) % 10 if image[0].isdecimal() else 1}{image[1:]}"
    # The published preparation shows the same picture of the category in every trial, where it has one.
    category = pictures.get(("categories", f"{task}.jpg"))
    target = f"{task.replace(' ', '_')}.jpg" if absent or category else f"{Path(image).stem}_template.jpg"
    scale = shape[1] / _DISPLAY[1]
    initial = float(int(_INITIAL[0] * scale)), float(int(_INITIAL[1] * scale))
    return RawTrial(image, path, target, category, box, shape, initial, task or "TBD", example=examples.get(task))
