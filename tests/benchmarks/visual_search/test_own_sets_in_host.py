"""Several own search sets in a real host: found by name, run, scored, and kept apart."""

import json

import pytest
from later import later

from vlmeval_hvs.registry import build_set

with later():
    from dataset_builders.visual_search import demo


pytestmark = [pytest.mark.host, pytest.mark.nightly]


def test_own_sets_run_and_are_scored_beside_each_other(host, lmu_data, tmp_path, monkeypatch):
    for number, name in ((4, "near"), (9, "far")):
        folder = tmp_path / name
        folder.mkdir()
        demo.write_published(folder, "Custom", demo.STYLES["Custom"])
        info = folder / "dataset_info.json"
        info.write_text(json.dumps({**json.loads(info.read_text()), "max_scanpath_length": number}))
        build_set(f"VisualSearch_Custom:{name}", folder)
    monkeypatch.setenv("PRED_FORMAT", "tsv")
    from vlmeval.config import supported_VLM
    from vlmeval.dataset import build_dataset
    from vlmeval.inference import infer_data_job

    found = {}
    for name in ("near", "far"):
        dataset = build_dataset(f"VisualSearch_Custom={name}")  # as `vlmeval-hvs run` names it, for file names
        model = supported_VLM["hvs-random"]()
        infer_data_job(model, work_dir=str(tmp_path), model_name="R", dataset=dataset, verbose=False)
        file = tmp_path / f"R_VisualSearch_Custom={name}.tsv"
        dataset.evaluate(str(file))
        found[name] = json.loads(next(tmp_path.glob(f"R_*={name}*_hvs_scores.json")).read_text())
    assert {name: scores["dataset"] for name, scores in found.items()} == {
        "near": "VisualSearch_Custom:near",
        "far": "VisualSearch_Custom:far",
    }
    assert type(build_dataset("VisualSearch_Custom:near")) is type(dataset)
    assert [len(found[name]["details"]["curves"]["fixations"]) for name in ("near", "far")] == [5, 10]
