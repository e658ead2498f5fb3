"""The host's runner from outside: its arguments, misspelt names, what it was asked for, and how it ends."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from vlmeval_hvs.host import runner
from vlmeval_hvs.host.runner import Arguments, find_runner, outcomes, score_stamps, start_command
from vlmeval_hvs.host.source import known_models

DATA = "VPB_Stage1_DEMO"


def test_arguments_and_configs_are_read_as_the_host_reads_them(monkeypatch, tmp_path):
    found = Arguments(["run.py", "--data", "A", "B=x@y", "--model", "m", "--data=C:d", "--reuse", "--mode=eval"])
    assert found.values == {"--data": ["A", "B=x@y", "C:d"], "--model": ["m"], "--reuse": [], "--mode": ["eval"]}
    assert (found.mode, found["--nothing"], "--reuse" in found) == ("eval", [], True)
    assert found.for_files()[-3:] == ["--data=C=d", "--reuse", "--mode=eval"]
    for root, words, folder in (("", [], "outputs"), ("b", ["--work-dir", "a"], "b")):
        monkeypatch.setenv("MMEVAL_ROOT", root)
        assert Arguments(words).work_folder == Path(folder)
    config, hinted = tmp_path / "c.json", {"class": "HVSBenchDataset", "dataset": "x", "hint": "field"}
    data = {"HVSBench_DEMO": hinted, "MMBench": {}, "VPB_Stage1": []}
    config.write_text(json.dumps({"model": {"mine": {}}, "data": data}))
    words = f"--model m --limit 5 --data GazeTarget:a --config {config} {tmp_path}/none.json"
    found, five = Arguments(words.split()), {"limit": 5}
    assert found.datasets == {"GazeTarget:a": five, "HVSBench_DEMO": {"hint": "field"}, "VPB_Stage1": five}
    assert (found.models, found.entries["VPB_Stage1"]) == (["m", "mine"], {})
    for given, options in ((json.dumps({"GazeTarget": {"seed": 3}}), {"seed": 3}), ("{", {}), ("[]", {})):
        assert Arguments(["--data", "GazeTarget", "--data-config", given]).datasets == {"GazeTarget": options}


def test_misspelt_names_are_found_without_an_import(tmp_path):
    package, nobody = tmp_path / "vlmeval", "raise SystemExit('nobody imports this')"
    package.mkdir()
    (package / "__init__.py").write_text(nobody)
    table = '{"InternVL3-8B": partial(InternVLChat, version="V2.0"), "GPT4o": partial(GPT4V)}'
    (package / "config.py").write_text(f'{nobody}\nfirst = {table}\nsettings = {{"temperature": 0}}')
    (tmp_path / "run.py").write_text("import vlmeval")
    assert known_models(package) == {"InternVL3-8B", "GPT4o"}
    for words, meant in (
        (["InternVL3-8b"], ["no model InternVL3-8b, did you mean InternVL3-8B?"]),
        (["hvs-random", "somebody-elses", "--work", "x", "--newer-option"], []),
        (["InternVL3-8b", "--base-url=http://x"], []),
    ):
        assert Arguments(["--model", *words]).misspelt(find_runner(tmp_path)) == meant


def test_the_validity_of_the_runs_own_score_file_counts_after_what_the_host_reports(tmp_path):
    arguments = Arguments(["--data", DATA, "MMBench", "--model", "org/m", "--work-dir", str(tmp_path)])
    folder = tmp_path / "org--m" / "T1"
    folder.mkdir(parents=True)

    def run(scores=None, before=None, mode=(), **reported):
        """Writes a score file and the host's report; gives (model, dataset): (problem, partial)."""
        if scores is not None:
            content = scores if isinstance(scores, str) else json.dumps({"model": "org--m", "dataset": DATA, **scores})
            (folder / "s_hvs_scores.json").write_text(content)
        (folder / "status.json").write_text(json.dumps({"model_name": "org/m", "datasets": reported}))
        told = outcomes(Arguments([*arguments.words, *mode]), 0, before or {})
        return {one.dataset: (one.problem, one.partial) for one in told}

    for scores, problem in (
        ({"validity": "valid"}, ("", False)), ({"validity": "valid", "model": "m"}, ("", False)),  # of org/m
        ({"validity": "partial", "validity_reason": "1 of 99 rows failed"}, ("partial: 1 of 99 rows failed", True)),
        ({"validity": "invalid"}, ("invalid: rows failed", False)),
    ):  # fmt: skip
        told, partial = run(scores)[DATA]
        assert (told.removeprefix("the result is "), partial) == problem
    before = score_stamps(arguments)
    never = {DATA: ("no score file was written", False)}
    assert run(before=before) == run(before=before, **{DATA: {"status": "done"}}) == never
    os.utime(next(iter(before)), ns=(5, 5))  # the same score, written again
    assert run(before=before)[DATA][0].startswith("the result is invalid")
    assert (run("{"), run(mode=["--mode", "infer"])) == (never, {})
    # What the host reports counts first.
    for entry, problem in (
        ({"error_message": "CUDA"}, "CUDA"), ({"skip_reason": "no images"}, "no images"),
        ({"status": "running", "skip_reason": "mode_infer"}, "ended in the state 'running'"),
    ):  # fmt: skip
        found = run(
            {"validity": "valid"}, MMBench={"status": "done", **entry}, Other={"error_message": "of an earlier run"}
        )
        assert found == {DATA: ("", False), "MMBench": (problem, False)}
    assert run({"validity": "valid"}, **{DATA: {"error_message": "failed"}}) == {DATA: ("failed", False)}
    assert run({"validity": "valid"}, MMBench={})["MMBench"] == ("ended in the state None", False)
    assert run(mode=["--mode=infer"], MMBench={"status": "done"}) == {"MMBench": ("", False)}
    never = ("org/m", DATA, "no score file was written", False)
    assert outcomes(arguments, 1e12, score_stamps(arguments)) == [never]


def test_the_runner_is_the_checkouts_or_the_modules_and_starts_as_python_starts_it(tmp_path, monkeypatch):
    (tmp_path / "run.py").write_text("print('another program')")
    package = tmp_path / "vlmeval"
    package.mkdir()
    spec = SimpleNamespace(origin=str(package / "__init__.py"))
    monkeypatch.setattr(runner.importlib.util, "find_spec", lambda name: spec)
    assert find_runner(tmp_path) == [sys.executable, str(tmp_path / "run.py")]
    (package / "__main__.py").write_text("")
    assert find_runner(tmp_path) == [sys.executable, "-m", "vlmeval"]
    (package / "__main__.py").unlink()
    (tmp_path / "run.py").unlink()
    assert find_runner(tmp_path) is None
    spec.origin = None
    assert find_runner(tmp_path) is None
    script = tmp_path / "show.py"
    script.write_text("import sys; print(__name__, sys.argv[1:], sys.path[0])")
    command = [*start_command([sys.executable, str(script)]), "--a", "b"]
    done = subprocess.run(command, cwd="/", capture_output=True, text=True, check=True)
    assert done.stdout.split(" ", 1) == ["__main__", f"['--a', 'b'] {tmp_path}\n"]
    ran = []
    monkeypatch.setattr(runner.runpy, "run_module", lambda name, **how: ran.append((name, how["run_name"])))
    monkeypatch.setattr(runner.runpy, "run_path", lambda name, **how: (_ for _ in ()).throw(KeyboardInterrupt))
    monkeypatch.setattr(sys, "argv", [])
    for words, path, first in ((["-m", "show", "-x"], "", str(Path.cwd())), (["-m", "show"], "kept", "kept")):
        monkeypatch.setattr(sys, "path", [path, "rest"])
        runner.start(words)
        assert (sys.argv, sys.path) == ([words[1], *words[2:]], [first, "rest"])
    assert ran == [("show", "__main__")] * 2
    monkeypatch.setattr(sys, "path", [""])
    with pytest.raises(SystemExit, match="130"):
        runner.start([str(script), "y"])
    assert (sys.argv, sys.path) == ([str(script), "y"], [str(tmp_path)])


WAITING = """import pathlib, signal, time  # vlmeval
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored in the background
pathlib.Path("began").touch()
try:
    time.sleep(600)
finally:
    pathlib.Path("kept").touch()
"""


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="signals of a terminal")
def test_ctrl_c_ends_a_run_in_one_line_and_the_host_keeps_what_it_has(tmp_path):
    (tmp_path / "run.py").write_text(WAITING)
    command = [sys.executable, "-m", "vlmeval_hvs.cli", "run", "--data", "D", "--model", "m", "--work-dir", "out"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    process = subprocess.Popen(command, cwd=tmp_path, start_new_session=True, **pipes)
    try:
        while not (tmp_path / "began").exists() and process.poll() is None:
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate()
    finally:
        process.kill()
    assert (process.returncode, out, err) == (130, "", "vlmeval-hvs: interrupted\n")
    assert (tmp_path / "kept").exists()
