"""What the arguments of the host's runner ask for."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from vlmeval_hvs.host.arguments import asks_only, given, is_runner, scores_only, work_folder
from vlmeval_hvs.options import RUNNER


def test_values_end_at_the_next_option():
    arguments = ["run.py", "--data", "A", "B@x:y", "--model", "m", "--data=C", "--reuse", "--api-mode"]
    assert given(arguments, "--data") == ["A", "B@x:y", "C"]
    assert given(arguments, "--model") == ["m"]
    assert given(arguments, "--mode") == []
    assert is_runner(arguments)
    assert not is_runner(["-m", "pytest"])


def test_modes():
    assert scores_only(["--mode", "eval"])
    assert scores_only(["--mode=eval"])
    assert asks_only(["--mode", "eval", "--mode", "infer"])
    assert not scores_only(["--model", "eval"])


def test_the_working_folder_is_the_hosts(monkeypatch):
    monkeypatch.delenv("MMEVAL_ROOT", raising=False)
    assert work_folder([]) == Path("outputs")
    assert work_folder(["--work-dir", "a"]) == Path("a")
    monkeypatch.setenv("MMEVAL_ROOT", "b")
    assert work_folder(["--work-dir", "a"]) == Path("b")
    assert work_folder(["--work-dir", "a", "--api-mode"]) == Path("a")


def test_the_runners_arguments_are_known():
    spec = find_spec("vlmeval")
    if spec is None:
        pytest.skip("no VLMEvalKit host is installed")
    package = Path(spec.origin).parent
    runner = next(path for path in (package / "run.py", package.parent / "run.py") if path.is_file())
    declared = re.findall(r"add_argument\(\s*'--([\w-]+)'", runner.read_text(encoding="utf-8"))
    assert len(declared) > 20
    assert {name.replace("-", "_") for name in declared} <= RUNNER
