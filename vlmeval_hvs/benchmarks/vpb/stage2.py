"""Stage 2 samples of VP-Bench: regions drawn on demand, or described in words."""

from __future__ import annotations

import hashlib
import io
import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from PIL import Image

from vlmeval_hvs.benchmarks.vpb.options import R_BVP, is_r_bvp
from vlmeval_hvs.benchmarks.vpb.wording import ask, best_styles, fill, placeholders, wording
from vlmeval_hvs.cache import ImageCache
from vlmeval_hvs.choices import options_of
from vlmeval_hvs.code_digests import digest_of_code
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import read_rgb
from vlmeval_hvs.seeding import rng
from vlmeval_hvs.visual_prompts import Region, RegionError, Style, draw, parse_style
from vlmeval_hvs.visual_prompts.marks import tag_text
from vlmeval_hvs.visual_prompts.occlusion import CANDIDATES

_FROZEN = 20251115
"""Seed of the R-BVP draw. It is fixed: the paper's equal sample counts show one drawing shared by all models."""

PNG_BYTES = 3_200_000
"""Bytes of the PNG of a drawn photograph of 1920 x 1080 px."""

FindImage = Callable[[str], str]
"""Absolute path of an image by its path inside the set."""


class Sample(NamedTuple):
    """One Stage 2 prompt: paths of the drawn images, the filled question, and the style that was drawn."""

    images: list[str]
    question: str
    style: Style


def image_names(row: Mapping[str, str]) -> list[str]:
    """Paths of a row's images inside the set, in order."""
    cell = row["image_path"]
    return [str(name) for name in json.loads(cell)] if cell.startswith("[") else [cell]


def regions_of(row: Mapping[str, str]) -> list[tuple[int, str, Region]]:
    """``(image number from 0, role, region)`` of the regions that a prompt may show, without one that is the answer.

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
    """Draws Stage 2 samples in one style, or in ``R-BVP``, and keeps the pictures.

    ``cache`` is the folder for the pictures of one dataset, with a folder for each style; ``root`` is that of all kept
    pictures, whose size is bounded (``cache`` when None). Geometry, contrast and seed are those of
    `vlmeval_hvs.visual_prompts.render`. An unknown style is a StyleError.
    """

    def __init__(
        self, cache: Path, visual_prompt: str, geometry: str, contrast: str, seed: int, root: Path | None = None
    ) -> None:
        self.fixed = None if is_r_bvp(visual_prompt) else parse_style(visual_prompt)
        self.options = (geometry, contrast, seed)
        slug = R_BVP if self.fixed is None else re.sub(r"\W+", "-", str(self.fixed)).strip("-")
        folder = cache / f"{slug}_{geometry}_{contrast}_{seed}_{renderer_digest()}"
        self.pictures = ImageCache(folder, root or cache)

    def style_of(self, index: str) -> Style:
        """The style that a sample shows."""
        return self.fixed if self.fixed is not None else r_bvp_style(index)

    def sample(self, row: Mapping[str, str], find: FindImage) -> Sample:
        """Draw a sample; pictures that are kept and unchanged are not drawn again.

        Raises:
            DataError: The row's regions or images cannot be used, or the drawing cannot be seen.
        """
        regions, style, index = regions_of(row), self.style_of(row["index"]), row["index"]
        paths, names = [], [""] * len(regions)
        for number, name in enumerate(image_names(row)):
            here = [place for place, (image, _, _) in enumerate(regions) if image == number]
            kept = self.pictures.get(f"{index}_{number}")
            if kept is None:
                pixels = read_rgb(Path(find(name)))
                drawn, colors = self._draw(pixels, [regions[place][2] for place in here], style, index, number)
                if here and np.array_equal(drawn, pixels):
                    raise DataError(f"row {index}: {style} cannot be seen on image {number + 1}")
                named = [name_of(style, color, order, len(here)) for order, color in enumerate(colors)]
                kept = self.pictures.put(f"{index}_{number}", _png(drawn), {"names": named})
            paths.append(kept.path)
            for place, named_so in zip(here, kept.facts["names"], strict=True):
                names[place] = named_so
        question = fill(row["question"], names) if placeholders(row["question"]) else row["question"]
        return Sample(paths, question, style)

    def cost(self, rows: Sequence[Mapping[str, str]]) -> int:
        """About the number of bytes of the pictures that a run of these rows still draws."""
        keys = [f"{row['index']}_{number}" for row in rows for number in range(len(image_names(row)))]
        return PNG_BYTES * len(self.pictures.missing(keys))

    def _draw(
        self, pixels: np.ndarray, regions: Sequence[Region], style: Style, index: str, number: int
    ) -> tuple[np.ndarray, list[str]]:
        """The picture with the marks of its regions, and their colours."""
        geometry, contrast, seed = self.options
        key = int(rng(seed, "stage 2", index, number).integers(2**31))
        try:
            if len(regions) < 2 or style.color == "contrast" or style.shape == "tag":
                return draw(pixels, regions, style, geometry, contrast, key) if regions else (pixels, [])
            # Two regions of one image need two colours, or the question could not say which it means.
            others = [color for color in reversed(CANDIDATES) if color != style.color]
            used = [[style.color, *others][order % 4] for order in range(len(regions))]
            for order, (region, color) in enumerate(zip(regions, used, strict=True)):
                pixels, _ = draw(pixels, region, style.with_color(color), geometry, contrast, key + order)
            return pixels, used
        except RegionError as error:
            raise DataError(f"row {index}: {error}") from error


def renderer_digest() -> str:
    """Digest of the code and data that make a drawing, and of the OpenCV generation, which decides official tags."""
    return f"{digest_of_code(['vlmeval_hvs.visual_prompts', __package__])[:12]}-cv{cv2.__version__.split('.')[0]}"


def _png(pixels: np.ndarray) -> bytes:
    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, format="PNG", compress_level=3)
    return buffer.getvalue()


def join_images(paths: Sequence[str], folder: Path, root: Path | None = None) -> str:
    """Path of one picture with several images side by side at the height of the tallest, 12 white px between them."""
    pictures = ImageCache(folder, root or folder)
    key = hashlib.sha256(b"".join(hashlib.sha256(Path(path).read_bytes()).digest() for path in paths)).hexdigest()[:24]
    if kept := pictures.get(key):
        return kept.path
    images = [Image.fromarray(read_rgb(Path(path))) for path in paths]
    height = max(image.height for image in images)
    parts: list[np.ndarray] = []
    for image in images:
        width = max(1, round(image.width * height / image.height))
        parts.append(np.asarray(image.resize((width, height), Image.Resampling.LANCZOS)))
        parts.append(np.full((height, 12, 3), 255, dtype=np.uint8))
    return pictures.put(key, _png(np.concatenate(parts[:-1], axis=1))).path


def name_of(style: Style, color: str, order: int, count: int) -> str:
    """The name of a visual prompt in a question: ``red bounding box`` or, of several tags, ``red tag 2``."""
    name = f"{color} {style.phrase}"
    return f"{name} {tag_text(order, style.variant[0])}" if style.shape == "tag" and count > 1 else name


def text_prompt(row: Mapping[str, str], find: FindImage) -> tuple[list[str], str]:
    """Image paths and prompt of a sample whose regions are given in words (template in ``prompts.json``).

    Coordinates are thousandths of width and height, because models see images in sizes of their own.
    """
    texts, paths, names = wording()["text_prompt"], [find(name) for name in image_names(row)], []
    for number, _, region in regions_of(row):
        with Image.open(paths[number]) as image:
            width, height = image.size
        x0, y0, x1, y1 = region.box_in(height, width)
        shares = {"left": x0 / width, "top": y0 / height, "right": x1 / width, "bottom": y1 / height}
        box = {side: round(1000 * share) for side, share in shares.items()}
        names.append(texts["region_of_image" if len(paths) > 1 else "region"].format(image=number + 1, **box))
    everything, wanted = " and ".join(names), placeholders(row["question"])
    filling = [everything] if wanted == 1 and len(paths) > 1 else names  # one placeholder for two views means both
    question = fill(row["question"], filling) if wanted else f"{row['question']} ({everything})"
    return paths, ask(question, options_of(row), texts["context"])
