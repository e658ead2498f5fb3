"""Generates a set of HVSBench questions from annotated pictures, one file of questions for each side."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import platform
import shutil
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

import numpy as np

from dataset_builders.hvsbench.generate.annotations import AnnotatedPicture, Oddities, Source
from dataset_builders.hvsbench.generate.distractors import Distractor, Distractors
from dataset_builders.hvsbench.generate.generated_set import (
    GENERATION,
    KIND,
    NAMES,
    PICTURES,
    SCHEMA,
    SIDES,
    rows_file,
)
from dataset_builders.hvsbench.generate.names import Names, read_sheet, sheet
from dataset_builders.hvsbench.generate.questions import Other, Settings, questions
from dataset_builders.hvsbench.generate.split import Split, key_of, split
from dataset_builders.plausible import Look
from vlmeval_hvs import __version__
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import content_digest
from vlmeval_hvs.progress import shown
from vlmeval_hvs.registry import OWN_DATA

logger = logging.getLogger("vlmeval_hvs")

Row = dict[str, Any]


class _Annotations(NamedTuple):
    """All that a source says."""

    pictures: list[AnnotatedPicture]
    oddities: Oddities
    digest: str
    warnings: list[str]


def generate(out: Path, sources: Mapping[str, Source], settings: Settings, names: Path | None = None) -> dict[str, Any]:
    """Generate a set.

    Args:
        out: Folder of the set: new or empty. With an error it is not made.
        sources: Readers of the sources by name.
        settings: What is generated.
        names: The sheet `names_review.csv` of an earlier set, with names filled in.

    Returns:
        What ``generation.json`` says.

    Raises:
        DataError: A source or the sheet cannot be read, the scanpaths of a source cannot be those of people, or the
            folder is not empty.
    """
    if not sources:
        raise DataError("no source is given")
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise DataError(f"{out}: already exists and is no empty folder; give a new one")
    naming = Names(read_sheet(names) if names else {})
    found = {name: _read(name, source) for name, source in sources.items()}
    pictures = [picture for one in found.values() for picture in one.pictures]
    division = split(pictures, settings.share, settings.seed, settings.look)
    rows = _numbered(_rows(pictures, division, settings, naming), settings.limit)
    work = out.absolute().with_name(f".{out.absolute().name}.generating")
    shutil.rmtree(work, ignore_errors=True)  # of a run that was killed
    work.mkdir(parents=True)
    try:
        _write(work, rows, {key_of(picture): picture.path for picture in pictures})
        generation = _describe(work, found, rows, settings, naming)
        out.mkdir(exist_ok=True)
        for path in sorted(work.iterdir(), key=lambda path: path.name == GENERATION):  # last what makes it a set
            path.rename(out / path.name)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return generation


def _read(name: str, source: Source) -> _Annotations:
    digest, oddities, pictures, look = hashlib.sha256(), Oddities(), [], Look()
    for picture in shown(source(oddities), name, "picture"):
        pictures.append(picture)
        annotations = (picture.name, picture.size, picture.objects, picture.counted, picture.scanpaths)
        digest.update(f"{annotations}\n".encode("utf-8", "surrogatepass"))
        width, height = picture.size
        for path in picture.scanpaths:
            viewing = (path.participant, picture.name, path.target)
            for x, y, t in zip(path.x, path.y, path.t, strict=True):
                look.fixation(viewing, x * width, y * height, picture.size, t)
    verdicts = look.verdicts()
    if verdicts and verdicts[0].sure:
        raise DataError(f"{name}: {verdicts[0].text}")
    warnings = [verdict.text for verdict in verdicts]
    for warning in warnings:
        logger.warning("%s: %s", name, warning)
    return _Annotations(pictures, oddities, digest.hexdigest(), warnings)


def _rows(pictures: list[AnnotatedPicture], division: Split, settings: Settings, names: Names) -> Iterator[Row]:
    """Every question as a row. Its index is a function of the seed, the picture and the type."""
    by_source: dict[str, list[AnnotatedPicture]] = defaultdict(list)
    for picture in pictures:
        by_source[picture.dataset].append(picture)
    for dataset, own in by_source.items():
        sides = {picture.name: division.sides[key_of(picture)] for picture in own}
        distractors = Distractors(own, sides, settings.seed)
        for picture in shown(own, f"{dataset}, questions", "picture"):
            for kind, number, question in questions(picture, settings, names, _other(picture, division, distractors)):
                yield {
                    "index": _index(settings.seed, dataset, picture.name, kind, number),
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


def _numbered(rows: Iterator[Row], limit: Mapping[str, int]) -> list[Row]:
    """The rows in the order of their indices; the rare one whose index is taken has the next one.

    Of limited types those with the smallest indices, which are as good as drawn.
    """
    ordered = sorted(rows, key=lambda row: (row["index"], row["question_type"], row["split"], row["real_image_path"]))
    last, seen, kept = -1, Counter[str](), []
    for row in ordered:
        last = row["index"] = max(row["index"], last + 1)
        seen[row["question_type"]] += 1
        if seen[row["question_type"]] <= limit.get(row["question_type"], len(ordered)):
            kept.append(row)
    return kept


def _write(folder: Path, rows: list[Row], files: Mapping[tuple[str, str], Path]) -> None:
    for side in SIDES:
        lines = (f"{json.dumps(row)}\n" for row in rows if row["split"] == side)
        with rows_file(folder, side).open("w", encoding="ascii") as file:
            file.writelines(lines)
    asked = {row["image_path"]: (row["origin_dataset"], row["real_image_path"].partition("/")[2]) for row in rows}
    for path, key in shown(asked.items(), "pictures", "picture"):
        _put(files[key], folder / path)


def _put(path: Path, target: Path) -> None:
    """Put a picture into the set: as another name of the same file where the disk can do that, else as a copy."""
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        try:
            os.link(os.path.realpath(path), target)
        except OSError:
            shutil.copyfile(path, target)
    except OSError as error:
        raise DataError(f"{path}: cannot be put into the set ({error.strerror})") from error


def _describe(
    folder: Path, found: Mapping[str, _Annotations], rows: list[Row], settings: Settings, names: Names
) -> dict[str, Any]:
    """Write what the set was generated from; gives what ``generation.json`` says."""
    (folder / NAMES).write_bytes(sheet({**names.known, **names.needed}))
    sources = ", ".join(found)
    # These make the folder one of own data, which never take the place of the released set.
    about = {
        "title": f"HVSBench questions generated from {sources}",
        "who": "vlmeval-hvs hvsbench generate",
        "when": f"seed {settings.seed}, version {__version__}",
        "licence": "; ".join(f"{name}: not stated" for name in found),
        "source": f"{sources}; {GENERATION} has their digests",
    }
    _write_json(folder / OWN_DATA, about)
    generation = {
        "kind": KIND,
        "schema": SCHEMA,
        "settings": asdict(settings),
        "sources": {
            name: {
                "pictures": len(one.pictures),
                "sha256": one.digest,
                "oddities": dict(sorted(one.oddities.counts.items())),
                "places": dict(sorted(one.oddities.places.items())),
                "warnings": one.warnings,
            }
            for name, one in found.items()
        },
        "questions": len(rows),
        "counts": _counts(rows),
        "names_not_used": dict(sorted(names.missing.items())),
        "versions": {"vlmeval_hvs": __version__, "numpy": np.__version__, "python": platform.python_version()},
        "files": {
            path.name: content_digest(path) for path in (*(rows_file(folder, side) for side in SIDES), folder / NAMES)
        },
    }
    _write_json(folder / GENERATION, generation)
    return generation


def _counts(rows: list[Row]) -> dict[str, dict[str, dict[str, int]]]:
    """Questions by type, source and side."""
    counts = Counter((row["question_type"], row["origin_dataset"], row["split"]) for row in rows)
    found: dict[str, dict[str, dict[str, int]]] = {}
    for kind, dataset, side in sorted(counts, key=lambda one: (int(one[0][1:]), one[1])):
        found.setdefault(kind, {}).setdefault(dataset, dict.fromkeys(SIDES, 0))[side] = counts[kind, dataset, side]
    return found


def _write_json(path: Path, content: Mapping[str, Any]) -> None:
    path.write_text(f"{json.dumps(content, indent=1)}\n", encoding="ascii")
