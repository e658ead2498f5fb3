"""Saliency as what is odd in a picture's spectrum.

Source: X. Hou and L. Zhang, Saliency detection: a spectral residual approach, CVPR 2007. The log amplitudes of natural
pictures are much alike; what differs from its own local mean, put back with the picture's phase, marks what stands out.
The scale (64 px), the mean over 3 x 3 frequencies and the final smoothing (2.5 px at that scale) are those of the
authors' published code; the paper's text names another width of smoothing (8).
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.saliency.density import as_density, as_rgb, scaled_to

Floats = NDArray[np.float64]

SIDE = 64
"""Length of the longer side at which the spectrum is taken, px."""
_SMOOTHING = 2.5
_LUMA = (0.299, 0.587, 0.114)


def spectral_residual(picture: NDArray[Any]) -> Floats:
    """Spectral-residual saliency of a picture.

    Args:
        picture: uint8, RGB ``(height, width, 3)`` or grey ``(height, width)``.

    Returns:
        Density of the picture's size, ``(height, width)``, with sum 1.

    Raises:
        DataError: The picture is no such array.
    """
    pixels = as_rgb(picture)
    grey = scaled_to(np.asarray(pixels @ np.array(_LUMA)), SIDE)
    if np.ptp(grey) < 1e-9:  # one colour: its spectrum is rounding
        return as_density(np.zeros(pixels.shape[:2]))
    smooth = cv2.GaussianBlur(residual_picture(grey) ** 2, (11, 11), _SMOOTHING, borderType=cv2.BORDER_CONSTANT)
    return as_density(smooth, pixels.shape[:2])


def residual_picture(grey: Floats) -> Floats:
    """Amplitudes of a grey picture made of the residual of its spectrum, ``(height, width)``."""
    spectrum = np.fft.fft2(grey)
    amplitude = np.abs(spectrum)
    log_amplitude = np.log(np.maximum(amplitude, 1e-9 * amplitude.max()))
    residual = log_amplitude - cv2.blur(log_amplitude, (3, 3), borderType=cv2.BORDER_REPLICATE)
    return np.ascontiguousarray(np.abs(np.fft.ifft2(np.exp(residual + 1j * np.angle(spectrum)))))
