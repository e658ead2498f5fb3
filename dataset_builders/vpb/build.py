"""VP-Bench: builds ``VPB_Stage1`` and ``VPB_Stage2`` from the release, or Stage 1 anew from COCO annotations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from dataset_builders.archives import open_source
from dataset_builders.download import snapshot
from dataset_builders.vpb.release import build_release
from dataset_builders.vpb.scenes import PER_STYLE, coco_scenes, write_stage1
from dataset_builders.vpb.stage2 import FORMATS, SIDES, build_stage2
from vlmeval_hvs.errors import DataError, OptionError
from vlmeval_hvs.sets import Manifest, SetWriter
from vlmeval_hvs.visual_prompts import all_styles, parse_style

HUB = "jinpeng0528/VP-Bench"
LICENCE = "not stated for the data; code Apache-2.0; images keep the terms of their sources (COCO: Flickr licences)"
_HINT = "(hub: modelscope.cn VP-Bench/VP-Bench-Stage-1 and -Stage-2, or huggingface.co/datasets/" + HUB + ")"


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
