"""Puts the pictures of a search trial into its set: scene, target, and the saliency map that searchers start from."""

from __future__ import annotations

import io
from collections import Counter
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from dataset_builders.visual_search.raw_set import RawTrial
from vlmeval_hvs.as_shown import as_shown
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import check_image
from vlmeval_hvs.sets import SetWriter

PRIORS = "priors"
"""Folder of a set with one saliency map per image, ``<image stem>.jpg`` or ``.png``."""
_QUALITY = 95  # of resized photographs


def store_image(trial: RawTrial, writer: SetWriter) -> str:
    """Store the scene and return its path: the file as it is, or resized to the frame where the trial says so.

    Raises:
        DataError: The image does not decode.
        OSError: The file cannot be read.
    """
    name, data = Path(trial.image).name, trial.image_path.read_bytes()
    if not trial.resize:
        return writer.image(f"images/{name}", data)
    check_image(data, trial.image_path.name)
    height, width = trial.shape
    buffer = io.BytesIO()
    with Image.open(io.BytesIO(data)) as picture:
        small = as_shown(picture).resize((width, height), Image.Resampling.BILINEAR)
    small.save(buffer, format="JPEG", quality=_QUALITY)
    return writer.image(f"images/{Path(name).stem}.jpg", buffer.getvalue())


def store_target(trial: RawTrial, writer: SetWriter, counts: Counter[str]) -> str:
    """Store the target's picture and return its path; cut from the image when there is none that can be read.

    Raises:
        DataError: The box is outside the image that the target has to be cut from, or that image does not decode.
    """
    if trial.target_path is not None:
        data = trial.target_path.read_bytes()
        try:
            check_image(data, trial.target)
        except DataError:
            counts["unreadable targets, cut from the image instead"] += 1
        else:
            return writer.image(f"targets/{Path(trial.target).name}", data)
    path, shares = trial.example or (trial.image_path, _shares(trial))
    name = f"targets/{Path(trial.target).stem}_crop.png"
    return writer.array(name, _cut(path, shares))


def store_prior(trial: RawTrial, path: Path | None, writer: SetWriter, counts: Counter[str]) -> None:
    """Store the saliency map of an image, where there is one, in the set's folder `PRIORS`."""
    if path is None:
        return
    try:
        data = path.read_bytes()
        check_image(data, path.name)
        writer.file(f"{PRIORS}/{Path(trial.image).stem}{path.suffix.lower()}", data)  # its numbers, not its looks
        counts["saliency maps"] += 1
    except (DataError, OSError) as error:
        writer.warn(f"{path.name}: not stored as a saliency map ({error})")


def _shares(trial: RawTrial) -> tuple[float, float, float, float]:
    height, width = trial.shape
    top, left, bottom, right = trial.bbox
    return top / height, left / width, bottom / height, right / width


def _cut(path: Path, shares: tuple[float, float, float, float]) -> NDArray[np.uint8]:
    """The part of a picture in a box, which is in shares of its height and width."""
    data = path.read_bytes()
    check_image(data, path.name)
    with Image.open(io.BytesIO(data)) as picture:
        pixels = np.asarray(as_shown(picture), dtype=np.uint8)
    height, width = pixels.shape[:2]
    # Whole pixels: a product such as 200 / 240 * 240 may be a rounding error below its pixel.
    top, left = int(max(shares[0] * height + 1e-6, 0)), int(max(shares[1] * width + 1e-6, 0))
    bottom, right = int(shares[2] * height + 1e-6), int(shares[3] * width + 1e-6)
    crop = pixels[top : max(bottom, top + 1), left : max(right, left + 1)]
    if crop.size == 0:
        raise DataError("the target box is outside the image")
    return np.ascontiguousarray(crop)
