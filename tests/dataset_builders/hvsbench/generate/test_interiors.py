"""The real Interiors release through the reader, and a record that cannot be read."""

from collections import Counter

import numpy as np
import pytest

from tests.dataset_builders.hvsbench.generate.releases import picture, read
from vlmeval_hvs.errors import DataError


@pytest.mark.long
def test_real_release_has_its_pictures_participants_and_recorded_scanpaths(shared):
    folder = shared / "data" / "interiors_release"
    if not folder.is_dir():
        pytest.skip("no Interiors release beside the checkout")
    pictures, oddities = read("Interiors", folder)
    paths = [path for one in pictures for path in one.scanpaths]
    assert (len(pictures), len({path.participant for path in paths}), len(paths)) == (134, 57, 7450)
    assert dict(oddities.counts) == {"scanpath without a fixation": 5}
    assert [one.name for one in pictures] == sorted({one.name for one in pictures})
    assert {one.size for one in pictures} == {(1024, 768)}
    assert {path.target for path in paths} == {"target object"}
    assert Counter(len(path.x) == 1 for path in paths)[True] == 105
    # First trials of Datasets/Interiors/human_scanpaths/subj01_scanpaths.json of NeuroLIAA/visions, 510b5f12, which
    # ends a path at the target.
    published = {
        "grayscale_18_housebeautiful.jpg": ([554.3, 590.6, 798.7], [307.9, 428.1, 484.3]),
        "grayscale_13_oliva.jpg": ([622.5, 406.3, 837.5, 884.3, 928.7], [421.3, 448.1, 431.2, 385.0, 338.3]),
    }
    for image, (x, y) in published.items():
        one = next(one for one in pictures if one.path.name == image)
        path = next(path for path in one.scanpaths if path.participant == "01")
        assert np.multiply(path.x[: len(x)], 1024).tolist() == pytest.approx(x)
        assert np.multiply(path.y[: len(y)], 768).tolist() == pytest.approx(y)
        assert path.source == f"info_per_subj_1.mat#{image}"


def record(name, x, y, **changes):
    return {
        "image_name": name, "target_name": "t.jpg", "x": x, "y": y, "dur": [200.0] * len(x), "target_found": 1.0,
        "image_size": [96.0, 128.0], "target_rect": [1.0, 1.0, 20.0, 20.0], "nsaccades_allowed": 4.0,
        "initial_position": [64.0, 48.0], **changes,
    }  # fmt: skip


@pytest.mark.long
def test_what_cannot_be_read_costs_itself_only_or_is_an_error(tmp_path):
    from scipy.io import savemat

    records = [
        record("a.jpg", [65.0, 33.0, 129.0], [49.0, 25.0, 96.0]), record("b.jpg", [65.0, 33.0], [49.0]),
        record("b.jpg", [65.0], [49.0], dur=[1.0, 2.0]), record("c.jpg", [1.0], [1.0]),
    ]  # fmt: skip
    for name in ("a.jpg", "b.jpg"):
        picture(tmp_path / "images" / name, (128, 96))
    array = np.array([tuple(one.values()) for one in records], dtype=[(key, object) for key in records[0]])
    savemat(tmp_path / "info_per_subj_1.mat", {"info_per_subj": array})
    (one,), oddities = read("Interiors", tmp_path)
    (path,) = one.scanpaths
    assert (path.x, path.y, path.t) == ((0.5, 0.25), (0.5, 0.25), (200.0, 200.0))
    assert dict(oddities.counts) == {
        "record that cannot be read": 1,
        "image file missing": 1,
        "scanpath with fixations off the picture, which are left out": 1,
        "scanpath with lists of different lengths": 1,
    }
    (tmp_path / "info_per_subj_1.mat").write_bytes(b"MATLAB 5.0 MAT-file")
    with pytest.raises(DataError, match="info_per_subj_1.mat: cannot be read"):
        read("Interiors", tmp_path)
