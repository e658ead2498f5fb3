"""Figures of gaze results: the marks stand where the numbers are."""

import json
from importlib.util import find_spec

import numpy as np
import pytest
from later import later

from vlmeval_hvs.metrics import characterize
from vlmeval_hvs.metrics.characterization import agents

with later():
    import pandas as pd

    from vlmeval_hvs.benchmarks.gaze.figures import shares, strips, verdict
    from vlmeval_hvs.benchmarks.gaze.figures.curves import psychometric
    from vlmeval_hvs.benchmarks.gaze.psychometric import score_psychometric
    from vlmeval_hvs.figures import style

pytestmark = pytest.mark.skipif(find_spec("matplotlib") is None, reason="the extra `figures` is not installed")


def items(choice):
    """Two scenes of three objects, every pose; `choice` of (gaze, head)."""
    rows = []
    for scene in range(2):
        for head in range(3):
            for gaze in range(3):
                picked = choice(gaze, head)
                rows.append({
                    "index": str(len(rows)), "stimulus_id": len(rows), "scene_id": f"s{scene}", "view": "front",
                    "n_objects": 3, "gaze_pos": gaze, "head_pos": head, "choice_pos": picked, "answer": "abc"[picked],
                    "score": float(picked == gaze),
                })  # fmt: skip
    return pd.DataFrame(rows)


def mix(gaze, head):
    """The head's object unless the eyes look at the last one."""
    return 2 if gaze == 2 else head


def test_the_matrix_holds_percentages_by_head_target():
    picture = shares.choices(items(mix), "m")
    first = picture.figure.axes[0]
    assert np.asarray(first.images[0].get_array()) == pytest.approx(np.array([[1, 0, 0], [1, 0, 0], [0, 0, 1]]))
    assert first.get_title(loc="left") == "head at 1"


@pytest.fixture(scope="module")
def verdicts():
    design = agents.full_design({3: 3, 4: 2})
    names = ("human", "head-only", "coin-flip")
    photos = {name: agents.simulate(agents.AGENTS[name], design, np.random.default_rng(0)) for name in names}
    return [
        (name, json.loads(json.dumps(characterize(rows, n_resamples=20).as_dict()))) for name, rows in photos.items()
    ]


def test_the_path_shows_the_numbers_of_the_tests(verdicts):
    for name, result in verdicts:
        picture = verdict.path(result, name)
        texts = " ".join(text.get_text() for text in picture.figure.axes[0].texts)
        assert f"{result['tests']['3']['estimate']:+.2f}" in texts
        assert f"{result['tests']['2.1']['estimate']:+.2f}" in texts
        assert str(result["counts"]["photos"]) in picture.caption


def test_the_forest_has_a_point_for_every_test_and_model(verdicts):
    picture = verdict.forest(verdicts)
    assert len(picture.figure.axes) == len(verdict.FOREST)
    for axis, key in zip(picture.figure.axes, verdict.FOREST, strict=True):
        points = [line.get_xdata()[0] for line in axis.lines if line.get_marker() == "o"]
        assert points == pytest.approx([result["tests"][key]["estimate"] for _, result in verdicts])


def test_psychometric_points_stand_at_the_measured_shares():
    frame = pd.DataFrame(
        {
            "condition": cue,
            "separation": x,
            "scene_id": f"{x}",
            "n_objects": 3,
            "gaze_pos": 0,
            "head_pos": 1,
            "choice_pos": i % 3,
        }
        for cue in ("both", "conflict")
        for x in (4.0, 8.0, 12.0)
        for i in range(6)
    )
    details = score_psychometric(frame).details
    picture = psychometric([("m", details)] * (style.MOST_SERIES + 1))
    assert "1 more models are not shown" in picture.caption
    levels = details["curves"]["both"]["levels"]
    assert [level["accuracy"] for level in levels] == pytest.approx([1 / 3] * 3)
    assert len(picture.figure.axes) == 2


def test_photos_are_chosen_by_how_wrong_they_are():
    table = items(mix)
    chosen = strips.worst(table)
    assert list(chosen["scene_id"]) == ["s0", "s1"]
    assert (chosen["right"] == 0).all()
    assert (chosen["distance"] == 2).all()
    assert list(chosen["gaze_pos"]) == [0, 0]


def test_a_strip_shows_the_photos(tmp_path):
    from PIL import Image

    Image.new("RGB", (20, 20), (10, 200, 30)).save(tmp_path / "a.png")
    row = {"image_path": "a.png", "objects": "ant+bee+cat"}
    picture = strips.strip(items(mix), "m", lambda index: row, lambda name: str(tmp_path / name))
    assert len(picture.figure.axes) == 2
    texts = [text.get_text() for text in picture.figure.axes[0].texts]
    assert texts == ["eyes: ant", "head: cat", "said: c, 0 of 1 right"]
    assert tuple(picture.figure.axes[0].images[0].get_array()[0, 0]) == (10, 200, 30)
