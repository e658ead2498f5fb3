"""Foveated views, and scene and target in one picture."""

import numpy as np
from scipy.ndimage import gaussian_filter

from vlmeval_hvs.benchmarks.visual_search.pictures import blur_levels, foveate


def test_levels_of_blur_are_mixed_by_the_logarithm_of_the_distance():
    pixels = np.random.default_rng(0).integers(0, 255, (120, 200, 3), dtype=np.uint8)
    x, y, fovea = 60.0, 50.0, 10
    rows, columns = np.mgrid[:120, :200]
    level = np.clip(np.log2(np.maximum(np.hypot(rows - y, columns - x) / fovea, 1)), 0, 5)[:, :, None]
    sharp = pixels.astype(float)
    soft = [sharp, *(gaussian_filter(sharp, (0.5 * 2**n, 0.5 * 2**n, 0), mode="mirror") for n in range(1, 6))]
    expected = sum(np.maximum(1 - np.abs(level - n), 0) * one for n, one in enumerate(soft))
    view = foveate(blur_levels(pixels), (x, y), fovea)
    assert np.abs(view - expected).max() < 2.5
    assert np.array_equal(view[45:55, 55:65], pixels[45:55, 55:65])
