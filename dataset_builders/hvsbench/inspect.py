"""Shows the content of a release of HVSBench and how it is read, before anything is built."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

from dataset_builders.hvsbench import frames
from dataset_builders.hvsbench.build import EXPECTED, EXPECTED_SCANPATHS, warnings_of
from dataset_builders.hvsbench.release import Release, Row, check_complete, open_release, read_release, reasons
from dataset_builders.hvsbench.rows import KEPT
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import check_image

_EXAMPLES = 3
_SHOWN = 24  # characters of an answer
_WIDTH = 80
_INDENT = " " * 10


def inspect(
    set_name: str, source: Path | None, *, frame: str | None = None, split: str = "test", allow_missing: bool = False
) -> str:
    """The report: files, columns, images, types, scanpaths with their frame, examples, and rows that would be lost.

    Arguments are those of `dataset_builders.hvsbench.build.build`; a `DataError` says that there is nothing to inspect,
    or which file is damaged.
    """
    with open_release(source) as opened:
        release = read_release(opened, split, lambda data: ("", check_image(data, "the image")))
    lines = [f"{set_name} from {opened}", *_lines(release, frame, split, allow_missing)]
    wrapper = textwrap.TextWrapper(_WIDTH, subsequent_indent=_INDENT, break_long_words=False, break_on_hyphens=False)
    return "\n".join(part for line in lines for part in wrapper.wrap(line))


def _lines(release: Release, frame: str | None, split: str, allow_missing: bool) -> Iterator[str]:
    names, kinds, problem = [table.name for table in release.tables], release.kinds, ""
    absent = [name for name in ("index", *KEPT) if name not in release.columns]
    yield f"files     {len(names)}: {', '.join(names[:3])}{' ...' if len(names) > 3 else ''}"
    yield f"columns   {', '.join(release.columns)}{'; not there: ' if absent else ''}{', '.join(absent)}"
    yield f"split     {split} (--split reads another); column split: {_listed(release.splits)}"
    yield f"rows      {len(release.rows)} usable, {len(release.lost)} lost, {len(release.repeated)} repeated"
    yield f"images    {_listed(release.images)}"
    parts = [f"{kind} {kinds[kind]} ({EXPECTED[kind]})" for kind in TYPES if kind in EXPECTED]
    parts.append(f"Q9 {kinds['Q9']} + Q12 {kinds['Q12']} ({EXPECTED_SCANPATHS})")
    yield f"types     rows found (and in the paper's tables): {', '.join(parts)}"
    fixations = release.fixations()
    try:
        used = frame or frames.decide(fixations)
    except DataError as error:
        used, problem = "", str(error)
    if release.people:
        people = ", ".join(f"{number} in {rows} rows" for number, rows in sorted(release.people.items()))
        yield f"scanpaths {_listed(release.notations)}; people: {people}; {release.people_dropped} empty or damaged"
        yield f"frame     of the coordinates, best first: {frames.describe(frames.evidence(fixations))}"
        if used:
            yield f"{_INDENT}{used} is used{' (--frame)' if frame else ''}"
    if used:
        release.settle(used)
    for warning in [*warnings_of(release), *(frames.doubts(fixations, used) if used else ())]:
        yield f"warning   {warning}"
    yield from _examples(release, used)
    for line in reasons(release.lost, 20):
        yield f"lost      {line}"
    try:
        if problem:
            raise DataError(problem)
        check_complete(release, TYPES, allow_missing)
        yield "verdict   can be built"
    except DataError as error:
        yield f"verdict   cannot be built as it is: {str(error).splitlines()[0]}"


def _listed(numbers: Mapping[str, int]) -> str:
    return ", ".join(f"{name or '(empty)'} {number}" for name, number in numbers.items()) or "none"


def _placed(row: Row, frame: str) -> str:
    """The first scanpath of a row as the build would place it."""
    path = row.paths[0]
    points = frames.to_image(np.column_stack([path["X"], path["Y"]]), np.array(row.size, dtype=float), frame)
    shown = " ".join(f"({x:.2f}, {y:.2f})" for x, y in points[:3])
    times = f", {min(path['T']):g} to {max(path['T']):g} ms" if path["T"] else ""
    return f"; the first: {shown}{' ...' if len(points) > 3 else ''}, {len(points)} fixations{times}"


def _examples(release: Release, frame: str) -> Iterator[str]:
    for kind in TYPES:
        for row in [row for row in release.rows if row.cells["question_type"] == kind][:_EXAMPLES]:
            whole = " ".join(row.cells["answer"].split())
            answer = whole if len(whole) <= _SHOWN else f"{whole[:_SHOWN]}..."
            read = row.cells["truth"] or f"{len(row.paths)} scanpaths{_placed(row, frame) if frame else ''}"
            of = f" of {row.cells['labels']}" if row.cells["labels"] else ""
            origin = row.origin if len(release.tables) > 1 else row.origin.rpartition(", ")[2]
            yield f"{kind:<9} {origin}: {answer} -> {read}{of}"
