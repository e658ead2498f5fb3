import json
import os
import textwrap

import pytest

from vlmeval_hvs.cli import main
from vlmeval_hvs.commands.run import for_files
from vlmeval_hvs.host import runner

# Stands for the host's runner: writes the status file that the host would write, and what it was called with.
RUNNER = """
    import json, os, sys, pathlib  # vlmeval
    folder = pathlib.Path(sys.argv[sys.argv.index("--work-dir") + 1]) / "m"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "argv.json").write_text(json.dumps(sys.argv[1:]))
    (folder / "status.json").write_text(os.environ["STATUS"])
    sys.exit(int(os.environ.get("CODE", 0)))
"""


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    (tmp_path / "run.py").write_text(textwrap.dedent(RUNNER))
    monkeypatch.chdir(tmp_path)

    def call(code=0, **datasets):
        monkeypatch.setenv("STATUS", json.dumps({"model_name": "m", "datasets": datasets}))
        monkeypatch.setenv("CODE", str(code))
        return main(["run", "--data", *datasets, "--model", "m", "--work-dir", "out"])

    return call


def test_every_option_reaches_the_host(checkout, tmp_path):
    assert checkout(D={"status": "done"}) == 0
    assert json.loads((tmp_path / "out" / "m" / "argv.json").read_text()) == [
        "--data", "D", "--model", "m", "--work-dir", "out"
    ]  # fmt: skip


@pytest.mark.parametrize(
    "entry",
    [
        {"status": "done", "error_message": "No such file"},
        {"status": "done", "skip_reason": "invalid_dataset"},
        {"status": "infer"},
    ],
)
def test_a_failed_combination_is_named_and_counts(checkout, capfd, entry):
    assert checkout(Good={"status": "done"}, Bad=entry) == 1
    error = capfd.readouterr().err
    assert "m on Bad failed" in error
    assert "Good" not in error


def test_infer_only_is_no_failure_and_the_hosts_own_status_is_kept(checkout):
    assert checkout(D={"status": "done", "skip_reason": "mode_infer"}) == 0
    assert checkout(code=3, D={"status": "done"}) == 3


def test_older_runs_in_the_folder_do_not_count(checkout, tmp_path):
    old = tmp_path / "out" / "x"
    old.mkdir(parents=True)
    (old / "status.json").write_text(json.dumps({"model_name": "x", "datasets": {"D": {"error_message": "old"}}}))
    os.utime(old / "status.json", (1, 1))
    (old / "broken").mkdir()
    (old / "broken" / "status.json").write_text("{")
    assert checkout(D={"status": "done"}) == 0


def test_without_a_host_it_says_how_to_get_one(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(runner.importlib.util, "find_spec", lambda name: None)
    (tmp_path / "run.py").write_text("print('something else')")
    assert main(["run", "--data", "D", "--model", "m"]) == 1
    error = capsys.readouterr().err
    assert "pip install '.[host]'" in error
    assert "run.py" in error


def test_a_host_that_is_a_checkout_or_a_package_is_found(tmp_path, monkeypatch):
    package = tmp_path / "site" / "vlmeval"
    package.mkdir(parents=True)

    class Spec:
        origin = str(package / "__init__.py")

    monkeypatch.setattr(runner.importlib.util, "find_spec", lambda name: Spec)
    assert runner.find_runner(tmp_path) is None
    (tmp_path / "site" / "run.py").write_text("")
    assert runner.find_runner(tmp_path)[1:] == [str(tmp_path / "site" / "run.py")]
    (package / "__main__.py").write_text("")
    assert runner.find_runner(tmp_path)[1:] == ["-m", "vlmeval"]


def test_own_sets_are_named_as_files_can_be():
    given = ["--data", "A_Custom:one", "B@x:y", "--model", "m:1", "--work-dir", "a:b"]
    assert for_files(given) == ["--data", "A_Custom=one", "B@x:y", "--model", "m:1", "--work-dir", "a:b"]
    assert for_files(["--data=A:one"]) == ["--data=A=one"]
