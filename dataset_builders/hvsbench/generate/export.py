"""Writes the train side of a generated set for a training package, checked before anything is trained on it.

Layouts are read off the packages' own readers: LLaMA-Factory's ``data/parser.py`` and ``data/converter.py``, ms-swift's
``dataset/preprocessor/core.py``, TRL's ``data_utils.prepare_multimodal_messages`` and ``trainer/grpo_trainer.py``.
Prompts ask for 14 or 6 values and at most 5 seconds. Fixations outside the image are left out, as in the code that the
paper refers to, a longer recording gives its first values, and whoever's scanpath cannot be as asked for is left out.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from dataset_builders.hvsbench.generate.generate import read_rows
from dataset_builders.hvsbench.rows import Scanpath, make_row, released
from dataset_builders.odd_rows import one_row
from vlmeval_hvs.benchmarks.hvsbench.questions import asked_length, scanpath_text
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import atomic_file, image_size, inside, read_json, write_atomically
from vlmeval_hvs.rewards import LONGEST_LOOK
from vlmeval_hvs.seeding import rng

SIDE = "train"
INFO = "dataset_info.json"
LAYOUTS = ("messages", "trl", "trl-grpo")
"""``messages``: ms-swift's and LLaMA-Factory's, with what a reward needs; ``trl``: prompts and completions;
``trl-grpo``: prompts without a reply, with what a reward needs."""

_INFO = {
    "formatting": "sharegpt",
    "columns": {"messages": "messages", "images": "images"},
    "tags": {"role_tag": "role", "content_tag": "content", "user_tag": "user", "assistant_tag": "assistant"},
}
"""What LLaMA-Factory's ``dataset_info.json`` says of a file in the layout that it reads."""

Record = dict[str, Any]


class Exported(NamedTuple):
    """The file that was written, its records, and scanpath rows that cannot be written, both by question type."""

    file: Path
    records: Counter[str]
    left_out: Counter[str]


def export(folder: Path, out: Path, layout: str) -> Exported:
    """Write the train side of the set in a folder as JSON lines into the folder ``out``; pictures stay where they are.

    Where LLaMA-Factory reads the layout, one of `LAYOUTS`, its ``dataset_info.json`` gets an entry. No file is changed
    where a row cannot be used.
    """
    name, place = f"hvsbench_{layout}_{SIDE}", out / INFO
    done = Exported(out / f"{name}.jsonl", Counter(), Counter())
    info = read_json(place) if layout == "messages" and place.is_file() else {}
    if not isinstance(info, dict):
        raise DataError(f"{place}: not a JSON object; repair or remove it")
    with atomic_file(done.file) as file:
        for record in _records(folder, layout, done):
            file.write(json.dumps(record, ensure_ascii=False).encode() + b"\n")
        if not done.records:
            raise DataError(f"{folder}: no row of the {SIDE} side can be written")
    if layout == "messages":
        entries = {**info, name: {"file_name": done.file.name, **_INFO}}
        write_atomically(place, f"{json.dumps(entries, ensure_ascii=False, indent=1)}\n".encode())
    return done


def _records(folder: Path, layout: str, done: Exported) -> Iterator[Record]:
    for number, line in read_rows(folder, SIDE):
        try:
            with one_row():
                asked, row = _question(line, folder)
        except DataError as error:
            raise DataError(f"{folder / f'{SIDE}.jsonl'}, line {number}: {error}") from error
        reply = _of_a_person(asked) if row["scanpaths"] else row["truth"]
        if not reply:
            done.left_out[asked["question_type"]] += 1
            continue
        done.records[asked["question_type"]] += 1
        user = {"role": "user", "content": f"{'<image>' if layout == 'messages' else ''}{asked['question']}"}
        model = {"role": "assistant", "content": reply}
        images = [str((folder / line["image_path"]).absolute())]
        yield {
            "messages": {"messages": [user, model], "images": images, **asked},
            "trl": {"prompt": [user], "completion": [model], "images": images},
            "trl-grpo": {"prompt": [user], "images": images, **asked},
        }[layout]


def _question(line: Mapping[str, Any], folder: Path) -> tuple[Record, dict[str, str]]:
    """What a reward reads of a question, and its row as a built set has it."""
    if line["split"] != SIDE:
        raise DataError(f"split is {line['split']!r}: this row is of the other side of the split")
    picture = inside(folder, str(line["image_path"]))
    if not picture.is_file():
        raise DataError(f"the picture {line['image_path']} is not in the set's folder")
    row = make_row(line["index"], released(line), line["image_path"], image_size(picture))
    asked = {name: row[name] for name in ("question", "question_type")}
    return {"index": line["index"], **asked, "answer": row["scanpaths"] or row["truth"]}, row


def _of_a_person(asked: Record) -> str:
    """The scanpath of one person, drawn, as a reply; "" where nobody's is as asked for."""
    length = asked_length(asked["question"])
    people = (_as_asked(path, length) for path in json.loads(asked["answer"])) if length else ()
    found = [path for path in people if path]
    return scanpath_text(found[int(rng(0, "training", asked["index"]).integers(len(found)))]) if found else ""


def _as_asked(path: Scanpath, length: int) -> Scanpath | None:
    """A person's scanpath with as many values as asked for, each of some duration and of 5 seconds together."""
    if len(path["T"]) != len(path["X"]):
        return None
    points = zip(path["X"], path["Y"], path["T"], strict=True)
    kept = [(x, y, t) for x, y, t in points if 0 <= x <= 1 and 0 <= y <= 1][:length]
    times = [round(t) for _, _, t in kept]
    if len(kept) < length or min(times) <= 0 or sum(times) > LONGEST_LOOK:
        return None
    return {axis: [point[place] for point in kept] for place, axis in enumerate("XYT")}
