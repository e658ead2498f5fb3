"""Errors of single rows: whatever an odd row raises becomes a `DataError`, and the builder goes on."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from vlmeval_hvs.errors import DataError, HVSError

_ODD = (ArithmeticError, AttributeError, LookupError, OSError, RecursionError, TypeError, ValueError)
"""Errors that cells of an unforeseen kind raise; a full disk raises `StoreError` instead."""

_LONGEST = 200


@contextmanager
def one_row() -> Iterator[None]:
    """Read one row in the block."""
    try:
        yield
    except HVSError:
        raise
    except _ODD as error:
        text = str(error) if len(str(error)) <= _LONGEST else f"{str(error)[:_LONGEST]}..."
        raise DataError(f"the row has an unexpected form ({type(error).__name__}: {text})") from error


def name_of(record: Any, number: int) -> object:
    """The name of a row among those left out: its index, else its number."""
    index = record.get("index") if isinstance(record, Mapping) else None
    return number if index is None else index
