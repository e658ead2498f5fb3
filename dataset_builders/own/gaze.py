"""Own photos of people who look at one of several objects."""

from collections import defaultdict
from pathlib import Path
from typing import Any

from dataset_builders.gaze.build import write_photo
from dataset_builders.own.folder import OwnFolder, Row, own_set
from dataset_builders.own.layout import Column, Layout, quoted
from vlmeval_hvs.benchmarks.gaze.dataset import PROXIMITY_NOTE
from vlmeval_hvs.benchmarks.gaze.responses import PEOPLE_NOTE, measured
from vlmeval_hvs.benchmarks.gaze.wording import STUDIES, templates
from vlmeval_hvs.sets import Manifest, SetWriter

PHOTOS = "photos.csv"
VIEWS = ("front", "left", "right")
PROXIMITIES = ("1", "2", "3")

_COLUMNS = (
    Column("image", "name of the photo in images/", True),
    Column("objects", "names of the 2 to 4 objects in the order of the table, with | between", True),
    Column("looks_at", "the object that the eyes look at", True),
    Column("head_at", "the object that the head points at; empty for a natural pose"),
    Column("view", f"side of the camera: {', '.join(VIEWS)} (default front)"),
    Column("proximity", "distance of the objects: 1 far apart, 2, 3 close (default 2)"),
    Column("site", "where the photo was taken; photos of one scene share objects, view, proximity, site, person"),
    Column("person", "who looks"),
    Column("points", "middle of each object as `x y` (px), in the order of `objects`, with | between"),
    Column("face", "box of the face: `left top width height` (px)"),
    Column("people", "objects that single people named, with | between; the human reference of natural poses"),
)
LAYOUT = Layout("GazeTarget", {PHOTOS: _COLUMNS})


def build(set_name: str, source: Path | None, root: Path) -> Manifest:
    """Build a set ``GazeTarget:<name>``: every photo with the prompts of the main study, natural poses with all."""
    prompts = {study: sorted(templates(study)) for study in STUDIES}
    named: dict[int, list[bool]] = defaultdict(list)
    with own_set(set_name, source, root, LAYOUT) as (folder, writer):

        def write(row: Row) -> None:
            photo, path = _photo(row, folder, writer)
            natural, people = photo["condition"] == "natural", row.parts("people")
            answers = [row.one_of("people", photo["objects"], text=name) for name in people]
            right = [photo["objects"].index(name) == photo["gaze_pos"] for name in answers]
            for study in STUDIES if natural else ("main",):
                write_photo(writer, photo, path, study, prompts[study])
            named[len(photo["objects"])] += right if natural else []

        folder.read(PHOTOS, write)
        writer.note(PROXIMITY_NOTE, "as given: 1 is far apart")
        writer.note("main_prompts", "reconstructed: the study does not print them")
        writer.note(PEOPLE_NOTE, measured(named))
        if not any(named.values()):
            writer.warn(
                "no natural pose has answers of people: comparisons with people take those of the study, who saw other "
                "photos; the option `human` sets others"
            )
    return writer.manifest


def _photo(row: Row, folder: OwnFolder, writer: SetWriter) -> tuple[dict[str, Any], str]:
    """The photo record as the reader of the release gives it, and the photo's path in the set."""
    objects = row.parts("objects")
    if not 2 <= len(objects) <= 4 or "" in objects or len({name.casefold() for name in objects}) < len(objects):
        raise row.wrong("objects", f"write 2 to 4 different names with | between, not {quoted(row['objects'])}")
    if any("+" in name for name in objects):
        raise row.wrong("objects", "a plus sign separates objects in answers; write names without it")
    gaze = objects.index(row.one_of("looks_at", objects))
    head = objects.index(row.one_of("head_at", objects)) if row["head_at"] else -1
    path, size = folder.picture(writer, row)
    points = row.points("points", size)
    if points and len(points) != len(objects):
        raise row.wrong("points", f"there are {len(points)} points for {len(objects)} objects; write one for each")
    if len(faces := row.boxes("face", size)) > 1:
        raise row.wrong("face", f"there are {len(faces)} boxes; write one, as a photo shows one person")
    corners = [(x, y, x + w, y + h) for x, y, w, h in faces]
    return {
        "stimulus_id": 1000 + row.index, "objects": objects, "gaze_pos": gaze, "head_pos": head,
        "condition": "natural" if head < 0 else "congruent" if head == gaze else "incongruent",
        "view": row.one_of("view", VIEWS, VIEWS[0]), "proximity": int(row.one_of("proximity", PROXIMITIES, "2")),
        "site": row["site"], "actor": row["person"], "points": points,
        "face": [min(value / side, 1) for box in corners for value, side in zip(box, size * 2, strict=True)],
    }, path  # fmt: skip
