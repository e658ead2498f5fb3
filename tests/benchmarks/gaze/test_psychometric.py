"""Scores of the psychometric task: hand-computed shares, thresholds of observers of known blur, words."""

import numpy as np
import pytest
from scipy.stats import norm

from vlmeval_hvs.benchmarks.gaze.baselines import DEGREES, angular
from vlmeval_hvs.benchmarks.gaze.scoring import score_psychometric

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def answered():
    """Function (observer, seed) -> rows of all cues and targets at five levels, three objects, with answers."""
    import pandas as pd

    rows = [
        {
            "condition": cue, "separation": separation, "scene_id": f"{separation}-{scene}", "n_objects": 3,
            "gaze_pos": gaze, "head_pos": head, "gaze_yaw": (gaze - 1) * separation,
            "head_yaw": 0.0 if cue == "eyes" else (head - 1) * separation, "eyes_visible": str(int(cue != "head")),
        }
        for separation in (2.0, 4.0, 6.0, 9.0, 13.0)
        for scene in range(12)
        for cue in ("both", "eyes", "head", "conflict")
        for gaze in range(3)
        for head in [{"eyes": -1, "conflict": (gaze + 1) % 3}.get(cue, gaze)]
    ]  # fmt: skip

    def make(observer, seed=0):
        rng = np.random.default_rng(seed)
        return pd.DataFrame(rows).assign(choice_pos=[angular(observer, row, rng) for row in rows])

    return make


def test_a_blurred_observer_has_the_threshold_of_its_blur_and_observers_differ_where_the_cues_do(answered):
    found = score_psychometric(answered("human", 3))
    # Three objects in a row: the middle one is missed on both sides, the outer ones on one. Half-way from 1/3 to 1:
    fine = np.linspace(1.0, 20.0, 4000)
    threshold = fine[np.argmin(np.abs(1 - 4 / 3 * norm.sf(fine / 2 / DEGREES) - 2 / 3))]
    for cue in ("both", "eyes", "head"):
        low, high = found.intervals[f"threshold_{cue}"]
        assert low <= threshold <= high
        value = found.metrics[f"threshold_{cue}"]
        assert value == pytest.approx(threshold, rel=0.35)
        assert f"{value:.1f} degrees (95 % interval {low:.1f}" in found.details["explanation"]
    head = score_psychometric(answered("head-only"))
    assert "no rise above guessing" in head.details["explanation"]
    assert head.metrics["head_share"] > 0.6 > 0.3 > head.metrics["eyes"]
    frame = answered("human")
    conflict = frame[(frame["condition"] == "conflict") & (frame["scene_id"] == "4.0-0")]
    # Gaze 0, head 1: answered 1 (head); gaze 1, head 2: answered 1 (gaze); gaze 2, head 0: answered 1 (other).
    found = score_psychometric(conflict.assign(choice_pos=1))
    assert [found.metrics[name] for name in ("head_share", "gaze_share", "Overall")] == pytest.approx([1 / 3] * 3)
    assert found.warnings == ["only 1 scenes: intervals are unreliable; use limit=null"]
    assert {"note", "fit"}.isdisjoint(found.details["curves"]["conflict"])
    whole = score_psychometric(frame)
    assert (whole.warnings, {"both", "head_share"} <= set(whole.intervals)) == ([], True)
    few = score_psychometric(frame[frame["separation"].astype(float) < 5])
    assert "eyes alone: fewer than three separations: no curve is fitted" in few.details["explanation"]
    right = score_psychometric(frame.assign(choice_pos=frame["gaze_pos"]))
    assert "eyes alone: below 2 degrees, outside of what was shown" in right.details["explanation"]
    assert "threshold_eyes" not in right.metrics
