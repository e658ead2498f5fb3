"""Readers of the sources of HVSBench: annotated pictures in the formats in which their authors ship them.

An entry that cannot be used raises a `DataError` that names the reason; readers count it and go on.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import ExifTags

from dataset_builders.hvsbench.frames import NAMES, Fixations, decide, to_image
from dataset_builders.visual_search.coco_search18 import PATTERN, find_all
from dataset_builders.visual_search.interiors_matlab import read_interiors
from dataset_builders.visual_search.raw_set import index_pictures, number, number_list
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import named_file, opened_image, read_json

Box = tuple[float, float, float, float]  # left, top, right, bottom, relative to the image (0 to 1)
Size = tuple[int, int]
Oddities = Counter[str]  # entries that a reader left out or corrected, by reason

TARGET = "target object"
"""Name of every target of Interiors: participants were shown a cut-out of the picture, and the release has no names."""

FARTHEST = 1e5  # px from the corner of the screen, or ms: larger numbers are no fixation's
_MARGIN = 1.0  # px by which boxes exceed their picture through rounding
_ROUNDING = 1e-9
_MASKS = ("segmentation",)  # most of the files, and not needed
_SECOND = "second trial of a participant on the same picture"

Entry = Mapping[str, Any]


class SalientObject(NamedTuple):
    """An object that people find salient."""

    box: Box  # bounding box
    rank: int | None  # 1 for the most salient object of the picture; None where the source does not rank


class SourceScanpath(NamedTuple):
    """The fixations of one person on one picture, those on the picture only."""

    target: str  # "" in free viewing
    x: tuple[float, ...]  # relative to the image width
    y: tuple[float, ...]  # relative to the image height
    t: tuple[float, ...]  # durations, ms


class AnnotatedPicture(NamedTuple):
    """A picture with all that its source says of it."""

    dataset: str  # name of the source, such as ``SIFR``
    name: str  # unique name of the picture in its source: the path below the source's folder, with "/"
    path: Path  # the image file
    size: Size  # (width, height), px
    objects: tuple[SalientObject, ...] = ()  # salient objects; in order of rank where there are ranks
    counted: bool = False  # whether `objects` are all salient objects of the picture, so that they may be counted
    scanpaths: tuple[SourceScanpath, ...] = ()  # who looked at it and where, free viewing and search


Pictures = Iterator[AnnotatedPicture]


def sifr(folder: Path, oddities: Oddities) -> Pictures:
    """Read SIFR.

    Layout: ``<split>/<split>_annotations.json``, a list of ``{file_name, image_id, annotations: [{bbox, segmentation,
    gt_rank}]}``, with the pictures in ``<split>/rgb``. Boxes are left, top, width and height in px
    (``mask2former/data/datasets/register_sifr.py`` of EricDengbowen/QAGNet); ``gt_rank`` counts from 0 for the least
    salient object: ``rankevaluation/mae_fmeasure_2.py`` there paints the object of rank r with (r + 1) / n, and white
    is the most salient. Source: Deng et al., "Advancing Saliency Ranking with Human Fixations: Dataset, Models and
    Benchmarks" (2024).
    """
    files = [file for file in folder.glob("*/*_annotations.json") if file.stem == f"{file.parent.name}_annotations"]
    if not files:
        raise DataError(f"{folder}: no file SPLIT/SPLIT_annotations.json, as SIFR has them")
    for file in files:
        for path, entry in _with_files(read_json(file, dropped=_MASKS), file, file.parent / "rgb", oddities):
            with one_entry(oddities):
                size, annotations = size_of(path), entry.get("annotations")
                if not isinstance(annotations, list):
                    raise DataError("picture without a list of annotations")
                readable = list(mappings(annotations, file, oddities))
                objects, ranks, complete = _objects(readable, len(annotations), size, oddities)
                if complete:
                    objects = _in_order(objects, ranks, oddities)
                yield AnnotatedPicture("SIFR", _name(path, folder), path, size, tuple(objects), complete)


def sis10k(folder: Path, oddities: Oddities) -> Pictures:
    """Read SIS10K.

    Layout: ``SIS10K_<split>.json`` in COCO's format, in the folder of its split or beside it, with the pictures in
    ``<split>/images``. As in ``datasets/coco.py`` of ssecv/OQTR, annotations of crowds are left out and boxes are cut
    at the edges of the picture. Source: Pei et al., "Transformer-based efficient salient instance segmentation networks
    with orientative query" (2022).
    """
    files = {file.stem.removeprefix("SIS10K_"): file for file in sorted(folder.rglob("SIS10K_*.json"))}
    if not files:
        raise DataError(f"{folder}: no file SPLIT/SIS10K_SPLIT.json, as SIS10K has them")
    for split, file in files.items():
        content = read_json(file, dropped=_MASKS)
        if not isinstance(content, Mapping):
            raise DataError(f"{file}: not in COCO's format")
        of_picture: dict[str, list[Entry]] = defaultdict(list)
        for one in mappings(content.get("annotations"), file, oddities):
            of_picture[str(one.get("image_id"))].append(one)
        entries = list(_with_files(content.get("images"), file, folder / split / "images", oddities))
        ids = Counter(str(entry.get("id")) for _, entry in entries)
        for path, entry in entries:
            with one_entry(oddities):
                size, own = size_of(path), of_picture[str(entry.get("id"))]
                if entry.get("id") is None or ids[str(entry["id"])] > 1:
                    raise DataError("picture without an id of its own")
                if (entry.get("width", size[0]), entry.get("height", size[1])) != size:
                    raise DataError("picture of another size than its annotation says")
                objects, _, complete = _objects(own, len(own), size, oddities)
                yield AnnotatedPicture("SIS10K", _name(path, folder), path, size, tuple(objects), complete)


def _name(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix()


def _with_files(content: Any, file: Path, pictures: Path, oddities: Oddities) -> Iterator[tuple[Path, Entry]]:
    """Picture file and entry; of several entries of one picture, which contradict each other, none."""
    entries = list(mappings(content, file, oddities))
    times = Counter(str(entry.get("file_name")) for entry in entries)
    for entry in entries:
        with one_entry(oddities):
            try:
                path = named_file(pictures, str(entry["file_name"]))
            except (DataError, OSError, KeyError):
                raise DataError("file name that is no plain path below the pictures' folder") from None
            if times[str(entry["file_name"])] > 1:
                raise DataError("picture with several entries")
            yield path, entry


def _objects(
    annotations: Sequence[Entry], listed: int, size: Size, oddities: Oddities
) -> tuple[list[SalientObject], list[float | None], bool]:
    """The objects of a picture that can be read, with SIFR's ranks, and whether these are all that are ``listed``.

    A crowd may be any number of objects, so that those of its picture can be neither counted nor ranked.
    """
    objects, ranks = [], []
    for one in annotations:
        with one_entry(oddities):
            if one.get("iscrowd", 0) != 0:
                raise DataError("crowd")
            objects.append(SalientObject(relative_box(one.get("bbox"), size, oddities), None))
            ranks.append(number(one.get("gt_rank")))
    if not objects:
        oddities["picture without a salient object"] += 1
    elif len(objects) < listed:
        oddities["picture with a crowd, or an object that cannot be read, neither ranked nor counted"] += 1
    return objects, ranks, 0 < len(objects) == listed


def _in_order(objects: list[SalientObject], ranks: Sequence[float | None], oddities: Oddities) -> list[SalientObject]:
    """The objects from the most salient to the least with ranks from 1; as they are where they have no order."""
    known = {rank: one for rank, one in zip(ranks, objects, strict=True) if rank is not None}
    if len(known) < len(objects):
        oddities["picture with objects of equal or no rank, not ranked"] += 1
        return objects
    return [known[rank]._replace(rank=place) for place, rank in enumerate(sorted(known, reverse=True), 1)]


def watched(dataset: str, folder: Path, oddities: Oddities, frame: str = "") -> Pictures:
    """Read COCO-FreeView or COCO-Search18: ten people looked at pictures without a task, or searched for an object.

    Layout: ``*freeview_fixations*.json`` or ``coco_search18_fixations_TP_*.json``, and pictures at any depth, those of
    searches below folders named for the target. A file is a list of trials ``{name, subject, task, condition, X, Y, T,
    split}``: X and Y in px of the 1680 x 1050 screen or of its 512 x 320 copy, T in ms (README.md of
    cvlab-stonybrook/Scanpath_Prediction). Pictures are those of the release, which fill the screen with bars, or COCO's
    own, which were fitted into it (``plot_scanpath.py`` there). ``frame`` is that of all coordinates, one of
    `frames.NAMES`; "" infers it for each file. Searches without the target in the picture are left out, as HVSBench
    takes the target-present ones; those in which the participant was wrong stay (``hparams/coco_search18.json`` there).
    Sources: Yang et al., "Predicting human attention using computational attention" (2023); Chen et al.,
    "COCO-Search18 fixation dataset for predicting goal-directed attention control" (2021).
    """
    searched, pattern = dataset == "COCO-Search18", "coco_freeview_fixations*.json"
    files = [file for file in sorted(folder.rglob("*.json")) if "freeview_fixations" in file.name.lower()]
    if searched:
        files, pattern = find_all(folder), PATTERN
    if not files:
        raise DataError(f"{folder}: no file {pattern}, as {dataset} has it")
    if frame and frame not in NAMES:
        raise DataError(f"--frame {frame}: must be one of {', '.join(NAMES)}")
    index, sizes = index_pictures(folder), dict[Path, Size]()
    found: dict[Path, list[SourceScanpath]] = defaultdict(list)
    seen: set[tuple[Path, str, str]] = set()
    for file in files:
        trials: list[tuple[Path, str, NDArray[np.float64]]] = []
        for entry in mappings(read_json(file), file, oddities):
            with one_entry(oddities):
                target, path = _target(entry, searched), _picture(entry, index)
                if path not in sizes:
                    sizes[path] = size_of(path)
                participant, fixations = recorded(entry, oddities)
                if (path, target, participant) in seen:
                    raise DataError(_SECOND)
                seen.add((path, target, participant))
                trials.append((path, target, fixations))
        if not trials:
            continue
        every = Fixations(
            np.concatenate([own[:, :2] for *_, own in trials]),
            np.repeat([sizes[path] for path, *_ in trials], [len(own) for *_, own in trials], axis=0).astype(float),
        )
        try:
            name = frame or decide(every, fitted_to_screen=True)
        except DataError as error:
            raise DataError(f"{file}: {error}") from None
        for path, target, own in trials:
            placed = to_image(own[:, :2], np.array(sizes[path], dtype=float), name)
            with one_entry(oddities):
                found[path].append(inside_picture(target, np.column_stack([placed, own[:, 2]]), oddities))
    for path, scanpaths in found.items():
        if scanpaths:
            yield AnnotatedPicture(dataset, _name(path, folder), path, sizes[path], scanpaths=tuple(scanpaths))


def _target(entry: Entry, searched: bool) -> str:
    """What was searched for, "" in free viewing."""
    if not searched:
        if entry.get("condition") in ("present", "absent"):
            raise DataError("trial of a search")
        return ""
    if entry.get("condition", "present") != "present":
        raise DataError("trial whose target is not in the picture")
    task = line(entry.get("task"), "a target")
    if task == "none":
        raise DataError("trial without a target")
    return task.replace("_", " ")


def _picture(entry: Entry, index: Mapping[tuple[str, str], Path]) -> Path:
    name, task = (str(entry.get(key, "")) for key in ("name", "task"))
    for category in (task, task.replace(" ", "_"), ""):
        if path := index.get((category, name)):
            return path
    raise DataError("picture file missing")


def interiors(folder: Path, oddities: Oddities) -> Pictures:
    """Read Interiors (`dataset_builders.visual_search.interiors_matlab`): 57 people searched pictures of rooms.

    Scanpaths are as recorded: neither merged nor cut at the target, which is the business of search scores.
    """
    raw = read_interiors(folder)
    if raw is None:
        raise DataError(f"{folder}: no file info_per_subj_N.mat, as Interiors has them")
    oddities.update(reason for _, reason in raw.skipped)
    people: dict[str, dict[str, SourceScanpath]] = defaultdict(dict)
    for path in raw.scanpaths:
        with one_entry(oddities):
            if path.subject in people[path.image]:
                raise DataError(_SECOND)
            entry = {"subject": path.subject, "X": path.x, "Y": path.y, "T": path.durations}
            fixations = recorded(entry, oddities)[1] / (*path.shape[::-1], 1)
            people[path.image][path.subject] = inside_picture(TARGET, fixations, oddities)
    for trial in raw.trials:
        with one_entry(oddities):
            size, scanpaths = size_of(trial.image_path), tuple(people[trial.image].values())
            if scanpaths:
                name = _name(trial.image_path, folder)
                yield AnnotatedPicture("Interiors", name, trial.image_path, size, scanpaths=scanpaths)


@contextmanager
def one_entry(oddities: Oddities) -> Iterator[None]:
    """Read one entry in the block; where it cannot be used, it is left out and counted."""
    try:
        yield
    except DataError as error:
        oddities[str(error)] += 1


def mappings(entries: Any, where: object, oddities: Oddities) -> Iterator[Entry]:
    """The mappings of a list; others are counted."""
    if not isinstance(entries, list):
        raise DataError(f"{where}: no list of entries")
    for entry in entries:
        if isinstance(entry, Mapping):
            yield entry
        else:
            oddities["entry that is no object"] += 1


def size_of(path: Path) -> Size:
    """(width, height) of a picture, px, from the head of its file: pixels are not decoded."""
    if not path.is_file():
        raise DataError("picture file missing")
    try:
        with opened_image(path) as image:
            # Some programs turn such a picture, others do not: nobody knows what its annotations mean. (Without the
            # check of `info`, Pillow decodes a whole PNG file in search of the tag.)
            turned = "exif" in image.info and image.getexif().get(ExifTags.Base.Orientation, 1) != 1
            size = image.size
    except DataError:
        raise DataError("picture file that is no picture") from None
    if turned:
        raise DataError("picture that is to be shown turned")
    return size


def relative_box(raw: Any, size: Size, oddities: Oddities) -> Box:
    """A box ``[left, top, width, height]`` in px, relative to a picture of ``size`` and cut at its edges."""
    numbers = number_list(raw)
    if len(numbers) != 4 or not all(map(math.isfinite, numbers)):
        raise DataError("box that is not four numbers")
    x, y, width, height = numbers
    if width <= 0 or height <= 0:
        raise DataError("box without area")
    if min(x, y) < -_MARGIN or x + width > size[0] + _MARGIN or y + height > size[1] + _MARGIN:
        oddities["box that reaches past the picture, cut at its edge"] += 1
    left, top, right, bottom = max(x, 0.0), max(y, 0.0), min(x + width, size[0]), min(y + height, size[1])
    if left >= right or top >= bottom:
        raise DataError("box outside the picture")
    return left / size[0], top / size[1], right / size[0], bottom / size[1]


def recorded(entry: Entry, oddities: Oddities) -> tuple[str, NDArray[np.float64]]:
    """Who looked in a trial ``{subject, X, Y, T}``, and the fixations (n, 3): column, row and duration in ms.

    Fixations that have no position or no duration are left out.
    """
    participant = entry.get("subject")
    if isinstance(participant, int | float) and not isinstance(participant, bool) and abs(participant) <= FARTHEST:
        participant = str(int(participant))
    columns = [number_list(entry.get(key)) for key in "XYT"]
    if len({len(column) for column in columns}) > 1:
        raise DataError("scanpath with lists of different lengths")
    values = np.array(columns, dtype=np.float64).T.reshape(-1, 3)
    with np.errstate(invalid="ignore"):
        good = (np.abs(values) <= FARTHEST).all(axis=1) & (values[:, 2] > 0)
    if not good.all():
        oddities["fixation without a position or a duration, left out"] += 1
    if not good.any():
        raise DataError("scanpath without a fixation")
    return line(participant, "a participant"), values[good]


def line(raw: Any, what: str) -> str:
    """A line of printable text without spaces around it."""
    if isinstance(raw, str) and raw.strip() and raw.strip().isprintable():
        return raw.strip()
    raise DataError(f"trial without {what}")


def inside_picture(target: str, fixations: NDArray[np.float64], oddities: Oddities) -> SourceScanpath:
    """The scanpath of fixations (n, 3) relative to the picture and in ms, without those off the picture.

    They are left out one by one, as in ``common/utils.py`` of cvlab-stonybrook/HAT (``preprocess_fixations``): a
    position equal to the width or the height is off.
    """
    kept = ((fixations[:, :2] >= -_ROUNDING) & (fixations[:, :2] < 1)).all(axis=1)
    if not kept.all():
        oddities["scanpath with fixations off the picture, which are left out"] += 1
    if not kept.any():
        raise DataError("scanpath without a fixation on the picture")
    x, y, t = map(tuple, np.maximum(fixations[kept], 0.0).T.tolist())
    return SourceScanpath(target, x, y, t)


SOURCES: Mapping[str, Callable[..., Pictures]] = {
    **{"SIFR": sifr, "SIS10K": sis10k, "Interiors": interiors},
    **{name: partial(watched, name) for name in ("COCO-FreeView", "COCO-Search18")},
}
"""Name, which is `AnnotatedPicture.dataset`, to the reader, which takes the folder and what counts oddities."""

FRAMED = ("COCO-FreeView", "COCO-Search18")
"""Sources whose coordinates come in several frames; their readers also take the name of one."""


def read_source(name: str, folder: Path, oddities: Oddities, frame: str = "") -> list[AnnotatedPicture]:
    """All pictures of a source, ordered by name, from its folder as its authors ship it; ``frame`` as in `watched`."""
    found = SOURCES[name](folder, oddities, *((frame,) if name in FRAMED else ()))
    pictures = sorted((one for one in found if one.name.isprintable()), key=lambda one: one.name)
    if not pictures:
        why = "; ".join(f"{count} x {reason}" for reason, count in oddities.items()) or "it lists none"
        raise DataError(f"{folder}: no picture of it can be used ({why})")
    return pictures
