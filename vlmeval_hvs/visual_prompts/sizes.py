"""Sizes of the marks of the scaled geometry (numbers in ``styles.json``).

Sizes grow with the image, but no further than the object allows: a mark hides little of what it marks, and little of
what lies next to a small object. The official geometry has sizes of its own.
"""

import math
from typing import NamedTuple

from vlmeval_hvs.visual_prompts.occlusion import MOST_HIDDEN
from vlmeval_hvs.visual_prompts.regions import Box, Region
from vlmeval_hvs.visual_prompts.styles import Style, style_data


class Sizes(NamedTuple):
    """Pixel sizes for one style, object and image."""

    height: int  # of the image
    width: int  # of the image
    line: int  # stroke width
    mark: int  # tag height, point radius or arrow length, by shape; 0 for the other shapes
    box: Box  # (x0, y0, x1, y1) of the object in the image, as `Region.box_in` gives it


def sizes(style: Style, region: Region, height: int, width: int) -> Sizes:
    """Pixel sizes of a style on an object in an image of ``height`` x ``width`` px."""
    rule, root, level = style_data()["scaled"], math.sqrt(height * width), style.level
    box = x0, y0, x1, y1 = region.box_in(height, width)
    extent = round(math.sqrt((x1 - x0) * (y1 - y0)))
    line = _pixels(rule["line"].get(level, rule["line"]["medium"]), root, extent)
    mark = 0
    if style.shape in ("tag", "point"):
        surface = round(math.sqrt(min(region.area, (x1 - x0) * (y1 - y0))))
        mark = _pixels(rule[style.shape][level], root, surface)
        if style.shape == "point":  # an icon is smaller than the least dot that a photograph gets
            mark = max(2, min(mark, math.floor(surface * math.sqrt(MOST_HIDDEN / math.pi) - 0.5)))
        if style.shape == "point" and style.variant[0] == "square":
            mark = round(mark * math.sqrt(math.pi) / 2)  # the side of a square as large as the disc
    elif style.shape == "arrow":
        mark = max(_pixels(rule["arrow"]["any"], root, extent), 7 * line)
    return Sizes(height, width, line, mark, box)


def _pixels(rule: dict[str, float], root: float, side: float) -> int:
    """Pixels of a rule for an image and an object with these square roots of their areas."""
    most = rule["object"] * side + rule.get("reach", 0) * root
    return max(int(rule["least"]), round(min(rule["image"] * root, most)))
