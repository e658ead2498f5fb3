"""The cue model in the scores of a run."""

import json

import numpy as np
import pytest
from later import later

from vlmeval_hvs.cli import main
from vlmeval_hvs.metrics.characterization.reference import MARGIN, STUDY
from vlmeval_hvs.results.files import plain

with later():
    import pandas as pd

    from speed import bench_cue_model, gaze_observers
    from vlmeval_hvs.benchmarks.gaze.cue_verdict import counted, cue_verdict
    from vlmeval_hvs.benchmarks.gaze.trials import score_trials
    from vlmeval_hvs.metrics.characterization import photos as design_of


@pytest.fixture(scope="module")
def trials():
    """Answers of a coin-flipper to a set as large as the demo, as a run's item file holds them."""
    photos = gaze_observers.table(combinations=gaze_observers.DEMO)
    choices = gaze_observers.respond(bench_cue_model.COIN, photos, 4, np.random.default_rng(0))
    condition = np.where(photos.head < 0, 0, np.where(photos.head == photos.gaze, 1, 2))
    table = pd.DataFrame(
        {
            "stimulus_id": np.arange(len(photos.n)),
            "scene_id": [f"scene {scene}" for scene in photos.scene],
            "condition": np.array(design_of.CONDITIONS)[condition],
            "view": np.array(design_of.VIEWS)[photos.view],
            "proximity": photos.proximity,
            "n_objects": photos.n,
            "gaze_pos": photos.gaze,
            "head_pos": photos.head,
        }
    )
    rows = table.loc[table.index.repeat(4)].reset_index(drop=True)
    return rows.assign(prompt_id=np.tile(np.arange(4), len(table)), choice_pos=choices.reshape(-1))


def test_it_stands_beside_the_tests(trials):
    part = score_trials(trials)
    cue = part.details["cue_model"]
    assert part.metrics["cue_category"] == cue["category"] == 5
    assert part.metrics["cue_probability"] == cue["probabilities"]["5"] > 0.8
    for name in ("head_weight", "coin_share", "eye_blur", "guessing", "repeating"):
        low, high = part.intervals[name]
        assert low <= part.metrics[name] <= high
        assert cue["quantities"][name]["estimate"] == part.metrics[name]
    assert set(cue["by_proximity"]) == {"1", "2", "3"}
    assert set(cue["by_view"]) == {"front", "side"}
    assert "characterization" in part.details
    json.dumps(plain(part.details), allow_nan=False)


def test_counts_are_those_of_the_trials(trials):
    spoilt = trials.copy()
    spoilt.loc[spoilt["stimulus_id"] == 7, "choice_pos"] = [0, -1, 1, -1]
    data = counted(design_of.from_trials(spoilt))
    for photo in (0, 7, 300):
        own = spoilt[spoilt["stimulus_id"] == photo]
        assert data.counts[photo].tolist() == [(own["choice_pos"] == place).sum() for place in range(4)]
        assert (data.gaze[photo], data.head[photo]) == (own["gaze_pos"].iloc[0], own["head_pos"].iloc[0])
    assert data.counts[7].sum() == 2
    assert data.trials[7] == 4


def test_few_scenes_get_a_note(trials):
    few = trials[trials["scene_id"].isin([f"scene {number}" for number in range(5)])]
    found = cue_verdict(few, STUDY, MARGIN, 0)
    assert found.metrics == {}
    assert found.details["cue_model"]["note"].startswith(
        "not fitted: head and eyes are known to point apart in 5 scenes"
    )
    score_trials(few)


def test_the_command_prints_it(trials, tmp_path, capsys):
    path = tmp_path / "model_hvs_items.tsv"
    trials.to_csv(path, sep="\t", index=False)
    assert main(["gaze-tests", str(path), "--json", str(tmp_path / "out.json")]) == 0
    shown = capsys.readouterr().out
    assert "cue model, probability of each category: 1: 0.000" in shown
    assert "head_weight, proximity 3" in shown
    assert "category 5, eye-head ambivalent" in " ".join(shown.split())
    assert json.loads((tmp_path / "out.json").read_text())["model"]["cue_model"]["category"] == 5
    few = trials[trials["scene_id"] == "scene 0"]
    few.to_csv(path, sep="\t", index=False)
    assert main(["gaze-tests", str(path)]) == 0
    assert "cue model: not fitted" in capsys.readouterr().out
