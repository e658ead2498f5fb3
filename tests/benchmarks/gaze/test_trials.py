"""Scores of chosen positions without a run, and what guessing gives."""

import numpy as np
import pytest
from later import later

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics import null_interval

with later():
    import pandas as pd

    from vlmeval_hvs.benchmarks.gaze import trials as judging


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
    assert judging.chance_of(trials(sizes, 0)) == null_interval([1 / 2] * 3 + [1 / 3] * 2 + [1 / 4])


def test_a_human_reference_without_a_number_of_objects_is_refused():
    with pytest.raises(DataError, match="no accuracy for 3"):
        judging.score_trials(trials([2, 3], 0), human={"2": 0.9})


def study(accuracy, sticky, seed, scenes=60, prompts=8):
    """Natural photos of two and four objects; with ``sticky`` all prompts of a photo get one answer."""
    rng = np.random.default_rng(seed)
    rows = []
    for scene in range(scenes):
        n = 2 if scene % 2 else 4
        for gaze in range(n):
            right = rng.random(1 if sticky else prompts) < accuracy[n]
            for prompt, hit in enumerate(np.broadcast_to(right, prompts)):
                rows.append((f"{scene}.{gaze}", prompt, f"s{scene}", n, gaze, gaze if hit else (gaze + 1) % n))
    names = ["stimulus_id", "prompt_id", "scene_id", "n_objects", "gaze_pos", "choice_pos"]
    return pd.DataFrame(rows, columns=names).assign(condition="natural", view="front", proximity=1, head_pos=-1)


def test_the_chance_test_is_clustered_by_scene():
    """A guesser whose answer to a photo is the same under all prompts is not better or worse than chance."""
    ours, published = [], []
    for seed in range(40):
        found = judging._against_chance(framed(study({2: 0.5, 4: 0.25}, True, seed)))
        ours.append(found["p"] < 0.05)
        published.append(found["paper_p"] < 0.05)
    assert np.mean(ours) <= 0.15
    assert np.mean(published) > 0.3


def framed(table):
    right = (table["choice_pos"] == table["gaze_pos"]).astype(float)
    return table.assign(correct=right, chance=1.0 / table["n_objects"])


def test_intervals_leave_out_what_the_design_fixes():
    """Accuracy differs by number of objects, whose share is the same in every study."""
    values, widths = [], []
    for seed in range(25):
        part = judging.mean_with_interval("Overall", framed(study({2: 0.9, 4: 0.2}, False, seed)), "correct", seed)
        low, high = part.intervals["Overall"]
        values.append(part.metrics["Overall"])
        widths.append(high - low)
    assert np.mean(widths) == pytest.approx(2 * 1.96 * np.std(values), rel=0.35)


def test_words_about_people_without_head_poses():
    for human, words in [
        ({2: 0.2, 4: 0.2}, "is excluded"),
        ({2: 0.95, 4: 0.95}, "below that of people"),
        ({2: 0.62, 4: 0.62}, "neither found nor excluded"),
    ]:
        table = study({2: 0.6, 4: 0.6}, True, 1, scenes=40)
        assert words in judging.score_trials(table, human=human).details["explanation"]
