"""Reads records (struct arrays) from MATLAB files; nothing in them is executed.

A process of its own does the reading, because damaged files can make SciPy's reader crash or hang: ``python -m`` this
module takes a JSON list of files and variables and prints a line of JSON for each.
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

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.arrays import Floats

SECONDS = 10.0
"""Longest time for a file on average, besides a minute for all; a participant's trials take some hundredths."""

Record = Mapping[str, Any]


def read_records(files: Sequence[tuple[Path, str]]) -> list[list[Record]]:
    """The records of struct arrays, as mappings from field to value; arrays are lists.

    Args:
        files: Files of MATLAB 4 to 7.2 (a ``-v7.3`` file is HDF5, which is not read), each with the name of its struct
            array; other variables are not read.

    Raises:
        DataError: A file cannot be read, or has no such records.
    """
    found = []
    for (path, variable), answer in zip_longest(files, _answers(files)):
        if answer is None:
            raise DataError(f"{path}: cannot be read as a MATLAB file (the reader crashed or hung on it)")
        if "error" in answer:
            raise DataError(f"{path}: cannot be read as a MATLAB file ({answer['error']})")
        records = records_of(answer["value"])
        if records is None:
            raise DataError(f"{path}: holds no records {variable!r}")
        found.append(records)
    return found


def records_of(value: Any) -> list[Record] | None:
    """The records in a value: a struct array, or a single struct; None in any other value."""
    records = [value] if isinstance(value, Mapping) else value
    return records if isinstance(records, list) and all(isinstance(one, Mapping) for one in records) else None


def _answers(files: Sequence[tuple[Path, str]]) -> list[dict[str, Any]]:
    """What the reader says of the files, up to the first one on which it crashed or hung."""
    paths = [str(Path(__file__).resolve().parents[2]), os.environ.get("PYTHONPATH", "")]
    try:
        out = subprocess.run(
            [sys.executable, "-m", "dataset_builders.visual_search.matlab"],
            input=json.dumps([(str(path.resolve()), variable) for path, variable in files]).encode(),
            capture_output=True,
            timeout=60 + SECONDS * len(files),
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
        ).stdout
    except subprocess.TimeoutExpired as error:
        out = error.stdout or b""
    return [json.loads(line) for line in out.decode("ascii").splitlines(keepends=True) if line.endswith("\n")]


def vector(record: Record, field: str, place: str, length: int | None = None) -> Floats:
    """A numeric field as a flat array (a single number becomes one entry), of ``length`` entries where that is given.

    Raises:
        DataError: The field is missing, not numeric, or has another length; ``place`` says where the record is.
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
    """What JSON does not have: arrays as lists, numpy's numbers as Python's, the rest as text."""
    return value.tolist() if isinstance(value, np.ndarray | np.number | np.bool_) else str(value)


def _main() -> None:
    from scipy.io import loadmat

    for path, variable in json.load(sys.stdin):
        try:
            content = loadmat(path, variable_names=[variable], simplify_cells=True, appendmat=False)
            answer = json.dumps({"value": content.get(variable)}, default=plain)
        except Exception as error:  # SciPy raises many types for broken files
            answer = json.dumps({"error": f"{type(error).__name__}: {error}"})
        print(answer, flush=True)


if __name__ == "__main__":
    _main()
