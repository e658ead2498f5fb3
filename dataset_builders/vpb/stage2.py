"""VP-Bench Stage 2 from its released metadata, in any of the three forms that were published.

====================  =======================================  =================================================
form                  image                                    boxes and polygons
====================  =======================================  =================================================
first (29 Nov 2025)   JSON text ``{file: base64}``             JSON text ``{file: {role: value}}``
second (1 Dec)        list of base64                           nested ``{file: {role: value}}``
third (1 Dec, later)  list of base64, parallel to data_file    list of boxes, list of polygons
====================  =======================================  =================================================

Boxes are documented as x1, y1, x2, y2 and read as x, y, width, height by the official code. The data decide: a format
in which a box leaves the image or contradicts the polygon is wrong. Sources whose boxes all fit both formats are left
out unless the user names the format. Scene graphs have two boxes, one of which is the answer: see
`dataset_builders.vpb.scene_graphs`.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from dataset_builders.odd_rows import name_of, one_row
from dataset_builders.vpb.release import release_records
from dataset_builders.vpb.scene_graphs import NEITHER, SIDES, answered
from dataset_builders.vpb.stage2_rows import FORMATS, Entry, read_entry
from vlmeval_hvs.benchmarks.vpb.wording import placeholders
from vlmeval_hvs.choices import LETTERS
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import image_suffix
from vlmeval_hvs.sets import SetWriter
from vlmeval_hvs.visual_prompts import Region, RegionError


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
    for source, reading in readings.items():
        if not reading:
            writer.warn(
                f"{source}: the data do not show whether boxes are x, y, width, height or x1, y1, x2, y2; rows that "
                "fit both are left out (--box-format xywh or xyxy includes them)"
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


def _hide_answer(entry: Entry, asked_from: str | None) -> str:
    """Keep the answer's region of a scene graph out of the prompt, or raise a DataError where it is not known.

    Returns:
        What the question names: ``subject``, ``object`` or ``both``; "" for other tasks and rows with one region.
    """
    here = {mark.role for mark in entry.marks}
    if entry.task != "SGG" or not set(SIDES) <= here:
        return ""
    for mark in entry.marks:
        mark.shown = mark.role in SIDES  # the box of a relation spans both objects
    answer = answered(entry.question, entry.answer_text, entry.annotation)
    if answer == NEITHER:
        return "both"
    named = SIDES[1 - SIDES.index(answer)] if answer else asked_from
    if not named:
        raise DataError("the question does not show which of its two objects is the answer; --asked-from decides")
    for mark in entry.marks:
        mark.shown = mark.role == named
    return named


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
    """Per source, the number of boxes that fit each format."""
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    for number, record in enumerate(_records(paths), start=1):
        with suppress(DataError, RegionError), one_row():
            entry = read_entry(record, number)
            for mark in entry.marks:
                kind = "both" if len(mark.evidence) == 2 else next(iter(mark.evidence), "neither")
                votes[entry.source][kind] += 1
    return votes


def _row(entry: Entry, number: int, reading: str, writer: SetWriter) -> dict[str, Any]:
    regions = []
    for mark in entry.marks:
        width, height = entry.sizes[mark.image]
        own = reading or ("" if len(mark.evidence) != 1 else next(iter(mark.evidence)))
        if own not in mark.evidence:
            what = f"is no {own} box" if own else "may be x, y, width, height or x1, y1, x2, y2"
            raise DataError(f"the box {mark.box} in an image of {width}x{height} px {what}")
        a, b, c, d = mark.box
        box = [a, b, c, d] if own == "xywh" else [a, b, c - a, d - b]
        Region(box, polygons=mark.polygons).box_in(height, width)
        regions.append({"image": mark.image, "role": mark.role, "bbox": box, "polygons": mark.polygons})
        if not mark.shown:
            regions[-1]["shown"] = False
    paths = [writer.image(f"images/{number}_{i}{image_suffix(d)}", d) for i, d in enumerate(entry.images)]
    options = [*entry.options, *[""] * (len(LETTERS) - len(entry.options))]
    return {
        "index": number, "question": entry.question, **dict(zip(LETTERS, options, strict=True)),
        "answer": entry.answer, "task": entry.task, "regions": json.dumps(regions),
        "image_path": json.dumps(paths) if len(paths) > 1 else paths[0], "source": entry.source,
        "source_image": ", ".join(entry.files) or paths[0], "source_row": entry.row, "category": entry.task,
    }  # fmt: skip
