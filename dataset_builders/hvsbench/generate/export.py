"""Writes one side of a generated set for a training package.

Layouts are read off the packages' own readers: LLaMA-Factory's ``data/parser.py`` and ``data/converter.py``, ms-swift's
``dataset/preprocessor/core.py``, TRL's ``data_utils.prepare_multimodal_messages`` and ``trainer/grpo_trainer.py``.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from dataset_builders.hvsbench.generate.generated_set import SIDES, rows_file
from dataset_builders.hvsbench.generate.training_rows import SCANPATHS, Question, Reply, read_questions, replies
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import atomic_file, content_digest, read_json, write_atomically

PATHS = ("absolute", "relative")
INFO = "dataset_info.json"

_PLACE = "<image>"
_ROLES = {"role_tag": "role", "content_tag": "content", "user_tag": "user", "assistant_tag": "assistant"}

Record = dict[str, Any]


class Layout(NamedTuple):
    """How a training package wants a question.

    Attributes:
        record: A question, a reply and the picture's path to a record.
        array: The file is one JSON array, not a line for each record.
        info: What LLaMA-Factory's ``dataset_info.json`` says of the file; None where that package does not read it.
        answered: A record holds a reply, so that there may be several to a question.
    """

    record: Callable[[Question, Reply, str], Record]
    array: bool = False
    info: Record | None = None
    answered: bool = True


def _sharegpt(question: Question, reply: Reply, picture: str) -> Record:
    turns = [{"from": "human", "value": f"{_PLACE}{question.text}"}, {"from": "gpt", "value": reply.text}]
    name = f"{question.index}_{reply.participant}" if reply.participant else str(question.index)
    return {"id": name, "image": picture, "conversations": turns}


def _messages(question: Question, reply: Reply, picture: str) -> Record:
    messages = [_turn("user", f"{_PLACE}{question.text}"), _turn("assistant", reply.text)]
    return {"messages": messages, "images": [picture], **_reward_columns(question)}


def _trl(question: Question, reply: Reply, picture: str) -> Record:
    prompt, completion = [_turn("user", question.text)], [_turn("assistant", reply.text)]
    return {"prompt": prompt, "completion": completion, "images": [picture]}


def _trl_grpo(question: Question, reply: Reply, picture: str) -> Record:
    return {"prompt": [_turn("user", question.text)], "images": [picture], **_reward_columns(question)}


def _turn(role: str, content: str) -> dict[str, str]:
    return {"role": role, "content": content}


def _reward_columns(question: Question) -> Record:
    """The columns that `vlmeval_hvs.rewards.reward` reads, with the row's index."""
    return {
        "index": question.index,
        "question": question.text,
        "question_type": question.kind,
        "answer": question.answer,
    }


LAYOUTS = {
    "sharegpt": Layout(
        _sharegpt,
        array=True,
        info={"formatting": "sharegpt", "columns": {"messages": "conversations", "images": "image"}},
    ),
    "messages": Layout(
        _messages,
        info={"formatting": "sharegpt", "columns": {"messages": "messages", "images": "images"}, "tags": _ROLES},
    ),
    "trl": Layout(_trl),
    "trl-grpo": Layout(_trl_grpo, answered=False),
}
"""``sharegpt``: LLaVA's and LLaMA-Factory's; ``messages``: ms-swift's and LLaMA-Factory's, with what a reward needs;
``trl``: prompts and completions; ``trl-grpo``: prompts, with what a reward needs."""


@dataclass
class Exported:
    """What was written.

    Attributes:
        file: The file with the records.
        records: Their number, by question type.
        rows: Rows of the set that they were made from, by question type.
        left_out: Indices of the rows that cannot be written, by reason.
    """

    file: Path
    records: Counter[str] = field(default_factory=Counter)
    rows: Counter[str] = field(default_factory=Counter)
    left_out: dict[str, list[int]] = field(default_factory=dict)


def export(
    folder: Path,
    out: Path,
    layout: str,
    side: str = "train",
    scanpaths: str = "one",
    seed: int = 0,
    paths: str = "absolute",
) -> Exported:
    """Write a side of a set, with ``export_<name>.json``, which says what was written and left out.

    The picture files stay where they are. Where LLaMA-Factory reads the layout, its ``dataset_info.json`` gets an
    entry; others in it stay.

    Args:
        folder: Of the generated set.
        out: Folder, made when missing.
        layout: A key of `LAYOUTS`.
        side: A member of `SIDES`.
        scanpaths: A member of `SCANPATHS`.
        seed: Seed of the draw of a person.
        paths: How pictures are named, a member of `PATHS`; relative ones to the folder that is written.

    Raises:
        MissingDataError: The set has no such side.
        DataError: An argument is none of the allowed ones, or a row cannot be used, see `read_questions`; no file is
            changed then.
    """
    choices = ((layout, tuple(LAYOUTS)), (side, SIDES), (scanpaths, SCANPATHS), (paths, PATHS))
    for value, allowed in choices:
        if value not in allowed:
            raise DataError(f"{value!r} is none of {', '.join(allowed)}")
    how, name = LAYOUTS[layout], f"hvsbench_{layout}_{side}"
    done = Exported(out / f"{name}{'.json' if how.array else '.jsonl'}")
    info = _info(out / INFO) if how.info else {}

    def records() -> Iterator[Record]:
        for question in read_questions(folder, side):
            found, reason = replies(question, scanpaths, seed)
            if not found:
                done.left_out.setdefault(reason, []).append(question.index)
                continue
            done.rows[question.kind] += 1
            picture = question.picture.absolute()
            path = str(picture) if paths == "absolute" else Path(os.path.relpath(picture, out.absolute())).as_posix()
            for reply in found if how.answered else [Reply("")]:
                done.records[question.kind] += 1
                yield how.record(question, reply, path)

    with atomic_file(done.file) as file:
        file.writelines(_chunks(records(), how.array))
        if not done.rows:
            raise DataError(f"{folder}: no row of the {side} side can be written")
    if how.info:
        _write(out / INFO, {**info, name: {"file_name": done.file.name, **how.info}})
    about = {
        "set": {"file": rows_file(folder, side).name, "sha256": content_digest(rows_file(folder, side))},
        "layout": layout,
        "side": side,
        "scanpaths": scanpaths,
        "seed": seed,
        "paths": paths,
        "records": _by_type(done.records),
        "rows": _by_type(done.rows),
        "left_out": done.left_out,
    }
    _write(out / f"export_{name}.json", about)
    return done


def _chunks(records: Iterable[Record], array: bool) -> Iterator[bytes]:
    """The file, one record at a time."""
    start, between, end = (b"[\n", b",\n", b"\n]\n") if array else (b"", b"\n", b"\n")
    before = start
    for record in records:
        yield before + json.dumps(record, ensure_ascii=False).encode()
        before = between
    yield end


def _info(path: Path) -> dict[str, Any]:
    """What ``dataset_info.json`` has already."""
    entries = read_json(path) if path.is_file() else {}
    if not isinstance(entries, dict):
        raise DataError(f"{path} is no JSON object, so no entry is added")
    return entries


def _by_type(counts: Counter[str]) -> dict[str, int]:
    return {kind: counts[kind] for kind in TYPES if counts[kind]}


def _write(path: Path, content: dict[str, Any]) -> None:
    write_atomically(path, f"{json.dumps(content, ensure_ascii=False, indent=1)}\n".encode())
