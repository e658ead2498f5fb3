"""Figures of gaze results: the marks stand where the numbers are."""

import json
from importlib.util import find_spec

import numpy as np
import pytest

from vlmeval_hvs.benchmarks.gaze.psychometric import score_psychometric
from vlmeval_hvs.metrics import characterize

pytestmark = [
    pytest.mark.skipif(find_spec("matplotlib") is None, reason="the extra `figures` is not installed"),
    pytest.mark.long,
]


def test_the_matrix_holds_percentages_by_head_target(items):
    from vlmeval_hvs.benchmarks.gaze.figures.shares import choices

    first = choices(items, "m").figure.axes[0]
    assert np.asarray(first.images[0].get_array()) == pytest.approx(np.array([[1, 0, 0], [1, 0, 0], [0, 0, 1]]))
    assert first.get_title(loc="left") == "head at 1"


def test_path_and_forest_show_the_numbers_of_the_tests(observed):
    from vlmeval_hvs.benchmarks.gaze.figures import verdict

    verdicts = []
    for name in ("human", "head-only", "coin-flip"):
        found = characterize(observed(name, {3: 3, 4: 2}), n_resamples=20)
        verdicts.append((name, json.loads(json.dumps(found.as_dict()))))
    for name, result in verdicts:
        picture = verdict.path(result, name)
        texts = " ".join(text.get_text() for text in picture.figure.axes[0].texts)
        for test in ("3", "2.1"):
            assert f"{result['tests'][test]['estimate']:+.2f}" in texts
        assert str(result["counts"]["photos"]) in picture.caption
    axes = verdict.forest(verdicts).figure.axes
    for axis, key in zip(axes, verdict.FOREST, strict=True):
        points = [line.get_xdata()[0] for line in axis.lines if line.get_marker() == "o"]
        assert points == pytest.approx([result["tests"][key]["estimate"] for _, result in verdicts])


def test_psychometric_points_stand_at_the_measured_shares():
    import pandas as pd

    from vlmeval_hvs.benchmarks.gaze.figures.curves import psychometric
    from vlmeval_hvs.figures import style

    levels = (4.0, 8.0, 12.0)
    rows = [(cue, x, str(x), i % 3) for cue in ("both", "conflict") for x in levels for i in range(6)]
    frame = pd.DataFrame(rows, columns=["condition", "separation", "scene_id", "choice_pos"])
    details = score_psychometric(frame.assign(n_objects=3, gaze_pos=0, head_pos=1)).details
    picture = psychometric([("m", details)] * (style.MOST_SERIES + 1))
    assert "1 more models are not shown" in picture.caption
    both, conflict = picture.figure.axes
    (points, *_), *_ = (container.lines for container in both.containers)
    assert points.get_ydata() == pytest.approx([1 / 3] * 3)
    assert conflict.containers[0].lines[0].get_ydata() == pytest.approx([1 / 3] * 3)


def test_a_strip_shows_the_photos_that_were_most_wrong(items, tmp_path):
    from PIL import Image

    from vlmeval_hvs.benchmarks.gaze.figures import strips

    names = ["scene_id", "right", "distance", "gaze_pos"]
    assert strips.worst(items)[names].to_numpy().tolist() == [["s0", 0.0, 2, 0], ["s1", 0.0, 2, 0]]
    Image.new("RGB", (20, 20), (10, 200, 30)).save(tmp_path / "a.png")
    row = {"image_path": "a.png", "objects": "ant+bee+cat"}
    axes = strips.strip(items, "m", lambda index: row, lambda name: str(tmp_path / name)).figure.axes
    assert len(axes) == 2
    assert [text.get_text() for text in axes[0].texts] == ["eyes: ant", "head: cat", "said: c, 0 of 1 right"]
    assert tuple(axes[0].images[0].get_array()[0, 0]) == (10, 200, 30)
    assert strips.strip(items[items["head_pos"] < 0], "m", dict, str) is None
