"""The image of a row, in every way in which releases store one."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import named_file

COLUMNS = ("image", "image_path", "image_bytes", "file_name")
"""Columns that may hold it, in the order in which they are tried."""

_REFERENCE = re.compile(r"(\d{1,18})(?:\.0)?")
_SHORTEST = 64  # characters; no image in base64 is shorter, and no path of a release is longer without a dot


class ImageOfRow(DataError):
    """The row shows the image of another row: the host's own format stores an image that rows share once.

    Attributes:
        index: The row number that the cell holds.
    """

    def __init__(self, index: str) -> None:
        super().__init__(f"the row has the image of row {index}, which is not in the release")
        self.index = index


def read_image(row: Mapping[str, Any], *folders: Path) -> tuple[bytes, str]:
    """The encoded image of a row and how it is stored.

    Args:
        row: A row of the release.
        folders: Folders that paths may be relative to: that of the release, and that of the table.

    Returns:
        The bytes, and one of "bytes", "struct with bytes", "struct with path", "path" and "base64".
    """
    for column in COLUMNS:
        if row.get(column):
            return _read(row[column], folders)
    raise DataError("the row has no image")


def _read(cell: Any, folders: Sequence[Path]) -> tuple[bytes, str]:
    if isinstance(cell, (list, tuple)):
        if len(cell) != 1:
            raise DataError(f"the row has {len(cell)} images")
        cell = cell[0]
    if isinstance(cell, bytes):
        return cell, "bytes"
    if isinstance(cell, Mapping):
        if cell.get("bytes"):
            return bytes(cell["bytes"]), "struct with bytes"
        if cell.get("path"):
            return _file(str(cell["path"]), folders), "struct with path"
        raise DataError("the row has no image")
    if not isinstance(cell, str):
        raise DataError(f"the row's image is of the type {type(cell).__name__}")
    text = cell.strip()
    if text.startswith('["'):
        try:
            return _read(json.loads(text), folders)
        except ValueError:
            raise DataError("the row's image is a damaged list") from None
    if text.startswith("data:image/"):
        text = text.partition(",")[2]
    if (number := row_number(text)) and not any((folder / text).is_file() for folder in folders):
        raise ImageOfRow(number)
    if len(text) >= _SHORTEST and (data := _decoded(text)):
        return data, "base64"
    return _file(text, folders), "path"


def _decoded(text: str) -> bytes | None:
    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        return None


def row_number(cell: object) -> str:
    """The number of a row as an image cell refers to it (a table may turn 11 into 11.0), "" for anything else."""
    match = _REFERENCE.fullmatch(str(cell).strip())
    return match[1] if match else ""


def _file(path: str, folders: Sequence[Path]) -> bytes:
    for folder in folders:
        if (file := named_file(folder, path)).is_file():
            return file.read_bytes()
    raise DataError(f"image file '{path}' is not in the release")
