"""Own questions of HVSBench's thirteen types."""

import json
from collections import defaultdict
from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from dataset_builders.archives import open_source
from dataset_builders.hvsbench.generate.generate import build as build_generated
from dataset_builders.hvsbench.generate.generate import generated_in
from dataset_builders.hvsbench.rows import article, box_text, lettered, letters, make_row, path_text, point_text
from dataset_builders.hvsbench.rows import place as placed
from dataset_builders.own.folder import OwnFolder, Row, own_set
from dataset_builders.own.layout import FIXATION, Column, Layout, Size
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES
from vlmeval_hvs.files import bundled
from vlmeval_hvs.sets import Manifest, SetWriter

QUESTIONS, FIXATIONS = "questions.csv", "fixations.csv"

_OPTIONS = (
    "the options, with | between: Q1, Q3, Q4, Q6 boxes `left top width height` (px; Q6 has one); Q5, Q7 names (Q7 has "
    "one); Q10, Q13 four points `x y` (px); Q8, Q11 two scanpaths `x y ms; x y ms; ...`; Q2, Q9, Q12 nothing"
)
_QUESTION = (
    Column("image", "name of the picture in images/", True),
    Column("type", f"question type of the paper: {', '.join(TYPES)}", True),
    Column("options", _OPTIONS),
    Column("target", "Q11, Q12, Q13: the object of the search, such as `cup`"),
    Column("answer", "letter of the right option; Q3 all letters in order; Q2 a number; Q9, Q12 nothing"),
    Column("people", "answers of single people, with | between (optional; hvs-human gives them)"),
)
_FIXATION = (
    Column("image", "name of the picture", True),
    Column("person", "who looked", True),
    *FIXATION,
    Column("target", "Q12: the object of the search; empty for free viewing (Q9)"),
    Column("trial", "number of the viewing, where a person saw a picture more than once; each is a scanpath"),
)
LAYOUT = Layout("HVSBench", {QUESTIONS: _QUESTION, FIXATIONS: _FIXATION})

_FORMS = {
    "Q1": ("box", 2, 17), "Q3": ("box", 2, 17), "Q4": ("box", 2, 2), "Q5": ("name", 2, 2), "Q6": ("box", 1, 1),
    "Q7": ("name", 1, 1), "Q8": ("path", 2, 2), "Q10": ("point", 4, 4), "Q11": ("path", 2, 2), "Q13": ("point", 4, 4),
}  # fmt: skip
"""The parts of the cell ``options``: their form, and their least and largest number."""
_SEARCHES = ("Q11", "Q12", "Q13")
_RANKS = 3

Paths = Mapping[tuple[str, str], list[dict[str, list[float]]]]
"""Scanpaths by picture and target: lists ``X``, ``Y`` (fractions of the picture) and ``T`` (ms)."""


def build(set_name: str, source: Path | None, root: Path) -> Manifest:
    """Build a set ``HVSBench:<name>`` from tables, or from a generated set, whose test questions are taken."""
    templates = bundled("dataset_builders.hvsbench", "templates.json")
    with open_source(source) if source else nullcontext() as given:
        if given and (generated := generated_in(given)):
            return build_generated(set_name, generated, root)
        with own_set(set_name, given, root, LAYOUT) as (folder, writer):
            paths = _read_fixations(folder, writer)
            folder.read(QUESTIONS, lambda row: writer.row(_question(row, folder, writer, templates, paths)))
    return writer.manifest


def _read_fixations(folder: OwnFolder, writer: SetWriter) -> Paths:
    found: dict[tuple[str, str], dict[tuple[str, str], dict[str, list[float]]]] = defaultdict(dict)

    def add(row: Row) -> None:
        _, size = folder.picture(writer, row)
        key = row["image"], row["target"].casefold()
        x, y, duration = row.person_fixation(size, (*key, row["trial"]))
        path = found[key].setdefault((row["person"], row["trial"]), {"X": [], "Y": [], "T": []})
        path["X"].append(x / size[0])
        path["Y"].append(y / size[1])
        path["T"] += [duration] if row["duration"] else []
        if len(path["T"]) not in (0, len(path["X"])):
            text = f"some fixations of {row['person']} have a duration, others have none; fill all cells or none"
            raise row.wrong("duration", text)

    folder.read(FIXATIONS, add)
    return {key: list(people.values()) for key, people in found.items()}


def _question(
    row: Row, folder: OwnFolder, writer: SetWriter, templates: Mapping[str, Any], paths: Paths
) -> dict[str, str]:
    kind = row.one_of("type", list(TYPES))
    image, size = folder.picture(writer, row)
    if kind in _SEARCHES and not row["target"]:
        raise row.wrong("target", f"the cell is empty; write what people search for in {kind}")
    released = {
        "question": templates[kind][0].format(**_words(kind, row, size)), "question_type": kind,
        "answer": _answer(kind, row, paths), "answer_type": TYPES[kind].kind, "category": TYPES[kind].field,
        "split": "test", "real_image_path": row["image"], "origin_dataset": str(folder.about["title"]),
    }  # fmt: skip
    with row.telling("answer"):
        made = placed(make_row(row.index, released, image, size))
    return {**made, "human_answers": json.dumps([part.upper() for part in row.parts("people")])}


def _words(kind: str, row: Row, size: Size) -> dict[str, str]:
    parts = row.parts("options")
    form, least, most = _FORMS.get(kind, ("name", 0, 0))
    if not least <= len(parts) <= most:
        wanted = f"{least}" if least == most else f"{least} to {most}"
        raise row.wrong("options", f"{kind} has {wanted} options with | between, not {len(parts)}")
    if form == "box":
        boxes, (width, height) = row.boxes("options", size), size
        parts = [box_text((x / width, y / height, (x + w) / width, (y + h) / height)) for x, y, w, h in boxes]
    elif form == "point":
        parts = [point_text(x, y) for x, y in row.points("options", size)]
    elif form == "path":
        parts = [_path_text(row, number, part, size) for number, part in enumerate(parts)]
    row.refuse_alike("options", parts)
    names = {"Q5": ("first", "second"), "Q6": ("box",), "Q7": ("name",)}.get(kind, ())
    return {
        "options": lettered(parts, "" if form == "point" else " "), **dict(zip(names, parts, strict=False)),
        "letters": letters(_RANKS if kind in ("Q6", "Q7") else len(parts)), "target": row["target"],
        "article": article(row["target"]),
    }  # fmt: skip


def _path_text(row: Row, number: int, part: str, size: Size) -> str:
    fixations, viewing = [], (f"row {row.number}", row["image"], str(number))
    for fixation in filter(None, map(str.strip, part.split(";"))):
        x, y, ms = row.fixation("options", row.numbers("options", 3, fixation), size, viewing)
        fixations.append((x / size[0], y / size[1], ms))
    if not fixations:
        raise row.wrong("options", "a scanpath has no fixation; write `x y ms; x y ms | x y ms; ...`")
    return path_text(*zip(*fixations, strict=True))


def _answer(kind: str, row: Row, paths: Paths) -> str:
    """The answer as released rows write it; that it fits the question is checked there."""
    if TYPES[kind].kind != "scanpath":
        return row["answer"].upper()
    if row["answer"]:
        raise row.wrong("answer", f"leave the cell empty; the answer to {kind} is the scanpaths in {FIXATIONS}")
    target = row["target"].casefold() if kind in _SEARCHES else ""
    if found := paths.get((row["image"], target)):
        return json.dumps(found)
    what = f" in search of {row['target']}" if target else ""
    raise row.wrong("image", f"{FIXATIONS} has no fixation on {row['image']}{what}")
