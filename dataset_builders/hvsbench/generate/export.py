"""Writes one side of a regenerated set for a training package."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dataset_builders.hvsbench.generate.folder import SIDES
from dataset_builders.hvsbench.generate.layouts import LAYOUTS, Record
from dataset_builders.hvsbench.generate.replies import SCANPATHS, Reply, replies
from dataset_builders.hvsbench.generate.training_rows import Question, read_questions
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import atomic_file, content_digest, read_json, write_atomically

PATHS = ("absolute", "relative")
INFO = "dataset_info.json"


@dataclass(frozen=True)
class Export:
    """What is written.

    Attributes:
        layout: A member of `LAYOUTS`.
        side: A member of `SIDES`.
        scanpaths: A member of `SCANPATHS`.
        seed: Seed of the draw of a person.
        paths: A member of `PATHS`: how pictures are named; relative ones to the folder that is written.
    """

    layout: str
    side: str = "train"
    scanpaths: str = "one"
    seed: int = 0
    paths: str = "absolute"

    def __post_init__(self) -> None:
        allowed = {"layout": tuple(LAYOUTS), "side": SIDES, "scanpaths": SCANPATHS, "paths": PATHS}
        for name, values in allowed.items():
            if getattr(self, name) not in values:
                raise DataError(f"{name}={getattr(self, name)!r} is none of {', '.join(values)}")


@dataclass
class Exported:
    """What was written.

    Attributes:
        file: The file with the records.
        records: Their number, by question type.
        rows: Rows of the set that they stand for, by question type.
        left_out: Indices of the rows that cannot be written, by reason.
    """

    file: Path
    records: Counter[str] = field(default_factory=Counter)
    rows: Counter[str] = field(default_factory=Counter)
    left_out: dict[str, list[int]] = field(default_factory=dict)

    def by_type(self) -> dict[str, int]:
        """`records` in the order of the types."""
        return _sorted(self.records)


def export(folder: Path, out: Path, how: Export) -> Exported:
    """Write a side of a set in a layout, with ``export_<name>.json``, which says what was written and left out.

    The picture files stay where they are. Where LLaMA-Factory reads the layout, its ``dataset_info.json`` gets an
    entry; others in it stay.

    Args:
        folder: Of the regenerated set.
        out: Folder, made when missing.
        how: What is written.

    Raises:
        MissingDataError: The set has no such side.
        DataError: A row cannot be used, see `read_questions`; no file is changed then.
    """
    layout, name = LAYOUTS[how.layout], f"hvsbench_{how.layout}_{how.side}"
    done = Exported(out / f"{name}{'.json' if layout.array else '.jsonl'}")
    entries = _entries(out / INFO) if layout.info else {}
    with atomic_file(done.file) as file:
        start, between, end = (b"[\n", b",\n", b"\n]\n") if layout.array else (b"", b"\n", b"\n")
        written = 0
        for record in _records(folder, out, how, done):
            file.write(between if written else start)
            file.write(json.dumps(record, ensure_ascii=False).encode())
            written += 1
        if not written:
            raise DataError(f"{folder}: no row of the {how.side} side can be written")
        file.write(end)
    if layout.info:
        entries[name] = {"file_name": done.file.name, **layout.info}
        _write(out / INFO, entries)
    about = {
        "set": _digest(folder, how.side), "layout": how.layout, "side": how.side, "scanpaths": how.scanpaths,
        "seed": how.seed, "paths": how.paths, "records": done.by_type(), "rows": _sorted(done.rows),
        "left_out": done.left_out,
    }  # fmt: skip
    _write(out / f"export_{name}.json", about)
    return done


def _records(folder: Path, out: Path, how: Export, done: Exported) -> Iterator[Record]:
    layout = LAYOUTS[how.layout]
    for question in read_questions(folder, how.side):
        found, reason = replies(question, how.scanpaths, how.seed)
        if not found:
            done.left_out.setdefault(reason, []).append(question.index)
            continue
        done.rows[question.kind] += 1
        for reply in found if layout.answered else [Reply("")]:
            done.records[question.kind] += 1
            yield layout.record(question, reply, _picture(question, out, how.paths))


def _picture(question: Question, out: Path, paths: str) -> str:
    if paths == "absolute":
        return str(question.picture.absolute())
    return Path(os.path.relpath(question.picture.absolute(), out.absolute())).as_posix()


def _entries(path: Path) -> dict[str, Any]:
    """What ``dataset_info.json`` says already."""
    entries = read_json(path) if path.is_file() else {}
    if not isinstance(entries, dict):
        raise DataError(f"{path} is no JSON object, so no entry is added")
    return entries


def _digest(folder: Path, side: str) -> dict[str, str]:
    return {"file": f"{side}.jsonl", "sha256": content_digest(folder / f"{side}.jsonl")}


def _sorted(counts: Counter[str]) -> dict[str, int]:
    return {kind: counts[kind] for kind in TYPES if counts[kind]}


def _write(path: Path, content: dict[str, Any]) -> None:
    write_atomically(path, f"{json.dumps(content, ensure_ascii=False, indent=1)}\n".encode())
