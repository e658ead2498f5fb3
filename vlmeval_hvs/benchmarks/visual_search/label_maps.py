"""Semantic label maps of scenes, one file per image."""

from __future__ import annotations

import gzip
import io
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from vlmeval_hvs.errors import DataError


def read_label_map(folder: Path, image: str) -> NDArray[Any]:
    """Semantic label map of an image: ``<image stem>.npy``, ``.npy.gz`` or ``.png``.

    Raises:
        DataError: There is none, or it is no table of whole numbers.
    """
    stem = folder / Path(image).stem
    for ending in (".npy", ".npy.gz", ".png"):
        path = stem.with_name(stem.name + ending)
        if not path.is_file():
            continue
        try:
            if ending == ".png":
                with Image.open(path) as picture:
                    labels = np.asarray(picture)
            else:
                content = path.read_bytes()
                content = gzip.decompress(content) if ending == ".npy.gz" else content
                labels = np.load(io.BytesIO(content), allow_pickle=False)
        except (OSError, ValueError, EOFError) as error:
            raise DataError(f"{path}: not a label map ({error})") from error
        if labels.ndim != 2 or not labels.size or not np.all(labels == np.floor(labels)):
            raise DataError(f"{path}: a label map is a table (height, width) of whole numbers, not {labels.shape}")
        return labels
    raise DataError(f"{folder}: no label map {stem.name} (.npy, .npy.gz or .png)")
