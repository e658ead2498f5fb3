"""Raw People (MATLAB eye-tracking files and images of street scenes) to search trials.

Layout: one ``.mat`` per image in a folder ``eyeData``, with a record of the file's own name: ``imgName``, ``target``
("TP" or "TA"), ``targetInfo.targetBox`` (two corners, x and y) and ``subdata``, one record per participant
(``subName``, ``fixXY``, ``fixDur``). Source: Ehinger, Hidalgo-Sotelo, Torralba & Oliva, "Modelling search for people in
900 scenes" (2009); conversion as in the preprocessing of ViSioNS.
"""

from __future__ import annotations

from pathlib import Path

from dataset_builders.visual_search.matlab import Record, read_records, records_of, vector
from dataset_builders.visual_search.raw_set import Pictures, RawScanpath, RawSet, RawTrial, index_pictures
from vlmeval_hvs.errors import DataError

SHAPE = (600, 800)
EYE_DATA = "eyeData"
_RECEPTIVE, _MAX_LENGTH, _CAP = (42, 42), 16, 16
_INITIAL = (398.0, 302.0)  # (x, y): the participants' mean, the middle of the image
_SEVERAL_TARGETS = ("U123_1RBE.jpg", "U0126_1LBE.jpg", "U0340_1RBH.jpg")  # images that ViSioNS leaves out


def read_people(folder: Path) -> RawSet | None:
    """Trials and scanpaths of the release, images without a person left out; None where it is not there.

    Raises:
        DataError: A file cannot be read, or has no such record.
    """
    files = sorted(file for file in folder.rglob("*.mat") if file.parent.name == EYE_DATA)
    if not files:
        return None
    raw = RawSet("People", [], [], receptive=_RECEPTIVE, max_length=_MAX_LENGTH, lumping="before")
    pictures = index_pictures(folder)
    numbers: dict[str, str] = {}
    for file in files:
        for record in read_records(file, file.stem):
            if record.get("target") != "TP":
                raw.oddities["images without a person left out"] += 1
                continue
            name = Path(str(record.get("imgName", ""))).name
            trial = raw.add(name, _trial, name, record, pictures, file.name)
            if trial is None:
                continue
            for one in records_of(record.get("subdata")) or []:
                person = str(one.get("subName", ""))
                subject = numbers.setdefault(person, f"{len(numbers) + 1:02d}")
                raw.scanpaths.append(_scanpath(subject, one, trial, f"{file.name}: {person}"))
    return raw


def _trial(name: str, record: Record, pictures: Pictures, place: str) -> RawTrial:
    """A trial; a DataError says why it is left out."""
    if name in _SEVERAL_TARGETS:
        raise DataError("more than one target, left out as published")
    path = pictures.get(("", name))
    if path is None:
        raise DataError("image file missing")
    info = record.get("targetInfo")
    box = vector(info if isinstance(info, dict) else {}, "targetBox", place, 4)
    left, top, right, bottom = (float(int(value)) for value in box)
    target, shown = f"{Path(name).stem}_target.jpg", pictures.get(("", "pedestrian.jpg"))
    return RawTrial(name, path, target, shown, (top, left, bottom, right), SHAPE, _INITIAL, "person")


def _scanpath(subject: str, record: Record, trial: RawTrial, place: str) -> RawScanpath:
    values, durations = vector(record, "fixXY", place), vector(record, "fixDur", place)
    if values.size % 2:
        raise DataError(f"{place}: fixXY is no list of positions")
    # One fixation comes as a bare pair, several as one row each.
    x, y = values.reshape(-1, 2).T.tolist()
    return RawScanpath(subject, trial.image, x, y, SHAPE, _CAP, durations.tolist())
