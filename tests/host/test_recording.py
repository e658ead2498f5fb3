"""How runs of the host begin and end; functions of the shape of the host's stand in for it."""

from __future__ import annotations

import json
import types

import pytest

from vlmeval_hvs.errors import DataError, InferenceStopped
from vlmeval_hvs.host.generate import answer, hook_class
from vlmeval_hvs.host.run import current_run
from vlmeval_hvs.messages import FAIL_MARKER, INTERLEAVED, Prompt, text
from vlmeval_hvs.results.ledger import Ledger, iter_calls, ledger_paths, read_receipt
from vlmeval_hvs.results.receipt import SENT_AS, Receipt


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


def test_a_run_has_a_ledger_from_its_beginning_to_its_end(job, toy, tmp_path):
    assert job(lambda turn: "A")("m", str(tmp_path), model_name="org/m", dataset=toy()) == ["A"] * 3
    assert current_run("D") is None
    (path,) = ledger_paths(tmp_path / "org", "m_D")  # a slash makes a folder, as in the host
    receipt = read_receipt(path.parent, "m_D")
    assert (receipt.host["name"], receipt.model["name"]) == ("host", "org/m")
    assert "python" in receipt.machine
    assert len(list(iter_calls(path.parent, "m_D"))) == 3
    other = types.SimpleNamespace(dataset_name="D")
    assert job(None)("m", str(tmp_path / "other"), "m", other) == "other"
    assert not (tmp_path / "other").exists()


@pytest.mark.long
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


@pytest.mark.long
def test_the_scores_say_how_words_for_the_system_message_were_sent(recording, made, tmp_path):
    name = "HVSBench_Subitizing_DEMO"
    dataset = made(name, hint="field", limit=5)

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
