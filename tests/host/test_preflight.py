"""What is found before the first question."""

import shutil
import sys
from pathlib import Path

import pytest

from vlmeval_hvs.configs import make_dataset
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import data_root
from vlmeval_hvs.host import preflight as module
from vlmeval_hvs.host.preflight import before_the_first_question, preflight

STAGE = "VPB_Stage2_DEMO"


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(module, "_passed", set())


@pytest.mark.long
def test_damaged_images_are_named_and_space_and_folders_asked_for(demo, demo_root, monkeypatch, tmp_path):
    (demo(STAGE, "HVSBench_DEMO") / STAGE).unlink()
    shutil.copytree(demo_root / STAGE, data_root() / STAGE)
    dataset = make_dataset(STAGE, [])
    images = [path for path in sorted(dataset.folder.rglob("*")) if path.suffix in (".png", ".jpg")]
    images[0].write_bytes(bytes(images[0].stat().st_size))
    images[-1].unlink()
    with pytest.raises(DataError, match=rf"2 of .*vlmeval-hvs build {STAGE} --force") as error:
        preflight(dataset, [])
    for path in (images[0], images[-1]):
        assert path.relative_to(dataset.folder).as_posix() in str(error.value)
    dataset = make_dataset("HVSBench_DEMO", [])
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=module.RESERVE - 1))
    with pytest.raises(DataError, match="GB free; the run needs about"):
        preflight(dataset, [data_root()])
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=10 * module.RESERVE))
    preflight(dataset, [data_root()])
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError, match="file/outputs cannot be written"):
        preflight(dataset, [tmp_path / "file" / "outputs"])


def test_it_happens_once_per_dataset_and_options_where_questions_are_asked(demo, monkeypatch):
    demo("HVSBench_DEMO")
    calls = []
    monkeypatch.setattr(module, "preflight", lambda dataset, results: calls.append(results))

    def begin(*arguments, limit=1, **environment):
        monkeypatch.setattr(sys, "argv", ["run.py", *arguments])
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        before_the_first_question(make_dataset("HVSBench_DEMO", [f"limit={limit}"]))

    for _ in range(2):
        begin("--data", "HVSBench_DEMO", "--work-dir", "out")
    assert calls == [[Path("out")]]
    begin("--data", "HVSBench_DEMO", limit=2)
    begin("--mode", "eval", limit=3)
    begin(limit=4, **{module.SWITCH: "0"})
    assert len(calls) == 2
