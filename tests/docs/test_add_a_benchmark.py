"""The example of the page "Add a benchmark" is taken from the page, installed, and run through the real host."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "add_a_benchmark.md"
BLOCKS = re.findall(r'^```\w+ title="([^"]+)"\n(.*?)^```$', PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)


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

    def run(*arguments: str | Path) -> str:
        output = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, "errors": "replace"}
        done = subprocess.run([sys.executable, *map(str, arguments)], cwd=folder, env=environment, **output)
        assert done.returncode == 0, done.stdout[-6000:]
        return done.stdout

    run("-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index",
        "--disable-pip-version-check", "--target", target, example)  # fmt: skip
    return run


COMMANDS = """
import contextlib, io, json, sys
from vlmeval_hvs.cli import main
told = []
for arguments in json.loads(sys.argv[1]):
    with contextlib.redirect_stdout(io.StringIO()) as shown, contextlib.redirect_stderr(shown):
        status = main(arguments)
    told.append((status, shown.getvalue()))
print(json.dumps(told))
"""


@pytest.mark.slow
def test_the_commands_know_the_package_and_its_options_without_the_host(call, example):
    assert len(dict(BLOCKS)) == len(BLOCKS)  # no title stands twice
    ((title, shown),) = [(title, shown) for title, shown in BLOCKS if title.startswith("vlmeval-hvs")]
    misspelled = example / "misspelled.json"
    misspelled.write_text((example / "colours.json").read_text().replace('"listed": true', '"lsted": true'))
    (words,) = re.findall(r"^Colours_DEMO@listed: unknown option .*$", PAGE.read_text(), re.MULTILINE)
    preview = ("preview", "Colours_DEMO", "--options")
    expected = [
        (title.split()[1:], 0, ""), (("prompts", "Colours_Twice_DEMO"), 0, ""),
        (("list", "Colours"), 0, "the same, asked again after the first reply"),
        (("build", "Colours"), 0, "Colours: 300 rows"),
        ((*preview, "listed=true"), 0, "Which colour is the square? One of red, green, blue."),
        ((*preview, "listed=yes"), 1, "listed='yes' is not allowed; give true or false"),
        (("check", example / "colours.json"), 0, "are correct"), (("check", misspelled), 1, words),
    ]  # fmt: skip
    asked = json.dumps([list(map(str, arguments)) for arguments, *_ in expected])
    told = json.loads(call("-c", COMMANDS, asked).splitlines()[-1])  # in one process
    for (arguments, status, words), (found, output) in zip(expected, told, strict=True):
        assert found == status, (arguments, output)
        assert words in output, arguments
    assert [line.rstrip() for line in told[0][1].splitlines()] == shown.splitlines()
    lines = [json.loads(line) for line in told[1][1].splitlines() if line.startswith("{")]
    assert (len(lines), {line["turns"] for line in lines}) == (24, {"several"})
    assert Path(lines[0]["messages"][0]["value"]).is_file()


@pytest.mark.nightly
@pytest.mark.slow
def test_the_test_on_the_page_passes(call, example):
    assert "2 passed" in call("-m", "pytest", "-q", "-p", "no:cacheprovider", example / "tests" / "test_colours.py")
