"""The folder of a generated set: what its files are called, and how its rows are read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from vlmeval_hvs.errors import DataError, MissingDataError
from vlmeval_hvs.files import read_json

SIDES = ("train", "test")
PICTURES = "pictures"
GENERATION = "generation.json"
"""Written last: a folder that has it is whole."""
REVIEW = "names_review.csv"
KIND, SCHEMA = "hvsbench-generated", 1


def rows_file(folder: Path, side: str) -> Path:
    """The file with the questions of a side."""
    return folder / f"{side}.jsonl"


def is_generated(folder: Path) -> bool:
    """Whether a folder holds a whole generated set."""
    return (folder / GENERATION).is_file()


def read_generation(folder: Path) -> dict[str, Any]:
    """What a generated set says of itself.

    Raises:
        DataError: There is no such set.
    """
    found = read_json(folder / GENERATION)
    if not isinstance(found, dict) or found.get("kind") != KIND:
        raise DataError(f"{folder / GENERATION}: not written by `vlmeval-hvs hvsbench-generate`")
    return found


def read_rows(folder: Path, side: str) -> Iterator[dict[str, Any]]:
    """The questions of a side, one after the other.

    Raises:
        DataError: The file cannot be read, or a line of it is no question; the message names it.
    """
    return (row for _, row in numbered_rows(rows_file(folder, side)))


def numbered_rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The rows of a file with the numbers of their lines, from 1; empty lines are passed over.

    Raises:
        DataError: The file cannot be read, or a line of it is no JSON object; the message names it.
    """
    if not path.is_file():
        raise MissingDataError(f"{path} is missing; `vlmeval-hvs hvsbench-generate` writes it")
    try:
        with path.open(encoding="utf-8") as file:
            for number, line in enumerate(file, start=1):
                if not line.strip():
                    continue
                try:
                    row = json.loads(line)
                except (ValueError, RecursionError) as error:
                    raise DataError(f"{path}, line {number}: no JSON ({error})") from error
                if not isinstance(row, dict):
                    raise DataError(f"{path}, line {number}: no JSON object")
                yield number, row
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: cannot be read ({error})") from error
