"""Our maps against those of OpenCV's contributed modules and of pySaliencyMap, recorded as other_maps.json.

Each map of a photograph of scikit-image was averaged to 16 x 16 (INTER_AREA) and divided by its maximum:
``cv2.saliency.StaticSaliencySpectralResidual_create`` of opencv-contrib-python-headless 4.10.0.84, also of the
astronaut in grey at 64 x 64 px, and ``SMGetSM`` of github.com/akisatok/pySaliencyMap, of the picture brought to 640 px.
"""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from skimage import data

from vlmeval_hvs.saliency import itti_koch, residual_picture, spectral_residual

OTHERS = json.loads(Path(__file__).with_name("other_maps.json").read_text("utf-8"))
PHOTOS = sorted(OTHERS["pySaliencyMap"])
SIZE = 16
MIDDLE = np.s_[2:-2, 2:-2]
"""Without the border, where ours falls off as the authors' toolbox does, and pySaliencyMap does not."""


def coarse(values):
    return cv2.resize(np.asarray(values), (SIZE, SIZE), interpolation=cv2.INTER_AREA)


@pytest.mark.long
def test_a_map_agrees_with_the_others_map_of_the_same_photo() -> None:
    for ours, other, least, mean in (
        (spectral_residual, "opencv", 0.75, 0.85),
        (itti_koch, "pySaliencyMap", 0.65, 0.75),
    ):
        own = [coarse(ours(getattr(data, name)()))[MIDDLE].ravel() for name in PHOTOS]
        theirs = [np.array(OTHERS[other][name])[MIDDLE].ravel() for name in PHOTOS]
        found = np.corrcoef(own, theirs)[: len(PHOTOS), len(PHOTOS) :]
        assert np.diag(found).min() > least
        assert np.diag(found).mean() > mean
        assert (found.argmax(axis=0) == np.arange(len(PHOTOS))).all(), "and with no other photo's as well"


def test_the_residual_is_that_of_opencv_up_to_its_smoothing() -> None:
    """OpenCV blurs the amplitudes over 5 x 5 px and then squares them; what is blurred must be the same.

    But for the border of the spectrum, where its mean over 3 x 3 frequencies is reflected and the authors' repeated.
    """
    grey = cv2.cvtColor(data.astronaut(), cv2.COLOR_RGB2GRAY)
    grey = cv2.resize(grey, (64, 64), interpolation=cv2.INTER_AREA).astype(np.float64)
    smoothed = cv2.GaussianBlur(residual_picture(grey), (5, 5), 8) ** 2
    theirs = np.ravel(OTHERS["opencv"]["astronaut at 64 px"])
    assert np.corrcoef(coarse(smoothed).ravel(), theirs)[0, 1] > 0.995
