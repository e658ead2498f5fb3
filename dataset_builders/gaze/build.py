"""Released gaze stimuli to the set ``GazeTarget``: one row per photo and prompt template, each photo stored once.

Stimuli come from the hub dataset (parquet) or from the repository's CSV with its photos, whose columns are spelt
``stimulus_id, head_target, ...`` or ``Stimulus_ID, HeadTarget, ...``. Rows hold facts and the number of the template
only: the dataset puts the question into words when it is loaded.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from dataset_builders.archives import open_source
from dataset_builders.download import snapshot
from dataset_builders.odd_rows import one_row
from vlmeval_hvs.benchmarks.gaze.dataset import PROXIMITY_NOTE
from vlmeval_hvs.benchmarks.gaze.responses import study_of
from vlmeval_hvs.benchmarks.gaze.wording import STUDIES, templates
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import image_suffix, named_file
from vlmeval_hvs.sets import Manifest, SetWriter, records

HUB = "Zory/gaze-referent-stimuli"
LICENCE = "see the dataset's page (its code repository is CC0 1.0)"
EXPECTED = {"main": 1360, "pilot": 900}
"""Photos the study reports, without its attention checks (``list_id`` -1): six in the main part, seven in the pilot."""
PROMPTS_OF = {"main": ("main",), "pilot": ("pilot", "prepilot")}
CLEAR = 0.3  # share of pairs of photos with the wider row under the same end, minus the others, that decides
INDEX_OFFSET = {"main": 0, "pilot": 30, "prepilot": 60, "psychometric": 0}
NEEDED = ("stimulus_id", "angle", "proximity", "candidates", "label")
_ABSENT = ("", "nan", "none", "-1", "-1.0")
_LARGEST_ROW = 4


Photo = Mapping[str, Any]
"""A photo record: stimulus_id, objects (table order), gaze_pos, head_pos (-1 when absent), condition, view, proximity
(as the table counts it), site, actor, study, is_check (an attention check, which the study leaves out of its
statistics), points ((x, y) of each) and face (x0, y0, x1, y1) as shares of the photo, [] when unknown."""


class Stimulus(NamedTuple):
    """One row of the release: its cells as text under snake-case names, and how to get the photo's bytes."""

    cells: Mapping[str, str]
    photo: Callable[[], bytes]


def build(set_name: str, source: Path | None, root: Path) -> Manifest:
    """Build the set from the hub dataset or from the repository's CSV; a `DataError` says why that is not possible."""
    with open_source(source if source is not None else snapshot(HUB)) as folder:
        stimuli, notes = read_release(folder)
        with SetWriter(set_name, root, source=f"https://huggingface.co/datasets/{HUB}", licence=LICENCE) as writer:
            for key, value in notes.items():
                writer.note(key, value)
            photos = list(_usable(writer, stimuli))
            _write(writer, photos, _scales(writer, [photo for photo, _ in photos]))
    return writer.manifest


@contextmanager
def _skipping(writer: SetWriter, name: object) -> Iterator[None]:
    """Read one stimulus in the block; note in the manifest why it cannot be used."""
    try:
        with one_row():
            yield
    except DataError as error:
        writer.skip(name, str(error))


def _usable(writer: SetWriter, stimuli: Iterable[Stimulus]) -> Iterator[tuple[Photo, Stimulus]]:
    seen: set[int] = set()
    for number, stimulus in enumerate(stimuli):
        with _skipping(writer, stimulus.cells.get("stimulus_id") or f"row {number}"):
            photo = parse(stimulus.cells)
            if photo["stimulus_id"] in seen:
                raise DataError("this stimulus_id occurs twice; the first one is kept")
            seen.add(photo["stimulus_id"])
            yield photo, stimulus


class Scale(NamedTuple):
    """Which end of a table's proximity scale means that the objects are close together."""

    closest: int  # the table's number for the closest row, 1 or 3; the study counts 3 as closest, its sheets 1
    by_coordinates: bool  # whether the coordinates decide it; otherwise it is that of the published sheets


def _scales(writer: SetWriter, photos: Iterable[Photo]) -> dict[str, Scale]:
    studies: dict[str, list[Photo]] = defaultdict(list)
    for photo in photos:
        studies[photo["study"]].append(photo)
    scales = {study: scale_of(found) for study, found in sorted(studies.items())}
    writer.note(PROXIMITY_NOTE, {study: scale._asdict() for study, scale in scales.items()})
    for study, scale in scales.items():
        if not scale.by_coordinates:
            writer.warn(
                f"the coordinates of the {study} photos do not tell which end of the proximity scale is close; "
                f"{scale.closest} is taken as closest, as in the published sheets"
            )
    return scales


def scale_of(photos: Iterable[Photo]) -> Scale:
    """Decide by the width of the row of objects in widths of the face, among photos of as many objects and one view."""
    groups: dict[tuple[Any, ...], dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for photo in photos:
        face = photo["face"][2] - photo["face"][0] if photo["face"] else 0.0
        if photo["points"] and face > 0:
            ends = np.subtract(photo["points"][-1], photo["points"][0])
            groups[len(photo["objects"]), photo["view"]][photo["proximity"]].append(float(np.hypot(*ends) / face))
    wider = pairs = 0
    for widths, (low, high) in product(groups.values(), ((1, 2), (1, 3), (2, 3))):
        signs = np.sign(np.subtract.outer(np.array(widths[high]), np.array(widths[low])))
        wider, pairs = wider + int(signs.sum()), pairs + signs.size
    clear = abs(wider) >= CLEAR * max(pairs, 1)
    return Scale(3 if clear and wider < 0 else 1, clear)


def _write(writer: SetWriter, photos: Iterable[tuple[Photo, Stimulus]], scales: Mapping[str, Scale]) -> None:
    """Write every photo with all templates of its study; note omitted and unusual stimuli in the manifest."""
    prompts = {study: sorted(templates(study)) for study in STUDIES}
    counts: dict[bool, Counter[str]] = {False: Counter(), True: Counter()}  # photos and attention checks by study
    for photo, stimulus in photos:
        with _skipping(writer, photo["stimulus_id"]):
            data, study = stimulus.photo(), photo["study"]
            path = writer.image(f"images/{photo['stimulus_id']}{image_suffix(data)}", data)
            counts[photo["is_check"]][study] += 1
            closeness = photo["proximity"] if scales[study].closest == 3 else 4 - photo["proximity"]
            for part in PROMPTS_OF[study]:
                write_photo(writer, {**photo, "proximity": closeness}, path, part, prompts[part])
    if writer.manifest.skipped:
        writer.warn(f"{len(writer.manifest.skipped)} stimuli of the source were left out")
    for study, expected in EXPECTED.items():
        if (found := counts[False][study]) != expected:
            writer.warn(f"{found} {study} photos without attention checks; the study reports {expected}")
    writer.note("photos", dict(counts[False]))
    writer.note("attention_checks", dict(counts[True]))
    writer.note("main_prompts", "reconstructed: the study does not print them")


def write_photo(
    writer: SetWriter, photo: Photo, path: str, study: str, prompts: Iterable[int], **further: object
) -> None:
    """Write all rows of one photo, one per prompt template, with further columns."""
    objects, points, gaze, head = (photo[name] for name in ("objects", "points", "gaze_pos", "head_pos"))
    # Without coordinates, the order on the table replaces that in the image.
    along = sorted(range(len(objects)), key=lambda i: points[i][0]) if points else range(len(objects))
    scene = "|".join(["+".join(objects), *(str(photo[key]) for key in ("view", "proximity", "site", "actor"))])
    at_head = objects[head] if head >= 0 else ""
    shared = {
        "study": study, "category": photo["condition"], "stimulus_id": photo["stimulus_id"], "image_path": path,
        "objects": "+".join(objects), "left_to_right": "+".join(objects[i] for i in along), "n_objects": len(objects),
        "condition": photo["condition"], "view": photo["view"], "proximity": photo["proximity"],
        "gaze_target": objects[gaze], "head_target": at_head, "gaze_pos": gaze, "head_pos": head,
        "dist_eye_head": abs(head - gaze) if head >= 0 else "", "scene_id": scene,
        "pose_id": f"{scene}|{at_head or photo['stimulus_id']}", "site": photo["site"], "actor": photo["actor"],
        "attention_check": int(photo.get("is_check", False)), "points": json.dumps(points) if points else "",
        "face": json.dumps(photo["face"]) if photo["face"] else "",
    }  # fmt: skip
    first = photo["stimulus_id"] * 100 + INDEX_OFFSET[study]
    for prompt in prompts:
        writer.row({"index": first + prompt, **shared, "prompt_id": prompt, **further})


def read_release(folder: Path) -> tuple[list[Stimulus], dict[str, Any]]:
    """All stimuli of a release, and where they were read; without any, a `DataError` says what is expected."""
    files = sorted(path for path in folder.rglob("*") if path.suffix in (".parquet", ".csv"))
    tables = {path: table for path in files if (table := _table(path)) is not None}
    if parquet := [path for path in tables if path.suffix == ".parquet"]:
        rows = [row for path in parquet for row in records(tables[path])]
        notes = {"format": "parquet", "files": [str(path.relative_to(folder)) for path in parquet]}
        return [Stimulus(_texts(row), partial(_embedded, row["image"])) for row in rows], notes
    if not tables:
        raise DataError(
            f"{folder}: no stimuli found. Expected the hub dataset (*.parquet with an image column) or a CSV with the "
            f"columns {', '.join(NEEDED)} and its photos"
        )
    # The repository holds several tables (pilot only, one experiment only): the fullest one covers the others.
    path = max(tables, key=lambda item: (tables[item]["stimulus_id"].nunique(), item.name))
    others = [str(item.relative_to(folder)) for item in tables if item != path]
    notes = {"format": "csv", "files": [str(path.relative_to(folder))], "tables_not_used": others}
    rows = [_texts(row) for row in records(tables[path])]
    return [Stimulus(row, partial(_file_bytes, row["path"], path.parent, folder)) for row in rows], notes


def _table(path: Path) -> pd.DataFrame | None:
    """A table of stimuli; None for any other table."""
    embedded = path.suffix == ".parquet"
    options = {} if embedded else {"dtype": str, "keep_default_na": False, "encoding": "utf-8-sig"}
    try:
        table = (pd.read_parquet if embedded else pd.read_csv)(path, **options).rename(columns=_snake_case)
    except (ValueError, OSError) as error:  # pandas' parser errors and pyarrow's are ValueErrors
        raise DataError(f"{path}: cannot be read as {path.suffix[1:]} ({error})") from error
    table = table.loc[:, ~table.columns.duplicated()]
    return table if {*NEEDED, "image" if embedded else "path"} <= set(table.columns) else None


def _texts(row: Mapping[str, Any]) -> dict[str, str]:
    """The cells of a row but its photo as text; object names may come as a list instead of "a+b"."""
    cells = {name: [value] if isinstance(value, str) else np.ravel(value) for name, value in row.items()}
    return {name: "+".join(map(str, values)) for name, values in cells.items() if name != "image"}


def _file_bytes(name: str, *folders: Path) -> bytes:
    for folder in folders:
        place = named_file(folder, name.strip())
        if place.is_file():
            data = place.read_bytes()
            if data.startswith(b"version https://git-lfs"):
                raise DataError(f"{name} is a Git LFS pointer, not the photo; fetch it with `git lfs pull`")
            return data
    raise DataError(f"photo {name} is missing")


def _embedded(image: Any) -> bytes:
    data = image.get("bytes") if isinstance(image, dict) else image
    if not isinstance(data, bytes) or not data:
        raise DataError("the table does not hold the photo")
    return data


def parse(cells: Mapping[str, str]) -> dict[str, Any]:
    """One row of the release as a `Photo`; a `DataError` names a cell that is missing or contradicts another."""
    stimulus = _whole(cells, "stimulus_id", 0, 10**9)
    view = cells["angle"].strip().lower()
    if view not in ("front", "left", "right"):
        raise DataError(f"angle {view!r} must be front, left or right")
    objects = [_name(part) for part in cells["candidates"].split("+")]
    if not 2 <= len(objects) <= _LARGEST_ROW or len(set(objects)) != len(objects) or "" in objects:
        raise DataError(f"candidates {cells['candidates']!r} must be 2 to {_LARGEST_ROW} different names")
    gaze = _position(cells, "label", objects)
    distance, head, condition = _text(cells, "dist_eye_head"), -1, "natural"
    if _text(cells, "head_target") in _ABSENT:
        if distance not in _ABSENT:
            raise DataError(f"dist_eye_head is {distance}, but there is no head target")
    else:
        head = _position(cells, "head_target", objects)
        condition = "congruent" if head == gaze else "incongruent"
        if distance and not re.fullmatch(rf"{abs(head - gaze)}(\.0+)?", distance):
            raise DataError(f"dist_eye_head is {distance}, but head and gaze target are {abs(head - gaze)} apart")
    corners = [_fraction(cells.get(f"option{i}_{axis}")) for i in range(1, len(objects) + 1) for axis in "xy"]
    face = [_fraction(cells.get(f"face_{name}")) for name in ("x_min", "y_min", "x_max", "y_max")]
    site, actor = _text(cells, "site"), _text(cells, "actor")
    return {
        "stimulus_id": stimulus, "objects": objects, "gaze_pos": gaze, "head_pos": head, "condition": condition,
        "view": view, "proximity": _whole(cells, "proximity", 1, 3), "site": site, "actor": actor,
        "study": study_of(site, actor, stimulus), "is_check": _text(cells, "list_id") in ("-1", "-1.0"),
        "points": [] if None in corners else list(zip(corners[::2], corners[1::2], strict=True)),
        "face": [] if None in face else face,
    }  # fmt: skip


def _snake_case(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name.strip()).lower()


def _name(text: str) -> str:
    return " ".join(text.replace("_", " ").split())


def _text(cells: Mapping[str, str], column: str) -> str:
    text = cells.get(column, "").strip()
    return "" if text.lower() in ("nan", "none") else text


def _position(cells: Mapping[str, str], column: str, objects: list[str]) -> int:
    folded, name = [item.casefold() for item in objects], _name(cells[column]).casefold()
    if name not in folded:
        raise DataError(f"{column} {cells[column]!r} must be one of {', '.join(objects)}")
    return folded.index(name)


def _whole(cells: Mapping[str, str], column: str, low: int, high: int) -> int:
    text = cells.get(column, "").strip()
    if not re.fullmatch(r"\d{1,9}(\.0+)?", text) or not low <= int(text.split(".")[0]) <= high:
        raise DataError(f"{column} {text!r} must be a whole number from {low} to {high}")
    return int(text.split(".")[0])


def _fraction(text: str | None) -> float | None:
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if 0 <= value <= 1 else None
