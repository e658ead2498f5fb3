"""Commands start at once, and a misspelt name is told before anything heavy is imported."""

import argparse
import json
import re
import subprocess
import sys

import pytest

from tests.results.score_file import save_scores
from vlmeval_hvs.cli import GROUPS, REMOVED, build_parser, main
from vlmeval_hvs.commands import DECLARED

HEAVY = ("vlmeval", "torch", "pandas", "scipy.stats", "matplotlib", "jinja2", "PIL", "sklearn", "pyarrow")
"""Packages that take long to import; a command imports them when it works, not when it starts."""

WATCHED = """
import contextlib, io, json, sys
from vlmeval_hvs.cli import main
for arguments in json.loads(sys.argv[2]):
    said, shown = io.StringIO(), io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(shown):
        try:
            status = main(arguments)
        except SystemExit as end:
            status = end.code
    heavy = [name for name in sys.argv[1].split(",") if name in sys.modules]
    print(json.dumps([arguments, status, heavy, said.getvalue(), shown.getvalue()]))
"""

MISSPELT = [
    ("reprot x", "report"), ("report x --jsno y", "--json"), ("new HVSBnch folder", "HVSBench"),
    ("build HVSBnch", "HVSBench"), ("check VPB_Stag2", "VPB_Stage2"), ("list hvsbunch", "HVSBench"),
    ("prompts HVSBench_DEM", "HVSBench_DEMO"), ("preview VisualSearch_MCS_DEMO --options sampels=2", "samples"),
    ("score x_HVSBench_DEMO.tsv --data HVSBench_DEM", "HVSBench_DEMO"),
    ("score x_HVSBench_DEMO.tsv --data HVSBench_DEMO --options hint=feild", "field"),
    ("run --data HVSBench_Serching_DEMO --model hvs-random", "HVSBench_Searching_DEMO"),
    ("run --data HVSBench_DEMO --model hvs-randm", "hvs-random"),
]  # fmt: skip


@pytest.mark.long
def test_neither_help_nor_a_misspelt_name_imports_anything_heavy(lmu_data):
    given = [["--help"], *(command.split() for command, _ in MISSPELT)]
    names = ",".join((*HEAVY, "standardizers"))
    code = [sys.executable, "-c", WATCHED, names, json.dumps(given)]
    lines = subprocess.run(code, capture_output=True, text=True, check=True).stdout.splitlines()
    help_, *others = map(json.loads, lines)
    assert help_[1:3] == [0, []]
    for (arguments, status, heavy, said, shown), (_, meant) in zip(others, MISSPELT, strict=True):
        found = (status in (1, 2), f"did you mean {meant}?" in said.splitlines()[-1], set(heavy) & set(HEAVY), shown)
        assert found == (True, True, set(), ""), arguments
    assert not (lmu_data / "vlmeval_hvs").exists(), "no demo set was built"


def test_help_lists_every_command_fits_80_columns_and_knows_removed_ones(monkeypatch, told):
    monkeypatch.setenv("COLUMNS", "80")

    found = [build_parser()]
    for parser in found:  # grows meanwhile
        for action in parser._actions:
            found += action.choices.values() if isinstance(action, argparse._SubParsersAction) else []
        assert [line for line in parser.format_help().splitlines() if len(line) > 80] == [], parser.prog
    assert len(found) > 30
    listed = re.findall(r"^  ([a-z][a-z-]*) ", build_parser().format_help().partition("options:")[0], re.MULTILINE)
    assert listed == [name for group in GROUPS.values() for name in group]
    assert {name.split()[0] for name in DECLARED} == set(listed)
    assert "unrecognized arguments: --modles, did you mean --models?" in told("list", "--modles")[2]
    assert "\n\nLists the names for --data with" in told("list", "--help")[1]
    for old, instead in REMOVED.items():
        assert told(*old.split(), "x") == (1, "", f"vlmeval-hvs: `{old}` is gone: {instead}\n")


@pytest.fixture
def results(tmp_path_factory):
    """The folder of one score file."""
    return save_scores(tmp_path_factory.mktemp("results"), "m", "HVSBench_Searching", 0.5).parent


@pytest.fixture
def told(capsys):
    """Runs a command: status, standard output, standard error."""

    def run(*arguments):
        try:
            status = main([*map(str, arguments)])
        except SystemExit as end:
            status = end.code
        return status, *capsys.readouterr()

    return run


@pytest.mark.long
def test_what_cannot_be_written_is_told_with_its_place(results, told, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("")
    for command, said in (
        (["report", results, "--json", "/dev/full"], "/dev/full: No space left on device"),
        (["report", results, "--json", "."], "directory"), (["report", results, "--html", "file/page.html"], "file"),
        (["tables", results, "--to", "file/x"], "file/x: this folder cannot be made"),
        (["tables", results, "--to", "-"], "this writes several files; give a folder"),
    ):  # fmt: skip
        status, _, error = told(*command)
        assert (status in (1, 2), said in error.splitlines()[-1]) == (True, True), command
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.long
def test_standard_output_that_is_full_and_ctrl_c_end_in_one_line(results, told, monkeypatch):
    command = [sys.executable, "-m", "vlmeval_hvs.cli", "report", str(results)]
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n"), "No space left on device" in done.stderr) == (1, 1, True)

    def interrupted(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr("vlmeval_hvs.results.collect.read_result", interrupted)
    assert told("report", results) == (130, "", "vlmeval-hvs: interrupted\n")


def test_the_old_option_works_for_now_and_a_closed_pipe_is_quiet(results, told):
    status, _, error = told("report", results, "--dataset=HVSBench_Searching")
    assert (status, error) == (0, "vlmeval-hvs: `--dataset` is now `--data`; the old name will be removed\n")
    command, pipe = [sys.executable, "-m", "vlmeval_hvs.cli", "list"], subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe) as process:
        process.stdout.close()
        assert (process.stderr.read(), process.wait()) == (b"", 1)
