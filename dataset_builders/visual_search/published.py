"""Reads the published ViSioNS format, tolerant of what its real files do.

Format: ``dataset_info.json``, ``trials_properties.json``, ``human_scanpaths/*.json``, images and target templates
(README of the published ``Datasets`` folder); own data may also have saliency maps named as the images, in ``priors``.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dataset_builders.visual_search.raw_set import PICTURES, RawScanpath, RawSet, RawTrial, finite, number, number_list
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import inside, named_file, read_json

DEFAULT_MAX_LENGTH = 13
PUBLISHED_SETS = frozenset({"interiors", "unrestricted", "mcs", "cocosearch18", "people"})
"""Plain names of the sets that are published in this format: one of them is never taken for another."""
_FORMER_NAMES = {"interiors": "cibs"}  # as the oldest published files call it
_BOX = ("target_matched_row", "target_matched_column", "target_height", "target_width")


def read_named(folder: Path, name: str) -> RawSet | None:
    """The published dataset ``name`` from a folder below ``folder``, or the only one there is, for any name.

    Several datasets of which none has the name, or another of the published sets, are a DataError.
    """
    found = {path.parent: _stated_name(path) for path in sorted(folder.rglob("dataset_info.json"))}
    plain = plain_name(name)
    for path, stated in found.items():
        if {plain, _FORMER_NAMES.get(plain, plain)} & {plain_name(path.name), plain_name(stated)}:
            return read_published(path)
    if plain in PUBLISHED_SETS and found:
        # Anything else would be compared with the published results of another set.
        others = ", ".join(stated or path.name for path, stated in found.items())
        raise DataError(
            f"{folder}: holds the data of {others}, not of {name}; build data of your own as VisualSearch_Custom:NAME"
        )
    if len(found) > 1:
        raise DataError(f"{folder}: none of the datasets {', '.join(path.name for path in found)} is {name}")
    return read_published(next(iter(found))) if found else None


def read_published(folder: Path) -> RawSet:
    """A dataset in the published format; a DataError where a file that everything depends on is missing or wrong."""
    info = _json(folder / "dataset_info.json", dict)
    receptive = number_list(info.get("receptive_size"))
    if len(receptive) != 2 or not all(value >= 1 for value in receptive):
        raise DataError(f"{folder / 'dataset_info.json'}: receptive_size must be [height, width]")
    name = str(info.get("dataset_name") or folder.name)
    # The files of published sets hold close fixations merged already.
    published = plain_name(str(info.get("dataset_name", ""))) in PUBLISHED_SETS | set(_FORMER_NAMES.values())
    raw = RawSet(
        name,
        receptive=(int(receptive[0]), int(receptive[1])),
        max_length=int(number(info.get("max_scanpath_length")) or DEFAULT_MAX_LENGTH),
        lumping="stored" if published else "scored",
    )
    images = _directory(folder, info.get("images_dir"), "images", "stimuli")
    targets = _directory(folder, info.get("targets_dir"), "targets", "templates")
    for position, entry in enumerate(_json(folder / "trials_properties.json", list)):
        image = entry.get("image") if isinstance(entry, Mapping) else None
        place = str(image or f"trials_properties.json entry {position}")
        raw.add(place, _trial, entry, images, targets, _shape(info, (0, 0)))
    known = {trial.image: trial for trial in raw.trials}
    people: dict[str, Path] = {}
    for file in sorted(_directory(folder, info.get("scanpaths_dir"), "human_scanpaths").glob("*.json")):
        # The number in the file's name; the one inside repeats it, where it is not wrong.
        digits = "".join(character for character in file.stem.split("_")[0] if character.isdigit())
        subject = f"{int(digits):02d}" if digits else file.stem
        if subject in people:
            raise DataError(f"{people[subject]} and {file.name} are both of participant {subject}: put them together")
        people[subject] = file
        _read_subject(file, subject, known, raw)
    maps = {path.stem: path for path in sorted((folder / "priors").glob("*")) if path.suffix.lower() in PICTURES}
    raw.priors = {image: maps[Path(image).stem] for image in known if Path(image).stem in maps}
    return raw


def _trial(entry: Mapping[str, Any], images: Path, targets: Path, default_shape: tuple[int, int]) -> RawTrial:
    """A trial; a DataError says why it cannot be used."""
    image, shape = str(entry.get("image") or ""), _shape(entry, default_shape)
    if not image:
        raise DataError("no image name")
    path, (row, column, height, width) = _file(images, image), (number(entry.get(key)) for key in _BOX)
    if row is None or column is None or height is None or width is None:
        raise DataError("no target box")
    if path is None or min(shape) < 1:
        raise DataError("image file missing" if path is None else "no image size")
    x, y = number(entry.get("initial_fixation_column")), number(entry.get("initial_fixation_row"))
    target = str(entry.get("target") or f"{Path(image).stem}_template.jpg")
    bbox, initial = (row, column, row + height, column + width), None if x is None or y is None else (x, y)
    category = str(entry.get("target_object") or "TBD")
    return RawTrial(image, path, target, _file(targets, target), bbox, shape, initial, category)


def _read_subject(file: Path, subject: str, known: Mapping[str, RawTrial], raw: RawSet) -> None:
    for image, entry in _json(file, dict).items():
        if image not in known:
            raw.oddities["scanpaths on images without trial"] += 1
            continue
        if not isinstance(entry, Mapping):
            raw.skipped.append((f"{file.name}: {image}", "not a scanpath"))
            continue
        x, y, times = (number_list(entry.get(axis)) for axis in ("X", "Y", "T"))
        if len(x) != len(y):
            raw.oddities["scanpaths with unequal numbers of X and Y, cut to the shorter"] += 1
        if times and len(times) != len(x):
            # The published files never shorten T, whether fixations were cut off at the end or merged in between.
            raw.oddities["scanpaths with unequal numbers of X and T, durations left out"] += 1
        known_x, known_y, durations = finite(x, y, times)
        if len(known_x) < min(len(x), len(y)):
            raw.oddities["scanpaths with fixations that are no numbers, left out"] += 1
        cap, shape = int(number(entry.get("max_fixations")) or raw.max_length), _shape(entry, known[image].shape)
        raw.scanpaths.append(RawScanpath(subject, image, known_x, known_y, shape, cap, durations))


def _shape(entry: Mapping[str, Any], default: tuple[int, int]) -> tuple[int, int]:
    """Stated height and width of an image, each the default's where it is none."""
    height, width = (number(entry.get(f"image_{side}")) or 0 for side in ("height", "width"))
    return int(height) if height >= 1 else default[0], int(width) if width >= 1 else default[1]


def _json(path: Path, kind: type) -> Any:
    content = read_json(path)
    if not isinstance(content, kind):
        raise DataError(f"{path}: holds a {type(content).__name__}, not a {kind.__name__}")
    return content


def _directory(folder: Path, stated: Any, *usual: str) -> Path:
    names = [*([str(stated).rstrip("/")] if stated else []), *usual]
    for name in names:
        if (path := inside(folder, name)).is_dir():
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


def _stated_name(info: Path) -> str:
    try:
        return str(_json(info, dict).get("dataset_name", ""))
    except DataError:
        return ""


def plain_name(name: str) -> str:
    """A dataset's name without case, punctuation and the word "dataset"."""
    return "".join(character for character in name.lower() if character.isalnum()).removesuffix("dataset")
