"""Merges the blocks of questions into the files of a generated set."""

from __future__ import annotations

import heapq
import json
import os
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from dataset_builders.hvsbench.generate.folder import PICTURES, SIDES, rows_file
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import atomic_file
from vlmeval_hvs.progress import shown

Counts = dict[str, dict[str, Counter[str]]]
"""Questions by type, source and side."""


class _Line(NamedTuple):
    number: int
    kind: str
    side: str
    place: str
    row: str


def assemble(out: Path, blocks: Sequence[Path], limit: Mapping[str, int], total: int | None = None) -> Counts:
    """Write the rows of both sides in the order of their index, and put their pictures beside them.

    Args:
        out: The folder of the set.
        blocks: Sorted blocks.
        limit: Questions of a type at most; those with the smallest indices, which are as good as drawn.
        total: How many lines there are.

    Returns:
        How many questions of each type, source and side were written.

    Raises:
        DataError: A picture cannot be copied.
    """
    counts: Counts = {}
    left = Counter(dict(limit))
    pictures = _Pictures(out)
    with ExitStack() as stack:
        sides = {side: stack.enter_context(atomic_file(rows_file(out, side))) for side in SIDES}
        for line in shown(_numbered(_merged(blocks, stack)), "writing", "question", total):
            if line.kind in limit and left[line.kind] <= 0:
                continue
            left[line.kind] -= 1
            dataset = pictures.put(line.place)
            counts.setdefault(line.kind, {}).setdefault(dataset, Counter())[line.side] += 1
            sides[line.side].write(f'{{"index": {line.number}, {line.row[1:]}'.encode())
    return counts


def _merged(blocks: Sequence[Path], stack: ExitStack) -> Iterator[str]:
    files = [stack.enter_context(block.open(encoding="ascii")) for block in blocks]
    return heapq.merge(*files)


def _numbered(lines: Iterable[str]) -> Iterator[_Line]:
    """Lines with their indices; the rare one whose index is taken has the next one."""
    last = -1
    for line in lines:
        index, kind, side, place, row = line.split("\t")
        last = max(int(index), last + 1)
        yield _Line(last, kind, side, place, row)


class _Pictures:
    """Puts pictures into a set: as another name of the same file where the disk can do that, else as a copy."""

    def __init__(self, out: Path) -> None:
        self.folder, self._folders = out / PICTURES, set[Path]()

    def put(self, place: str) -> str:
        """Put a picture, told by its source, its name there and its file; gives the source."""
        dataset, name, path = json.loads(place)
        target = self.folder / dataset / name
        if target.parent not in self._folders:
            target.parent.mkdir(parents=True, exist_ok=True)
            self._folders.add(target.parent)
        try:
            if not target.exists():
                self._link(os.path.realpath(path), target)
        except OSError as error:
            raise DataError(f"{path}: cannot be put into the set as {target} ({error.strerror})") from error
        return dataset

    @staticmethod
    def _link(path: str, target: Path) -> None:
        try:
            os.link(path, target)
        except OSError:  # another disk, or one on which a file has one name
            half = target.with_name(f".{target.name[:40]}.tmp")
            shutil.copyfile(path, half)
            os.replace(half, target)
