"""The questions of one side of a generated set and the replies to train on, checked before anything is trained on them.

The prompts ask for 14 or 6 values, and for durations of at most 5 seconds together. Fixations outside the image are
left out, as in the code that the paper refers to; a longer recording gives its first values; a person with fewer
fixations, with longer durations or without durations cannot be written as asked for and is not trained on.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from dataset_builders.hvsbench.answers import Scanpath
from dataset_builders.hvsbench.generate.generated_set import SIDES, read_rows, rows_file
from dataset_builders.hvsbench.rows import RELEASED, make_row
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES, asked_length, scanpath_text
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import image_size, inside
from vlmeval_hvs.rewards.scanpaths import LONGEST
from vlmeval_hvs.seeding import rng

PLACEHOLDERS = ("<image>", "<video>", "<audio>")
"""What trainers replace by a picture and the like wherever a text has it."""

SCANPATHS = ("one", "all")
"""Whose scanpath is the reply for a picture: one person's, drawn, or everybody's in turn."""


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


class Reply(NamedTuple):
    """A reply to train on.

    Attributes:
        text: The reply.
        participant: Whose scanpath it is; "" for other answers.
    """

    text: str
    participant: str = ""


def read_questions(folder: Path, side: str) -> Iterator[Question]:
    """The questions of a side, in the file's order.

    Args:
        folder: Of the generated set.
        side: A member of `SIDES`.

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
            if question.index in seen:
                raise DataError("the index occurs twice")
            if question.image_path in others:
                raise DataError(f"its picture {question.image_path} is also on the other side of the split")
        except DataError as error:
            name = f", index {line['index']}" if "index" in line else ""
            raise DataError(f"{path}, line {number}{name}: {error}") from error
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
    for placeholder in PLACEHOLDERS:
        if placeholder in str(line["question"]):
            raise DataError(f"the question holds {placeholder}, which trainers replace by a picture")
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


def replies(question: Question, scanpaths: str, seed: int) -> tuple[list[Reply], str]:
    """The replies to a question.

    Args:
        question: The question.
        scanpaths: A member of `SCANPATHS`.
        seed: Seed of the draw, which is a function of it and the row.

    Returns:
        The replies, and why there are none where there are none.
    """
    if TYPES[question.kind].kind != "scanpath":
        return [Reply(question.truth)], ""
    asked = asked_length(question.text)
    if not asked:
        return [], "the question does not say how many fixations it asks for"
    found, reasons = [], []
    for path, participant in zip(question.people, question.participants, strict=True):
        written, reason = _as_asked(path, asked)
        if written is None:
            reasons.append(reason)
        else:
            found.append(Reply(scanpath_text(written), participant))
    if not found:
        return [], max(sorted(set(reasons)), key=reasons.count)
    if scanpaths == "one":
        found = [found[int(rng(seed, "training", question.index).integers(len(found)))]]
    return found, ""


def _as_asked(path: Scanpath, asked: int) -> tuple[Scanpath | None, str]:
    """A person's scanpath with as many values as asked for, and why not where that cannot be.

    Args:
        path: ``X`` and ``Y`` relative to the image, ``T`` in ms.
        asked: Number of values.
    """
    if len(path["T"]) != len(path["X"]):
        return None, "no durations"
    points = zip(path["X"], path["Y"], path["T"], strict=True)
    kept = [(x, y, t) for x, y, t in points if 0 <= x <= 1 and 0 <= y <= 1][:asked]
    if len(kept) < asked:
        return None, "fewer fixations than asked for"
    if min(round(t) for _, _, t in kept) <= 0:
        return None, "a duration of 0 ms"
    if sum(round(t) for _, _, t in kept) > LONGEST:
        return None, "durations of more than 5 seconds together"
    return {axis: [point[place] for point in kept] for place, axis in enumerate("XYT")}, ""
