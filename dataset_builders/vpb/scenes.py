"""Stage 1 of VP-Bench from images with COCO annotations."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from dataset_builders.vpb.language import LanguageModel
from dataset_builders.vpb.questions import Item, NotDrawable, Scene, make_item, plan
from vlmeval_hvs.choices import LETTERS
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import inside, read_rgb
from vlmeval_hvs.seeding import rng
from vlmeval_hvs.sets import SetWriter
from vlmeval_hvs.visual_prompts import Region, RegionError

PER_STYLE = 58
"""Items per style: 58 x 255 = 14,790, about the 14,868 of the release."""

MIN_AREA, MAX_AREA, MIN_SIDE = 0.01, 0.6, 24.0
"""Which objects can be marked: share of the image's area, and the box's shorter side in px."""


def coco_scenes(annotations: Path, images: Path, writer: SetWriter) -> list[Scene]:
    """Scenes of a COCO instances file whose images are in a folder.

    Args:
        annotations: The file, ``instances_*.json``.
        images: The folder.
        writer: The set being built, which notes what was left out.

    Raises:
        DataError: The file is no COCO instances file.
    """
    try:
        data = json.loads(annotations.read_text(encoding="utf-8"))
        names = {c["id"]: str(c["name"]) for c in data["categories"]}
        groups = {str(c["name"]): str(c.get("supercategory", "")) for c in data["categories"]}
        by_image: dict[Any, list[dict[str, Any]]] = {image["id"]: [] for image in data["images"]}
        for annotation in data["annotations"]:
            if annotation["image_id"] in by_image and not annotation.get("iscrowd"):
                by_image[annotation["image_id"]].append(annotation)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DataError(f"{annotations}: no COCO instances file ({type(error).__name__}: {error})") from error
    scenes, missing = [], 0
    for image in data["images"]:
        path = inside(images, str(image["file_name"]))
        if not path.is_file():
            missing += 1
            continue
        regions = []
        for annotation in by_image[image["id"]]:
            try:
                region = coco_region(annotation, names)
            except RegionError as error:
                writer.skip(f"annotation {annotation.get('id')}", str(error))
                continue
            if region is not None and _markable(region, int(image["width"]), int(image["height"])):
                regions.append(region)
        if regions:
            others = _similar(regions, groups)
            scenes.append(Scene(str(image["file_name"]), partial(read_rgb, path), tuple(regions), others))
    if missing:
        writer.warn(f"{missing} of {len(data['images'])} annotated images are not in {images}")
    if not scenes:
        raise DataError(f"{annotations}: none of its images in {images} has an object that can be marked")
    return scenes


def coco_region(annotation: dict[str, Any], names: dict[Any, str]) -> Region | None:
    """Region of a COCO annotation, or None without a known category."""
    label = names.get(annotation.get("category_id"))
    if label is None:
        return None
    segmentation = annotation.get("segmentation")
    if isinstance(segmentation, dict):
        return Region(annotation.get("bbox"), rle=segmentation, label=label)
    return Region(annotation.get("bbox"), polygons=segmentation or None, label=label)


def _markable(region: Region, width: int, height: int) -> bool:
    try:
        x0, y0, x1, y1 = region.box_in(height, width)
    except RegionError:
        return False
    share = (x1 - x0) * (y1 - y0) / (width * height)
    return MIN_AREA <= share <= MAX_AREA and min(x1 - x0, y1 - y0) >= MIN_SIDE


def _similar(regions: Sequence[Region], groups: dict[str, str]) -> tuple[str, ...]:
    """All other labels, those of the objects' own groups first, in an order that depends on the labels only."""
    own = {groups.get(region.label or "", "") for region in regions}
    present = {region.label for region in regions}
    key = ",".join(sorted(label or "" for label in present))
    names = [name for name in groups if name not in present]
    order = rng(0, "similar", key).permutation(len(names))
    shuffled = [names[i] for i in order]
    return tuple(sorted(shuffled, key=lambda name: groups[name] not in own))


def write_stage1(
    scenes: Sequence[Scene],
    writer: SetWriter,
    count: int,
    seed: int = 0,
    language: LanguageModel | None = None,
    encode: Callable[[np.ndarray], tuple[bytes, str]] | None = None,
    progress: Callable[[Iterable[Any]], Iterable[Any]] = iter,
) -> None:
    """Write ``count`` Stage 1 items.

    Args:
        scenes: The pictures that objects are taken from, in turn; more scenes mean less repetition.
        writer: The set being built.
        count: Number of items.
        seed: Decides everything that is drawn.
        language: Makes wrong options and rephrases questions through a language model; rules when None.
        encode: Pixels to bytes and file suffix; JPEG of quality 95 without colour subsampling when None.
        progress: Wraps the loop, for a progress bar.
    """
    order, turn = rng(seed, "scenes").permutation(len(scenes)), 0
    for step in progress(plan(count, seed)):
        item, reason = None, ""
        for attempt in range(min(len(scenes), 60)):
            scene = scenes[order[(turn + attempt) % len(scenes)]]
            try:
                item = make_item(step, scene, seed)
            except (NotDrawable, RegionError, DataError) as error:
                reason = f"{scene.name}: {error}"
                continue
            turn += attempt + 1
            break
        if item is None:
            writer.skip(step.number, f"no scene fits {step.style} and {step.question_type} (last: {reason})")
            continue
        if language is not None:
            language.improve(item, writer)
        data, suffix = (encode or jpeg)(item.pixels)
        path = writer.image(f"images/{step.number}{suffix}", data)
        writer.row(stage1_row(step.number, item, path))


def stage1_row(index: int, item: Item, path: str) -> dict[str, Any]:
    """The columns of a Stage 1 row.

    Args:
        index: Index of the row.
        item: The question.
        path: Path of its image inside the set.
    """
    options = [*item.options, *[""] * (len(LETTERS) - len(item.options))]
    return {
        "index": index, "question": item.question, **dict(zip(LETTERS, options, strict=True)), "answer": item.answer,
        "question_type": item.question_type, "vp_shape": item.style.shape, "vp_style": str(item.style),
        "vp_color": item.color, "vp_amount": item.amount, "vp_properties": ", ".join(item.style.attributes.values()),
        "context": item.style.description, "debias": item.debias, "image_path": path, "source_image": item.scene,
        "label": item.label, "category": item.style.shape,
    }  # fmt: skip


def jpeg(pixels: np.ndarray) -> tuple[bytes, str]:
    """JPEG of quality 95 with full colour resolution: thin coloured lines suffer from halved colour most."""
    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, format="JPEG", quality=95, subsampling=0)
    return buffer.getvalue(), ".jpg"
