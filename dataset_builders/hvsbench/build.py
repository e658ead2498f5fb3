"""HVSBench from its release in parquet shards.

Release: https://huggingface.co/datasets/garrying/HVSBench, one split ``test`` of 8,657 rows in a few shards. Rows are
read in small batches and images are written as they are, so memory stays far below the size of the release.
"""

import hashlib
import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from dataset_builders.archives import open_source
from dataset_builders.download import snapshot
from dataset_builders.hvsbench import frames
from dataset_builders.hvsbench.rows import NEEDED, make_row, place, released
from dataset_builders.odd_rows import one_row
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES
from vlmeval_hvs.errors import DataError, OptionError
from vlmeval_hvs.files import check_image, image_suffix
from vlmeval_hvs.sets import Manifest, SetWriter

REPOSITORY = "garrying/HVSBench"
SOURCE = f"https://huggingface.co/datasets/{REPOSITORY}"
LICENCE = '"other" on the hub, its text is not known'

EXPECTED = {
    **{"Q1": 819, "Q2": 1886, "Q3": 866, "Q4": 800, "Q5": 124, "Q6": 818, "Q7": 182},
    **{"Q8": 808, "Q10": 870, "Q11": 185, "Q13": 216, "Q9+Q12": 1083},
}
"""Questions per type in the paper's tables, recovered from their accuracies; of Q9 and Q12 the rest of 8,657 rows."""

MOST_LOST = 0.01  # share of unreadable rows up to which a release is built without ``--allow-missing``
_SECONDS = 20  # nobody's longest fixations last less than 20 ms, nor 20 s
_OTHERS = {"train", "validation"}  # in the name of a file or folder: not the split of the benchmark
_BATCH = 16  # rows; with images of a few hundred kB about 4 MB
_BUFFER = 1 << 20  # bytes read from a shard at a time, however large its row groups are
_SHARD = re.compile(r"(\w+)-(\d{5})-of-(\d{5})(?:-[0-9a-f]+)?")  # older hubs added a hash
_DAMAGES = (pa.ArrowException, OSError, EOFError, ValueError, TypeError)

Store = Callable[[bytes], tuple[str, tuple[int, int]]]
"""Takes the bytes of an image, gives its path in the set and (width, height) in px."""


@dataclass
class Release:
    """The content of a release."""

    files: list[Path]  # that were read
    columns: list[str]  # of the files
    rows: list[dict[str, str]] = field(default_factory=list)  # usable ones, see `make_row`
    lost: list[tuple[str, str]] = field(default_factory=list)  # (place, reason) of rows that cannot be used


def build(
    set_name: str, source: Path | None, root: Path, *, frame: str | None = None, allow_missing: bool = False
) -> Manifest:
    """Build the set from the release (a folder, an archive, or one file of it; downloaded when None).

    Rows that cannot be read are left out and listed in the manifest with their reasons; a `DataError` names a file or
    column that cannot be used. ``frame`` is that of the scanpaths' coordinates, one of `frames.NAMES`, decided from all
    of them when None; ``allow_missing`` builds even where a type is missing or more than 1 % of the rows is unreadable.
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


def open_release(source: Path | None) -> AbstractContextManager[Path]:
    """The folder, or the file of rows, that a ``--source`` names; the download when it is None."""
    if source is None:
        source = snapshot(REPOSITORY, ["data/*.parquet", "*.md"])
    return nullcontext(source) if source.is_file() and source.suffix == ".parquet" else open_source(source)


def read_release(opened: Path, store: Store) -> Release:
    """Read all rows of what `open_release` gives; those that cannot be read are listed, not raised.

    Rows have the index of the release where all rows have one and no two the same, else their place.
    """
    folder = opened.parent if opened.is_file() else opened
    files = find_tables(opened)
    release = Release(files, list(dict.fromkeys(name for file in files for name in next(read_rows(file), {}))))
    if missing := [name for name in (*NEEDED, "image") if name not in release.columns]:
        raise DataError(f"{opened}: columns {', '.join(missing)} are missing; it has {', '.join(release.columns)}")
    stored: dict[str, tuple[str, tuple[int, int]]] = {}
    indices = []
    for file in files:
        for number, row in enumerate(read_rows(file)):
            index = row.get("index")
            try:
                with one_row():
                    data = image.get("bytes") if isinstance(image := row.get("image"), Mapping) else image
                    if not isinstance(data, bytes) or not data:
                        raise DataError("the row has no image")
                    digest = hashlib.sha256(data).hexdigest()
                    if digest not in stored:
                        stored[digest] = store(data)
                    release.rows.append(make_row(len(release.rows), released(row), *stored[digest]))
                    indices.append(str(index))
            except DataError as error:
                where = f"{file.relative_to(folder)}, row {number if index is None else index}"
                release.lost.append((where, str(error)))
    if len(set(indices)) == len(indices) and all(re.fullmatch("[0-9]{1,18}", index) for index in indices):
        release.rows = [{**row, "index": str(int(index))} for row, index in zip(release.rows, indices, strict=True)]
    return release


def find_tables(source: Path) -> list[Path]:
    """The files of the release in order, without those of other splits."""
    if source.is_file():
        return [source]
    parts = {file: re.split(r"[-_./\\]", str(file.relative_to(source)).lower()) for file in source.rglob("*.parquet")}
    found = sorted(file for file, names in parts.items() if not _OTHERS & set(names))
    if not found:
        raise DataError(f"{source}: no parquet file of the test split, such as data/test-*.parquet")
    series: dict[tuple[Path, str, str], set[int]] = defaultdict(set)
    for file in found:
        if match := _SHARD.fullmatch(file.stem):
            series[file.parent, match[1], match[3]].add(int(match[2]))
    for (folder, _, total), numbers in series.items():
        if missing := sorted(set(range(int(total))) - numbers):
            raise DataError(f"{folder}: shards {missing[:5]} of {int(total)} are missing")
    return found


def read_rows(file: Path) -> Iterator[dict[str, Any]]:
    """Rows of a table, a few at a time."""
    number = 0
    try:
        with pq.ParquetFile(file, buffer_size=_BUFFER, pre_buffer=False) as table:
            for batch in table.iter_batches(_BATCH, use_threads=False):
                for row in batch.to_pylist():
                    yield row
                    number += 1
    except _DAMAGES as error:
        lines = str(error).splitlines()
        why = lines[0][:200] if lines else type(error).__name__
        raise DataError(f"{file.name}: damaged file (after row {number}: {why})") from error


def reasons(lost: Sequence[tuple[str, str]]) -> list[str]:
    """The reasons for lost rows, each with its number and its first row."""
    rows: dict[str, list[str]] = defaultdict(list)
    for where, reason in lost:
        rows[reason.split("'")[0]].append(f"{where}: {reason}")
    return [f"{len(found)} x {found[0]}" for found in rows.values()]
