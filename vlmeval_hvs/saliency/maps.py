"""The weight-free maps by name, and what all maps have in common.

A map is a float64 array ``(height, width)`` of its picture's size, non-negative, with sum 1: the density of being
looked at, as far as its model says. A picture without anything to tell (all of one colour) has a flat map.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.saliency.center_bias import center_bias
from vlmeval_hvs.saliency.density import as_density
from vlmeval_hvs.saliency.itti_koch import itti_koch
from vlmeval_hvs.saliency.spectral_residual import spectral_residual

__all__ = ["WEIGHT_FREE", "as_density"]

Floats = NDArray[np.float64]


def _centre_of(picture: NDArray[Any]) -> Floats:
    return center_bias(np.asarray(picture).shape[:2])


MODELS = ("spectral-residual", "itti-koch", "deepgaze-IIE", "deepgaze-III")
"""The saliency models that answer datasets, each with ``hvs-`` before its name. The centre bias has its own rules."""

WEIGHT_FREE: dict[str, Callable[[NDArray[Any]], Floats]] = {
    "spectral-residual": spectral_residual,
    "itti-koch": itti_koch,
    "center-bias": _centre_of,
}
"""Name to the function that makes a map of a picture, uint8 ``(height, width, 3)`` RGB or ``(height, width)`` grey."""
