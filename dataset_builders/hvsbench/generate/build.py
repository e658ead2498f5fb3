"""A set that can be run from the test questions of a generated one."""

from __future__ import annotations

import json
from pathlib import Path

from dataset_builders.hvsbench.generate.folder import (
    GENERATION,
    PICTURES,
    is_generated,
    read_generation,
    read_rows,
    rows_file,
)
from dataset_builders.hvsbench.rows import RELEASED, make_row, place
from dataset_builders.odd_rows import one_row
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import content_digest, inside, read_json
from vlmeval_hvs.registry import OWN_DATA
from vlmeval_hvs.sets import Manifest, SetWriter

SIDE = "test"


def generated_in(folder: Path) -> Path | None:
    """The generated set that a folder is or, as unpacked archives do, holds; None where there is none."""
    return next((one for one in (folder, *sorted(folder.iterdir())) if is_generated(one)), None)


def build(set_name: str, folder: Path, root: Path) -> Manifest:
    """Build a set from the test side of a generated one.

    Args:
        set_name: Name of the set.
        folder: The generated set.
        root: Folder of all sets.

    Raises:
        DataError: It is not whole, or a row of it cannot be used; the message names it.
    """
    told = read_generation(folder)
    about = read_json(folder / OWN_DATA)
    source = f"generated: {about['title']} ({about['when']})"
    with SetWriter(set_name, root, source=source, licence=str(about["licence"])) as writer:
        writer.note("own_data", about)
        writer.note("generation", {key: told[key] for key in ("settings", "sources", "versions")})
        if content_digest(rows_file(folder, SIDE)) != told["files"].get(rows_file(folder, SIDE).name):
            writer.warn(f"{rows_file(folder, SIDE).name} was changed after {GENERATION} was written")
        sizes: dict[str, tuple[int, int]] = {}
        for number, row in enumerate(read_rows(folder, SIDE), start=1):
            try:
                with one_row():
                    path = f"images/{str(row['image_path']).removeprefix(f'{PICTURES}/')}"
                    if path not in sizes:
                        writer.image(path, inside(folder, row["image_path"]).read_bytes())
                        sizes[path] = writer.size(path)
                    released = {column: str(row.get(column, "")) for column in RELEASED}
                    made, stored = make_row(int(row["index"]), released, path, sizes[path])
                    made = place(made, stored.paths, "relative") if stored else made
                    writer.row({**made, "human_answers": json.dumps(row.get("human_answers", []))})
            except DataError as error:
                raise DataError(f"{rows_file(folder, SIDE)}, line {number}: {error}") from error
    return writer.manifest
