"""Fixations on pictures of COCO in the format of COCO-Search18 and COCO-FreeView.

A file is a list of trials ``{name, subject, task, condition, X, Y, T, split}``: X and Y in px of the 1680 x 1050
screen or of its 512 x 320 copy, T in ms (README.md of cvlab-stonybrook/Scanpath_Prediction). Pictures are those of the
release, which fill the screen with bars, or COCO's own, which were fitted into it (``plot_scanpath.py`` there).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dataset_builders.hvsbench.frames import LETTERBOXED, NAMES, Fixations, decide, to_image
from dataset_builders.hvsbench.generate.annotations import AnnotatedPicture, Oddities
from dataset_builders.hvsbench.generate.reading import Size, mappings, size_of, text
from dataset_builders.hvsbench.generate.scanpaths import Recorded, inside_picture, read_recorded
from dataset_builders.visual_search.raw_set import index_pictures
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import read_json

_MARGIN, _ON_PICTURE = 0.02, 0.97  # some people look past the picture


class _Trial(NamedTuple):
    """A trial before its frame is known."""

    path: Path
    target: str
    split: str
    recorded: Recorded


def gaze_pictures(
    dataset: str,
    folder: Path,
    files: Sequence[Path],
    target_of: Callable[[Mapping[str, Any]], str],
    frame: str,
    oddities: Oddities,
) -> Iterator[AnnotatedPicture]:
    """Pictures with their scanpaths, ordered by name.

    Args:
        dataset: Name of the source.
        folder: Its folder, which has the pictures at any depth.
        files: Files of trials.
        target_of: What was searched for in a trial, "" for nothing; a `DataError` leaves the trial out.
        frame: Of all coordinates, one of `frames.NAMES`; "" to decide for each file from its coordinates.
        oddities: Counts what is left out.

    Raises:
        DataError: A file is no list of trials, or its frame cannot be told.
    """
    if frame and frame not in NAMES:
        raise DataError(f"frame {frame!r} is none of {', '.join(NAMES)}")
    index, sizes = index_pictures(folder), dict[Path, Size]()
    found: dict[Path, list[tuple[_Trial, NDArray[np.float64]]]] = {}
    seen: set[tuple[Path, str, str]] = set()
    for file in files:
        trials = []
        for trial in _trials(file, folder, index, sizes, target_of, oddities):
            key = trial.path, trial.target, trial.recorded.participant
            if key in seen:
                oddities.add("second trial of a participant on the same picture", trial.recorded.source)
                continue
            seen.add(key)
            trials.append(trial)
        for trial, points in _placed(trials, sizes, frame, file):
            found.setdefault(trial.path, []).append((trial, points))
    names = {path.relative_to(folder).as_posix(): path for path in found}
    for name in sorted(names):
        path = names[name]
        trials_here = found.pop(path)
        splits = sorted({trial.split for trial, _ in trials_here})
        if len(splits) > 1:
            oddities.add(f"picture of several splits, taken as {splits[0]}", name)
        scanpaths = [
            scanpath
            for trial, points in trials_here
            if (scanpath := inside_picture(trial.recorded, points, trial.target, oddities))
        ]
        if scanpaths:
            yield AnnotatedPicture(dataset, name, path, sizes[path], splits[0], scanpaths=tuple(scanpaths))


def _trials(
    file: Path,
    folder: Path,
    index: Mapping[tuple[str, str], Path],
    sizes: dict[Path, Size],
    target_of: Callable[[Mapping[str, Any]], str],
    oddities: Oddities,
) -> Iterator[_Trial]:
    entries = read_json(file)
    for place, entry in mappings(entries, f"{file.relative_to(folder).as_posix()}#", oddities):
        try:
            target = target_of(entry)
            path = _picture(entry, index)
            if path not in sizes:
                sizes[path] = size_of(path)
            recorded = read_recorded(entry, place, oddities)
            split = text(entry["split"], "a split that can be read") if "split" in entry else ""
        except DataError as error:
            oddities.add(str(error), place)
            continue
        yield _Trial(path, target, split, recorded)


def _picture(entry: Mapping[str, Any], index: Mapping[tuple[str, str], Path]) -> Path:
    name, task = (str(entry.get(key, "")) for key in ("name", "task"))
    for category in (task, task.replace(" ", "_"), ""):
        if path := index.get((category, name)):
            return path
    raise DataError("picture file missing")


def _placed(
    trials: Sequence[_Trial], sizes: Mapping[Path, Size], frame: str, file: Path
) -> Iterator[tuple[_Trial, NDArray[np.float64]]]:
    """Trials with their fixations relative to the picture."""
    if not frame:
        points = [trial.recorded.points for trial in trials]
        shown = [np.tile(np.array(sizes[trial.path], dtype=float), (len(trial.recorded.points), 1)) for trial in trials]
        try:
            frame = _frame(Fixations(np.concatenate(points), np.concatenate(shown))) if points else NAMES[0]
        except DataError as error:
            raise DataError(f"{file}: {error}") from None
    for trial in trials:
        yield trial, to_image(trial.recorded.points, np.array(sizes[trial.path], dtype=float), frame)


def _frame(fixations: Fixations) -> str:
    """The frame of a file; of a screen, with pictures fitted into it unless people look at what would be bars."""
    name = decide(fixations, bars_open=True)
    if name in LETTERBOXED:
        return name
    fitted = f"{name}-letterbox"
    if fitted not in LETTERBOXED:
        return name
    placed = to_image(fixations.points, fixations.sizes, fitted)
    on_picture = ((placed >= -_MARGIN) & (placed <= 1 + _MARGIN)).all(axis=1)
    return fitted if on_picture.mean() >= _ON_PICTURE else name
