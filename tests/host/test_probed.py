"""What a probe changes in a run: the strategy, the receipt, or that there is no run."""

import asyncio
import dataclasses
import types

import pytest

from vlmeval_hvs.cli import main
from vlmeval_hvs.commands import run as command
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.host import recording
from vlmeval_hvs.host.generate import hook_subclasses
from vlmeval_hvs.messages import read_record
from vlmeval_hvs.probe.result import ProbeResult, probe_path
from vlmeval_hvs.registry import card_of, dataset_class
from vlmeval_hvs.results.ledger import read_receipt

SEARCH = "VisualSearch_COCOSearch18_DEMO"
SHARE = {"hits": 8, "trials": 8, "low": 0.69, "obeyed": True}


def result(in_order, obeys_system=True, cls="Eyes"):
    ways = {"in order": 12}
    pictures = [
        {"pictures": count, "trials": 12, "hits": ways, "low": {}, "unread": 0, "arrived": arrived}
        for count, arrived in [(1, "in order" if in_order else "not measurable"), (2, "in order"), (3, "in order")]
        if count <= max(in_order, 1)
    ]
    return ProbeResult(
        pictures=pictures,
        joined=pictures[0],
        json={**SHARE, "nothing_else": 8},
        long={"verdict": "whole", "counted_to": 300, "asked_to": 300, "characters": 1091, "finish": None, "tokens": 9},
        system={**SHARE, "sent_as": "system", "obeyed": obeys_system},
        seconds={"median": 0.1, "longest": 0.2},
        calls=70,
        failed=0,
        seed=0,
        model={"class": cls},
        made="2026-11-22T21:00:00+00:00",
    )


def eyes(claims):
    class Eyes:
        INTERLEAVE = claims

        def __init__(self):
            self.seen = []

        def generate(self, message, dataset=None):
            self.seen.append([item["value"] for item in message if item["type"] == "image"])
            return "[[0.5, 0.5]]"

    hook_subclasses(Eyes)
    return Eyes()


@pytest.fixture(autouse=True)
def facts(monkeypatch):
    monkeypatch.setattr(recording, "model_facts", lambda model, name: {"name": name, "class": type(model).__name__})
    monkeypatch.setattr(recording, "host_facts", lambda: {"name": "host", "version": "1"})
    monkeypatch.delenv("VLMEVAL_HVS_PROBE", raising=False)


@pytest.fixture
def run(demo, tmp_path):
    """Asks a model about one row as the host's local mode does; returns the prediction."""

    def ask(model, name=SEARCH, **options):
        demo(f"{card_of(name).datasets[name.removesuffix('_DEMO')]['set']}_DEMO")
        dataset = dataset_class(card_of(name))(dataset=name, **options)

        def infer_data_job(model, work_dir, model_name, dataset):
            return model.generate(dataset.build_prompt(0), dataset.dataset_name)

        return recording.recording(infer_data_job)(model, str(tmp_path / "M"), "M", dataset)

    return ask


def receipt(tmp_path):
    return read_receipt(tmp_path / "M", f"M_{SEARCH}")


@pytest.mark.parametrize(
    ("claims", "in_order", "pictures"), [(True, None, 2), (False, None, 1), (True, 1, 1), (False, 2, 2), (True, 3, 2)]
)
def test_what_the_probe_saw_outweighs_what_the_class_claims(run, tmp_path, claims, in_order, pictures):
    if in_order is not None:
        result(in_order).write(probe_path(tmp_path, "M"))
    model = eyes(claims)
    prediction = run(model)
    assert [len(seen) for seen in model.seen] == [pictures]
    assert (read_record(prediction) is None) == (pictures == 2)
    kept = receipt(tmp_path)
    assert kept.sent == ({"pictures_sent_as": "one at a time"} if pictures == 1 else {})
    assert kept.model.get("probe", {}).get("in_order") == in_order
    assert kept.model["class"] == "Eyes"


def test_a_model_that_sees_nothing_is_refused_and_the_user_may_insist(run, tmp_path, monkeypatch):
    result(0).write(probe_path(tmp_path, "M"))
    model = eyes(True)
    with pytest.raises(DataError, match="M is not run on VisualSearch.*no better than luck.*--no-probe"):
        run(model)
    assert (model.seen, list((tmp_path / "M").glob("*"))) == ([], [])
    monkeypatch.setenv("VLMEVAL_HVS_PROBE", "0")
    run(model)
    assert "probe" not in receipt(tmp_path).model


def test_datasets_say_what_they_need(run, tmp_path):
    result(0).write(probe_path(tmp_path, "M"))
    run(eyes(True), "ActiView_TextOnly_DEMO")
    result(1, obeys_system=False).write(probe_path(tmp_path, "M"))
    run(eyes(True), "HVSBench_Searching_DEMO")
    with pytest.raises(DataError, match="sees one picture of a message"):
        run(eyes(True), "HVSBench_Searching_DEMO", prompt="few-shot")
    with pytest.raises(DataError, match="did not obey a system message"):
        run(eyes(True), "HVSBench_Searching_DEMO", hint="field", hint_position="system")
    run(eyes(True), "HVSBench_Prominence_DEMO", hint="field", hint_position="question")


def test_the_probe_of_another_class_is_not_used(run, tmp_path, caplog):
    result(1, cls="Others").write(probe_path(tmp_path, "M"))
    model = eyes(True)
    run(model)
    assert len(model.seen[0]) == 2
    assert "is of another model (class Others, now Eyes)" in caplog.text


def test_api_mode_uses_and_refuses_alike(demo, tmp_path, caplog):
    demo("VisualSearch_COCOSearch18_DEMO")
    dataset, model = dataset_class(card_of(SEARCH))(dataset=SEARCH), eyes(True)

    class Pipeline:
        run_infer = True

        @recording.recording_api
        def _load_checkpoint(self, dataset_name):
            return {}

        @recording.unless_refused
        async def _produce_image_tasks(self, cfg, existing):
            return model.generate(cfg.dataset_obj.build_prompt(0), SEARCH)

    def asked():
        made = Pipeline()
        state = types.SimpleNamespace(
            dataset_obj=dataset, model_obj=model, model_name="M", work_dir=str(tmp_path / "M")
        )
        made.states = {SEARCH: state}
        made._load_checkpoint(SEARCH)
        return asyncio.run(made._produce_image_tasks(state, {}))

    result(1).write(probe_path(tmp_path, "M"))
    asked()
    assert [len(seen) for seen in model.seen] == [1]
    result(0).write(probe_path(tmp_path, "M"))
    assert asked() == 0
    assert "no better than luck" in caplog.text


def test_the_command_refuses_before_the_host_is_started(demo, tmp_path, monkeypatch, capsys):
    started = []
    demo("VisualSearch_COCOSearch18_DEMO")
    monkeypatch.setattr(command, "find_runner", lambda folder: ["host"])
    monkeypatch.setattr(command, "misspelt", lambda arguments, runner: [])
    monkeypatch.setattr(command, "finished", lambda *given: started.append(given) or 3)
    result(0).write(probe_path(tmp_path, "org/m"))
    asked = ["run", "--data", SEARCH, "--model", "org/m", "--base-url", "http://x/v1", "--work-dir", str(tmp_path)]
    assert main(asked) == 1
    assert "org/m is not run on VisualSearch_COCOSearch18_DEMO: the model told the colour" in capsys.readouterr().err
    assert started == []
    assert main([*asked, "--no-probe"]) == 3
    ((line, environment),) = started
    assert "--no-probe" not in line
    assert environment["VLMEVAL_HVS_PROBE"] == "0"


def test_a_summary_says_all_that_a_receipt_keeps():
    kept = dataclasses.replace(result(2), seed=7).summary()
    assert kept == {
        "strategy": "interleaved",
        "in_order": 2,
        "made": "2026-11-22T21:00:00+00:00",
        "seed": 7,
        "json": True,
        "long": "whole",
        "system": True,
    }
