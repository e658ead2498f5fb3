"""Visual search in a real host: its inference loop drives the searches, its evaluation writes all files."""

import json

import numpy as np
import pytest
from later import later

from vlmeval_hvs.messages import read_record

with later():
    from vlmeval_hvs.results.prediction_files import read_predictions


pytestmark = pytest.mark.host


@pytest.fixture
def make(host, demo, monkeypatch):
    """Makes datasets of the demo set as the host does."""
    demo("VisualSearch_COCOSearch18_DEMO")
    monkeypatch.setenv("PRED_FORMAT", "tsv")
    from vlmeval.dataset import build_dataset

    return lambda family="", **options: build_dataset(f"VisualSearch_COCOSearch18{family}_DEMO", **options)


def run(host, dataset, model, folder):
    from vlmeval.config import supported_VLM
    from vlmeval.inference import infer_data_job

    instance = supported_VLM[model]() if isinstance(model, str) else model
    name = model if isinstance(model, str) else "M"
    infer_data_job(instance, work_dir=str(folder), model_name=name, dataset=dataset, verbose=False)
    file = folder / f"{name}_{dataset.dataset_name}.tsv"
    return dataset.evaluate(str(file)), file


@pytest.fixture
def eyes(host):
    """Makes a local model of the host that answers every turn by a function of the message."""
    from vlmeval.vlm.base import BaseModel

    class Eyes(BaseModel):
        INSTALL_REQ = False

        def __init__(self, answer, interleave=True):
            self.answer, self.INTERLEAVE, self.seen = answer, interleave, []

        def generate_inner(self, message, dataset=None):
            self.seen.append([item["value"] for item in message])
            return self.answer(message)

    return Eyes


def test_interactive_search_ends_by_geometry_only(host, make, eyes, tmp_path):
    dataset = make("_Interactive", limit=2)
    liar = eyes(lambda message: "I found the target! It is at [0.01, 0.01].")
    scores, file = run(host, dataset, liar, tmp_path)
    records = [read_record(text) for text in read_predictions(file)["prediction"]]
    assert all(record["calls"] == 9 and record["found"] is False for record in records)
    assert scores["found"] == 0
    assert "not found at any" in liar.seen[1][2]
    assert "0.010, 0.010" in liar.seen[1][2]


def test_whole_scanpaths_are_written_in_the_published_format(host, make, tmp_path):
    dataset = make(limit=3)
    scores, file = run(host, dataset, "hvs-ELM-flat", tmp_path)
    published = json.loads((tmp_path / f"{file.stem}_Scanpaths.json").read_text())
    assert set(published) == set(dataset.rows["image_name"])
    assert {entry["subject"] for entry in published.values()} == {"hvs-ELM-flat"}
    assert scores["found"] == np.mean([entry["target_found"] for entry in published.values()])
