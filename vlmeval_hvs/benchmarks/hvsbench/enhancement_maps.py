"""The saliency maps by which crops are scored, by name: weight-free ones, and DeepGaze where its weights are."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.benchmarks.hvsbench.enhancement_saliency import MapOf
from vlmeval_hvs.saliency import WEIGHT_FREE
from vlmeval_hvs.saliency.deepgaze import DeepGaze
from vlmeval_hvs.saliency.sources import MapSource, source_of

_DEEPGAZE = "deepgaze-"


def map_of(name: str) -> MapOf:
    """The map of a name that the option ``saliency`` may have.

    Raises:
        MissingModelError: DeepGaze's package is missing, or cannot be loaded.
        MissingWeightsError: Its weights are not there.
        LookupError: There is no such map.
    """
    if name in WEIGHT_FREE:
        return WEIGHT_FREE[name]
    try:
        source = source_of(name)
    except LookupError:
        if not name.startswith(_DEEPGAZE):
            raise
        source = DeepGaze(name.removeprefix(_DEEPGAZE))
    return _of_pixels(source)


def _of_pixels(source: MapSource) -> MapOf:
    """A source that reads files, asked about pixels."""

    def density(pixels: NDArray[Any]) -> NDArray[np.float64]:
        from PIL import Image

        with tempfile.TemporaryDirectory(prefix="hvs-map-") as folder:  # a fresh name: sources remember paths
            path = Path(folder) / "picture.png"
            Image.fromarray(np.asarray(pixels, dtype=np.uint8)).save(path, compress_level=1)
            return source.density(str(path))

    return density
