"""A contact sheet: one picture of many styles, each drawn on the same object."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vlmeval_hvs.visual_prompts.regions import Region
from vlmeval_hvs.visual_prompts.rendering import render
from vlmeval_hvs.visual_prompts.styles import Style, all_styles, shapes

CAPTION = 13
GAP = 4


def contact_sheet(
    image: np.ndarray,
    regions: Sequence[Region],
    styles: Sequence[Style] | None = None,
    columns: int = 15,
    width: int = 128,
    geometry: str = "scaled",
    contrast: str = "lab",
    seed: int = 0,
) -> Image.Image:
    """Draw every style on the same image and arrange the results by shape.

    Args:
        image: ``(h, w, 3)`` RGB uint8 picture.
        regions: What is marked.
        styles: All 255 when None.
        columns: Pictures in a row.
        width: Width of one picture in px; the drawing is made at this size, so lines look as they are.
        geometry: See `render`.
        contrast: See `render`.
        seed: See `render`.

    Returns:
        RGB picture.
    """
    styles = all_styles() if styles is None else styles
    rows: list[list[Style]] = []
    for shape in shapes():
        group = [style for style in styles if style.shape == shape]
        rows += [group[i : i + columns] for i in range(0, len(group), columns)]
    font = ImageFont.load_default(size=9)
    height = round(width * image.shape[0] / image.shape[1])
    columns = min(columns, max(len(row) for row in rows))
    sheet = Image.new("RGB", (GAP + columns * (width + GAP), GAP + len(rows) * (height + CAPTION + GAP)), "white")
    pen = ImageDraw.Draw(sheet)
    for y, row in enumerate(rows):
        for x, style in enumerate(row):
            place = (GAP + x * (width + GAP), GAP + y * (height + CAPTION + GAP))
            picture = render(image, regions, style, geometry=geometry, contrast=contrast, seed=seed)
            thumbnail = Image.fromarray(picture).resize((width, height), Image.Resampling.LANCZOS)
            sheet.paste(thumbnail, (place[0], place[1] + CAPTION))
            text = str(style).replace(", ", " ").replace("(", " ").rstrip(")")
            pen.text((place[0], place[1] + 1), text, fill="black", font=font)
    return sheet
