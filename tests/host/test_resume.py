"""Files in the folder of a run that starts are used, moved aside, or refused."""

import asyncio
import os
import zipfile
from dataclasses import replace
from types import SimpleNamespace

import pytest

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.host.resume import plan
from vlmeval_hvs.results.ledger import Ledger, ledger_path, read_receipts
from vlmeval_hvs.results.receipt import Receipt

RUN = Receipt("D", "digest", {"hint": "field"}, "1", model={"class": "Toy", "path": "/a"})
OTHER = replace(RUN, settings={"hint": "none"})
FILES = ("m_D.xlsx", "m_D_checkpoint.pkl", "m_D_PREV.pkl", "01_D.pkl", "12_D.pkl", "m_D_hvs_scores.json")
FOREIGN = ("m_D_X.xlsx", "m_D_X_checkpoint.pkl", "01_D_X.pkl", "m_D_X_hvs_ledger_0.jsonl", "x_m_D.xlsx", "status.json")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "run").mkdir()
    for name in FOREIGN:
        (tmp_path / "run" / name).write_text("{}")
    return tmp_path / "run"


def earlier(folder, receipt=RUN, ranks=1, files=FILES):
    for rank in range(ranks):
        ledger = Ledger(folder, "m_D", rank, ranks)
        ledger.begin(receipt)
        ledger.answer("1", "A")
        ledger.close()
    for name in files:
        (folder / name).write_text("old")


def names(folder):
    return {path.name for path in folder.iterdir()} - set(FOREIGN)


def begin(folder, receipt=RUN, within=True):
    found = plan(folder, "m_D", "D", receipt)
    found.carry_out()
    assert not within or set(FOREIGN) <= {path.name for path in folder.iterdir()}
    return found


def test_the_same_run_goes_on_from_its_ledger_and_not_from_half_done_files(folder):
    begin(folder)
    begin(folder / "not yet", within=False)
    assert names(folder) == set()
    earlier(folder, ranks=2)
    with zipfile.ZipFile(folder / "m_D.xlsx", "w") as archive:
        archive.writestr("a", "b")
    begin(folder)
    kept = {"m_D.xlsx", "m_D_hvs_scores.json", "m_D_hvs_ledger_0.jsonl", "m_D_hvs_ledger_1.jsonl"}
    assert names(folder) == kept
    for name, content, stays in (
        ("m_D.tsv", b"index\tprediction\n1\tA\n", True), ("m_D.tsv", b"index\tprediction\n1\tA", False),
        ("m_D.xlsx", b"PK\x03\x04 torn", False), ("m_D.json", b"[]", False)
    ):  # fmt: skip
        (folder / name).write_bytes(content)
        begin(folder)
        assert (folder / name).exists() == stays, content


def test_other_predictions_are_set_aside_with_one_warning_or_refused(folder, caplog):
    others = [("settings", {"hint": "none"}, "hint='none' then"), ("model", {"path": "/b"}, "path /b then, /a now")]
    for number, (name, value, words) in enumerate(others):
        earlier(folder, replace(RUN, **{name: value}), ranks=2)
        begin(folder)
        stale = folder / f"m_D_hvs_stale_{number}"
        assert {path.name for path in stale.iterdir()} == {*FILES, "m_D_hvs_ledger_0.jsonl", "m_D_hvs_ledger_1.jsonl"}
        assert [str(stale) in entry.message and words in entry.message for entry in caplog.records] == [True]
        caplog.clear()
    earlier(folder, replace(RUN, **{name: value}))
    (folder / "status.json").write_text('{"reuse": true}')
    with pytest.raises(DataError, match=words):
        plan(folder, "m_D", "D", RUN)
    assert {*FILES, "m_D_hvs_ledger_0.jsonl"} <= names(folder)


def test_with_reuse_the_models_other_folders_are_looked_at(tmp_path):
    runs = [tmp_path / "M" / name for name in ("T20260101-000000", "T20260102-000000", "T20260103_Gabc", "other")]
    for place, receipt in zip(runs, (RUN, OTHER, RUN, RUN), strict=True):
        earlier(place, receipt, files=())
    earlier(tmp_path / "M", files=())

    def found(place):
        place.mkdir(exist_ok=True)
        (place / "status.json").write_text('{"reuse": true}')
        return {path.parent for path in plan(place, "m_D", "D", RUN).also}

    assert found(tmp_path / "M" / "T20260104-000000") == {runs[0], runs[2], tmp_path / "M"}
    assert found(tmp_path / "M") == {runs[0], runs[2]}
    first, second = (replace(RUN, model={**RUN.model, "address": f"http://{name}/v1"}) for name in "ab")
    earlier(tmp_path / "N" / "T20260101-000000", first, files=())
    assert plan(tmp_path / "N", "m_D", "D", second).also == []
    (tmp_path / "M" / "status.json").write_text('{"reuse": false}')
    assert plan(tmp_path / "M", "m_D", "D", RUN).also == []


def test_a_damaged_ledger_no_ledger_and_links_of_the_host_are_set_aside(folder):
    (folder / "m_D.xlsx").write_text("old")
    assert "they have no ledger" in begin(folder).why
    assert names(folder) == {"m_D_hvs_stale_0"}
    ledger_path(folder, "m_D", 0).write_text('{"kind":"run","receipt":{"settings":3}}\n')
    (folder / "T1").mkdir()
    (folder / "T1" / "m_D.xlsx").write_text("old")
    (folder / "m_D.xlsx").symlink_to("T1/m_D.xlsx")
    assert "cannot be read" in begin(folder).why
    assert names(folder) == {"m_D_hvs_stale_0", "m_D_hvs_stale_1", "T1"}
    assert (folder / "T1" / "m_D.xlsx").read_text() == "old"
    ledger_path(folder, "m_D", 0).write_text('{"kind":"run","rec')  # killed at its first line
    begin(folder)
    Ledger(folder, "m_D").begin(RUN)
    assert read_receipts(folder, "m_D")[0] == RUN


def test_a_kill_while_files_are_set_aside_is_made_good(folder, monkeypatch):
    earlier(folder, OTHER)
    moved, move = [], os.replace

    def killed(source, target):
        if len(moved) == 3:
            raise KeyboardInterrupt
        moved.append(source)
        move(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", killed)
        with pytest.raises(KeyboardInterrupt):
            plan(folder, "m_D", "D", RUN).carry_out()
    assert read_receipts(folder, "m_D")[0] == OTHER, "the ledger goes last"
    begin(folder)
    assert all("_hvs_stale_" in name for name in names(folder))


def test_api_mode_asks_nothing_where_refused_and_writes_nothing_to_score(recording, tmp_path, caplog, monkeypatch):
    from vlmeval_hvs.dataset import HVSDataset

    class Pipeline:
        """The host's of API mode, as far as it is wrapped."""

        run_infer = False

        @recording.recording_api
        def _load_checkpoint(self, dataset_name):
            return {"known": 1}

        @recording.unless_refused
        async def _produce_image_tasks(self, cfg, existing):
            raise AssertionError("asked")

    toy, pipe = object.__new__(HVSDataset), Pipeline()
    toy.dataset_name, toy.data, toy.receipt = "D", range(3), Receipt("D", "d", {}, "1")
    state = SimpleNamespace(dataset_obj=toy, model_obj="m", model_name="m", work_dir=str(tmp_path))
    pipe.states = {"D": state}
    assert (pipe._load_checkpoint("D"), list(tmp_path.iterdir())) == ({"known": 1}, [])
    Ledger(tmp_path, "m_D").begin(Receipt("D", "another", {}, "1"))
    (tmp_path / "m_D.tsv").write_text("index\tprediction\n")
    (tmp_path / "status.json").write_text('{"reuse": true}')
    pipe.run_infer = True
    assert (pipe._load_checkpoint("D"), asyncio.run(pipe._produce_image_tasks(state, {}))) == ({}, 0)
    assert "another build of the data" in caplog.text
    (tmp_path / "status.json").unlink()
    monkeypatch.setattr("os.replace", lambda *paths: (_ for _ in ()).throw(PermissionError("read-only")))
    with pytest.raises(DataError, match="another build of the data.*move them away"):
        recording.recording(lambda model, work_dir, model_name, dataset: None)("m", str(tmp_path), "m", toy)
