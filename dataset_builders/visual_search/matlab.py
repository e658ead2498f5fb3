"""Reads records (struct arrays) from MATLAB files; nothing in them is executed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from scipy.io import loadmat

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.arrays import Floats

MAX_BYTES = 64 * 2**20
"""Larger files are refused: a participant's trials take about 100 KB."""


def read_records(path: Path, variable: str) -> list[Mapping[str, Any]]:
    """The records of a struct array, as mappings from field to value.

    Args:
        path: File of MATLAB 4 to 7.2 (a ``-v7.3`` file is HDF5, which is not read).
        variable: Name of the struct array; the other variables of the file are not read.

    Raises:
        DataError: The file cannot be read, or has no such records.
    """
    if path.stat().st_size > MAX_BYTES:
        raise DataError(f"{path}: {path.stat().st_size} bytes, more than a file of records has")
    try:
        content = loadmat(path, variable_names=[variable], simplify_cells=True, appendmat=False)
    except Exception as error:  # scipy raises many types for broken files
        raise DataError(f"{path}: cannot be read as a MATLAB file ({error})") from error
    found = content.get(variable)
    records = [found] if isinstance(found, Mapping) else found
    if not isinstance(records, list | np.ndarray) or not all(isinstance(one, Mapping) for one in records):
        raise DataError(f"{path}: holds no records {variable!r}")
    return list(records)


def vector(record: Mapping[str, Any], field: str, place: str, length: int | None = None) -> Floats:
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
