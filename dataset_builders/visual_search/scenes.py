"""Cluttered search scenes made of pieces of photographs: no download, the same pixels every time."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]

PHOTOS = ("astronaut", "chelsea", "coffee", "rocket", "motorcycle_left", "retina")
"""Colour photographs that come inside the scikit-image package."""
TEXTURES = ("gravel", "grass", "brick")
_MARGIN = 10  # px kept free around the target, so that its box holds nothing else
_OBJECTS, _DISTRACTORS = 70, 6  # pieces of photographs strewn over a scene, and of the target's own photograph
_COARSE = 4  # times smaller are pictures while they are blurred: nothing finer is left of them


class Scene(NamedTuple):
    """A scene and where its target is."""

    pixels: Pixels  # RGB (h, w, 3)
    template: Pixels  # RGB picture of the target as shown to the searcher
    bbox: tuple[int, int, int, int]  # first row, first column, height and width of the target, or of where it would be


@cache
def load_photos() -> dict[str, Pixels]:
    """Photographs and textures as RGB, read once."""
    from skimage import data

    loaded = {}
    for name in (*PHOTOS, *TEXTURES):
        picture = data.stereo_motorcycle()[0] if name == "motorcycle_left" else getattr(data, name)()
        pixels = np.asarray(picture, dtype=np.uint8)
        loaded[name] = np.stack([pixels] * 3, axis=-1) if pixels.ndim == 2 else pixels[:, :, :3]
    return loaded


def make_scene(
    photos: dict[str, Pixels],
    rng: np.random.Generator,
    shape: tuple[int, int],
    colour: bool = True,
    exact: bool = True,
    present: bool = True,
) -> Scene:
    """Draw one scene of ``shape`` (height, width) from the photographs of `load_photos`, in colour or grey.

    The template is cut from the scene (``exact``), or shows the object smaller and mirrored, as also where the target
    is not put into the scene (``present``).
    """
    canvas = _background(photos, rng, shape)
    unit = shape[0] // 11
    target_photo = str(rng.choice(PHOTOS))
    size = int(rng.integers(int(unit * 0.9), int(unit * 1.3)))
    target, mask = _piece(photos[target_photo], rng, size)
    row, column = _target_place(rng, shape, size)
    for name in [str(rng.choice(PHOTOS)) for _ in range(_OBJECTS)] + [target_photo] * _DISTRACTORS:
        side = int(rng.integers(int(unit * 0.7), int(unit * 1.7)))
        piece, piece_mask = _piece(photos[name], rng, side)
        for _ in range(20):
            top, left = (int(rng.integers(-unit // 3, extent - unit // 2)) for extent in shape)
            apart = not (-side <= top - row + _MARGIN <= size + 2 * _MARGIN) or not (
                -side <= left - column + _MARGIN <= size + 2 * _MARGIN
            )
            if apart or not present:
                _paste(canvas, piece, piece_mask, top, left)
                break
    if present:
        _paste(canvas, target, mask, row, column)
    pixels = canvas if colour else _grey(canvas)
    template = pixels[row : row + size, column : column + size].copy()
    if not exact or not present:
        other = np.full((size, size, 3), 128, dtype=np.uint8)
        _paste(other, target[:, ::-1], mask[:, ::-1], 0, 0)
        template = cv2.resize(other if colour else _grey(other), None, fx=0.8, fy=0.8, interpolation=cv2.INTER_AREA)
    return Scene(pixels, np.asarray(template, dtype=np.uint8), (row, column, size, size))


def _background(photos: dict[str, Pixels], rng: np.random.Generator, shape: tuple[int, int]) -> Pixels:
    texture = photos[str(rng.choice(TEXTURES))]
    photo = photos[str(rng.choice(PHOTOS))]
    size = (shape[1], shape[0])
    small = cv2.resize(photo, (shape[1] // _COARSE, shape[0] // _COARSE), interpolation=cv2.INTER_AREA)
    soft = cv2.resize(cv2.GaussianBlur(small, (0, 0), shape[0] / 25 / _COARSE), size).astype(np.float32)
    grain = cv2.resize(texture, size).astype(np.float32)
    return np.clip(0.55 * soft + 0.45 * grain, 0, 255).astype(np.uint8)


def _piece(photo: Pixels, rng: np.random.Generator, size: int) -> tuple[Pixels, NDArray[np.float32]]:
    """A square piece with contrast, ``(size, size, 3)``, and the soft mask of its rounded outline."""
    side = int(min(photo.shape[:2]) * rng.uniform(0.18, 0.32))
    for _ in range(8):
        top, left = (int(rng.integers(0, extent - side)) for extent in photo.shape[:2])
        best = photo[top : top + side, left : left + side]
        if best.std() > 35:
            break
    piece = cv2.resize(best, (size, size), interpolation=cv2.INTER_AREA)
    power = rng.uniform(2, 5)
    axis = np.abs(np.linspace(-1.06, 1.06, size))
    outline = (axis[:, None] ** power + axis[None, :] ** power) ** (1 / power)
    mask = np.clip((1 - outline) * size / 4 + 0.5, 0, 1).astype(np.float32)
    return np.asarray(piece, dtype=np.uint8), mask


def _target_place(rng: np.random.Generator, shape: tuple[int, int], size: int) -> tuple[int, int]:
    """A place away from the border and from the centre, where the gaze starts."""
    while True:
        row, column = (int(rng.integers(_MARGIN, extent - size - _MARGIN)) for extent in shape)
        offset = row + size / 2 - shape[0] / 2, column + size / 2 - shape[1] / 2
        if np.hypot(*offset) > 0.28 * shape[0]:
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
