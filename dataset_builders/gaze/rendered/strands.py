"""Hair, brows and lashes as strands that grow on the head in its rest pose, and move with it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dataset_builders.gaze.rendered.posing import EYE_HEIGHT
from dataset_builders.gaze.rendered.surfaces import Surface

Array = NDArray[np.float64]

HAIRLINE = np.array(
    [
        (-30.0, -7.0),
        (-15.0, -6.0),
        (-11.5, -4.0),
        (-10.2, 1.5),
        (-8.2, 1.6),
        (-7.6, -1.6),
        (-6.4, -1.2),
        (-5.6, 3.2),
        (-3.4, 5.0),
        (-0.5, 6.6),
        (3.0, 7.2),
    ]
)
"""Depth behind and height above the eyes (z, y; cm) of the line above which hair grows, for a head 23 cm high."""
N_HAIRS = {"short": 70000, "tied": 60000}
"""Strands on the whole head; those below the hairline are left out."""
BUN = np.array([0.0, EYE_HEIGHT + 4.5, -19.5])
N_POINTS = 8
N_LASHES = 46
STRANDS = tuple[Array, Array]
"""Control points (n, m, 3) and radii (n, m), cm."""


def scalp(points: Array) -> NDArray[np.bool_]:
    """Which points (n, 3) of the head at rest carry hair."""
    return points[:, 1] - EYE_HEIGHT > np.interp(points[:, 2], *HAIRLINE.T)


def hair(head: Surface, tied: bool, rng: np.random.Generator) -> STRANDS:
    """Strands of the hair.

    Args:
        head: The head at rest, without ears.
        tied: Long hair that is tied at the back; otherwise short hair.
        rng: Random numbers.

    Returns:
        Control points (n, m, 3) from root to tip, and radii (n, m), cm.
    """
    roots, normals = _sampled(head, head.vertices[:, 1] > EYE_HEIGHT - 8.5, N_HAIRS["tied" if tied else "short"], rng)
    grows = scalp(roots + 0.25 * rng.normal(size=roots.shape))
    roots, normals = roots[grows], normals[grows]
    points = _tied(roots, rng) if tied else _short(roots, normals, rng)
    radii = np.linspace(0.045, 0.018, N_POINTS)[None] * rng.uniform(0.8, 1.2, (len(roots), 1))
    return points, radii


def _short(roots: Array, normals: Array, rng: np.random.Generator) -> Array:
    """Hair that stands off the head and lies down towards its tips: longer on top than at the sides."""
    crown = np.array([0.0, EYE_HEIGHT + 11.0, -10.0])
    above = np.clip((roots[:, 1] - EYE_HEIGHT - 2.0) / 8.0, 0.0, 1.0)
    length = (0.9 + 1.9 * above) * rng.uniform(0.7, 1.15, len(roots))
    flow = _unit(_unit(roots - crown + np.array([0.0, -3.0, 0.0])) + 0.22 * rng.normal(size=roots.shape))
    flow = _unit(flow - (flow * normals).sum(axis=1, keepdims=True) * normals)
    points, step = [roots - 0.1 * normals], (length / (N_POINTS - 1))[:, None]
    for number in range(1, N_POINTS):
        rise = 0.55 * (1.25 - number / N_POINTS)
        points.append(points[-1] + step * _unit(flow + rise * normals + 0.08 * rng.normal(size=flow.shape)))
    return np.stack(points, axis=1)


def _tied(roots: Array, rng: np.random.Generator) -> Array:
    """Hair that runs along the head to where it is tied: on great circles about the middle of the head."""
    middle = np.array([0.0, EYE_HEIGHT + 2.5, -9.0])
    reach, tie = np.linalg.norm(roots - middle, axis=1), BUN - middle + 0.8 * rng.normal(size=roots.shape)
    first, last = _unit(roots - middle), _unit(tie)
    angle = np.arccos(np.clip((first * last).sum(axis=1), -0.999, 0.999))[:, None, None]
    along = np.linspace(0.0, 1.0, N_POINTS)[None, :, None]
    ways = (np.sin((1 - along) * angle) * first[:, None] + np.sin(along * angle) * last[:, None]) / np.sin(angle)
    volume = 0.5 * np.sin(np.pi * np.minimum(along, 0.8)) * rng.uniform(0.1, 1.0, (len(roots), 1, 1))
    radius = (1 - along) * reach[:, None, None] + along * np.linalg.norm(tie, axis=1)[:, None, None]
    return middle + ways * (radius + volume) + 0.03 * rng.normal(size=ways.shape)


def brows(head: Surface, eyes: Array, rng: np.random.Generator) -> STRANDS:
    """Strands of both brows; arguments and result as in `hair`, with the eyes' middles (2, 3)."""
    points, radii = [], []
    for x, y, _ in eyes:
        sign = np.sign(x)
        near = (np.abs(head.vertices - [x, y + 2.2, 0.0])[:, :2] < [3.4, 1.6]).all(axis=1) & (head.normals[:, 2] > 0)
        roots, normals = _sampled(head, near, 5000, rng)
        across = (roots[:, 0] - x) * sign
        line = y + 2.0 + 0.42 * np.cos(np.clip((across - 0.9) / 2.0, -1.5, 1.5))
        thick = np.interp(across, [-1.7, -1.2, 0.5, 2.9], [0.10, 0.28, 0.24, 0.04])
        kept = (np.abs(roots[:, 1] - line) < thick) & (across > -1.7) & (across < 2.9)
        kept &= rng.uniform(size=len(roots)) < 0.6
        roots, normals, across = roots[kept], normals[kept], across[kept]
        rise = np.interp(across, [-1.7, 0.0, 1.2, 2.9], [0.9, 0.35, -0.1, -0.6])
        flow = np.stack([np.full(len(roots), sign), rise, np.full(len(roots), -0.2)], axis=1)
        flow = _unit(flow + 0.18 * rng.normal(size=roots.shape))
        steps = np.linspace(0, 1, 4)[None, :, None]
        length = rng.uniform(0.35, 0.65, (len(roots), 1, 1))
        points.append(roots[:, None] + 0.02 * normals[:, None] + length * steps * (flow + 0.2 * normals)[:, None])
        radii.append(np.tile(np.linspace(0.02, 0.008, 4), (len(roots), 1)))
    return np.concatenate(points), np.concatenate(radii)


def lashes(strip: Array, rest: Array, middle: Array, turn: Array) -> STRANDS:
    """Strands of one upper lid.

    Args:
        strip: (n, 3) MakeHuman's strip of lashes, posed.
        rest: (n,) distance of its vertices from the eyeball at rest, cm: small at the lid, large at the tips.
        middle: Middle of the eyeball, posed.
        turn: Rotation of the head.
    """
    local = (strip - middle) @ turn
    places = np.linspace(local[:, 0].min() + 0.35, local[:, 0].max() - 0.35, N_LASHES)
    ends = []
    for row, spread in (((rest > 0.04) & (rest < 0.21), 1.0), (rest > 0.4, 1.12)):
        order = local[row][np.argsort(local[row][:, 0])]
        ends.append(np.stack([np.interp(spread * places, order[:, 0], order[:, k]) for k in range(3)], axis=1))
    roots, tips = ends
    bend = (roots + tips) / 2 + np.array([0.0, -0.12, 0.05])
    points = np.stack([roots, bend, tips, tips + 0.1 * (tips - bend)], axis=1)
    return points @ turn.T + middle, np.tile([0.035, 0.03, 0.016, 0.008], (N_LASHES, 1))


def _sampled(surface: Surface, where: NDArray[np.bool_], n: int, rng: np.random.Generator) -> tuple[Array, Array]:
    """Points (n, 3) on the triangles whose corners all lie `where`, and the normals there."""
    triangles = surface.triangles
    triangles = triangles[where[triangles].all(axis=1)]
    corners = surface.vertices[triangles]
    area = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    chosen = rng.choice(len(triangles), n, p=area / area.sum())
    mix = rng.dirichlet(np.ones(3), n)[..., None]
    normals = surface.normals[triangles[chosen]]
    return (corners[chosen] * mix).sum(axis=1), _unit((normals * mix).sum(axis=1))


def _unit(vectors: Array) -> Array:
    return vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-12)
