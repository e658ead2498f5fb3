"""Thinning of the official scribbles against the algorithm as Zhang and Suen (1984) write it down."""

import cv2
import numpy as np

from vlmeval_hvs.visual_prompts.official import thinned


def by_the_paper(image):
    image, before = image.copy(), None
    while not np.array_equal(image, before):
        before = image.copy()
        for half in (0, 1):
            gone = []
            for y, x in np.argwhere(image):
                above, here, below = image[y - 1 : y + 2, x - 1 : x + 2].tolist()
                around = [*above[1:], here[2], *below[::-1], here[0], above[0]]
                rises = sum(a < b for a, b in zip(around, [*around[1:], around[0]], strict=True))
                up, right, down, left = around[::2]
                kept = (up * right * left, up * down * left) if half else (up * right * down, right * down * left)
                if rises == 1 and 2 <= sum(around) <= 6 and not any(kept):
                    gone.append((y, x))
            for place in gone:
                image[place] = 0
    return image


def test_thinning_is_that_of_the_paper():
    random = np.random.default_rng(3)
    for _ in range(6):
        bitmap = np.zeros((44, 54), np.uint8)
        for _ in range(4):
            centre, axes = random.integers((14, 14), (40, 30)), random.integers(2, 13, 2)
            cv2.ellipse(bitmap, centre.tolist(), axes.tolist(), int(random.integers(180)), 0, 360, 1, -1)
        assert np.array_equal(thinned(bitmap), by_the_paper(bitmap))
