"""HVSBench from its released parquet shards.

Release: https://huggingface.co/datasets/garrying/HVSBench, one split ``test`` of 8,657 rows in a few shards. Rows are
read in small batches and images are written as they are, so memory stays far below the size of the release.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from dataset_builders.archives import open_source
from dataset_builders.download import snapshot
from dataset_builders.hvsbench.answers import UnknownScanpathError
from dataset_builders.hvsbench.rows import RELEASED, make_row
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import image_suffix, inside
from vlmeval_hvs.sets import Manifest, SetWriter

REPOSITORY = "garrying/HVSBench"
SOURCE = "https://huggingface.co/datasets/garrying/HVSBench"
LICENCE = '"other" on the hub, its text is not known'

EXPECTED = {
    **{"Q1": 819, "Q2": 1886, "Q3": 866, "Q4": 800, "Q5": 124, "Q6": 818, "Q7": 182},
    **{"Q8": 808, "Q10": 870, "Q11": 185, "Q13": 216},
}
"""Questions per type behind the paper's tables, recovered from their accuracies."""

EXPECTED_SCANPATHS = 1083
"""Q9 and Q12 together: the 8,657 released rows less those above."""

_BATCH = 16  # rows; with images of a few hundred kB about 4 MB
_BUFFER = 1 << 20  # bytes read from a shard at a time, however large its row groups are


def build(set_name: str, source: Path | None, root: Path) -> Manifest:
    """Build the set.

    Rows whose image does not decode, whose paths leave their folder or whose answer cannot be read are left out and
    listed in the manifest; unreadable scanpath answers, missing columns, damaged shards and repeated row numbers end
    the build.

    Args:
        set_name: Name of the set.
        source: Folder or archive with the parquet shards; downloaded from the hub when None.
        root: Folder of all sets.

    Raises:
        DataError: The release is not usable; the message names the shard, column or row.
    """
    folder = snapshot(REPOSITORY, ["data/*.parquet", "*.md"]) if source is None else source
    with open_source(folder) as opened, SetWriter(set_name, root, source=SOURCE, licence=LICENCE) as writer:
        shards = find_shards(opened)
        storages: Counter[str] = Counter()
        people: Counter[int] = Counter()
        seen: dict[str, str] = {}
        kinds: Counter[str] = Counter()
        for name, row in read_rows(shards):
            try:
                image = _store_image(writer, row["image"], opened, seen)
                cells, storage = make_row(row["index"], _texts(row), image, writer.size(image))
            except UnknownScanpathError as error:
                raise DataError(f"{name}, row {row['index']}: {error}") from error
            except DataError as error:
                writer.skip(row["index"], str(error))
                continue
            writer.row(cells)
            kinds[cells["question_type"]] += 1
            if storage:
                storages[storage] += 1
                people[len(json.loads(cells["scanpaths"]))] += 1
        _check(writer, kinds, storages, people)
        writer.note("shards", [shard.name for shard in shards])
    return writer.manifest


def find_shards(folder: Path) -> list[Path]:
    """The parquet files of the test split below a folder, in order.

    Raises:
        DataError: There are none, or shards of ``name-00000-of-00004`` are missing.
    """
    shards = sorted(folder.rglob("*.parquet"))
    shards = [shard for shard in shards if shard.name.startswith("test")] or shards
    if not shards:
        raise DataError(f"{folder}: no parquet file; expected the release's data/test-*.parquet")
    stems = [shard.stem.split("-") for shard in shards]
    if all(len(parts) == 4 and parts[2] == "of" and parts[3].isdigit() for parts in stems):
        missing = set(range(int(stems[0][3]))) - {int(parts[1]) for parts in stems if parts[1].isdigit()}
        if missing:
            raise DataError(f"{shards[0].parent}: shards {sorted(missing)} of {int(stems[0][3])} are missing")
    return shards


def read_rows(shards: list[Path]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Rows of all shards with the shard's name, a few at a time.

    Raises:
        DataError: A shard is damaged or lacks columns.
    """
    for shard in shards:
        try:
            with pq.ParquetFile(shard, buffer_size=_BUFFER, pre_buffer=False) as file:
                needed = ["index", "image", *RELEASED]
                missing = [column for column in needed if column not in file.schema_arrow.names]
                if missing:
                    raise DataError(f"{shard.name}: columns {', '.join(missing)} are missing")
                for batch in file.iter_batches(_BATCH, columns=needed, use_threads=False):
                    for row in batch.to_pylist():
                        yield shard.name, _checked(row, shard.name)
        except (pa.ArrowException, OSError, EOFError) as error:
            raise DataError(f"{shard.name}: damaged parquet file ({str(error).splitlines()[0][:200]})") from error


def _checked(row: dict[str, Any], shard: str) -> dict[str, Any]:
    if isinstance(row["index"], bool) or not isinstance(row["index"], int) or row["index"] < 0:
        raise DataError(f"{shard}: row index {row['index']!r} is not a whole number of at least 0")
    return row


def _texts(row: Mapping[str, Any]) -> dict[str, str]:
    texts = {column: "" if row[column] is None else str(row[column]) for column in RELEASED}
    if texts["real_image_path"]:  # only ever shown, but a climbing path means that somebody tampered with the row
        inside(Path("raw_datasets"), texts["real_image_path"])
    return texts


def _store_image(writer: SetWriter, image: Any, folder: Path, seen: dict[str, str]) -> str:
    """Write an image under a name made from its bytes, once."""
    if isinstance(image, bytes):
        image = {"bytes": image}
    if not isinstance(image, Mapping) or not (image.get("bytes") or image.get("path")):
        raise DataError("the row has no image")
    data = image.get("bytes")
    if not data:
        file = inside(folder, str(image["path"]))
        if not file.is_file():
            raise DataError(f"image file {image['path']} is not in the release")
        data = file.read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    if digest not in seen:
        seen[digest] = writer.image(f"images/{digest[:2]}/{digest[:20]}{image_suffix(data)}", data)
    return seen[digest]


def _check(writer: SetWriter, kinds: Counter[str], storages: Counter[str], people: Counter[int]) -> None:
    """Record counts and storage of the release, and warn where they are not as known."""
    writer.note("rows_per_type", dict(sorted(kinds.items(), key=lambda item: int(item[0][1:]))))
    writer.note("scanpath_storage", dict(storages))
    writer.note("scanpaths_per_row", {str(number): count for number, count in sorted(people.items())})
    found = {**kinds, "Q9+Q12": kinds["Q9"] + kinds["Q12"]}
    for kind, expected in {**EXPECTED, "Q9+Q12": EXPECTED_SCANPATHS}.items():
        if found.get(kind, 0) != expected:
            writer.warn(f"{kind}: {found.get(kind, 0)} rows, the published tables rest on {expected}")
    frames = {storage.rsplit(", ", 1)[1] for storage in storages}
    if len(frames) > 1:
        writer.warn(f"scanpaths are stored in different frames: {dict(storages)}")
    if people and set(people) != {10}:
        writer.warn(f"scanpaths per row: {dict(sorted(people.items()))}; the paper compares with 10 people")
    if writer.manifest.skipped:
        writer.warn(f"{len(writer.manifest.skipped)} rows were left out; the manifest lists them with reasons")
