import json
from pathlib import Path

import pytest

from speed.record_demo import read_scores


def write(outputs: Path, model: str, **changes: object) -> None:
    score = {
        "dataset": "HVSBench_DEMO",
        "model": model,
        "metrics": {"Overall": 0.5, "note": "text"},
        "intervals": {"Overall": [0.4, 0.6], "Q1_Acc": [0, 1]},
        "counts": {"samples": 260},
        "settings": {"seed": 0, "limit": None},
        "data": {"digest": "d"},
        **changes,
    }
    for folder in (outputs / model, outputs / model / "T1"):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{model}_HVSBench_DEMO_hvs_scores.json").write_text(json.dumps(score))


def test_scores_are_kept_by_dataset_and_model_where_runs_can_be_compared(tmp_path: Path) -> None:
    write(tmp_path, "hvs-random")
    write(tmp_path, "hvs-human", metrics={"Overall": 0.8}, intervals={})
    models = {
        "hvs-human": {"metrics": {"Overall": 0.8}, "interval": None},
        "hvs-random": {"metrics": {"Overall": 0.5}, "interval": [0.4, 0.6]},
    }
    assert read_scores(tmp_path) == {
        "HVSBench_DEMO": {"n": 260, "settings": {"seed": 0}, "data": "d", "models": models}
    }
    for change in ({"counts": {"samples": 13}}, {"settings": {"seed": 1}}, {"data": {"digest": "other"}}):
        write(tmp_path, "hvs-human", **change)
        with pytest.raises(ValueError, match="other settings, samples or data"):
            read_scores(tmp_path)
