"""Interiors as its authors published it: one MATLAB file per participant, images, templates, and saliency maps.

Layout: ``sinfo_subj/info_per_subj_<k>.mat`` with one record per trial, ``initial_fixations.mat`` and
``target_positions_filtered.mat`` with one record per image, folders ``images``, ``templates`` and ``saliency/<model>``.
Source: Sclar, Bujia, Vita, Solovey & Kamienkowski, "Modeling human visual search" (2020, arXiv 2009.08373), repository
gastonbujia/VisualSearch; the conversion (1-based to 0-based, close fixations merged before scanpaths are cut, limits
above 13 fixations become 13) is that of ViSioNS.
"""

import re
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from dataset_builders.visual_search.raw_set import Pictures, RawScanpath, RawSet, RawTrial, index_pictures
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.arrays import Floats

Record = Mapping[str, Any]
RECEPTIVE, MAX_LENGTH = (32, 32), 16  # a model has 16 fixations on this set, as all models of the published results
LONGEST_CAP = 13  # participants had 13 fixations at most
_PARTICIPANT = re.compile(r"info_per_subj_(\d+)\.mat")


def read_interiors(folder: Path) -> RawSet | None:
    """Trials, scanpaths and saliency maps (folder ``deepgaze``) of the authors' release; None where it is not there.

    The participants' files are those of the fullest folder with any. Records that cannot be read are left out; a file
    that cannot be read, or has no such records, is a DataError.
    """
    by_folder: defaultdict[Path, list[Path]] = defaultdict(list)
    for file in sorted(folder.rglob("info_per_subj_*.mat")):
        if _PARTICIPANT.fullmatch(file.name):
            by_folder[file.parent].append(file)
    files = max(by_folder.values(), key=len, default=[])
    if not files:
        return None
    raw = RawSet("Interiors", receptive=RECEPTIVE, max_length=MAX_LENGTH, lumping="before")
    starts, boxes = (_table(folder, variable, raw) for variable in ("initial_fixations", "target_positions"))
    pictures = index_pictures(folder)
    known: dict[str, RawTrial | None] = {}
    for file in files:
        subject = f"{int(file.stem.rsplit('_', 1)[-1]):02d}"
        for record in read_records(file, "info_per_subj"):
            name = str(record.get("image_name", ""))
            place = f"{file.name}: {name}"
            try:
                if name not in known:
                    known[name] = _trial(name, record, place, boxes.get(name), starts.get(name), pictures, raw)
                if (trial := known[name]) is not None:
                    raw.scanpaths.append(_scanpath(subject, record, trial, raw, place))
            except DataError as error:
                raw.skipped.append((str(error), "record that cannot be read"))
    raw.trials = sorted((trial for trial in known.values() if trial is not None), key=lambda one: one.image)
    maps = {trial.image: pictures.get(("deepgaze", trial.image)) for trial in raw.trials}
    raw.priors = {name: path for name, path in maps.items() if path is not None}
    return raw


def _table(folder: Path, variable: str, raw: RawSet) -> dict[str, Record]:
    """The records of a table by image; without its file the participants' records have to do."""
    files = sorted(folder.rglob(f"{variable}*.mat"))
    if not files:
        raw.oddities[f"{variable}*.mat is missing: taken from the participants' records"] += 1
        return {}
    return {str(one.get("image")): one for one in read_records(files[0], variable)}


def _trial(
    name: str, record: Record, place: str, box: Record | None, start: Record | None, pictures: Pictures, raw: RawSet
) -> RawTrial | None:
    path = pictures.get(("images", name))
    if path is None:
        raw.skipped.append((name, "image file missing"))
        return None
    target = str(record.get("target_name", ""))
    height, width = _vector(record, "image_size", place, 2).astype(int).tolist()
    left, top, right, bottom = _vector(record, "target_rect", place, 4) - 1
    if box is not None:
        keys = ("matched_row", "matched_column", "template_side_length", "template_columns")
        row, column, high, wide = (_vector(box, key, f"target positions: {name}", 1)[0] for key in keys)
        top, left, bottom, right = row - 1, column - 1, row - 1 + high, column - 1 + wide
        target = str(box.get("template", target))
    initial = None
    if start is not None:
        row, column = _vector(start, "initial_fix", f"initial fixations: {name}", 2) - 1
        initial = float(column), float(row)
    bbox = float(top), float(left), float(bottom), float(right)
    return RawTrial(name, path, target, pictures.get(("templates", target)), bbox, (height, width), initial)


def _scanpath(subject: str, record: Record, trial: RawTrial, raw: RawSet, place: str) -> RawScanpath:
    x, y = (np.maximum(_vector(record, key, place) - 1, 0).tolist() for key in ("x", "y"))
    durations = _vector(record, "dur", place).tolist()
    if len(x) != len(y):
        raise DataError(f"{place}: {len(x)} x coordinates but {len(y)} y coordinates")
    cap, stop = int(_vector(record, "nsaccades_allowed", place, 1)[0]) + 1, None
    if cap > LONGEST_CAP:
        # Only participants with a higher limit are stopped at 13 fixations, as in the published conversion.
        cap = stop = LONGEST_CAP
        raw.oddities[f"trials with a limit above {LONGEST_CAP} fixations, which counts as {LONGEST_CAP}"] += 1
    return RawScanpath(subject, trial.image, x, y, trial.shape, cap, durations, stop=stop)


def read_records(path: Path, variable: str) -> list[Record]:
    """The records of a struct array as mappings from field to value; nothing else in the file is read or executed.

    A file that is none of MATLAB 4 to 7.2 (a ``-v7.3`` file is HDF5), or has no such records, is a DataError.
    """
    from scipy.io import loadmat

    try:
        content = loadmat(path, variable_names=[variable], simplify_cells=True, appendmat=False)
    except Exception as error:  # SciPy raises many types for broken files
        raise DataError(f"{path}: cannot be read as a MATLAB file ({type(error).__name__}: {error})") from error
    found = content.get(variable)
    records = [found] if isinstance(found, Mapping) else found
    if not isinstance(records, list) or not all(isinstance(one, Mapping) for one in records):
        raise DataError(f"{path}: holds no records {variable!r}")
    return records


def _vector(record: Record, field: str, place: str, length: int | None = None) -> Floats:
    """A numeric field as a flat array, of ``length`` entries where that is given; a single number becomes one entry."""
    try:
        values = np.asarray(record[field], dtype=np.float64).ravel()
    except (KeyError, TypeError, ValueError) as error:
        reason = "missing" if field not in record else f"not numeric ({error})"
        raise DataError(f"{place}: field {field!r} is {reason}") from error
    if length is not None and values.size != length:
        raise DataError(f"{place}: field {field!r} has {values.size} entries, not {length}")
    return values
