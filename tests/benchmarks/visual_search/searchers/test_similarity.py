import numpy as np
import pytest
from later import later

from vlmeval_hvs.benchmarks.visual_search.searchers import grid
from vlmeval_hvs.errors import DataError

with later():
    import cv2
    from skimage.feature import match_template
    from skimage.metrics import structural_similarity

    from vlmeval_hvs.benchmarks.visual_search.searchers import inputs
    from vlmeval_hvs.benchmarks.visual_search.searchers.similarity import correlation_map, ssim_map


def scene(height=120, width=150, channels=()):
    """Smooth noise with the full range of greys, and a template cut from it around row 60, column 70."""
    noise = np.random.default_rng(0).normal(size=(height, width, *channels))
    smooth = cv2.GaussianBlur(noise, (0, 0), 3)
    image = cv2.normalize(smooth, None, 0, 255, cv2.NORM_MINMAX).astype(np.uint8)
    return image, image[44:77, 50:91].copy()


def test_correlation_is_scikit_images_with_a_border_of_zeros():
    for channels in [(), (3,)]:
        image, template = scene(channels=channels)
        scores = correlation_map(image, template)
        assert np.unravel_index(np.argmax(scores), scores.shape) == (60, 70)
        expected = match_template(image, template, pad_input=True)
        if channels:
            expected = 0.2125 * expected[..., 0] + 0.7154 * expected[..., 1] + 0.0721 * expected[..., 2]
        np.testing.assert_allclose(scores, expected, atol=1e-12)


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


def test_ssim_is_scikit_images_mean_over_the_patch():
    for channels in [(), (3,)]:
        image, template = scene(channels=channels)
        scores = ssim_map(image, template)
        assert np.unravel_index(np.argmax(scores), scores.shape) == (60, 70)
        corners = [(0, 0), (0, 149), (119, 0), (119, 149), (3, 70), (60, 147)]
        inner = np.random.default_rng(1).integers(0, image.shape[:2], (30, 2)).tolist()
        for row, column in [*corners, *inner]:
            assert scores[row, column] == pytest.approx(ssim_at(image, template, row, column), abs=1e-5)


def test_flat_templates_and_images_are_no_evidence():
    image, template = scene()
    assert np.all(correlation_map(image, np.full((20, 20), 7, dtype=np.uint8)) == 0)
    plain = correlation_map(np.full((60, 80), 7, dtype=np.uint8), template)
    assert np.all(plain[17:43, 21:59] == 0)  # elsewhere the border of zeros shows
    assert np.isfinite(ssim_map(np.zeros((60, 80), dtype=np.uint8), np.zeros((9, 9), dtype=np.uint8))).all()


def test_pictures_are_brought_to_the_searchers_frame():
    for target_channels in [(), (3,)]:
        for channels in [(), (3,)]:
            image, _ = scene(192, 256, channels)
            _, target = scene(192, 256, target_channels)
            size = inputs.size_in_frame(image.shape[:2], *target.shape[:2])
            assert size == (132, 164)
            assert inputs.similarity_map("correlation", image, target, size).shape == grid.IMAGE_SHAPE
            assert inputs.similarity_map("none", image, target, size) is None
            with pytest.raises(ValueError, match="similarity"):
                inputs.similarity_map("magic", image, target, size)


def test_grey_pictures_lose_their_equal_channels():
    image, _ = scene()
    assert np.array_equal(inputs.read_picture(np.repeat(image[..., None], 3, axis=2)), image)
    assert inputs.read_picture(scene(channels=(3,))[0]).ndim == 3
    for wrong in (image.astype(float), image[0], image[..., None]):
        with pytest.raises(DataError, match="uint8"):
            inputs.read_picture(wrong)
