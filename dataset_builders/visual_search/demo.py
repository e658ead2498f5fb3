"""Demo sets of visual search: generated scenes, and simulated searchers in the place of participants.

Written in the published format first and read back by the ordinary builder, so the demo goes the way of real data.
"""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from dataset_builders.visual_search.published import read_published
from dataset_builders.visual_search.scenes import Scene, load_photos, make_scene
from dataset_builders.visual_search.set_rows import write_set
from vlmeval_hvs.metrics.arrays import Floats
from vlmeval_hvs.metrics.search import NO_TARGET, target_found
from vlmeval_hvs.seeding import rng
from vlmeval_hvs.sets import Manifest

SHAPE = (576, 768)
_SCATTER = 10.0  # px of motor noise
_NOTICE, _REACH, _GIST = 0.75, 230.0, 0.06  # chance of noticing the target nearby, its reach in px, and anywhere
_GIVE_UP = 0.045  # by how much the chance to stop an empty search grows with every fixation


@dataclass(frozen=True)
class Style:
    """How a demo set imitates its original."""

    colour: bool
    exact: bool  # whether the template is cut from the scene
    max_length: int
    caps: tuple[int, ...]
    receptive: int
    participants: int = 6
    images: int = 8
    category: str = "TBD"
    present: bool = True


STYLES = {
    "Interiors": Style(False, True, 13, (3, 5, 9, 13), 24, images=12),
    "Unrestricted": Style(False, False, 20, (80,), 26),
    "MCS": Style(True, False, 6, (80,), 24, participants=3, category="photo detail"),
    "COCOSearch18": Style(True, True, 10, (45,), 26, images=24, category="photo detail"),
    "COCOSearch18Absent": Style(True, True, 10, (45,), 26, category="photo detail", present=False),
    "People": Style(True, False, 16, (16,), 26, category="photo detail"),
    "Custom": Style(True, True, 10, (20,), 24, images=6),
}


def build(set_name: str, source: Path | None, root: Path) -> Manifest:
    """Build a demo set; ``source`` is not used."""
    name = set_name.removeprefix("VisualSearch_").removesuffix("_DEMO")
    style = STYLES[name]
    with tempfile.TemporaryDirectory(prefix="vlmeval_hvs_demo_") as folder:
        write_published(Path(folder), name, style)
        raw = read_published(Path(folder))
        if not style.present:  # the published format has no such trials
            raw.trials = [replace(trial, bbox=NO_TARGET) for trial in raw.trials]
        made = "generated: pieces of scikit-image's photographs, simulated participants"
        licence = "scenes: as scikit-image's example images; everything else Apache-2.0"
        return write_set(raw, set_name, root, made, licence)


def write_published(folder: Path, name: str, style: Style) -> None:
    """Write a generated dataset in the published format."""
    for part in ("images", "templates", "human_scanpaths"):
        (folder / part).mkdir(parents=True)
    photos = load_photos()
    height, width = SHAPE
    size = {"image_height": height, "image_width": width}
    trials: list[dict[str, Any]] = []
    people: dict[str, dict[str, Any]] = {f"{number:02d}": {} for number in range(1, style.participants + 1)}
    for number in range(style.images):
        draws = rng(0, "scene", name, number)
        scene = make_scene(photos, draws, SHAPE, colour=style.colour, exact=style.exact, present=style.present)
        image = f"{name.lower()}_{number:03d}.png"
        Image.fromarray(scene.pixels).save(folder / "images" / image, compress_level=1)  # quick rather than small
        Image.fromarray(scene.template).save(folder / "templates" / image)
        box = ("target_matched_row", "target_matched_column", "target_height", "target_width")
        start = {"initial_fixation_row": height // 2, "initial_fixation_column": width // 2}
        names = {"image": image, "target": image, "target_object": style.category}
        trials.append({**names, **dict(zip(box, scene.bbox, strict=True)), **size, **start})
        for order, (person, scanpaths) in enumerate(people.items()):
            cap = style.caps[(number + order) % len(style.caps)]
            x, y, times = _simulate(scene, image, person, cap, style)
            scanpaths[image] = {**size, "X": x, "Y": y, "T": times, "max_fixations": cap}
    info = {
        "dataset_name": name,
        **size,
        "max_scanpath_length": style.max_length,
        "receptive_size": [style.receptive, style.receptive],
        "images_dir": "images/",
        "targets_dir": "templates/",
        "scanpaths_dir": "human_scanpaths/",
    }
    files = {f"human_scanpaths/subj{person}_scanpaths.json": scanpaths for person, scanpaths in people.items()}
    for file, content in {"dataset_info.json": info, "trials_properties.json": trials, **files}.items():
        (folder / file).write_text(json.dumps(content), encoding="utf-8")


def _simulate(
    scene: Scene, image: str, person: str, cap: int, style: Style
) -> tuple[list[float], list[float], list[float]]:
    """X, y and durations of a participant who notices the target the more likely the nearer it is, or looks around.

    Without a target they stop at some point.
    """
    height, width = SHAPE
    top, left, box_height, box_width = scene.bbox
    draws = rng(0, "participant", image, person)
    target = np.array([left + box_width / 2, top + box_height / 2])
    points = [np.array([width / 2, height / 2])]
    for number in range(min(cap, style.max_length + 4) - 1):
        distance = float(np.hypot(*(target - points[-1])))
        if not style.present and draws.random() < _GIVE_UP * (number - 1):
            break
        if style.present and draws.random() < _NOTICE * np.exp(-((distance / _REACH) ** 2)) + _GIST:
            chosen = target
        else:
            chosen = _look_around(scene, points, draws)
        x, y = np.clip(chosen + draws.normal(0, _SCATTER, 2), 0, (width - 1, height - 1))
        points.append(np.array([x, y]))
        bbox = (top, left, top + box_height, left + box_width)
        if style.present and target_found(bbox, y, x, (style.receptive, style.receptive)):
            break
    across, down = ([round(float(point[axis]), 1) for point in points] for axis in (0, 1))
    return across, down, draws.integers(120, 420, len(points)).astype(float).tolist()


def _look_around(scene: Scene, points: list[Floats], draws: np.random.Generator) -> Floats:
    """The best of a few random places: moderate saccades, the centre, contrast, and no early return."""
    height, width = SHAPE
    candidates = draws.random((12, 2)) * (width, height)
    saccade = np.hypot(*(candidates - points[-1]).T)
    centre = np.hypot(*((candidates - (width / 2, height / 2)) / (width, height)).T)
    revisit = np.min([np.hypot(*(candidates - point).T) for point in points[-4:]], axis=0)
    contrast = [
        scene.pixels[max(int(y) - 25, 0) : int(y) + 25, max(int(x) - 25, 0) : int(x) + 25].std() for x, y in candidates
    ]
    appeal = (
        -((saccade / (width / 3) - 0.6) ** 2) - 3 * centre**2 + np.minimum(revisit / 120, 1) + np.array(contrast) / 60
    )
    return np.asarray(candidates[int(np.argmax(appeal + draws.normal(0, 0.25, len(candidates))))])
