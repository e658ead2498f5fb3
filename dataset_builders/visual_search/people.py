"""Raw People (MATLAB eye-tracking files and images of street scenes) to search trials.

Layout: one ``.mat`` per image with a record of the file's own name: ``imgName``, ``target`` ("TP" or "TA"),
``targetInfo.targetBox`` (two corners, x and y) and ``subdata``, one record per participant (``subName``, ``Nfixs``,
``fixXY``, ``fixDur``). Source: Ehinger, Hidalgo-Sotelo, Torralba & Oliva, "Modelling search for people in 900 scenes"
(2009); conversion as in the preprocessing of ViSioNS.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from dataset_builders.visual_search.matlab import read_records, vector
from dataset_builders.visual_search.raw_set import RawScanpath, RawSet, RawTrial, index_pictures
from vlmeval_hvs.errors import DataError

SHAPE = (600, 800)
_RECEPTIVE, _MAX_LENGTH, _CAP = (42, 42), 16, 16
_INITIAL = (398.0, 302.0)  # (x, y): the participants' mean, the middle of the image
EYE_DATA = "eyeData"
SEVERAL_TARGETS = ("U123_1RBE.jpg", "U0126_1LBE.jpg", "U0340_1RBH.jpg")
"""Images with more than one person, which ViSioNS leaves out."""


def find_people(folder: Path) -> list[Path]:
    """The eye-tracking files below a folder: those in a folder ``eyeData``."""
    return sorted(file for file in folder.rglob("*.mat") if file.parent.name == EYE_DATA)


def read_people(files: list[Path], folder: Path) -> RawSet:
    """Trials and scanpaths of the release; images without a person are left out.

    Raises:
        DataError: A file cannot be read, or has no such record.
    """
    raw = RawSet("People", [], [], receptive=_RECEPTIVE, max_length=_MAX_LENGTH, lumping="before")
    pictures = index_pictures(folder)
    numbers: dict[str, str] = {}
    scenes = read_records([(file, file.stem) for file in files])
    for file, records in zip(files, scenes, strict=True):
        for record in records:
            if record.get("target") != "TP":
                raw.oddities["images without a person left out"] += 1
                continue
            trial = _trial(record, pictures, file.name, raw)
            if trial is None:
                continue
            raw.trials.append(trial)
            for one in _list(record.get("subdata")):
                name = str(one.get("subName", ""))
                subject = numbers.setdefault(name, f"{len(numbers) + 1:02d}")
                raw.scanpaths.append(_scanpath(subject, one, trial, f"{file.name}: {name}"))
    return raw


def _list(value: Any) -> list[Mapping[str, Any]]:
    records = [value] if isinstance(value, Mapping) else value if isinstance(value, list | np.ndarray) else []
    return [one for one in records if isinstance(one, Mapping)]


def _trial(
    record: Mapping[str, Any], pictures: Mapping[tuple[str, str], Path], place: str, raw: RawSet
) -> RawTrial | None:
    name = Path(str(record.get("imgName", ""))).name
    if name in SEVERAL_TARGETS:
        raw.skipped.append((name, "more than one target, left out as published"))
        return None
    path = pictures.get(("", name))
    if path is None:
        raw.skipped.append((name, "image file missing"))
        return None
    info = record.get("targetInfo")
    try:
        corners = vector(info if isinstance(info, Mapping) else {}, "targetBox", place, 4)
    except DataError as error:
        raw.skipped.append((name, f"no target box ({error})"))
        return None
    left, top, right, bottom = (float(int(value)) for value in corners)
    return RawTrial(
        image=name,
        image_path=path,
        target=f"{Path(name).stem}_target.jpg",
        target_path=pictures.get(("", "pedestrian.jpg")),
        bbox=(top, left, bottom, right),
        shape=SHAPE,
        initial=_INITIAL,
        target_object="person",
    )


def _scanpath(subject: str, record: Mapping[str, Any], trial: RawTrial, place: str) -> RawScanpath:
    values, durations = vector(record, "fixXY", place), vector(record, "fixDur", place)
    if values.size % 2:
        raise DataError(f"{place}: fixXY is no list of positions")
    # One fixation comes as a bare pair, several as one row each.
    x, y = values.reshape(-1, 2).T.tolist()
    return RawScanpath(subject, trial.image, x, y, SHAPE, _CAP, durations.tolist())
