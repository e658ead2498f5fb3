"""ActiView in a real host: resuming, failed turns and hostile replies in its inference loop."""

import json
from collections import Counter
from pathlib import Path

import pytest
from later import later

from vlmeval_hvs.messages import FAIL_MARKER, read_record
from vlmeval_hvs.results.ledger import iter_calls

with later():
    import pandas as pd

    from vlmeval_hvs.results.prediction_files import read_predictions


pytestmark = pytest.mark.host


@pytest.fixture
def make(host, demo, monkeypatch):
    """Builds ActiView datasets on the demo set."""
    demo("ActiView_DEMO")
    monkeypatch.setenv("PRED_FORMAT", "tsv")
    from vlmeval.dataset import build_dataset

    return lambda name, **options: build_dataset(f"ActiView_{name}_DEMO", **options)


@pytest.fixture
def scripted(host):
    """A local model class of the host that answers by a function of (step, shown images, text) and remembers."""
    from vlmeval.vlm.base import BaseModel

    class Scripted(BaseModel):
        INSTALL_REQ = False
        INTERLEAVE = True

        def __init__(self, answer, interleave=True):
            self.answer, self.INTERLEAVE, self.asked = answer, interleave, []

        def generate_inner(self, message, dataset=None):
            shown = [Path(item["value"]).stem for item in message if item["type"] == "image"]
            text = "\n".join(item["value"] for item in message if item["type"] == "text")
            self.asked.append((shown, text))
            return self.answer(shown, text)

    return Scripted


def infer(model, dataset, folder: Path) -> Path:
    from vlmeval.inference import infer_data_job

    folder.mkdir(exist_ok=True)
    infer_data_job(model, work_dir=str(folder), model_name="M", dataset=dataset, verbose=False)
    return folder / f"M_{dataset.dataset_name}.tsv"


def records(file: Path) -> dict[str, dict]:
    frame = read_predictions(file)
    found = {index: read_record(text) for index, text in zip(frame["index"], frame["prediction"], strict=True)}
    assert all(record is not None for record in found.values())
    return found


def by_question(dataset, asked) -> dict[str, list[list[str]]]:
    """Images of every request, by row, in the order asked."""
    found: dict[str, list[list[str]]] = {row["index"]: [] for row in dataset.rows.to_dict("records")}
    for shown, text in asked:
        (index,) = [row["index"] for row in dataset.rows.to_dict("records") if row["question"] in text]
        found[index].append(shown)
    return found


def steer(shown: list[str], text: str) -> str:
    """Selects 2 and 3; goes on once; zooms into 1 and 2, keeps 1, shifts to 4."""
    if '"part": type' in text:
        return '{"part": "1,2", "reason": ""}'
    if '"shift": type' in text:
        return '{"keep": "1", "shift": "4"}'
    if "Response with the number of part" in text:
        return "2, 3"
    if "Yes or No" in text:
        return "Yes" if len(shown) == 1 else "No."
    return "B"


class Killed(BaseException):
    """What the process dies of."""


def test_a_killed_run_resumes_without_losing_or_repeating_finished_samples(make, scripted, tmp_path):
    calls = Counter()

    def until_killed(shown, text):
        calls["all"] += 1
        if calls["all"] == 18:  # in the middle of a sample, before the host's first save
            raise Killed
        return steer(shown, text)

    dataset, model = make("Mixed"), scripted(until_killed)
    with pytest.raises(Killed):
        infer(model, dataset, tmp_path)
    done = {index for index, asked in by_question(dataset, model.asked).items() if len(asked) == 3} - {"6"}
    assert len(done) == 5
    again = scripted(steer)
    found = records(infer(again, make("Mixed"), tmp_path))
    asked = by_question(dataset, again.asked)
    assert {index for index, requests in asked.items() if not requests} == done
    assert len(found) == 16
    assert all(record["calls"] == 3 and "error" not in record for record in found.values())
    calls = [(call.index, call.turn) for call in iter_calls(tmp_path, "M_ActiView_Mixed_DEMO")]
    assert len(calls) == len(set(calls)) == sum(record["calls"] for record in found.values())


def test_a_failed_turn_is_retried_on_the_next_run(make, scripted, tmp_path):
    def failing(shown, text):
        if "Yes or No" in text and len(shown) == 2 and "the cat?" in text:
            raise RuntimeError("CUDA out of memory")
        return FAIL_MARKER if "the motorcycle" in text and len(shown) == 2 else steer(shown, text)

    dataset, model = make("ShiftingE"), scripted(failing)
    found = records(infer(model, dataset, tmp_path))
    failed = {index for index, record in found.items() if "error" in record}
    assert failed == {"3", "6", "8"}
    assert "Overall" not in dataset.evaluate(str(tmp_path / "M_ActiView_ShiftingE_DEMO.tsv"))
    scores = json.loads((tmp_path / "M_ActiView_ShiftingE_DEMO_hvs_scores.json").read_text())
    assert scores["counts"]["failed"] == 3
    assert any("3 of 16 samples failed" in warning for warning in scores["warnings"])
    lenient = make("ShiftingE", max_failed=0.5).evaluate(str(tmp_path / "M_ActiView_ShiftingE_DEMO.tsv"))
    again = scripted(steer)
    found = records(infer(again, make("ShiftingE"), tmp_path))
    assert {index for index, asked in by_question(dataset, again.asked).items() if asked} == failed
    assert not any("error" in record for record in found.values())
    assert make("ShiftingE").evaluate(str(tmp_path / "M_ActiView_ShiftingE_DEMO.tsv"))["Overall"] >= lenient["Overall"]


def test_hostile_replies_end_in_a_score(make, scripted, tmp_path):
    hostile = ["", "x" * 100_000, '{"part": "0,9"}', "yes and no", "\ud800\x00", "1\t2\n\"'=1"]
    for name in ("Zooming", "ShiftingR", "Mixed"):
        dataset, model = make(name), scripted(lambda shown, text: hostile[len(text) % len(hostile)])
        infer(model, dataset, tmp_path)
        metrics = dataset.evaluate(str(tmp_path / f"M_{dataset.dataset_name}.tsv"))
        assert metrics["Fallback"] > 0.7
        assert metrics["#calls"] <= 5
        items = pd.read_csv(tmp_path / f"M_{dataset.dataset_name}_hvs_items.tsv", sep="\t", keep_default_na=False)
        assert len(items) == 16
