"""Demo sets of visual search: cluttered scenes made of pieces of photographs, and simulated searchers as participants.

Written in the published format first and read back by the ordinary builder, so the demo goes the way of real data.
"""

import json
import tempfile
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from dataset_builders.visual_search.published import read_published
from dataset_builders.visual_search.set_rows import write_set
from vlmeval_hvs.metrics.arrays import Floats
from vlmeval_hvs.metrics.search import NO_TARGET, target_found
from vlmeval_hvs.seeding import rng
from vlmeval_hvs.sets import Manifest

Pixels = NDArray[np.uint8]

SHAPE = (576, 768)
PHOTOS = ("astronaut", "chelsea", "coffee", "rocket", "motorcycle_left", "retina")
"""Colour photographs that come inside the scikit-image package."""
TEXTURES = ("gravel", "grass", "brick")
_MARGIN = 10  # px kept free around the target, so that its box holds nothing else
_OBJECTS, _DISTRACTORS = 70, 6  # pieces of photographs strewn over a scene, and of the target's own photograph
_COARSE = 4  # times smaller are pictures while they are blurred: nothing finer is left of them
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
    height, width = SHAPE
    size = {"image_height": height, "image_width": width}
    trials: list[dict[str, Any]] = []
    people: dict[str, dict[str, Any]] = {f"{number:02d}": {} for number in range(1, style.participants + 1)}
    for number in range(style.images):
        scene = _make_scene(style, rng(0, "scene", name, number))
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
        "dataset_name": name, **size, "max_scanpath_length": style.max_length,
        "receptive_size": [style.receptive, style.receptive], "images_dir": "images/", "targets_dir": "templates/",
        "scanpaths_dir": "human_scanpaths/",
    }  # fmt: skip
    files = {f"human_scanpaths/subj{person}_scanpaths.json": scanpaths for person, scanpaths in people.items()}
    for file, content in {"dataset_info.json": info, "trials_properties.json": trials, **files}.items():
        (folder / file).write_text(json.dumps(content), encoding="utf-8")


def _simulate(
    scene: "Scene", image: str, person: str, cap: int, style: Style
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


def _look_around(scene: "Scene", points: list[Floats], draws: np.random.Generator) -> Floats:
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


class Scene(NamedTuple):
    """A scene and where its target is."""

    pixels: Pixels  # RGB (h, w, 3)
    template: Pixels  # RGB picture of the target as shown to the searcher
    bbox: tuple[int, int, int, int]  # first row, first column, height and width of the target, or of where it would be


@cache
def _photo(name: str) -> Pixels:
    from skimage import data

    picture = data.stereo_motorcycle()[0] if name == "motorcycle_left" else getattr(data, name)()
    pixels = np.asarray(picture, dtype=np.uint8)
    return np.stack([pixels] * 3, axis=-1) if pixels.ndim == 2 else pixels[:, :, :3]


def _make_scene(style: Style, draws: np.random.Generator) -> Scene:
    """Draw one scene.

    The template is cut from the scene (``exact``), or shows the object smaller and mirrored, as also where the target
    is not put into the scene (``present``).
    """
    canvas = _background(draws)
    unit = SHAPE[0] // 11
    target_photo = str(draws.choice(PHOTOS))
    size = int(draws.integers(int(unit * 0.9), int(unit * 1.3)))
    target, mask = _piece(target_photo, draws, size)
    row, column = _target_place(draws, size)
    for name in [str(draws.choice(PHOTOS)) for _ in range(_OBJECTS)] + [target_photo] * _DISTRACTORS:
        side = int(draws.integers(int(unit * 0.7), int(unit * 1.7)))
        piece, piece_mask = _piece(name, draws, side)
        for _ in range(20):
            top, left = (int(draws.integers(-unit // 3, extent - unit // 2)) for extent in SHAPE)
            near = (-side <= gap + _MARGIN <= size + 2 * _MARGIN for gap in (top - row, left - column))
            if not all(near) or not style.present:
                _paste(canvas, piece, piece_mask, top, left)
                break
    if style.present:
        _paste(canvas, target, mask, row, column)
    pixels = canvas if style.colour else _grey(canvas)
    template = pixels[row : row + size, column : column + size].copy()
    if not style.exact or not style.present:
        other = np.full((size, size, 3), 128, dtype=np.uint8)
        _paste(other, target[:, ::-1], mask[:, ::-1], 0, 0)
        other = other if style.colour else _grey(other)
        template = np.asarray(cv2.resize(other, None, fx=0.8, fy=0.8, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    return Scene(pixels, template, (row, column, size, size))


def _background(draws: np.random.Generator) -> Pixels:
    texture, photo = _photo(str(draws.choice(TEXTURES))), _photo(str(draws.choice(PHOTOS)))
    height, width = SHAPE
    small = cv2.resize(photo, (width // _COARSE, height // _COARSE), interpolation=cv2.INTER_AREA)
    soft = cv2.resize(cv2.GaussianBlur(small, (0, 0), height / 25 / _COARSE), (width, height)).astype(np.float32)
    grain = cv2.resize(texture, (width, height)).astype(np.float32)
    return np.clip(0.55 * soft + 0.45 * grain, 0, 255).astype(np.uint8)


def _piece(name: str, draws: np.random.Generator, size: int) -> tuple[Pixels, NDArray[np.float32]]:
    """A square piece of a photograph with contrast, ``(size, size, 3)``, and the soft mask of its rounded outline."""
    photo = _photo(name)
    side = int(min(photo.shape[:2]) * draws.uniform(0.18, 0.32))
    for _ in range(8):
        top, left = (int(draws.integers(0, extent - side)) for extent in photo.shape[:2])
        best = photo[top : top + side, left : left + side]
        if best.std() > 35:
            break
    piece = cv2.resize(best, (size, size), interpolation=cv2.INTER_AREA)
    power = draws.uniform(2, 5)
    axis = np.abs(np.linspace(-1.06, 1.06, size))
    outline = (axis[:, None] ** power + axis[None, :] ** power) ** (1 / power)
    mask = np.clip((1 - outline) * size / 4 + 0.5, 0, 1).astype(np.float32)
    return np.asarray(piece, dtype=np.uint8), mask


def _target_place(draws: np.random.Generator, size: int) -> tuple[int, int]:
    """A place away from the border and from the centre, where the gaze starts."""
    while True:
        row, column = (int(draws.integers(_MARGIN, extent - size - _MARGIN)) for extent in SHAPE)
        if np.hypot(row + size / 2 - SHAPE[0] / 2, column + size / 2 - SHAPE[1] / 2) > 0.28 * SHAPE[0]:
            return row, column


def _paste(canvas: Pixels, piece: Pixels, mask: NDArray[np.float32], top: int, left: int) -> None:
    """Blend a piece into the canvas, with a thin dark rim that sets it off; parts outside are cut."""
    height, width = canvas.shape[:2]
    rows, columns = slice(max(top, 0), top + len(piece)), slice(max(left, 0), left + len(piece))
    inner = (slice(rows.start - top, height - top), slice(columns.start - left, width - left))
    alpha = mask[inner][:, :, None]
    shade = cv2.GaussianBlur(mask, (0, 0), len(piece) / 16)[inner][:, :, None]
    below = canvas[rows, columns].astype(np.float32) * (1 - 0.45 * shade)
    canvas[rows, columns] = np.clip(alpha * piece[inner] + (1 - alpha) * below, 0, 255).astype(np.uint8)


def _grey(pixels: Pixels) -> Pixels:
    return np.stack([cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)] * 3, axis=-1)
