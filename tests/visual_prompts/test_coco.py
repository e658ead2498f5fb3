"""Masks against pycocotools."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis.strategies import integers

from vlmeval_hvs.visual_prompts.regions import decode_rle, polygon_mask

oracle = pytest.importorskip("pycocotools.mask", reason="pycocotools is the test oracle")


def ring(random: np.random.Generator, side: int) -> np.ndarray:
    """Corners in and around an image; some are whole numbers, some lie twice."""
    points = random.uniform(-20, side + 20, (random.integers(3, 30), 2))
    points[1] = points[random.integers(2)]
    return np.round(points, random.choice([0, 12]))


@settings(max_examples=60, deadline=None)
@given(integers(0, 2**32 - 1))
def test_polygons_and_run_lengths_equal_pycocotools(seed):
    random = np.random.default_rng(seed)
    height, width = (int(v) for v in random.integers(1, 150, 2))
    rings = [ring(random, max(height, width)) for _ in range(random.integers(1, 4))]
    flat = [points.ravel().tolist() for points in rings]
    expected = oracle.decode(oracle.merge(oracle.frPyObjects(flat, height, width)))
    assert np.array_equal(polygon_mask(rings, height, width), expected.astype(bool))
    mask = np.asfortranarray(random.random((height, width)) < random.random(), dtype=np.uint8)
    if random.random() < 0.5:
        mask[:, : width // 2] = 1  # long runs
    packed = oracle.encode(mask)
    for counts in (packed["counts"], packed["counts"].decode()):
        assert np.array_equal(decode_rle({"size": [height, width], "counts": counts}), mask.astype(bool))
    flat = mask.ravel(order="F")
    runs = np.diff(np.concatenate(([0], np.flatnonzero(np.diff(flat)) + 1, [flat.size]))).tolist()
    runs = [0, *runs] if flat[0] else runs
    assert np.array_equal(decode_rle({"size": [height, width], "counts": runs}), mask.astype(bool))


def test_damaged_run_lengths_are_named():
    for rle in (
        {}, {"size": [2, 2]}, {"size": [0, 2], "counts": []}, {"size": [2, 2], "counts": [1, 1]},
        {"size": [2, 2], "counts": [-1, 5]}, {"size": [2, 2], "counts": ""}, {"size": [2, 2], "counts": "\x00"},
        {"size": [2, 2], "counts": "oooooooooooooooo0"}, {"size": [10**6, 10**6], "counts": [10**12]},
    ):  # fmt: skip
        with pytest.raises(ValueError, match=r"run"):
            decode_rle(rle)
