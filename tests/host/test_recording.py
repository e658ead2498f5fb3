"""How runs of the host begin: its own functions are stood in for by ones of the same shape."""

from __future__ import annotations

import asyncio
import types

import pandas as pd
import pytest

from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import DataError, InferenceStopped
from vlmeval_hvs.host import recording
from vlmeval_hvs.host.generate import answer
from vlmeval_hvs.host.run import current_run
from vlmeval_hvs.messages import FAIL_MARKER, INTERLEAVED, Prompt, text
from vlmeval_hvs.results.ledger import Ledger, iter_calls, ledger_paths, read_receipt
from vlmeval_hvs.results.receipt import Receipt


class Toy(HVSDataset):
    """A dataset without data."""

    def __init__(self, digest="d"):
        self.dataset_name = "D"
        self.receipt = Receipt("D", digest, {}, "1")
        self.data = pd.DataFrame({"index": range(3)})

    def ask(self, reply):
        return [answer(Prompt([text("x")], row={"index": str(k)}, dataset="D"), reply, INTERLEAVED) for k in range(3)]


@pytest.fixture(autouse=True)
def facts(monkeypatch):
    monkeypatch.setattr(recording, "model_facts", lambda model, name: {"name": name, "class": "Toy"})
    monkeypatch.setattr(recording, "host_facts", lambda: {"name": "host", "version": "1"})


def job(reply):
    """The host's ``infer_data_job``: asks every row."""

    def infer_data_job(model, work_dir, model_name, dataset, verbose=False):
        return dataset.ask(reply) if isinstance(dataset, Toy) else "other"

    return recording.recording(infer_data_job)


def test_a_run_has_a_ledger_from_its_beginning_to_its_end(tmp_path):
    assert job(lambda turn: "A")("m", str(tmp_path), model_name="m", dataset=Toy()) == ["A"] * 3
    assert current_run("D") is None
    receipt = read_receipt(tmp_path, "m_D")
    assert (receipt.host["name"], receipt.model["class"]) == ("host", "Toy")
    assert "python" in receipt.machine
    assert len(list(iter_calls(tmp_path, "m_D"))) == 3


def test_other_datasets_are_none_of_our_business(tmp_path):
    assert job(None)("m", str(tmp_path), "m", types.SimpleNamespace(dataset_name="D")) == "other"
    assert list(tmp_path.iterdir()) == []


def test_a_slash_in_a_models_name_makes_a_folder_as_in_the_host(tmp_path):
    job(lambda turn: "A")("m", str(tmp_path), "org/m", Toy())
    assert len(ledger_paths(tmp_path / "org", "m_D")) == 1


def test_a_model_that_fails_ends_one_process_and_lets_ranks_go_on(tmp_path, monkeypatch):
    monkeypatch.setenv("VLMEVAL_HVS_MAX_FAILURES", "2")
    with pytest.raises(InferenceStopped):
        job(lambda turn: FAIL_MARKER)("m", str(tmp_path), "m", Toy())
    monkeypatch.setenv("WORLD_SIZE", "2")
    monkeypatch.setenv("RANK", "1")
    given = job(lambda turn: FAIL_MARKER)("m", str(tmp_path), "m", Toy())
    assert "has stopped" in given[2], "another rank would wait for this one for ever"
    assert [path.name[-7] for path in ledger_paths(tmp_path, "m_D")] == ["0", "1"]


def pipeline(folder, dataset, reply, run_infer=True):
    """The host's pipeline of API mode, as far as it is wrapped."""

    class Pipeline:
        @recording.recording_api
        def _load_checkpoint(self, dataset_name):
            return {"known": 1}

        @recording.unless_refused
        async def _produce_image_tasks(self, cfg, existing):
            return len(cfg.dataset_obj.ask(reply))

    made = Pipeline()
    made.run_infer = run_infer
    made.states = {"D": types.SimpleNamespace(dataset_obj=dataset, model_obj="m", model_name="m", work_dir=str(folder))}
    return made


def test_api_mode_keeps_a_ledger_and_its_rows_fail_without_an_exception(tmp_path):
    def fails(turn):
        raise RuntimeError("boom")

    run = pipeline(tmp_path, Toy(), fails)
    assert run._load_checkpoint("D") == {"known": 1}
    assert asyncio.run(run._produce_image_tasks(run.states["D"], {})) == 3
    assert [call.error for call in iter_calls(tmp_path, "m_D")] == ["RuntimeError: boom"] * 3


def test_api_mode_asks_nothing_where_it_is_refused(tmp_path, caplog):
    Ledger(tmp_path, "m_D").begin(Receipt("D", "another", {}, "1"))
    (tmp_path / "m_D.tsv").write_text("index\tprediction\n")
    (tmp_path / "status.json").write_text('{"reuse": true}')
    run = pipeline(tmp_path, Toy(), None)
    assert run._load_checkpoint("D") == {}
    assert asyncio.run(run._produce_image_tasks(run.states["D"], {})) == 0
    assert "another build of the data" in caplog.text


def test_api_mode_that_only_scores_writes_nothing(tmp_path):
    assert pipeline(tmp_path, Toy(), None, run_infer=False)._load_checkpoint("D") == {"known": 1}
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_set_aside_is_an_error_of_every_rank(tmp_path, monkeypatch):
    Ledger(tmp_path, "m_D").begin(Receipt("D", "another", {}, "1"))
    (tmp_path / "m_D.tsv").write_text("index\tprediction\n")
    monkeypatch.setattr("os.replace", lambda *paths: (_ for _ in ()).throw(PermissionError("read-only")))
    with pytest.raises(DataError, match="another build of the data.*move them away"):
        job(None)("m", str(tmp_path), "m", Toy())
