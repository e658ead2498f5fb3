"""Own questions about photographs in which a model has to look for what it needs (ActiView)."""

import io
import json
from pathlib import Path
from typing import Any

from PIL import Image

from dataset_builders.actiview.build import question_row, store_views
from dataset_builders.own.folder import OwnFolder, Row, own_set
from dataset_builders.own.layout import Column, Layout
from vlmeval_hvs.as_shown import as_shown
from vlmeval_hvs.benchmarks.actiview.scoring import CLASSES
from vlmeval_hvs.sets import Manifest, SetWriter

QUESTIONS = "questions.csv"
LETTERS = "ABCDEFGH"
CATEGORIES = {name: category for category, (name, _) in CLASSES.items()}
"""The paper's sub-classes, and how the release spells them."""

_CLUES = (
    "boxes `left top width height` (px) of the things that answer the question, with | between; without boxes all "
    "views are clue views"
)
_COLUMNS = (
    Column("image", "name of the photograph in images/", True),
    Column("question", "the question", True),
    *(Column(letter, f"option {letter}", letter in "AB") for letter in LETTERS),
    Column("answer", "letter of the right option", True),
    Column("category", f"sub-class of the paper: {', '.join(CATEGORIES)}", True),
    Column("distracting", "1 if something in the photograph misleads, else 0 (optional)"),
    Column("clues", _CLUES),
)
LAYOUT = Layout("ActiView", {QUESTIONS: _COLUMNS})


def build(set_name: str, source: Path | None, root: Path) -> Manifest:
    """Build a set ``ActiView:<name>``; views, clue views and starts follow from the boxes by the release's rules."""
    with own_set(set_name, source, root, LAYOUT) as (folder, writer):
        photos: dict[str, tuple[Image.Image, list[str]]] = {}
        folder.read(QUESTIONS, lambda row: writer.row(_question(row, folder, writer, photos)))
    return writer.manifest


def _question(
    row: Row, folder: OwnFolder, writer: SetWriter, photos: dict[str, tuple[Image.Image, list[str]]]
) -> dict[str, Any]:
    options = row.options(LETTERS)
    answer = LETTERS.index(row.one_of("answer", LETTERS[: len(options)]))
    category = CATEGORIES[row.one_of("category", list(CATEGORIES))]
    distracting = row.one_of("distracting", ("0", "1")) if row["distracting"] else ""
    original, size = folder.picture(writer, row)
    clues = row.boxes("clues", size)
    if original not in photos:
        photos[original] = _views(row, folder, writer)
    photo, views = photos[original]
    corners = [(round(x), round(y), round(x + w), round(y + h)) for x, y, w, h in clues]
    if any(left == right or top == bottom for left, top, right, bottom in corners):
        raise row.wrong("clues", "a box is smaller than a px")
    number, paths = row.index + 1, [original, *views]
    columns = {
        "question": row["question"], "options": json.dumps(options, ensure_ascii=False), "answer": answer,
        "category": category, "distraction": distracting,
    }  # fmt: skip
    return question_row(writer, number, f"own{number:04d}", columns, photo, corners, paths)


def _views(row: Row, folder: OwnFolder, writer: SetWriter) -> tuple[Image.Image, list[str]]:
    with Image.open(io.BytesIO(folder.read_picture(row)[0])) as image:
        photo, ending = as_shown(image), ".jpg" if image.format == "JPEG" else ".png"
    name = row["image"].replace("/", "_").replace(".", "_")
    with row.telling("image"):
        return photo, store_views(writer, name, photo, ending)
