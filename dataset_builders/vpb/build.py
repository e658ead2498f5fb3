"""VP-Bench: builds ``VPB_Stage1`` and ``VPB_Stage2`` from the release, or Stage 1 anew from COCO annotations."""

import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from PIL import Image

from dataset_builders.archives import open_source
from dataset_builders.download import snapshot
from dataset_builders.odd_rows import one_row
from dataset_builders.vpb.questions import Item, NotDrawable, Plan, Scene, make_item, needed, plan
from dataset_builders.vpb.release import build_release
from dataset_builders.vpb.stage2 import FORMATS, SIDES, build_stage2
from vlmeval_hvs.choices import LETTERS
from vlmeval_hvs.errors import DataError, OptionError
from vlmeval_hvs.files import image_size, named_file, read_rgb
from vlmeval_hvs.seeding import rng
from vlmeval_hvs.sets import Manifest, SetWriter
from vlmeval_hvs.visual_prompts import Region, RegionError, Style, all_styles, parse_style

HUB = "jinpeng0528/VP-Bench"
LICENCE = "not stated for the data; code Apache-2.0; images keep the terms of their sources (COCO: Flickr licences)"
_HINT = "(hub: modelscope.cn VP-Bench/VP-Bench-Stage-1 and -Stage-2, or huggingface.co/datasets/" + HUB + ")"

PER_STYLE = 58  # items per style: 58 x 255 = 14,790, about the 14,868 of the release
TRIES = 100  # scenes whose pixels are tried for one item
LAPS = 3  # times that all scenes are tried for an item, each time with other objects
MIN_AREA, MAX_AREA, MIN_SIDE = 0.01, 0.6, 24.0  # of objects to mark: share of the image's area, shorter side in px


def build(
    set_name: str,
    source: Path | None,
    root: Path,
    *,
    box_format: str | None = None,
    asked_from: str | None = None,
    per_style: int = PER_STYLE,
    seed: int = 0,
    styles: Sequence[str] | None = None,
) -> Manifest:
    """Build one of the two sets; options are those of `build_stage2`, and of `build_from_coco`.

    Raises:
        DataError: The source cannot be used.
        OptionError: An option has a value that cannot be.
    """
    for name, value, known in (("box_format", box_format, FORMATS), ("asked_from", asked_from, SIDES)):
        if value not in (None, *known):
            raise OptionError(f"{name}={value}: give one of {', '.join(known)}")
    if per_style < 1:
        raise OptionError(f"per_style={per_style}: must be at least 1")
    stage = 2 if set_name == "VPB_Stage2" else 1
    kinds, stated = (".parquet", ".tsv", ".json")[: 1 + stage], re.compile(rf"stage[_-]?{stage}", re.IGNORECASE)
    with _opened(source) as (folder, files):
        annotations = [path for path in files if path.match("instances*.json")]
        release = [path for path in files if path.suffix in kinds and path not in annotations]
        if files != [source]:
            release = [path for path in release if stated.search(f"{path.parent.name}/{path.name}")]
        if release:
            release = release[:1] if stage == 1 else release
            origin = f"VP-Bench Stage {stage} release, {', '.join(path.name for path in release)}"
            with SetWriter(f"VPB_Stage{stage}", root, source=origin, licence=LICENCE) as writer:
                if stage == 2:
                    build_stage2(release, writer, box_format=box_format, asked_from=asked_from)
                else:
                    build_release(release[0], writer)
            return writer.manifest
        if annotations and stage == 1:
            return build_from_coco(annotations[0], folder, root, per_style, seed, styles)
    coco = ", and no instances_*.json of COCO with its images" if stage == 1 else ""
    raise DataError(f"{source or 'the hub'}: there is no vp_bench_stage_{stage}.parquet or .tsv {_HINT}{coco}")


@contextmanager
def _opened(source: Path | None) -> Iterator[tuple[Path, list[Path]]]:
    """The folder of a source and the files in it, or the one file that is the source."""
    if source is not None and source.suffix in (".parquet", ".tsv", ".json"):
        if not source.is_file():
            raise DataError(f"--source {source}: there is no such file")
        yield source.parent, [source]
    else:
        with open_source(snapshot(HUB) if source is None else source) as folder:
            yield folder, sorted(path for path in folder.rglob("*") if path.is_file())


def build_from_coco(
    annotations: Path, images: Path, root: Path, per_style: int = PER_STYLE, seed: int = 0,
    styles: Sequence[str] | None = None,
) -> Manifest:  # fmt: skip
    """Make Stage 1 from COCO's ``instances_*.json``, whose images are somewhere below the folder ``images``.

    There are ``per_style`` items of each of the ``styles``, all when None (58 give 14,790, about as released).

    Raises:
        DataError: The annotations are not COCO's, all images are missing, or a style is unknown.
    """
    chosen = [parse_style(style) for style in styles] if styles else all_styles()
    split = annotations.stem.removeprefix("instances_")  # archives of COCO unpack ``val2017`` next to ``annotations``
    places = (images / split, annotations.parent.parent / split, images / "images" / split, images / "images")
    source = f"rebuilt from {annotations.name} (COCO), {per_style} items per style, {len(chosen)} styles, seed {seed}"
    with SetWriter("VPB_Stage1", root, source=source, licence=LICENCE) as writer:
        scenes = coco_scenes(annotations, next((place for place in places if place.is_dir()), images), writer)
        writer.note("scenes", len(scenes))
        writer.note("seed", seed)
        write_stage1(scenes, writer, per_style * len(chosen), seed, chosen)
    return writer.manifest


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
    scenes, missing, reason = [], 0, ""
    for image in data["images"]:
        try:
            with one_row():
                path, size = named_file(images, str(image["file_name"])), (int(image["width"]), int(image["height"]))
                if not path.is_file():
                    missing += 1
                    continue
        except DataError as error:
            writer.skip(f"image {image['id']}", str(error))
            reason = reason or f", or cannot be used: {error}"
            continue
        if (found := image_size(path)) != size:
            sizes = f"{found[0]}x{found[1]} px, here {size[0]}x{size[1]}"
            raise DataError(f"{annotations}: {path.name} in {images} is {sizes}, so its boxes do not fit")
        if regions := tuple(_regions(by_image[str(image["id"])], names, size, writer)):
            scenes.append(Scene(str(image["file_name"]), partial(read_rgb, path), regions))
    if not scenes:
        why = f"{missing} are missing{reason}"
        raise DataError(f"{annotations}: no image in {images} has an object that can be marked ({why})")
    if missing:
        writer.warn(f"{missing} of {len(data['images'])} annotated images are not in {images}")
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
    width, height = size
    for annotation in annotations:
        try:
            with one_row():
                label = names.get(str(annotation.get("category_id")))
                if label is None:
                    continue
                shape = annotation.get("segmentation")
                forms = {"rle": shape} if isinstance(shape, dict) else {"polygons": shape or None}
                region = Region(annotation.get("bbox"), label=label, **forms)
        except (DataError, RegionError) as error:
            writer.skip(f"annotation {annotation.get('id')}", str(error))
            continue
        with suppress(RegionError):  # it lies outside the image
            x0, y0, x1, y1 = region.box_in(height, width)
            share = (x1 - x0) * (y1 - y0) / (width * height)
            if MIN_AREA <= share <= MAX_AREA and min(x1 - x0, y1 - y0) >= MIN_SIDE:
                yield region


def write_stage1(
    scenes: Sequence[Scene], writer: SetWriter, count: int, seed: int = 0, styles: Sequence[Style] | None = None
) -> None:
    """Write ``count`` Stage 1 items and the controls of debias items, on objects of the scenes in turn.

    ``styles`` are those of the items, all when None. The first scene that allows an item is taken.
    """
    scenes, start = [scenes[i] for i in rng(seed, "scenes").permutation(len(scenes))], 0
    for step in plan(count, seed, styles):
        item, reason, tried = None, "no scene has enough objects and labels", 0
        objects, labels = needed(step, seed)
        for attempt in range(LAPS * len(scenes)):
            scene = scenes[(start + attempt) % len(scenes)]
            if len(scene.regions) < objects or len(scene.labels) < labels or tried == TRIES:
                continue
            tried += 1
            try:
                item = make_item(step, scene, seed, lap=attempt // len(scenes))
            except (NotDrawable, RegionError, DataError) as error:
                reason = f"{scene.name}: {error}"
                continue
            start += attempt + 1
            buffer = io.BytesIO()  # with full colour resolution: thin coloured lines suffer from halved colour most
            Image.fromarray(item.pixels).save(buffer, format="JPEG", quality=95, subsampling=0)
            writer.row(_row(step, item, writer.image(f"images/{step.number}.jpg", buffer.getvalue())))
            break
        if item is None:
            writer.skip(step.number, f"no scene fits {step.style} and {step.question_type} (last: {reason})")


def _row(step: Plan, item: Item, path: str) -> dict[str, Any]:
    options = [*item.options, *[""] * (len(LETTERS) - len(item.options))]
    style = step.style
    return {
        "index": step.number, "question": item.question, **dict(zip(LETTERS, options, strict=True)),
        "answer": item.answer, "question_type": step.question_type, "vp_shape": style.shape, "vp_style": str(style),
        "vp_color": item.color, "vp_amount": item.amount, "vp_properties": ", ".join(style.attributes.values()),
        "context": style.description, "debias": step.debias, "image_path": path, "source_image": item.scene,
        "label": item.label, "category": style.shape, "vp_marks": json.dumps(item.marks), "pair": "",
    }  # fmt: skip
