"""Generates a set of HVSBench questions from annotated pictures, one file of questions for each side, and reads it."""

import json
import os
import platform
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from dataset_builders.hvsbench.generate.questions import Distractors, questions
from dataset_builders.hvsbench.generate.sources import AnnotatedPicture, Oddities
from dataset_builders.hvsbench.generate.split import Split, groups_of, key_of, split
from dataset_builders.hvsbench.rows import make_row, place, released
from dataset_builders.odd_rows import one_row
from vlmeval_hvs import __version__
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES
from vlmeval_hvs.errors import DataError, MissingDataError
from vlmeval_hvs.files import content_digest, inside, read_json
from vlmeval_hvs.registry import OWN_DATA
from vlmeval_hvs.seeding import rng
from vlmeval_hvs.sets import Manifest, SetWriter

SIDES = ("train", "test")
PICTURES = "pictures"
GENERATION = "generation.json"  # what the set was generated from
KIND = "hvsbench-generated"
Row = dict[str, Any]
Source = Callable[[Oddities], Sequence[AnnotatedPicture]]  # reads all pictures of a source


def generate(out: Path, sources: Mapping[str, Source], *, seed: int = 0, share: float = 0.1) -> dict[str, Any]:
    """Generate a set into a new or empty folder, which is not made where there is an error.

    The seed is that of everything that is drawn, and ``share`` (0 to 1) that of the pictures for testing. Gives what
    ``generation.json`` says.
    """
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise DataError(f"{out}: already exists and is no empty folder; give a new one")
    oddities = {name: Oddities() for name in sources}
    found = {name: source(oddities[name]) for name, source in sources.items()}
    pictures = [picture for own in found.values() for picture in own]
    division = split(groups_of(pictures), share, seed)
    every = [row for own in found.values() for row in _rows(own, division, seed)]
    mixed = rng(seed, "order").permutation(len(every))  # so that the first rows are of all sources and types
    rows = [{"index": index, **every[place]} for index, place in enumerate(mixed, start=1)]
    generation = {
        "kind": KIND,
        "settings": {"seed": seed, "share": share},
        "sources": {
            name: {"pictures": len(own), "oddities": dict(sorted(oddities[name].items()))}
            for name, own in found.items()
        },
        "questions": len(rows),
        "counts": _counts(rows),
        "versions": {"vlmeval_hvs": __version__, "numpy": np.__version__, "python": platform.python_version()},
    }
    work = out.absolute().with_name(f".{out.absolute().name}.generating")
    shutil.rmtree(work, ignore_errors=True)  # of a run that was killed
    work.mkdir(parents=True)
    try:
        for side in SIDES:
            lines = (f"{json.dumps(row)}\n" for row in rows if row["split"] == side)
            (work / f"{side}.jsonl").write_text("".join(lines), encoding="ascii")
        asked = {row["image_path"] for row in rows}
        for picture in pictures:
            if (name := f"{PICTURES}/{picture.dataset}/{picture.name}") in asked:
                (work / name).parent.mkdir(parents=True, exist_ok=True)
                try:
                    os.link(os.path.realpath(picture.path), work / name)
                except OSError:  # the disk cannot give a file another name
                    shutil.copyfile(picture.path, work / name)
        digests = {f"{side}.jsonl": content_digest(work / f"{side}.jsonl") for side in SIDES}
        for name, content in ((OWN_DATA, _about(generation)), (GENERATION, {**generation, "files": digests})):
            (work / name).write_text(f"{json.dumps(content, indent=1)}\n", encoding="ascii")
        out.mkdir(exist_ok=True)
        for path in sorted(work.iterdir(), key=lambda path: path.name == GENERATION):  # last what makes it a set
            path.rename(out / path.name)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return generation


def _rows(pictures: Sequence[AnnotatedPicture], division: Split, seed: int) -> Iterator[Row]:
    distractors = Distractors(pictures, division)
    for picture in pictures:
        for kind, question in questions(picture, seed, distractors):
            yield {
                "question": question.text, "question_type": kind, "answer": question.answer,
                "answer_type": TYPES[kind].kind, "category": TYPES[kind].field,
                "split": division.sides[key_of(picture)], "real_image_path": f"{picture.dataset}/{picture.name}",
                "origin_dataset": picture.dataset, "image_path": f"{PICTURES}/{picture.dataset}/{picture.name}",
                "human_answers": [],
            }  # fmt: skip


def _counts(rows: list[Row]) -> dict[str, dict[str, dict[str, int]]]:
    counts: dict[str, Any] = {kind: defaultdict(lambda: dict.fromkeys(SIDES, 0)) for kind in TYPES}
    for row in sorted(rows, key=lambda row: row["origin_dataset"]):
        counts[row["question_type"]][row["origin_dataset"]][row["split"]] += 1
    return {kind: datasets for kind, datasets in counts.items() if datasets}


def _about(generation: Mapping[str, Any]) -> dict[str, str]:
    """What makes a generated set own data, which never replace the released set."""
    listed = ", ".join(generation["sources"])
    return {
        "title": f"HVSBench questions generated from {listed}", "who": "vlmeval-hvs hvsbench generate",
        "when": f"seed {generation['settings']['seed']}, version {__version__}", "source": listed,
        "licence": "; ".join(f"{name}: not stated" for name in generation["sources"]),
    }  # fmt: skip


def read_rows(folder: Path, side: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The questions of a side with the numbers of their lines, from 1; a line that is no JSON object is an error."""
    path = folder / f"{side}.jsonl"
    if not path.is_file():
        raise MissingDataError(f"{path} is missing; `vlmeval-hvs hvsbench generate` writes it")
    with path.open(encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, start=1):
            try:
                row = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise DataError(f"{path}, line {number}: no JSON ({error})") from error
            if not isinstance(row, dict):
                raise DataError(f"{path}, line {number}: no JSON object")
            yield number, row


def generated_in(folder: Path) -> Path | None:
    """The generated set that a folder is or, as unpacked archives do, holds; None where there is none."""
    return next((one for one in (folder, *sorted(folder.iterdir())) if (one / GENERATION).is_file()), None)


def build(set_name: str, folder: Path, root: Path) -> Manifest:
    """Build a set from the test side of the generated one in a folder; an error names the row that cannot be used."""
    generation, about = read_json(folder / GENERATION), read_json(folder / OWN_DATA)
    if not isinstance(generation, dict) or generation.get("kind") != KIND:
        raise DataError(f"{folder / GENERATION}: not written by `vlmeval-hvs hvsbench generate`")
    rows = folder / "test.jsonl"
    source = f"generated: {about['title']} ({about['when']})"
    with SetWriter(set_name, root, source=source, licence=str(about["licence"])) as writer:
        writer.note("own_data", about)
        writer.note("generation", {key: generation[key] for key in ("settings", "sources", "versions")})
        if content_digest(rows) != generation["files"].get(rows.name):
            writer.warn(f"{rows.name} was changed after {GENERATION} was written")
        sizes: dict[str, tuple[int, int]] = {}
        for number, row in read_rows(folder, "test"):
            try:
                with one_row():
                    path = f"images/{str(row['image_path']).removeprefix(f'{PICTURES}/')}"
                    if path not in sizes:
                        writer.image(path, inside(folder, row["image_path"]).read_bytes())
                        sizes[path] = writer.size(path)
                    made = place(make_row(int(row["index"]), released(row), path, sizes[path]))
                    writer.row({**made, "human_answers": json.dumps(row.get("human_answers", []))})
            except DataError as error:
                raise DataError(f"{rows}, line {number}: {error}") from error
    return writer.manifest
