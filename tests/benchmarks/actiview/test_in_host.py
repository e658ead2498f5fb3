"""ActiView in a real host: failed turns in its inference loop."""

import json
from pathlib import Path

import pytest

from vlmeval_hvs.messages import FAIL_MARKER, read_record
from vlmeval_hvs.results.prediction_files import read_predictions

pytestmark = pytest.mark.host


@pytest.fixture
def run(host, demo, monkeypatch, tmp_path, by_question):
    """Runs the host on a dataset, with a local model that answers by a function of (shown images, text).

    Gives the records, the images that were asked about by row, and the scores.
    """
    from vlmeval.dataset import build_dataset
    from vlmeval.inference import infer_data_job
    from vlmeval.vlm.base import BaseModel

    class Scripted(BaseModel):
        INSTALL_REQ = False
        INTERLEAVE = True

        def __init__(self, answer):
            self.answer, self.asked = answer, []

        def generate_inner(self, message, dataset=None):
            shown = [Path(item["value"]).stem for item in message if item["type"] == "image"]
            text = "\n".join(item["value"] for item in message if item["type"] == "text")
            self.asked.append((shown, text))
            return self.answer(shown, text)

    demo("ActiView_DEMO")
    monkeypatch.setenv("PRED_FORMAT", "tsv")

    def infer(name, answer):
        dataset, model = build_dataset(f"ActiView_{name}_DEMO", max_failed=0.5), Scripted(answer)
        infer_data_job(model, work_dir=str(tmp_path), model_name="M", dataset=dataset, verbose=False)
        table = read_predictions(file := tmp_path / f"M_{dataset.dataset_name}.tsv")
        found = {index: read_record(text) for index, text in zip(table["index"], table["prediction"], strict=True)}
        return found, by_question(dataset, model.asked), dataset.evaluate(str(file))

    return infer


def test_a_failed_turn_is_retried_on_the_next_run(run, steer, tmp_path):
    def failing(shown, text):
        if "Yes or No" in text and len(shown) == 2 and "the cat?" in text:
            raise RuntimeError("CUDA out of memory")
        return FAIL_MARKER if "the motorcycle" in text and len(shown) == 2 else steer(shown, text)

    found, _, before = run("ShiftingE", failing)
    failed = {index for index, record in found.items() if "error" in record}
    assert failed == {"3", "6", "8"}
    scores = json.loads((tmp_path / "M_ActiView_ShiftingE_DEMO_hvs_scores.json").read_text())
    assert (scores["counts"]["failed"], scores["validity"]) == (3, "partial")
    assert any("3 of 16 samples failed" in warning for warning in scores["warnings"])
    found, asked, after = run("ShiftingE", steer)
    assert {index for index, requests in asked.items() if requests} == failed
    assert not any("error" in record for record in found.values())
    assert after["Overall"] >= before["Overall"]
