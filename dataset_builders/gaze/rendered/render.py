"""Path tracing of a scene with Mitsuba 3 (BSD licence), on the processor and without a display."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dataset_builders.gaze.rendered.anatomy import INSTALL
from dataset_builders.gaze.rendered.figure import Figure
from dataset_builders.gaze.rendered.strands import STRANDS
from dataset_builders.gaze.rendered.surfaces import Thing, box, revolved
from vlmeval_hvs.errors import DataError

Array = NDArray[np.float64]
VARIANT = "scalar_rgb"
"""Runs on every processor; the compiled variants need an LLVM that fits."""
IRIS, PUPIL = 0.62, 0.22
"""Radii of iris and pupil, cm."""


def mitsuba() -> Any:
    """The renderer.

    Raises:
        DataError: It is not installed.
    """
    try:
        module = importlib.import_module("mitsuba")
    except ImportError as error:
        raise DataError(f"rendered stimuli need the renderer `mitsuba`: {INSTALL}") from error
    module.set_variant(VARIANT)
    return module


def linear(color: Any) -> Array:
    """Linear light of sRGB values, both 0-1."""
    value = np.asarray(color, dtype=float)
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def _rgb(color: Any) -> dict[str, Any]:
    return {"type": "rgb", "value": [float(cell) for cell in linear(color)]}


def shape(thing: Thing) -> Any:
    """The mesh as Mitsuba holds it."""
    mi = mitsuba()
    color = np.asarray(thing.color, dtype=float)
    surface = thing.surface
    if color.ndim == 1:
        paint = _rgb(color)
    elif color.ndim == 2:
        paint = {"type": "mesh_attribute", "name": "vertex_color"}
    else:
        paint = {"type": "bitmap", "bitmap": mi.Bitmap(linear(color).astype(np.float32)), "raw": True}
    look = {
        "type": "twosided",
        "inner": {
            "type": "principled",
            "base_color": paint,
            "roughness": thing.roughness,
            "specular": thing.specular,
        },
    }
    properties = mi.Properties()
    properties["bsdf"] = mi.load_dict(look)
    n, triangles = len(surface.vertices), surface.triangles
    made = mi.Mesh("thing", n, len(triangles), props=properties, has_vertex_normals=True, has_vertex_texcoords=True)
    if color.ndim == 2:
        made.add_attribute("vertex_color", 3, linear(color).astype(np.float32).ravel())
    parts = mi.traverse(made)
    parts["vertex_positions"] = surface.vertices.astype(np.float32).ravel()
    parts["vertex_normals"] = surface.normals.astype(np.float32).ravel()
    parts["vertex_texcoords"] = surface.texture.astype(np.float32).ravel()
    parts["faces"] = triangles.astype(np.uint32).ravel()
    parts.update()
    return made


def curves(strands: STRANDS, color: Any, path: Path, place: Array | None = None) -> dict[str, Any]:
    """Strands as B-spline curves.

    Args:
        strands: The strands.
        color: Their colour, sRGB 0-1.
        path: A file that Mitsuba reads them from; written where it does not exist.
        place: Rotation and shift (3, 4).
    """
    points, radii = strands
    if not path.exists():
        rows = np.concatenate([points, radii[..., None]], axis=2)
        # A B-spline starts and ends within its first and last points: one more on either side makes it reach them.
        rows = np.concatenate([2 * rows[:, :1] - rows[:, 1:2], rows, 2 * rows[:, -1:] - rows[:, -2:-1]], axis=1)
        rows[..., 3] = np.maximum(rows[..., 3], 0.004)
        lines = ["\n".join(" ".join(f"{cell:.4f}" for cell in row) for row in strand) for strand in rows.tolist()]
        path.write_text("\n\n".join(lines) + "\n", encoding="utf-8")
    look = {"type": "principled", "base_color": _rgb(color), "roughness": 0.35, "specular": 0.5}
    made = {"type": "bsplinecurve", "filename": str(path), "bsdf": look}
    if place is not None:
        made["to_world"] = mitsuba().ScalarTransform4f(np.vstack([place, [0.0, 0.0, 0.0, 1.0]]))
    return made


def eyeball(middle: Array, radius: float, gaze: Array, iris: Sequence[float]) -> dict[str, Any]:
    """An eyeball that looks along `gaze`."""
    mi = mitsuba()
    up = [0.0, 1.0, 0.0]
    # The pole of the sphere's texture coordinates is its z axis.
    place = mi.ScalarTransform4f().look_at(
        origin=middle.tolist(), target=(middle + gaze).tolist(), up=up
    ) @ mi.ScalarTransform4f().scale(radius)
    picture = mi.Bitmap(linear(eye_texture(radius, iris)).astype(np.float32))
    return {
        "type": "sphere",
        "to_world": place,
        "bsdf": {
            "type": "principled",
            "base_color": {"type": "bitmap", "bitmap": picture, "raw": True},
            "roughness": 0.3,
            "specular": 0.15,
            "clearcoat": 0.6,
            "clearcoat_gloss": 0.97,
        },
    }


def eye_texture(radius: float, iris: Sequence[float]) -> Array:
    """(512, 256, 3) sRGB of an eyeball: rows from the pupil to the back, columns around it."""
    rows, columns = np.linspace(0, np.pi, 512)[:, None], np.linspace(0, 2 * np.pi, 256)[None]
    reach = np.where(rows < np.pi / 2, radius * np.sin(rows), 9.0)
    fibres = 0.75 + 0.2 * np.sin(37 * columns + 3 * np.sin(9 * columns)) * np.cos(5 * columns + reach * 14)
    depth = 0.75 + 0.5 * np.clip((IRIS - reach) / IRIS, 0, 1)
    colored = np.array(iris) * (fibres * depth)[..., None]
    limbus = np.clip((reach - 0.82 * IRIS) / (0.18 * IRIS), 0, 1)[..., None]
    colored = colored * (1 - 0.75 * limbus)
    white = np.array([0.82, 0.80, 0.78]) - 0.10 * np.clip((reach - 0.8) / 0.6, 0, 1)[..., None] * np.array([0.3, 1, 1])
    edge = np.clip((reach - IRIS) / 0.06, 0, 1)[..., None]
    color = colored * (1 - edge) + white * edge
    return np.where((reach < PUPIL)[..., None], 0.0, color)


def _fresh(path: Path) -> Path:
    path.unlink(missing_ok=True)
    return path


def figure_shapes(figure: Figure, folder: Path) -> dict[str, Any]:
    """All of a person.

    Args:
        figure: The person in a pose.
        folder: A folder for files that Mitsuba reads; those of the hair are written once per person.
    """
    person = figure.person
    made = {
        "skin": shape(Thing(figure.skin, figure.colors, 0.48, 0.35)),
        "shirt": shape(Thing(figure.shirt, np.array(person.shirt), 0.9, 0.1)),
    }
    for name, strands in zip(("hair", "brows"), figure.growing, strict=True):
        made[name] = curves(strands, person.hair, folder / f"{name}-{person.name}.txt", figure.place)
    for side, strands in enumerate(figure.lashes):
        made[f"lashes-{side}"] = curves(strands, person.hair, _fresh(folder / f"lashes-{side}.txt"))
    for name, (middle, radius), gaze in zip(
        ("eye-left", "eye-right"), figure.pose.eyes, figure.pose.gazes, strict=True
    ):
        made[name] = eyeball(middle, radius, gaze, person.iris)
    return made


def glasses(figure: Figure) -> dict[str, Any]:
    """Dark glasses that hide the eyes."""
    turn = figure.pose.turn
    made = {}
    for number, (middle, radius) in enumerate(figure.pose.eyes):
        side = 1.0 if number == 0 else -1.0
        lens = revolved([(0, 0), (2.4, 0.25), (2.75, 0.7), (2.6, 0.85), (0, 0.55)], 48)
        x, y, z = lens.vertices.T
        points = np.stack([1.05 * x + 0.25 * side, 0.82 * z - 0.15, radius + 1.15 - y], axis=1)
        made[f"lens-{number}"] = shape(Thing(lens.moved(points @ turn.T + middle), np.full(3, 0.02), 0.12, 0.6))
        rod = box((2.6, 0.35, -9.8), (2.85, 0.8, radius + 0.6))
        mirrored = rod.vertices * [side, 1.0, 1.0]
        made[f"temple-{number}"] = shape(Thing(rod.moved(mirrored @ turn.T + middle), np.full(3, 0.03), 0.3))
    bridge = box((-1.3, 0.3, 0.0), (1.3, 0.7, 0.4))
    between = (figure.pose.eyes[0][0] + figure.pose.eyes[1][0]) / 2 + turn @ np.array(
        [0.0, 0.2, figure.pose.eyes[0][1] + 0.8]
    )
    made["bridge"] = shape(Thing(bridge.moved(bridge.vertices @ turn.T + between), np.full(3, 0.03), 0.3))
    return made
