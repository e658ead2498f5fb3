"""Stage 1 of VP-Bench from images with COCO annotations."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from dataset_builders.odd_rows import one_row
from dataset_builders.vpb.drawing import NotDrawable, Scene
from dataset_builders.vpb.questions import Item, Plan, make_item, needed, paired_plan, plan
from vlmeval_hvs.choices import LETTERS
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import image_size, named_file, read_rgb
from vlmeval_hvs.seeding import rng
from vlmeval_hvs.sets import SetWriter
from vlmeval_hvs.visual_prompts import Region, RegionError, Style

PER_STYLE = 58
"""Items per style: 58 x 255 = 14,790, about the 14,868 of the release."""

TRIES = 100
"""Scenes whose pixels are tried for one item, or for all styles of a paired one."""

LAPS = 3
"""Times that all scenes are tried for an item, each time with other objects."""

MIN_AREA, MAX_AREA, MIN_SIDE = 0.01, 0.6, 24.0
"""Limits of objects that can be marked: share of the image's area, and the box's shorter side in px."""


def coco_scenes(annotations: Path, images: Path, writer: SetWriter) -> list[Scene]:
    """Scenes of a COCO instances file whose images are in a folder.

    Raises:
        DataError: The file is not a COCO instances file, or pictures in the folder have other sizes.
    """
    try:
        data = json.loads(annotations.read_text(encoding="utf-8"))
        names = _by_id(annotations, ((one["id"], one["name"]) for one in data["categories"]))
        files = _by_id(annotations, ((one["id"], one.get("file_name")) for one in data["images"]))
        by_image: dict[str, list[dict[str, Any]]] = {number: [] for number in files}
        for annotation in data["annotations"]:
            if str(annotation["image_id"]) in by_image and not annotation.get("iscrowd"):
                by_image[str(annotation["image_id"])].append(annotation)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DataError(f"{annotations}: not a COCO instances file ({type(error).__name__}: {error})") from error
    scenes, missing, others, odd = [], 0, [], []
    for image in data["images"]:
        try:
            with one_row():
                path = named_file(images, str(image["file_name"]))
                size = int(image["width"]), int(image["height"])
                is_there = path.is_file()
        except DataError as error:
            writer.skip(f"image {image['id']}", str(error))
            odd.append(str(error))
            continue
        if not is_there:
            missing += 1
            continue
        if (found := image_size(path)) != size:
            others.append(f"{path.name} is {found[0]}x{found[1]} px, here {size[0]}x{size[1]}")
            continue
        if regions := tuple(_regions(by_image[str(image["id"])], names, size, writer)):
            scenes.append(Scene(str(image["file_name"]), partial(read_rgb, path), regions))
    if others:
        more = f" and {len(others) - 5} more" if len(others) > 5 else ""
        sizes = f"pictures in {images} have other sizes than in this file, so its boxes do not fit"
        raise DataError(f"{annotations}: {sizes}: {'; '.join(others[:5])}{more}")
    if missing:
        writer.warn(f"{missing} of {len(data['images'])} annotated images are not in {images}")
    if not scenes:
        reasons = [f"{missing} are missing"] if missing else []
        reasons += [f"{len(odd)} cannot be used, the first: {odd[0]}"] if odd else []
        why = f" ({'; '.join(reasons)})" if reasons else ""
        raise DataError(f"{annotations}: no image in {images} has an object that can be marked{why}")
    return scenes


def _by_id(annotations: Path, entries: Iterable[tuple[Any, Any]]) -> dict[str, str]:
    """Names of the entries of a COCO file by their ids, which some programs write as text."""
    found: dict[str, str] = {}
    for number, name in entries:
        if (other := found.setdefault(str(number), str(name))) != str(name):
            raise DataError(f"{annotations}: the id {number} is used for {other} and for {name}; give each its own")
    return found


def _regions(
    annotations: Iterable[dict[str, Any]], names: dict[str, str], size: tuple[int, int], writer: SetWriter
) -> Iterator[Region]:
    """The objects of an image of ``size`` (width, height) px that can be marked; odd annotations are left out."""
    for annotation in annotations:
        try:
            with one_row():
                region = _region(annotation, names)
                if region is not None and _markable(region, *size):
                    yield region
        except (DataError, RegionError) as error:
            writer.skip(f"annotation {annotation.get('id')}", str(error))


def _region(annotation: dict[str, Any], names: dict[str, str]) -> Region | None:
    """Region of a COCO annotation, or None without a known category."""
    number, segmentation = annotation.get("category_id"), annotation.get("segmentation")
    label = names.get(str(number) if isinstance(number, int) else number)  # type: ignore[arg-type]
    if label is None:
        return None
    shape = {"rle": segmentation} if isinstance(segmentation, dict) else {"polygons": segmentation or None}
    return Region(annotation.get("bbox"), label=label, **shape)


def _markable(region: Region, width: int, height: int) -> bool:
    try:
        x0, y0, x1, y1 = region.box_in(height, width)
    except RegionError:
        return False
    share = (x1 - x0) * (y1 - y0) / (width * height)
    return MIN_AREA <= share <= MAX_AREA and min(x1 - x0, y1 - y0) >= MIN_SIDE


def write_stage1(
    scenes: Sequence[Scene],
    writer: SetWriter,
    count: int,
    seed: int = 0,
    paired: int = 0,
    styles: Sequence[Style] | None = None,
) -> None:
    """Write ``count`` Stage 1 items and the controls of debias items, on objects of the scenes in turn.

    With ``paired``, so many paired items per question type instead (`dataset_builders.vpb.questions.paired_plan`).
    ``styles`` are those of the items, all when None.
    """
    turns = _Turns(scenes, seed)
    blocks = paired_plan(paired, styles) if paired else [[step] for step in plan(count, seed, styles)]
    for block in blocks:
        items, reason = turns.items(block)
        for step in block:
            item = items.get(step.number)
            if item is None:
                writer.skip(step.number, f"no scene fits {step.style} and {step.question_type} (last: {reason})")
                continue
            writer.row(stage1_row(step, item, writer.image(f"images/{step.number}.jpg", jpeg(item.pixels))))


class _Turns:
    """Takes the scenes in turn, so that all are used about equally."""

    def __init__(self, scenes: Sequence[Scene], seed: int) -> None:
        self.scenes, self.seed, self.next = [scenes[i] for i in rng(seed, "scenes").permutation(len(scenes))], seed, 0

    def items(self, block: Sequence[Plan]) -> tuple[dict[int, Item], str]:
        """Items by number, all on one scene, and why the last scene that was tried did not fit.

        The first scene that allows all items of a block is taken; where `TRIES` do not, the one that allows most.
        """
        objects, labels = needed(block[0], self.seed)
        best: dict[int, Item] = {}
        reason, tried = "no scene has enough objects and labels", 0
        for attempt in range(LAPS * len(self.scenes)):
            scene = self.scenes[(self.next + attempt) % len(self.scenes)]
            if len(scene.regions) < objects or len(scene.labels) < labels:
                continue
            items, failure = self._all(block, scene, attempt // len(self.scenes))
            if len(items) > len(best):
                best = items
            if not failure:
                self.next += attempt + 1
                return items, ""
            reason, tried = failure, tried + 1
            if tried == TRIES:
                break
        return best, reason

    def _all(self, block: Sequence[Plan], scene: Scene, lap: int) -> tuple[dict[int, Item], str]:
        items, failure = {}, ""
        for step in block:
            try:
                items[step.number] = make_item(step, scene, self.seed, lap=lap)
            except (NotDrawable, RegionError, DataError) as error:
                failure = f"{scene.name}: {error}"
        return items, failure


def stage1_row(step: Plan, item: Item, path: str) -> dict[str, Any]:
    """The columns of a Stage 1 row."""
    options = [*item.options, *[""] * (len(LETTERS) - len(item.options))]
    style = step.style
    return {
        "index": step.number, "question": item.question, **dict(zip(LETTERS, options, strict=True)),
        "answer": item.answer, "question_type": step.question_type, "vp_shape": style.shape, "vp_style": str(style),
        "vp_color": item.color, "vp_amount": item.amount, "vp_properties": ", ".join(style.attributes.values()),
        "context": style.description, "debias": step.debias, "image_path": path, "source_image": item.scene,
        "label": item.label, "category": style.shape, "vp_marks": json.dumps(item.marks), "pair": step.pair,
    }  # fmt: skip


def jpeg(pixels: np.ndarray) -> bytes:
    """JPEG of quality 95 with full colour resolution: thin coloured lines suffer from halved colour most."""
    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, format="JPEG", quality=95, subsampling=0)
    return buffer.getvalue()
