"""Logs of Inspect, read by the package `inspect_ai` itself."""

import json
import zipfile
from pathlib import Path

import pandas as pd
import pytest

from vlmeval_hvs.cli import main
from vlmeval_hvs.export.inspect_log import write_log
from vlmeval_hvs.files import content_digest
from vlmeval_hvs.registry import card_of, dataset_class
from vlmeval_hvs.results.collect import collect
from vlmeval_hvs.results.ledger import iter_calls

from .conftest import DATASETS, MODEL


def items_of(outputs, name):
    return pd.read_csv(outputs / f"{MODEL}_{name}_hvs_items.tsv", sep="\t", dtype=str, keep_default_na=False).set_index(
        "index"
    )


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
        assert [sample["id"] for sample in log["samples"]] == list(items.index)
        for sample in log["samples"]:
            item, own = items.loc[sample["id"]], calls[sample["id"]]
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


@pytest.mark.slow
def test_messages_hold_the_words_and_the_very_images_that_were_asked(logs, on_demo_sets):
    for name, log in logs.items():
        dataset = dataset_class(card_of(name))(dataset=name, limit=DATASETS[name])
        for sample in log["samples"]:
            if sample["error"]:
                continue
            asked = dataset.first_turn(dataset.row({"index": sample["id"]}))
            images = [content_digest(Path(part["value"])) for part in asked if part["type"] == "image"]
            words = "".join(part["value"] for part in asked if part["type"] == "text")
            first = [part for role, parts in sample["messages"] for part in parts if role != "assistant"]
            assert [text for kind, text in first if kind == "image"][: len(images)] == images
            assert (
                "".join(text for kind, text in first if kind == "text")
                .replace("\n", "")
                .startswith(words.replace("\n", ""))
            )
            listed = [one["sha256"] for one in sample["metadata"]["images"]]
            assert listed == [text for kind, text in first if kind == "image"]
            assert not any(one["file"].startswith("/") for one in sample["metadata"]["images"])


def test_the_same_run_gives_the_same_bytes(outputs, on_demo_sets, tmp_path):
    result = next(result for result in collect(outputs) if result.dataset == "ActiView_Zooming_DEMO")
    first, second = (write_log(result, tmp_path / name, 256) for name in ("a", "b"))
    assert first.name == second.name
    assert first.read_bytes() == second.read_bytes()
    assert all(mark.isalnum() or mark in "-_." for mark in first.name)


def test_images_are_smaller_left_out_or_missing(outputs, on_demo_sets, tmp_path):
    from PIL import Image

    result = next(result for result in collect(outputs) if result.dataset == "VPB_Stage2_DEMO")

    def attachments(path):
        with zipfile.ZipFile(path) as archive:
            return [json.loads(archive.read(name)) for name in archive.namelist() if name.startswith("samples/")]

    import base64
    import io

    for sample in attachments(write_log(result, tmp_path / "small", 64)):
        for address in sample["attachments"].values():
            image = Image.open(io.BytesIO(base64.b64decode(address.split(",")[1])))
            assert max(image.size) == 64
    without = attachments(write_log(result, tmp_path / "none", None))
    assert all(not sample["attachments"] for sample in without)
    assert "[image " in json.dumps(without[0]["messages"])


def test_a_log_is_a_fraction_of_the_images_and_shows_the_same(outputs, on_demo_sets, tmp_path, capsys):
    import base64
    import io

    import numpy as np
    from PIL import Image

    def images(*options):
        folder = tmp_path / f"logs{len(options)}"
        command = ["export", str(outputs), "--to", str(folder), "--format", "inspect", "--dataset", "HVSBench_DEMO"]
        assert main([*command, *options]) == 0
        (path,) = folder.iterdir()
        told = capsys.readouterr()
        assert told.out == f"{path}\n"
        assert f"1 log, {path.stat().st_size / 1e6:.1f} MB" in told.err
        with zipfile.ZipFile(path) as archive:
            samples = [json.loads(archive.read(name)) for name in archive.namelist() if name.startswith("samples/")]
        found = [base64.b64decode(one.split(",")[1]) for sample in samples for one in sample["attachments"].values()]
        return path.stat().st_size, [np.asarray(Image.open(io.BytesIO(one)).convert("RGB"), float) for one in found]

    whole, originals = images("--image-side", "0")
    small, shown = images()
    assert small < whole / 5
    assert len(shown) == len(originals) > 5
    for one, other in zip(shown, originals, strict=True):
        assert one.shape == other.shape
        assert np.abs(one - other).mean() < 4, "of 255"


def test_an_image_that_is_small_already_is_not_made_again(tmp_path):
    import base64

    from PIL import Image

    from vlmeval_hvs.export.images import data_address

    tiny = tmp_path / "dot.png"
    Image.new("RGB", (1, 1), "red").save(tiny)
    assert len(tiny.read_bytes()) < 100
    whole = data_address(str(tiny), 0)
    kept = base64.b64decode(whole[0].split(",")[1])
    assert kept == tiny.read_bytes()
    assert len(base64.b64decode(data_address(str(tiny), 64)[0].split(",")[1])) <= len(kept)


def test_a_run_whose_set_is_not_here_says_so_and_keeps_its_replies(outputs, lmu_data, tmp_path, caplog):
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


def test_a_log_that_is_cut_short_leaves_the_old_one(outputs, on_demo_sets, tmp_path, monkeypatch):
    result = next(result for result in collect(outputs) if result.dataset == "GazeTarget_DEMO")
    path = write_log(result, tmp_path)
    whole = path.read_bytes()

    def full(file, header, samples):
        file.write(b"PK")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("vlmeval_hvs.export.inspect_log.pack_log", full)
    with pytest.raises(OSError, match="No space"):
        write_log(result, tmp_path)
    assert path.read_bytes() == whole
    assert list(tmp_path.iterdir()) == [path]
