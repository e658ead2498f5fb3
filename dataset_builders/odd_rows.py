"""One odd row must cost itself only: whatever its reader trips over becomes an error that the builder lists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from vlmeval_hvs.errors import DataError, HVSError

_ODD = (ArithmeticError, AttributeError, LookupError, OSError, RecursionError, TypeError, ValueError)
"""What a cell of an unforeseen kind makes a reader raise. A full disk is none of it: see `StoreError`."""

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
        raise DataError(f"the row is of an unknown form ({type(error).__name__}: {text})") from error


def name_of(record: Any, number: int) -> object:
    """What a row is called among those left out: its own index, else its number."""
    index = record.get("index") if isinstance(record, Mapping) else None
    return number if index is None else index
