"""The reward of scanpaths on people who looked: the authors' release of Interiors, where it is there."""

import json

import numpy as np
import pytest
from regenerated_set import TEMPLATES

from vlmeval_hvs.benchmarks.hvsbench.questions import scanpath_text
from vlmeval_hvs.rewards import reward

QUESTION = TEMPLATES["Q12"][0].format(article="a", target="cup")
FIXED = {
    "small steps": ([0.5, 0.53, 0.47, 0.52, 0.5, 0.48], [0.5, 0.48, 0.52, 0.53, 0.47, 0.5]),
    "reading": ([0.1, 0.5, 0.9, 0.1, 0.5, 0.9], [0.3, 0.3, 0.3, 0.7, 0.7, 0.7]),
    "example, moved": ([0.54, 0.52, 0.48, 0.70, 0.71, 0.54], [0.53, 0.49, 0.41, 0.30, 0.24, 0.54]),
}


@pytest.fixture(scope="module")
def people(shared):
    """Picture to the first six fixations of everybody who made as many."""
    from scipy.io import loadmat

    release = shared / "data" / "interiors_release" / "MatlabCode" / "data_new" / "new_matrix" / "sinfo_subj"
    if not release.is_dir():
        pytest.skip("no release of Interiors beside the checkout")
    found = {}
    for file in sorted(release.glob("info_per_subj_*.mat")):
        records = loadmat(file, squeeze_me=True, struct_as_record=False)["info_per_subj"]
        for one in np.atleast_1d(records):
            x, y, t = (np.atleast_1d(column).astype(float)[:6] for column in (one.x, one.y, one.dur))
            if len(x) == len(y) == len(t) == 6:
                path = {"X": (x / 1024).round(4).tolist(), "Y": (y / 768).round(4).tolist(), "T": t.round().tolist()}
                found.setdefault(str(one.image_name), []).append(path)
    return {picture: paths for picture, paths in found.items() if len(paths) > 10}


@pytest.mark.long
def test_looking_is_worth_more_than_every_fixed_path(people):
    draw = np.random.default_rng(0)
    pictures, values = sorted(people), {}
    for picture in pictures:
        order = draw.permutation(len(people[picture]))
        left_out, compared = people[picture][order[0]], [people[picture][place] for place in order[1:11]]
        row = {"question": QUESTION, "question_type": "Q12", "answer": json.dumps(compared)}
        other = people[pictures[(pictures.index(picture) + 1 + int(draw.integers(len(pictures) - 1))) % len(pictures)]]
        replies = {"left out": left_out, "other picture": other[int(draw.integers(len(other)))]}
        replies |= {name: {"X": x, "Y": y, "T": [220] * 6} for name, (x, y) in FIXED.items()}
        for name, path in replies.items():
            values.setdefault(name, []).append(reward(scanpath_text(path), row))
    means = {name: np.mean(column) for name, column in values.items()}
    for name in FIXED:
        apart = np.array(values["left out"]) - values[name]
        assert apart.mean() - 1.96 * apart.std() / len(apart) ** 0.5 > 0, name
        assert means[name] < means["other picture"] + 0.05, name
