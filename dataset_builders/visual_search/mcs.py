"""Raw MCS (microwaves and clocks: fixation tables, target boxes, COCO images) to search trials.

Layout: ``train/microwave_fixations.csv``, ``train/clock_fixations.csv`` and ``test/clock_and_microwave_fixations.csv``
(README of the release's folder ``gaze``), ``targets_bboxes.json`` (from the folder of the ViSioNS repository that
prepares this set: the release has no boxes) and the images. Source: Zelinsky et al., "Benchmarking gaze prediction for
categorical visual search" (CVPR Workshops 2019); conversion as in the preprocessing of ViSioNS: everything is brought
from the display through the image to one frame of 508 x 564 px.
"""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dataset_builders.odd_rows import one_row
from dataset_builders.visual_search.raw_set import RawScanpath, RawSet, RawTrial, index_pictures, number, number_list
from vlmeval_hvs.errors import DataError

FRAME = (508, 564)
"""Height and width of the frame that all images are brought to, px: their average size."""
TRAIN_DISPLAY, TEST_DISPLAY = (800, 1280), (1050, 1680)
CATEGORIES = ("clock", "microwave")
BOXES = "targets_bboxes.json"
_TRAIN, _TEST = ("clock_fixations.csv", "microwave_fixations.csv"), ("clock_and_microwave_fixations.csv",)
FILES = (*_TRAIN, *_TEST)
_RECEPTIVE, _MAX_LENGTH, _CAP = (20, 20), 6, 80


@dataclass
class _Scanpath:
    """One participant's fixations on one image, px of the display."""

    subject: str
    category: str
    image: str
    training: bool
    points: list[tuple[float, float, float]] = field(default_factory=list)


def find_mcs(folder: Path) -> list[Path]:
    """The fixation tables below a folder."""
    return sorted(file for name in FILES for file in folder.rglob(name))


def read_mcs(files: list[Path], folder: Path) -> RawSet:
    """Trials and scanpaths of the release; target-absent searches are left out.

    Raises:
        DataError: A file is missing or cannot be read.
    """
    raw = RawSet("MCS", trials=[], scanpaths=[], receptive=_RECEPTIVE, max_length=_MAX_LENGTH, lumping="after")
    boxes = _boxes(folder)
    pictures = {_coco_name(path.name): path for path in index_pictures(folder).values()}
    trials: dict[tuple[str, str], RawTrial | None] = {}
    for path in (path for file in files for path in _scanpaths(file, raw)):
        key = path.category, path.image
        if key not in trials:
            trials[key] = None
            try:
                with one_row():
                    trials[key] = _trial(*key, boxes, pictures, folder, raw)
            except DataError as error:
                raw.skipped.append((f"{path.category[0]}{path.image}", str(error)))
        trial = trials[key]
        if trial is None:
            continue
        size = _size(boxes[path.category][path.image])
        points = [to_frame(x, y, size, path.training) for x, y, _ in path.points]
        durations = [duration for *_, duration in path.points]
        x, y = [x for x, _ in points], [y for _, y in points]
        raw.scanpaths.append(RawScanpath(path.subject, trial.image, x, y, FRAME, _CAP, durations))
    raw.trials.extend(sorted((one for one in trials.values() if one is not None), key=lambda one: one.image))
    return raw


def to_frame(x: float, y: float, size: tuple[int, int], training: bool) -> tuple[float, float]:
    """A fixation on the display as a position in `FRAME`, clipped into the image.

    Training images were shown in their own size in the middle of a 1280 x 800 display; test images were enlarged to
    fit a 1680 x 1050 display, with bars at two sides.

    Args:
        x: Column, px of the display.
        y: Row, px of the display.
        size: Height and width of the image, px.
        training: Whether the image is one of the training images.

    Example:
        >>> to_frame(640, 400, (480, 640), training=True), to_frame(840, 525, (480, 640), training=False)
        ((282.0, 254.0), (282.0, 254.0))
    """
    height, width = size
    if training:
        display, shown, scale = TRAIN_DISPLAY, size, 1.0
    else:
        display = TEST_DISPLAY
        if width / height > display[1] / display[0]:
            shown = int(display[1] / (width / height)), display[1]
        else:
            shown = display[0], int(display[0] * (width / height))
        scale = width / shown[1]
    top, left = int((display[0] - shown[0]) / 2), int((display[1] - shown[1]) / 2)
    column = min(max(0.0, (x - left) * scale), width - 1)
    row = min(max(0.0, (y - top) * scale), height - 1)
    return column / width * FRAME[1], row / height * FRAME[0]


def _scanpaths(file: Path, raw: RawSet) -> Iterator[_Scanpath]:
    training = file.name in _TRAIN
    scanpaths: dict[tuple[str, str], _Scanpath] = {}
    try:
        with file.open(encoding="utf-8-sig", newline="") as stream:
            for line, row in enumerate(csv.DictReader(stream), start=2):
                label, present, image = _labels(row, training)
                if not present:
                    raw.oddities["fixations of target-absent trials left out"] += 1
                    continue
                values = [number(row[f"CURRENT_FIX_{name}"]) for name in ("X", "Y", "DURATION")]
                if values[0] is None or values[1] is None:
                    raw.skipped.append((f"{file.name} line {line}", "no fixation"))
                    continue
                subject, category = label
                path = _Scanpath(subject, category, image, training)
                point = values[0], values[1], values[2] or 0.0
                scanpaths.setdefault((f"{subject} {category}", row["TRIAL_INDEX"]), path).points.append(point)
    except (OSError, UnicodeDecodeError, csv.Error, KeyError, ValueError, IndexError) as error:
        raise DataError(f"{file}: not a fixation table of MCS ({type(error).__name__}: {error})") from error
    return iter(scanpaths.values())


def _labels(row: Mapping[str, str], training: bool) -> tuple[tuple[str, str], bool, str]:
    """Participant and category, whether the target is there, and the image of a line."""
    if training:
        subject, category, present = row["subjectnum"], row["catcue"], row["condition"] == "present"
        image = row["searcharray"]
    else:
        session = row["RECORDING_SESSION_LABEL"]  # "s10c": participant 10, clocks
        subject, present = session[1:-1], row["target_present"] == "1"
        category = {"c": "clock", "m": "microwave"}[session[-1]]
        image = row.get("image_name") or row["searcharray"]
    if category not in CATEGORIES:
        raise ValueError(f"unknown category {category!r}")
    return (f"{int(subject):02d}", category), present, _coco_name(image)


def _coco_name(name: str) -> str:
    """File name of a COCO image without its prefix, the number padded to 12 digits."""
    path = Path(name)
    return f"{path.stem.rsplit('_', 1)[-1]:0>12}{path.suffix.lower()}"


def _boxes(folder: Path) -> dict[str, dict[str, Mapping[str, Any]]]:
    files = sorted(folder.rglob(BOXES))
    if not files:
        raise DataError(
            f"{folder}: {BOXES} is missing; the target boxes are in Datasets/MCS/data_raw of the ViSioNS repository"
        )
    try:
        content = json.loads(files[0].read_text(encoding="utf-8-sig"))
        return {category: {_coco_name(name): box for name, box in content[category].items()} for category in CATEGORIES}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise DataError(f"{files[0]}: not the target boxes of MCS ({type(error).__name__}: {error})") from error


def _size(entry: Mapping[str, Any]) -> tuple[int, int]:
    return int(number(entry.get("image_height")) or 0), int(number(entry.get("image_width")) or 0)


def _trial(
    category: str,
    image: str,
    boxes: Mapping[str, Mapping[str, Mapping[str, Any]]],
    pictures: Mapping[str, Path],
    folder: Path,
    raw: RawSet,
) -> RawTrial | None:
    entry, name = boxes[category].get(image), f"{category[0]}{image}"
    box = number_list(entry.get("target_bbox")) if isinstance(entry, Mapping) else []
    if entry is None or len(box) != 4 or not all(map(math.isfinite, box)) or min(_size(entry)) < 1:
        raw.skipped.append((name, "no target box"))
        return None
    path = pictures.get(image)
    if path is None:
        raw.skipped.append((name, "image file missing"))
        return None
    size = _size(entry)
    top, left, bottom, right = (int(value / size[side % 2] * FRAME[side % 2]) for side, value in enumerate(box))
    shown = sorted(folder.rglob(f"categories/{category}.jpg"))
    return RawTrial(
        image=name,
        image_path=path,
        target=f"{Path(name).stem}_target.jpg",
        target_path=shown[0] if shown else None,
        bbox=(top, left, min(bottom, FRAME[0] - 1), min(right, FRAME[1] - 1)),
        shape=FRAME,
        initial=(FRAME[1] // 2, FRAME[0] // 2),
        target_object=category,
        resize=True,
    )
