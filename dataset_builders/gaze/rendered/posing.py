"""Poses of the rendered body: the arms hang, the head turns on its neck, the lids follow the eyes.

Angles are degrees; yaw is positive to the right of the front camera (the person's left), pitch is positive upwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dataset_builders.gaze.geometry.dials import EYES
from dataset_builders.gaze.rendered.anatomy import Anatomy, anatomy, target

Array = NDArray[np.float64]

EYE_HEIGHT = float(EYES[1])
"""Height of the eyes above the table, cm, with the head upright."""
YAWING = {"head": 0.45, "neck03": 0.2, "neck02": 0.2, "neck01": 0.15}
PITCHING = {"head": 0.6, "neck02": 0.4}
"""Shares of the bones in a turn of the head."""
SIDES = {"l": ("L", 1.0), "r": ("R", -1.0)}
LIDS = {"l": "left", "r": "right"}
LID_PER_DEGREE = 0.009
"""Share of a full closure by which the lids follow one degree of looking down."""
ALERT = 0.12
"""How far the lids are raised at rest."""


def rotation(axis: int, degrees: float) -> Array:
    """Right-handed rotation (3, 3) about a world axis."""
    c, s = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    turned = np.eye(3)
    first, second = (axis + 1) % 3, (axis + 2) % 3
    turned[first, first] = turned[second, second] = c
    turned[second, first], turned[first, second] = s, -s
    return turned


def direction(yaw: float, pitch: float) -> Array:
    """Unit vector (3,) that points yaw and pitch degrees away from straight ahead."""
    return rotation(1, yaw) @ rotation(0, -pitch) @ np.array([0.0, 0.0, 1.0])


def angles(vector: Array) -> tuple[float, float]:
    """Yaw and pitch (degrees) of a direction."""
    x, y, z = vector
    return float(np.rad2deg(np.arctan2(x, z))), float(np.rad2deg(np.arctan2(y, np.hypot(x, z))))


@dataclass(frozen=True)
class Pose:
    """A body in a pose.

    Attributes:
        vertices: (n, 3) cm, with the middle between the eyes at (0, `EYE_HEIGHT`, 0) when the head is upright.
        turn: Rotation (3, 3) of the head.
        eyes: Left and right eye: middle (cm) and radius (cm).
        gazes: Left and right eye: unit vector of the gaze.
    """

    vertices: Array
    turn: Array
    eyes: tuple[tuple[Array, float], ...]
    gazes: tuple[Array, ...]


@lru_cache(maxsize=8)
def seated(morphs: tuple[tuple[str, float], ...]) -> Array:
    """Vertices (n, 3) with hanging arms, at the place where the person sits."""
    body = anatomy(morphs)
    vertices = body.vertices.copy()
    for side, (bone, sign) in SIDES.items():
        for joint, name, turn in (
            (f"{side}-elbow", f"lowerarm01.{bone}", rotation(0, -35.0)),
            (f"{side}-shoulder", f"upperarm01.{bone}", rotation(2, -sign * 34.0)),
            (f"{side}-clavicle", f"clavicle.{bone}", rotation(2, -sign * 4.0)),
        ):
            vertices = _turned(vertices, body.joint(joint), turn, body.carried_by(name))
    between = (body.joint("l-eye") + body.joint("r-eye")) / 2
    return vertices + np.array([0.0, EYE_HEIGHT, 0.0]) - between


def posed(morphs: tuple[tuple[str, float], ...], head: tuple[float, float], aim: Array) -> Pose:
    """The body with its head turned and both eyes on a place.

    Args:
        morphs: The body, as `dataset_builders.gaze.rendered.anatomy.anatomy` takes it.
        head: Yaw and pitch of the head.
        aim: Where the eyes look, (3,) cm.
    """
    body = anatomy(morphs)
    vertices = seated(morphs)
    joints = {
        "head": vertices[body.groups["joint-head"]].mean(axis=0),
        "neck01": vertices[body.groups["joint-neck"]].mean(axis=0),
    }
    for name, share in (("neck02", 1 / 3), ("neck03", 2 / 3)):
        joints[name] = joints["neck01"] + share * (joints["head"] - joints["neck01"])
    turn = rotation(1, head[0]) @ rotation(0, -head[1])
    lids = _lids(body, vertices, turn, joints, head, aim)
    vertices = _head_turned(body, lids, joints, head)
    eyes = tuple(ball(vertices[body.groups[f"helper-{side}-eye"]]) for side in SIDES)
    gazes = tuple((aim - middle) / np.linalg.norm(aim - middle) for middle, _ in eyes)
    return Pose(vertices, turn, eyes, gazes)


def _head_turned(body: Anatomy, vertices: Array, joints: dict[str, Array], head: tuple[float, float]) -> Array:
    """Pitch first, then yaw, each from the top of the chain downwards: the head turns by exactly these angles."""
    for axis, degrees, shares in ((0, -head[1], PITCHING), (1, head[0], YAWING)):
        for bone, share in shares.items():
            place = joints[bone]
            carried = body.carried_by(bone)
            vertices = _turned(vertices, place, rotation(axis, share * degrees), carried)
            joints = {
                name: _turned(joint[None], place, rotation(axis, share * degrees), np.ones(1))[0]
                if list(YAWING).index(name) < list(YAWING).index(bone)
                else joint
                for name, joint in joints.items()
            }
    return vertices


def _lids(
    body: Anatomy, vertices: Array, turn: Array, joints: dict[str, Array], head: tuple[float, float], aim: Array
) -> Array:
    """The rest pose with lids lowered as far as the eyes will look down in the head."""
    turned = _head_turned(body, vertices, joints, head)
    vertices = vertices.copy()
    for side, name in LIDS.items():
        middle, _ = ball(turned[body.groups[f"helper-{side}-eye"]])
        _, pitch = angles(turn.T @ (aim - middle))
        closure, up = max(0.0, -pitch) * LID_PER_DEGREE, ALERT + max(0.0, pitch) * LID_PER_DEGREE
        for kind, strength in (("closure", closure), ("opened-up", up)):
            numbers, shift = target(f"expression/units/caucasian/eye-{name}-{kind}")
            vertices[numbers] += min(1.0, strength) * shift
    return vertices


def ball(points: Array) -> tuple[Array, float]:
    """Middle and radius of the sphere that fits points (n, 3) best."""
    rows = np.column_stack([2 * points, np.ones(len(points))])
    solution, *_ = np.linalg.lstsq(rows, (points**2).sum(axis=1), rcond=None)
    middle = solution[:3]
    return middle, float(np.sqrt(solution[3] + middle @ middle))


def _turned(points: Array, place: Array, turn: Array, share: Array) -> Array:
    """Points turned about a place, each as far as it is carried along."""
    moved = (points - place) @ turn.T + place
    return points + share[:, None] * (moved - points)
