"""Interactive search in a real host: its inference loop drives the searches, its evaluation writes all files."""

import pytest

from vlmeval_hvs.messages import read_record
from vlmeval_hvs.results.prediction_files import read_predictions

NAME = "VisualSearch_COCOSearch18_Interactive_DEMO"


@pytest.mark.host
def test_interactive_search_ends_by_geometry_only(host, demo, monkeypatch, tmp_path):
    monkeypatch.setenv("PRED_FORMAT", "tsv")
    from vlmeval.dataset import build_dataset
    from vlmeval.inference import infer_data_job
    from vlmeval.vlm.base import BaseModel

    class Liar(BaseModel):
        INSTALL_REQ, INTERLEAVE, seen = False, True, []

        def __init__(self):
            pass

        def generate_inner(self, message, dataset=None):
            self.seen.append([item["value"] for item in message])
            return "I found the target! It is at [0.01, 0.01]."

    demo("VisualSearch_COCOSearch18_DEMO")
    dataset = build_dataset(NAME, limit=2)
    infer_data_job(Liar(), work_dir=str(tmp_path), model_name="M", dataset=dataset, verbose=False)
    records = [read_record(text) for text in read_predictions(tmp_path / f"M_{NAME}.tsv")["prediction"]]
    assert [(record["calls"], record["found"]) for record in records] == [(9, False)] * 2
    assert dataset.evaluate(str(tmp_path / f"M_{NAME}.tsv"))["found"] == 0
    assert "0.010, 0.010" in Liar.seen[1][2]
