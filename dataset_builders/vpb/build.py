"""VP-Bench: builds ``VPB_Stage1`` and ``VPB_Stage2`` from the release, or Stage 1 anew from COCO annotations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dataset_builders.archives import open_source
from dataset_builders.download import snapshot
from dataset_builders.vpb.release import build_release
from dataset_builders.vpb.scene_graphs import SIDES
from dataset_builders.vpb.scenes import PER_STYLE, coco_scenes, write_stage1
from dataset_builders.vpb.stage2 import build_stage2
from dataset_builders.vpb.stage2_rows import FORMATS
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import Manifest, SetWriter
from vlmeval_hvs.visual_prompts import all_styles, parse_style

HUB = "jinpeng0528/VP-Bench"
LICENCE = "not stated for the data; code Apache-2.0; images keep the terms of their sources (COCO: Flickr licences)"
_HINT = "(hub: modelscope.cn VP-Bench/VP-Bench-Stage-1 and -Stage-2, or huggingface.co/datasets/" + HUB + ")"


def build(set_name: str, source: Path | None, root: Path, **options: Any) -> Manifest:
    """Build one of the two sets.

    Raises:
        DataError: The source cannot be used.
    """
    with _opened(source) as (folder, files):
        if set_name == "VPB_Stage2":
            return _stage2(_of_stage(files, 2, files == [source]), root, **options)
        if release := _of_stage(files, 1, files == [source]):
            origin = f"VP-Bench Stage 1 release, {release[0].name}"
            with SetWriter("VPB_Stage1", root, source=origin, licence=LICENCE) as writer:
                build_release(release[0], writer)
            return writer.manifest
        if annotations := [path for path in files if path.suffix == ".json" and path.name.startswith("instances")]:
            return build_from_coco(annotations[0], folder, root, **options)
    raise DataError(
        f"{source or 'the hub'}: there is no vp_bench_stage_1.parquet or .tsv {_HINT}, and no instances_*.json of COCO "
        "with its images"
    )


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


def _of_stage(files: list[Path], stage: int, alone: bool) -> list[Path]:
    """Metadata files of one stage: by their names or that of the folder of a parquet file, or the only file."""
    suffixes = (".parquet", ".tsv", ".json")[: 1 + stage]
    candidates = [path for path in files if path.suffix in suffixes and not path.name.startswith("instances")]
    names = (f"stage_{stage}", f"stage-{stage}", f"stage{stage}")
    named = [path for path in candidates if alone or any(name in path.name.lower() for name in names)]
    return named or [p for p in candidates if p.suffix == ".parquet" and names[1] in str(p.parent).lower()]


def _stage2(paths: list[Path], root: Path, box_format: str | None = None, asked_from: str | None = None) -> Manifest:
    if not paths:
        raise DataError(f"there is no vp_bench_stage_2*.parquet {_HINT}")
    for name, value, known in (("box_format", box_format, FORMATS), ("asked_from", asked_from, SIDES)):
        if value not in (None, *known):
            raise DataError(f"{name} is one of {', '.join(known)}, not {value!r}")
    source = f"VP-Bench Stage 2 release, {', '.join(path.name for path in paths)}"
    with SetWriter("VPB_Stage2", root, source=source, licence=LICENCE) as writer:
        build_stage2(paths, writer, box_format, asked_from)
    return writer.manifest


def build_from_coco(
    annotations: Path,
    images: Path,
    root: Path,
    per_style: int = PER_STYLE,
    seed: int = 0,
    styles: Sequence[str] | None = None,
) -> Manifest:
    """Make Stage 1 from COCO's ``instances_*.json``, whose images are somewhere below the folder ``images``.

    There are ``per_style`` items of each of the ``styles``, all when None (58 give 14,790, about as released).

    Raises:
        DataError: The annotations are not COCO's, all images are missing, or a style is unknown.
    """
    chosen = [parse_style(style) for style in styles] if styles else all_styles()
    source = f"rebuilt from {annotations.name} (COCO), {per_style} items per style, {len(chosen)} styles, seed {seed}"
    with SetWriter("VPB_Stage1", root, source=source, licence=LICENCE) as writer:
        scenes = coco_scenes(annotations, _image_folder(annotations, images), writer)
        writer.note("scenes", len(scenes))
        writer.note("seed", seed)
        write_stage1(scenes, writer, per_style * len(chosen), seed, chosen)
    return writer.manifest


def _image_folder(annotations: Path, images: Path) -> Path:
    """The folder with the images: as COCO's archives unpack (``val2017`` next to ``annotations``), or as given."""
    split = annotations.stem.removeprefix("instances_")
    for folder in (images / split, annotations.parent.parent / split, images / "images" / split, images / "images"):
        if folder.is_dir():
            return folder
    return images
