"""The colour that contrasts most, against scikit-image."""

from collections import Counter

import numpy as np
from skimage.color import deltaE_cie76, rgb2lab

from vlmeval_hvs.visual_prompts import Region, draw
from vlmeval_hvs.visual_prompts.occlusion import CANDIDATES, background_color, farthest, lab

PALETTE = {"black": (0, 0, 0), "blue": (0, 0, 255), "green": (0, 128, 0), "red": (255, 0, 0)}
COLOURS = np.random.default_rng(4).integers(0, 256, (150, 3), dtype=np.uint8)


def test_the_farthest_colour_in_lab_is_chosen():
    expected = rgb2lab(COLOURS[None] / 255.0)[0]
    assert np.allclose([lab(tuple(colour)) for colour in COLOURS.tolist()], expected, atol=2e-2)
    chosen = {"lab": [], "swapped": []}
    for rule, order in (("lab", (0, 1, 2)), ("swapped", (2, 1, 0))):
        candidates = np.array([PALETTE[name] for name in CANDIDATES], np.uint8)[:, order]
        reference = rgb2lab(candidates[None] / 255.0)[0]
        for colour in COLOURS:
            distances = deltaE_cie76(reference, rgb2lab(colour[None, None, order] / 255.0)[0, 0])
            chosen[rule].append(CANDIDATES.index(farthest(tuple(colour.tolist()), rule=rule)))
            assert distances[chosen[rule][-1]] >= distances.max() - 0.05
    assert 0.4 < np.mean(np.array(chosen["lab"]) != chosen["swapped"]) < 0.8, "the rules disagree as often as measured"
    assert {farthest((g, g, g)) for g in range(256)} == {"blue"}
    assert {farthest((g, g, g), rule="swapped") for g in range(256)} == {"red"}  # in the official code
    assert farthest((128, 128, 128), frozenset({"blue"})) != "blue"
    assert farthest((128, 128, 128), frozenset(CANDIDATES)) == "blue"


def test_background_is_the_first_of_the_most_frequent_covered_pixels():
    for seed in range(50):
        pixels = np.random.default_rng(seed).integers(0, 3, (1 + seed % 40, 3), dtype=np.uint8)
        assert background_color(pixels) == Counter(map(tuple, pixels.tolist())).most_common(1)[0][0]
    image = np.full((100, 100, 3), PALETTE["blue"], np.uint8)
    image[40:60, 40:60] = PALETTE["green"]
    _, inside = draw(image, Region((45, 45, 10, 10)), "point(contrast, square, small)")
    assert inside == [farthest(PALETTE["green"])]
