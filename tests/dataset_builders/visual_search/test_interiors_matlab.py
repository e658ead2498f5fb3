"""Interiors from its authors' MATLAB release: small files in their layout, and published numbers on the real one."""

import json

import numpy as np
import pytest

from dataset_builders.visual_search.interiors_matlab import find_matlab, read_matlab
from tests.dataset_builders.visual_search.small import build, picture
from vlmeval_hvs.benchmarks.visual_search.trials import read_trials
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import read_set

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


def release(folder, people, tables=True):
    from scipy.io import savemat

    pictures = {f"{name}.jpg": data for name, data in PICTURES.items()}
    pictures |= {"templates/a_template_1.jpg": TEMPLATE, "templates/a.jpg": PICTURES["images/b"]}
    for name, data in pictures.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    for number, trials in people.items():
        savemat(folder / f"info_per_subj_{number}.mat", {"info_per_subj": trials})
    if tables:
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
        1: [trial([201, 401, 521], [101, 101, 331])],
        2: [trial([0.2, 700], [101, 700], allowed=2), trial([5.0], [5.0], image="b.jpg")],
        10: [trial(long, long, allowed=64)],
        11: [trial([201, 401, 521], [101, 101, 331], allowed=1)],
        21: [trial([201, 401, 411, 521], [101, 101, 103, 331])],
        22: [trial([201, 471, 486], [101, 331, 331])],
        23: [trial([101, 107, *[101 + 20 * (i % 3) for i in range(1, 14)]], [101] * 15, allowed=64)],
    }
    manifest, rows, trials = build(release(tmp_path / "in", people), tmp_path / "out", "Interiors")
    one = trials["a.jpg"]
    assert (one.bbox, one.initial, one.shape, one.capped) == ((300, 500, 372, 572), (200, 100), (768, 1024), True)
    found = {name: (human.x, human.found, human.cap) for name, human in one.humans.items()}
    assert found | {"10": None, "23": None} == {
        "01": ((200, 400, 520), True, 9),
        "02": ((0, 699), False, 3),  # clipped, not negative
        "11": ((200, 400, 520), True, 2),  # found beyond the limit, which concerns the performance only
        "21": ((200, 405, 520), True, 9),  # lumped before it is cut
        "22": ((200, 477.5), False, 9),  # the last is on the target, its mean with the one before is not
        "10": None, "23": None,
    }  # fmt: skip
    assert len(found["10"][0]) == found["10"][2] == 13  # a limit above 13 counts as 13, and ends the scanpath
    assert (found["23"][0][:2], len(found["23"][0])) == ((103, 120), 13)
    assert (one.humans["21"].y, one.humans["21"].durations) == ((100, 101, 330), (100, 110 + 120, 130))
    image, target = json.loads(rows.iloc[0]["image_path"])
    stored = [(manifest.folder / path).read_bytes() for path in (image, target, "priors/a.jpg")]
    assert stored == [PICTURES["images/a"], TEMPLATE, PICTURES["deepgaze/a"]]
    assert manifest.notes["counts"]["saliency maps"] == 1
    assert "gastonbujia" in manifest.source


@pytest.mark.long
def test_without_tables_the_participants_records_do(tmp_path):
    people = {1: trial([201, 401], [101, 101]), 2: trial([205, 401], [103, 101])}  # one record is no array
    manifest, _, trials = build(release(tmp_path / "in", people, tables=False), tmp_path / "out", "Interiors")
    assert (trials["a.jpg"].bbox, trials["a.jpg"].initial) == (
        (300, 500, 372, 572),
        (202, 101),
    )  # the mean of the first
    assert any("initial_fixations" in warning for warning in manifest.warnings)


@pytest.mark.long
def test_damaged_records_are_named(tmp_path):
    cases = {
        "3 x coordinates but 2": {"x": np.array([1.0, 2.0, 3.0])},
        "field 'nsaccades_allowed'": {"nsaccades_allowed": "many"},
        "field 'target_rect' has 2 entries, not 4": {"target_rect": np.array([1, 2]), "image_name": "b.jpg"},
    }
    records = [trial([201, 401], [101, 101]) | change for change in cases.values()]
    source = release(tmp_path / "in", {1: records})
    with pytest.raises(DataError, match="info_per_subj_1.mat: a.jpg: 3 x coordinates but 2"):
        build(source, tmp_path / "out", "Interiors")
    skipped = read_matlab(find_matlab(source), source, strict=False).skipped
    for (message, reason), said in zip(skipped, cases, strict=True):
        assert said in message
        assert reason == "record that cannot be read"


# The first trials of Datasets/Interiors/human_scanpaths/subj01_scanpaths.json of NeuroLIAA/visions, 510b5f12.
PUBLISHED_PATHS = {
    "grayscale_18_housebeautiful.jpg": ([554.3, 590.6, 798.7], [307.9, 428.1, 484.3], True, 9),
    "grayscale_13_oliva.jpg": ([622.5, 406.3, 837.5, 884.3, 928.7], [421.3, 448.1, 431.2, 385.0, 338.3], False, 5),
    "grayscale_98_oliva.jpg": (
        [658.6, 387.0, 318.9, 373.7, 415.3, 311.3, 443.8, 460.8, 454.0, 421.3, 334.4, 940.7, 891.75],
        [154.9, 429.4, 430.1, 317.2, 281.4, 314.3, 293.8, 285.2, 343.7, 432.3, 436.8, 365.4, 390.0], True, 13,
    ),
}  # fmt: skip
# The published row of the participants is the mean over the images on which one model, IVSN, can be compared. In its
# stored run (Results/Interiors_dataset/IVSN/Scanpaths.json, ff63253b) it does not find these with three fixations.
NOT_FOUND_BY_IVSN = """
1_kitchen 1_opensource 2_housebeautiful 3_kitchen 3_other 4_housebeautiful 4_kitchen 5_opensource 6_housebeautiful
6_kitchen 6_oliva 6_opensource 6_other 7_opensource 8_housebeautiful 8_oliva 9_other 10_housebeautiful 10_kitchen
10_oliva 11_opensource 13_kitchen 13_oliva 13_other 14_kitchen 14_oliva 16_oliva 16_opensource 18_oliva 19_kitchen
20_housebeautiful 21_kitchen 21_opensource 22_housebeautiful 23_oliva 24_oliva 28_housebeautiful 28_oliva
30_opensource 31_oliva 34_housebeautiful 34_oliva 35_housebeautiful 35_oliva 37_oliva 42_oliva 43_oliva 54_oliva
55_oliva 61_oliva 62_oliva 65_oliva 68_oliva 70_oliva 72_oliva 75_oliva 84_oliva 88_oliva 89_oliva 92_oliva 100_oliva
"""


# Results/Interiors_dataset/IVSN/multimatch_human_mean_per_image.json of NeuroLIAA/visions, to five places. The
# multimatch package chooses between equally good alignments by chance, hence the tolerance.
PER_IMAGE = {
    "grayscale_100_oliva.jpg": (0.95033, 0.77438, 0.94606, 0.90186),
    "grayscale_17_oliva.jpg": (0.91968, 0.75937, 0.90812, 0.85536),
    "grayscale_13_oliva.jpg": (0.95911, 0.79252, 0.95822, 0.93367),
    "grayscale_2_oliva.jpg": (0.89628, 0.77450, 0.86807, 0.77636),
    "grayscale_9_kitchen.jpg": (0.91696, 0.57838, 0.95180, 0.80839),
    "grayscale_10_kitchen.jpg": (0.91015, 0.59947, 0.88493, 0.84848),
}


@pytest.mark.long
def test_real_release_has_the_published_numbers(real_interiors, shared):
    from vlmeval_hvs.benchmarks.visual_search.scanpaths import people_performance
    from vlmeval_hvs.metrics.scanpath_similarity import multimatch_batch
    from vlmeval_hvs.metrics.search_similarity import comparable_path, within_humans

    real = read_trials(read_set("VisualSearch_Interiors", real_interiors)[0].to_dict("records"))
    people = [one for trial in real.values() for one in trial.humans.values()]
    assert (len(real), len({name for trial in real.values() for name in trial.humans}), len(people)) == (134, 57, 7313)
    assert all(one.durations and len(one.durations) == len(one.x) for one in people)
    found = [one for one in people if one.found]  # by geometry; the limit counts in the performance only
    assert (len(found), sum(len(one.x) > one.cap for one in found)) == (3759, 91)
    lengths = [len(one.x) for one in found]  # Table 1: "about 3.7 K", mean length 5.2, quartiles 4 and 6
    assert (round(np.mean(lengths), 1), *np.percentile(lengths, [25, 75])) == (5.2, 4, 6)
    for image, (x, y, seen, cap) in PUBLISHED_PATHS.items():
        one = real[image].humans["01"]
        assert (list(one.x), list(one.y), one.found, one.cap) == (x, y, seen, cap)

    path = shared / "tables" / "visions_published_metrics.json"
    if not path.is_file():
        pytest.skip("no published metrics beside the checkout")
    published = json.loads(path.read_text())["Interiors"]["Humans"]
    assert round(people_performance(real).area, 3) == published["AUCperf"] == 0.42

    def within(trial):
        """MultiMatch's dimensions over all pairs of participants; None for fewer than two."""
        paths = (comparable_path(path, trial.shape, trial.receptive) for path in trial.humans.values())
        paths = [path for path in paths if path is not None]
        pairs = [(paths[i], paths[j]) for i in range(len(paths)) for j in range(i + 1, len(paths))]
        return multimatch_batch(pairs, trial.shape[::-1])[:, :4].mean(axis=0) if pairs else None

    left_out = {f"grayscale_{name}.jpg" for name in NOT_FOUND_BY_IVSN.split()}
    assert left_out < real.keys()
    values = {name: within(one) for name, one in real.items() if name not in left_out or name in PER_IMAGE}
    for image, dimensions in PER_IMAGE.items():
        assert values[image].tolist() == pytest.approx(dimensions, abs=5e-4)
    compared = np.array([value for name, value in values.items() if name not in left_out and value is not None])
    assert (len(compared), round(compared.mean(), 3)) == (72, published["AvgMM"])
    dimensions = [published[name] for name in ("MMvec", "MMdir", "MMlen", "MMpos")]
    assert compared.mean(axis=0).round(3).tolist() == [mean for mean, _ in dimensions] == [0.925, 0.73, 0.916, 0.838]
    assert compared.std(axis=0).tolist() == pytest.approx([deviation for _, deviation in dimensions], abs=6e-4)
    similar = within_humans({name: trial.humans for name, trial in real.items()})
    assert len(similar) == 132
    assert np.mean(list(similar.values())) == pytest.approx(0.853, abs=5e-4)  # much the same over all images
