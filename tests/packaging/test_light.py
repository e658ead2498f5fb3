"""The light installation: prompts, scores and reports in an environment that has neither torch nor the host."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from importlib.util import find_spec

import pytest
from distribution import Venv

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not find_spec("uv"), reason="uv is not installed"),
]

NAME = "HVSBench_Subitizing_DEMO"
LARGEST = 700e6
LONGEST = 2.0  # seconds of processor time, which other programs on the machine do not lengthen


@pytest.fixture(scope="module")
def light(built, tmp_path_factory) -> Venv:
    venv = Venv(tmp_path_factory.mktemp("light") / "venv")
    command = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", venv.interpreter, built["wheel"]]
    subprocess.run([str(part) for part in command], check=True)
    return venv


@pytest.fixture
def run(light, lmu_data):
    def call(*arguments: object) -> str:
        command = [light.scripts / "vlmeval-hvs", *arguments]
        done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return call


def test_it_is_small_and_has_no_torch(light):
    size = sum(path.stat().st_size for path in light.site.rglob("*") if path.is_file())
    assert size < LARGEST
    assert not [name for name in ("torch", "transformers", "vlmeval", "matplotlib") if (light.site / name).exists()]


def test_importing_it_is_quick(light):
    def seconds() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [light.interpreter, "-c", "import vlmeval_hvs, vlmeval_hvs.dataset, vlmeval_hvs.cli"], check=True
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    assert min(seconds() for _ in range(3)) < LONGEST


def test_prompts_scores_and_reports(run, tmp_path):
    lines = [json.loads(line) for line in run("prompts", NAME).splitlines()]
    assert len(lines) == 20
    assert all(os.path.isfile(item["value"]) for line in lines for item in line["messages"] if item["type"] == "image")
    file = tmp_path / f"mine_{NAME}.jsonl"
    file.write_text("".join(json.dumps({"index": line["index"], "prediction": "3"}) + "\n" for line in lines))
    metrics = json.loads(run("score", file, "--data", NAME, "--json"))["run"]["metrics"]
    assert 0 <= metrics["Overall"] <= 1
    assert "mine" in run("report", tmp_path, "--html", tmp_path / "page.html")
    assert NAME in (tmp_path / "page.html").read_text()


@pytest.mark.parametrize("name", ["ActiView", "GazeTarget", "VisualSearch_COCOSearch18", "VPB_Stage1", "VPB_Stage2"])
def test_every_demo_set_is_built(run, name):
    assert "rows in" in run("build", name, "--demo")


def test_the_readers_are_measured_on_the_corpus_that_was_installed(run):
    table = json.loads(run("readers", "--kind", "count", "--json"))
    assert table["n"] >= 300
    assert set(table["readers"]) == {"robust", "paper"}
