"""Captions for the images of a set (HVSBench paper, Table 5), from files of users and of COCO."""

from __future__ import annotations

import json
import re
from pathlib import Path, PurePosixPath
from typing import Any

import pandas as pd

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import records

_KEYS = ("index", "image_path", "real_image_path")  # columns that the captions of a user may name

_COCO_NAME = re.compile(r"(?:COCO_[a-z]+\d{4}_)?(\d{12})")
"""An image's file name in COCO's releases of 2014 and 2017; the number is the same in both."""


def read_captions(file: str, rows: pd.DataFrame, length: str = "short") -> dict[str, str]:
    """Caption of every row, by index; a `DataError` names a file that cannot be read, or a row without a caption.

    ``file`` is a JSON object ``{index or image path: caption}``; a TSV with the columns ``caption`` and ``index`` or
    ``image_path`` (or ``real_image_path``); one of COCO's ``captions_*.json``, whose images are found by the file name
    in ``real_image_path``; or a folder with several of these. COCO has five sentences for an image: the ``length``
    ``short`` takes the first, ``detailed`` all of them.
    """
    place, keys = Path(file), [name for name in _KEYS if name in rows]
    captions: dict[str, str] = {}
    for path in sorted(place.glob("captions*")) if place.is_dir() else [place]:
        try:
            captions |= _read(path, length)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise DataError(f"caption_file {path}: cannot be read ({type(error).__name__}: {error})") from error
    found, missing = {}, []
    for row in records(rows[keys]):
        names = [*row.values(), *(_coco_name(path) for key, path in row.items() if key != "index")]
        caption = next((captions[name] for name in names if captions.get(name, "").strip()), None)
        if caption is None:
            missing.append(row["index"])
        else:
            found[row["index"]] = caption
    if missing:
        raise DataError(
            f"caption_file {file}: no caption for {len(missing)} of {len(rows)} rows, the first is row {missing[0]}"
        )
    return found


def _read(file: Path, length: str) -> dict[str, str]:
    """Captions by whatever names their rows or images."""
    if file.read_text(encoding="utf-8").lstrip().startswith("{"):
        value: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        if not isinstance(value.get("annotations"), list):
            return {str(key): caption for key, caption in value.items() if isinstance(caption, str)}
        names = {entry["id"]: _coco_name(entry["file_name"]) for entry in value["images"]}
        sentences: dict[str, list[str]] = {}
        for entry in sorted(value["annotations"], key=lambda entry: entry["id"]):
            sentences.setdefault(names[entry["image_id"]], []).append(" ".join(entry["caption"].split()))
        return {name: found[0] if length == "short" else " ".join(found) for name, found in sentences.items()}
    table = pd.read_csv(file, sep="\t", dtype=str, keep_default_na=False)
    used = [name for name in _KEYS if name in table]
    if "caption" not in table or not used:
        raise ValueError(f"it needs the columns caption and one of {', '.join(_KEYS)}")
    return {cell: caption for name in used for cell, caption in zip(table[name], table["caption"], strict=True)}


def _coco_name(path: str) -> str:
    """The name by which an image is found: its number in COCO, else its file name."""
    name = PurePosixPath(path.replace("\\", "/")).name
    number = _COCO_NAME.fullmatch(name.rpartition(".")[0])
    return f"COCO {int(number[1])}" if number else name
