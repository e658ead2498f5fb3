"""One dataset has one name, however it is written: every command that takes or keeps a name, own and demo data."""

import json
import re
import shlex
from itertools import product
from pathlib import Path

import pytest
from scripted_server import Server


@pytest.fixture(autouse=True)
def here(lmu_data, tmp_path, monkeypatch):
    """An empty folder with an empty data folder beside it."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.long
def test_a_dataset_has_one_name(told):
    told("new", "HVSBench", "mine")
    told("build", "HVSBench:mine", "--source", "mine")
    name, other = "HVSBench:mine@few", "HVSBench=mine@few"
    with Server() as server:
        asked = ["ask", "--base-url", server.url, "--model", "llava:7b", "--no-preflight", "--options", "limit=4"]
        told(*asked, "--data", name, other, status=(0, 2))
        first = len(server.bodies)
        told(*asked, "--data", other, status=(0, 2))
        assert len(server.bodies) == first == 4, "one dataset, and a run that went on"
    ran = told("run", "--without-host", "--data", name, "--model", "hvs-random", "--limit", "4").out
    assert f"hvs-random on {name}: valid, Overall " in ran
    (predictions,) = {path.resolve() for path in Path("outputs").rglob(f"hvs-random_{other}.tsv")}
    told("score", predictions, "--data", name, "--options", "limit=4")
    told("verify", "outputs")
    for command, spelling in product(("compare", "report"), (name, other)):
        told(command, "outputs", "--data", spelling)
    scores = [json.loads(path.read_text("utf-8")) for path in Path("outputs").rglob("*_hvs_scores.json")]
    found = {(one["dataset"], one["model"]) for one in scores}
    assert found == {(name, "llava-7b"), (name, "hvs-random")}
    assert not [path for path in Path("outputs").rglob("*") if ":" in path.name]


@pytest.mark.long
def test_the_documented_commands_succeed(told, monkeypatch, request):
    monkeypatch.setattr("vlmeval_hvs.commands.run.find_runner", lambda folder: None)
    text = (request.config.rootpath / "docs" / "own_data.md").read_text("utf-8")
    block = re.search(r"```bash\n(.*?)```", text, re.DOTALL).group(1)
    commands = [shlex.split(line, comments=True) for line in block.splitlines()]
    assert [command[0] for command in commands] == ["vlmeval-hvs"] * 6
    for command in commands:
        told(*command[1:])
