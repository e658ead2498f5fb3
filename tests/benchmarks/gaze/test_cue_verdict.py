"""The cue model in the scores of a run."""

import json

import pytest

from vlmeval_hvs.benchmarks.gaze.trials import disagreement, score_trials
from vlmeval_hvs.cli import main
from vlmeval_hvs.results.files import plain


@pytest.fixture(scope="module")
def trials(observed):
    """Answers of a coin-flipper to a set as large as the demo."""
    return observed("coin-flip", {2: 2, 3: 4, 4: 2}, prompts=4)


@pytest.mark.long
def test_it_stands_beside_the_tests(trials, tmp_path, capsys):
    part = score_trials(trials)
    cue = part.details["cue_model"]
    assert part.metrics["cue_category"] == cue["category"] == 5
    assert part.metrics["cue_probability"] == cue["probabilities"]["5"] > 0.8
    for name in ("head_weight", "coin_share", "eye_blur", "guessing", "repeating"):
        low, high = part.intervals[name]
        assert low <= part.metrics[name] <= high
        assert cue["quantities"][name]["estimate"] == part.metrics[name]
    assert (set(cue["by_proximity"]), set(cue["by_view"])) == ({"1", "2", "3"}, {"front", "side"})
    assert "characterization" in part.details
    json.dumps(plain(part.details), allow_nan=False)
    trials.to_csv(path := tmp_path / "model_hvs_items.tsv", sep="\t", index=False)
    assert main(["gaze", "tests", str(path), "--json", str(tmp_path / "out.json")]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "cue model, probability of each category: 1: 0.000" in shown
    assert "category 5, eye-head ambivalent" in shown
    assert json.loads((tmp_path / "out.json").read_text())["model"]["cue_model"]["category"] == 5


def test_few_scenes_get_a_note_and_the_command_prints_it(trials, tmp_path, capsys):
    few = trials[trials["scene_id"].isin([f"scene {number}" for number in range(5)])]
    part = score_trials(few)
    assert "cue_probability" not in part.metrics
    assert part.details["cue_model"]["note"].startswith(
        "not fitted: head and eyes are known to point apart in 5 scenes"
    )
    few.to_csv(path := tmp_path / "model_hvs_items.tsv", sep="\t", index=False)
    assert main(["gaze", "tests", str(path)]) == 0
    assert "cue model: not fitted" in capsys.readouterr().out


def test_disagreement_is_told():
    assert "category 3 (head-only), the cue model category 4 (head-dominant)" in disagreement(3, 4)
    assert [disagreement(*pair) for pair in ((3, 3), ("unclear", 3), (3, "unclear"))] == ["", "", ""]
