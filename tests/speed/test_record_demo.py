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


def test_scores_are_kept_by_dataset_and_model(tmp_path: Path) -> None:
    write(tmp_path, "hvs-random")
    write(tmp_path, "hvs-human", metrics={"Overall": 0.8}, intervals={})
    assert read_scores(tmp_path) == {
        "HVSBench_DEMO": {
            "n": 260,
            "settings": {"seed": 0},
            "data": "d",
            "models": {
                "hvs-human": {"metrics": {"Overall": 0.8}, "interval": None},
                "hvs-random": {"metrics": {"Overall": 0.5}, "interval": [0.4, 0.6]},
            },
        }
    }


@pytest.mark.parametrize(
    "change", [{"counts": {"samples": 13}}, {"settings": {"seed": 1}}, {"data": {"digest": "other"}}]
)
def test_runs_that_cannot_be_compared_are_refused(tmp_path: Path, change: dict) -> None:
    write(tmp_path, "hvs-random")
    write(tmp_path, "hvs-human", **change)
    with pytest.raises(ValueError, match="other settings, samples or data"):
        read_scores(tmp_path)
