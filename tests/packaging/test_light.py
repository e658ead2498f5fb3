"""The light installation: prompts, scores and reports without torch and the host, here and in a fresh environment."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec

import pytest

NAME = "HVSBench_Subitizing_DEMO"


def from_prompts_to_a_report(python, folder):
    """Build a demo set, print its prompts, score replies, and write the results page, all by the command."""
    environment = {**os.environ, "LMUData": str(folder / "LMUData")}

    def run(*arguments):
        command = [python, "-m", "vlmeval_hvs.cli", *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "rows in" in run("build", "HVSBench", "--demo")
    lines = [json.loads(line) for line in run("prompts", NAME).splitlines()]
    assert len(lines) == 20
    assert all(os.path.isfile(item["value"]) for line in lines for item in line["messages"] if item["type"] == "image")
    file = folder / f"mine_{NAME}.jsonl"
    file.write_text("".join(json.dumps({"index": line["index"], "prediction": "3"}) + "\n" for line in lines))
    metrics = json.loads(run("score", file, "--data", NAME, "--json"))["run"]["metrics"]
    assert 0 <= metrics["Overall"] <= 1
    assert "mine" in run("report", folder, "--html", folder / "page.html")
    assert NAME in (folder / "page.html").read_text()
    return run


@pytest.mark.long
def test_prompts_scores_and_reports(tmp_path):
    from_prompts_to_a_report(sys.executable, tmp_path)


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.skipif(not find_spec("uv"), reason="uv is not installed")
def test_the_same_from_the_wheel_in_an_environment_without_torch(built, tmp_path):
    from distribution import Venv

    venv = Venv(tmp_path / "venv")
    command = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", venv.interpreter, built["wheel"]]
    subprocess.run([str(part) for part in command], check=True)
    assert not [name for name in ("torch", "transformers", "vlmeval", "matplotlib") if (venv.site / name).exists()]
    run = from_prompts_to_a_report(str(venv.interpreter), tmp_path)
    for name in ("ActiView", "GazeTarget", "VisualSearch_COCOSearch18", "VPB_Stage1", "VPB_Stage2"):
        assert "rows in" in run("build", name, "--demo")
