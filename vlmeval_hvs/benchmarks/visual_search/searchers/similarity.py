"""How much each place of an image looks like the target template: correlation and structural similarity.

Source: ViSioNS (NeurIPS 2022), section 2.2.1 (cIBS and sIBS).
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_K1, _K2, _RANGE = 0.01, 0.03, 255.0  # the usual constants of SSIM


def correlation_map(image: Floats, template: Floats) -> Floats:
    """Normalised cross-correlation of the template centred on every pixel, in [-1, 1].

    Args:
        image: Grey image ``(h, w)``, 0-255.
        template: Grey template, at most as large as the image.

    Returns:
        Map of the image's shape; 0 where image patch or template have no contrast.
    """
    padded, template = _padded(image, template)
    scores = cv2.matchTemplate(padded.astype(np.float32), template.astype(np.float32), cv2.TM_CCOEFF_NORMED)
    flat = _local_variance(padded, template.shape) < 1e-6
    result = np.nan_to_num(scores.astype(np.float64), nan=0.0, posinf=0.0, neginf=0.0)
    # OpenCV reports rounding noise, up to 1, where the patch is constant.
    result[flat] = 0.0
    if np.ptp(template) < 1e-6:
        result[:] = 0.0
    return np.clip(result, -1, 1)


def ssim_map(image: Floats, template: Floats) -> Floats:
    """Structural similarity (Wang et al. 2004) of the whole template and the patch around every pixel, in [-1, 1].

    One window of the template's size per pixel and a stride of one pixel; the published code's window is not stated in
    the paper.
    """
    padded, template = _padded(image, template)
    # Centring both on the template's mean keeps the products small enough for single precision.
    offset = float(template.mean())
    mean = _local_mean(padded, template.shape)
    variance = _local_variance(padded, template.shape)
    centred = (template - offset).astype(np.float32)
    products = cv2.matchTemplate((padded - offset).astype(np.float32), centred, cv2.TM_CCORR).astype(np.float64)
    covariance = products / template.size
    c1, c2 = (_K1 * _RANGE) ** 2, (_K2 * _RANGE) ** 2
    luminance = (2 * mean * offset + c1) / (mean**2 + offset**2 + c1)
    structure = (2 * covariance + c2) / (variance + float(template.var()) + c2)
    return np.clip(luminance * structure, -1, 1)


def _padded(image: Floats, template: Floats) -> tuple[Floats, Floats]:
    """The image continued at its border so that the template can be centred on every pixel."""
    if image.ndim != 2 or template.ndim != 2 or template.size == 0:
        raise ValueError(f"image and template must be grey (h, w), not {image.shape} and {template.shape}")
    template = template[: image.shape[0], : image.shape[1]]
    height, width = template.shape
    top, left = height // 2, width // 2
    padded = cv2.copyMakeBorder(image, top, height - 1 - top, left, width - 1 - left, cv2.BORDER_REFLECT)
    return np.asarray(padded, dtype=np.float64), template


def _local_mean(padded: Floats, window: tuple[int, ...]) -> Floats:
    """Mean of every window that lies inside the padded image."""
    height, width = window
    sums = cv2.integral(padded, sdepth=cv2.CV_64F)
    totals = sums[height:, width:] - sums[:-height, width:] - sums[height:, :-width] + sums[:-height, :-width]
    return np.asarray(totals, dtype=np.float64) / (height * width)


def _local_variance(padded: Floats, window: tuple[int, ...]) -> Floats:
    centred = padded - padded.mean()
    mean = _local_mean(centred, window)
    return np.maximum(_local_mean(centred**2, window) - mean**2, 0)
