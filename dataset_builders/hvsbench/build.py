"""HVSBench from its release: parquet shards, or tables in the host's own format.

Release: https://huggingface.co/datasets/garrying/HVSBench, one split ``test`` of 8,657 rows in a few shards. Rows are
read in small batches and images are written as they are, so memory stays far below the size of the release.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from dataset_builders.hvsbench import frames
from dataset_builders.hvsbench.release import Release, open_release, read_release, reasons
from dataset_builders.hvsbench.rows import place
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES
from vlmeval_hvs.errors import DataError, OptionError
from vlmeval_hvs.files import check_image, image_suffix
from vlmeval_hvs.sets import Manifest, SetWriter

SOURCE = "https://huggingface.co/datasets/garrying/HVSBench"
LICENCE = '"other" on the hub, its text is not known'

EXPECTED = {
    **{"Q1": 819, "Q2": 1886, "Q3": 866, "Q4": 800, "Q5": 124, "Q6": 818, "Q7": 182},
    **{"Q8": 808, "Q10": 870, "Q11": 185, "Q13": 216, "Q9+Q12": 1083},
}
"""Questions per type in the paper's tables, recovered from their accuracies; of Q9 and Q12 the rest of 8,657 rows."""

MOST_LOST = 0.01  # share of unreadable rows up to which a release is built without ``--allow-missing``
_SECONDS = 20  # nobody's longest fixations last less than 20 ms, nor 20 s


def build(
    set_name: str, source: Path | None, root: Path, *, frame: str | None = None, allow_missing: bool = False
) -> Manifest:
    """Build the set; rows that cannot be read are left out and listed in the manifest with their reasons.

    Args:
        set_name: Name of the set.
        source: Folder or archive with the release, or one file of it; downloaded from the hub when None.
        root: Folder of all sets.
        frame: Frame of the scanpaths' coordinates, one of `frames.NAMES`; decided from all of them when None.
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

        release = read_release(opened, store)
        fixations = _fixations(release)
        chosen = frame or frames.decide(fixations)
        check_complete(release, allow_missing)
        to_ms = 1000 if _in_seconds(release) else 1
        for row in release.rows:
            writer.row(place(row, chosen, to_ms))
        for origin, reason in release.lost:
            writer.skip(origin, reason)
        writer.note("files", [file.name for file in release.files])
        writer.note("rows_per_type", {kind: count for kind, count in _counts(release).items() if kind in TYPES})
        if len(fixations.points):
            writer.note("scanpath_frame", chosen)
        for warning in warnings_of(release, fixations, chosen):
            writer.warn(warning)
    return writer.manifest


def _people(release: Release) -> list[list[dict[str, list[float]]]]:
    """The scanpaths of each row that has any."""
    return [json.loads(row["scanpaths"]) for row in release.rows if row["scanpaths"]]


def _fixations(release: Release) -> frames.Fixations:
    sizes = [(int(row["width"]), int(row["height"])) for row in release.rows if row["scanpaths"]]
    return frames.gather(zip(_people(release), sizes, strict=True))


def _in_seconds(release: Release) -> bool:
    durations = [time for paths in _people(release) for path in paths for time in path["T"]]
    return bool(durations) and 0 < float(np.quantile(durations, 0.99)) < _SECONDS


def _counts(release: Release) -> Counter[str]:
    """Rows per question type, and of the two with scanpaths together."""
    counts = Counter(row["question_type"] for row in release.rows)
    return Counter({kind: counts[kind] for kind in TYPES if counts[kind]} | {"Q9+Q12": counts["Q9"] + counts["Q12"]})


def check_complete(release: Release, allow_missing: bool = False) -> None:
    """Refuse a release without a question type, or with many rows that cannot be read, unless that is allowed."""
    counts, every = _counts(release), len(release.lost) + len(release.rows)
    missing = [kind for kind in TYPES if not counts[kind]]
    problems = [f"no usable row of {', '.join(missing)}"] if missing else []
    if len(release.lost) > MOST_LOST * every:
        problems.append(f"{len(release.lost)} of {every} rows cannot be read")
    if problems and not allow_missing:
        why = "".join(f"\n  {line}" for line in reasons(release.lost)[:5])
        advice = "`--inspect` shows more; `--allow-missing` builds what can be read."
        raise DataError(f"{'; '.join(problems)}. {advice}{why}")


def warnings_of(release: Release, fixations: frames.Fixations, frame: str) -> Iterator[str]:
    """Ways in which a release differs from the published one, or from the frame that its user names."""
    counts = _counts(release)
    for kind, expected in EXPECTED.items():
        if counts[kind] != expected:
            yield f"{kind}: {counts[kind]} rows, the published tables have {expected}"
    people = Counter(map(len, _people(release)))
    if people and set(people) != {10}:
        yield f"scanpaths per row: {dict(sorted(people.items()))}; the paper compares with 10 people"
    if _in_seconds(release):
        yield "durations are stored in seconds and were turned into milliseconds"
    if release.lost:
        yield f"{len(release.lost)} rows were left out; the manifest lists them with reasons"
    for one in frames.evidence(fixations) if len(fixations.points) else ():
        if one.name == frame and not one.fits:
            yield f"the frame {frame} does not fit the scanpaths: {one}"


def inspect(set_name: str, source: Path | None, *, frame: str | None = None, allow_missing: bool = False) -> str:
    """What a release holds and how it is read, before anything is built; arguments and errors are those of `build`."""
    with open_release(source) as opened:
        release = read_release(opened, lambda data: ("", check_image(data, "the image")))
    counts, fixations, verdict = _counts(release), _fixations(release), "can be built"
    lines = [
        f"{set_name} from {opened}",
        f"files     {', '.join(file.name for file in release.files)}",
        f"columns   {', '.join(release.columns)}",
        f"rows      {len(release.rows)} usable, {len(release.lost)} lost",
        f"types     found (expected): {', '.join(f'{kind} {counts[kind]} ({EXPECTED[kind]})' for kind in EXPECTED)}",
    ]
    try:
        used = frame or frames.decide(fixations)
        lines.append(f"frame     {used} is used for the scanpaths")
        lines += [f"warning   {warning}" for warning in warnings_of(release, fixations, used)]
        check_complete(release, allow_missing)
    except DataError as error:
        verdict = f"cannot be built as it is: {str(error).splitlines()[0]}"
    for kind in TYPES:
        if row := next((row for row in release.rows if row["question_type"] == kind), None):
            read = row["truth"] or f"{len(json.loads(row['scanpaths']))} scanpaths"
            lines.append(f"{kind:<9} row {row['index']}: {row['answer'][:60]} -> {read}")
    lines += [f"lost      {reason}" for reason in reasons(release.lost)]
    return "\n".join([*lines, f"verdict   {verdict}"])
