"""The folder of a generated set: its files, how its rows are read, and a set to run built from its test questions."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dataset_builders.hvsbench.rows import make_row, place, released
from dataset_builders.odd_rows import one_row
from vlmeval_hvs.errors import DataError, MissingDataError
from vlmeval_hvs.files import content_digest, inside, read_json
from vlmeval_hvs.registry import OWN_DATA
from vlmeval_hvs.sets import Manifest, SetWriter

SIDES = ("train", "test")
PICTURES = "pictures"
GENERATION = "generation.json"  # what the set was generated from
KIND = "hvsbench-generated"


def read_rows(folder: Path, side: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The questions of a side with the numbers of their lines, from 1; a line that is no JSON object is an error."""
    path = folder / f"{side}.jsonl"
    if not path.is_file():
        raise MissingDataError(f"{path} is missing; `vlmeval-hvs hvsbench generate` writes it")
    with path.open(encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, start=1):
            try:
                row = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise DataError(f"{path}, line {number}: no JSON ({error})") from error
            if not isinstance(row, dict):
                raise DataError(f"{path}, line {number}: no JSON object")
            yield number, row


def generated_in(folder: Path) -> Path | None:
    """The generated set that a folder is or, as unpacked archives do, holds; None where there is none."""
    return next((one for one in (folder, *sorted(folder.iterdir())) if (one / GENERATION).is_file()), None)


def build(set_name: str, folder: Path, root: Path) -> Manifest:
    """Build a set from the test side of the generated one in a folder; an error names the row that cannot be used."""
    generation, about = read_json(folder / GENERATION), read_json(folder / OWN_DATA)
    if not isinstance(generation, dict) or generation.get("kind") != KIND:
        raise DataError(f"{folder / GENERATION}: not written by `vlmeval-hvs hvsbench generate`")
    rows = folder / "test.jsonl"
    source = f"generated: {about['title']} ({about['when']})"
    with SetWriter(set_name, root, source=source, licence=str(about["licence"])) as writer:
        writer.note("own_data", about)
        writer.note("generation", {key: generation[key] for key in ("settings", "sources", "versions")})
        if content_digest(rows) != generation["files"].get(rows.name):
            writer.warn(f"{rows.name} was changed after {GENERATION} was written")
        sizes: dict[str, tuple[int, int]] = {}
        for number, row in read_rows(folder, "test"):
            try:
                with one_row():
                    path = f"images/{str(row['image_path']).removeprefix(f'{PICTURES}/')}"
                    if path not in sizes:
                        writer.image(path, inside(folder, row["image_path"]).read_bytes())
                        sizes[path] = writer.size(path)
                    made = place(make_row(int(row["index"]), released(row), path, sizes[path]))
                    writer.row({**made, "human_answers": json.dumps(row.get("human_answers", []))})
            except DataError as error:
                raise DataError(f"{rows}, line {number}: {error}") from error
    return writer.manifest
