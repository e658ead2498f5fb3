"""Scores of chosen positions without a run, and what guessing gives."""

from dataclasses import replace

import numpy as np
import pytest

from vlmeval_hvs.benchmarks.gaze import trials as judging
from vlmeval_hvs.benchmarks.gaze.responses import read_responses
from vlmeval_hvs.benchmarks.gaze.trials import score_trials
from vlmeval_hvs.cli import main
from vlmeval_hvs.errors import DataError


def study(accuracy, seed=1, scenes=60, prompts=8):
    """Natural photos of two and four objects; all prompts of a photo get one answer."""
    import pandas as pd

    rng, rows = np.random.default_rng(seed), []
    for scene in range(scenes):
        n = 2 if scene % 2 else 4
        for gaze in range(n):
            hit = rng.random() < accuracy[n]
            cells = (f"{scene}.{gaze}", f"s{scene}", n, gaze, gaze if hit else (gaze + 1) % n)
            rows += [(*cells, prompt) for prompt in range(prompts)]
    names = ["stimulus_id", "scene_id", "n_objects", "gaze_pos", "choice_pos", "prompt_id"]
    return pd.DataFrame(rows, columns=names).assign(condition="natural", view="front", proximity=1, head_pos=-1)


def test_words_about_people_without_head_poses():
    table = study({2: 0.6, 4: 0.6}, scenes=40)
    for human, words in ((0.2, "is excluded"), (0.95, "below that of people"), (0.62, "neither found nor excluded")):
        found = judging.score_trials(table, human={2: human, 4: human}).details
        assert words in found["explanation"]
        assert set(found["characterization"]["tests"]) == set(judging.WITHOUT_HEAD)
    with pytest.raises(DataError, match="no accuracy for 4"):
        judging.score_trials(table, human={"2": 0.9})


@pytest.mark.long
def test_scores_hold_the_cue_model_and_the_tests(response_table, tmp_path, monkeypatch, capsys):
    table, _ = response_table.observer("coin-flip", prompts=4, combinations={2: 1, 3: 2, 4: 1})
    table.to_csv(tmp_path / "responses.csv", index=False)
    trials = read_responses(tmp_path / "responses.csv")["model-x"].trials
    part, real = score_trials(trials), judging.characterize
    cue = part.details["cue_model"]
    assert part.metrics["cue_category"] == cue["category"] == 5
    assert part.metrics["cue_probability"] == cue["probabilities"]["5"] > 0.8
    for name in ("head_weight", "coin_share", "eye_blur", "guessing"):
        low, high = part.intervals[name]
        assert low <= part.metrics[name] <= high
        assert cue["quantities"][name]["estimate"] == part.metrics[name]
    monkeypatch.setattr(judging, "characterize", lambda *given, **more: replace(real(*given, **more), category=3))
    warning = score_trials(trials).warnings[-1]
    assert warning == "the tests find category 3 (head-only), the cue model category 5 (eye-head ambivalent)"
    trials.to_csv(path := tmp_path / "model_hvs_items.tsv", sep="\t", index=False)
    monkeypatch.setattr(judging, "score_trials", lambda *arguments: part)
    assert main(["gaze", "tests", str(path)]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "cue model, probability of each category: 1: 0.000" in shown
    assert "category 5, eye-head ambivalent" in shown
