"""Simulated observers get the category that they were made for, through the host's own run."""

import json

import pytest

pytestmark = pytest.mark.host

# 36 scenes are too few to show that the human-level observer is no worse than people by the margin.
CATEGORIES = {"human": "unclear", "random": 2, "head-only": 3, "head-dominant": 4, "coin-flip": 5}


@pytest.mark.parametrize(
    ("name", "category"),
    [pytest.param(*one, marks=[] if one[0] == "head-only" else pytest.mark.nightly) for one in CATEGORIES.items()],
)
def test_observers_are_categorised_through_the_hosts_run(host, demo, tmp_path, capsys, name, category):
    from vlmeval.config import supported_VLM
    from vlmeval.dataset import GazeTargetDataset
    from vlmeval.inference import infer_data_job

    demo("GazeTarget_DEMO")
    model, data = f"hvs-gaze-{name}", GazeTargetDataset(dataset="GazeTarget_DEMO", prompts=[0])
    infer_data_job(supported_VLM[model](), work_dir=str(tmp_path), model_name=model, dataset=data)
    (prediction,) = tmp_path.glob(f"{model}_GazeTarget_DEMO.*")
    capsys.readouterr()
    metrics = data.evaluate(str(prediction))
    assert metrics.get("category", "unclear") == category
    scores = json.loads((tmp_path / f"{model}_GazeTarget_DEMO_hvs_scores.json").read_text())
    assert scores["details"]["characterization"]["category"] == category
    assert ("(unclear)" if category == "unclear" else f"category {category}") in scores["details"]["explanation"]
    assert capsys.readouterr().out.count(f"GazeTarget_DEMO: {scores['details']['explanation']}") == 1
