"""What the drawn scenes are made of: a camera, a person whose head and eyes look different ways, a table with objects.

World axes in cm: x to the right of the front camera, y up, z from the gazer towards the front camera; the table is at
y = 0 and the gazer's head is above the origin. The person is made of ray-cast ellipsoids, all else of polygons, drawn
at a multiple of the final size.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

Array = NDArray[np.float64]
Color = tuple[int, int, int]


def unit(vector: Sequence[float] | Array) -> Array:
    """The vector at length 1."""
    v = np.asarray(vector, dtype=float)
    return v / np.linalg.norm(v)


def frame(forward: Array) -> Array:
    """Rotation matrix whose columns are right, up and forward of something that faces `forward`, kept upright."""
    ahead = unit(forward)
    right = unit(np.cross([0.0, 1.0, 0.0], ahead))
    return np.stack([right, np.cross(ahead, right), ahead], axis=1)


@dataclass(frozen=True)
class Camera:
    """Looks from `eye` at `target`; images are `size` px squares, rows downwards."""

    eye: Array
    target: Array
    focal: float
    size: int

    @property
    def axes(self) -> Array:
        """Columns: right, up, forward."""
        return frame(self.target - self.eye) * [-1.0, 1.0, 1.0]

    def project(self, points: Sequence[Sequence[float]] | Array) -> Array:
        """Pixel x, y and depth in cm, (n, 3), of world points (n, 3)."""
        local = (np.asarray(points, dtype=float) - self.eye) @ self.axes
        pixels = self.focal * self.size * local[:, :2] / local[:, 2:]
        half = self.size / 2
        return np.column_stack([half + pixels[:, 0], half - pixels[:, 1], local[:, 2]])

    def rays(self) -> Array:
        """Directions (size, size, 3) through the pixel centres."""
        x = (np.arange(self.size) + 0.5 - self.size / 2) / (self.focal * self.size)
        grid = np.stack(np.broadcast_arrays(x[None, :], -x[:, None], np.ones(1)), axis=-1)
        return grid @ self.axes.T


def shade(color: Color, by: float) -> Color:
    """A colour made darker or lighter."""
    red, green, blue = (min(255, int(value * by)) for value in color)
    return red, green, blue


Paint = Callable[[Array], Array]
"""Colours (n, 3) of points on the unit sphere in the frame of the part, (n, 3)."""


@dataclass(frozen=True)
class Ellipsoid:
    """A part of the head."""

    center: Array  # world position, cm
    axes: Array  # rotation; the columns are its own axes in the world
    radii: Array  # radii along its own axes, cm
    paint: Paint  # colours of its surface
    shine: float = 1.0  # strength of the shading, from 0 (flat) to 1


class Canvas:
    """A camera's picture, (size, size, 3) RGB 0-255 as float, with its depth; ellipsoids are added in place."""

    def __init__(self, camera: Camera, image: Array) -> None:
        self.camera, self.image, self.rays = camera, image, camera.rays().astype(np.float32)
        self.depth = np.full(image.shape[:2], np.inf, dtype=np.float32)

    def copy(self) -> "Canvas":
        """A canvas that can be drawn on further; the rays are shared."""
        new = copy(self)
        new.image, new.depth = self.image.copy(), self.depth.copy()
        return new

    def add(self, parts: Iterable[Ellipsoid]) -> "Canvas":
        """The canvas, once ellipsoids are drawn where nothing is in front of them."""
        for part in parts:
            self._add(part)
        return self

    def _add(self, part: Ellipsoid) -> None:
        x, y, depth = self.camera.project(part.center[None])[0]
        largest = part.radii.max()
        reach = self.camera.focal * self.camera.size * largest / (depth - largest) + 2
        middle = np.array([x, y])
        x0, y0 = np.maximum(np.floor(middle - reach).astype(int), 0)
        x1, y1 = np.maximum(np.ceil(middle + reach).astype(int), 0)  # slices end with the picture
        place = slice(y0, y1), slice(x0, x1)
        origin = ((self.camera.eye - part.center) @ part.axes / part.radii).astype(np.float32)
        towards = self.rays[place] @ (part.axes / part.radii).astype(np.float32)
        a = np.einsum("hwi,hwi->hw", towards, towards)
        b = towards @ origin
        root = b * b - a * (origin @ origin - 1.0)
        hit = root > 0
        t = np.where(hit, (-b - np.sqrt(np.where(hit, root, 0.0))) / a, np.inf)
        window = self.depth[place]
        front = t < window
        if not front.any():
            return
        surface = (origin + t[front][:, None] * towards[front]).astype(float)
        normal = surface / part.radii
        normal = (normal / np.linalg.norm(normal, axis=1, keepdims=True)) @ part.axes.T
        shade = 1.0 - part.shine * 0.38 * (1.0 - np.clip(normal @ LIGHT * 0.6 + 0.45, 0.0, 1.0))
        self.image[place][front] = part.paint(surface) * shade[:, None]
        window[front] = t[front]


Look = Mapping[str, Color]
HEAD = np.array([0.0, 40.0, 0.0])
SCALE = 1.4  # the head is drawn larger than life, as in a comic, so that the eyes can be read in a small picture
RADII = SCALE * np.array([10.0, 13.5, 11.5])
EYE_RADIUS = SCALE * 3.6
EYES = SCALE * np.array([[-4.1, 1.6, 8.6], [4.1, 1.6, 8.6]])
REACH = SCALE * 16.0  # no part of the head is further from `HEAD`, cm
LIGHT = unit([0.35, 0.9, 0.9])
IRIS, PUPIL = 0.80, 0.945
"""Cosines of the angles up to which an eyeball is white and iris: 37 and 19 degrees, larger than life to be legible."""

OPENING = 0.84, 0.8  # half width and half height of the gap between the lids, in eyeball radii

LOOKS: tuple[Look, ...] = (
    {"skin": (238, 194, 160), "hair": (74, 47, 32), "iris": (62, 96, 140), "shirt": (60, 110, 150)},
    {"skin": (160, 108, 76), "hair": (28, 24, 24), "iris": (78, 48, 26), "shirt": (186, 92, 66)},
    {"skin": (222, 172, 130), "hair": (36, 32, 36), "iris": (70, 50, 34), "shirt": (96, 130, 88)},
)


def _flat(color: Color) -> Paint:
    return lambda surface: np.broadcast_to(np.array(color, dtype=float), surface.shape)


def _face(look: Look, surface: Array) -> Array:
    """Skin with mouth, brows and cheeks where they belong, hair on top and behind."""
    x, y, z = (surface * RADII / SCALE).T
    color = np.empty(surface.shape)
    color[:] = look["skin"]
    cheek = np.exp(-(((np.abs(x) - 6.0) ** 2 + (y + 4.0) ** 2) / 6.0)) * (z > 0)
    color += cheek[:, None] * np.array([6.0, -22.0, -18.0])
    mouth = (z > 0) & ((x / 3.6) ** 2 + ((y + 7.4 - 0.03 * x * x) / 0.75) ** 2 < 1)
    color[mouth] = (176, 74, 74)
    brow = (z > 0) & (np.abs(y - 7.3 + 0.06 * (np.abs(x) - 3.4) ** 2) < 0.7) & (np.abs(np.abs(x) - 4.1) < 2.9)
    hairline = 9.2 - 0.9 * np.maximum(0.0, 3.0 - z) - 0.02 * x * x
    color[brow | (y > hairline) | (z < -3.5)] = look["hair"]
    return color


def _eyeball(gaze: Array, look: Look, lid: float, surface: Array) -> Array:
    """White, iris and pupil around the gaze direction (head frame); a lid above `lid`."""
    toward = surface @ gaze
    color = np.empty(surface.shape)
    color[:] = (250, 250, 250)
    color[toward > IRIS - 0.045] = np.array(look["iris"]) * 0.45
    color[toward > IRIS] = look["iris"]
    color[toward > PUPIL] = (12, 12, 14)
    # The opening is fixed to the head: in a congruent pose the iris is in its middle from every side.
    x, y, z = surface.T
    opening = (x / OPENING[0]) ** 2 + (y / OPENING[1]) ** 2
    color[(y > lid) | (opening > 1) | (z < 0)] = np.array(look["skin"], dtype=float) * 0.93
    color[(opening < 1.16) & (z > 0) & (np.abs(y - lid) < 0.07)] = (58, 40, 34)  # the rim
    return color


class Head:
    """A head at `HEAD` that points at a place (world, cm)."""

    def __init__(self, look: Look, target: Array) -> None:
        self.look = look
        # People turn the head less than they lower the eyes: aimed above the object, the face stays in view.
        self.axes = frame(np.array([target[0], 0.55 * HEAD[1] + 0.45 * target[1], target[2]]) - HEAD)

    def parts(self) -> list[Ellipsoid]:
        """Everything but the eyes."""
        skin, hair = _flat(self.look["skin"]), _flat(self.look["hair"])
        ear = _flat(shade(self.look["skin"], 0.9))
        return [
            Ellipsoid(HEAD, self.axes, RADII, partial(_face, self.look)),
            self._part((0.0, 2.2, -2.2), (11.0, 13.6, 11.2), hair),
            self._part((0.0, -2.3, 11.6), (1.9, 2.6, 3.1), skin),
            self._part((-10.2, -0.5, -0.8), (1.5, 3.0, 2.2), ear),
            self._part((10.2, -0.5, -0.8), (1.5, 3.0, 2.2), ear),
        ]

    def eyes(self, target: Array) -> list[Ellipsoid]:
        """Both eyeballs, looking at a place."""
        balls = []
        for place in EYES:
            center = HEAD + self.axes @ place
            gaze = self.axes.T @ unit(target - center)
            # The lid follows a look downwards, but never hides the iris.
            paint = partial(_eyeball, gaze, self.look, min(0.7, float(gaze[1]) + 0.8))
            balls.append(Ellipsoid(center, self.axes, np.full(3, EYE_RADIUS), paint, 0.45))
        return balls

    def glasses(self) -> list[Ellipsoid]:
        """Dark lenses that hide both eyes."""
        dark, front = _flat((24, 24, 28)), SCALE * np.array([0.0, -0.2, 2.2])
        radii = SCALE * np.array([4.1, 3.3, 1.9])
        lenses = [Ellipsoid(HEAD + self.axes @ (place + front), self.axes, radii, dark, 0.5) for place in EYES]
        return [*lenses, self._part((0.0, 2.4, 11.6), (3.0, 0.5, 0.6), dark)]

    def _part(self, place: tuple[float, ...], radii: tuple[float, ...], paint: Paint) -> Ellipsoid:
        return Ellipsoid(HEAD + SCALE * (self.axes @ np.array(place)), self.axes, SCALE * np.array(radii), paint)


def body_parts(look: Look) -> list[Ellipsoid]:
    """Neck, shoulders and chest, always facing the table."""
    skin, shirt = _flat(shade(look["skin"], 0.86)), _flat(look["shirt"])
    parts = (
        ((0.0, 19.0, -3.0), (5.2, 9.0, 5.2), skin), ((0.0, -6.0, -4.0), (23.0, 20.0, 11.0), shirt),
        ((-17.0, 2.0, -3.0), (8.5, 9.0, 8.0), shirt), ((17.0, 2.0, -3.0), (8.5, 9.0, 8.0), shirt),
    )  # fmt: skip
    return [Ellipsoid(np.array(place), np.eye(3), np.array(radii), paint) for place, radii, paint in parts]


TABLE = (-46.0, 46.0, 24.0, 86.0)  # x0, x1, z0, z1 of the table top, cm
ROW_Z = 64.0
SPACING = {1: 19.0, 2: 15.0, 3: 11.5}  # distance between neighbours by proximity, cm: 1 is far apart


def places(n: int, proximity: int) -> Array:
    """World positions (n, 3) of n objects in table order: from the viewer's left to right in the front view."""
    x = (np.arange(n) - (n - 1) / 2) * SPACING[proximity]
    return np.column_stack([x, np.full(n, 5.0), np.full(n, ROW_Z)])


def backdrop(camera: Camera, look: Look, wall: Color, floor: Color) -> Canvas:
    """Room and body of the gazer: the wall is at z = -90, the floor 75 cm below the table top."""
    rays = camera.rays()
    with np.errstate(divide="ignore"):
        to_wall = np.where(rays[..., 2] < 0, (-90.0 - camera.eye[2]) / rays[..., 2], np.inf)
        to_floor = np.where(rays[..., 1] < 0, (-75.0 - camera.eye[1]) / rays[..., 1], np.inf)
    image = np.empty(rays.shape)
    image[:] = wall
    image[to_floor < to_wall] = floor
    where = camera.eye + to_wall[..., None] * rays
    for grow, by in ((3.0, 0.62), (0.0, 1.1)):  # a picture on the wall shows from where the camera looks
        inside = (np.abs(where[..., 0] - 62) < 17 + grow) & (np.abs(where[..., 1] - 52) < 13 + grow)
        image[inside & (to_wall < to_floor)] = shade(wall, by)
    return Canvas(camera, image).add(body_parts(look))


def shrunk(image: Array, by: int) -> NDArray[np.uint8]:
    """A float picture with every block of `by` x `by` pixels averaged."""
    large = Image.fromarray(np.clip(np.rint(image), 0, 255).astype(np.uint8))
    return np.asarray(large.reduce(by)).copy()


WOOD = (186, 140, 96)
_UNPAINTED = (1, 2, 3)  # a colour that nothing on the table has

Form = tuple[str, Sequence[float], Color]
"""A form of an object: its kind, numbers in cm from the middle of its foot (x to the right, y up), and its colour.

``box``: left, bottom, right, top; ``disc``: middle x and y, half width, half height; ``shape``: x and y of the corners;
``line``: from x, y to x, y.
"""

OBJECTS: Mapping[str, Sequence[Form]] = {
    "bottle": [
        ("disc", (0, 1, 3.0, 1.0), (24, 92, 58)), ("box", (-3, 1, 3, 9), (36, 122, 78)),
        ("disc", (0, 9, 3.0, 2.2), (36, 122, 78)), ("box", (-1.2, 9, 1.2, 15), (36, 122, 78)),
        ("box", (-1.5, 14, 1.5, 16), (190, 40, 40)), ("box", (-3, 3, 3, 7), (240, 236, 214)),
    ],
    "cup": [
        ("disc", (4.4, 4.5, 2.4, 2.6), (28, 84, 170)), ("disc", (4.4, 4.5, 1.3, 1.5), (226, 222, 214)),
        ("disc", (0, 1, 3.8, 1.1), (28, 84, 170)), ("box", (-3.8, 1, 3.8, 8), (38, 104, 204)),
        ("disc", (0, 8, 3.8, 1.2), (24, 64, 132)),
    ],
    "apple": [
        ("disc", (0, 4.4, 4.6, 4.4), (200, 32, 36)), ("disc", (-1.6, 6.2, 1.0, 1.3), (240, 130, 120)),
        ("box", (-0.3, 8, 0.4, 10.4), (84, 56, 30)), ("disc", (1.9, 9.8, 1.8, 0.9), (70, 150, 50)),
    ],
    "book": [
        ("box", (-4, 0, 4, 11), (120, 52, 130)), ("box", (-4, 0, -2.8, 11), (84, 34, 92)),
        ("box", (-1.6, 6.5, 3, 8.5), (244, 222, 150)),
    ],
    "ball": [
        ("disc", (0, 4.8, 4.8, 4.8), (250, 190, 40)), ("disc", (0, 4.8, 1.7, 4.8), (230, 96, 30)),
        ("disc", (-1.9, 7.0, 0.9, 0.9), (255, 240, 190)),
    ],
    "clock": [
        ("disc", (-2.6, 0.7, 0.9, 0.8), (60, 60, 66)), ("disc", (2.6, 0.7, 0.9, 0.8), (60, 60, 66)),
        ("disc", (0, 5.6, 5.0, 5.0), (60, 60, 66)), ("disc", (0, 5.6, 4.1, 4.1), (250, 250, 246)),
        ("line", (0, 5.6, 0, 8.6), (20, 20, 20)), ("line", (0, 5.6, 2.2, 4.6), (20, 20, 20)),
    ],
    "plant": [
        *(("disc", (x, y, width, 2.8), (52, 142, 66)) for x, y, width in
            ((-2.6, 9.5, 2.2), (2.6, 9.5, 2.2), (0, 12, 2.4), (-1.2, 8.6, 2.0), (1.4, 8.6, 2.0))),
        ("shape", (-3.4, 6, 3.4, 6, 2.5, 0, -2.5, 0), (190, 104, 62)),
    ],
    "lamp": [
        ("disc", (0, 0.8, 3.2, 0.9), (90, 90, 96)), ("box", (-0.5, 1, 0.5, 8), (90, 90, 96)),
        ("shape", (-2.0, 13.5, 2.0, 13.5, 4.4, 7.5, -4.4, 7.5), (90, 200, 200)),
    ],
}  # fmt: skip


def draw_object(pen: ImageDraw.ImageDraw, name: str, x: float, y: float, scale: float) -> None:
    """Draw an object of `OBJECTS` whose foot is at x, y (px), with so many px per cm."""
    for kind, numbers, color in OBJECTS[name]:
        if kind == "disc":
            cx, cy, rx, ry = numbers
            numbers = (cx - rx, cy - ry, cx + rx, cy + ry)
        points = [(x + a * scale, y - b * scale) for a, b in zip(numbers[::2], numbers[1::2], strict=True)]
        if kind in ("box", "disc"):
            (left, bottom), (right, top) = points
            (pen.rectangle if kind == "box" else pen.ellipse)([left, top, right, bottom], fill=color)
        elif kind == "shape":
            pen.polygon(points, fill=color)
        else:
            pen.line(points, fill=color, width=max(1, int(0.6 * scale)))


def front(camera: Camera, names: Sequence[str], spots: Array, size: float) -> tuple[Array, NDArray[np.bool_], Array]:
    """What is in front of the person: the table with objects of `OBJECTS`, far ones first.

    ``spots`` are the middles of the objects, (n, 3) cm, and ``size`` their size; 1 is natural. Gives the picture, (px,
    px, 3) float; the mask of the pixels that it covers; x, y (px) of the middles, (n, 2).
    """
    image = Image.new("RGB", (camera.size, camera.size), _UNPAINTED)
    pen = ImageDraw.Draw(image)
    x0, x1, z0, z1 = TABLE
    edges = [[(x0, z1), (x1, z1)], [(x0, z0), (x0, z1)], [(x1, z0), (x1, z1)]]
    sides = [[(ax, 0, az), (bx, 0, bz), (bx, -7, bz), (ax, -7, az)] for (ax, az), (bx, bz) in edges]
    top = [(x0, 0, z0), (x1, 0, z0), (x1, 0, z1), (x0, 0, z1)]
    for corners, color in (*((side, shade(WOOD, 0.7)) for side in sides), (top, WOOD)):
        pen.polygon([(x, y) for x, y, _ in camera.project(corners)], fill=color)
    foot = camera.project(spots * [1, 0, 1])
    for index in np.argsort(-foot[:, 2]):
        scale = size * camera.focal * camera.size / foot[index, 2]
        x, y = foot[index, :2]
        pen.ellipse([x - 5.2 * scale, y - 1.2 * scale, x + 5.2 * scale, y + 1.6 * scale], fill=(92, 66, 46))
        draw_object(pen, names[index], x, y, scale)
    pixels = np.asarray(image, dtype=float)
    return pixels, (pixels != _UNPAINTED).any(axis=2), camera.project(spots)[:, :2]
