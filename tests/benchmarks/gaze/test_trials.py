"""Scores of chosen positions without a run, and what guessing gives."""

import numpy as np
import pytest

from vlmeval_hvs.benchmarks.gaze import trials as judging
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics import null_interval


def study(accuracy, sticky, seed=1, scenes=60, prompts=8):
    """Natural photos of two and four objects; with ``sticky`` all prompts of a photo get one answer."""
    import pandas as pd

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


def framed(table):
    right = (table["choice_pos"] == table["gaze_pos"]).astype(float)
    return table.assign(correct=right, chance=1.0 / table["n_objects"])


@pytest.mark.long
def test_the_chance_test_is_clustered_by_scene():
    """A guesser whose answer to a photo is the same under all prompts is not better or worse than chance."""
    table = study({2: 0.5, 4: 0.25}, True, scenes=6)
    chances = [1 / 4] * 12 + [1 / 2] * 6
    assert judging.chance_of(table).value == pytest.approx(null_interval(chances).value)
    assert judging.chance_of(table.drop_duplicates("stimulus_id")) == null_interval(chances)
    found = [judging._against_chance(framed(study({2: 0.5, 4: 0.25}, True, seed))) for seed in range(40)]
    assert np.mean([test["p"] < 0.05 for test in found]) <= 0.15
    assert np.mean([test["paper_p"] < 0.05 for test in found]) > 0.3


@pytest.mark.long
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
    table = study({2: 0.6, 4: 0.6}, True, scenes=40)
    for human, words in ((0.2, "is excluded"), (0.95, "below that of people"), (0.62, "neither found nor excluded")):
        found = judging.score_trials(table, human={2: human, 4: human}).details
        assert words in found["explanation"]
        assert set(found["characterization"]["tests"]) == set(judging.WITHOUT_HEAD)
    with pytest.raises(DataError, match="no accuracy for 4"):
        judging.score_trials(table, human={"2": 0.9})
