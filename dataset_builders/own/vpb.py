"""Own pictures with marked regions: questions about regions (Stage 2), and about the marks themselves (Stage 1)."""

import json
from functools import partial
from pathlib import Path
from typing import Any

from dataset_builders.own.folder import OwnFolder, Row, own_set
from dataset_builders.own.layout import BOX, Column, Layout, Size
from dataset_builders.vpb.build import write_stage1
from dataset_builders.vpb.questions import Scene
from vlmeval_hvs.benchmarks.vpb.wording import placeholders, wording
from vlmeval_hvs.choices import LETTERS
from vlmeval_hvs.files import read_rgb
from vlmeval_hvs.options import declare, whole
from vlmeval_hvs.sets import Manifest, SetWriter
from vlmeval_hvs.visual_prompts import Region, all_styles, parse_style

QUESTIONS, OBJECTS = "questions.csv", "objects.csv"
_REGION = (
    Column("x", "left edge of the region's box, px", True),
    Column("y", "its upper edge, px", True),
    Column("width", "its width, px", True),
    Column("height", "its height, px", True),
    Column("outline", "outline of the region as points `x y` (px) with | between (optional; the box without it)"),
)

_QUESTION = (
    Column("image", "name of the picture in images/", True),
    *_REGION,
    Column("task", f"task of the paper: {', '.join(wording()['tasks'])}", True),
    Column("question", "the question, with <color> <VP> for the mark, as in `the <color> <VP>`", True),
    *(Column(letter, f"option {letter}", letter in "AB") for letter in LETTERS),
    Column("answer", "letter of the right option", True),
)
STAGE2 = Layout("VPB_Stage2", {QUESTIONS: _QUESTION})

_OBJECT = (
    Column("image", "name of the picture in images/; one row for each of its objects", True),
    Column("label", "name of the object; labels are the options of questions, so use several", True),
    *_REGION,
)
_STYLES = "list of styles such as `bbox(red, none, thick)`; null for all 255"
_SETTINGS = {
    "per_style": whole(1, 1, doc="questions for each style, a whole number"),
    "styles": declare(None, "a list of styles", lambda value: isinstance(value, list), _STYLES),
    "seed": whole(0, doc="seed of everything that is drawn, a whole number"),
}
STAGE1 = Layout("VPB_Stage1", {OBJECTS: _OBJECT}, _SETTINGS)


def build_stage2(set_name: str, source: Path | None, root: Path) -> Manifest:
    """Build a set ``VPB_Stage2:<name>``: one region of one picture for each question."""
    with own_set(set_name, source, root, STAGE2) as (folder, writer):
        folder.read(QUESTIONS, lambda row: writer.row(_question(row, folder, writer)))
    return writer.manifest


def _question(row: Row, folder: OwnFolder, writer: SetWriter) -> dict[str, Any]:
    offered = LETTERS[: len(row.options(LETTERS))]
    answer, task = row.one_of("answer", offered), row.one_of("task", list(wording()["tasks"]))
    if not placeholders(row["question"]):
        raise row.wrong("question", "the question does not name the mark; write <VP> or <color> <VP> for it")
    path, size = folder.picture(writer, row)
    box, outline = _region(row, size)
    regions = [{"image": 0, "role": "default", "bbox": box, "polygons": outline}]
    return {
        "index": row.index + 1, "question": row["question"], **{letter: row[letter] for letter in LETTERS},
        "answer": answer, "task": task, "regions": json.dumps(regions), "image_path": path,
        "source": str(folder.about["title"]), "source_image": row["image"], "source_row": row.number, "category": task,
    }  # fmt: skip


def build_stage1(set_name: str, source: Path | None, root: Path) -> Manifest:
    """Build a set ``VPB_Stage1:<name>``: questions about marks that are drawn on the objects of own pictures."""
    with own_set(set_name, source, root, STAGE1) as (folder, writer):
        styles = [parse_style(str(name)) for name in folder.about["styles"] or ()] or all_styles()
        scenes, count = _scenes(folder), folder.about["per_style"] * len(styles)
        folder.refuse_mistakes()
        write_stage1(scenes, writer, count, folder.about["seed"], styles=styles)
        if missing := len(writer.manifest.skipped):
            writer.warn(
                f"{missing} of {count} questions fit no picture; add pictures with more objects of several labels "
                "(the manifest lists these questions)"
            )
    return writer.manifest


def _scenes(folder: OwnFolder) -> list[Scene]:
    sizes: dict[str, Size] = {}
    found: dict[str, list[Region]] = {}
    files: dict[str, Path] = {}

    def add(row: Row) -> None:
        name = row["image"]
        if name not in sizes:
            sizes[name] = folder.read_picture(row)[1]
        box, outline = _region(row, sizes[name])
        found.setdefault(name, []).append(Region(None if outline else box, polygons=outline, label=row["label"]))
        files[name] = folder.file(row)

    folder.read(OBJECTS, add)
    return [Scene(name, partial(read_rgb, files[name]), tuple(regions)) for name, regions in found.items()]


def _region(row: Row, size: Size) -> tuple[list[float], list[list[list[float]]] | None]:
    box = list(row.box(BOX, size))
    outline = [[x * size[0], y * size[1]] for x, y in row.points("outline", size)]
    if outline and len(outline) < 3:
        raise row.wrong("outline", f"an outline needs at least 3 points, not {len(outline)}")
    return box, [outline] if outline else None
