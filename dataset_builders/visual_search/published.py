"""Reads search data: the published ViSioNS format, tolerant of what its real files do, into one plain structure.

Format: ``dataset_info.json``, ``trials_properties.json``, ``human_scanpaths/*.json``, images and target templates
(README of the published ``Datasets`` folder).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dataset_builders.odd_rows import one_row
from dataset_builders.visual_search.raw_set import (
    PICTURES,
    RawScanpath,
    RawSet,
    RawTrial,
    number,
    number_list,
    participant,
)
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import inside, named_file, read_json

IMAGE_DIRS, TARGET_DIRS, PRIOR_DIR = ("images", "stimuli"), ("targets", "templates"), "priors"
DEFAULT_MAX_LENGTH = 13
PUBLISHED_SETS = frozenset({"interiors", "unrestricted", "mcs", "cocosearch18", "people"})
"""Plain names of the sets that are published in this format: one of them is never taken for another."""
_FORMER_NAMES = {"interiors": "cibs"}  # as the oldest published files call it


def find_published(folder: Path, name: str) -> Path | None:
    """The folder below ``folder`` that holds the published dataset ``name``; the only one there is, for any name.

    Raises:
        DataError: Several datasets and none of that name, or another of the published sets.
    """
    found = sorted(path.parent for path in folder.rglob("dataset_info.json"))
    wanted = {plain_name(name), _FORMER_NAMES.get(plain_name(name), plain_name(name))}
    named = [path for path in found if wanted & {plain_name(path.name), plain_name(_stated_name(path))}]
    if named:
        return named[0]
    if plain_name(name) in PUBLISHED_SETS and found:
        # Anything else would be compared with the published results of another set.
        others = ", ".join(_stated_name(path) or path.name for path in found)
        raise DataError(
            f"{folder}: holds the data of {others}, not of {name}; build data of your own as VisualSearch_Custom:NAME"
        )
    if len(found) > 1:
        raise DataError(f"{folder}: none of the datasets {', '.join(path.name for path in found)} is {name}")
    return found[0] if found else None


def read_published(folder: Path) -> RawSet:
    """A dataset in the published format.

    Raises:
        DataError: A file that everything depends on is missing or is not what it should be.
    """
    info = _json(folder / "dataset_info.json", dict)
    properties = _json(folder / "trials_properties.json", list)
    receptive = number_list(info.get("receptive_size"))
    if len(receptive) != 2 or not all(value >= 1 for value in receptive):
        raise DataError(f"{folder / 'dataset_info.json'}: receptive_size must be [height, width]")
    stated = plain_name(str(info.get("dataset_name", "")))
    raw = RawSet(
        name=str(info.get("dataset_name") or folder.name),
        trials=[],
        scanpaths=[],
        receptive=(int(receptive[0]), int(receptive[1])),
        max_length=int(number(info.get("max_scanpath_length")) or DEFAULT_MAX_LENGTH),
        # The files of published sets hold close fixations merged already.
        lumping="stored" if stated in PUBLISHED_SETS or stated in _FORMER_NAMES.values() else "scored",
    )
    if "max_scanpath_length" not in info:
        raw.oddities[f"dataset_info.json has no max_scanpath_length, {DEFAULT_MAX_LENGTH} taken"] += 1
    default_shape = int(number(info.get("image_height")) or 0), int(number(info.get("image_width")) or 0)
    images = _directory(folder, info.get("images_dir"), IMAGE_DIRS)
    targets = _directory(folder, info.get("targets_dir"), TARGET_DIRS)
    for position, entry in enumerate(properties):
        try:
            with one_row():
                trial = _trial(entry, position, images, targets, default_shape, raw)
        except DataError as error:
            raw.skipped.append((f"trials_properties.json entry {position}", str(error)))
            continue
        if trial is not None:
            raw.trials.append(trial)
    people: dict[str, Path] = {}
    for file in sorted(_directory(folder, info.get("scanpaths_dir"), ("human_scanpaths",)).glob("*.json")):
        _read_subject(file, participant(file, people), raw)
    raw.priors = _priors(folder, raw.trials)
    return raw


def _priors(folder: Path, trials: list[RawTrial]) -> dict[str, Path]:
    """Saliency maps from a folder ``priors``, named as the images."""
    maps = {path.stem: path for path in sorted((folder / PRIOR_DIR).glob("*")) if path.suffix.lower() in PICTURES}
    stems = {trial.image: Path(trial.image).stem for trial in trials}
    return {image: maps[stem] for image, stem in stems.items() if stem in maps}


def _trial(
    entry: Any, position: int, images: Path, targets: Path, default_shape: tuple[int, int], raw: RawSet
) -> RawTrial | None:
    name = str(entry.get("image", "")) if isinstance(entry, Mapping) else ""
    if not name:
        raw.skipped.append((f"trials_properties.json entry {position}", "no image name"))
        return None
    values = [
        number(entry.get(key))
        for key in ("target_matched_row", "target_matched_column", "target_height", "target_width")
    ]
    if any(value is None for value in values):
        raw.skipped.append((name, "no target box"))
        return None
    row, column, height, width = (float(value or 0) for value in values)
    shape = (
        int(number(entry.get("image_height")) or default_shape[0]),
        int(number(entry.get("image_width")) or default_shape[1]),
    )
    image_path = _file(images, name)
    if image_path is None or min(shape) < 1:
        raw.skipped.append((name, "image file missing" if image_path is None else "no image size"))
        return None
    initial = number(entry.get("initial_fixation_column")), number(entry.get("initial_fixation_row"))
    target = str(entry.get("target") or f"{Path(name).stem}_template.jpg")
    return RawTrial(
        image=name,
        image_path=image_path,
        target=target,
        target_path=_file(targets, target),
        bbox=(row, column, row + height, column + width),
        shape=shape,
        initial=None if initial[0] is None or initial[1] is None else (initial[0], initial[1]),
        target_object=str(entry.get("target_object") or "TBD"),
    )


def _read_subject(file: Path, subject: str, raw: RawSet) -> None:
    """Read one participant's file; the number inside repeats that of its name, where it is not wrong."""
    content = _json(file, dict)
    known = {trial.image: trial for trial in raw.trials}
    for image, entry in content.items():
        if image not in known:
            raw.oddities["scanpaths on images without trial"] += 1
            continue
        if not isinstance(entry, Mapping):
            raw.skipped.append((f"{file.name}: {image}", "not a scanpath"))
            continue
        x, y = number_list(entry.get("X")), number_list(entry.get("Y"))
        if len(x) != len(y):
            raw.oddities["scanpaths with unequal numbers of X and Y, cut to the shorter"] += 1
        durations = number_list(entry.get("T"))
        if durations and len(durations) != len(x):
            # The published files never shorten T, whether fixations were cut off at the end or merged in between.
            raw.oddities["scanpaths with unequal numbers of X and T, durations left out"] += 1
            durations = []
        times = durations or [math.nan] * len(x)
        points = zip(x, y, times, strict=False)
        kept = [(a, b, t) for a, b, t in points if math.isfinite(a) and math.isfinite(b)]
        if len(kept) < min(len(x), len(y)):
            raw.oddities["scanpaths with fixations that are no numbers, left out"] += 1
        trial = known[image]
        shape = (
            int(number(entry.get("image_height")) or trial.shape[0]),
            int(number(entry.get("image_width")) or trial.shape[1]),
        )
        if min(shape) < 1:
            raw.skipped.append((f"{file.name}: {image}", "no image size"))
            continue
        raw.scanpaths.append(
            RawScanpath(
                subject=subject,
                image=image,
                x=[a for a, _, _ in kept],
                y=[b for _, b, _ in kept],
                shape=shape,
                cap=int(number(entry.get("max_fixations")) or raw.max_length),
                durations=[t for *_, t in kept] if durations else [],
            )
        )


def _json(path: Path, kind: type) -> Any:
    content = read_json(path)
    if not isinstance(content, kind):
        raise DataError(f"{path}: holds a {type(content).__name__}, not a {kind.__name__}")
    return content


def _directory(folder: Path, stated: Any, usual: tuple[str, ...]) -> Path:
    names = list(dict.fromkeys([str(stated).rstrip("/"), *usual] if stated else usual))
    for name in names:
        path = inside(folder, name)
        if path.is_dir():
            return path
    raise DataError(f"{folder}: no folder {' or '.join(names)}")


def _file(folder: Path, name: str) -> Path | None:
    try:
        path = named_file(folder, name)
    except DataError:
        return None
    if path.is_file():
        return path
    # Releases write the endings of their files in both cases.
    alike = (other for other in sorted(path.parent.glob("*")) if other.name.lower() == path.name.lower())
    return next((other for other in alike if other.is_file()), None)


def _stated_name(folder: Path) -> str:
    try:
        return str(_json(folder / "dataset_info.json", dict).get("dataset_name", ""))
    except DataError:
        return ""


def plain_name(name: str) -> str:
    """A dataset's name without case, punctuation and the word "dataset"."""
    return "".join(character for character in name.lower() if character.isalnum()).removesuffix("dataset")
