"""The result files next to a prediction file, and the mark of a verified run, which any change of them ends."""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from vlmeval_hvs.files import content_digest, write_atomically

if TYPE_CHECKING:
    import pandas as pd

ITEMS = "_hvs_items.tsv"
SCORES = "_hvs_scores.json"
VERIFIED = "_hvs_verified.json"

REPRODUCED = "reproduced"  # the verdict on a reproduced run


def plain(value: Any) -> Any:
    """``value`` in JSON's own types: numpy scalars and arrays converted, NaN and infinities as None."""
    if isinstance(value, (np.ndarray, np.generic)):
        value = value.tolist()
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set)):
        return [plain(item) for item in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if value is None or isinstance(value, (bool, int, str)) else str(value)


def write_results(folder: Path, stem: str, items: pd.DataFrame, scores: dict[str, Any]) -> tuple[Path, Path]:
    """Write and return ``<stem>_hvs_items.tsv`` and ``<stem>_hvs_scores.json``, which has the table's digest."""
    paths = folder / f"{stem}{ITEMS}", folder / f"{stem}{SCORES}"
    table = _tsv(items).encode("utf-8", "replace")
    digests = {**scores.get("files", {}), paths[0].name: hashlib.sha256(table).hexdigest()}
    scores = {**scores, "files": digests}
    text = json.dumps(plain(scores), ensure_ascii=False, indent=1, allow_nan=False).encode("utf-8", "replace")
    # Both are complete on the disk before either is renamed, so a kill leaves the two old or the two new ones. Between
    # the two renames, the digest shows that the score file does not belong to the table.
    waiting = [path.with_name(f".{path.name}.new") for path in paths]
    for place, content in zip(waiting, (table, text), strict=True):
        write_atomically(place, content)
    for place, path in zip(waiting, paths, strict=True):
        os.replace(place, path)
    return paths


def file_digests(paths: Iterable[Path]) -> dict[str, str]:
    """SHA-256 of existing files by name."""
    return {path.name: content_digest(path) for path in paths if path.is_file()}


def changed_files(folder: Path, digests: Mapping[str, str]) -> list[str]:
    """Names of existing files in a folder whose digests have changed."""
    now = file_digests(folder / name for name in digests if Path(name).name == name)
    return [name for name, digest in now.items() if digest != digests[name]]


def _tsv(items: pd.DataFrame) -> str:
    """The table as text, with carriage returns quoted, which readers otherwise take for line ends."""
    form: dict[str, Any] = {"sep": "\t", "index": False, "lineterminator": "\n", "na_rep": ""}
    text = str(items.to_csv(**form))
    if "\r" not in text:
        return text
    mark, marked = "\n\ue000", {}  # the line break makes the writer quote the cell
    for name, column in items.items():
        cells = column.to_numpy(dtype=object)
        if any(isinstance(cell, str) and "\r" in cell for cell in cells):
            marked[name] = [cell.replace("\r", mark) if isinstance(cell, str) else cell for cell in cells]
    return str(items.assign(**marked).to_csv(**form)).replace(mark, "\r")


@dataclass
class Mark:
    """The result of a verification."""

    verdict: str = REPRODUCED  # `REPRODUCED`, or the first difference
    version: str = ""  # version of the package that verified
    rows: int = 0  # number of rows
    prompts: int = 0  # number of prompts that were rebuilt and compared by digest
    data_files: int = 0  # number of data files that were compared by hash
    files: dict[str, str] = field(default_factory=dict)  # SHA-256 of the run's files, by name
    left: list[str] = field(default_factory=list)  # what an earlier version computed and this one does not


def mark_path(scores: Path) -> Path:
    """The path of a run's mark, from its score file; it is there for a reproduced run only."""
    return scores.with_name(scores.name.removesuffix(SCORES) + VERIFIED)


def is_verified(scores: Path) -> bool:
    """Whether a run was reproduced, and all files that were compared still exist unchanged."""
    try:
        mark = json.loads(mark_path(scores).read_text(encoding="utf-8"))
        files = dict(mark["files"])
        whole = mark["verdict"].startswith(REPRODUCED) and scores.name in files
    except (OSError, ValueError, KeyError, TypeError):
        return False
    there = all((scores.parent / name).is_file() for name in files)
    return whole and there and not changed_files(scores.parent, files)
