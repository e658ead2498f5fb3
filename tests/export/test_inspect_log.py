"""Logs of Inspect: the bytes of a run, its images, and what stands in them where the set is not here."""

import base64
import io
import json
import zipfile

import pytest
from PIL import Image

from vlmeval_hvs.results.collect import collect


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
