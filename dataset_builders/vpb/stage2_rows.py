"""One row of VP-Bench Stage 2 metadata, in any of its published forms (see `dataset_builders.vpb.stage2`)."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from dataset_builders.vpb.release import image_bytes, text_of
from vlmeval_hvs.benchmarks.vpb.wording import wording
from vlmeval_hvs.choices import LETTERS
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import check_image
from vlmeval_hvs.visual_prompts import Region, RegionError

ROLES = ("default", "subject", "object", "relation")
FORMATS = ("xywh", "xyxy")
_LETTERED = re.compile(r"\s*\(?([A-Da-d])\s*[.):]\s*(.*)")


@dataclass
class Mark:
    """One region of one image: the numbers as published, and the formats that they fit.

    A region that is not ``shown`` is the answer, and appears neither in the picture nor in words.
    """

    image: int
    role: str
    box: list[float]
    polygons: Any = None
    evidence: frozenset[str] = frozenset(FORMATS)
    shown: bool = True


@dataclass
class Entry:
    """One usable row of the release."""

    row: str
    source: str
    task: str
    question: str
    options: list[str]
    answer: str
    files: list[str]
    images: list[bytes]
    sizes: list[tuple[int, int]] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    annotation: Any = None

    @property
    def answer_text(self) -> str:
        """Text of the right option."""
        return self.options[LETTERS.index(self.answer)]


def read_entry(record: Any, number: int) -> Entry:
    """One row of any form; a DataError where something necessary is missing or damaged."""
    if not isinstance(record, dict):
        raise DataError(f"a {type(record).__name__}, not a row")
    row = text_of(record.get("index")) or str(number)
    source = text_of(record.get("meta_source"))
    task = task_of(source)
    if not task:
        raise DataError(f"meta_source {source!r} belongs to no task of the paper")
    images, files = _images(_value(record.get("image")), [text_of(name) for name in _list(record.get("data_file"))])
    question, options, answer = _question(record)
    entry = Entry(row, source, task, question, options, answer, files, images)
    with suppress(DataError):  # labels are optional
        entry.annotation = _value(record.get("meta_annotation"))
    entry.sizes = [check_image(data, f"row {row}, image {i + 1}") for i, data in enumerate(images)]
    entry.marks = _marks(_value(record.get("meta_bbox")), _value(record.get("meta_polygon")), files, len(images))
    if not entry.marks:
        raise DataError("no region")
    for mark in entry.marks:
        mark.evidence = readings_of(mark.box, mark.polygons, entry.sizes[mark.image])
    return entry


def readings_of(box: Sequence[float], polygons: Any, size: tuple[int, int]) -> frozenset[str]:
    """The formats, ``xywh`` and ``xyxy``, that fit a box.

    A polygon of the region decides where it fits only one format; otherwise the box must stay inside the image, whose
    width and height are ``size`` (2 px grace).
    """
    a, b, c, d = box
    width, height = size
    fits = set()
    if c > 0 and d > 0 and a + c <= width + 2 and b + d <= height + 2:
        fits.add("xywh")
    if c > a and d > b and c <= width + 2 and d <= height + 2:
        fits.add("xyxy")
    if polygons is not None and len(fits) == 2:
        with suppress(RegionError):
            x, y, w, h = Region(None, polygons=polygons).bbox
            grace = 2 + 0.05 * max(w, h)
            away = {"xywh": max(abs(a + c - x - w), abs(b + d - y - h)), "xyxy": max(abs(c - x - w), abs(d - y - h))}
            near = {name for name, distance in away.items() if distance <= grace}
            fits = near if len(near) == 1 else fits
    return frozenset(fits)


def _images(value: Any, files: list[str]) -> tuple[list[bytes], list[str]]:
    """Images and their file names: a mapping by file name, or a list parallel to the file names."""
    if isinstance(value, dict):
        value = {name: data for name, data in value.items() if data}
        files = [name for name in files if name in value] or list(value)
        value = [value[name] for name in files]
    cells = [cell for cell in _list(value) if cell]
    if not cells:
        raise DataError("no image")
    images = [image_bytes(str(cell)) for cell in cells]
    return images, files if len(files) == len(images) else [*files, *[""] * len(images)][: len(images)]


def _marks(boxes: Any, polygons: Any, files: list[str], n_images: int) -> list[Mark]:
    if isinstance(boxes, dict):  # by file, then by role; a single value has the role ``default``
        marks = []
        for image, name in enumerate(files):
            here, outlines = (
                cell if isinstance(cell, dict) else {"default": cell}
                for cell in (boxes.get(name), polygons.get(name) if isinstance(polygons, dict) else None)
            )
            roles = [role for role in dict.fromkeys((*ROLES, *here)) if here.get(role)]
            marks += [Mark(image, role, _box(here[role]), _polygon(outlines.get(role))) for role in roles]
        return marks
    found, shapes = _list(boxes), _list(polygons)
    if found and not isinstance(found[0], list):
        found = [found]
    if len(shapes) != len(found):
        shapes = [polygons] if len(found) == 1 else [None] * len(found)
    roles = ["subject", "object"] if n_images == 1 and len(found) == 2 else ["default"] * len(found)
    if n_images > 1 and len(found) != n_images:
        raise DataError(f"{len(found)} boxes for {n_images} images")
    return [
        Mark(i if n_images > 1 else 0, role, _box(box), _polygon(shape))
        for i, (box, role, shape) in enumerate(zip(found, roles, shapes, strict=True))
    ]


def _box(value: Any) -> list[float]:
    cells = _list(value)
    cells = cells[0] if cells and isinstance(cells[0], list) else cells
    try:
        box = [float(cell) for cell in cells]
    except (TypeError, ValueError):
        box = []
    if len(box) != 4 or any(v != v or abs(v) > 1e6 for v in box):
        raise DataError(f"a box is four numbers, not {str(value)[:60]}")
    return box


def _polygon(value: Any) -> list[Any] | None:
    """Rings for `Region`: one ring of points, one flat ring, or several of either."""
    if not isinstance(value, list) or not value:
        return None
    first = value[0]
    if not isinstance(first, list):
        return [value]
    if len(first) == 2 and not isinstance(first[0], list):
        return [[[float(cell) for cell in point] for point in value]]
    return value


def _question(record: dict[str, Any]) -> tuple[str, list[str], str]:
    """Question, options and the letter of the right one."""
    text, answer = text_of(record.get("question")), text_of(record.get("answer"))
    options = [without_letter(text_of(record.get(letter))) for letter in LETTERS]
    if not any(options):
        text, options = _split(text)
    options, bare = [option for option in options if option], without_letter(answer)
    for value, what in ((text, "question"), (answer, "answer"), (options, "options")):
        if not value:
            raise DataError(f"no {what}")
    same = [letter for letter, option in zip(LETTERS, options, strict=False) if option.lower() == bare.lower()]
    lettered = _LETTERED.fullmatch(answer)
    for letter in (answer.rstrip(".):"), *(same if len(same) == 1 else ()), lettered[1] if lettered else ""):
        if len(letter) == 1 and letter.upper() in LETTERS[: len(options)]:
            return text, options, letter.upper()
    raise DataError(f"the answer {answer[:60]!r} is not one of the options")


def _split(text: str) -> tuple[str, list[str]]:
    """A question with its options on lines of their own."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    lettered = [i for i, line in enumerate(lines) if _LETTERED.fullmatch(line)]
    if len(lettered) >= 2:
        return " ".join(lines[: lettered[0]]), [without_letter(lines[i]) for i in lettered][:4]
    return (lines[0], lines[1:]) if len(lines) in (3, 4, 5) else (text, [])


def without_letter(option: str) -> str:
    """An option without its letter: ``A. cat`` is ``cat``."""
    found = _LETTERED.fullmatch(option)
    return found[2].strip() if found and found[2].strip() else option.strip()


def _value(cell: Any) -> Any:
    """A cell as Python data: JSON text is read."""
    if isinstance(cell, str) and cell.strip()[:1] in ("{", "["):
        try:
            return json.loads(cell)
        except (ValueError, RecursionError) as error:
            raise DataError(f"damaged JSON: {error}") from error
    return cell


def _list(cell: Any) -> list[Any]:
    """A list of the cell's values; a single value is a list of one, and a missing one is empty."""
    value = _value(cell)
    if value is None or (isinstance(value, str) and not value.strip()):
        return []
    return value if isinstance(value, list) else [value]


def task_of(source: str) -> str:
    """Stage 2 task for a source name such as ``PSG`` or ``see_click``, or ""."""
    key = re.sub(r"[^a-z0-9]", "", source.lower())
    tasks = wording()["tasks"].items()
    return next((task for task, entry in tasks if any(word in key for word in entry["words"])), "")
