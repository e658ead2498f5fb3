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
from dataset_builders.gaze.rendered.surfaces import Thing
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


def curves(strands: STRANDS, color: Any, roughness: float, folder: Path, name: str) -> dict[str, Any]:
    """Strands as B-spline curves; Mitsuba reads them from a file."""
    points, radii = strands
    rows = np.concatenate([points, radii[..., None]], axis=2)
    # A B-spline starts and ends within its first and last points: one more on either side makes it reach them.
    rows = np.concatenate([2 * rows[:, :1] - rows[:, 1:2], rows, 2 * rows[:, -1:] - rows[:, -2:-1]], axis=1)
    rows[..., 3] = np.maximum(rows[..., 3], 0.004)
    lines = ["\n".join(" ".join(f"{cell:.4f}" for cell in row) for row in strand) for strand in rows]
    path = folder / f"{name}.txt"
    path.write_text("\n\n".join(lines) + "\n", encoding="utf-8")
    look = {"type": "principled", "base_color": _rgb(color), "roughness": roughness, "specular": 0.5}
    return {"type": "bsplinecurve", "filename": str(path), "bsdf": look}


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


def figure_shapes(figure: Figure, folder: Path) -> dict[str, Any]:
    """All of a person."""
    person = figure.person
    made = {
        "skin": shape(Thing(figure.skin, figure.colors, 0.48, 0.35)),
        "shirt": shape(Thing(figure.shirt, np.array(person.shirt), 0.9, 0.1)),
    }
    for name, strands in zip(("hair", "brows", "lashes-left", "lashes-right"), figure.strands, strict=True):
        made[name] = curves(strands, person.hair, 0.35, folder, name)
    for name, (middle, radius), gaze in zip(("eye-left", "eye-right"), figure.pose.eyes, figure.pose.gazes, strict=True):
        made[name] = eyeball(middle, radius, gaze, person.iris)
    return made

