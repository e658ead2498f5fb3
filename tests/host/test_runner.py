"""The host's runner from outside: its arguments, misspelt names, what it was asked for, and how it ends."""

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from vlmeval_hvs.host.arguments import Arguments
from vlmeval_hvs.host.runner import find_runner, outcomes, score_stamps
from vlmeval_hvs.host.source import known_models

DATA = "VPB_Stage1_DEMO"


def test_arguments_are_read_as_the_host_reads_them(monkeypatch):
    found = Arguments(["run.py", "--data", "A", "B=x@y", "--model", "m", "--data=C:d", "--reuse", "--mode=eval"])
    assert found.values == {"--data": ["A", "B=x@y", "C:d"], "--model": ["m"], "--reuse": [], "--mode": ["eval"]}
    assert (found.mode, found["--nothing"], "--reuse" in found) == ("eval", [], True)
    assert found.for_files()[-3:] == ["--data=C=d", "--reuse", "--mode=eval"]
    for root, words, folder in (("", [], "outputs"), ("b", ["--work-dir", "a"], "b")):
        monkeypatch.setenv("MMEVAL_ROOT", root)
        assert Arguments(words).work_folder == Path(folder)


NOBODY = "raise SystemExit('nobody imports this')"
CONFIG = f"""
{NOBODY}
first = {{"InternVL3-8B": partial(InternVLChat, version="V2.0"), "GPT4o": partial(GPT4V)}}
settings = {{"temperature": 0}}
"""
RUN = "import vlmeval"
MEANT = (
    (["--model", "InternVL3-8b"], ["no model InternVL3-8b, did you mean InternVL3-8B?"]),
    (["--model", "hvs-random", "somebody-elses", "--work", "x", "--newer-option"], []),
    (["--model", "InternVL3-8b", "--base-url=http://x"], []),
)


def test_misspelt_names_are_found_without_an_import(tmp_path):
    package = tmp_path / "vlmeval"
    package.mkdir()
    (package / "__init__.py").write_text(NOBODY)
    (package / "config.py").write_text(CONFIG)
    (tmp_path / "run.py").write_text(RUN)
    runner = find_runner(tmp_path)
    assert known_models(package) == {"InternVL3-8B", "GPT4o"}
    assert [Arguments(words).misspelt(runner) for words, _ in MEANT] == [meant for _, meant in MEANT]


@pytest.fixture
def run(tmp_path):
    """Writes a score file and the host's report; gives (model, dataset): (problem, partial)."""
    arguments = Arguments(["--data", DATA, "MMBench", "--model", "org/m", "--work-dir", str(tmp_path)])

    def found(scores=None, before=None, mode=(), **reported):
        folder = tmp_path / "org--m" / "T1"
        folder.mkdir(parents=True, exist_ok=True)
        if scores is not None:
            content = scores if isinstance(scores, str) else json.dumps({"model": "org--m", "dataset": DATA, **scores})
            (folder / "s_hvs_scores.json").write_text(content)
        report = {"model_name": "org/m", "datasets": reported}
        (folder / "status.json").write_text(json.dumps(report))
        asked = Arguments([*arguments.words, *mode])
        return {one.dataset: (one.problem, one.partial) for one in outcomes(asked, 0, before or {})}

    found.arguments = arguments
    return found


def test_the_validity_of_the_runs_own_score_file_counts(run):
    for scores, problem in (
        ({"validity": "valid"}, ("", False)),
        ({"validity": "valid", "model": "m"}, ("", False)),  # a model in a folder is known by its name
        ({"validity": "partial", "validity_reason": "1 of 99 rows failed"}, ("partial: 1 of 99 rows failed", True)),
        ({"validity": "invalid"}, ("invalid: rows failed", False)),
    ):
        told, partial = run(scores)[DATA]
        assert (told.removeprefix("the result is "), partial) == problem
    before = score_stamps(run.arguments)
    never = {DATA: ("no score file was written", False)}
    assert run(before=before) == run(before=before, **{DATA: {"status": "done"}}) == never
    os.utime(next(iter(before)), ns=(5, 5))  # the same score, written again
    assert run(before=before)[DATA][0].startswith("the result is invalid")
    assert run("{") == never
    assert run(mode=["--mode", "infer"]) == {}


WAITING = """
    import pathlib, signal, time  # vlmeval
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
    (tmp_path / "run.py").write_text(textwrap.dedent(WAITING))
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
