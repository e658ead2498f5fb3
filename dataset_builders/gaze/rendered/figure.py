"""A person in a pose as surfaces, strands and eyeballs, ready to be rendered."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from dataset_builders.gaze.rendered.anatomy import anatomy, data_folder
from dataset_builders.gaze.rendered.people import Person
from dataset_builders.gaze.rendered.posing import EYE_HEIGHT, Pose, ball, posed, seated
from dataset_builders.gaze.rendered.strands import STRANDS, brows, hair, lashes, scalp
from dataset_builders.gaze.rendered.surfaces import Surface, subdivided
from vlmeval_hvs.seeding import rng

Array = NDArray[np.float64]

WAIST = -26.0
"""The body is cut off below this height, cm: the table hides the rest."""
NECKLINE = 13.2, -0.42
"""Height (cm) of the shirt's opening at the depth of the eyes, and how it falls with depth."""
CLOTH = 0.55
"""Thickness of the shirt, cm."""
HIDDEN = 1.5
"""Skin this far below the neckline is not drawn, cm."""


@dataclass(frozen=True)
class Figure:
    """A person in a pose.

    Attributes:
        person: Who it is.
        pose: The pose.
        skin: The skin.
        colors: (n, 3) sRGB 0-1 of the skin's vertices.
        shirt: The shirt.
        growing: Hair and brows at rest; they depend on the person only.
        place: Rotation and shift (3, 4) that carry them along with the head.
        lashes: Lashes of both eyes.
    """

    person: Person
    pose: Pose
    skin: Surface
    colors: Array
    shirt: Surface
    growing: tuple[STRANDS, ...]
    place: Array
    lashes: tuple[STRANDS, ...]


@dataclass(frozen=True)
class _Rest:
    """What of a person does not depend on the pose."""

    skin: Surface
    quads: NDArray[np.int64]
    colors: Array
    clothed: NDArray[np.bool_]
    height: Array
    strands: tuple[STRANDS, ...]


def figure(person: Person, head: tuple[float, float], aim: Array) -> Figure:
    """A person who turns the head and looks at a place.

    Args:
        person: The person.
        head: Yaw and pitch of the head, degrees.
        aim: Where both eyes look, (3,) cm.
    """
    rest = _rest(person)
    pose = posed(person.morphs, head, aim)
    skin = rest.skin.moved(subdivided(pose.vertices, rest.quads)[0])
    before = seated(person.morphs)
    rigid = (anatomy(person.morphs).carried_by("head") > 0.999) & (before[:, 1] > EYE_HEIGHT + 3.5)
    shift = pose.vertices[rigid].mean(axis=0) - pose.turn @ before[rigid].mean(axis=0)
    place = np.column_stack([pose.turn, shift])
    lids = []
    groups = anatomy(person.morphs).groups
    for side, (middle, radius) in zip("lr", pose.eyes, strict=True):
        strip = groups[f"helper-{side}-eyelashes-2"]
        still, _ = ball(before[groups[f"helper-{side}-eye"]])
        distance = np.linalg.norm(before[strip] - still, axis=1) - radius
        lids.append(lashes(pose.vertices[strip], distance, middle, pose.turn))
    bare = skin.quads[~(rest.height[skin.quads] > HIDDEN).all(axis=1)]
    colors, shirt = rest.colors[np.unique(bare)], _shirt(skin, rest)
    return Figure(person, pose, skin.kept(bare), colors, shirt, rest.strands, place, tuple(lids))


@lru_cache(maxsize=8)
def _rest(person: Person) -> _Rest:
    body = anatomy(person.morphs)
    vertices = seated(person.morphs)
    above = (vertices[body.faces][:, :, 1] > WAIST).all(axis=1)
    quads = body.faces[above]
    texture = np.zeros((len(vertices), 2))
    texture[quads] = body.texture[body.texture_faces[above]]
    fine, fine_quads = subdivided(vertices, quads)
    skin = Surface(fine, fine_quads, subdivided(texture, quads)[0])
    masks = {name: _mask(name, skin.texture) for name in ("lips", "face", "eyelids", "ears")}
    head = fine[:, 1] > EYE_HEIGHT - 14.0
    hairy = scalp(fine) & (masks["ears"] < 0.2) & head
    colors = np.tile(np.array(person.skin), (len(fine), 1))
    colors = _mix(colors, np.array(person.skin) * (1.0, 0.86, 0.82), 0.5 * _cheeks(fine))
    colors = _mix(colors, np.array(person.skin) * (0.93, 0.86, 0.84), 0.8 * masks["eyelids"])
    colors = _mix(colors, np.array(person.skin) * (1.0, 0.86, 0.80), 0.6 * masks["ears"])
    colors = _mix(colors, np.array(person.lips), masks["lips"])
    colors *= 1 + 0.025 * rng(0, "gaze-skin", person.name).normal(size=(len(fine), 1))
    colors[hairy] = 0.5 * np.array(person.hair) + 0.12 * np.array(person.skin)
    grower = rng(0, "gaze-hair", person.name)
    middles = np.stack([vertices[body.groups[f"helper-{side}-eye"]].mean(axis=0) for side in "lr"])
    face = skin.kept(fine_quads[head[fine_quads].all(axis=1) & (masks["ears"][fine_quads] < 0.2).all(axis=1)])
    strands = (hair(face, person.tied, grower), brows(face, middles, grower))
    line = NECKLINE[0] + NECKLINE[1] * fine[:, 2] - fine[:, 1]
    clothed = np.asarray((line[fine_quads] > 0).any(axis=1))
    return _Rest(skin, quads, np.clip(colors, 0.0, 1.0), clothed, line, strands)


def _shirt(skin: Surface, rest: _Rest) -> Surface:
    """The shirt around the posed body: its skin below the neckline, moved outwards and smoothed."""
    quads = skin.quads[rest.clothed]
    inside = rest.height > 0
    total, weight = np.zeros_like(skin.vertices), np.zeros(len(skin.vertices))
    # A corner above the neckline slides down to it along the edges that cross it.
    for first, second in ((0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)):
        for a, b in ((quads[:, first], quads[:, second]), (quads[:, second], quads[:, first])):
            crossing = ~inside[a] & inside[b]
            above, below = a[crossing], b[crossing]
            share = (-rest.height[above] / (rest.height[below] - rest.height[above]))[:, None]
            np.add.at(total, above, skin.vertices[above] * (1 - share) + skin.vertices[below] * share)
            np.add.at(weight, above, 1.0)
    slid = np.where(weight[:, None] > 0, total / np.maximum(weight, 1.0)[:, None], skin.vertices)
    cloth = Surface(slid, skin.quads, skin.texture).kept(quads)
    sides = np.stack([cloth.quads, np.roll(cloth.quads, -1, axis=1)], axis=2).reshape(-1, 2)
    edges, count = np.unique(np.sort(sides, axis=1), axis=0, return_counts=True)
    vertices = cloth.vertices + CLOTH * cloth.normals
    rim = edges[count == 1]
    fixed = np.zeros(len(vertices), dtype=bool)
    fixed[rim] = True
    for ends, moving in ((edges, ~fixed), (rim, fixed)):
        near = np.maximum(np.bincount(ends.ravel(), minlength=len(vertices)), 1)[:, None]
        for _ in range(12):
            total = np.zeros_like(vertices)
            np.add.at(total, ends[:, 0], vertices[ends[:, 1]])
            np.add.at(total, ends[:, 1], vertices[ends[:, 0]])
            vertices = np.where(moving[:, None], 0.5 * vertices + 0.5 * total / near, vertices)
    return cloth.moved(vertices)


def _mask(name: str, texture: Array) -> Array:
    """A MakeHuman mask (0-1) at texture coordinates (n, 2)."""
    picture = np.asarray(Image.open(data_folder() / "textures" / f"mpfb_{name}.jpg").convert("L"), dtype=float) / 255
    rows = ((1 - texture[:, 1]) * (picture.shape[0] - 1)).round().astype(int)
    columns = (texture[:, 0] * (picture.shape[1] - 1)).round().astype(int)
    return picture[np.clip(rows, 0, picture.shape[0] - 1), np.clip(columns, 0, picture.shape[1] - 1)]


def _cheeks(points: Array) -> Array:
    """How much cheek and nose tip there is at points of the resting body (n, 3): 0-1."""
    x, y, z = points.T
    y = y - EYE_HEIGHT
    cheek = np.exp(-(((np.abs(x) - 4.2) / 1.6) ** 2 + ((y + 3.6) / 1.4) ** 2))
    nose = np.exp(-((x / 1.2) ** 2 + ((y + 4.2) / 1.2) ** 2))
    return np.where(z > -6, np.maximum(cheek, nose), 0.0)


def _mix(first: Array, second: Array, share: Array) -> Array:
    return first + share[:, None] * (second - first)
