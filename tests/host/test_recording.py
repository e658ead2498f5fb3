"""How runs of the host begin, and what a probe has shown; functions of the shape of the host's stand in for it."""

from __future__ import annotations

import asyncio
import json
import types

import pytest

from vlmeval_hvs.errors import DataError, InferenceStopped
from vlmeval_hvs.host.generate import answer, hook_class, hook_subclasses
from vlmeval_hvs.host.run import current_run
from vlmeval_hvs.messages import FAIL_MARKER, INTERLEAVED, Prompt, read_record, text
from vlmeval_hvs.registry import card_of, dataset_class
from vlmeval_hvs.results.ledger import Ledger, iter_calls, ledger_paths, read_receipt
from vlmeval_hvs.results.receipt import SENT_AS, Receipt

SEARCH = "VisualSearch_COCOSearch18_DEMO"


@pytest.fixture
def recording(monkeypatch):
    """The module, with what it tells of model and host stood in for."""
    from vlmeval_hvs.host import recording

    monkeypatch.setattr(recording, "model_facts", lambda model, name: {"name": name, "class": type(model).__name__})
    monkeypatch.setattr(recording, "host_facts", lambda: {"name": "host", "version": "1"})
    monkeypatch.delenv("VLMEVAL_HVS_PROBE", raising=False)
    return recording


@pytest.fixture
def toy():
    """Makes a dataset of three rows without data."""
    from vlmeval_hvs.dataset import HVSDataset

    class Toy(HVSDataset):
        def __init__(self, digest="d"):
            self.dataset_name, self.data = "D", range(3)
            self.receipt = Receipt("D", digest, {}, "1")

        def ask(self, reply):
            return [
                answer(Prompt([text("x")], row={"index": str(k)}, dataset="D"), reply, INTERLEAVED) for k in range(3)
            ]

    return Toy


@pytest.fixture
def job(recording):
    """The host's ``infer_data_job``, whose model gives `reply`: asks every row."""

    def made(reply):
        def infer_data_job(model, work_dir, model_name, dataset, verbose=False):
            return dataset.ask(reply) if hasattr(dataset, "ask") else "other"

        return recording.recording(infer_data_job)

    return made


@pytest.fixture
def pipeline(recording):
    """The host's pipeline of API mode, as far as it is wrapped."""

    def made(folder, dataset, ask, model="m", run_infer=True):
        class Pipeline:
            @recording.recording_api
            def _load_checkpoint(self, dataset_name):
                return {"known": 1}

            @recording.unless_refused
            async def _produce_image_tasks(self, cfg, existing):
                return len(ask(cfg))

        pipe, name = Pipeline(), dataset.dataset_name
        pipe.run_infer = run_infer
        state = types.SimpleNamespace(dataset_obj=dataset, model_obj=model, model_name="m", work_dir=str(folder))
        pipe.states = {name: state}
        return pipe, lambda: (pipe._load_checkpoint(name), asyncio.run(pipe._produce_image_tasks(state, {})))

    return made


def test_a_run_has_a_ledger_from_its_beginning_to_its_end(job, toy, tmp_path):
    assert job(lambda turn: "A")("m", str(tmp_path), model_name="org/m", dataset=toy()) == ["A"] * 3
    assert current_run("D") is None
    (path,) = ledger_paths(tmp_path / "org", "m_D")  # a slash makes a folder, as in the host
    receipt = read_receipt(path.parent, "m_D")
    assert (receipt.host["name"], receipt.model["name"]) == ("host", "org/m")
    assert "python" in receipt.machine
    assert len(list(iter_calls(path.parent, "m_D"))) == 3


def test_other_datasets_are_none_of_our_business(job, tmp_path):
    assert job(None)("m", str(tmp_path), "m", types.SimpleNamespace(dataset_name="D")) == "other"
    assert list(tmp_path.iterdir()) == []


def test_a_model_that_fails_ends_one_process_and_lets_ranks_go_on(job, toy, tmp_path, monkeypatch):
    monkeypatch.setenv("VLMEVAL_HVS_MAX_FAILURES", "2")
    with pytest.raises(InferenceStopped):
        job(lambda turn: FAIL_MARKER)("m", str(tmp_path), "m", toy())
    monkeypatch.setenv("WORLD_SIZE", "2")
    monkeypatch.setenv("RANK", "1")
    given = job(lambda turn: FAIL_MARKER)("m", str(tmp_path), "m", toy())
    assert "has stopped" in given[2], "another rank would wait for this one for ever"
    assert [path.name[-7] for path in ledger_paths(tmp_path, "m_D")] == ["0", "1"]


def test_api_mode_keeps_a_ledger_and_its_rows_fail_without_an_exception(pipeline, toy, tmp_path):
    def fails(turn):
        raise RuntimeError("boom")

    _, run = pipeline(tmp_path, toy(), lambda cfg: cfg.dataset_obj.ask(fails))
    assert run() == ({"known": 1}, 3)
    assert [call.error for call in iter_calls(tmp_path, "m_D")] == ["RuntimeError: boom"] * 3


def test_api_mode_asks_nothing_where_it_is_refused_and_writes_nothing_where_it_only_scores(
    pipeline, toy, tmp_path, caplog
):
    scoring, _ = pipeline(tmp_path, toy(), None, run_infer=False)
    assert scoring._load_checkpoint("D") == {"known": 1}
    assert list(tmp_path.iterdir()) == []
    Ledger(tmp_path, "m_D").begin(Receipt("D", "another", {}, "1"))
    (tmp_path / "m_D.tsv").write_text("index\tprediction\n")
    (tmp_path / "status.json").write_text('{"reuse": true}')
    _, run = pipeline(tmp_path, toy(), None)
    assert run() == ({}, 0)
    assert "another build of the data" in caplog.text


def test_what_cannot_be_set_aside_is_an_error_of_every_rank(job, toy, tmp_path, monkeypatch):
    Ledger(tmp_path, "m_D").begin(Receipt("D", "another", {}, "1"))
    (tmp_path / "m_D.tsv").write_text("index\tprediction\n")
    monkeypatch.setattr("os.replace", lambda *paths: (_ for _ in ()).throw(PermissionError("read-only")))
    with pytest.raises(DataError, match="another build of the data.*move them away"):
        job(None)("m", str(tmp_path), "m", toy())


def test_the_scores_say_how_words_for_the_system_message_were_sent(recording, demo, tmp_path):
    demo("HVSBench_DEMO")
    name = "HVSBench_Subitizing_DEMO"
    dataset = dataset_class(card_of(name))(dataset=name, hint="field", limit=5)

    class Deaf:
        def generate(self, message, dataset=None):
            return "3"

    hook_class(Deaf)

    def infer(model, model_name, work_dir, dataset):
        rows = [dataset.build_prompt(place) for place in range(len(dataset))]
        lines = [f"{prompt.row['index']}\t{model.generate(prompt, dataset.dataset_name)}\n" for prompt in rows]
        (tmp_path / f"M_{name}.tsv").write_text("index\tprediction\n" + "".join(lines))

    recording.recording(infer)(Deaf(), "M", str(tmp_path), dataset)
    assert read_receipt(tmp_path, f"M_{name}").sent[SENT_AS] == "text"
    dataset.score_file(tmp_path / f"M_{name}.tsv")
    settings = json.loads((tmp_path / f"M_{name}_hvs_scores.json").read_text())["settings"]
    assert (settings["hint_position"], settings["hint_sent_as"]) == ("system", "text")


def probe(in_order, folder, model="M", obeys_system=True, cls="Eyes"):
    """Write what a probe of a model has shown."""
    from vlmeval_hvs.probe.result import ProbeResult, probe_path

    share = {"hits": 8, "trials": 8, "low": 0.69, "obeyed": True}
    pictures = [
        {"pictures": count, "trials": 12, "hits": {"in order": 12}, "low": {}, "unread": 0, "arrived": arrived}
        for count, arrived in [(1, "in order" if in_order else "not measurable"), (2, "in order"), (3, "in order")]
        if count <= max(in_order, 1)
    ]
    whole = {"verdict": "whole", "counted_to": 9, "asked_to": 9, "characters": 91, "finish": None, "tokens": 9}
    result = ProbeResult(
        pictures=pictures, joined=pictures[0], json={**share, "nothing_else": 8}, long=whole,
        system={**share, "sent_as": "system", "obeyed": obeys_system}, seconds={"median": 0.1, "longest": 0.2},
        calls=70, failed=0, seed=0, model={"class": cls}, made="2026-11-22T21:00:00+00:00",
    )  # fmt: skip
    result.write(probe_path(folder, model))
    return result


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


@pytest.fixture
def run(recording, demo, tmp_path):
    """Asks a model about one row as the host's local mode does; returns the prediction."""

    def ask(model, name=SEARCH, **options):
        demo(f"{card_of(name).datasets[name.removesuffix('_DEMO')]['set']}_DEMO")
        dataset = dataset_class(card_of(name))(dataset=name, **options)

        def infer_data_job(model, work_dir, model_name, dataset):
            return model.generate(dataset.build_prompt(0), dataset.dataset_name)

        return recording.recording(infer_data_job)(model, str(tmp_path / "M"), "M", dataset)

    return ask


@pytest.mark.parametrize(
    ("claims", "in_order", "pictures"), [(True, None, 2), (False, None, 1), (True, 1, 1), (False, 2, 2), (True, 3, 2)]
)
def test_what_the_probe_saw_outweighs_what_the_class_claims(run, tmp_path, claims, in_order, pictures):
    if in_order is not None:
        probe(in_order, tmp_path)
    model = eyes(claims)
    prediction = run(model)
    assert [len(seen) for seen in model.seen] == [pictures]
    assert (read_record(prediction) is None) == (pictures == 2)
    kept = read_receipt(tmp_path / "M", f"M_{SEARCH}")
    assert kept.sent == ({"pictures_sent_as": "one at a time"} if pictures == 1 else {})
    assert kept.model.get("probe", {}).get("in_order") == in_order


def test_a_model_that_sees_nothing_is_refused_and_the_user_may_insist(run, tmp_path, monkeypatch):
    probe(0, tmp_path)
    model = eyes(True)
    with pytest.raises(DataError, match="M is not run on VisualSearch.*no better than luck.*--no-probe"):
        run(model)
    assert (model.seen, list((tmp_path / "M").glob("*"))) == ([], [])
    monkeypatch.setenv("VLMEVAL_HVS_PROBE", "0")
    run(model)
    assert "probe" not in read_receipt(tmp_path / "M", f"M_{SEARCH}").model


def test_datasets_say_what_they_need(run, tmp_path):
    probe(0, tmp_path)
    run(eyes(True), "ActiView_TextOnly_DEMO")
    probe(1, tmp_path, obeys_system=False)
    run(eyes(True), "HVSBench_Searching_DEMO")
    with pytest.raises(DataError, match="sees one picture of a message"):
        run(eyes(True), "HVSBench_Searching_DEMO", prompt="few-shot")
    with pytest.raises(DataError, match="did not obey a system message"):
        run(eyes(True), "HVSBench_Searching_DEMO", hint="field", hint_position="system")
    run(eyes(True), "HVSBench_Prominence_DEMO", hint="field", hint_position="question")


def test_the_probe_of_another_class_is_not_used(run, tmp_path, caplog):
    probe(1, tmp_path, cls="Others")
    model = eyes(True)
    run(model)
    assert len(model.seen[0]) == 2
    assert "is of another model (class Others, now Eyes)" in caplog.text


def test_api_mode_uses_and_refuses_alike(pipeline, demo, tmp_path, caplog):
    demo("VisualSearch_COCOSearch18_DEMO")
    dataset, model = dataset_class(card_of(SEARCH))(dataset=SEARCH), eyes(True)
    folder = tmp_path / "m"
    _, run = pipeline(folder, dataset, lambda cfg: model.generate(dataset.build_prompt(0), SEARCH), model)
    probe(1, tmp_path, "m")
    run()
    assert [len(seen) for seen in model.seen] == [1]
    probe(0, tmp_path, "m")
    assert run()[1] == 0
    assert "no better than luck" in caplog.text


def test_the_command_refuses_before_the_host_is_started(demo, tmp_path, monkeypatch, capsys):
    from vlmeval_hvs.cli import main
    from vlmeval_hvs.commands import run as command

    started = []
    demo("VisualSearch_COCOSearch18_DEMO")
    monkeypatch.setattr(command, "find_runner", lambda folder: ["host"])
    monkeypatch.setattr(command, "misspelt", lambda arguments, runner: [])
    monkeypatch.setattr(command, "finished", lambda *given: started.append(given) or 3)
    probe(0, tmp_path, "org/m")
    asked = ["run", "--data", SEARCH, "--model", "org/m", "--base-url", "http://x/v1", "--work-dir", str(tmp_path)]
    assert main(asked) == 1
    assert "org/m is not run on VisualSearch_COCOSearch18_DEMO" in capsys.readouterr().err
    assert started == []
    assert main([*asked, "--no-probe"]) == 3
    ((line, environment),) = started
    assert "--no-probe" not in line
    assert environment["VLMEVAL_HVS_PROBE"] == "0"


def test_a_summary_says_all_that_a_receipt_keeps(tmp_path):
    kept = probe(2, tmp_path).summary()
    assert (kept["strategy"], kept["in_order"], kept["seed"]) == ("interleaved", 2, 0)
    assert (kept["json"], kept["long"], kept["system"], kept["made"][:10]) == (True, "whole", True, "2026-11-22")
