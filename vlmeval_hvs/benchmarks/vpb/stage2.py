"""Stage 2 samples of VP-Bench: regions drawn on demand, or named in words."""

from __future__ import annotations

import hashlib
import io
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from vlmeval_hvs.benchmarks.vpb.options import R_BVP, is_r_bvp
from vlmeval_hvs.benchmarks.vpb.wording import ask, best_styles, fill, placeholders, wording
from vlmeval_hvs.choices import options_of
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import write_atomically
from vlmeval_hvs.seeding import rng
from vlmeval_hvs.visual_prompts import Region, RegionError, Style, draw, parse_style
from vlmeval_hvs.visual_prompts.contrast import CANDIDATES
from vlmeval_hvs.visual_prompts.glyphs import tag_text
from vlmeval_hvs.visual_prompts.rendering import as_rgb

_FROZEN = 20251115
"""Seed of the R-BVP draw. It is fixed: the paper's equal sample counts show one drawing shared by all models."""

FindImage = Callable[[str], str]


@dataclass(frozen=True)
class Sample:
    """One Stage 2 prompt: paths of the drawn images, the filled question, and the style that was drawn."""

    images: list[str]
    question: str
    style: Style


def image_names(row: Mapping[str, str]) -> list[str]:
    """Paths of a row's images inside the set, in order."""
    cell = row["image_path"]
    return [str(name) for name in json.loads(cell)] if cell.startswith("[") else [cell]


def image_paths(row: Mapping[str, str], find: FindImage) -> list[str]:
    """Absolute paths of a row's images, in order."""
    return [find(name) for name in image_names(row)]


def regions_of(row: Mapping[str, str]) -> list[tuple[int, str, Region]]:
    """``(image number from 0, role, region)`` of what a row's prompt may show; a region that is the answer is left out.

    Raises:
        DataError: A region cannot be read; names the row.
    """
    try:
        found = json.loads(row["regions"])
        shown = [r for r in found if r.get("shown", True)]
        return [(int(r["image"]), str(r["role"]), Region(r["bbox"], polygons=r.get("polygons"))) for r in shown]
    except (ValueError, KeyError, TypeError, RegionError) as error:
        raise DataError(f"row {row.get('index', '?')}: unusable regions ({error})") from error


def r_bvp_style(index: str) -> Style:
    """The style of a sample under R-BVP: drawn evenly from the 19 distinct best styles of Table 5."""
    styles = best_styles()
    return parse_style(styles[int(rng(_FROZEN, R_BVP, index).integers(len(styles)))])


class Renderer:
    """Draws Stage 2 samples and keeps the pictures.

    Args:
        cache: Folder for the drawn images of one dataset; styles get folders of their own.
        visual_prompt: A style, or ``R-BVP``.
        geometry: Rule of the sizes, as `vlmeval_hvs.visual_prompts.render` takes it.
        contrast: Rule of the colour ``contrast``, likewise.
        seed: Seed of wobble and sides.

    Raises:
        StyleError: Unknown style.
    """

    def __init__(self, cache: Path, visual_prompt: str, geometry: str, contrast: str, seed: int) -> None:
        self.fixed = None if is_r_bvp(visual_prompt) else parse_style(visual_prompt)
        self.options = (geometry, contrast, seed)
        slug = R_BVP if self.fixed is None else re.sub(r"\W+", "-", str(self.fixed)).strip("-")
        self.folder = cache / f"{slug}_{geometry}_{contrast}_{seed}"

    def style_of(self, index: str) -> Style:
        """The style that a sample shows."""
        return self.fixed if self.fixed is not None else r_bvp_style(index)

    def sample(self, row: Mapping[str, str], find: FindImage) -> Sample:
        """Draw a sample; pictures that exist already are not written again.

        Raises:
            DataError: The row's regions or images cannot be used, or the drawing cannot be seen.
        """
        style = self.style_of(row["index"])
        paths = image_paths(row, find)
        regions = regions_of(row)
        images, names = [], [""] * len(regions)
        for number, path in enumerate(paths):
            here = [position for position, (image, _, _) in enumerate(regions) if image == number]
            pixels = load_rgb(path)
            drawn, colors = self._draw(pixels, [regions[p][2] for p in here], style, row["index"], number)
            for order, (position, color) in enumerate(zip(here, colors, strict=True)):
                names[position] = name_of(style, color, order, len(here))
            if here and np.array_equal(drawn, pixels):
                raise DataError(f"row {row['index']}: {style} cannot be seen on image {number + 1}")
            images.append(_keep(self.folder / f"{row['index']}_{number}.png", drawn))
        wanted = placeholders(row["question"])
        question = fill(row["question"], names) if wanted else row["question"]
        return Sample(images, question, style)

    def _draw(
        self, pixels: np.ndarray, regions: Sequence[Region], style: Style, index: str, number: int
    ) -> tuple[np.ndarray, list[str]]:
        geometry, contrast, seed = self.options
        key = int(rng(seed, "stage 2", index, number).integers(2**31))
        try:
            if len(regions) < 2 or style.color == "contrast" or style.shape == "tag":
                return draw(pixels, regions, style, geometry, contrast, key) if regions else (pixels, [])
            # Two regions of one image need two colours, or the question could not say which it means.
            colors = [style.color, *(color for color in reversed(CANDIDATES) if color != style.color)]
            for order, region in enumerate(regions):
                pixels, _ = draw(pixels, region, style.with_color(colors[order % 4]), geometry, contrast, key + order)
            return pixels, [colors[order % 4] for order in range(len(regions))]
        except RegionError as error:
            raise DataError(f"row {index}: {error}") from error


def _keep(path: Path, pixels: np.ndarray) -> str:
    """Write a picture unless it is there: pictures of one path are always equal."""
    if not path.is_file():
        buffer = io.BytesIO()
        Image.fromarray(pixels).save(buffer, format="PNG", compress_level=3)
        write_atomically(path, buffer.getvalue())
    return str(path)


def join_images(paths: Sequence[str], folder: Path) -> str:
    """Path of one picture with several images side by side at the height of the tallest, 12 white px between them."""
    images = [load_rgb(path) for path in paths]
    height = max(image.shape[0] for image in images)
    parts: list[np.ndarray] = []
    for image in images:
        width = max(1, round(image.shape[1] * height / image.shape[0]))
        parts.append(np.asarray(Image.fromarray(image).resize((width, height), Image.Resampling.LANCZOS)))
        parts.append(np.full((height, 12, 3), 255, dtype=np.uint8))
    joined = np.concatenate(parts[:-1], axis=1)
    digest = hashlib.sha256(joined.tobytes()).hexdigest()[:24]
    return _keep(folder / f"{digest}.png", joined)


def name_of(style: Style, color: str, order: int, count: int) -> str:
    """What a question calls a visual prompt, such as ``red bounding box`` or, of several tags, ``red tag 2``.

    Args:
        style: The style that was drawn.
        color: The colour that it was drawn in.
        order: Place among the regions of the image, from 0.
        count: Number of regions of the image.
    """
    name = f"{color} {style.phrase}"
    return f"{name} {tag_text(order, style.variant[0])}" if style.shape == "tag" and count > 1 else name


def load_rgb(path: str) -> np.ndarray:
    """An image file as RGB uint8 ``(h, w, 3)``; transparency shows white.

    Raises:
        DataError: It does not decode.
    """
    try:
        with Image.open(path) as image:
            return as_rgb(image)
    except (OSError, ValueError, SyntaxError) as error:
        raise DataError(f"{path}: the image does not decode ({error})") from error


def text_prompt(row: Mapping[str, str], find: FindImage) -> tuple[list[str], str]:
    """Image paths and prompt of a sample whose regions are given in words (template in ``prompts.json``).

    Coordinates are thousandths of width and height, because models see images in sizes of their own.
    """
    texts = wording()["text_prompt"]
    paths = image_paths(row, find)
    names = []
    for number, _, region in regions_of(row):
        with Image.open(paths[number]) as image:
            width, height = image.size
        x0, y0, x1, y1 = region.box_in(height, width)
        thousandths = (round(1000 * v) for v in (x0 / width, y0 / height, x1 / width, y1 / height))
        box = dict(zip(("left", "top", "right", "bottom"), thousandths, strict=True))
        template = texts["region_of_image"] if len(paths) > 1 else texts["region"]
        names.append(template.format(image=number + 1, **box))
    everything = " and ".join(names)
    wanted = placeholders(row["question"])
    # One placeholder for an object in two views stands for both.
    filling = [everything] if wanted == 1 and len(paths) > 1 else names
    question = fill(row["question"], filling) if wanted else f"{row['question']} ({everything})"
    return paths, ask(question, options_of(row), texts["context"])
