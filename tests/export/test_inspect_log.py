"""Logs of Inspect: the bytes of a run, its images, and what stands in them where the set is not here."""

import base64
import io
import json
import zipfile

import pytest
from PIL import Image

from vlmeval_hvs.results.collect import collect


def result_on(outputs, dataset):
    return next(result for result in collect(outputs) if result.dataset == dataset)


def parts_of(path, start):
    with zipfile.ZipFile(path) as archive:
        return [json.loads(archive.read(name)) for name in archive.namelist() if name.startswith(start)]


@pytest.mark.long
def test_a_log_has_the_bytes_of_its_run_and_images_of_the_size_asked_for(outputs, on_demo_sets, tmp_path, monkeypatch):
    from vlmeval_hvs.export.inspect_log import write_log

    def full(file, header, samples):
        file.write(b"PK")
        raise OSError(28, "No space left on device")

    result = result_on(outputs, "ActiView_Zooming_DEMO")
    first, second = (write_log(result, tmp_path / name, 64) for name in ("a", "b"))
    whole = first.read_bytes()
    assert (first.name, whole) == (second.name, second.read_bytes())
    assert all(mark.isalnum() or mark in "-_." for mark in first.name)
    addresses = [one for sample in parts_of(first, "samples/") for one in sample["attachments"].values()]
    images = [Image.open(io.BytesIO(base64.b64decode(address.split(",")[1]))) for address in addresses]
    assert {max(image.size) for image in images} == {64}
    without = parts_of(write_log(result, tmp_path / "none", None), "samples/")
    assert not any(sample["attachments"] for sample in without)
    assert "[image " in json.dumps(without[0]["messages"])
    monkeypatch.setattr("vlmeval_hvs.export.inspect_log.pack_log", full)
    with pytest.raises(OSError, match="No space"):
        write_log(result, tmp_path / "a", 32)
    assert [path.read_bytes() for path in (tmp_path / "a").iterdir()] == [whole]


@pytest.mark.long
def test_a_run_whose_set_is_not_here_says_so_and_keeps_its_replies(outputs, lmu_data, tmp_path, caplog):
    from vlmeval_hvs.export.inspect_log import write_log

    result = result_on(outputs, "HVSBench_DEMO")
    object.__setattr__(result, "scores", {**result.scores, "digest": "0" * 64})
    path = write_log(result, tmp_path)
    assert "what was asked is not in this log" in caplog.text
    assert "another build" in parts_of(path, "header")[0]["eval"]["metadata"]["note"]
    last = parts_of(path, "samples/1_epoch_1.json")[0]["messages"][-1]
    assert last["role"] == "assistant"
    assert last["content"]
