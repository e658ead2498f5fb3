"""The second pass over the sources: questions in blocks of pictures, each on disk as a whole or not at all.

A block's lines begin with the index of the question, so that sorted blocks merge into one sorted file. The index is a
function of the seed, the picture and the type: a question keeps it whatever else is generated.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from dataset_builders.hvsbench.generate.annotations import AnnotatedPicture, Box
from dataset_builders.hvsbench.generate.asking import Asked, questions
from dataset_builders.hvsbench.generate.folder import PICTURES
from dataset_builders.hvsbench.generate.names import Describe, Key, Name, Names, as_line, cleaned, from_line
from dataset_builders.hvsbench.generate.settings import Settings
from dataset_builders.hvsbench.generate.survey import Survey
from dataset_builders.hvsbench.printed import box_text
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES
from vlmeval_hvs.files import write_atomically

SIZE = 1000
"""Pictures in a block."""

DIGITS = 15
"""Of an index, with zeros in front; tables of the host keep so many."""

_INDEX_BYTES = 6


@dataclass(frozen=True)
class Blocks:
    """The blocks of one generation.

    Attributes:
        folder: Where they lie.
        survey: What the first pass found.
        settings: What is generated.
        names: Names objects; its records are filled from the blocks.
    """

    folder: Path
    survey: Survey
    settings: Settings
    names: Names

    def write(self, dataset: str, pictures: Iterable[AnnotatedPicture]) -> Iterator[Path]:
        """Write the blocks of one source; those that are there are passed over.

        Yields:
            Every block once it is there.
        """
        pictures = iter(pictures)
        for number in range(10**9):
            path = self.folder / f"{dataset}.{number:06d}.rows"
            some = list(islice(pictures, SIZE))
            if not some:
                return
            if not path.is_file():
                self._write(path, some)
            yield path

    def _write(self, path: Path, pictures: Iterable[AnnotatedPicture]) -> None:
        names = replace(self.names, needed={}, missing=type(self.names.missing)())
        lines = [
            self._line(picture, asked)
            for picture in pictures
            for asked in questions(picture, self.settings, names, self.survey.other(picture))
        ]
        told = {"missing": names.missing, "needed": [as_line(*one) for one in sorted(names.needed.items())]}
        write_atomically(path.with_suffix(".names"), json.dumps(told).encode())
        write_atomically(path, "".join(sorted(lines)).encode())

    def _line(self, picture: AnnotatedPicture, asked: Asked) -> str:
        kind, side = asked.kind, self.survey.side(picture)
        row = {
            "question": asked.question.text,
            "question_type": kind,
            "answer": asked.question.answer,
            "answer_type": TYPES[kind].kind,
            "category": TYPES[kind].field,
            "split": side,
            "real_image_path": f"{picture.dataset}/{picture.name}",
            "origin_dataset": picture.dataset,
            "image_path": f"{PICTURES}/{picture.dataset}/{picture.name}",
            "source": asked.question.source,
            "participants": asked.question.participants,
            "human_answers": [],
        }
        index = _index(self.settings.seed, picture.dataset, picture.name, kind, asked.number)
        place = json.dumps([picture.dataset, picture.name, str(picture.path)])
        return f"{index:0{DIGITS}d}\t{kind}\t{side}\t{place}\t{json.dumps(row)}\n"


def names_of(block: Path) -> tuple[dict[str, int], list[tuple[Key, Name]]]:
    """Which names of objects a block could not use, by reason, and which it needed."""
    told = json.loads(block.with_suffix(".names").read_text("utf-8"))
    return told["missing"], [from_line(line) for line in told["needed"]]


def _index(*keys: object) -> int:
    digest = hashlib.blake2b("\x1f".join(map(str, keys)).encode("utf-8", "surrogatepass"), digest_size=_INDEX_BYTES)
    return int.from_bytes(digest.digest(), "big")


def remembered(describe: Describe, log: Path) -> Callable[[AnnotatedPicture, Box], str]:
    """The same descriptions, each asked for once: what was described is in a log that outlives an interrupted run."""
    known: dict[Key, str] = {}
    if log.is_file():
        for line in log.read_text("utf-8", "replace").splitlines():
            with suppress(ValueError, TypeError, IndexError):  # the line that an interrupted run was writing
                key, name = from_line(line)
                known[key] = name.proposed

    def described(picture: AnnotatedPicture, box: Box) -> str:
        key = (picture.dataset, picture.name, box_text(box))
        if key not in known:
            name = cleaned(describe(picture.path, box))
            if not name:
                return ""
            known[key] = name
            with log.open("a", encoding="utf-8") as file:
                file.write(f"\n{as_line(key, Name('model', name))}")
        return known[key]

    return described
