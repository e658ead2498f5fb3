"""Scribbles: a hand-drawn line along the inside of every part of an object.

The line follows the part's spine, the longest way through the part that keeps away from its border, and swings to both
sides of it as far as the object reaches. Where the object is a thin tube, a ring or a letter C, it follows the tube.
"""

import math
from typing import NamedTuple

import cv2
import numpy as np
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import dijkstra

from vlmeval_hvs.seeding import rng
from vlmeval_hvs.visual_prompts.occlusion import LEAST_IMAGE, MOST_HIDDEN, Sizes, hides_little
from vlmeval_hvs.visual_prompts.outlines import border
from vlmeval_hvs.visual_prompts.pieces import Piece, stroke
from vlmeval_hvs.visual_prompts.regions import Region, distances
from vlmeval_hvs.visual_prompts.styles import Style

NODES = 2000  # per object, of the grid on which spines are searched
LEAST_SHARE = 0.12  # parts smaller than this share of the largest part get no line
MOST_PARTS = 4
TRIED = (
    *((least, swing, 1.0) for least in (2, 1) for swing in (1.0, 0.7, 0.45, 0.2, 0.0)),
    *((1, 0.0, share) for share in (0.8, 0.6, 0.45, 0.3, 0.2, 0.1)),
)
"""Least widths in px, shares of the swing, and shares of the length that are tried until the line hides little."""
_TURNS = (3, 12)


class Spine(NamedTuple):
    """The middle line of a part: points ``(n, 2)`` in px, and the distance of each from the border, in px."""

    points: np.ndarray
    depth: np.ndarray


def scribble(region: Region, style: Style, size: Sizes, number: int, seed: int) -> list[Piece]:
    """One seeded line per part of the object; all lines together hide at most `MOST_HIDDEN` where 1 px allows it."""
    part, left, top = region.local_mask(size.height, size.width)
    found = spines(part)
    widths = [max(2, min(size.line, int(1.3 * np.quantile(spine.depth, 0.3)))) for spine in found]
    pieces: list[Piece] = []
    for least, swing, share in TRIED if min(size.height, size.width) >= LEAST_IMAGE else TRIED[:1]:
        generator = rng(seed, "scribble", number)
        lines = []
        for spine, wide in zip(found, widths, strict=True):
            points = _swung(spine, wide, generator, swing) + np.array([left, top])
            kept = max(2, round(share * len(points)))
            first = (len(points) - kept) // 2
            lines.append(_enlarged(points[first : first + kept], wide if share == 1 else 1))
        length = sum(float(np.hypot(*np.diff(points, axis=0).T).sum()) for points in lines)
        most = max(least, min(max(widths), int(MOST_HIDDEN * np.count_nonzero(part) / length)))
        for line in range(most, least - 1, -1):
            pieces = []
            for points, thin in zip(lines, (min(wide, line) for wide in widths), strict=True):
                margin = border(size._replace(line=thin))
                pieces.append(stroke(np.clip(points, margin, (size.width - margin, size.height - margin)), thin))
            if hides_little(region, pieces, size.height, size.width):
                return pieces
    return pieces


def spines(part: np.ndarray) -> list[Spine]:
    """Spines of the larger parts of a uint8 0/1 bitmap, the largest first."""
    step = max(1.0, math.sqrt(np.count_nonzero(part) / NODES))
    rows, columns = (np.arange(step / 2, side, step).astype(int) for side in part.shape)
    grid = np.pad(part[np.ix_(rows, columns)], 1)
    if not grid.any():
        grid[:] = 1
        grid = np.pad(grid[1:-1, 1:-1], 1)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(grid, connectivity=8)
    areas = stats[1:count, cv2.CC_STAT_AREA]
    largest = np.argsort(-areas, kind="stable")[:MOST_PARTS]
    largest = largest[areas[largest] >= LEAST_SHARE * areas.max()]
    depth = distances(grid)
    found = []
    for label in largest:
        ys, xs = np.nonzero(labels == label + 1)
        way = _way(ys, xs, depth[ys, xs])
        points = (np.stack([xs, ys], axis=1)[way] - 0.5) * step
        found.append(_trimmed(Spine(_averaged(points), (depth[ys, xs][way] - 0.5) * step)))
    return found


def _way(ys: np.ndarray, xs: np.ndarray, depth: np.ndarray) -> np.ndarray:
    """Indices of the nodes on the longest way through a part; steps near the border count more."""
    if len(ys) < 3:
        return np.arange(len(ys))
    place = np.full((ys.max() + 2, xs.max() + 2), -1)
    place[ys, xs] = np.arange(len(ys))
    edges = []
    for dy, dx in ((0, 1), (1, 0), (1, 1), (1, -1)):
        other = place[ys + dy, xs + dx]
        here = np.flatnonzero(other >= 0)
        edges.append((here, other[here], np.full(len(here), math.hypot(dy, dx))))
    start, end, length = map(np.concatenate, zip(*edges, strict=True))
    plain = coo_matrix((length, (start, end)), shape=(len(ys),) * 2).tocsr()
    shallow = depth.max() / np.minimum(depth[start], depth[end])
    reluctant = length * (1 + 2 * shallow * np.sqrt(shallow))
    inner = coo_matrix((reluctant, (start, end)), shape=(len(ys),) * 2).tocsr()
    first = int(np.argmax(dijkstra(plain, directed=False, indices=int(np.argmax(depth)))))
    last = int(np.argmax(dijkstra(plain, directed=False, indices=first)))
    before = dijkstra(inner, directed=False, indices=first, return_predecessors=True)[1]
    way = [last]
    while way[-1] != first:
        way.append(int(before[way[-1]]))
    return np.array(way)


def _averaged(points: np.ndarray) -> np.ndarray:
    """A way over a grid without its small corners; the ends stay."""
    padded = np.pad(points, ((2, 2), (0, 0)), mode="edge")
    return sum(padded[i : i + len(points)] * weight for i, weight in enumerate((0.1, 0.2, 0.4, 0.2, 0.1)))  # type: ignore[return-value]


def _trimmed(spine: Spine) -> Spine:
    """The spine without ends that are much nearer to the border than most of it."""
    enough = np.flatnonzero(spine.depth >= 0.5 * np.quantile(spine.depth, 0.6))
    kept = slice(enough[0], enough[-1] + 1)
    return Spine(spine.points[kept], spine.depth[kept])


def _swung(spine: Spine, line: int, generator: np.random.Generator, swing: float) -> np.ndarray:
    """Points of a line that swings about a spine and keeps half its width away from the object's border."""
    if len(spine.points) < 2:
        return np.repeat(spine.points, 2, axis=0) + np.array([(-0.5, 0.0), (0.5, 0.0)])
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(spine.points, axis=0).T))])
    reach = swing * np.maximum(spine.depth - line / 2 - 1, 0)
    turns = int(np.clip(round(along[-1] / max(1.1 * float(np.median(reach)), 3.0 * line)), *_TURNS))
    places = np.linspace(0, along[-1], 12 * turns + 1)
    turning = np.where(np.arange(turns + 1) % 2, 1, -1) * generator.choice([-1, 1])
    sides = generator.uniform(0.55, 0.9, turns + 1) * turning
    phase = np.linspace(0, turns, len(places))
    index = np.minimum(phase.astype(int), turns - 1)
    blend = (1 - np.cos(np.pi * (phase - index))) / 2
    aside = (sides[index] * (1 - blend) + sides[index + 1] * blend) * np.interp(places, along, reach)
    middle = np.stack([np.interp(places, along, axis) for axis in spine.points.T], axis=1)
    way = np.gradient(middle, axis=0)
    across = np.stack([-way[:, 1], way[:, 0]], axis=1) / np.maximum(np.hypot(*way.T), 1e-6)[:, None]
    return middle + across * aside[:, None]


def _enlarged(points: np.ndarray, line: int) -> np.ndarray:
    """A line that is long enough to be seen, on objects of a few pixels."""
    extent, least = float(np.ptp(points, axis=0).max()), 1.5 * line + 2
    if extent >= least:
        return points
    centre = (points.max(0) + points.min(0)) / 2
    return centre + (points - centre) * (least / max(extent, 1e-6))
