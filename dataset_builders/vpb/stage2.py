"""VP-Bench Stage 2 from its released metadata, in any of the three forms that were published.

The first (29 Nov 2025) has images as JSON text ``{file: base64}``, boxes and polygons as ``{file: {role: value}}``; the
second (1 Dec) a list of base64, and the same mappings nested; the third (1 Dec, later) parallel lists of file names,
images, boxes and polygons.

Boxes are documented as x1, y1, x2, y2 and read as x, y, width, height by the official code. The data decide: a format
in which a box leaves the image or contradicts the polygon is wrong. Scene graphs have two boxes, subject and object,
one of which is the answer ("What is the object that is on the thing highlighted by the <color> <VP>?", the paper's
Table 10, asks for the subject), so a mark on it would give it away. Options of the user decide where the data do not.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dataset_builders.odd_rows import name_of, one_row
from dataset_builders.vpb.release import image_bytes, release_records, text_of
from vlmeval_hvs.benchmarks.vpb.wording import fill, placeholders, wording
from vlmeval_hvs.choices import LETTERS
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import check_image, image_suffix
from vlmeval_hvs.sets import SetWriter
from vlmeval_hvs.visual_prompts import Region, RegionError

FORMATS = ("xywh", "xyxy")  # what the four numbers of a box may be
SIDES = ("subject", "object")
ROLES = ("default", *SIDES, "relation")
_LETTERED = re.compile(r"\(?([A-Da-d])(?:[.):]+\s*(.*))?")
_MARKED = r"the (?:thing|object|one) (?:that is )?(?:highlighted|marked|indicated) (?:by|with|in) (?:the |an? )?VPMARK"
_RELATED = r"(?:\w+ )*(?:on|over|under|above|below|beside|behind|holding)"
_NAMES = {  # which object a question names, by its form; "by" may be a passive
    "object": re.compile(rf"what is the (?:thing|object) that is (?:(?!by )\w+ )+{_MARKED}\W*", re.IGNORECASE),
    "subject": re.compile(rf"what is (?:{_MARKED}|the VPMARK) {_RELATED}\W*", re.IGNORECASE),
}


@dataclass
class Mark:
    """One region of one image, with the numbers of its box as published.

    A region that is not ``shown`` is the answer, and appears neither in the picture nor in words.
    """

    image: int
    role: str
    box: list[float]
    polygons: Any = None
    size: tuple[int, int] = (0, 0)  # width and height of the image, px
    shown: bool = True

    def formats(self) -> list[str]:
        """The formats, ``xywh`` and ``xyxy``, that fit the box.

        The polygon decides where it fits only one of them; otherwise the box must stay inside the image (2 px grace).
        """
        (a, b, c, d), (width, height), fits = self.box, self.size, []
        if c > 0 and d > 0 and a + c <= width + 2 and b + d <= height + 2:
            fits.append("xywh")
        if c > a and d > b and c <= width + 2 and d <= height + 2:
            fits.append("xyxy")
        if self.polygons is not None and len(fits) == 2:
            with suppress(RegionError):
                x, y, w, h = Region(None, polygons=self.polygons).bbox
                grace = 2 + 0.05 * max(w, h)
                ends = {"xywh": (a + c, b + d), "xyxy": (c, d)}
                near = [name for name, (p, q) in ends.items() if max(abs(p - x - w), abs(q - y - h)) <= grace]
                fits = near if len(near) == 1 else fits
        return fits


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
    marks: list[Mark]


def build_stage2(
    paths: Sequence[Path], writer: SetWriter, box_format: str | None = None, asked_from: str | None = None
) -> None:
    """Write Stage 2 rows of parquet, TSV or JSON metadata files.

    ``box_format`` (``xywh`` or ``xyxy``) follows from the data when None. ``asked_from`` (``subject`` or ``object``) is
    the object that scene-graph questions name which do not show it; when None these are left out.
    """
    votes = _survey(paths)
    found = {source: [name for name in FORMATS if count[name]] for source, count in votes.items()}
    # The evidence of a source decides when all of it agrees.
    readings = {source: box_format or (names[0] if len(names) == 1 else "") for source, names in found.items()}
    writer.note("box_format", {source: {"read_as": readings[source], **dict(votes[source])} for source in votes})
    for source in (source for source, reading in readings.items() if not reading):
        writer.warn(
            f"{source}: the data do not show whether boxes are x, y, width, height or x1, y1, x2, y2; rows that "
            "fit both are left out (--options box_format=xywh or xyxy includes them)"
        )
    asked, bare = Counter[str](), 0
    for number, record in enumerate(_records(paths), start=1):
        try:
            with one_row():
                entry = read_entry(record, number)
                named = _hide_answer(entry, asked_from)
                row = _row(entry, number, readings[entry.source], writer)
        except (DataError, RegionError) as error:
            writer.skip(name_of(record, number), str(error))
            continue
        writer.row(row)
        asked.update([named] if named else [])
        bare += not placeholders(entry.question)
    if asked:
        writer.note("scene_graphs_asked_from", dict(sorted(asked.items())))
    if bare:
        writer.note("questions_without_placeholder", bare)


def _records(paths: Sequence[Path]) -> Iterator[Any]:
    for path in paths:
        if path.suffix == ".json":
            try:
                loaded = json.loads(path.read_text(encoding="utf-8"))
            except (OSError, ValueError, RecursionError) as error:
                raise DataError(f"{path}: the file is not JSON ({error})") from error
            yield from (loaded if isinstance(loaded, list) else [loaded])
        else:
            yield from release_records(path)


def _survey(paths: Sequence[Path]) -> dict[str, Counter[str]]:
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    for number, record in enumerate(_records(paths), start=1):
        with suppress(DataError, RegionError), one_row():
            entry = read_entry(record, number)
            for fits in (mark.formats() for mark in entry.marks):
                votes[entry.source]["both" if len(fits) == 2 else fits[0] if fits else "neither"] += 1
    return votes


def _hide_answer(entry: Entry, asked_from: str | None) -> str:
    """Keep the answer's region of a scene graph out of the prompt, or raise a DataError where it is not known.

    Returns:
        What the question names: ``subject``, ``object`` or ``both``; "" for other tasks and rows with one region.
    """
    if entry.task != "SGG" or not set(SIDES) <= {mark.role for mark in entry.marks}:
        return ""
    question = " ".join(fill(entry.question, ["VPMARK"]).split())
    named = next((side for side, form in _NAMES.items() if form.fullmatch(question)), asked_from or "")
    named = "both" if placeholders(entry.question) > 1 else named
    if not named:
        raise DataError(
            "the question does not show which of its two objects is the answer; --options asked_from decides"
        )
    for mark in entry.marks:  # the box of a relation spans both objects
        mark.shown = mark.role == named or (named == "both" and mark.role in SIDES)
    return named


def _row(entry: Entry, number: int, reading: str, writer: SetWriter) -> dict[str, Any]:
    regions = []
    for mark in entry.marks:
        (width, height), fits = mark.size, mark.formats()
        own = reading or (fits[0] if len(fits) == 1 else "")
        if own not in fits:
            what = f"is no {own} box" if own else "may be x, y, width, height or x1, y1, x2, y2"
            raise DataError(f"the box {mark.box} in an image of {width}x{height} px {what}")
        a, b, c, d = mark.box
        box = [a, b, c, d] if own == "xywh" else [a, b, c - a, d - b]
        Region(box, polygons=mark.polygons).box_in(height, width)
        hidden = {} if mark.shown else {"shown": False}
        regions.append({"image": mark.image, "role": mark.role, "bbox": box, "polygons": mark.polygons, **hidden})
    paths = [writer.image(f"images/{number}_{i}{image_suffix(d)}", d) for i, d in enumerate(entry.images)]
    options = [*entry.options, *[""] * (len(LETTERS) - len(entry.options))]
    return {
        "index": number, "question": entry.question, **dict(zip(LETTERS, options, strict=True)),
        "answer": entry.answer, "task": entry.task, "regions": json.dumps(regions),
        "image_path": json.dumps(paths) if len(paths) > 1 else paths[0], "source": entry.source,
        "source_image": ", ".join(entry.files) or paths[0], "source_row": entry.row, "category": entry.task,
    }  # fmt: skip


def read_entry(record: Any, number: int) -> Entry:
    """One row of any form; a DataError where something necessary is missing or damaged."""
    if not isinstance(record, dict):
        raise DataError(f"a {type(record).__name__}, not a row")
    row, source = text_of(record.get("index")) or str(number), text_of(record.get("meta_source"))
    key = re.sub(r"[^a-z0-9]", "", source.lower())
    task = next((task for task, one in wording()["tasks"].items() if any(word in key for word in one["words"])), "")
    if not task:
        raise DataError(f"meta_source {source!r} belongs to no task of the paper")
    images, files = _images(_value(record.get("image")), [text_of(name) for name in _list(record.get("data_file"))])
    question, options, answer = _question(record)
    sizes = [check_image(data, f"row {row}, image {i + 1}") for i, data in enumerate(images)]
    marks = _marks(_value(record.get("meta_bbox")), _value(record.get("meta_polygon")), files, len(images))
    if not marks:
        raise DataError("no region")
    for mark in marks:
        mark.size = sizes[mark.image]
    return Entry(row, source, task, question, options, answer, files, images, marks)


def _images(value: Any, files: list[str]) -> tuple[list[bytes], list[str]]:
    """Images and their file names: a mapping by file name, or a list parallel to the file names."""
    if isinstance(value, dict):
        value = {name: data for name, data in value.items() if data}
        files = [name for name in files if name in value] or list(value)
        value = [value[name] for name in files]
    images = [image_bytes(str(cell)) for cell in _list(value) if cell]
    if not images:
        raise DataError("no image")
    return images, [*files, *[""] * len(images)][: len(images)]


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
    if n_images > 1 and len(found) != n_images:
        raise DataError(f"{len(found)} boxes for {n_images} images")
    roles = [*SIDES] if n_images == 1 and len(found) == 2 else ["default"] * len(found)
    return [
        Mark(i if n_images > 1 else 0, role, _box(box), _polygon(shape))
        for i, (box, role, shape) in enumerate(zip(found, roles, shapes, strict=True))
    ]


def _box(value: Any) -> list[float]:
    cells = _list(value)
    try:
        box = [float(cell) for cell in (cells[0] if cells and isinstance(cells[0], list) else cells)]
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
    """Question, options (in columns, else on lines below the question), and the letter of the right one."""
    text, answer = text_of(record.get("question")), text_of(record.get("answer"))
    options = [text_of(record.get(letter)) for letter in LETTERS]
    if not any(options):
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        lettered = [line for line in lines if (found := _LETTERED.fullmatch(line)) and found[2]]
        options = lettered if len(lettered) > 1 else lines[1:]
        options = options if 2 <= len(options) <= len(LETTERS) else []
        text = " ".join(lines[: lines.index(options[0])]) if options else text
    options = [_plain(option) for option in options if option]
    for value, what in ((text, "question"), (answer, "answer"), (options, "options")):
        if not value:
            raise DataError(f"no {what}")
    bare, found = _plain(answer).lower(), _LETTERED.fullmatch(answer)
    same = [letter for letter, option in zip(LETTERS, options, strict=False) if option.lower() == bare]
    named = found[1].upper() if found else ""
    # A bare letter, else the text of one option, else the letter before a text that is spelt otherwise.
    for letter in (named if found and not found[2] else "", same[0] if len(same) == 1 else "", named):
        if letter and letter in LETTERS[: len(options)]:
            return text, options, letter
    raise DataError(f"the answer {answer[:60]!r} is not one of the options")


def _plain(option: str) -> str:
    """An option without its letter: ``A. cat`` is ``cat``."""
    found = _LETTERED.fullmatch(option.strip())
    return found[2].strip() if found and (found[2] or "").strip() else option.strip()


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
