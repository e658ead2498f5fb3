"""The marks of the scaled geometry, thinned where they would hide what they mark.

Lines go around their object. Only at the image's border, where there is no room outside, do they lie on it; there they
become thinner until they hide little. Tags and scribbles look after this themselves.
"""

from __future__ import annotations

from vlmeval_hvs.visual_prompts.areas import mask
from vlmeval_hvs.visual_prompts.marks import arrow, point, tag
from vlmeval_hvs.visual_prompts.occlusion import LEAST_IMAGE, hides_little
from vlmeval_hvs.visual_prompts.outlines import bbox, contour, oval
from vlmeval_hvs.visual_prompts.primitives import Primitive
from vlmeval_hvs.visual_prompts.regions import Region
from vlmeval_hvs.visual_prompts.scribbling import scribble
from vlmeval_hvs.visual_prompts.sizes import Sizes, sizes
from vlmeval_hvs.visual_prompts.styles import Style

_SHAPES = {
    "tag": tag, "bbox": bbox, "arrow": arrow, "mask": mask,
    "contour": contour, "oval": oval, "point": point, "scribble": scribble,
}  # fmt: skip
_ROOM = {"bbox": (4.0, 0.0), "oval": (2.0, 0.25), "contour": (3.0, 0.1), "mask": (1.0, 0.0), "arrow": (12.0, 0.0)}
"""How much room a shape needs around its object: in lines, and in sides of the object."""


def scaled_pieces(region: Region, style: Style, height: int, width: int, number: int, seed: int) -> list[Primitive]:
    """What is drawn for an object in an image of ``height`` x ``width`` px.

    Args:
        region: The object.
        style: The style.
        height: Image height in px.
        width: Image width in px.
        number: Place among the regions of the image, from 0.
        seed: Seed of wobble and sides.

    Raises:
        RegionError: The object lies outside the image.
    """
    size = sizes(style, region, height, width)
    pieces = _SHAPES[style.shape](region, style, size, number, seed)
    if style.shape in _ROOM and _near_border(style, size):
        while size.line > 1 and not hides_little(region, _opaque(pieces, style), height, width):
            line = max(1, 3 * size.line // 4)
            size = size._replace(line=line, mark=max(size.mark * line // size.line, 1) if size.mark else 0)
            pieces = _SHAPES[style.shape](region, style, size, number, seed)
    return pieces


def _near_border(style: Style, size: Sizes) -> bool:
    if size.height < LEAST_IMAGE or size.width < LEAST_IMAGE:
        return False
    x0, y0, x1, y1 = size.box
    lines, sides = _ROOM[style.shape]
    room = lines * size.line
    if sides:
        room += sides * max(x1 - x0, y1 - y0)
    return x0 < room or y0 < room or x1 > size.width - room or y1 > size.height - room


def _opaque(pieces: list[Primitive], style: Style) -> list[Primitive]:
    """The pieces without the half-transparent filling of a mask."""
    return pieces[1:] if style.shape == "mask" else pieces
