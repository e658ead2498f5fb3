"""How much each place of an image looks like the target template: correlation and structural similarity.

Source: the published code of cIBS and sIBS (ViSioNS, NeurIPS 2022, section 2.2.1). Colour pictures keep their channels:
the correlation of the channels is weighted as luminance, the structural similarity averaged.
"""

from typing import Any

import cv2
import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy.signal import fftconvolve

from vlmeval_hvs.metrics.arrays import Floats

Pixels = NDArray[np.uint8]
Singles = NDArray[np.float32]

SSIM_WINDOW = 7
"""Side of the windows whose similarity is averaged over the patch, in px."""

LUMINANCE = np.array([0.2125, 0.7154, 0.0721])
"""Weights of red, green and blue in a grey value, as scikit-image has them."""
_C1, _C2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2  # the usual constants of SSIM
_SHIFT = 128  # single precision keeps more of values around 0


def correlation_map(image: Pixels, template: Pixels) -> Floats:
    """Normalised cross-correlation of the template centred on every pixel, in [-1, 1]; 0 without contrast.

    The values are those of `skimage.feature.match_template` with ``pad_input=True``, which the published code calls:
    the image is continued by zeros, and its channels are a third axis along which the template is moved, too. Both are
    ``(h, w)`` or ``(h, w, 3)``, 0-255; a template that is larger than the image is cut.
    """
    image, template = _matching(image, template)
    scene, pattern = (np.atleast_3d(one).astype(np.float64) for one in (image, template))
    channels = np.arange(scene.shape[2])
    near = np.abs(np.subtract.outer(channels, channels)) <= len(channels) // 2  # channels that the template covers

    def window_sums(values: Floats) -> Any:
        sums = cv2.boxFilter(values, -1, pattern.shape[1::-1], normalize=False, borderType=cv2.BORDER_CONSTANT)
        return np.atleast_3d(sums) @ near.astype(np.float64)

    # Sums of whole numbers have no rounding: without contrast, the variance of a patch is exactly 0.
    sums, mean = window_sums(scene), pattern.mean()
    variance = window_sums(scene**2) - sums**2 / pattern.size
    scale = np.sqrt(np.maximum(variance * np.sum((pattern - mean) ** 2), 0))
    products = fftconvolve(scene, pattern[::-1, ::-1, ::-1], mode="same") - sums * mean
    scores = np.divide(products, scale, out=np.zeros(scene.shape), where=scale > np.finfo(np.float64).eps)
    return scores[..., 0] if image.ndim == 2 else np.asarray(scores @ LUMINANCE)


def ssim_map(image: Pixels, template: Pixels) -> Floats:
    """Mean structural similarity (Wang et al. 2004) of the template and the patch around every pixel, in [-1, 1].

    As `skimage.metrics.structural_similarity` has it by default: evenly weighted windows of 7 x 7 px inside
    the patch, sample covariance. Where the patch leaves the image, the template loses the same rows and columns; a
    patch that is left with fewer than 7 has 0. Computed in single precision. The arguments are as above.
    """
    image, template = _matching(image, template)
    if min(*image.shape[:2], *template.shape[:2]) < SSIM_WINDOW:
        return np.zeros(image.shape[:2])
    maps = []
    for channel in range(image.shape[2] if image.ndim == 3 else 1):
        planes = (np.atleast_3d(one)[..., channel].astype(np.float32) - np.float32(_SHIFT) for one in (image, template))
        scene, pattern = map(np.ascontiguousarray, planes)
        maps.append(_ssim(scene, pattern, *_moments(scene), *_moments(pattern)))
    return np.asarray(np.mean(maps, axis=0, dtype=np.float64))


def _matching(image: Pixels, template: Pixels) -> tuple[Pixels, Pixels]:
    if image.ndim not in (2, 3) or template.ndim != image.ndim or image.shape[2:] != template.shape[2:]:
        raise ValueError(f"image and template must have the same channels, not {image.shape} and {template.shape}")
    return image, template[: image.shape[0], : image.shape[1]]


def _moments(values: Singles) -> tuple[Singles, Singles]:
    """Mean and sample variance of all windows, named by their first row and column."""
    n, inside = SSIM_WINDOW**2, (slice(1 - SSIM_WINDOW), slice(1 - SSIM_WINDOW))
    exact = values.astype(np.float64)
    mean, square = (
        cv2.boxFilter(one, -1, (SSIM_WINDOW, SSIM_WINDOW), anchor=(0, 0), normalize=False)[inside] / n
        for one in (exact, exact**2)
    )
    return mean.astype(np.float32), ((square - mean**2) * n / (n - 1)).astype(np.float32)


@njit(cache=True, fastmath=True)
def _ssim(
    image: Singles, template: Singles, own_mean: Singles, own_variance: Singles, mean: Singles, variance: Singles
) -> Singles:
    """The similarity at every pixel, from the moments of the image (its ``own``) and of the template."""
    side = SSIM_WINDOW
    n = np.float32(side * side)
    sample = n / (n - np.float32(1))
    c1, c2, shift, two = np.float32(_C1), np.float32(_C2), np.float32(_SHIFT), np.float32(2)
    height, width = image.shape
    tall, wide = template.shape
    result = np.zeros((height, width), dtype=np.float32)
    sums = np.empty(wide, dtype=np.float32)  # of products over the last rows, by column
    for row in range(height):
        above = row - tall // 2  # row of the image under the template's first one
        top, bottom = max(0, -above), min(tall, height - above)
        for column in range(width):
            before = column - wide // 2
            left, right = max(0, -before), min(wide, width - before)
            if bottom - top < side or right - left < side:
                continue
            reach = right - left - side + 1
            sums[: right - left] = 0
            total = 0.0
            # Views of whole rows, counted from 0, are what the compiler turns into vector instructions.
            for t_row in range(top, bottom):
                of_template = template[t_row, left:right]
                of_image = image[t_row + above, left + before : right + before]
                for i in range(right - left):
                    sums[i] += of_template[i] * of_image[i]
                first = t_row - side + 1
                if first < top:
                    continue
                means, variances = mean[first, left : left + reach], variance[first, left : left + reach]
                own_means = own_mean[first + above, left + before : left + before + reach]
                own_variances = own_variance[first + above, left + before : left + before + reach]
                along = np.float32(0)
                for i in range(reach):
                    joint = sums[i] + sums[i + 1] + sums[i + 2] + sums[i + 3] + sums[i + 4] + sums[i + 5] + sums[i + 6]
                    covariance = (joint / n - means[i] * own_means[i]) * sample
                    bright, light = means[i] + shift, own_means[i] + shift
                    along += ((two * bright * light + c1) * (two * covariance + c2)) / (
                        (bright * bright + light * light + c1) * (variances[i] + own_variances[i] + c2)
                    )
                total += along
                of_template = template[first, left:right]
                of_image = image[first + above, left + before : right + before]
                for i in range(right - left):
                    sums[i] -= of_template[i] * of_image[i]
            result[row, column] = total / ((bottom - top - side + 1) * reach)
    return result
