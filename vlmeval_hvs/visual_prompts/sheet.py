"""A contact sheet: one picture of many styles, each drawn on the same object."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vlmeval_hvs.visual_prompts.regions import Region
from vlmeval_hvs.visual_prompts.rendering import render
from vlmeval_hvs.visual_prompts.styles import Style, all_styles, shapes

CAPTION, HEADING, GAP = 12, 22, 4


def contact_sheet(
    image: np.ndarray,
    regions: Sequence[Region],
    styles: Sequence[Style] | None = None,
    columns: int = 15,
    width: int = 112,
    geometry: str = "scaled",
    contrast: str = "lab",
    seed: int = 0,
) -> Image.Image:
    """Draw every style on the same image and arrange the results by shape.

    Args:
        image: ``(h, w, 3)`` RGB uint8 picture.
        regions: The regions to mark.
        styles: The styles to show; all 255 when None.
        columns: Number of pictures in a row.
        width: Width of one picture on the sheet in px.
        geometry: Passed to `render`.
        contrast: Passed to `render`.
        seed: Passed to `render`.

    Returns:
        The sheet, an RGB picture.

    Raises:
        ValueError: ``columns`` or ``width`` is below 1.
    """
    if columns < 1 or width < 1:
        raise ValueError(f"columns and width must be at least 1, not {columns} and {width}")
    styles = all_styles() if styles is None else styles
    groups = {shape: [style for style in styles if style.shape == shape] for shape in shapes()}
    groups = {shape: group for shape, group in groups.items() if group}
    columns = min(columns, max(map(len, groups.values())))
    height = round(width * image.shape[0] / image.shape[1])
    cell = height + CAPTION + GAP
    lines = sum(-(-len(group) // columns) for group in groups.values())
    sheet = Image.new("RGB", (GAP + columns * (width + GAP), len(groups) * HEADING + lines * cell + GAP), "white")
    pen = ImageDraw.Draw(sheet)
    y = 0
    for shape, group in groups.items():
        pen.text((GAP, y + 4), f"{shape}: {len(group)} styles", fill="black", font=ImageFont.load_default(size=14))
        y += HEADING
        for start in range(0, len(group), columns):
            for column, style in enumerate(group[start : start + columns]):
                picture = render(image, regions, style, geometry=geometry, contrast=contrast, seed=seed)
                small = Image.fromarray(picture).resize((width, height), Image.Resampling.LANCZOS)
                sheet.paste(small, (GAP + column * (width + GAP), y + CAPTION))
                _caption(pen, style, GAP + column * (width + GAP), y, width)
            y += cell
    return sheet


def _caption(pen: ImageDraw.ImageDraw, style: Style, x: int, y: int, width: int) -> None:
    """The style's attributes in the largest type that fits."""
    text = " ".join(style.attributes.values())
    for points in (10, 9, 8, 7):
        font = ImageFont.load_default(size=points)
        if pen.textlength(text, font=font) <= width:
            break
    pen.text((x, y), text, fill="black", font=font)
