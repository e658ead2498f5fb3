"""Maps against fixations of people: the published search in interiors, if its files are next to the checkout.

The people searched, so that a map of free viewing that knows no target predicts little of it.
"""

import cv2
import numpy as np
import pytest
from scipy.io import loadmat
from scipy.stats import rankdata

from vlmeval_hvs.metrics.bootstrap import cluster_bootstrap
from vlmeval_hvs.saliency import density_of

N_IMAGES, N_PEOPLE = 30, 5


@pytest.mark.long
def test_maps_predict_where_people_looked_and_learned_attention_more_than_contrast(shared) -> None:
    """By the area under the ROC curve of every image's fixations, the first ones left out."""
    release = shared / "data" / "interiors_release" / "MatlabCode"
    if not release.is_dir():
        pytest.skip("no shared folder with Interiors")
    looked: dict[str, list] = {}
    for file in sorted((release / "data_new" / "new_matrix" / "sinfo_subj").glob("*.mat"))[:N_PEOPLE]:
        for trial in loadmat(file, squeeze_me=True, struct_as_record=False)["info_per_subj"]:
            places = np.column_stack([np.atleast_1d(trial.x), np.atleast_1d(trial.y)])[1:] - 1
            looked.setdefault(str(trial.image_name), []).extend(places.tolist())
    images, areas = release / "data_images" / "images", {}
    names = sorted(name for name, places in looked.items() if places and (images / name).is_file())[:N_IMAGES]
    for name in names:
        kinds = ("spectral-residual", "itti-koch", "center-bias")
        maps = {kind: density_of(kind, str(images / name)) for kind in kinds}
        maps["DeepGaze II"] = cv2.imread(str(release / "saliency" / "deepgaze" / name), cv2.IMREAD_GRAYSCALE)
        for kind, values in maps.items():
            areas.setdefault(kind, []).append(_area(values, np.array(looked[name])))
    areas["chance"] = [0.5] * N_IMAGES
    for better, worse in (
        *((kind, "chance") for kind in maps), ("DeepGaze II", "spectral-residual"), ("spectral-residual", "itti-koch"),
        ("center-bias", "itti-koch"),
    ):  # fmt: skip
        low, _ = cluster_bootstrap(np.subtract(areas[better], areas[worse]), np.arange(N_IMAGES))
        assert low > 0, (better, worse)


def _area(values, places):
    values = cv2.resize(np.asarray(values, dtype=np.float64), (128, 96), interpolation=cv2.INTER_AREA)
    height, width = values.shape
    rows = np.clip((places[:, 1] + 0.5) / 768 * height, 0, height - 1).astype(int)
    columns = np.clip((places[:, 0] + 0.5) / 1024 * width, 0, width - 1).astype(int)
    ranks = rankdata(values).reshape(values.shape)
    return float((ranks[rows, columns].mean() - 0.5) / values.size)
