"""Own sets of all five benchmarks in a real host, under a label, with workbooks as it writes them."""

import json

import pytest

from vlmeval_hvs.registry import build_set, card_of

NAMES = [
    "HVSBench=mine@few", "GazeTarget_Pilot=mine", "ActiView_Zooming=mine@few", "VisualSearch_Custom_Interactive=mine",
    "VPB_Stage1=mine", "VPB_Stage2=mine",
]  # fmt: skip


@pytest.mark.host
def test_own_sets_run_and_are_scored(host, lmu_data, tmp_path):
    import vlmeval.dataset as datasets
    from vlmeval.config import supported_VLM
    from vlmeval.dataset import build_dataset
    from vlmeval.inference import infer_data_job

    from dataset_builders.own.template import LAYOUTS, layout_of, write_template

    for name in LAYOUTS:
        write_template(layout_of(name), tmp_path / name)
        build_set(f"{name}:mine", tmp_path / name)
    model = supported_VLM["hvs-oracle"]()
    for name in NAMES:
        # A label comes with a run config, which names the class; other names are found by the host.
        limit = {"limit": 3} if "@" in name else {}
        kind = card_of(name).class_name
        dataset = getattr(datasets, kind)(dataset=name, **limit) if limit else build_dataset(name)
        infer_data_job(model, work_dir=str(tmp_path), model_name="O", dataset=dataset, verbose=False)
        dataset.evaluate(str(next(tmp_path.glob(f"O_{name}.xlsx"))))
        scores = json.loads((tmp_path / f"O_{name}_hvs_scores.json").read_text())
        told = (scores["dataset"], scores["validity"], scores["provenance"])
        assert told == (name.replace("=", ":"), "valid", "ledger")
        assert scores["data"]["source"].startswith("own data: Example")
        assert scores["Overall"] > 0.9
        assert scores["n"] == (3 if limit else len(dataset))
