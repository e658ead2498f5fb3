"""Foveated views, and scene and target in one picture."""

import numpy as np
from PIL import Image
from scipy.ndimage import gaussian_filter

from vlmeval_hvs.benchmarks.visual_search.pictures import blur_levels, foveate, foveated_view, scene_with_target


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


def test_views_are_drawn_once_per_fixation(pictures):
    scene, target = pictures
    first = foveated_view(scene, (10, 10), (200, 300), (10, 10))
    assert first == foveated_view(scene, (10, 10), (200, 300), (10, 10))
    assert first != foveated_view(scene, (20, 10), (200, 300), (10, 10))
    half = foveated_view(scene, (5, 5), (100, 150), (5, 5))  # the frame does not matter
    assert np.array_equal(np.asarray(Image.open(half)), np.asarray(Image.open(first)))
    joint = np.asarray(Image.open(scene_with_target(scene, target)))
    assert joint.shape == (200 + 20 + 32, 300, 3)
    assert np.array_equal(joint[:200], np.asarray(Image.open(scene)))
