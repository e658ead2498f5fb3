"""Visual search in a real host: its inference loop drives the searches, its evaluation writes all files."""

import json

import pytest

from dataset_builders.visual_search import demo as builder
from vlmeval_hvs.messages import read_record
from vlmeval_hvs.registry import build_set
from vlmeval_hvs.results.prediction_files import read_predictions

pytestmark = pytest.mark.host


@pytest.fixture
def infer(host, monkeypatch, tmp_path):
    """Asks and scores a dataset as the host does: ``infer(name, model, limit=2)``; gives scores and file."""
    monkeypatch.setenv("PRED_FORMAT", "tsv")
    from vlmeval.config import supported_VLM
    from vlmeval.dataset import build_dataset
    from vlmeval.inference import infer_data_job

    def run(name, model, **options):
        dataset = build_dataset(name, **options)
        instance, known = (supported_VLM[model](), model) if isinstance(model, str) else (model, "M")
        infer_data_job(instance, work_dir=str(tmp_path), model_name=known, dataset=dataset, verbose=False)
        file = tmp_path / f"{known}_{dataset.dataset_name.replace(':', '=')}.tsv"
        return dataset.evaluate(str(file)), file

    return run


def test_interactive_search_ends_by_geometry_only(demo, infer):
    from vlmeval.vlm.base import BaseModel

    class Liar(BaseModel):
        INSTALL_REQ, INTERLEAVE = False, True

        def __init__(self):
            self.seen = []

        def generate_inner(self, message, dataset=None):
            self.seen.append([item["value"] for item in message])
            return "I found the target! It is at [0.01, 0.01]."

    demo("VisualSearch_COCOSearch18_DEMO")
    liar = Liar()
    scores, file = infer("VisualSearch_COCOSearch18_Interactive_DEMO", liar, limit=2)
    records = [read_record(text) for text in read_predictions(file)["prediction"]]
    assert [(record["calls"], record["found"]) for record in records] == [(9, False)] * 2
    assert scores["found"] == 0
    assert "not found at any" in liar.seen[1][2]
    assert "0.010, 0.010" in liar.seen[1][2]


@pytest.mark.nightly
def test_own_sets_run_and_are_scored_beside_each_other(lmu_data, infer, tmp_path):
    for number, name in ((4, "near"), (9, "far")):
        folder = tmp_path / name
        folder.mkdir()
        builder.write_published(folder, "Custom", builder.STYLES["Custom"])
        info = folder / "dataset_info.json"
        info.write_text(json.dumps({**json.loads(info.read_text()), "max_scanpath_length": number}))
        build_set(f"VisualSearch_Custom:{name}", folder)
        infer(f"VisualSearch_Custom={name}", "hvs-random")  # as `vlmeval-hvs run` names it, for file names
    for name, steps in (("near", 5), ("far", 10)):
        scores = json.loads(next(tmp_path.glob(f"hvs-random_*={name}*_hvs_scores.json")).read_text())
        assert scores["dataset"] == f"VisualSearch_Custom:{name}"
        assert len(scores["details"]["curves"]["fixations"]) == steps
