"""Interiors as its authors published it: one MATLAB file per participant, images, templates, and saliency maps.

Layout: ``sinfo_subj/info_per_subj_<k>.mat`` with one record per trial, ``initial_fixations.mat`` and
``target_positions_filtered.mat`` with one record per image, folders ``images``, ``templates`` and ``saliency/<model>``.
Source: Sclar, Bujia, Vita, Solovey & Kamienkowski, "Modeling human visual search" (2020, arXiv 2009.08373), repository
gastonbujia/VisualSearch; the conversion (1-based to 0-based, close fixations merged before scanpaths are cut, limits
above 13 fixations become 13) is that of ViSioNS.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from dataset_builders.visual_search.matlab import Record, read_records, vector
from dataset_builders.visual_search.raw_set import RawScanpath, RawSet, RawTrial, index_pictures
from vlmeval_hvs.errors import DataError

RECEPTIVE, MAX_LENGTH = (32, 32), 16
"""A model has 16 fixations on this set, as all models of the published results have."""
LONGEST_CAP = 13
"""Participants had 13 at most."""
_PARTICIPANT = re.compile(r"info_per_subj_(\d+)\.mat")


def find_matlab(folder: Path) -> list[Path]:
    """The participants' files below a folder, of the fullest folder that has such files; empty if there are none."""
    by_folder: dict[Path, list[Path]] = {}
    for file in sorted(folder.rglob("info_per_subj_*.mat")):
        if _PARTICIPANT.fullmatch(file.name):
            by_folder.setdefault(file.parent, []).append(file)
    return max(by_folder.values(), key=len, default=[])


def read_matlab(files: list[Path], folder: Path, strict: bool = True) -> RawSet:
    """Trials, scanpaths and saliency maps of the authors' release.

    Args:
        files: The participants' files, from `find_matlab`.
        folder: Top folder of the release, searched for everything else.
        strict: Whether a record that cannot be read is an error; else `RawSet.skipped` has it.

    Raises:
        DataError: A file cannot be read, or has no such records.
    """
    raw = RawSet("Interiors", trials=[], scanpaths=[], receptive=RECEPTIVE, max_length=MAX_LENGTH, lumping="before")
    starts = {str(one.get("image")): one.get("initial_fix") for one in _table(folder, "initial_fixations", raw)}
    boxes = {str(one.get("image")): one for one in _table(folder, "target_positions", raw)}
    people = read_records([(file, "info_per_subj") for file in files])
    pictures = index_pictures(folder)
    known: dict[str, RawTrial | None] = {}
    for file, records in zip(files, people, strict=True):
        subject = f"{int(file.stem.rsplit('_', 1)[-1]):02d}"
        for record in records:
            name = str(record.get("image_name", ""))
            place = f"{file.name}: {name}"
            try:
                if name not in known:
                    known[name] = _trial(name, record, place, boxes.get(name), starts.get(name), pictures, raw)
                trial = known[name]
                if trial is not None:
                    raw.scanpaths.append(_scanpath(subject, record, trial, raw, place))
            except DataError as error:
                if strict:
                    raise
                raw.skipped.append((str(error), "record that cannot be read"))
    raw.trials.extend(sorted((trial for trial in known.values() if trial is not None), key=lambda one: one.image))
    raw.priors = _priors(pictures, raw.trials)
    return raw


def _table(folder: Path, variable: str, raw: RawSet) -> list[Record]:
    files = sorted(folder.rglob(f"{variable}*.mat"))
    if not files:
        raw.oddities[f"{variable}*.mat is missing: taken from the participants' records"] += 1
        return []
    return read_records([(files[0], variable)])[0]


def _trial(
    name: str,
    record: Mapping[str, Any],
    place: str,
    box: Mapping[str, Any] | None,
    start: Any,
    pictures: Mapping[tuple[str, str], Path],
    raw: RawSet,
) -> RawTrial | None:
    path = pictures.get(("images", name))
    if path is None:
        raw.skipped.append((name, "image file missing"))
        return None
    target = str(record.get("target_name", ""))
    size, corners = vector(record, "image_size", place, 2), vector(record, "target_rect", place, 4)
    left, top, right, bottom = corners - 1
    if box is not None:
        keys = ("matched_row", "matched_column", "template_side_length", "template_columns")
        row, column, height, width = (vector(box, key, f"target positions: {name}", 1)[0] for key in keys)
        top, left, bottom, right = row - 1, column - 1, row - 1 + height, column - 1 + width
        target = str(box.get("template", target))
    initial = None
    if start is not None:
        row, column = vector({"initial_fix": start}, "initial_fix", f"initial fixations: {name}", 2) - 1
        initial = float(column), float(row)
    return RawTrial(
        image=name,
        image_path=path,
        target=target,
        target_path=pictures.get(("templates", target)),
        bbox=(float(top), float(left), float(bottom), float(right)),
        shape=(int(size[0]), int(size[1])),
        initial=initial,
    )


def _scanpath(subject: str, record: Mapping[str, Any], trial: RawTrial, raw: RawSet, place: str) -> RawScanpath:
    x, y = (np.maximum(vector(record, key, place) - 1, 0) for key in ("x", "y"))
    durations = vector(record, "dur", place)
    if x.size != y.size:
        raise DataError(f"{place}: {x.size} x coordinates but {y.size} y coordinates")
    cap, stop = int(vector(record, "nsaccades_allowed", place, 1)[0]) + 1, None
    if cap > LONGEST_CAP:
        # Only participants with a higher limit are stopped at 13 fixations, as in the published conversion.
        cap = stop = LONGEST_CAP
        raw.oddities[f"trials with a limit above {LONGEST_CAP} fixations, which counts as {LONGEST_CAP}"] += 1
    times = durations.tolist()
    return RawScanpath(subject, trial.image, x.tolist(), y.tolist(), trial.shape, cap, times, stop=stop)


def _priors(pictures: Mapping[tuple[str, str], Path], trials: list[RawTrial]) -> dict[str, Path]:
    """Saliency map of every image from the folder ``deepgaze``, where the release has it."""
    maps = {trial.image: pictures.get(("deepgaze", trial.image)) for trial in trials}
    return {name: path for name, path in maps.items() if path is not None}
