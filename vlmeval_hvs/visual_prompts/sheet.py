"""A contact sheet: one picture of many styles, each drawn on the same object."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vlmeval_hvs.visual_prompts.regions import Region
from vlmeval_hvs.visual_prompts.rendering import render
from vlmeval_hvs.visual_prompts.styles import Style, shapes

COLUMNS = 15
"""Pictures in a row."""
CAPTION, HEADING, GAP = 12, 22, 4


def contact_sheet(
    image: np.ndarray, regions: Sequence[Region], styles: Sequence[Style], width: int = 112, **how: Any
) -> Image.Image:
    """An RGB picture of styles, each drawn on the same image ``width`` px wide, in rows by shape."""
    groups = {shape: [style for style in styles if style.shape == shape] for shape in shapes()}
    groups = {shape: group for shape, group in groups.items() if group}
    columns = min(COLUMNS, max(map(len, groups.values())))
    height = round(width * image.shape[0] / image.shape[1])
    cell = height + CAPTION + GAP
    lines = sum(-(-len(group) // columns) for group in groups.values())
    sheet = Image.new("RGB", (GAP + columns * (width + GAP), len(groups) * HEADING + lines * cell + GAP), "white")
    pen, top = ImageDraw.Draw(sheet), 0
    fonts = [ImageFont.load_default(size=points) for points in (10, 9, 8, 7)]
    for shape, group in groups.items():
        pen.text((GAP, top + 4), f"{shape}: {len(group)} styles", fill="black", font=ImageFont.load_default(size=14))
        top += HEADING
        for number, style in enumerate(group):
            x, y = GAP + number % columns * (width + GAP), top + number // columns * cell
            drawn = Image.fromarray(render(image, regions, style, **how))
            sheet.paste(drawn.resize((width, height), Image.Resampling.LANCZOS), (x, y + CAPTION))
            text = " ".join(style.attributes.values())
            font = next((font for font in fonts if pen.textlength(text, font=font) <= width), fonts[-1])
            pen.text((x, y), text, fill="black", font=font)
        top += -(-len(group) // columns) * cell
    return sheet
