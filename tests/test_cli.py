"""Commands start at once, and a misspelt name is told before anything heavy is imported."""

import argparse
import json
import re
import subprocess
import sys

import pytest

from vlmeval_hvs.cli import GROUPS, RENAMED, build_parser, main
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
    ("build HVSBnch", "HVSBench"), ("check VPB_Stag2", "VPB_Stage2"),
    ("list hvsbunch", "HVSBench"), ("prompts HVSBench_DEM", "HVSBench_DEMO"),
    ("preview VisualSearch_MCS_DEMO --options sampels=2", "samples"),
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
        assert status in (1, 2), arguments
        assert f"did you mean {meant}?" in said.splitlines()[-1], arguments
        assert (set(heavy) & set(HEAVY), shown) == (set(), ""), arguments
    assert not (lmu_data / "vlmeval_hvs").exists(), "no demo set was built"


def test_help_lists_every_command_fits_80_columns_and_knows_old_spellings(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "80")

    def parsers(parser):
        yield parser
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                for below in action.choices.values():
                    yield from parsers(below)

    found = list(parsers(build_parser()))
    assert len(found) > 30
    for parser in found:
        assert [line for line in parser.format_help().splitlines() if len(line) > 80] == [], parser.prog
    listed = re.findall(r"^  ([a-z][a-z-]*) ", build_parser().format_help().partition("options:")[0], re.MULTILINE)
    assert listed == [name for group in GROUPS.values() for name in group]
    assert {name.split()[0] for name in DECLARED} == set(listed)
    for old, new in RENAMED.items():
        with pytest.raises(SystemExit, match="0"):
            main([old, "--help"])
        told = capsys.readouterr()
        assert told.out.startswith(f"usage: vlmeval-hvs {' '.join(new)} ")
        assert f"`{old}` is now `{' '.join(new)}`" in told.err
