"""The inputs of a searcher: picture, target and saliency map, brought to the searchers' frame as published."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.benchmarks.visual_search.searchers import compiled, grid
from vlmeval_hvs.benchmarks.visual_search.searchers.ivsn import attention_map, find_weights, load_features
from vlmeval_hvs.errors import DataError, MissingDataError
from vlmeval_hvs.files import data_root, read_rgb
from vlmeval_hvs.store.versions import present_folder

Floats = NDArray[np.float64]
Pixels = NDArray[np.uint8]

SIMILARITIES = ("correlation", "ssim", "network", "none")
"""Ways to compare the target with every place of the image; ``none`` knows the target's cells alone."""
SET_PRIOR = "set"
"""The prior of a built set: its folder ``priors`` has a saliency map per image."""
PRIORS = (SET_PRIOR, "center", "flat")
MAPS = "priors"
"""Folder of the saliency maps in a built set."""
MAP_ENDINGS = (".npy", ".png", ".jpg", ".jpeg")
_WITHOUT_MAPS = (
    "as published, the searcher's prior is DeepGaze II. Put one map per image there (<image stem>.npy, .png or .jpg), "
    "name a folder of maps (prior=FOLDER), or take the model whose name ends in -center or -flat, for another prior"
)


def read_picture(source: str | Path | NDArray[Any]) -> Pixels:
    """A file, or its pixels (grey or RGB), as uint8 ``(h, w, 3)``, or ``(h, w)`` where all channels are equal.

    Raises:
        DataError: The file does not decode, or the array is no picture.
    """
    pixels = read_rgb(Path(source)) if isinstance(source, (str, Path)) else np.asarray(source)
    if pixels.shape[2:] not in ((), (3,)) or pixels.ndim < 2 or pixels.size == 0 or pixels.dtype != np.uint8:
        raise DataError(f"a picture is uint8 (h, w) or (h, w, 3), not {pixels.dtype} {pixels.shape}")
    return pixels[..., 0] if pixels.ndim == 3 and (pixels == pixels[..., :1]).all() else pixels


def size_in_frame(shape: Sequence[int], height: float, width: float) -> tuple[int, int]:
    """Size of something in ``grid.IMAGE_SHAPE`` that is ``height`` by ``width`` px in an image of ``shape``."""
    tall, wide = grid.IMAGE_SHAPE
    return max(int(height / shape[0] * tall), 1), max(int(width / shape[1] * wide), 1)


def similarity_map(
    kind: str, image: Pixels, target: Pixels, size: tuple[int, int], weights: str | None = None
) -> Floats | None:
    """The largest similarity to the target in every cell, ``grid.GRID_SHAPE``; ``None`` for the kind ``none``.

    Args:
        kind: One of `SIMILARITIES`.
        image: The scene.
        target: The target template.
        size: Height and width at which the target is seen in the scene of ``grid.IMAGE_SHAPE``.
        weights: See `find_weights` (``network``).
    """
    if kind == "none":
        return None
    if kind == "network":
        attention = attention_map(_coloured(image), _coloured(target), load_features(str(find_weights(weights))))
        return grid.pool(np.asarray(cv2.resize(attention, grid.IMAGE_SHAPE[::-1]), dtype=np.float64), maximum=True)
    similarity = compiled("similarity")
    scene, template = _resized(image, grid.IMAGE_SHAPE), _resized(target, size)
    if scene.ndim > template.ndim:
        template = _coloured(template)
    elif scene.ndim < template.ndim:
        template = _rounded(template @ similarity.LUMINANCE)
    compare = similarity.correlation_map if kind == "correlation" else similarity.ssim_map
    return grid.pool(compare(scene, template), maximum=True)


def _resized(pixels: Pixels, shape: tuple[int, int]) -> Pixels:
    """The picture at another size, as `skimage.transform.resize` makes it, which the published code calls."""
    from skimage.transform import resize

    return pixels if pixels.shape[:2] == shape else _rounded(resize(pixels, shape, preserve_range=True))


def _rounded(values: Any) -> Pixels:
    return np.asarray(np.rint(np.clip(values, 0, 255)), dtype=np.uint8)


def _coloured(pixels: Pixels) -> Pixels:
    return pixels if pixels.ndim == 3 else np.repeat(pixels[..., None], 3, axis=2)


def prior_map(prior: str | Path | NDArray[Any]) -> Floats | None:
    """Saliency prior of ``grid.IMAGE_SHAPE`` from ``center``, ``flat``, the path of a map or a map; ``None`` is flat.

    Raises:
        DataError: There is no such map, or it cannot be used.
    """
    if isinstance(prior, str) and prior in ("center", "flat"):
        return grid.centre_prior() if prior == "center" else None
    if not isinstance(prior, (str, Path)):
        values = np.asarray(prior)
    elif Path(prior).suffix != ".npy":
        values = read_picture(prior)
    else:
        try:
            values = np.asarray(np.load(prior, allow_pickle=False))
        except (OSError, ValueError, EOFError) as error:
            raise DataError(f"{prior}: not a numeric array ({error})") from error
    if values.ndim == 3 and values.shape[2] == 3:
        values = cv2.cvtColor(values, cv2.COLOR_RGB2GRAY)
    if values.ndim != 2 or values.size == 0 or values.dtype.kind not in "biuf" or not np.isfinite(values).all():
        raise DataError(f"a saliency map is a finite array (height, width), not {values.dtype} {values.shape}: {prior}")
    resized = cv2.resize(values.astype(np.float64), grid.IMAGE_SHAPE[::-1], interpolation=cv2.INTER_AREA)
    return np.asarray(resized, dtype=np.float64)


def prior_file(prior: str, image: str, scene: str) -> str:
    """The file that holds the saliency map of an image; ``center`` and ``flat`` as they are.

    ``prior`` is one of `PRIORS`, the path of a folder with a map per image, or that of one map for all.

    Raises:
        MissingDataError: There is no map of this image.
    """
    if prior in ("center", "flat"):
        return prior
    place = Path(scene).parent.parent / MAPS if prior == SET_PRIOR else Path(prior)
    stem = Path(image).stem
    for path in (place, *(place / f"{stem}{ending}" for ending in MAP_ENDINGS)):
        if path.is_file():
            return str(path)
    raise MissingDataError(f"no saliency map of {image} in {place}: {_WITHOUT_MAPS}")


def refuse_without_maps() -> None:
    """Refuse the prior of built sets where there are sets, and none of them has saliency maps."""
    sets = [present_folder(home) for home in data_root().glob("VisualSearch_*") if home.is_dir()]
    if sets and not any((folder / MAPS).is_dir() for folder in sets):
        raise MissingDataError(f"no set in {data_root()} has saliency maps (folder {MAPS!r}): {_WITHOUT_MAPS}")
