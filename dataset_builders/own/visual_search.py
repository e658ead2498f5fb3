"""Own scenes in which people search for a target, in tables or in the published format."""

from collections.abc import Callable
from pathlib import Path

import numpy as np

from dataset_builders.archives import open_source
from dataset_builders.own.folder import OwnFolder, Row
from dataset_builders.own.layout import ABOUT, BOX, FIXATION, Column, Layout, Size, quoted
from dataset_builders.plausible import Verdict
from dataset_builders.visual_search.build import build as build_published
from dataset_builders.visual_search.raw_set import RawScanpath, RawSet, RawTrial
from dataset_builders.visual_search.set_rows import write_set
from vlmeval_hvs.files import composed_name
from vlmeval_hvs.metrics.search import NO_TARGET, target_found
from vlmeval_hvs.names import did_you_mean, own_name
from vlmeval_hvs.options import whole
from vlmeval_hvs.sets import Manifest

SCENES, FIXATIONS = "scenes.csv", "fixations.csv"

_SCENE = (
    Column("image", "name of the scene in images/; one search for each", True),
    Column("object", "the object of the search, such as `cup`", True),
    Column("x", "left edge of the target's box, px; all four empty in scenes without the target"),
    Column("y", "its upper edge, px"),
    Column("width", "its width, px"),
    Column("height", "its height, px"),
    Column("target", "picture of the target in images/ (optional: cut from the scene)"),
    Column("start_x", "place of the first fixation, px (default: mean of the people's, else the middle)"),
    Column("start_y", "the same, px"),
)
_FIXATION = (
    Column("image", "name of the scene", True),
    Column("person", "who searched", True),
    *FIXATION,
    Column("trial", "number of the viewing, where a person saw a scene more than once; the first one counts"),
)
_SETTINGS = {
    "max_fixations": whole(13, 2, doc="number of fixations, the first included, after which a search ends"),
    "window": whole(32, 1, doc="height and width of the window around a fixation in which the target is found, px"),
}
LAYOUT = Layout("VisualSearch_Custom", {SCENES: _SCENE, FIXATIONS: _FIXATION}, _SETTINGS)


def build(set_name: str, source: Path | None, root: Path) -> Manifest:
    """Build a set ``VisualSearch_Custom:<name>`` from tables, or from data in the format of ViSioNS."""
    if source is None or not source.exists():
        return build_published(set_name, source, root)
    with open_source(source) as place:
        if not any(place.rglob(ABOUT)) or any(place.rglob("dataset_info.json")):
            return build_published(set_name, place, root)
        folder = OwnFolder(place, LAYOUT)
        raw = _read(folder, own_name(set_name))
        folder.refuse_mistakes()
        return write_set(raw, set_name, root, folder.source, folder.licence, folder.describe)


def _read(folder: OwnFolder, name: str) -> RawSet:
    longest, window = folder.about["max_fixations"], folder.about["window"]
    raw = RawSet(name, (window, window), longest)
    shapes: dict[str, tuple[int, int]] = {}
    paths: dict[tuple[str, str, str], RawScanpath] = {}

    def add_scene(row: Row) -> None:
        if row["image"] in shapes:
            raise row.wrong("image", "this picture has a row already; for a second search in it, copy the picture")
        width, height = folder.read_picture(row)[1]
        shapes[row["image"]] = (height, width)
        raw.trials.append(_trial(row, folder, (width, height)))

    def add_fixation(row: Row) -> None:
        person, image, trial = row["person"], row["image"], row["trial"]
        if image not in shapes:
            raise row.wrong("image", f"{quoted(image)} is not a scene of {SCENES}{did_you_mean(image, shapes)}")
        height, width = shapes[image]
        x, y, duration = row.person_fixation((width, height), (image, trial), past=1)
        new = RawScanpath(person, image, [], [], (height, width), longest)
        path = paths.setdefault((person, image, trial), new)
        path.x.append(x)
        path.y.append(y)
        path.durations += [duration] if row["duration"] else []

    folder.read(SCENES, add_scene)
    folder.read(FIXATIONS, add_fixation)
    raw.scanpaths = list(paths.values())
    look = folder.looks[FIXATIONS]
    if repeated := len(paths) - len({viewing[:2] for viewing in paths}):
        look.further.append(Verdict(False, f"{repeated} scanpaths are of repeated viewings, which do not count"))
    look.further += judged(raw, folder.frames[FIXATIONS].origin)
    return raw


def _trial(row: Row, folder: OwnFolder, size: Size) -> RawTrial:
    empty = [column for column in BOX if not row[column]]
    bbox = NO_TARGET
    if not empty:
        x, y, width, height = row.box(BOX, size)
        bbox = (y, x, y + height, x + width)
    elif len(empty) < len(BOX):
        raise row.wrong(empty[0], "the cell is empty, but another one of the box is not")
    if not row["target"] and bbox == NO_TARGET:
        raise row.wrong("target", "the cell is empty; a scene without the target needs a picture of it")
    if row["target"]:
        folder.read_picture(row, "target")
    start, initial = [column for column in ("start_x", "start_y") if row[column]], None
    if len(start) == 1:
        raise row.wrong("start_y" if row["start_x"] else "start_x", f"the cell is empty, but {start[0]} is not")
    if start:
        initial = row.pixel("start_x", (*row.numbers("start_x"), *row.numbers("start_y")), size)
    target_path = folder.file(row, "target") if row["target"] else None
    target = composed_name(row["target"]) or row["image"]
    shape = size[1], size[0]
    return RawTrial(row["image"], folder.file(row), target, target_path, bbox, shape, initial, row["object"])


SEARCHES = 4  # fewer scanpaths show nothing
FOUND, NEVER = 0.5, 0.1  # share of scanpaths that reach the target where all is right, and where it is not

Way = Callable[[float, float, float], tuple[float, float]]
"""A way to read a place: x, y and the height of the picture, px, to x and y."""

_FLIPPED = "with y counted the other way round"
_WAYS: dict[str, Way] = {
    _FLIPPED: lambda x, y, height: (x, height - y),
    "with x and y swapped": lambda x, y, _: (y, x),
}
_OTHER_ORIGIN = {
    "top left": "bottom left", "bottom left": "top left", "center, y up": "center, y down",
    "center, y down": "center, y up",
}  # fmt: skip


def judged(raw: RawSet, origin: str = "top left") -> list[Verdict]:
    """What is wrong with the places of a set's fixations, judging by the targets that they reach."""
    trials = {trial.image: trial for trial in raw.trials if trial.bbox != NO_TARGET}
    searches = [path for path in raw.scanpaths if path.image in trials and len(path.x) > 1]

    def reaches(path: RawScanpath, way: Way) -> bool:
        trial = trials[path.image]
        down, right = (mine / of_path for mine, of_path in zip(trial.shape, path.shape, strict=True))
        places = (way(x, y, path.shape[0]) for x, y in zip(path.x, path.y, strict=True))
        return any(target_found(trial.bbox, y * down, x * right, raw.receptive) for x, y in places)

    def verdict(who: str, paths: list[RawScanpath]) -> Verdict | None:
        def share(way: Way) -> float:
            return float(np.mean([reaches(path, way) for path in paths]))

        if len(paths) < SEARCHES or (reached := share(lambda x, y, _: (x, y))) > NEVER:
            return None
        text = f"{who}: {reached:.0%} of {len(paths)} searches reach their target"
        for what, way in _WAYS.items():
            if (otherwise := share(way)) >= FOUND:
                settings = {"origin": _OTHER_ORIGIN[origin]} if what == _FLIPPED else {}
                return Verdict(True, f"{text}, {what} {otherwise:.0%}", settings)
        return None if reached else Verdict(False, f"{text}; are the fixations in the frame of the boxes?")

    if whole := verdict("all", searches):
        return [whole]
    people = dict.fromkeys(path.subject for path in searches)
    each = (verdict(f"person {who}", [path for path in searches if path.subject == who]) for who in people)
    return [found for found in each if found]
