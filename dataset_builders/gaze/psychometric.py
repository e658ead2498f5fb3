"""The set ``GazeTarget_Psychometric``: drawn scenes with continuous angles of head and eyes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from dataset_builders.gaze.build import photo_rows
from dataset_builders.gaze.design import Design, read_design, scenes
from dataset_builders.gaze.drawn import DrawnScene
from dataset_builders.gaze.geometry.dials import EYES, Dials
from vlmeval_hvs.sets import Manifest, SetWriter

PROMPTS = (0, 2)
"""Of the main prompts two that speak of "this person": without and with the names of the objects from left to right."""
NEAR_VIEW = 8.0
"""A camera within so many degrees of the front sees the front view; the left view shows the left side of the face."""
DEMO = Design(separations=(4.0, 7.0, 11.0, 15.0), sizes=(336,))
WARNING = (
    "generated pictures, not photos: compare runs on this set with each other, not with people's accuracy on photos"
)


def build(set_name: str, source: Path | None, root: Path) -> Manifest:
    """Draw the set.

    Raises:
        DataError: The design cannot be read or shown.
    """
    return _write(set_name, root, read_design(source))


def build_demo(set_name: str, source: Path | None, root: Path) -> Manifest:
    """Draw the demo, which has fewer stimuli; arguments as for `build`."""
    return _write(set_name, root, DEMO if source is None else read_design(source))


def _write(set_name: str, root: Path, design: Design) -> Manifest:
    number = 1
    with SetWriter(set_name, root, source="drawn by vlmeval_hvs", licence="Apache-2.0") as writer:
        writer.warn(WARNING)
        for poses in tqdm(list(scenes(design)), desc=set_name, unit="scene", disable=None):
            scene = DrawnScene(poses[0][2])
            for cue, head, dials in poses:
                path = writer.array(f"images/{number}.png", scene.picture(dials))
                photo = _photo(number, cue, head, dials, scene)
                for cells in photo_rows(photo, path, "psychometric", PROMPTS):
                    writer.row(cells | _angles(dials, scene))
                number += 1
        writer.note("design", {name: value for name, value in vars(design).items()})
        writer.note("proximity", "not varied; the angle between neighbours is")
        writer.note("main_prompts", "reconstructed: the study does not print them")
    return writer.manifest


def _photo(number: int, cue: str, head: int, dials: Dials, scene: DrawnScene) -> dict[str, Any]:
    points = dials.camera.project(dials.places)[:, :2] / dials.size
    side = "front" if abs(dials.view) < NEAR_VIEW else ("left" if dials.view > 0 else "right")
    return {
        "stimulus_id": number,
        "objects": list(dials.objects),
        "gaze_pos": dials.gaze,
        "head_pos": head,
        "condition": cue,
        "view": side,
        "proximity": 0,
        "site": f"{dials.separation:g} deg, {dials.view:g} deg, {dials.distance:g} cm, {dials.size} px",
        "actor": dials.person,
        "points": [(round(float(x), 4), round(float(y), 4)) for x, y in points],
        "face": list(scene.face_box(dials)),
    }


def _angles(dials: Dials, scene: DrawnScene) -> dict[str, object]:
    return {
        "separation": f"{dials.separation:g}",
        "gaze_yaw": round(dials.gaze_yaw, 3),
        "head_yaw": round(dials.head_yaw, 3),
        "eye_in_head": round(dials.eye_in_head, 3),
        "eyes_visible": int(dials.eyes_visible),
        "camera_azimuth": f"{dials.view:g}",
        "camera_distance": f"{dials.distance:g}",
        "size": dials.size,
        "spacing_px": round(scene.facts["spacing"], 1),
        "gap_px": round(scene.facts["gap"], 1),
        "iris_shift_px": round(iris_shift(dials, scene.eyeball), 2),
    }


def iris_shift(dials: Dials, eyeball: float) -> float:
    """How far an iris moves in the picture, px, from this gaze target to a neighbouring one (the smaller way)."""
    neighbours: Sequence[int] = [i for i in (dials.gaze - 1, dials.gaze + 1) if 0 <= i < len(dials.objects)]
    ways = dials.places[[dials.gaze, *neighbours]] - EYES
    irises = EYES + eyeball * ways / np.linalg.norm(ways, axis=1, keepdims=True)
    pixels = dials.camera.project(irises)[:, :2]
    return float(np.linalg.norm(pixels[1:] - pixels[0], axis=1).min())
