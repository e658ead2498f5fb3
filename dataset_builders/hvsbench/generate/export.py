"""Writes one side of a generated set for a training package, checked before anything is trained on it.

Layouts are read off the packages' own readers: LLaMA-Factory's ``data/parser.py`` and ``data/converter.py``, ms-swift's
``dataset/preprocessor/core.py``, TRL's ``data_utils.prepare_multimodal_messages`` and ``trainer/grpo_trainer.py``.

The prompts ask for 14 or 6 values, and for durations of at most 5 seconds together. Fixations outside the image are
left out, as in the code that the paper refers to; a longer recording gives its first values; a person with fewer
fixations, with longer durations or without durations cannot be written as asked for and is left out.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from dataset_builders.hvsbench.generate.generated_set import SIDES, read_rows, rows_file
from dataset_builders.hvsbench.rows import Scanpath, make_row, released
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES, asked_length, scanpath_text
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import atomic_file, content_digest, image_size, inside, read_json, write_atomically
from vlmeval_hvs.rewards.scanpaths import LONGEST
from vlmeval_hvs.seeding import rng

INFO = "dataset_info.json"
PLACEHOLDERS = ("<image>", "<video>", "<audio>")
"""What trainers replace by a picture and the like wherever a text has it."""

_NEEDED = ("index", "question", "question_type", "answer", "image_path")
_ROLES = {"role_tag": "role", "content_tag": "content", "user_tag": "user", "assistant_tag": "assistant"}

Record = dict[str, Any]


class Question(NamedTuple):
    """A question with its truth.

    Attributes:
        columns: Index, question, question_type and answer, as `vlmeval_hvs.rewards.reward` reads them.
        truth: Bare letters or digits; "" for scanpaths.
        people: Whose scanpaths the answer has, relative to the image, T in ms; places where nobody is named.
        picture: The image file.
    """

    columns: Record
    truth: str
    people: list[tuple[str, Scanpath]]
    picture: Path


class Reply(NamedTuple):
    """A reply to train on, and whose scanpath it is; "" for other answers."""

    text: str
    participant: str = ""


LAYOUTS = ("sharegpt", "messages", "trl", "trl-grpo")
"""``sharegpt``: LLaVA's and LLaMA-Factory's, one JSON array; ``messages``: ms-swift's and LLaMA-Factory's, with what a
reward needs; ``trl``: prompts and completions; ``trl-grpo``: prompts without a reply, with what a reward needs."""


def _record(layout: str, asked: Record, reply: Reply, picture: str) -> Record:
    if layout == "sharegpt":
        turns = [{"from": "human", "value": f"<image>{asked['question']}"}, {"from": "gpt", "value": reply.text}]
        name = f"{asked['index']}_{reply.participant}" if reply.participant else str(asked["index"])
        return {"id": name, "image": picture, "conversations": turns}
    user = {"role": "user", "content": f"{'<image>' if layout == 'messages' else ''}{asked['question']}"}
    model = {"role": "assistant", "content": reply.text}
    if layout == "messages":
        return {"messages": [user, model], "images": [picture], **asked}
    if layout == "trl":
        return {"prompt": [user], "completion": [model], "images": [picture]}
    return {"prompt": [user], "images": [picture], **asked}


_INFO_OF = {
    "sharegpt": {"formatting": "sharegpt", "columns": {"messages": "conversations", "images": "image"}},
    "messages": {"formatting": "sharegpt", "columns": {"messages": "messages", "images": "images"}, "tags": _ROLES},
}
"""What LLaMA-Factory's ``dataset_info.json`` says of a file in the layouts that it reads."""


@dataclass
class Exported:
    """The file that was written, and the rows that were left out."""

    file: Path  # with the records
    records: Counter[str] = field(default_factory=Counter)  # their number, by question type
    rows: Counter[str] = field(default_factory=Counter)  # rows of the set that they were made from, by question type
    left_out: dict[str, list[int]] = field(default_factory=dict)  # indices of rows that cannot be written, by reason


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
        layout: A member of `LAYOUTS`.
        side: A member of `SIDES`.
        scanpaths: Whose scanpath is the reply for a picture: ``"one"`` person's, drawn, or ``"all"`` people's in turn.
        seed: Seed of the draw of a person.
        paths: How pictures are named: ``"absolute"``, or ``"relative"`` to the folder that is written.

    Raises:
        MissingDataError: The set has no such side.
        DataError: A row cannot be used; no file is changed then.
    """
    array, name = layout == "sharegpt", f"hvsbench_{layout}_{side}"
    done = Exported(out / f"{name}{'.json' if array else '.jsonl'}")
    info = read_json(out / INFO) if layout in _INFO_OF and (out / INFO).is_file() else {}
    if not isinstance(info, dict):
        raise DataError(f"{out / INFO}: not a JSON object; repair or remove it")

    def records() -> Iterator[Record]:
        for columns, truth, people, picture in read_questions(folder, side):
            found, reason = _replies(columns, truth, people, scanpaths, seed)
            if not found:
                done.left_out.setdefault(reason, []).append(columns["index"])
                continue
            path = picture.absolute()
            shown = str(path) if paths == "absolute" else Path(os.path.relpath(path, out.absolute())).as_posix()
            done.rows[columns["question_type"]] += 1
            for reply in [Reply("")] if layout == "trl-grpo" else found:
                done.records[columns["question_type"]] += 1
                yield _record(layout, columns, reply, shown)

    with atomic_file(done.file) as file:
        file.writelines(_chunks(records(), array))
        if not done.rows:
            raise DataError(f"{folder}: no row of the {side} side can be written")
    if layout in _INFO_OF:
        _write(out / INFO, {**info, name: {"file_name": done.file.name, **_INFO_OF[layout]}})
    about = {
        "set": {"file": rows_file(folder, side).name, "sha256": content_digest(rows_file(folder, side))},
        "layout": layout,
        "side": side,
        "scanpaths": scanpaths,
        "seed": seed,
        "paths": paths,
        "records": {kind: done.records[kind] for kind in TYPES if done.records[kind]},
        "rows": {kind: done.rows[kind] for kind in TYPES if done.rows[kind]},
        "left_out": done.left_out,
    }
    _write(out / f"export_{name}.json", about)
    return done


def _chunks(records: Iterable[Record], array: bool) -> Iterator[bytes]:
    """The file, one record at a time."""
    before, between, end = (b"[\n", b",\n", b"\n]\n") if array else (b"", b"\n", b"\n")
    for record in records:
        yield before + json.dumps(record, ensure_ascii=False).encode()
        before = between
    yield end


def _write(path: Path, content: dict[str, Any]) -> None:
    write_atomically(path, f"{json.dumps(content, ensure_ascii=False, indent=1)}\n".encode())


def read_questions(folder: Path, side: str) -> Iterator[Question]:
    """The questions of a side, in the file's order.

    Raises:
        MissingDataError: The folder has no such file.
        DataError: A line is no question, its index occurs twice, it belongs to the other side or its picture does, or
            the picture is missing; the message names file, line and index.
    """
    path, other = rows_file(folder, side), SIDES[1 - SIDES.index(side)]
    others: set[str] = set()
    if rows_file(folder, other).is_file():
        others.update(str(line.get("image_path")) for _, line in read_rows(folder, other))
    sizes: dict[str, tuple[int, int]] = {}
    seen: set[int] = set()
    for number, line in read_rows(folder, side):
        try:
            question = _question(line, folder, side, sizes)
            if line["index"] in seen:
                raise DataError("the index occurs twice")
            if str(line["image_path"]) in others:
                raise DataError(f"its picture {line['image_path']} is also on the other side of the split")
        except DataError as error:
            name = f", index {line['index']}" if "index" in line else ""
            raise DataError(f"{path}, line {number}{name}: {error}") from error
        seen.add(line["index"])
        yield question


def _question(line: Mapping[str, Any], folder: Path, side: str, sizes: dict[str, tuple[int, int]]) -> Question:
    missing = [name for name in _NEEDED if name not in line]
    if missing:
        raise DataError(f"the line has no {', no '.join(missing)}")
    if line.get("split", side) != side:
        raise DataError(f"split is {line['split']!r}: this row is of the other side of the split")
    if not isinstance(line["index"], int) or isinstance(line["index"], bool):
        raise DataError(f"index {line['index']!r} is no whole number")
    for placeholder in PLACEHOLDERS:
        if placeholder in str(line["question"]):
            raise DataError(f"the question holds {placeholder}, which trainers replace by a picture")
    image_path = str(line["image_path"])
    picture = inside(folder, image_path)
    if image_path not in sizes:
        if not picture.is_file():
            raise DataError(f"the picture {image_path} is not in the set's folder")
        sizes[image_path] = image_size(picture)
    columns = released(line)
    row = make_row(line["index"], columns, image_path, sizes[image_path])
    paths, named = json.loads(row["scanpaths"] or "[]"), line.get("participants") or []
    people = list(zip(map(str, named if len(named) == len(paths) else range(len(paths))), paths, strict=True))
    asked = {
        "index": line["index"],
        "question": columns["question"],
        "question_type": columns["question_type"],
        "answer": json.dumps(paths) if paths else row["truth"],
    }
    return Question(asked, row["truth"], people, picture)


def _replies(
    columns: Record, truth: str, people: list[tuple[str, Scanpath]], scanpaths: str, seed: int
) -> tuple[list[Reply], str]:
    """The replies to a question, and why there are none where there are none."""
    if TYPES[columns["question_type"]].kind != "scanpath":
        return [Reply(truth)], ""
    asked = asked_length(columns["question"])
    if not asked:
        return [], "the question does not say how many fixations it asks for"
    found, reasons = [], []
    for participant, path in people:
        written, reason = _as_asked(path, asked)
        if reason:
            reasons.append(reason)
        else:
            found.append(Reply(scanpath_text(written), participant))
    if not found:
        return [], max(sorted(set(reasons)), key=reasons.count)
    if scanpaths == "one":
        found = [found[int(rng(seed, "training", columns["index"]).integers(len(found)))]]
    return found, ""


def _as_asked(path: Scanpath, asked: int) -> tuple[Scanpath, str]:
    """A person's scanpath with as many values as asked for, and why not where that cannot be."""
    if len(path["T"]) != len(path["X"]):
        return {}, "no durations"
    points = zip(path["X"], path["Y"], path["T"], strict=True)
    kept = [(x, y, t) for x, y, t in points if 0 <= x <= 1 and 0 <= y <= 1][:asked]
    if len(kept) < asked:
        return {}, "fewer fixations than asked for"
    if min(round(t) for _, _, t in kept) <= 0:
        return {}, "a duration of 0 ms"
    if sum(round(t) for _, _, t in kept) > LONGEST:
        return {}, "durations of more than 5 seconds together"
    return {axis: [point[place] for point in kept] for place, axis in enumerate("XYT")}, ""
