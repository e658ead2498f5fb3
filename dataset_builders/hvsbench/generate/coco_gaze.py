"""COCO-FreeView and COCO-Search18: fixations of ten people each on pictures of COCO.

A file is a list of trials ``{name, subject, task, condition, X, Y, T, split}``: X and Y in px of the 1680 x 1050
screen or of its 512 x 320 copy, T in ms (README.md of cvlab-stonybrook/Scanpath_Prediction). Pictures are those of the
release, which fill the screen with bars, or COCO's own, which were fitted into it (``plot_scanpath.py`` there).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from dataset_builders.hvsbench.frames import NAMES, decide, gather, to_image
from dataset_builders.hvsbench.generate.annotations import (
    AnnotatedPicture,
    Oddities,
    Recording,
    Size,
    SourceScanpath,
    inside_picture,
    mappings,
    read_recording,
    size_of,
    text,
)
from dataset_builders.visual_search.coco_search18 import PATTERN, find_all
from dataset_builders.visual_search.raw_set import index_pictures
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import read_json

_FREEVIEW = re.compile(r"coco_?freeview_fixations.*\.json", re.IGNORECASE)


def coco_freeview(folder: Path, oddities: Oddities, frame: str = "") -> Iterator[AnnotatedPicture]:
    """Read COCO-FreeView: ten people looked at pictures without a task.

    Layout: ``coco_freeview_fixations*.json`` (as the code of its authors names it, README.md of cvlab-stonybrook/HAT)
    or ``COCOFreeView_fixations*.json`` (as it is downloaded), and the pictures of COCO-Search18 at any depth. Source:
    Yang et al., "Predicting human attention using computational attention" (2023).

    ``frame`` is that of all coordinates, one of `frames.NAMES`; "" infers it for each file from its coordinates.
    """
    files = [file for file in sorted(folder.rglob("*.json")) if _FREEVIEW.fullmatch(file.name)]
    if not files:
        raise DataError(f"{folder}: no file coco_freeview_fixations*.json, as COCO-FreeView has it")
    return _pictures("COCO-FreeView", folder, files, _no_target, frame, oddities)


def coco_search18(folder: Path, oddities: Oddities, frame: str = "") -> Iterator[AnnotatedPicture]:
    """Read COCO-Search18: ten people searched pictures for an object that is there.

    Layout: ``coco_search18_fixations_TP_*.json`` of training and validation, and of the test where it is there, and the
    pictures below folders named for the target. Trials without the target in the picture are left out, as HVSBench
    takes the target-present ones; those in which the participant was wrong stay, as in ``hparams/coco_search18.json``
    of cvlab-stonybrook/Scanpath_Prediction. Source: Chen et al., "COCO-Search18 fixation dataset for predicting
    goal-directed attention control" (2021). Arguments and errors are those of `coco_freeview`.
    """
    files = find_all(folder)
    if not files:
        raise DataError(f"{folder}: no file {PATTERN}, as COCO-Search18 has them")
    return _pictures("COCO-Search18", folder, files, _target, frame, oddities)


def _no_target(entry: Mapping[str, Any]) -> str:
    if entry.get("condition") in ("present", "absent"):
        raise DataError("trial of a search")
    return ""


def _target(entry: Mapping[str, Any]) -> str:
    if entry.get("condition", "present") != "present":
        raise DataError("trial whose target is not in the picture")
    task = text(entry.get("task"), "a target")
    if task == "none":
        raise DataError("trial without a target")
    return task.replace("_", " ")


_Trial = tuple[Path, str, Recording]  # picture, target and scanpath before its frame is known


def _pictures(
    dataset: str,
    folder: Path,
    files: Sequence[Path],
    target_of: Callable[[Mapping[str, Any]], str],
    frame: str,
    oddities: Oddities,
) -> Iterator[AnnotatedPicture]:
    """Pictures with their scanpaths, ordered by name; a `DataError` of `target_of` leaves a trial out."""
    if frame and frame not in NAMES:
        raise DataError(f"--frame {frame}: must be one of {', '.join(NAMES)}")
    index, sizes = index_pictures(folder), dict[Path, Size]()
    found: dict[Path, list[SourceScanpath]] = {}
    seen: set[tuple[Path, str, str]] = set()
    for file in files:
        trials = []
        for path, target, recording in _trials(file, folder, index, sizes, target_of, oddities):
            key = path, target, recording.participant
            if key in seen:
                oddities.add("second trial of a participant on the same picture", recording.source)
            else:
                seen.add(key)
                trials.append((path, target, recording))
        name = frame or _frame(trials, sizes, file)
        for path, target, recording in trials:
            points = to_image(recording.points, np.array(sizes[path], dtype=float), name)
            if scanpath := inside_picture(recording, points, target, oddities):
                found.setdefault(path, []).append(scanpath)
    names = {path.relative_to(folder).as_posix(): path for path in found}
    for name, path in sorted(names.items()):
        yield AnnotatedPicture(dataset, name, path, sizes[path], scanpaths=tuple(found.pop(path)))


def _trials(
    file: Path,
    folder: Path,
    index: Mapping[tuple[str, str], Path],
    sizes: dict[Path, Size],
    target_of: Callable[[Mapping[str, Any]], str],
    oddities: Oddities,
) -> Iterator[_Trial]:
    for place, entry in mappings(read_json(file), f"{file.relative_to(folder).as_posix()}#", oddities):
        with oddities.at(place):
            target, path = target_of(entry), _picture(entry, index)
            if path not in sizes:
                sizes[path] = size_of(path)
            yield path, target, read_recording(entry, place, oddities)


def _picture(entry: Mapping[str, Any], index: Mapping[tuple[str, str], Path]) -> Path:
    name, task = (str(entry.get(key, "")) for key in ("name", "task"))
    for category in (task, task.replace(" ", "_"), ""):
        if path := index.get((category, name)):
            return path
    raise DataError("picture file missing")


def _frame(trials: Sequence[_Trial], sizes: Mapping[Path, Size], file: Path) -> str:
    """The frame of a file; of a screen, with pictures fitted into it unless people look at what would be bars."""
    if not trials:
        return NAMES[0]
    fixations = gather(
        [([dict(zip("XY", recording.points.T, strict=True))], sizes[path]) for path, _, recording in trials]
    )
    try:
        return decide(fixations, fitted_to_screen=True)
    except DataError as error:
        raise DataError(f"{file}: {error}") from None
