"""The two result files next to a prediction file: written atomically, readable everywhere."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from vlmeval_hvs.files import write_atomically

if TYPE_CHECKING:
    import pandas as pd

ITEMS = "_hvs_items.tsv"
SCORES = "_hvs_scores.json"


def plain(value: Any) -> Any:
    """``value`` in JSON's own types: numpy scalars and arrays converted, NaN and infinities as None."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set)):
        return [plain(item) for item in value]
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, (int, np.integer)):
        return int(value)
    if isinstance(value, (float, np.floating)):
        return float(value) if math.isfinite(value) else None
    if value is None or isinstance(value, str):
        return value
    return str(value)


def write_results(folder: Path, stem: str, items: pd.DataFrame, scores: dict[str, Any]) -> tuple[Path, Path]:
    """Write ``<stem>_hvs_items.tsv`` and ``<stem>_hvs_scores.json``.

    Args:
        folder: Folder of the prediction file.
        stem: Its name without the ending.
        items: One row per sample.
        scores: Nested results.

    Returns:
        The two paths.
    """
    paths = folder / f"{stem}{ITEMS}", folder / f"{stem}{SCORES}"
    write_atomically(paths[0], _tsv(items).encode("utf-8", "replace"))
    text = json.dumps(plain(scores), ensure_ascii=False, indent=1, allow_nan=False)
    write_atomically(paths[1], text.encode("utf-8", "replace"))
    return paths


def _tsv(items: pd.DataFrame) -> str:
    """The table as text. A carriage return in a cell is quoted: readers take a bare one for the end of a line."""
    mark = "\n\ue000"  # the line break makes the writer quote the cell
    marked = items.map(lambda cell: cell.replace("\r", mark) if isinstance(cell, str) and "\r" in cell else cell)
    return marked.to_csv(sep="\t", index=False, lineterminator="\n", na_rep="").replace(mark, "\r")
