"""Released gaze stimuli to the set ``GazeTarget``: one row per photo and prompt template, each photo stored once.

Rows hold facts and the number of the template only. The dataset puts the question into words when it is loaded.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from dataset_builders.archives import open_source
from dataset_builders.download import snapshot
from dataset_builders.gaze.release import Photo, Stimulus, parse, read_release
from dataset_builders.odd_rows import one_row
from vlmeval_hvs.benchmarks.gaze.dataset import PROXIMITY_NOTE
from vlmeval_hvs.benchmarks.gaze.wording import STUDIES, templates
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import image_suffix
from vlmeval_hvs.sets import Manifest, SetWriter

HUB = "Zory/gaze-referent-stimuli"
LICENCE = "see the dataset's page (its code repository is CC0 1.0)"
EXPECTED = {"main": 1360, "pilot": 900}
"""Photos the study reports, without its attention checks (``list_id`` -1): six in the main part, seven in the pilot."""
PROMPTS_OF = {"main": ("main",), "pilot": ("pilot", "prepilot")}
CLEAR = 0.3  # share of pairs of photos with the wider row under the same end, minus the others, that decides
INDEX_OFFSET = {"main": 0, "pilot": 30, "prepilot": 60, "psychometric": 0}


def build(set_name: str, source: Path | None, root: Path) -> Manifest:
    """Build the set from the hub dataset or from the repository's CSV with its photos.

    Raises:
        DataError: The source holds no usable stimulus, or the hub cannot be reached.
    """
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
    """The stimuli whose rows are sound, each with its photo record."""
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
    """How the table counts proximity, for each study in it."""
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
    same_bytes: dict[bytes, list[int]] = defaultdict(list)
    for photo, stimulus in photos:
        with _skipping(writer, photo["stimulus_id"]):
            data, study = stimulus.photo(), photo["study"]
            path = writer.image(f"images/{photo['stimulus_id']}{image_suffix(data)}", data)
            same_bytes[hashlib.sha256(data).digest()].append(photo["stimulus_id"])
            counts[photo["is_check"]][study] += 1
            closeness = photo["proximity"] if scales[study].closest == 3 else 4 - photo["proximity"]
            for part in PROMPTS_OF[study]:
                for cells in photo_rows({**photo, "proximity": closeness}, path, part, prompts[part]):
                    writer.row(cells)
    if writer.manifest.skipped:
        writer.warn(f"{len(writer.manifest.skipped)} stimuli of the source were left out")
    for study, expected in EXPECTED.items():
        if (found := counts[False][study]) != expected:
            writer.warn(f"{found} {study} photos without attention checks; the study reports {expected}")
    for twins in (ids for ids in same_bytes.values() if len(ids) > 1):
        writer.warn(f"stimuli {', '.join(map(str, twins))} are the same photo")
    writer.note("photos", dict(counts[False]))
    writer.note("attention_checks", dict(counts[True]))
    writer.note("main_prompts", "reconstructed: the study does not print them")


def photo_rows(photo: Photo, path: str, study: str, prompts: Iterable[int]) -> list[dict[str, object]]:
    """All rows of one photo, one per prompt template."""
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
    return [{"index": first + prompt, **shared, "prompt_id": prompt} for prompt in prompts]
