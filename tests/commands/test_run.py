import json
import textwrap

import pytest

from vlmeval_hvs.cli import main
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


def test_a_failed_combination_is_named_and_counts(checkout, capfd):
    for entry in (
        {"status": "done", "error_message": "No such file"},
        {"status": "done", "skip_reason": "invalid_dataset"},
        {"status": "infer"},
    ):
        assert checkout(Good={"status": "done"}, Bad=entry) == 1
        error = capfd.readouterr().err
        assert "m on Bad failed" in error
        assert "Good" not in error


def test_infer_only_is_no_failure_and_the_hosts_own_status_is_kept(checkout):
    assert checkout(D={"status": "done", "skip_reason": "mode_infer"}) == 0
    assert checkout(code=3, D={"status": "done"}) == 3


# Stands for a host that writes a score file.
SCORING = RUNNER.replace(
    "sys.exit",
    """for dataset in json.loads(os.environ["STATUS"])["datasets"]:
        scores = {"model": "m", "dataset": dataset, "validity": os.environ["VALIDITY"]}
        scores["validity_reason"] = "3 rows failed"
        (folder / f"m_{dataset}_hvs_scores.json").write_text(json.dumps(scores))
    sys.exit""",
)


def test_the_validity_of_a_result_is_the_exit_status(checkout, tmp_path, monkeypatch, capfd, demo):
    demo("HVSBench_DEMO")
    assert checkout(HVSBench_Searching_DEMO={"status": "done"}) == 1
    assert "m on HVSBench_Searching_DEMO failed: no score file was written" in capfd.readouterr().err
    (tmp_path / "run.py").write_text(textwrap.dedent(SCORING))
    for validity, status in (("valid", 0), ("partial", 2), ("invalid", 1)):
        monkeypatch.setenv("VALIDITY", validity)
        assert checkout(HVSBench_Searching_DEMO={"status": "done"}) == status
        assert ("3 rows failed" in capfd.readouterr().err) == bool(status)


def test_damaged_data_never_reach_the_host_unless_it_is_told_to(checkout, real, tmp_path, capfd):
    next((real("HVSBench") / "images").iterdir()).unlink()
    assert checkout(HVSBench={"status": "done"}) == 1
    assert "files of the set HVSBench are missing or damaged" in capfd.readouterr().err
    assert not (tmp_path / "out").exists()
    main(["run", "--data", "HVSBench", "--no-preflight", "--model", "m", "--work-dir", "out"])
    assert json.loads((tmp_path / "out" / "m" / "argv.json").read_text()) == [
        "--data", "HVSBench", "--model", "m", "--work-dir", "out"
    ]  # fmt: skip


def test_misspelt_names_never_reach_the_host(checkout, tmp_path, capsys):
    config = '{"HVSBench": {"class": "HVSBenchDataset", "hnt": 1}}'
    as_file = (
        'by --config FILE, with {"model": {"m": {}}, "data": {"HVSBench": {"class": "HVSBenchDataset", '
        '"dataset": "HVSBench", "hint": "field"}}} in it'
    )
    for arguments, words in (
        (["--data", "HVSBunch", "--model", "m"], "no dataset HVSBunch, did you mean HVSBench?"),
        (["--data", "HVSBench", "--model", "m", "--options", "hint=feild"], "did you mean field?"),
        (["--data", "HVSBench", "--model", "m", "--options", "hnt=field"], "did you mean hint?"),
        (["--data", "HVSBench", "--model", "m", "--options", "hint=field"], as_file),
        (["--data", "MMBench", "--model", "hvs-rndom"], "no model hvs-rndom, did you mean hvs-random?"),
        (["--data", "HVSBench", "--model", "m", "--data-config", config], "dataset=None differs from the key"),
    ):
        assert main(["run", *arguments, "--work-dir", "out"]) == 1
        assert words in capsys.readouterr().err
        assert not (tmp_path / "out").exists()


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
