"""The example of the page "Add a benchmark" is taken from the page, installed, and run through the real host."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from vlmeval_hvs.results.ledger import iter_calls

PAGE = Path(__file__).resolve().parents[2] / "docs" / "add_a_benchmark.md"
BLOCKS = re.findall(r'^```\w+ title="([^"]+)"\n(.*?)^```$', PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
MODELS = ("hvs-oracle", "hvs-random")
SCORES = "_hvs_scores.json"


@pytest.fixture(scope="module")
def example(tmp_path_factory) -> Path:
    """The example's files, as a reader copies them."""
    folder = tmp_path_factory.mktemp("example")
    for title, content in BLOCKS:
        if not title.startswith("vlmeval-hvs"):
            (folder / title).parent.mkdir(exist_ok=True)
            (folder / title).write_text(content, "utf-8")
    return folder


@pytest.fixture(scope="module")
def call(example, tmp_path_factory):
    """Runs Python in a folder of its own where the example is installed."""
    target, folder = tmp_path_factory.mktemp("installed"), tmp_path_factory.mktemp("work")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("VLMEVAL_HVS")}
    path = os.pathsep.join([str(target), str(PAGE.parents[1])])
    environment = {**kept, "PYTHONPATH": path, "LMUData": str(folder / "LMUData"), "COLUMNS": "100"}

    def run(*arguments: str | Path, status: int = 0) -> str:
        command, output = [sys.executable, *map(str, arguments)], {"text": True, "errors": "replace"}
        output |= {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        done = subprocess.run(command, cwd=folder, env=environment, **output)
        assert done.returncode == status, done.stdout[-6000:]
        return done.stdout

    run("-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index",
        "--disable-pip-version-check", "--target", target, example)  # fmt: skip
    run.folder = folder
    return run


@pytest.fixture(scope="module")
def command(call):
    """Runs ``vlmeval-hvs``."""
    return lambda *arguments, status=0: call("-m", "vlmeval_hvs.cli", *arguments, status=status)


@pytest.fixture(scope="module")
def outputs(call) -> Path:
    """What a run by name leaves behind."""
    pytest.importorskip("vlmeval", reason="no VLMEvalKit host is installed")
    folder = call.folder / "outputs"
    names = ("--data", "Colours_DEMO", "Colours_Twice_DEMO", "--model", *MODELS, "--work-dir", folder)
    assert "left out" not in call("-m", "vlmeval", *names)
    return folder


def result(outputs: Path, model: str, dataset: str, ending: str) -> Path:
    (path,) = {path.resolve() for path in outputs.rglob(f"{model}_{dataset}{ending}")}
    return path


@pytest.mark.slow
def test_the_commands_know_the_package_and_its_options_without_the_host(command, example):
    assert len(dict(BLOCKS)) == len(BLOCKS)  # no title stands twice
    ((title, shown),) = [(title, shown) for title, shown in BLOCKS if title.startswith("vlmeval-hvs")]
    printed = command(*title.split()[1:])
    assert [line.rstrip() for line in printed.splitlines()] == shown.splitlines()
    assert "the same, asked again after the first reply" in command("list", "Colours")
    lines = [json.loads(line) for line in command("prompts", "Colours_Twice_DEMO").splitlines()]
    assert (len(lines), {line["turns"] for line in lines}) == (24, {"several"})
    assert Path(lines[0]["messages"][0]["value"]).is_file()
    assert "Colours: 300 rows" in command("build", "Colours")
    asked = command("preview", "Colours_DEMO", "--options", "listed=true")
    assert "Which colour is the square? One of red, green, blue." in asked
    wrong = command("preview", "Colours_DEMO", "--options", "listed=yes", status=1)
    assert "listed='yes' is not allowed; give true or false" in wrong
    assert "are right" in command("check", example / "colours.json")
    misspelled = example / "misspelled.json"
    misspelled.write_text((example / "colours.json").read_text().replace('"listed": true', '"lsted": true'))
    (words,) = re.findall(r"^Colours_DEMO@listed: unknown option .*$", PAGE.read_text(), re.MULTILINE)
    assert words in command("check", misspelled, status=1)


@pytest.mark.nightly
@pytest.mark.slow
def test_the_test_on_the_page_passes(call, example):
    assert "2 passed" in call("-m", "pytest", "-q", "-p", "no:cacheprovider", example / "tests" / "test_colours.py")


@pytest.mark.nightly
@pytest.mark.host
def test_the_host_runs_the_package_by_name_and_by_a_configuration(outputs, command, example, call):
    for dataset, steps in (("Colours_DEMO", ["answer"]), ("Colours_Twice_DEMO", ["look", "again"])):
        scores = {model: json.loads(result(outputs, model, dataset, SCORES).read_text("utf-8")) for model in MODELS}
        for content in scores.values():
            assert (content["benchmark"], content["n"], content["reading"]) == ("Colours", 24, "robust")
            assert content["settings"].items() >= {"seed": 0, "profile": "robust", "listed": False}.items()
            assert content["settings_from"] == "the run"
            assert content["Chance"]["low"] < content["Chance"]["value"] < content["Chance"]["high"]
        oracle, random = scores["hvs-oracle"], scores["hvs-random"]
        assert (oracle["Overall"], oracle["Overall_paper"], oracle["Fallback"], oracle["Differ"]) == (1, 1, 0, 0)
        assert random["Overall"] < 1
        assert (random["Overall_paper"], random["Differ"]) == (0, 1)
        path = result(outputs, "hvs-random", dataset, "_hvs_ledger_0.jsonl")
        calls = list(iter_calls(path.parent, f"hvs-random_{dataset}"))
        assert [(one.turn, one.step) for one in calls] == list(enumerate(steps)) * 24
    command("run", "--config", example / "colours.json", "--work-dir", "configured")
    path = result(call.folder / "configured", "hvs-random", "Colours_DEMO@listed", SCORES)
    assert json.loads(path.read_text("utf-8"))["settings"]["listed"] is True


@pytest.mark.nightly
@pytest.mark.host
def test_predictions_of_the_host_are_scored_and_reported_without_it(outputs, command, tmp_path):
    file = result(outputs, "hvs-oracle", "Colours_Twice_DEMO", ".xlsx")
    score = ("score", file, "--data", "Colours_Twice_DEMO")
    command(*score, "--json", tmp_path / "scores.json")
    assert json.loads((tmp_path / "scores.json").read_text())["run"]["metrics"]["Overall"] == 1
    assert "listed=False then, True now" in command(*score, "--options", "listed=true", status=1)
    assert "hvs-random" in command("report", outputs)


PICKLED = """
import pathlib, pickle, sys
from vlmeval.dataset import build_dataset
data = pickle.dumps(build_dataset("Colours_Twice_DEMO", limit=3))
pathlib.Path(sys.argv[1]).write_bytes(data)
"""
READ = """
import pathlib, pickle, sys
dataset = pickle.loads(pathlib.Path(sys.argv[1]).read_bytes())
import vlmeval.dataset
assert type(dataset) is vlmeval.dataset.ColoursDataset
assert type(dataset) in vlmeval.dataset.DATASET_CLASSES
assert hasattr(vlmeval.dataset, "HVSBenchDataset")
print(len(dataset), dataset.build_prompt(0).text)
"""


@pytest.mark.nightly
@pytest.mark.host
def test_a_data_set_of_the_package_can_be_sent_to_another_process(outputs, call):
    path = call.folder / "dataset.pickle"
    call("-c", PICKLED, path)
    assert "3 Which colour is the square?" in call("-c", READ, path)
