"""The light installation: prompts, scores and reports without torch and the host, here and in a fresh environment."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec

import pytest

# Builds a demo set, prints its prompts, scores replies, writes the results page, and examines the installation.
CODE = """
import contextlib, io, json, os, sys
from pathlib import Path
import dataset_builders, standardizers, vlmeval_hvs.metrics
from vlmeval_hvs.cli import main

def run(*arguments):
    with contextlib.redirect_stdout(io.StringIO()) as shown:
        assert main([*map(str, arguments)]) == 0, (arguments, shown.getvalue())
    return shown.getvalue()

name, folder = "HVSBench_Subitizing_DEMO", Path(sys.argv[1])
assert all("rows in" in run("build", one, "--demo") for one in sys.argv[2:])
lines = [json.loads(line) for line in run("prompts", name).splitlines()]
file = folder / f"mine_{name}.jsonl"
file.write_text("".join(json.dumps({"index": line["index"], "prediction": "3"}) + "\\n" for line in lines))
run("score", file, "--data", name, "--json", folder / "scores.json")
assert 0 <= json.loads((folder / "scores.json").read_text())["run"]["metrics"]["Overall"] <= 1
assert "mine" in run("report", folder, "--html", folder / "page.html")
main(["doctor", "--work-dir", str(folder), "--model", "GPT4o", "hvs-random"])
print(json.dumps([name for name in ("vlmeval", "torch", "transformers") if name in sys.modules]))
"""


def check(python, folder, *sets):
    environment = {**os.environ, "LMUData": str(folder / "LMUData")}
    command = [python, "-c", CODE, str(folder), "HVSBench", *sets]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == []


@pytest.mark.long
def test_prompts_scores_reports_and_the_doctor_import_no_host(tmp_path, request, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(request.config.rootpath))
    check(sys.executable, tmp_path)


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.skipif(not find_spec("uv"), reason="uv is not installed")
def test_the_same_from_the_wheel_in_an_environment_without_torch(built, tmp_path):
    from distribution import Venv

    venv = Venv(tmp_path / "venv")
    command = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", venv.interpreter, built["wheel"]]
    subprocess.run([str(part) for part in command], check=True)
    assert not [name for name in ("torch", "transformers", "vlmeval", "matplotlib") if (venv.site / name).exists()]
    check(str(venv.interpreter), tmp_path, "ActiView", "GazeTarget", "VisualSearch_COCOSearch18", "VPB_Stage2")
