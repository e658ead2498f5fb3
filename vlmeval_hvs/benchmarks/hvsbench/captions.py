"""Captions for the images of a set (HVSBench paper, Table 5), from files of users."""

import json
from pathlib import Path

import pandas as pd

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import records

_KEYS = ("index", "image_path", "real_image_path")  # columns that the captions of a user may name


def read_captions(file: str, rows: pd.DataFrame) -> dict[str, str]:
    """Caption of every row, by index; a `DataError` names a file that cannot be read, or a row without a caption.

    ``file`` is a JSON object ``{index or image path: caption}``, or a TSV with the columns ``caption`` and ``index``,
    ``image_path`` or ``real_image_path``.
    """
    try:
        captions = _read(Path(file))
    except (OSError, ValueError, RecursionError) as error:
        raise DataError(f"caption_file {file}: cannot be read ({type(error).__name__}: {error})") from error
    found, missing = {}, []
    for row in records(rows[[name for name in _KEYS if name in rows]]):
        caption = next((captions[name] for name in row.values() if captions.get(name, "").strip()), None)
        if caption is None:
            missing.append(row["index"])
        else:
            found[row["index"]] = caption
    if missing:
        raise DataError(
            f"caption_file {file}: no caption for {len(missing)} of {len(rows)} rows, the first is row {missing[0]}"
        )
    return found


def _read(file: Path) -> dict[str, str]:
    """Captions by whatever names their rows or images."""
    if file.read_text(encoding="utf-8").lstrip().startswith("{"):
        content = json.loads(file.read_text(encoding="utf-8"))
        return {str(key): caption for key, caption in content.items() if isinstance(caption, str)}
    table = pd.read_csv(file, sep="\t", dtype=str, keep_default_na=False)
    used = [name for name in _KEYS if name in table]
    if "caption" not in table or not used:
        raise ValueError(f"it needs the columns caption and one of {', '.join(_KEYS)}")
    return {cell: caption for name in used for cell, caption in zip(table[name], table["caption"], strict=True)}
