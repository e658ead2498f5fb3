"""Polygon meshes as arrays: subdivision, normals, surfaces of revolution, boxes."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
Index = NDArray[np.int64]


@dataclass(frozen=True)
class Surface:
    """A mesh of quads.

    Attributes:
        vertices: (n, 3) cm.
        quads: (f, 4) vertex numbers, counter-clockwise from outside.
        texture: (n, 2) texture coordinates; v grows upwards in the picture.
    """

    vertices: Array
    quads: Index
    texture: Array

    @property
    def triangles(self) -> Index:
        """(2 f, 3) vertex numbers."""
        return np.concatenate([self.quads[:, [0, 1, 2]], self.quads[:, [0, 2, 3]]])

    @property
    def normals(self) -> Array:
        """(n, 3) unit normals; vertices at the same place share theirs, so that seams do not show."""
        corners = self.vertices[self.triangles]
        across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        _, same = np.unique(self.vertices.round(4), axis=0, return_inverse=True)
        total = np.zeros_like(self.vertices)
        for corner in self.triangles.T:
            np.add.at(total, same[corner], across)
        total = total[same]
        return total / np.maximum(np.linalg.norm(total, axis=1, keepdims=True), 1e-12)

    def moved(self, vertices: Array) -> Surface:
        """The same mesh with vertices elsewhere."""
        return replace(self, vertices=vertices)

    def kept(self, quads: Index) -> Surface:
        """The mesh of some of the quads, without the vertices that none of them uses."""
        used, numbers = np.unique(quads, return_inverse=True)
        return Surface(self.vertices[used], numbers.reshape(-1, 4), self.texture[used])


@dataclass(frozen=True)
class Thing:
    """A surface with its look.

    Attributes:
        surface: The mesh.
        color: sRGB 0-1; one (3,), one per vertex (n, 3), or a picture (h, w, 3).
        roughness: 0 (mirror) to 1.
        specular: Strength of the highlight.
    """

    surface: Surface
    color: Array
    roughness: float = 0.6
    specular: float = 0.4

    def at(self, place: Array, scale: float = 1.0) -> Thing:
        """The same thing, larger by `scale`, standing at a place (3,)."""
        return replace(self, surface=self.surface.moved(self.surface.vertices * scale + place))


def subdivided(vertices: Array, quads: Index) -> tuple[Array, Index]:
    """One step of Catmull and Clark's subdivision (1978); open edges keep their line.

    Args:
        vertices: (n, k) positions, or anything else that lives on vertices.
        quads: (f, 4) vertex numbers. A triangle repeats its last corner.

    Returns:
        Vertices - the old ones first, then one per quad, then one per edge - and (4 f, 4) quads.
    """
    n, f = len(vertices), len(quads)
    middles = vertices[quads].mean(axis=1)
    sides = np.stack([quads, np.roll(quads, -1, axis=1)], axis=2).reshape(-1, 2)
    edges, which = np.unique(np.sort(sides, axis=1), axis=0, return_inverse=True)
    which = which.reshape(-1)
    owners = np.repeat(np.arange(f), 4)
    count = np.bincount(which, minlength=len(edges))
    touching = np.zeros((len(edges), vertices.shape[1]))
    np.add.at(touching, which, middles[owners])
    ends = vertices[edges].mean(axis=1)
    inner = count == 2
    points = np.where(inner[:, None], (ends + touching / np.maximum(count, 1)[:, None]) / 2, ends)
    valence = np.bincount(edges.ravel(), minlength=n)
    face_sum, face_count = np.zeros_like(vertices), np.bincount(quads.ravel(), minlength=n)
    edge_sum = np.zeros_like(vertices)
    for corner in quads.T:
        np.add.at(face_sum, corner, middles)
    for end in edges.T:
        np.add.at(edge_sum, end, ends)
    k = np.maximum(valence, 1)[:, None]
    smooth = (face_sum / np.maximum(face_count, 1)[:, None] + 2 * edge_sum / k + (k - 3) * vertices) / k
    rim = np.zeros(n, dtype=bool)
    rim[edges[~inner].ravel()] = True
    smooth = np.where((rim | (valence < 3))[:, None], vertices, smooth)
    edge_of = n + f + which.reshape(f, 4)
    center = np.repeat(n + np.arange(f), 4)
    new = np.stack([quads.ravel(), edge_of.ravel(), center, np.roll(edge_of, 1, axis=1).ravel()], axis=1)
    return np.concatenate([smooth, middles, points]), new


def revolved(profile: ArrayLike, sides: int = 48) -> Surface:
    """A surface of revolution about the y axis.

    Args:
        profile: (m, 2) radius and height from bottom to top, cm.
        sides: Number of quads around.
    """
    line = np.asarray(profile, dtype=float)
    around = np.linspace(0.0, 2 * np.pi, sides + 1)
    radius, height = line[:, 0][:, None], line[:, 1][:, None]
    ring = np.stack(
        [radius * np.sin(around), np.broadcast_to(height, (len(line), sides + 1)), radius * np.cos(around)], axis=-1
    )
    lengths = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))])
    texture = np.stack(np.broadcast_arrays(around / (2 * np.pi), (lengths / max(lengths[-1], 1e-9))[:, None]), axis=-1)
    return Surface(ring.reshape(-1, 3), _grid(len(line), sides + 1), texture.reshape(-1, 2))


def box(low: ArrayLike, high: ArrayLike) -> Surface:
    """An axis-parallel box with sharp edges: six separate quads, each with the whole texture."""
    (x0, y0, z0), (x1, y1, z1) = np.asarray(low, dtype=float), np.asarray(high, dtype=float)
    sides = [
        [(x0, y0, z1), (x1, y0, z1), (x1, y1, z1), (x0, y1, z1)],
        [(x1, y0, z0), (x0, y0, z0), (x0, y1, z0), (x1, y1, z0)],
        [(x0, y1, z1), (x1, y1, z1), (x1, y1, z0), (x0, y1, z0)],
        [(x0, y0, z0), (x1, y0, z0), (x1, y0, z1), (x0, y0, z1)],
        [(x1, y0, z1), (x1, y0, z0), (x1, y1, z0), (x1, y1, z1)],
        [(x0, y0, z0), (x0, y0, z1), (x0, y1, z1), (x0, y1, z0)],
    ]
    corners = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
    return Surface(np.array(sides).reshape(-1, 3), np.arange(24).reshape(6, 4), np.tile(corners, (6, 1)))


def _grid(rows: int, columns: int) -> Index:
    """Quads of a grid of vertices, row by row."""
    number = np.arange(rows * columns).reshape(rows, columns)
    a, b, c, d = number[:-1, :-1], number[:-1, 1:], number[1:, 1:], number[1:, :-1]
    return np.stack([a, b, c, d], axis=-1).reshape(-1, 4)
