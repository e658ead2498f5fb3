"""Commands start at once, and a misspelt name is told before anything heavy is imported."""

import importlib
import subprocess
import sys

import pytest

from vlmeval_hvs.configs import declared_options
from vlmeval_hvs.registry import all_cards, dataset_class

HEAVY = ("vlmeval", "torch", "pandas", "scipy.stats", "matplotlib", "jinja2", "PIL", "sklearn", "pyarrow")
"""Packages that take long to import; a command imports them when it works, not when it starts."""

WATCHED = """
import sys
from vlmeval_hvs.cli import main
try:
    status = main(sys.argv[2:])
except SystemExit as end:
    status = end.code
print(*[name for name in sys.argv[1].split(",") if name in sys.modules], file=sys.stdout)
sys.exit(status)
"""


def imported(names, *arguments):
    """Which of some modules a command has imported when it ends, its status, and the last line that it says."""
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, ",".join(names), *arguments], capture_output=True, text=True, check=False
    )
    return done.stdout.splitlines()[-1].split(), done.returncode, (done.stderr.splitlines() or [""])[-1]


def test_help_of_all_commands_imports_nothing_heavy():
    found, status, _ = imported((*HEAVY, "standardizers"), "--help")
    assert (found, status) == ([], 0)


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["reprot", "x"], "report"),
        (["new", "HVSBnch", "folder"], "HVSBench"),
        (["build", "HVSBnch"], "HVSBench"),
        (["check", "HVSBnch"], "HVSBench"),
        (["list", "HVSBnch"], "HVSBench"),
        (["readers", "--kind", "cuont"], "count"),
        (["prompts", "HVSBench_DEM"], "HVSBench_DEMO"),
        (["preview", "HVSBench_DEMO", "--options", "hnt=field"], "hint"),
        (["preview", "HVSBench_DEMO", "--options", "hint=feild"], "field"),
        (["preview", "GazeTarget_DEMO", "--options", "engine=papr"], "paper"),
        (["preview", "VisualSearch_MCS_DEMO", "--options", "sampels=2"], "samples"),
        (["preview", "ActiView_Mixed_DEMO", "--walk", "hvs-randm"], "hvs-random"),
        (["score", "x_HVSBench_DEMO.tsv", "--data", "HVSBench_DEM"], "HVSBench_DEMO"),
        (["score", "x_HVSBench_DEMO.tsv", "--data", "HVSBench_DEMO", "--options", "hint=feild"], "field"),
        (["run", "--data", "HVSBench_Serching_DEMO", "--model", "hvs-random"], "HVSBench_Searching_DEMO"),
        (["run", "--data", "HVSBench_DEMO", "--model", "hvs-randm"], "hvs-random"),
    ],
)
def test_what_is_misspelt_is_told_before_anything_heavy_is_imported(arguments, meant, lmu_data):
    found, status, said = imported(HEAVY, *arguments)
    assert status in (1, 2)
    assert f"did you mean {meant}?" in said
    assert found == []
    assert not (lmu_data / "vlmeval_hvs").exists(), "no demo set was built"


@pytest.mark.parametrize("card", all_cards(), ids=lambda card: card.name)
def test_the_options_are_those_of_the_dataset_class(card):
    assert declared_options(card) is dataset_class(card).OPTIONS


def test_options_of_a_package_that_declares_them_elsewhere_are_those_of_its_class(monkeypatch):
    card = all_cards()[0]
    real = importlib.import_module

    def broken(name, *rest):
        if name == f"{card.package}.options":
            raise SyntaxError("a mistake")
        return real(name, *rest)

    monkeypatch.setattr("vlmeval_hvs.configs.import_module", broken)
    assert declared_options(card) is dataset_class(card).OPTIONS
