"""One dataset has one name, however it is written: every command that takes or keeps a name, own and demo data."""

import json
import re
import shlex
from pathlib import Path

import pytest
from scripted_server import Server

from vlmeval_hvs.cli import main

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def told(capsys, tmp_path, monkeypatch):
    """Runs commands in an empty folder: exit status and standard output."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        capsys.readouterr()
        status = main([str(one) for one in arguments])
        return status, capsys.readouterr().out

    return run


@pytest.mark.long
def test_a_dataset_has_one_name(told, lmu_data):
    assert told("new", "HVSBench", "mine")[0] == told("build", "HVSBench:mine", "--source", "mine")[0] == 0
    name, other = "HVSBench:mine@few", "HVSBench=mine@few"
    with Server() as server:
        asked = ["ask", "--base-url", server.url, "--model", "llava:7b", "--no-preflight", "--options", "limit=4"]
        assert told(*asked, "--data", name, other)[0] in (0, 2)
        first = len(server.bodies)
        assert told(*asked, "--data", other)[0] in (0, 2)
        assert len(server.bodies) == first == 4, "one dataset, and a run that went on"
    assert told("run", "--without-host", "--data", name, "--model", "hvs-random", "--limit", "4")[0] == 0
    (predictions,) = {path.resolve() for path in Path("outputs").rglob(f"hvs-random_{other}.tsv")}
    assert told("score", predictions, "--data", name, "--options", "limit=4")[0] == 0
    assert told("verify", "outputs")[0] == 0
    for spelling in (name, other):
        assert told("compare", "outputs", "--data", spelling)[0] == 0
        assert told("report", "outputs", "--data", spelling)[0] == 0
    scores = [json.loads(path.read_text("utf-8")) for path in Path("outputs").rglob("*_hvs_scores.json")]
    assert {one["dataset"] for one in scores} == {name}
    assert {one["model"] for one in scores} == {"llava-7b", "hvs-random"}
    assert not [path for path in Path("outputs").rglob("*") if ":" in path.name]


@pytest.mark.long
def test_the_documented_commands_succeed(told, lmu_data, monkeypatch):
    monkeypatch.setattr("vlmeval_hvs.commands.run.find_runner", lambda folder: None)
    text = (ROOT / "docs" / "own_data.md").read_text("utf-8")
    block = re.search(r"```bash\n(.*?)```", text, re.DOTALL).group(1)
    commands = [shlex.split(line, comments=True) for line in block.splitlines()]
    assert [command[0] for command in commands] == ["vlmeval-hvs"] * 6
    assert [told(*command[1:])[0] for command in commands] == [0] * 6
