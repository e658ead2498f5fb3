"""How large a visual prompt is drawn (rules and numbers in ``data/vpb/styles.json``).

``scaled`` geometry grows with the image: pixels = max(minimum, round(fraction x sqrt(width x height))), so a thin line
is as thin on a thumbnail as on a photograph. ``official`` geometry uses the absolute pixels of the official code,
which takes one integer t from its caller and names no values for small, medium and large; t = 2, 4, 6 is our choice.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from vlmeval_hvs.visual_prompts.styles import Style, style_data

GEOMETRIES = ("scaled", "official")


class Sizes(NamedTuple):
    """Pixel sizes for one style on one image.

    Attributes:
        height: Image height in px.
        width: Image width in px.
        line: Stroke width in px (official: t).
        mark: Tag height, point radius or arrow length in px, by shape; 0 for the other shapes.
        official: Whether the official geometry was asked for.
    """

    height: int
    width: int
    line: int
    mark: int
    official: bool


@lru_cache(maxsize=4096)
def sizes(style: Style, height: int, width: int, geometry: str = "scaled") -> Sizes:
    """Pixel sizes of a style on an image of ``height`` x ``width`` px.

    Raises:
        ValueError: The geometry is unknown.
    """
    if geometry == "official":
        rule = style_data()["official"]
        t = rule["t"][style.level]
        return Sizes(height, width, t, rule["arrow"] if style.shape == "arrow" else 2 * t, True)
    if geometry != "scaled":
        raise ValueError(f"geometry is one of {', '.join(GEOMETRIES)}, not {geometry!r}")
    rule, root = style_data()["scaled"], (height * width) ** 0.5
    level = style.level
    line = _pixels(rule["line"].get(level, rule["line"]["medium"]), root)
    mark = 0
    if style.shape in ("tag", "point"):
        mark = _pixels(rule[style.shape][level], root)
    elif style.shape == "arrow":
        mark = max(_pixels(rule["arrow"]["any"], root), 7 * line)
    return Sizes(height, width, line, mark, False)


def _pixels(rule: list[float], root: float) -> int:
    return max(int(rule[1]), round(rule[0] * root))
