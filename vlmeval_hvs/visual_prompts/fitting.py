"""The marks of the scaled geometry, adjusted where they would hide too much of their object.

Lines go around their object, except at the image's border, where they would lie on it. There they become thinner; where
that is not enough, they are drawn as if the image continued, and cut off at its border. Tags and points that hide too
much move off their object. Scribbles are adjusted in `vlmeval_hvs.visual_prompts.scribbling`.
"""

import math

import numpy as np

from vlmeval_hvs.visual_prompts.marks import arrow, point, tag
from vlmeval_hvs.visual_prompts.occlusion import LEAST_IMAGE, MOST_HIDDEN, Sizes, coverage, hides_little, sizes
from vlmeval_hvs.visual_prompts.outlines import bbox, contour, mask, oval
from vlmeval_hvs.visual_prompts.pieces import Piece
from vlmeval_hvs.visual_prompts.regions import Region
from vlmeval_hvs.visual_prompts.scribbling import scribble
from vlmeval_hvs.visual_prompts.styles import Style

_SHAPES = {
    "tag": tag, "bbox": bbox, "arrow": arrow, "mask": mask,
    "contour": contour, "oval": oval, "point": point, "scribble": scribble,
}  # fmt: skip
_ROOM = {"bbox": (4.0, 0.0), "oval": (2.0, 0.25), "contour": (3.0, 0.1), "mask": (1.0, 0.0), "arrow": (12.0, 0.0)}
"""The room that a shape needs around its object: in line widths, and as a share of the object's side."""
_CERTAIN_AREA = (
    1024  # px of objects whose hidden share follows from the size of a tag or point; else pixels are counted
)
_LEAST_SEEN = 0.2  # share of a line's ink that the image's border leaves at least
_DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))


def scaled_pieces(region: Region, style: Style, height: int, width: int, number: int, seed: int) -> list[Piece]:
    """The pieces of a mark on an object in an image of ``height`` x ``width`` px."""
    size = sizes(style, region, height, width)
    pieces = _SHAPES[style.shape](region, style, size, number, seed)
    if min(height, width) < LEAST_IMAGE or style.shape == "scribble":
        return pieces
    x0, y0, x1, y1 = size.box
    if style.shape in ("tag", "point"):
        left, top, right, bottom = pieces[0].bounds
        area = min(region.area, (x1 - x0) * (y1 - y0))
        large = area >= _CERTAIN_AREA and (right - left) * (bottom - top) <= MOST_HIDDEN * area
        return pieces if large or hides_little(region, pieces, height, width) else _moved_off(pieces, region, size)
    in_the_open = min(x0, y0, width - x1, height - y1) >= _room(style, size)
    if in_the_open or hides_little(region, _opaque(pieces, style), height, width):
        return pieces
    return _adjusted(region, style, size, number, seed, pieces)


def _room(style: Style, size: Sizes) -> float:
    lines, sides = _ROOM[style.shape]
    return lines * size.line + sides * max(size.box[2] - size.box[0], size.box[3] - size.box[1])


def _adjusted(region: Region, style: Style, size: Sizes, number: int, seed: int, pieces: list[Piece]) -> list[Piece]:
    """Thinner lines, else lines that the border cuts off; the thinnest where neither hides little."""
    thin = size
    while thin.line > 1:
        line = max(1, 3 * thin.line // 4)
        thin = thin._replace(line=line, mark=max(thin.mark * line // thin.line, 1) if thin.mark else 0)
        pieces = _SHAPES[style.shape](region, style, thin, number, seed)
        if hides_little(region, _opaque(pieces, style), size.height, size.width):
            return pieces
    for line in (size.line, max(size.line // 2, 1), 1) if style.shape != "arrow" else ():
        cut = _cut_off(region, style, size._replace(line=line), number, seed)
        if cut and hides_little(region, _opaque(cut, style), size.height, size.width):
            return cut
    return pieces


def _cut_off(region: Region, style: Style, size: Sizes, number: int, seed: int) -> list[Piece]:
    """The mark as drawn if the image continued, cut off at its border; empty where too little is left."""
    margin = math.ceil(_room(style, size)) + 4
    height, width = size.height + 2 * margin, size.width + 2 * margin
    x0, y0, x1, y1 = (side + margin for side in size.box)
    wide = size._replace(height=height, width=width, box=(x0, y0, x1, y1))
    pieces = _SHAPES[style.shape](region.shifted(margin, size.height, size.width), style, wide, number, seed)
    left = [piece.moved(-margin, -margin) for piece in pieces]
    if not _opaque(left, style):
        return []
    whole = np.count_nonzero(coverage(_opaque(pieces, style), height, width)[0])
    seen = np.count_nonzero(coverage(_opaque(left, style), size.height, size.width)[0])
    return left if seen >= _LEAST_SEEN * whole else []


def _moved_off(pieces: list[Piece], region: Region, size: Sizes) -> list[Piece]:
    """The pieces moved off their object by the smallest distance; unchanged where no place in the image is free."""
    x0, y0, x1, y1 = pieces[0].bounds
    reach = math.ceil(max(x1 - x0, y1 - y0, size.box[2] - size.box[0], size.box[3] - size.box[1]))
    for step in range(1, 2 * reach):
        for dx, dy in _DIRECTIONS:
            x, y = dx * step, dy * step
            if x0 + x < 0 or y0 + y < 0 or x1 + x > size.width or y1 + y > size.height:
                continue
            moved = [piece.moved(x, y) for piece in pieces]
            if hides_little(region, moved[:1], size.height, size.width):
                return moved
    return pieces


def _opaque(pieces: list[Piece], style: Style) -> list[Piece]:
    """The pieces without the half-transparent filling of a mask."""
    return pieces[1:] if style.shape == "mask" else pieces
