"""What a release of HVSBench holds and how it would be read, before anything is built."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from dataset_builders.hvsbench import frames
from dataset_builders.hvsbench.build import EXPECTED, EXPECTED_SCANPATHS
from dataset_builders.hvsbench.release import (
    Release,
    absent_columns,
    check_complete,
    open_release,
    read_release,
    reasons,
)
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import IMAGE_FORMATS

_EXAMPLES = 3
_SHOWN = 24  # characters of an answer


def inspect(
    set_name: str, source: Path | None, *, frame: str | None = None, split: str = "test", allow_missing: bool = False
) -> str:
    """The report: files, columns, images, types, scanpaths with their frame, examples, and what would be lost.

    Args:
        set_name: Name of the set.
        source: As for `dataset_builders.hvsbench.build.build`.
        frame: As there.
        split: As there.
        allow_missing: As there.

    Raises:
        DataError: There is nothing to inspect, or a file is damaged.
    """
    with open_release(source) as opened:
        release = read_release(opened, split, _header)
        return "\n".join(_lines(set_name, opened, release, frame, split, allow_missing))


def _header(data: bytes) -> tuple[str, tuple[int, int]]:
    """The size that an image's header states; nothing is stored or decoded."""
    try:
        with Image.open(io.BytesIO(data), formats=IMAGE_FORMATS) as image:
            return "", image.size
    except Exception as error:  # Pillow raises many types for broken files
        raise DataError(f"the image does not decode ({type(error).__name__})") from error


def _lines(
    set_name: str, opened: Path, release: Release, frame: str | None, split: str, allow_missing: bool
) -> Iterator[str]:
    yield f"{set_name} from {opened}"
    names = [table.name for table in release.tables]
    yield f"files     {len(names)}: {', '.join(names[:3])}{' ...' if len(names) > 3 else ''}"
    yield f"columns   {', '.join(release.columns)}"
    if absent := absent_columns(release.columns):
        yield f"          not there: {', '.join(absent)}"
    yield f"split     {split}; column split: {dict(release.splits)}; {release.other_split} rows of other splits"
    yield f"rows      {len(release.rows)} usable, {len(release.lost)} lost, {len(release.repeated)} repeated"
    yield f"images    {dict(release.images)}"
    yield from _types(release)
    yield from _scanpaths(release, frame)
    yield from _examples(release)
    for line in reasons(release.lost, 20):
        yield f"lost      {line}"
    try:
        check_complete(release, TYPES, allow_missing)
        yield "verdict   can be built"
    except DataError as error:
        yield f"verdict   cannot be built as it is: {str(error).splitlines()[0]}"


def _types(release: Release) -> Iterator[str]:
    kinds = release.kinds
    parts = [f"{kind} {kinds[kind]} ({EXPECTED[kind]})" for kind in TYPES if kind in EXPECTED]
    parts.append(f"Q9 {kinds['Q9']} + Q12 {kinds['Q12']} ({EXPECTED_SCANPATHS})")
    yield "types     rows found (and behind the paper's tables)"
    for start in range(0, len(parts), 4):
        yield f"          {', '.join(parts[start : start + 4])}"


def _scanpaths(release: Release, frame: str | None) -> Iterator[str]:
    if not release.people:
        return
    people = ", ".join(f"{number} in {rows} rows" for number, rows in sorted(release.people.items()))
    yield f"scanpaths {dict(release.notations)}; people: {people}; {release.people_dropped} damaged"
    fixations = release.fixations()
    for one in frames.evidence(fixations):
        fit = f"{one.inside:6.1%} inside, filled to {one.fill:.2f}, {one.off_centre:.2f} off centre"
        yield f"frame     {one.name:<19} {fit}"
    try:
        yield f"          {frame or frames.decide(fixations)} is used{' (--frame)' if frame else ''}"
    except DataError as error:
        yield f"          {error}"


def _examples(release: Release) -> Iterator[str]:
    for kind in TYPES:
        rows = [row for row in release.rows if row.cells["question_type"] == kind][:_EXAMPLES]
        for row in rows:
            whole = " ".join(row.cells["answer"].split())
            answer = whole if len(whole) <= _SHOWN else f"{whole[:_SHOWN]}..."
            read = row.cells["truth"] or f"{len(row.paths)} scanpaths"
            of = f" of {row.cells['labels']}" if row.cells["labels"] else ""
            origin = row.origin if len(release.tables) > 1 else row.origin.rpartition(", ")[2]
            yield f"{kind:<9} {origin}: {answer} -> {read}{of}"
