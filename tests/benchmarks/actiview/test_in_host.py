"""ActiView in a real host: resuming and failed turns in its inference loop."""

import json
from collections import Counter
from pathlib import Path

import pytest

from vlmeval_hvs.messages import FAIL_MARKER, read_record
from vlmeval_hvs.results.ledger import iter_calls
from vlmeval_hvs.results.prediction_files import read_predictions

pytestmark = pytest.mark.host


@pytest.fixture
def run(host, demo, monkeypatch, tmp_path, by_question):
    """Runs the host on a dataset, with a local model that answers by a function of (shown images, text).

    Gives the records and the images that were asked about, by row; the latter also when the run dies.
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

    def infer(name, answer, dies=None):
        dataset, model = build_dataset(f"ActiView_{name}_DEMO", max_failed=0.5), Scripted(answer)
        arguments = {"work_dir": str(tmp_path), "model_name": "M", "dataset": dataset, "verbose": False}
        if dies:
            with pytest.raises(dies):
                infer_data_job(model, **arguments)
            return None, by_question(dataset, model.asked), None
        infer_data_job(model, **arguments)
        table = read_predictions(file := tmp_path / f"M_{dataset.dataset_name}.tsv")
        found = {index: read_record(text) for index, text in zip(table["index"], table["prediction"], strict=True)}
        return found, by_question(dataset, model.asked), dataset.evaluate(str(file))

    return infer


class Killed(BaseException):
    """What the process dies of."""


def test_a_killed_run_resumes_without_losing_or_repeating_finished_samples(run, steer, tmp_path):
    calls = Counter()

    def until_killed(shown, text):
        calls["all"] += 1
        if calls["all"] == 18:  # in the middle of a sample, before the host's first save
            raise Killed
        return steer(shown, text)

    _, asked, _ = run("Mixed", until_killed, dies=Killed)
    done = {index for index, requests in asked.items() if len(requests) == 3} - {"6"}
    assert len(done) == 5
    found, asked, _ = run("Mixed", steer)
    assert {index for index, requests in asked.items() if not requests} == done
    assert len(found) == 16
    assert all(record["calls"] == 3 and "error" not in record for record in found.values())
    calls = [(call.index, call.turn) for call in iter_calls(tmp_path, "M_ActiView_Mixed_DEMO")]
    assert len(calls) == len(set(calls)) == sum(record["calls"] for record in found.values())


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
