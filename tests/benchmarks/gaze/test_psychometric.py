"""Scores of the psychometric task: hand-computed shares, thresholds of observers of known blur, words."""

import numpy as np
import pytest
from later import later

from vlmeval_hvs.benchmarks.gaze.baselines import DEGREES, angular

with later():
    import pandas as pd
    from scipy.stats import norm

    from vlmeval_hvs.benchmarks.gaze.psychometric import score_psychometric


LEVELS = (2.0, 4.0, 6.0, 9.0, 13.0)


def design(scenes_per_level=12):
    """Rows of all cues and targets at all levels, three objects."""
    rows = []
    for separation in LEVELS:
        for scene in range(scenes_per_level):
            for cue in ("both", "eyes", "head", "conflict"):
                for gaze in range(3):
                    head = -1 if cue == "eyes" else ((gaze + 1) % 3 if cue == "conflict" else gaze)
                    rows.append(
                        {
                            "condition": cue,
                            "separation": separation,
                            "scene_id": f"{separation}-{scene}",
                            "n_objects": 3,
                            "gaze_pos": gaze,
                            "head_pos": head,
                            "gaze_yaw": (gaze - 1) * separation,
                            "head_yaw": 0.0 if cue == "eyes" else (head - 1) * separation,
                            "eyes_visible": "0" if cue == "head" else "1",
                        }
                    )
    return pd.DataFrame(rows)


def answered(observer, seed=0):
    frame, rng = design(), np.random.default_rng(seed)
    return frame.assign(choice_pos=[angular(observer, row, rng) for row in frame.to_dict("records")])


def test_a_blurred_observer_has_the_threshold_that_its_blur_gives():
    found = score_psychometric(answered("human", 3))
    # Three objects in a row: the middle one is missed on both sides, the outer ones on one. Half-way from 1/3 to 1:
    fine = np.linspace(1.0, 20.0, 4000)
    right = 1 - 4 / 3 * norm.sf(fine / 2 / DEGREES)
    threshold = fine[np.argmin(np.abs(right - 2 / 3))]
    for cue in ("both", "eyes", "head"):
        low, high = found.intervals[f"threshold_{cue}"]
        assert low <= threshold <= high
        assert found.metrics[f"threshold_{cue}"] == pytest.approx(threshold, rel=0.35)


def test_observers_differ_where_the_cues_do():
    head = score_psychometric(answered("head-only"))
    assert "fit" not in head.details["curves"]["eyes"]
    assert "no rise above guessing" in head.details["explanation"]
    assert head.metrics["head_share"] > 0.6 > 0.3 > head.metrics["eyes"]
    coin = score_psychometric(answered("coin-flip"))
    assert 0.3 < coin.metrics["head_share"] < 0.6
    assert 0.3 < coin.metrics["gaze_share"] < 0.6


def test_shares_in_conflict_are_counted():
    frame = design(1)
    frame = frame[(frame["condition"] == "conflict") & (frame["separation"] == 4.0)]
    # Gaze 0, head 1: answered 1 (head); gaze 1, head 2: answered 1 (gaze); gaze 2, head 0: answered 1 (other).
    found = score_psychometric(frame.assign(choice_pos=1))
    assert found.metrics["head_share"] == pytest.approx(1 / 3)
    assert found.metrics["gaze_share"] == pytest.approx(1 / 3)
    rows = {row["degrees"]: row for row in found.details["conflict_by_degrees"]}
    assert rows[4.0]["trials"] == 2
    assert (rows[4.0]["head"], rows[4.0]["gaze"], rows[4.0]["other"]) == (0.5, 0.5, 0.0)
    assert (rows[8.0]["head"], rows[8.0]["other"]) == (0.0, 1.0)


def test_few_scenes_and_few_levels_are_said():
    frame = answered("human")
    found = score_psychometric(frame[frame["scene_id"].isin(["4.0-0", "9.0-0"])])
    assert "only 2 scenes" in found.warnings[0]
    assert "fewer than three separations" in found.details["curves"]["both"]["note"]
    assert "threshold_both" not in found.metrics
