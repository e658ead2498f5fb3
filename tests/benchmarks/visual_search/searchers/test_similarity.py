"""Evidence from the picture, beside scikit-image."""

import cv2
import numpy as np
import pytest
from skimage.feature import match_template
from skimage.metrics import structural_similarity

from vlmeval_hvs.benchmarks.visual_search.searchers.similarity import correlation_map, ssim_map


def scene(height=90, width=110, channels=()):
    """Smooth noise with the full range of greys, and a template cut from it around row 50, column 60."""
    noise = np.random.default_rng(0).normal(size=(height, width, *channels))
    image = cv2.normalize(cv2.GaussianBlur(noise, (0, 0), 3), None, 0, 255, cv2.NORM_MINMAX).astype(np.uint8)
    return image, image[40:61, 48:73].copy()


def ssim_at(image, template, row, column):
    """scikit-image on the patch around a pixel; what leaves the image is cut from the template, too."""
    top, left = row - template.shape[0] // 2, column - template.shape[1] // 2
    rows = slice(max(0, -top), min(template.shape[0], image.shape[0] - top))
    columns = slice(max(0, -left), min(template.shape[1], image.shape[1] - left))
    part = template[rows, columns]
    patch = image[top + rows.start : top + rows.stop, left + columns.start : left + columns.stop]
    if min(part.shape[:2]) < 7:
        return 0.0
    return structural_similarity(patch, part, channel_axis=2 if image.ndim == 3 else None)


@pytest.mark.long
def test_correlation_and_ssim_are_scikit_images():
    for channels in ((), (3,)):
        image, template = scene(channels=channels)
        scores = correlation_map(image, template)
        assert np.unravel_index(np.argmax(scores), scores.shape) == (50, 60)
        expected = match_template(image, template, pad_input=True)  # the border is of zeros
        if channels:
            expected = expected @ (0.2125, 0.7154, 0.0721)
        np.testing.assert_allclose(scores, expected, atol=1e-12)
        scores = ssim_map(image, template)
        assert np.unravel_index(np.argmax(scores), scores.shape) == (50, 60)
        corners = [(0, 0), (0, 109), (89, 0), (89, 109), (3, 60), (50, 107)]
        inner = np.random.default_rng(1).integers(0, image.shape[:2], (6, 2)).tolist()
        for row, column in [*corners, *inner]:
            assert scores[row, column] == pytest.approx(ssim_at(image, template, row, column), abs=1e-5)
