"""Reads records (struct arrays) from MATLAB files; nothing in them is executed.

A process of its own does the reading, because damaged files can make SciPy's reader crash, hang, or fill the memory:
``python -m`` this module takes a JSON list of files and variables and prints a line of JSON for each.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

import numpy as np
from scipy.io import loadmat

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.arrays import Floats

MAX_BYTES = 64 * 2**20
"""Larger files are refused: a participant's trials take about 100 KB."""

SECONDS = 10.0
"""Longest time for a file on average, besides a minute for all; a participant's trials take some hundredths."""

MAX_MEMORY = 4 * 2**30
"""Bytes that the process may take, where the system can limit them."""

Record = Mapping[str, Any]


def read_records(files: Sequence[tuple[Path, str]]) -> list[list[Record]]:
    """The records of struct arrays, as mappings from field to value; arrays are lists.

    Args:
        files: Files of MATLAB 4 to 7.2 (a ``-v7.3`` file is HDF5, which is not read), each with the name of its struct
            array; other variables are not read.

    Raises:
        DataError: A file cannot be read, or has no such records.
    """
    for path, _ in files:
        if path.stat().st_size > MAX_BYTES:
            raise DataError(f"{path}: {path.stat().st_size} bytes, more than a file of records has")
    found = []
    for (path, variable), answer in zip_longest(files, _answers(files)):
        if answer is None:
            raise DataError(
                f"{path}: cannot be read as a MATLAB file (the reader crashed or hung on it; it is damaged)"
            )
        if "error" in answer:
            raise DataError(f"{path}: cannot be read as a MATLAB file ({answer['error']})")
        value = answer["value"]
        records = [value] if isinstance(value, Mapping) else value
        if not isinstance(records, list) or not all(isinstance(one, Mapping) for one in records):
            raise DataError(f"{path}: holds no records {variable!r}")
        found.append(records)
    return found


def _answers(files: Sequence[tuple[Path, str]]) -> list[dict[str, Any]]:
    """What the reader says of the files, up to the first one on which it crashed or hung."""
    root = str(Path(__file__).resolve().parents[2])
    paths = os.pathsep.join([root, *filter(None, [os.environ.get("PYTHONPATH")])])
    try:
        done = subprocess.run(
            [sys.executable, "-m", "dataset_builders.visual_search.matlab"],
            input=json.dumps([(str(path.resolve()), variable) for path, variable in files]).encode(),
            capture_output=True,
            timeout=60 + SECONDS * len(files),
            env={**os.environ, "PYTHONPATH": paths},
        )
        out = done.stdout
    except subprocess.TimeoutExpired as error:
        out = error.stdout or b""
    return [json.loads(line) for line in out.decode("ascii").splitlines(keepends=True) if line.endswith("\n")]


def vector(record: Record, field: str, place: str, length: int | None = None) -> Floats:
    """A numeric field as a flat array (a single number becomes one entry).

    Args:
        record: A record from `read_records`.
        field: Name of the field.
        place: Where the record is, for errors.
        length: Number of entries that the field must have, if it must have one.

    Raises:
        DataError: The field is missing, not numeric, or has another length.
    """
    try:
        values = np.asarray(record[field], dtype=np.float64).ravel()
    except (KeyError, TypeError, ValueError) as error:
        reason = "missing" if field not in record else f"not numeric ({error})"
        raise DataError(f"{place}: field {field!r} is {reason}") from error
    if length is not None and values.size != length:
        raise DataError(f"{place}: field {field!r} has {values.size} entries, not {length}")
    return values


def plain(value: Any) -> Any:
    """Structs as objects, arrays as lists, and whatever JSON does not have as text."""
    if isinstance(value, dict):
        return {str(name): plain(part) for name, part in value.items()}
    if isinstance(value, list | np.ndarray):
        return [plain(part) for part in value] if np.ndim(value) else plain(value.item())  # type: ignore[union-attr]
    if isinstance(value, np.generic):
        value = value.item()
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def _main() -> None:
    _limit_memory()
    for path, variable in json.load(sys.stdin):
        try:
            content = loadmat(path, variable_names=[variable], simplify_cells=True, appendmat=False)
            answer = {"value": plain(content.get(variable))}
        except Exception as error:  # SciPy raises many types for broken files
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # not on Windows
        return
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    if hard == resource.RLIM_INFINITY or hard > MAX_MEMORY:
        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, hard))


if __name__ == "__main__":
    _main()
