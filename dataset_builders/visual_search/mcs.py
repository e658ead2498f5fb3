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
from collections.abc import Mapping
from pathlib import Path
from typing import Any

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

Boxes = Mapping[str, Mapping[str, Any]]  # entry of the target boxes by category and image
Points = list[tuple[float, float, float]]  # x and y, px of the display, and duration, ms


def read_mcs(folder: Path) -> RawSet | None:
    """Trials and scanpaths of the release, target-absent searches left out; None where it is not there.

    Raises:
        DataError: A file is missing or cannot be read.
    """
    files = sorted(file for name in FILES for file in folder.rglob(name))
    if not files:
        return None
    raw = RawSet("MCS", trials=[], scanpaths=[], receptive=_RECEPTIVE, max_length=_MAX_LENGTH, lumping="after")
    boxes = _boxes(folder)
    pictures = {_coco_name(path.name): path for path in index_pictures(folder).values()}
    trials: dict[str, RawTrial | None] = {}
    for file in files:
        for (subject, category, _), (image, points) in _scanpaths(file, raw).items():
            name = f"{category[0]}{image}"
            if name not in trials:
                trials[name] = raw.add(name, _trial, name, category, boxes[category].get(image), pictures, folder)
            if trials[name] is not None:
                size = _size(boxes[category][image])
                places = [to_frame(x, y, size, file.name in _TRAIN) for x, y, _ in points]
                x, y = [x for x, _ in places], [y for _, y in places]
                durations = [duration for *_, duration in points]
                raw.scanpaths.append(RawScanpath(subject, name, x, y, FRAME, _CAP, durations))
    raw.trials.sort(key=lambda one: one.image)
    return raw


def to_frame(x: float, y: float, size: tuple[int, int], training: bool) -> tuple[float, float]:
    """A fixation on the display as a position in `FRAME`, clipped into the image of ``size`` (height, width).

    Training images were shown in their own size in the middle of a 1280 x 800 display; test images were enlarged to
    fit a 1680 x 1050 display, with bars at two sides.

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


def _scanpaths(file: Path, raw: RawSet) -> dict[tuple[str, str, str], tuple[str, Points]]:
    """Image and fixations by participant, category and trial."""
    scanpaths: dict[tuple[str, str, str], tuple[str, Points]] = {}
    try:
        with file.open(encoding="utf-8-sig", newline="") as stream:
            for line, row in enumerate(csv.DictReader(stream), start=2):
                if file.name in _TRAIN:
                    subject, category, present = row["subjectnum"], row["catcue"], row["condition"] == "present"
                else:
                    session, present = row["RECORDING_SESSION_LABEL"], row["target_present"] == "1"
                    # "s10c": participant 10, clocks
                    subject, category = session[1:-1], {"c": "clock", "m": "microwave"}[session[-1]]
                if category not in CATEGORIES:
                    raise ValueError(f"unknown category {category!r}")
                x, y, duration = (number(row[f"CURRENT_FIX_{name}"]) for name in ("X", "Y", "DURATION"))
                if not present:
                    raw.oddities["fixations of target-absent trials left out"] += 1
                elif x is None or y is None:
                    raw.skipped.append((f"{file.name} line {line}", "no fixation"))
                else:
                    image = _coco_name(row.get("image_name") or row["searcharray"])
                    key = f"{int(subject):02d}", category, row["TRIAL_INDEX"]
                    scanpaths.setdefault(key, (image, []))[1].append((x, y, duration or 0.0))
    except (OSError, UnicodeDecodeError, csv.Error, KeyError, ValueError, IndexError) as error:
        raise DataError(f"{file}: not a fixation table of MCS ({type(error).__name__}: {error})") from error
    return scanpaths


def _coco_name(name: str) -> str:
    """File name of a COCO image without its prefix, the number padded to 12 digits."""
    path = Path(name)
    return f"{path.stem.rsplit('_', 1)[-1]:0>12}{path.suffix.lower()}"


def _boxes(folder: Path) -> Boxes:
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


def _trial(name: str, category: str, entry: Any, pictures: Mapping[str, Path], folder: Path) -> RawTrial:
    """A trial; a DataError says why it is left out."""
    box = number_list(entry.get("target_bbox")) if isinstance(entry, Mapping) else []
    if len(box) != 4 or not all(map(math.isfinite, box)) or min(_size(entry)) < 1:
        raise DataError("no target box")
    if name[1:] not in pictures:
        raise DataError("image file missing")
    top, left, bottom, right = (
        int(value / side * frame) for value, side, frame in zip(box, _size(entry) * 2, FRAME * 2, strict=True)
    )
    return RawTrial(
        image=name,
        image_path=pictures[name[1:]],
        target=f"{Path(name).stem}_target.jpg",
        target_path=next(iter(sorted(folder.rglob(f"categories/{category}.jpg"))), None),
        bbox=(top, left, min(bottom, FRAME[0] - 1), min(right, FRAME[1] - 1)),
        shape=FRAME,
        initial=(FRAME[1] // 2, FRAME[0] // 2),
        target_object=category,
        resize=True,
    )
