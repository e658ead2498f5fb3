"""Captions that a user supplies for the images of a set."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pandas as pd

from vlmeval_hvs.errors import DataError


def read_captions(file: str, rows: pd.DataFrame) -> dict[str, str]:
    """Caption of every row, by index.

    Args:
        file: A JSON object ``{index or image path: caption}``, or a TSV with the columns ``caption`` and ``index`` or
            ``image_path`` (or ``real_image_path``).
        rows: The rows that need a caption.

    Returns:
        Row index to caption.

    Raises:
        DataError: The file cannot be read, or a row has no caption; the message names it.
    """
    keys = [name for name in ("index", "image_path", "real_image_path") if name in rows]
    captions = _read(file, keys)
    result, missing = {}, []
    for row in rows[keys].to_dict("records"):
        found = next((captions[row[key]] for key in keys if captions.get(row[key], "").strip()), None)
        if found is None:
            missing.append(row["index"])
        else:
            result[row["index"]] = found
    if missing:
        raise DataError(
            f"caption_file {file}: no caption for {len(missing)} of {len(rows)} rows, the first is row {missing[0]}"
        )
    return result


def _read(file: str, keys: list[str]) -> dict[str, str]:
    try:
        text = Path(file).read_text(encoding="utf-8")
        if text.lstrip().startswith("{"):
            value = json.loads(text)
            return {str(key): str(caption) for key, caption in value.items()}
        table = pd.read_csv(io.StringIO(text), sep="\t", dtype=str, keep_default_na=False)
    except (OSError, ValueError) as error:
        raise DataError(f"caption_file {file}: cannot be read ({error})") from error
    used = [name for name in keys if name in table]
    if "caption" not in table or not used:
        raise DataError(f"caption_file {file}: needs the columns caption and one of {', '.join(keys)}")
    return {cell: caption for name in used for cell, caption in zip(table[name], table["caption"], strict=True)}
