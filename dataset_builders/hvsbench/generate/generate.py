"""Generates a set of HVSBench questions from annotated pictures, one file of questions for each side."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np

from dataset_builders.hvsbench.generate.annotations import AnnotatedPicture, Oddities
from dataset_builders.hvsbench.generate.generated_set import GENERATION, KIND, NAMES, PICTURES, SCHEMA, SIDES, rows_file
from dataset_builders.hvsbench.generate.names import Names, read_sheet, sheet
from dataset_builders.hvsbench.generate.questions import Distractor, Distractors, Other, questions
from dataset_builders.hvsbench.generate.split import Split, key_of, split
from vlmeval_hvs import __version__
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import content_digest
from vlmeval_hvs.registry import OWN_DATA

Row = dict[str, Any]
Source = Callable[[Oddities], Sequence[AnnotatedPicture]]  # reads all pictures of a source


def generate(
    out: Path,
    sources: Mapping[str, Source],
    names: Path | None = None,
    *,
    seed: int = 0,
    share: float = 0.1,
    look: bool = True,
) -> dict[str, Any]:
    """Generate a set.

    Args:
        out: Folder of the set: new or empty. With an error it is not made.
        sources: Readers of the sources by name.
        names: The sheet `names_review.csv` of an earlier set, with names filled in.
        seed: Seed of everything that is drawn.
        share: Share of the pictures for testing, 0 to 1.
        look: Whether pictures that look alike are kept on one side.

    Returns:
        What ``generation.json`` says.

    Raises:
        DataError: A source or the sheet cannot be read, or the folder is not empty.
    """
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise DataError(f"{out}: already exists and is no empty folder; give a new one")
    naming = Names(read_sheet(names) if names else {})
    oddities = {name: Oddities() for name in sources}
    found = {name: source(oddities[name]) for name, source in sources.items()}
    pictures = [picture for own in found.values() for picture in own]
    division = split(pictures, share, seed, look)
    rows = _numbered(_rows(found, division, seed, naming))
    generation = {
        "kind": KIND,
        "schema": SCHEMA,
        "settings": {"seed": seed, "share": share, "look": look},
        "sources": {name: _told(own, oddities[name]) for name, own in found.items()},
        "questions": len(rows),
        "counts": _counts(rows),
        "names_not_used": dict(sorted(naming.missing.items())),
        "versions": {"vlmeval_hvs": __version__, "numpy": np.__version__, "python": platform.python_version()},
    }
    work = out.absolute().with_name(f".{out.absolute().name}.generating")
    shutil.rmtree(work, ignore_errors=True)  # of a run that was killed
    work.mkdir(parents=True)
    try:
        _write(work, rows, {key_of(picture): picture.path for picture in pictures})
        (work / NAMES).write_bytes(sheet({**naming.known, **naming.needed}))
        _describe(work, generation)
        out.mkdir(exist_ok=True)
        for path in sorted(work.iterdir(), key=lambda path: path.name == GENERATION):  # last what makes it a set
            path.rename(out / path.name)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return generation


def _told(pictures: Sequence[AnnotatedPicture], oddities: Oddities) -> dict[str, Any]:
    digest = hashlib.sha256()
    for one in pictures:
        annotations = (one.name, one.size, one.objects, one.counted, one.scanpaths)
        digest.update(f"{annotations}\n".encode("utf-8", "surrogatepass"))
    return {"pictures": len(pictures), "sha256": digest.hexdigest(), "oddities": dict(sorted(oddities.items()))}


def _rows(sources: Mapping[str, Sequence[AnnotatedPicture]], division: Split, seed: int, names: Names) -> Iterator[Row]:
    """Every question as a row. Its index is a function of the seed, the picture and the type."""
    for dataset, own in sources.items():
        sides = {picture.name: division.sides[key_of(picture)] for picture in own}
        distractors = Distractors(own, sides, seed)
        for picture in own:
            for kind, question in questions(picture, seed, names, _other(picture, division, distractors)):
                yield {
                    "index": _index(seed, dataset, picture.name, kind, 0),
                    "question": question.text,
                    "question_type": kind,
                    "answer": question.answer,
                    "answer_type": TYPES[kind].kind,
                    "category": TYPES[kind].field,
                    "split": sides[picture.name],
                    "real_image_path": f"{dataset}/{picture.name}",
                    "origin_dataset": dataset,
                    "image_path": f"{PICTURES}/{dataset}/{picture.name}",
                    "source": question.source,
                    "participants": question.participants,
                    "human_answers": [],
                }


def _other(picture: AnnotatedPicture, division: Split, distractors: Distractors) -> Other:
    """Draws scanpaths of other pictures of the same source and side that do not look like this one."""
    key, file = key_of(picture), PurePosixPath(picture.name).name

    def fits(name: str) -> bool:
        return division.groups[picture.dataset, name] != division.groups[key] and PurePosixPath(name).name != file

    def draw(target: str, draws: np.random.Generator) -> Distractor | None:
        return distractors.draw(target, division.sides[key], fits, draws)

    return draw


def _index(*keys: object) -> int:
    text = "\x1f".join(map(str, keys)).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(text, digest_size=6).digest(), "big")  # tables of the host keep 15 digits


def _numbered(rows: Iterator[Row]) -> list[Row]:
    """The rows in the order of their indices; the rare one whose index is taken has the next one."""
    ordered = sorted(rows, key=lambda row: (row["index"], row["question_type"], row["split"], row["real_image_path"]))
    last = -1
    for row in ordered:
        last = row["index"] = max(row["index"], last + 1)
    return ordered


def _counts(rows: list[Row]) -> dict[str, dict[str, dict[str, int]]]:
    """Questions by type, source and side."""
    counts: dict[str, dict[str, dict[str, int]]] = {
        kind: defaultdict(lambda: dict.fromkeys(SIDES, 0)) for kind in TYPES
    }
    for row in sorted(rows, key=lambda row: row["origin_dataset"]):
        counts[row["question_type"]][row["origin_dataset"]][row["split"]] += 1
    return {kind: datasets for kind, datasets in counts.items() if datasets}


def _write(folder: Path, rows: list[Row], files: Mapping[tuple[str, str], Path]) -> None:
    for side in SIDES:
        lines = (f"{json.dumps(row)}\n" for row in rows if row["split"] == side)
        rows_file(folder, side).write_text("".join(lines), encoding="ascii")
    asked = {row["image_path"]: (row["origin_dataset"], row["real_image_path"].partition("/")[2]) for row in rows}
    for name, key in asked.items():
        path, target = files[key], folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            try:
                os.link(os.path.realpath(path), target)  # another name of the same file where the disk can do that
            except OSError:
                shutil.copyfile(path, target)
        except OSError as error:
            raise DataError(f"{path}: cannot be put into the set ({error.strerror})") from error


def _describe(folder: Path, generation: Row) -> None:
    """Write what the set was generated from, and what makes it own data, which never replace the released set."""
    listed, seed = ", ".join(generation["sources"]), generation["settings"]["seed"]
    about = {
        "title": f"HVSBench questions generated from {listed}",
        "who": "vlmeval-hvs hvsbench generate",
        "when": f"seed {seed}, version {__version__}",
        "licence": "; ".join(f"{name}: not stated" for name in generation["sources"]),
        "source": f"{listed}; {GENERATION} has their digests",
    }
    files = [*(rows_file(folder, side) for side in SIDES), folder / NAMES]
    digests = {path.name: content_digest(path) for path in files}
    for name, content in ((OWN_DATA, about), (GENERATION, {**generation, "files": digests})):
        (folder / name).write_text(f"{json.dumps(content, indent=1)}\n", encoding="ascii")
