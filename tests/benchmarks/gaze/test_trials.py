"""Scores of chosen positions without a run, and what guessing gives."""

import pandas as pd
import pytest

from vlmeval_hvs.benchmarks.gaze.trials import Part, chance_of, score_trials, wrongness_of
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics import null_interval


def trials(sizes, choices):
    """Natural photos of one scene, each looked at once; the gaze is always at the first object."""
    count = len(sizes)
    return pd.DataFrame(
        {
            "stimulus_id": [str(i) for i in range(count)], "prompt_id": 0, "scene_id": "s", "condition": "natural",
            "view": "front", "proximity": 1, "n_objects": sizes, "gaze_pos": 0, "head_pos": -1, "choice_pos": choices,
        }
    )  # fmt: skip


def test_guessing_follows_the_number_of_objects():
    sizes = [2] * 3 + [3] * 2 + [4]
    assert chance_of(trials(sizes, 0)) == null_interval([1 / 2] * 3 + [1 / 3] * 2 + [1 / 4])


def test_answers_that_choose_nothing_are_wrong_and_have_no_distance():
    table = trials([2, 2, 2, 2], [0, 0, 1, -1])
    found = score_trials(table)
    assert found.metrics["Overall"] == found.metrics["natural"] == 0.5
    assert wrongness_of(table)[3] != wrongness_of(table)[3]  # not a number
    assert found.details["by_condition_and_objects"]["natural, 2 objects"]["trials"] == 4
    assert "no category" in found.details["explanation"]


def test_a_human_reference_without_a_number_of_objects_is_refused():
    with pytest.raises(DataError, match="no accuracy for 3"):
        score_trials(trials([2, 3], 0), human={"2": 0.9})


def test_parts_add_up():
    both = Part({"a": 1.0}, {"a": (0.0, 1.0)}, warnings=["x"]) + Part({"b": 2.0}, details={"c": 3}, warnings=["y"])
    assert both == Part({"a": 1.0, "b": 2.0}, {"a": (0.0, 1.0)}, {"c": 3}, ["x", "y"])
