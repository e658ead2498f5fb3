"""Logs of Inspect, read by the package `inspect_ai` itself."""

import base64
import csv
import io
import json
import zipfile

import pytest
from PIL import Image

from vlmeval_hvs.cli import main
from vlmeval_hvs.results.collect import collect
from vlmeval_hvs.results.ledger import iter_calls

from .conftest import DATASETS, MODEL


def items_of(outputs, name):
    with (outputs / f"{MODEL}_{name}_hvs_items.tsv").open(newline="", encoding="utf-8") as file:
        return {row["index"]: row for row in csv.DictReader(file, delimiter="\t")}


@pytest.fixture(scope="module")
def logs(outputs, demo_root, read_logs, tmp_path_factory):
    folder = tmp_path_factory.mktemp("logs")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LMUData", str(demo_root.parent))
        command = ["export", str(outputs), "--to", str(folder), "--format", "inspect", "--image-side", "0"]
        assert main(command) == 0
    return read_logs(folder)


@pytest.mark.slow
def test_the_package_reads_every_log_and_writes_it_again_unchanged(logs, outputs):
    assert set(logs) == set(DATASETS)
    for name, log in logs.items():
        scores = json.loads((outputs / f"{MODEL}_{name}_hvs_scores.json").read_text())
        assert log["same"]
        assert log["model"] == MODEL
        assert log["args"] == scores["settings"]
        assert log["metadata"]["digest of the data"] == scores["digest"]
        assert [sample["id"] for sample in log["samples"]] == [one for one, _ in log["summaries"]]
        if scores["validity"] == "invalid":
            assert (log["status"], log["metrics"]) == ("error", {})
            assert scores["validity_reason"] in log["error"]
        else:
            assert log["status"] == "success"
            assert log["metrics"]["score"]["Overall"] == scores["Overall"]
    assert {log["status"] for log in logs.values()} == {"success", "error"}
    assert len({log["id"] for log in logs.values()}) == len(logs), "equal ones are hidden as retries"


@pytest.mark.slow
def test_samples_are_those_of_the_item_file_with_what_the_ledger_has(logs, outputs):
    for name, log in logs.items():
        items = items_of(outputs, name)
        calls = {}
        for call in iter_calls(outputs, f"{MODEL}_{name}"):
            calls.setdefault(call.index, []).append(call)
        assert [sample["id"] for sample in log["samples"]] == list(items)
        for sample in log["samples"]:
            item, own = items[sample["id"]], calls[sample["id"]]
            if item["score"] != "":
                assert sample["scores"]["score"] == [float(item["score"]), item["answer"]]
            assert sample["target"] == item.get("truth", "")
            replied = [call for call in own if not call.failed]
            said = [parts[0][1] for role, parts in sample["messages"] if role == "assistant"]
            assert said == [call.reply for call in replied]
            if item["failed"] == "1":
                assert sample["error"] == "RuntimeError: the server <b>hung</b> up"
                continue
            assert sample["usage"] == {MODEL: [100 * len(replied), 7 * len(replied)]}
            assert sample["events"] == [["model", call.reply, 0.5, call.time - 0.5] for call in replied]
    assert sum(len(sample["events"]) > 1 for sample in logs["ActiView_Zooming_DEMO"]["samples"]) == 4


def samples_of(path):
    with zipfile.ZipFile(path) as archive:
        return [json.loads(archive.read(name)) for name in archive.namelist() if name.startswith("samples/")]


def test_a_log_has_the_bytes_of_its_run_and_images_of_the_size_asked_for(outputs, on_demo_sets, tmp_path, monkeypatch):
    from vlmeval_hvs.export.inspect_log import write_log

    result = next(result for result in collect(outputs) if result.dataset == "ActiView_Zooming_DEMO")
    first, second = (write_log(result, tmp_path / name, 64) for name in ("a", "b"))
    assert (first.name, first.read_bytes()) == (second.name, second.read_bytes())
    assert all(mark.isalnum() or mark in "-_." for mark in first.name)
    sizes = set()
    for sample in samples_of(first):
        for address in sample["attachments"].values():
            sizes.add(max(Image.open(io.BytesIO(base64.b64decode(address.split(",")[1]))).size))
    assert sizes == {64}
    without = samples_of(write_log(result, tmp_path / "none", None))
    assert all(not sample["attachments"] for sample in without)
    assert "[image " in json.dumps(without[0]["messages"])

    def full(file, header, samples):
        file.write(b"PK")
        raise OSError(28, "No space left on device")

    whole = first.read_bytes()
    monkeypatch.setattr("vlmeval_hvs.export.inspect_log.pack_log", full)
    with pytest.raises(OSError, match="No space"):
        write_log(result, tmp_path / "a", 32)
    assert [path.read_bytes() for path in (tmp_path / "a").iterdir()] == [whole]


def test_a_run_whose_set_is_not_here_says_so_and_keeps_its_replies(outputs, lmu_data, tmp_path, caplog):
    from vlmeval_hvs.export.inspect_log import write_log

    result = next(result for result in collect(outputs) if result.dataset == "HVSBench_DEMO")
    object.__setattr__(result, "scores", {**result.scores, "digest": "0" * 64})
    path = write_log(result, tmp_path)
    assert "what was asked is not in this log" in caplog.text
    with zipfile.ZipFile(path) as archive:
        header = json.loads(archive.read("header.json"))
        sample = json.loads(archive.read("samples/1_epoch_1.json"))
    assert "another build" in header["eval"]["metadata"]["note"]
    assert sample["messages"][-1]["role"] == "assistant"
    assert sample["messages"][-1]["content"]
