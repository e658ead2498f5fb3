"""The real Interiors release through the reader, and a record that cannot be read."""

from collections import Counter

import numpy as np
import pytest
from scipy.io import savemat

from dataset_builders.hvsbench.sources.annotations import Oddities
from dataset_builders.hvsbench.sources.interiors import Interiors
from dataset_builders.visual_search.interiors_matlab import find_matlab, read_matlab
from dataset_builders.visual_search.set_rows import clean_scanpath
from tests.dataset_builders.hvsbench.sources.releases import picture
from vlmeval_hvs.errors import DataError


@pytest.fixture(scope="module")
def folder(shared):
    release = shared / "data" / "interiors_release"
    if not release.is_dir():
        pytest.skip("no Interiors release beside the checkout")
    return release


@pytest.fixture(scope="module")
def real(folder):
    oddities = Oddities()
    return list(Interiors().pictures(folder, oddities)), oddities


def test_real_release_has_its_pictures_participants_and_scanpaths(real):
    pictures, oddities = real
    paths = [path for one in pictures for path in one.scanpaths]
    assert (len(pictures), len({path.participant for path in paths}), len(paths)) == (134, 57, 7450)
    assert dict(oddities.counts) == {"scanpath without a fixation": 5}
    assert [one.name for one in pictures] == sorted({one.name for one in pictures})
    assert {one.size for one in pictures} == {(1024, 768)}
    assert {path.target for path in paths} == {"target object"}
    assert Counter(len(path.x) == 1 for path in paths)[True] == 105


def test_real_release_has_7317_scanpaths_by_the_rule_of_the_published_conversion(real, folder):
    raw = read_matlab(find_matlab(folder), folder)
    trials = {trial.image: trial for trial in raw.trials}
    kept = {
        (path.subject, path.image)
        for path in raw.scanpaths
        if clean_scanpath(path, trials[path.image], raw.receptive, "stored")
    }
    ours = {(path.participant, one.path.name) for one in real[0] for path in one.scanpaths}
    assert len(kept) == 7317
    assert kept < ours  # the other 133 have one fixation, or begin on the target


def test_real_scanpaths_are_the_recorded_ones(real, folder):
    # First trials of Datasets/Interiors/human_scanpaths/subj01_scanpaths.json of NeuroLIAA/visions, 510b5f12, which
    # ends a path at the target.
    published = {
        "grayscale_18_housebeautiful.jpg": ([554.3, 590.6, 798.7], [307.9, 428.1, 484.3]),
        "grayscale_13_oliva.jpg": ([622.5, 406.3, 837.5, 884.3, 928.7], [421.3, 448.1, 431.2, 385.0, 338.3]),
    }
    for image, (x, y) in published.items():
        one = next(one for one in real[0] if one.path.name == image)
        path = next(path for path in one.scanpaths if path.participant == "01")
        assert np.multiply(path.x[: len(x)], 1024).tolist() == pytest.approx(x)
        assert np.multiply(path.y[: len(y)], 768).tolist() == pytest.approx(y)
        assert path.source == f"info_per_subj_1.mat#{image}"


def record(name, x, y, **changes):
    sizes = {"image_size": [96.0, 128.0], "target_rect": [1.0, 1.0, 20.0, 20.0], "nsaccades_allowed": 4.0}
    own = {"image_name": name, "target_name": "t.jpg", "x": x, "y": y, "dur": [200.0] * len(x)}
    return {**own, **sizes, "initial_position": [64.0, 48.0], "target_found": 1.0, **changes}


def write(folder, records, number=1):
    for name in ("a.jpg", "b.jpg"):
        picture(folder / "images" / name, (128, 96))
    array = np.array([tuple(one.values()) for one in records], dtype=[(key, object) for key in records[0]])
    savemat(folder / f"info_per_subj_{number}.mat", {"info_per_subj": array})


def test_a_record_that_cannot_be_read_costs_itself_only(tmp_path):
    good = record("a.jpg", [65.0, 33.0, 129.0], [49.0, 25.0, 96.0])
    bad = record("b.jpg", [65.0, 33.0], [49.0])
    write(tmp_path, [good, bad, record("b.jpg", [65.0], [49.0], dur=[1.0, 2.0]), record("c.jpg", [1.0], [1.0])])
    oddities = Oddities()
    (one,) = Interiors().pictures(tmp_path, oddities)
    (path,) = one.scanpaths
    assert (path.x, path.y, path.t) == ((0.5, 0.25), (0.5, 0.25), (200.0, 200.0))
    assert dict(oddities.counts) == {
        "record that cannot be read": 1,
        "image file missing": 1,
        "scanpath with fixations off the picture, which are left out": 1,
        "scanpath with lists of different lengths": 1,
    }
    assert oddities.places["record that cannot be read"] == [
        "info_per_subj_1.mat: b.jpg: 2 x coordinates but 1 y coordinates"
    ]


def test_a_folder_without_participants_or_with_a_damaged_file_is_an_error(tmp_path):
    with pytest.raises(DataError, match="no file info_per_subj_N.mat"):
        list(Interiors().pictures(tmp_path, Oddities()))
    (tmp_path / "info_per_subj_1.mat").write_bytes(b"MATLAB 5.0 MAT-file")
    with pytest.raises(DataError, match="info_per_subj_1.mat: cannot be read"):
        list(Interiors().pictures(tmp_path, Oddities()))
