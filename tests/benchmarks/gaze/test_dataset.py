"""The gaze dataset: rows, questions and options."""

import hashlib
import itertools
import json
from dataclasses import replace

import pytest

from vlmeval_hvs.benchmarks.gaze.dataset import by_scene
from vlmeval_hvs.choices import LETTERS
from vlmeval_hvs.errors import DataError, OptionError
from vlmeval_hvs.registry import load_set

pytestmark = pytest.mark.long

DEMO = "GazeTarget_DEMO"
FROZEN = "4b31733a319944b5bbda5c5b3cb2dc997f66a296a43350b5d3178776138882d2"
"""Digest of all questions, orders and answers of the demo sets with seed 0: changing them would change scores."""


def test_questions_and_orders_are_those_that_were_published(make):
    import pandas as pd

    rows = pd.concat([make(f"GazeTarget{part}_DEMO").rows for part in ("", "_Pilot", "_PrePilot")])
    text = rows[["index", "question", "option_order", *LETTERS, "answer"]].to_csv(sep="\t", index=False)
    assert hashlib.sha256(text.encode()).hexdigest() == FROZEN
    data = make("GazeTarget_Pilot_DEMO")
    prompt, row = data.build_prompt(0), data.rows.iloc[0]
    assert [item["type"] for item in prompt] == ["image", "text"]
    assert f"A. {row['A']}\nB. {row['B']}" in prompt.text


def test_points_of_a_whole_run_are_read_in_one_frame_and_swapped_ones_warned_about(make):
    data = make(DEMO, answers="point-l2")
    assert '{"x": X, "y": Y}' in data.build_prompt(0).text
    # A point does not depend on the wording: each photo is asked about once.
    assert len(data.rows) == data.rows["stimulus_id"].nunique() == 450
    for form, scale, given, frame, words in (
        ("({x:.0f}, {y:.0f})", 336, {}, "pixels", "answers are read in the frame pixels, though the prompts asked"),
        ("[{y:.0f}, {x:.0f}]", 1000, {}, "thousand", "answer_axes=yx"),
    ):
        asked = make(DEMO, answers="point-l2", limit=100, **given)
        places = [json.loads(row["points"])[int(row["gaze_pos"])] for row in asked.rows.to_dict("records")]
        replies = [form.format(x=x * scale, y=y * scale) for x, y in places]
        report = asked.score(asked.rows.assign(reply=replies, failed=False))
        assert report.details["answer_frame"]["frame"] == frame
        assert any(words in warning for warning in report.warnings)
        assert (report.metrics["Overall"] == 1) == ("axes" not in words)
        assert any("answer_axes" in warning for warning in report.warnings) == ("axes" in words)


def test_values_and_sets_that_do_not_fit_are_refused_and_words_are_the_present_ones(make, monkeypatch):
    for options, message in (
        ({"human_error": {"2": 0.01}}, "needs accuracies of the same objects"),
        ({"prompts": [0, 7]}, r"prompt 7 is not in the set; there are \[0, 2, 9, 11\]"),
        ({"human": {"2": 0.9, "4": 0.9}}, "has no accuracy for 3 objects"),
    ):
        with pytest.raises(OptionError, match=message):
            make(DEMO, **options)
    assert not (make("GazeTarget_Pilot_DEMO").rows["attention_check"] == "1").any()
    (rows, manifest), fresh = load_set(DEMO), make(DEMO).rows
    old = rows.assign(**dict.fromkeys(("question", "answer", "option_order", "A", "task_hint"), "old"))
    monkeypatch.setattr("vlmeval_hvs.dataset.load_set", lambda name: (old, manifest))
    assert make(DEMO).rows[list(fresh)].equals(fresh)
    monkeypatch.setattr("vlmeval_hvs.dataset.load_set", lambda name: (rows.assign(study="pilot"), manifest))
    with pytest.raises(DataError, match="holds no main photos; build it again from a source that has them"):
        make(DEMO)
    monkeypatch.setattr("vlmeval_hvs.benchmarks.gaze.dataset.is_demo", lambda name: False)
    monkeypatch.setattr("vlmeval_hvs.dataset.load_set", lambda name: (rows, replace(manifest, notes={})))
    with pytest.raises(DataError, match="did not reverse the source's proximity scale"):
        make(DEMO)


def test_scenes_are_whole_photos_are_asked_once_before_a_second_prompt_and_a_larger_limit_keeps_all():
    """Nine scenes of two, three and four objects with all photos of controlled heads, three prompts."""
    import pandas as pd

    table = [
        (f"{n}-{scene}", str(prompt), str(n), f"{n}{scene}{gaze}{head}{prompt}") for n in (2, 3, 4)
        for scene, gaze, head, prompt in itertools.product(range(3), range(n), range(n), range(3))
    ]  # fmt: skip
    rows = pd.DataFrame(table, columns=["scene_id", "prompt_id", "n_objects", "index"])
    drawn = by_scene(rows, 4 + 9 + 16, seed=0)  # one scene of each number of objects
    assert sorted(drawn.groupby("scene_id").size()) == [4, 9, 16]
    assert (drawn.groupby("scene_id")["prompt_id"].nunique() == 1).all()
    once = by_scene(rows, 3 * (4 + 9 + 16), seed=1)
    assert not once["index"].str[:-1].duplicated().any()
    sizes = [1, 10, 33, 100, 200]
    parts = [set(by_scene(rows, size, seed=2)["index"]) for size in sizes]
    assert [len(part) for part in parts] == sizes
    assert all(small < large for small, large in itertools.pairwise(parts))
