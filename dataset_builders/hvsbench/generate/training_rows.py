"""The questions of one side of a regenerated set, checked before anything is trained on them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dataset_builders.hvsbench.answers import Scanpath
from dataset_builders.hvsbench.generate.folder import SIDES, numbered_rows
from dataset_builders.hvsbench.rows import RELEASED, make_row
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import image_size, inside

MARKS = ("<image>", "<video>", "<audio>")
"""What trainers replace by a picture and the like wherever it stands in a text."""


@dataclass(frozen=True)
class Question:
    """A question with its truth.

    Attributes:
        index: Number of its row.
        text: The question as it is asked.
        kind: ``"Q1"`` to ``"Q13"``.
        truth: Bare letters or digits; "" for scanpaths.
        people: The scanpaths of Q9 and Q12, relative to the image, T in ms.
        participants: Who they are of, in the same order; their places where the set does not name them.
        picture: The image file.
        image_path: Its path below the set's folder.
    """

    index: int
    text: str
    kind: str
    truth: str
    people: tuple[Scanpath, ...]
    participants: tuple[str, ...]
    picture: Path
    image_path: str

    @property
    def answer(self) -> str:
        """The whole truth as a line of the set has it: letters, digits, or the people's scanpaths as JSON."""
        return json.dumps(self.people) if self.people else self.truth


def read_questions(folder: Path, side: str) -> Iterator[Question]:
    """The questions of a side, in the file's order.

    Args:
        folder: Of the regenerated set.
        side: A member of `SIDES`.

    Raises:
        MissingDataError: The folder has no such file.
        DataError: A line is no question, its index occurs twice, it belongs to the other side or its picture does, or
            the picture is not there; the message names file, line and index.
    """
    pictures = _pictures_of(folder / f"{SIDES[1 - SIDES.index(side)]}.jsonl")
    sizes: dict[str, tuple[int, int]] = {}
    seen: set[int] = set()
    path = folder / f"{side}.jsonl"
    for place, line in numbered_rows(path):
        try:
            question = _question(line, folder, side, sizes)
            if question.index in seen:
                raise DataError("the index occurs twice")
            if question.image_path in pictures:
                raise DataError(f"its picture {question.image_path} is also on the other side of the split")
        except DataError as error:
            name = f", index {line['index']}" if "index" in line else ""
            raise DataError(f"{path}, line {place}{name}: {error}") from error
        seen.add(question.index)
        yield question


def _question(line: Mapping[str, Any], folder: Path, side: str, sizes: dict[str, tuple[int, int]]) -> Question:
    missing = [name for name in ("index", "question", "question_type", "answer", "image_path") if name not in line]
    if missing:
        raise DataError(f"the line has no {', no '.join(missing)}")
    if line.get("split", side) != side:
        raise DataError(f"split is {line['split']!r}: what is tested is not trained on")
    if not isinstance(line["index"], int) or isinstance(line["index"], bool):
        raise DataError(f"index {line['index']!r} is no whole number")
    marks = [mark for mark in MARKS if mark in str(line["question"])]
    if marks:
        raise DataError(f"the question holds {marks[0]}, which trainers take for a place of a picture")
    image_path = str(line["image_path"])
    picture = inside(folder, image_path)
    if image_path not in sizes:
        if not picture.is_file():
            raise DataError(f"the picture {image_path} is not in the set's folder")
        sizes[image_path] = image_size(picture)
    released = {name: "" if line.get(name) is None else str(line[name]) for name in RELEASED}
    row, stored = make_row(line["index"], released, image_path, sizes[image_path])
    people = tuple(stored.paths) if stored else ()
    named = line.get("participants") or []
    names = named if len(named) == len(people) else range(len(people))
    return Question(
        line["index"],
        released["question"],
        released["question_type"],
        row["truth"],
        people,
        tuple(map(str, names)),
        picture,
        image_path,
    )


def _pictures_of(path: Path) -> set[str]:
    """The pictures of a side; none where it was not written."""
    return {str(line.get("image_path")) for _, line in numbered_rows(path)} if path.is_file() else set()


def is_scanpath(question: Question) -> bool:
    """Whether a question asks for a scanpath."""
    return TYPES[question.kind].kind == "scanpath"
