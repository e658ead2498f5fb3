"""The colour that contrasts most, against scikit-image."""

from collections import Counter

import numpy as np
import pytest
from skimage.color import deltaE_cie76, rgb2lab

from vlmeval_hvs.visual_prompts import Region, draw
from vlmeval_hvs.visual_prompts.contrast import CANDIDATES, background_color, farthest, lab

PALETTE = {"black": (0, 0, 0), "blue": (0, 0, 255), "green": (0, 128, 0), "red": (255, 0, 0)}


@pytest.fixture(scope="module")
def colours() -> np.ndarray:
    return np.random.default_rng(4).integers(0, 256, (150, 3), dtype=np.uint8)


def test_lab_equals_scikit_image(colours):
    expected = rgb2lab(colours[None] / 255.0)[0]
    assert np.allclose([lab(tuple(int(v) for v in c)) for c in colours], expected, atol=2e-2)


def test_the_farthest_colour_is_chosen(colours):
    pairs = []
    for rule, order in (("lab", (0, 1, 2)), ("swapped", (2, 1, 0))):
        candidates = np.array([PALETTE[name] for name in CANDIDATES], np.uint8)[:, order]
        reference = rgb2lab(candidates[None] / 255.0)[0]
        for colour in colours:
            distances = deltaE_cie76(reference, rgb2lab(colour[None, None, order] / 255.0)[0, 0])
            chosen = CANDIDATES.index(farthest(tuple(colour.tolist()), rule=rule))
            assert distances[chosen] >= distances.max() - 0.05
            pairs.append(chosen)
    first, second = np.array(pairs).reshape(2, -1)
    assert 0.4 < np.mean(first != second) < 0.8, "the rules disagree as often as measured"
    assert {farthest((g, g, g)) for g in range(256)} == {"blue"}
    assert {farthest((g, g, g), rule="swapped") for g in range(256)} == {"red"}  # in the official code


def test_background_is_the_first_of_the_most_frequent():
    random = np.random.default_rng(1)
    for _ in range(50):
        pixels = random.integers(0, 3, (random.integers(1, 40), 3), dtype=np.uint8)
        assert background_color(pixels) == Counter(map(tuple, pixels.tolist())).most_common(1)[0][0]


def test_used_colours_are_left_out():
    assert farthest((128, 128, 128), frozenset({"blue"})) != "blue"
    assert farthest((128, 128, 128), frozenset(CANDIDATES)) == "blue"


def test_contrast_looks_at_covered_pixels_only():
    image = np.full((100, 100, 3), (0, 0, 255), np.uint8)
    image[40:60, 40:60] = (0, 128, 0)
    _, inside = draw(image, Region((45, 45, 10, 10)), "point(contrast, square, small)")
    assert inside == [farthest((0, 128, 0))]
