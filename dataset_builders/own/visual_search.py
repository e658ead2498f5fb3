"""Own scenes in which people search for a target, in tables or in the published format."""

from __future__ import annotations

from pathlib import Path

from dataset_builders.archives import open_source
from dataset_builders.own.folder import OwnFolder
from dataset_builders.own.layout import ABOUT, Column, Layout
from dataset_builders.own.rows import Row
from dataset_builders.plausible import Verdict
from dataset_builders.visual_search.build import build as build_published
from dataset_builders.visual_search.raw_set import RawScanpath, RawSet, RawTrial
from dataset_builders.visual_search.reached import judged
from dataset_builders.visual_search.set_rows import write_set
from vlmeval_hvs.files import check_image, composed_name
from vlmeval_hvs.metrics.search import NO_TARGET
from vlmeval_hvs.names import own_name
from vlmeval_hvs.sets import Manifest, SetWriter

SCENES, FIXATIONS = "scenes.csv", "fixations.csv"
BOX = ("x", "y", "width", "height")

LAYOUT = Layout(
    "VisualSearch_Custom",
    {
        SCENES: (
            Column("image", "name of the scene in images/; one search for each", True),
            Column("object", "what is searched for, such as `cup`", True),
            Column("x", "left edge of the target's box, px; all four empty in scenes without the target"),
            Column("y", "its upper edge, px"),
            Column("width", "its width, px"),
            Column("height", "its height, px"),
            Column("target", "picture of the target in images/ (optional: cut from the scene)"),
            Column("start_x", "where the first fixation is, px (default: mean of the people's, else the middle)"),
            Column("start_y", "the same, px"),
        ),
        FIXATIONS: (
            Column("image", "name of the scene", True),
            Column("person", "who searched", True),
            Column("x", "px from the left; the rows of a person are in the order of the fixations", True),
            Column("y", "px from the top", True),
            Column("duration", "ms"),
            Column("trial", "number of the viewing, where a person saw a scene more than once; the first one counts"),
        ),
    },
    {
        "max_fixations": (13, "number of fixations, the first included, after which a search ends"),
        "window": (32, "height and width of the window around a fixation in which the target is found, px"),
    },
)


def build(set_name: str, source: Path | None, root: Path) -> Manifest:
    """Build a set ``VisualSearch_Custom:<name>``.

    Source: Folder or archive in the plain format (`LAYOUT`) or in the format of ViSioNS.
    """
    if source is None or not source.exists():
        return build_published(set_name, source, root)
    with open_source(source) as opened:
        if not any(opened.rglob(ABOUT)) or any(opened.rglob("dataset_info.json")):
            return build_published(set_name, opened, root)
        folder = OwnFolder(opened, LAYOUT)
        raw = _read(folder, own_name(set_name))
        folder.refuse_mistakes()

        def tell(writer: SetWriter) -> None:
            folder.tell(writer)
            folder.warn(writer)

        return write_set(raw, set_name, root, folder.source, str(folder.about["licence"]), tell)


def _read(folder: OwnFolder, name: str) -> RawSet:
    longest = folder.setting("max_fixations", lambda value: isinstance(value, int) and value > 1, "a number above 1")
    window = folder.setting("window", lambda value: isinstance(value, int) and value > 0, "a number of px")
    raw = RawSet(name, [], [], (window, window), longest)
    shapes: dict[str, tuple[int, int]] = {}
    for row in folder.rows(SCENES):
        with folder.row():
            if row["image"] in shapes:
                raise row.wrong("image", "has a row of its own already; make a copy of the picture for a second search")
            width, height = check_image(folder.read_picture(row), row["image"])
            shapes[row["image"]] = (height, width)
            raw.trials.append(_trial(row, folder, (width, height)))
    paths: dict[tuple[str, str, str], RawScanpath] = {}
    for row in folder.rows(FIXATIONS):
        with folder.row():
            if row["image"] not in shapes:
                raise row.wrong("image", f"{row['image']!r} is no scene of {SCENES}")
            height, width = shapes[row["image"]]
            x, y, duration = row.person_fixation((width, height), (row["image"], row["trial"]), past=1)
            path = paths.setdefault(
                (row["person"], row["image"], row["trial"]),
                RawScanpath(row["person"], row["image"], [], [], (height, width), longest),
            )
            path.x.append(x)
            path.y.append(y)
            if row["duration"]:
                path.durations.append(duration)
    raw.scanpaths = list(paths.values())
    if further := len(paths) - len({viewing[:2] for viewing in paths}):
        folder.looks[FIXATIONS].told.append(Verdict(False, f"{further} viewings are further ones, which do not count"))
    folder.looks[FIXATIONS].told += judged(raw, folder.frames[FIXATIONS].origin)
    return raw


def _trial(row: Row, folder: OwnFolder, size: tuple[int, int]) -> RawTrial:
    here = [column for column in BOX if row[column]]
    bbox = NO_TARGET
    if len(here) == len(BOX):
        x, y, width, height = row.box(BOX, size)
        bbox = (y, x, y + height, x + width)
    elif here:
        raise row.wrong(
            next(column for column in BOX if not row[column]), "is empty, but other parts of the box are not"
        )
    if not row["target"] and bbox == NO_TARGET:
        raise row.wrong("target", "is empty; a scene without the target needs a picture of it")
    if row["target"]:
        check_image(folder.read_picture(row, "target"), row["target"])
    if bool(row["start_x"]) != bool(row["start_y"]):
        raise row.wrong("start_x" if row["start_y"] else "start_y", "is empty, but the other one is not")
    initial = None
    if row["start_x"]:
        initial = row.pixel("start_x", (row.number_in("start_x"), row.number_in("start_y")), size)
    return RawTrial(
        image=row["image"],
        image_path=folder.file(row),
        target=composed_name(row["target"]) or row["image"],
        target_path=folder.file(row, "target") if row["target"] else None,
        bbox=bbox,
        shape=(size[1], size[0]),
        initial=initial,
        target_object=row["object"],
    )
