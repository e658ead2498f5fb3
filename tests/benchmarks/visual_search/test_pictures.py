"""Foveated views, and scene and target in one picture."""

import numpy as np
import pytest
from later import later
from PIL import Image

with later():
    from scipy.ndimage import gaussian_filter

    from vlmeval_hvs.benchmarks.visual_search import pictures as pictures_of


@pytest.fixture
def pictures(tmp_path):
    pixels = np.random.default_rng(0).integers(0, 255, (200, 300, 3), dtype=np.uint8)
    Image.fromarray(pixels).save(tmp_path / "scene.png")
    Image.fromarray(pixels[150:170, 250:270]).save(tmp_path / "target.png")
    return str(tmp_path / "scene.png"), str(tmp_path / "target.png")


def test_foveation_keeps_the_centre_and_blurs_the_rest():
    pixels = np.random.default_rng(0).integers(0, 255, (200, 300, 3), dtype=np.uint8)
    view = pictures_of.foveate(pixels, (50, 60), 20)
    assert np.array_equal(view[55:65, 45:55], pixels[55:65, 45:55])
    near, far = view[60:80, 80:100].std(), view[150:200, 250:300].std()
    assert far < near < pixels.std()
    assert abs(view.mean() - pixels.mean()) < 2


def test_levels_of_blur_are_mixed_by_the_logarithm_of_the_distance():
    pixels = np.random.default_rng(0).integers(0, 255, (120, 200, 3), dtype=np.uint8)
    x, y, fovea = 60.0, 50.0, 10
    rows, columns = np.mgrid[:120, :200]
    level = np.clip(np.log2(np.maximum(np.hypot(rows - y, columns - x) / fovea, 1)), 0, 5)[:, :, None]
    sharp = pixels.astype(float)
    soft = [sharp, *(gaussian_filter(sharp, (0.5 * 2**n, 0.5 * 2**n, 0), mode="mirror") for n in range(1, 6))]
    expected = sum(np.maximum(1 - np.abs(level - n), 0) * one for n, one in enumerate(soft))
    assert np.abs(pictures_of.foveate(pixels, (x, y), fovea) - expected).max() < 2.5


def test_views_are_drawn_once_per_fixation(pictures):
    scene, target = pictures
    first = pictures_of.foveated_view(scene, (10, 10), (200, 300), (10, 10))
    assert first == pictures_of.foveated_view(scene, (10, 10), (200, 300), (10, 10))
    assert first != pictures_of.foveated_view(scene, (20, 10), (200, 300), (10, 10))
    half, whole = (
        pictures_of.foveated_view(scene, (10 * share, 10 * share), shape, (round(20 * share),) * 2)
        for share, shape in ((0.5, (100, 150)), (1, (200, 300)))
    )
    assert np.array_equal(np.asarray(Image.open(half)), np.asarray(Image.open(whole)))  # the frame does not matter
    joint = np.asarray(Image.open(pictures_of.scene_with_target(scene, target)))
    assert joint.shape == (200 + 20 + 32, 300, 3)
    assert np.array_equal(joint[:200], np.asarray(Image.open(scene)))
