"""Reads records (struct arrays) from MATLAB files; nothing in them is executed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.arrays import Floats

Record = Mapping[str, Any]


def read_records(path: Path, variable: str) -> list[Record]:
    """The records of a struct array as mappings from field to value; other variables are not read.

    Raises:
        DataError: The file is none of MATLAB 4 to 7.2 (a ``-v7.3`` file is HDF5), or has no such records.
    """
    from scipy.io import loadmat

    try:
        content = loadmat(path, variable_names=[variable], simplify_cells=True, appendmat=False)
    except Exception as error:  # SciPy raises many types for broken files
        raise DataError(f"{path}: cannot be read as a MATLAB file ({type(error).__name__}: {error})") from error
    records = records_of(content.get(variable))
    if records is None:
        raise DataError(f"{path}: holds no records {variable!r}")
    return records


def records_of(value: Any) -> list[Record] | None:
    """The records in a value: a struct array, or a single struct; None in any other value."""
    records = [value] if isinstance(value, Mapping) else value
    return records if isinstance(records, list) and all(isinstance(one, Mapping) for one in records) else None


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
