"""Interiors from its authors' MATLAB release: small files in their layout, and published numbers on the real one."""

import json

import numpy as np
import pytest

from tests.dataset_builders.visual_search.small import build, picture
from vlmeval_hvs.errors import DataError

PICTURES = {name: picture(seed, (72, 72), "JPEG") for seed, name in enumerate(("images/a", "images/b", "deepgaze/a"))}
TEMPLATE = picture(9, (72, 72), "JPEG")


def trial(x, y, image="a.jpg", allowed=8, **changes):
    return {
        "subj": "ABC", "image_name": image, "target_name": "a_template_1.jpg", "target_found": np.uint8(0),
        "image_size": np.array([768, 1024], np.uint16), "screen_size": np.array([960, 1280], np.uint16),
        "target_rect": np.array([501, 301, 573, 373], np.uint16), "nsaccades_allowed": np.uint8(allowed),
        "initial_position": np.array([10, 20], np.uint16), "x": np.array(x, float), "y": np.array(y, float),
        "dur": np.arange(len(x), dtype=np.uint16) * 10 + 100, **changes,
    }  # fmt: skip


def release(folder, people):
    from scipy.io import savemat

    pictures = {f"{name}.jpg": data for name, data in PICTURES.items()}
    pictures |= {"templates/a_template_1.jpg": TEMPLATE, "templates/a.jpg": PICTURES["images/b"]}
    for name, data in pictures.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    for number, trials in people.items():
        savemat(folder / f"info_per_subj_{number}.mat", {"info_per_subj": trials})
    start = {"image": "a.jpg", "initial_fix": np.array([101, 201], np.uint16)}
    box = {"image": "a.jpg", "template": "a_template_1.jpg", "matched_row": 301, "matched_column": 501}
    sides = {"template_side_length": 72, "template_columns": 72}
    savemat(folder / "initial_fixations.mat", {"initial_fixations": [start]})
    savemat(folder / "target_positions_filtered.mat", {"target_positions": [{**box, **sides}]})
    return folder


@pytest.mark.long
def test_a_small_release_is_read_as_published(tmp_path):
    long = [100.0 + 20 * (i % 3) for i in range(16)]
    people = {
        1: [trial([201, 401, 521], [101, 101, 331])], 10: [trial(long, long, allowed=64)],
        2: [trial([0.2, 700], [101, 700], allowed=2), trial([5.0], [5.0], image="b.jpg")],
        21: [trial([201, 401, 411, 521], [101, 101, 103, 331])], 22: [trial([201, 471, 486], [101, 331, 331])],
        23: [trial([101, 107, *[101 + 20 * (i % 3) for i in range(1, 14)]], [101] * 15, allowed=64)],
    }  # fmt: skip
    manifest, rows, trials = build(release(tmp_path / "in", people), tmp_path / "out", "Interiors")
    one = trials["a.jpg"]
    assert (one.bbox, one.initial, one.shape, one.capped) == ((300, 500, 372, 572), (200, 100), (768, 1024), True)
    found = {name: (human.x, human.found, human.cap) for name, human in one.humans.items()}
    assert found | {"10": None, "23": None} == {
        "01": ((200, 400, 520), True, 9),
        "02": ((0, 699), False, 3),  # clipped, not negative
        "21": ((200, 405, 520), True, 9),  # lumped before it is cut
        "22": ((200, 477.5), False, 9),  # the last is on the target, its mean with the one before is not
        "10": None, "23": None,
    }  # fmt: skip
    assert len(found["10"][0]) == found["10"][2] == 13  # a limit above 13 counts as 13, and ends the scanpath
    assert (found["23"][0][:2], len(found["23"][0])) == ((103, 120), 13)
    assert (one.humans["21"].y, one.humans["21"].durations) == ((100, 101, 330), (100, 110 + 120, 130))
    paths = [*json.loads(rows.iloc[0]["image_path"]), "priors/a.jpg"]
    stored = [(manifest.folder / path).read_bytes() for path in paths]
    assert stored == [PICTURES["images/a"], TEMPLATE, PICTURES["deepgaze/a"]]
    assert manifest.notes["counts"]["saliency maps"] == 1
    assert "gastonbujia" in manifest.source


@pytest.mark.long
def test_damaged_records_are_named(tmp_path):
    cases = {
        "3 x coordinates but 2": {"x": np.array([1.0, 2.0, 3.0])},
        "field 'nsaccades_allowed'": {"nsaccades_allowed": "many"},
        "field 'target_rect' has 2 entries, not 4": {"target_rect": np.array([1, 2]), "image_name": "b.jpg"},
    }
    source = release(tmp_path / "in", {1: [trial([201, 401], [101, 101]) | change for change in cases.values()]})
    manifest, _, _ = build(source, tmp_path / "out", "Interiors")
    for entry, said in zip(manifest.skipped, cases, strict=True):
        assert (said in entry["row"], entry["reason"]) == (True, "record that cannot be read")
    (source / "initial_fixations.mat").write_bytes(b"not a matlab file" * 30)
    with pytest.raises(DataError, match="initial_fixations.mat: .*cannot be read"):
        build(source, tmp_path / "out", "Interiors")
