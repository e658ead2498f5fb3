"""Hand-drawn marks keep to their object: scribbles lie on it, loose contours go around it."""

from itertools import product

import cv2
import numpy as np
import pytest
from skimage.data import horse

from vlmeval_hvs.visual_prompts import Region, render


@pytest.fixture(scope="module")
def objects() -> dict[str, np.ndarray]:
    """Masks of objects with holes, gaps, limbs and several parts; the horse is scikit-image's."""
    found = {name: np.zeros((300, 300), np.uint8) for name in ("ring", "letter C", "bicycle", "two parts", "band")}
    cv2.circle(found["ring"], (150, 150), 110, 1, 30)
    cv2.ellipse(found["letter C"], (150, 150), (100, 100), 0, 45, 315, 1, 36)
    corners = [(80, 200), (120, 120), (200, 120), (220, 200), (200, 120), (150, 200), (80, 200), (120, 120), (150, 200)]
    cv2.polylines(found["bicycle"], [np.array(corners, np.int32)], False, 1, 6)
    for centre in ((80, 200), (220, 200)):
        cv2.circle(found["bicycle"], centre, 55, 1, 6)
    cv2.circle(found["two parts"], (80, 100), 45, 1, -1)
    cv2.rectangle(found["two parts"], (180, 180), (260, 270), 1, -1)
    cv2.rectangle(found["band"], (20, 140), (280, 144), 1, -1)
    return found | {"horse": np.pad(1 - horse().astype(np.uint8), 20)}


def inked(region, text, seed, shape) -> np.ndarray:
    return render(np.full((*shape, 3), 200, np.uint8), region, text, seed=seed)[:, :, 2] < 120


def test_scribbles_lie_on_their_object_and_every_large_part_gets_a_line(objects):
    for (name, mask), width in product(objects.items(), ("thin", "thick")):
        line = inked(Region(None, mask=mask), f"scribble(red, {width})", 0, mask.shape)
        assert (line & (mask == 0)).sum() <= 0.03 * line.sum(), (name, width)
        assert np.ptp(np.argwhere(line), axis=0).max() >= 0.3 * np.ptp(np.argwhere(mask), axis=0).max(), name
        if name == "two parts":
            assert line[:150, :150].any()
            assert line[160:, 160:].any()


def test_loose_contours_go_around_their_object_and_follow_it(objects):
    for (name, mask), width in product(objects.items(), ("thin", "thick")):
        line = inked(Region(None, mask=mask), f"contour(red, loose, {width})", 0, mask.shape)
        assert (line & (mask > 0)).sum() <= 0.01 * mask.sum(), (name, width)
        distance = cv2.distanceTransform((mask == 0).astype(np.uint8), cv2.DIST_L2, 5)
        assert np.percentile(distance[line], 95) <= 0.14 * np.sqrt(mask.size), (name, width)
        labels = cv2.connectedComponents((~line).astype(np.uint8), connectivity=4)[1]
        assert not np.isin(labels[mask > 0], labels[0, 0]).any(), "closed around the object"
