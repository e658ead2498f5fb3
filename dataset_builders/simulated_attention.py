"""A small model of visual attention that simulates the observers of demo sets.

No person's data is imitated: this textbook mixture makes scanpaths that look plausible and differ as people do.

- Conspicuity: centre-surround contrast in CIELAB at three scales (after Itti, Koch and Niebur 1998).
- Objects: annotated boxes attract as smooth bumps (objects predict fixations better than early saliency: Einhaeuser,
  Spain and Perona 2008), each with its own interest.
- Centre prior (Tatler 2007), a first fixation near the centre, saccades that are mostly short, inhibition of return
  that fades, and a smooth random field for each observer's taste.
- Search: a guidance bump at the target grows with every fixation; the search ends on the target.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter, zoom
from skimage.color import rgb2lab
from skimage.transform import resize

Box = tuple[float, float, float, float]  # x1, y1, x2, y2 relative to the image
LONGEST = 5000
"""Length of a viewing, ms."""
_HEIGHT = 60  # rows of the priority map; plenty for smooth maps, and quick


class Scanpath(NamedTuple):
    """Fixations of one simulated observer: x, y relative to the image, durations in ms."""

    x: tuple[float, ...]
    y: tuple[float, ...]
    t: tuple[int, ...]


def priority_map(pixels: NDArray[np.uint8], boxes: Sequence[Box], interest: Sequence[float]) -> NDArray[np.float64]:
    """The map ``(60, round(60 * w / h))`` of places where observers tend to look, with 1 as its largest value.

    The picture is RGB ``(h, w, 3)``; ``interest`` is the attraction of each object in ``boxes``, usually 1.
    """
    height, width = _HEIGHT, max(20, round(_HEIGHT * pixels.shape[1] / pixels.shape[0]))
    lab = rgb2lab(resize(pixels, (height, width), anti_aliasing=True))
    contrast = np.zeros((height, width))
    for centre, surround in ((1, 4), (2, 8), (4, 16)):
        difference = [gaussian_filter(lab[..., c], centre) - gaussian_filter(lab[..., c], surround) for c in range(3)]
        contrast += np.sqrt(np.sum(np.square(difference), axis=0))
    objects = np.zeros((height, width))
    for box, weight in zip(boxes, interest, strict=True):
        objects = np.maximum(objects, weight * _bump(box, (height, width)))
    rows, columns = np.mgrid[:height, :width]
    centre_prior = np.exp(-(((rows / height - 0.5) / 0.45) ** 2 + ((columns / width - 0.5) / 0.45) ** 2) / 2)
    priority = (0.35 * contrast / contrast.max() + 0.65 * objects / max(objects.max(), 1e-9)) * (0.3 + centre_prior)
    # Rounded, so that the last digits of another machine's filters do not change where observers look.
    return np.round(priority / priority.max(), 6)


def observe(
    priority: NDArray[np.float64], generator: np.random.Generator, n_fixations: int = 14, target: Box | None = None
) -> Scanpath:
    """The scanpath of the observer that ``generator`` makes, over a map of `priority_map`.

    It has at most ``n_fixations``. A search stops on the box ``target``; without one it is free viewing.
    """
    height, width = priority.shape
    taste = np.exp(0.5 * zoom(generator.normal(size=(4, 5)), (height / 4, width / 5), order=3)[:height, :width])
    base = priority * taste
    rows, columns = np.mgrid[:height, :width]
    row, column = (0.5 + generator.normal(0, 0.025)) * height, (0.5 + generator.normal(0, 0.025)) * width
    inhibition = np.zeros((height, width))
    guidance = 0.15
    found: list[tuple[float, float, int]] = []
    while len(found) < n_fixations:
        distance = np.hypot(rows - row, columns - column)
        x, y = float(np.clip(column / width, 0.01, 0.99)), float(np.clip(row / height, 0.01, 0.99))
        local = base[int(np.clip(row, 0, height - 1)), int(np.clip(column, 0, width - 1))]
        on_target = target is not None and target[0] <= x <= target[2] and target[1] <= y <= target[3]
        duration = np.exp(generator.normal(5.4 + 0.35 * min(local, 1.5) + 0.5 * on_target, 0.35))
        found.append((x, y, int(np.clip(duration, 60, 1200))))
        if (on_target and len(found) > 1) or sum(t for *_, t in found) > LONGEST - 200:
            break
        inhibition = np.maximum(0.8 * inhibition, np.exp(-(distance**2) / (2 * 5.0**2)))
        drive = base
        if target is not None:
            drive = 0.3 * base + guidance * _bump(target, (height, width))
            guidance *= 2.2
        # A power above 1 sharpens the choice; the reach of saccades is a quarter of the height.
        chance = drive**2 * (1 - 0.95 * inhibition) * np.exp(-distance / (0.45 * height))
        cell = generator.choice(chance.size, p=(chance / chance.sum()).ravel())
        row, column = cell // width + generator.random(), cell % width + generator.random()
    return Scanpath(*zip(*found, strict=True))


def dwell(scanpath: Scanpath, boxes: Sequence[Box]) -> NDArray[np.float64]:
    """Time in ms that a scanpath spends in each box; where boxes overlap, in the smallest one."""
    spent = np.zeros(len(boxes))
    area = [(box[2] - box[0]) * (box[3] - box[1]) for box in boxes]
    for x, y, t in zip(scanpath.x, scanpath.y, scanpath.t, strict=True):
        inside = [k for k, box in enumerate(boxes) if box[0] <= x <= box[2] and box[1] <= y <= box[3]]
        if inside:
            spent[min(inside, key=lambda k: area[k])] += t
    return spent


def _bump(box: Box, shape: tuple[int, int]) -> NDArray[np.float64]:
    """Smooth hill over a box with the value 1 in its middle, on a map of ``shape`` rows and columns."""
    rows, columns = np.mgrid[: shape[0], : shape[1]]
    x, y = (columns + 0.5) / shape[1], (rows + 0.5) / shape[0]
    sx, sy = max((box[2] - box[0]) / 3, 0.03), max((box[3] - box[1]) / 3, 0.03)
    return np.exp(-(((x - (box[0] + box[2]) / 2) / sx) ** 2 + ((y - (box[1] + box[3]) / 2) / sy) ** 2) / 2)
