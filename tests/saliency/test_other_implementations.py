"""Our maps against those of OpenCV and of pySaliencyMap, recorded as other_maps.json, and against where people looked.

Each map of a photograph of scikit-image was averaged to 16 x 16 (INTER_AREA) and divided by its maximum:
``cv2.saliency.StaticSaliencySpectralResidual_create`` of opencv-contrib-python-headless 4.10.0.84, also of the
astronaut in grey at 64 x 64 px, and ``SMGetSM`` of github.com/akisatok/pySaliencyMap, of the picture brought to 640 px.
"""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from scipy.io import loadmat
from scipy.stats import rankdata
from skimage import data

from vlmeval_hvs.metrics.bootstrap import cluster_bootstrap
from vlmeval_hvs.saliency import density_of, itti_koch, residual_picture, spectral_residual

OTHERS = json.loads(Path(__file__).with_name("other_maps.json").read_text("utf-8"))
PHOTOS = sorted(OTHERS["pySaliencyMap"])
SIZE = 16
MIDDLE = np.s_[2:-2, 2:-2]
"""Without the border, where ours falls off as the authors' toolbox does, and pySaliencyMap does not."""


def coarse(values):
    return cv2.resize(np.asarray(values), (SIZE, SIZE), interpolation=cv2.INTER_AREA)


@pytest.mark.long
def test_a_map_agrees_with_the_others_map_of_the_same_photo():
    for ours, other, least in ((spectral_residual, "opencv", 0.75), (itti_koch, "pySaliencyMap", 0.65)):
        own = [coarse(ours(getattr(data, name)()))[MIDDLE].ravel() for name in PHOTOS]
        theirs = [np.array(OTHERS[other][name])[MIDDLE].ravel() for name in PHOTOS]
        found = np.corrcoef(own, theirs)[: len(PHOTOS), len(PHOTOS) :]
        assert np.diag(found).min() > least
        assert np.diag(found).mean() > least + 0.1
        assert (found.argmax(axis=0) == np.arange(len(PHOTOS))).all(), "and with no other photo's as well"


def test_the_residual_is_that_of_opencv_up_to_its_smoothing():
    """OpenCV blurs the amplitudes over 5 x 5 px and then squares them; what is blurred must be the same.

    But for the border of the spectrum, where its mean over 3 x 3 frequencies is reflected and the authors' repeated.
    """
    grey = cv2.cvtColor(data.astronaut(), cv2.COLOR_RGB2GRAY)
    grey = cv2.resize(grey, (64, 64), interpolation=cv2.INTER_AREA).astype(np.float64)
    smoothed = cv2.GaussianBlur(residual_picture(grey), (5, 5), 8) ** 2
    theirs = np.ravel(OTHERS["opencv"]["astronaut at 64 px"])
    assert np.corrcoef(coarse(smoothed).ravel(), theirs)[0, 1] > 0.995


@pytest.mark.long
def test_maps_predict_where_people_looked_and_learned_attention_more_than_contrast(shared):
    """By the area under the ROC curve of every image's fixations but the first, in the published search in interiors.

    The people searched, so that a map of free viewing that knows no target predicts little of it.
    """
    release = shared / "data" / "interiors_release" / "MatlabCode"
    if not release.is_dir():
        pytest.skip("no shared folder with Interiors")
    looked: dict[str, list] = {}
    for file in sorted((release / "data_new" / "new_matrix" / "sinfo_subj").glob("*.mat"))[:5]:
        for trial in loadmat(file, squeeze_me=True, struct_as_record=False)["info_per_subj"]:
            places = np.column_stack([np.atleast_1d(trial.x), np.atleast_1d(trial.y)])[1:] - 1
            looked.setdefault(str(trial.image_name), []).extend(places.tolist())
    n_images, images, areas = 30, release / "data_images" / "images", {}
    names = sorted(name for name, places in looked.items() if places and (images / name).is_file())[:n_images]
    for name in names:
        kinds = ("spectral-residual", "itti-koch", "center-bias")
        maps = {kind: density_of(kind, str(images / name)) for kind in kinds}
        maps["DeepGaze II"] = cv2.imread(str(release / "saliency" / "deepgaze" / name), cv2.IMREAD_GRAYSCALE)
        for kind, values in maps.items():
            areas.setdefault(kind, []).append(_area(values, np.array(looked[name])))
    areas["chance"] = [0.5] * n_images
    for better, worse in (
        *((kind, "chance") for kind in maps), ("DeepGaze II", "spectral-residual"), ("spectral-residual", "itti-koch"),
        ("center-bias", "itti-koch"),
    ):  # fmt: skip
        low, _ = cluster_bootstrap(np.subtract(areas[better], areas[worse]), np.arange(n_images))
        assert low > 0, (better, worse)


def _area(values, places):
    values = cv2.resize(np.asarray(values, dtype=np.float64), (128, 96), interpolation=cv2.INTER_AREA)
    height, width = values.shape
    rows = np.clip((places[:, 1] + 0.5) / 768 * height, 0, height - 1).astype(int)
    columns = np.clip((places[:, 0] + 0.5) / 1024 * width, 0, width - 1).astype(int)
    ranks = rankdata(values).reshape(values.shape)
    return float((ranks[rows, columns].mean() - 0.5) / values.size)
