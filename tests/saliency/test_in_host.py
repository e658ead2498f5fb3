"""Saliency models in a real host: made by their names, asked by its loop, scored by its evaluation."""

import json

import pytest

from vlmeval_hvs.results.prediction_files import read_predictions

pytestmark = pytest.mark.host

SETS = {
    "HVSBench_FreeViewing_DEMO": {"limit": 2},
    "VisualSearch_COCOSearch18_Interactive_DEMO": {"limit": 1},
    "VisualSearch_COCOSearch18_HSP_DEMO": {"limit": 2},
}


def test_every_dataset_is_answered_and_scored(host, demo, monkeypatch, tmp_path) -> None:
    demo("HVSBench_DEMO", "VisualSearch_COCOSearch18_DEMO")
    monkeypatch.setenv("PRED_FORMAT", "tsv")
    from vlmeval.config import supported_VLM
    from vlmeval.dataset import build_dataset
    from vlmeval.inference import infer_data_job

    for name, options in SETS.items():
        dataset = build_dataset(name, **options)
        model = "hvs-itti-koch" if "Search" in name else "hvs-spectral-residual"
        infer_data_job(supported_VLM[model](), work_dir=str(tmp_path), model_name=model, dataset=dataset, verbose=False)
        file = tmp_path / f"{model}_{name}.tsv"
        assert dataset.evaluate(str(file))["Fallback"] == 0, name
        replies = read_predictions(file)["prediction"]
        assert len(replies) == options["limit"]
        if name.endswith("HSP_DEMO"):
            assert all("priority_map" in json.loads(reply) for reply in replies)
