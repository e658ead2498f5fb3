"""HVSBench from its release: parquet shards, or tables in the host's own format.

Release: https://huggingface.co/datasets/garrying/HVSBench, one split ``test`` of 8,657 rows in a few shards. Rows are
read in small batches and images are written as they are, so memory stays far below the size of the release.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from dataset_builders.hvsbench import frames
from dataset_builders.hvsbench.release import Release, check_complete, open_release, read_release
from dataset_builders.hvsbench.rows import place
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES
from vlmeval_hvs.errors import OptionError
from vlmeval_hvs.files import image_suffix
from vlmeval_hvs.sets import Manifest, SetWriter

SOURCE = "https://huggingface.co/datasets/garrying/HVSBench"
LICENCE = '"other" on the hub, its text is not known'

EXPECTED = {
    **{"Q1": 819, "Q2": 1886, "Q3": 866, "Q4": 800, "Q5": 124, "Q6": 818, "Q7": 182},
    **{"Q8": 808, "Q10": 870, "Q11": 185, "Q13": 216},
}
"""Questions per type in the paper's tables, recovered from their accuracies."""

EXPECTED_SCANPATHS = 1083  # Q9 and Q12 together: the 8,657 released rows less those above


def build(
    set_name: str,
    source: Path | None,
    root: Path,
    *,
    frame: str | None = None,
    split: str = "test",
    allow_missing: bool = False,
) -> Manifest:
    """Build the set.

    Rows that cannot be read are left out and listed in the manifest with their reasons.

    Args:
        set_name: Name of the set.
        source: Folder or archive with the release, or one parquet, TSV, CSV or JSONL file; downloaded from the hub
            when None.
        root: Folder of all sets.
        frame: Frame of the scanpaths' coordinates, one of `dataset_builders.hvsbench.frames.NAMES`; decided from all
            of them when None.
        split: Split to read.
        allow_missing: Build even where a question type is missing or more than 1 % of the rows cannot be read.

    Raises:
        DataError: The release is not usable; the message names the file, the column or the rows.
        OptionError: The frame is unknown.
    """
    if frame is not None and frame not in frames.NAMES:
        raise OptionError(f"--frame {frame}: must be one of {', '.join(frames.NAMES)}")
    with open_release(source) as opened, SetWriter(set_name, root, source=SOURCE, licence=LICENCE) as writer:

        def store(data: bytes) -> tuple[str, tuple[int, int]]:
            digest = hashlib.sha256(data).hexdigest()
            path = writer.image(f"images/{digest[:2]}/{digest[:20]}{image_suffix(data)}", data)
            return path, writer.size(path)

        release = read_release(opened, split, store)
        fixations = release.fixations()
        chosen = frame or frames.decide(fixations)
        release.settle(chosen)
        check_complete(release, TYPES, allow_missing)
        numbered = release.number()
        for row in release.rows:
            writer.row(place(row.cells, row.paths, chosen) if row.paths else row.cells)
        for origin, reason in release.lost:
            writer.skip(origin, reason)
        kinds = release.kinds
        writer.note("files", [table.name for table in release.tables])
        writer.note("rows_per_type", {kind: kinds[kind] for kind in TYPES if kinds[kind]})
        writer.note("image_storage", dict(release.images))
        writer.note("scanpath_storage", dict(release.notations))
        writer.note("scanpaths_per_row", {str(number): count for number, count in sorted(release.people.items())})
        if len(fixations.points):
            writer.note("scanpath_frame", chosen)
            writer.note("scanpath_frame_evidence", [one._asdict() for one in frames.evidence(fixations)])
        found = {**kinds, "Q9+Q12": kinds["Q9"] + kinds["Q12"]}
        for kind, expected in {**EXPECTED, "Q9+Q12": EXPECTED_SCANPATHS}.items():
            if found.get(kind, 0) != expected:
                writer.warn(f"{kind}: {found.get(kind, 0)} rows, the published tables have {expected}")
        for warning in warnings_of(release):
            writer.warn(warning)
        if not numbered:
            writer.warn("the release's row numbers are absent or not distinct; rows are numbered in their order")
        if release.lost:
            writer.warn(f"{len(release.lost)} rows were left out; the manifest lists them with reasons")
        for doubt in frames.doubts(fixations, chosen):
            writer.warn(doubt)
    return writer.manifest


def warnings_of(release: Release) -> Iterator[str]:
    """Ways in which a release differs from the published one."""
    if release.people and set(release.people) != {10}:
        yield f"scanpaths per row: {dict(sorted(release.people.items()))}; the paper compares with 10 people"
    if len(release.notations) > 1:
        yield f"scanpaths are stored in different ways: {dict(release.notations)}"
    if release.people_dropped:
        yield f"{release.people_dropped} scanpaths of single people are empty or damaged and left out"
    for damage, number in release.damaged.items():
        yield f"{number} scanpaths of single people are left out: {damage}"
    if release.seconds:
        yield "durations are stored in seconds and were turned into milliseconds"
    if release.repeated:
        origin, first = release.repeated[0]
        yield f"{len(release.repeated)} rows repeat earlier ones and are left out ({origin} repeats {first})"
    if release.other_split:
        yield f"{release.other_split} rows of other splits are left out: {dict(release.splits)}"
