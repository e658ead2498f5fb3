"""The host's runner from outside: its arguments, misspelt names, what it was asked for, and how it ends."""

import json
import os
import re
import signal
import subprocess
import sys
import textwrap
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from vlmeval_hvs.host import arguments as read
from vlmeval_hvs.host.arguments import asked_datasets, misspelt
from vlmeval_hvs.host.runner import Outcome, checked, find_runner, score_stamps
from vlmeval_hvs.host.source import known_models
from vlmeval_hvs.names import close_name
from vlmeval_hvs.options import declared_options
from vlmeval_hvs.registry import all_cards

DATA = "VPB_Stage1_DEMO"


def test_arguments_are_read_as_the_host_reads_them(monkeypatch):
    arguments = ["run.py", "--data", "A", "B@x:y", "--model", "m", "--data=C", "--reuse", "--api-mode"]
    assert [read.values_of(arguments, name) for name in ("--data", "--model", "--mode")] == [
        ["A", "B@x:y", "C"],
        ["m"],
        [],
    ]
    assert [read.is_runner(words) for words in (arguments, ["-m", "pytest"])] == [True, False]
    scoring = (["--mode", "eval"], ["--mode=eval"], ["--model", "eval"])
    assert [read.scores_only(words) for words in scoring] == [True, True, False]
    assert read.asks_only(["--mode", "eval", "--mode", "infer"])
    for root, words, folder in (
        ("", [], "outputs"), ("", ["--work-dir", "a"], "a"),
        ("b", ["--work-dir", "a"], "b"), ("b", ["--work-dir", "a", "--api-mode"], "a"),
    ):  # fmt: skip
        monkeypatch.setenv("MMEVAL_ROOT", root)
        assert read.work_folder(words) == Path(folder)


def test_the_runners_arguments_are_known():
    spec = find_spec("vlmeval")
    if spec is None:
        pytest.skip("no VLMEvalKit host is installed")
    package = Path(spec.origin).parent
    runner = next(path for path in (package / "run.py", package.parent / "run.py") if path.is_file())
    declared = re.findall(r"add_argument\(\s*'--([\w-]+)'", runner.read_text(encoding="utf-8"))
    assert len(declared) > 20
    known = {option for card in all_cards() for option in declared_options(card).declared()}
    names = {name.replace("-", "_") for name in declared} - known
    assert [name for name in names if close_name(name, known, 0.75)] == [], "would be refused as a misspelt option"


NOBODY = "raise SystemExit('nobody imports this')"
CONFIG = f"""
{NOBODY}
first = {{"InternVL3-8B": partial(InternVLChat, version="V2.0"), "GPT4o": partial(GPT4V)}}
settings = {{"temperature": 0}}
supported_VLM = {{**first}}
"""
RUN = """
import vlmeval
parser.add_argument("--work-dir", type=str)
parser.add_argument("--limit", type=int)
parser.add_argument("--model", "-m", nargs="+")
"""
MEANT = (
    (["--model", "InternVL3-8b"], ["no model InternVL3-8b, did you mean InternVL3-8B?"]),
    (["--model=GPT4o", "--limt", "3"], ["no option --limt, did you mean --limit?"]),
    (
        ["--model", "GPT-4o", "InternVL3-8B", "--limt=3"],
        ["no option --limt, did you mean --limit?", "no model GPT-4o, did you mean GPT4o?"],
    ),
    (["--model", "hvs-random", "somebody-elses", "--work", "x", "--newer-option"], []),
    (["--model", "InternVL3-8b", "--base-url=http://x"], []),
)


@pytest.mark.parametrize("layout", ["checkout", "package"])
def test_misspelt_names_are_found_without_an_import(layout, tmp_path, monkeypatch):
    package = tmp_path / "vlmeval"
    package.mkdir()
    (package / "__init__.py").write_text(NOBODY)
    (package / "config.py").write_text(CONFIG)
    (tmp_path / "run.py" if layout == "checkout" else package / "run.py").write_text(RUN)
    if layout == "package":
        (package / "__main__.py").write_text("")
        monkeypatch.delitem(sys.modules, "vlmeval", raising=False)
        monkeypatch.syspath_prepend(tmp_path)
    runner = find_runner(tmp_path)
    assert read.option_names(runner) == ["--work-dir", "--limit", "--model"]
    assert known_models(package) == {"InternVL3-8B": {"InternVLChat"}, "GPT4o": {"GPT4V"}}
    assert [misspelt(arguments, runner) for arguments, _ in MEANT] == [meant for _, meant in MEANT]
    Path(runner[-1] if layout == "checkout" else package / "run.py").write_text("def (")
    (package / "config.py").write_text("def (")
    assert misspelt(["--model", "InternVL3-8b", "--limt", "3"], runner) == [], "source that cannot be read"


def test_what_was_asked_for_is_found_by_name_and_in_configs(tmp_path):
    path = tmp_path / "c.json"
    entry = {"class": "VPBDataset", "dataset": DATA, "profile": "paper"}
    path.write_text(json.dumps({"model": {"a": {}, "b": {}}, "data": {DATA: entry, "MMBench": {"class": "X"}}}))
    assert read.asked_models([f"--config={path}"]) == ["a", "b"]
    for arguments, options in (
        (["--config", str(path)], {"profile": "paper"}),
        (["--data", "MMBench", DATA, "--model", "m", "--limit", "7"], {"limit": 7}),
        (["--data", DATA, "--data-config", json.dumps({DATA: entry})], {"profile": "paper"}),
    ):
        [asked] = asked_datasets(arguments)
        assert (asked.dataset, asked.options) == (DATA, options)


@pytest.fixture
def run(tmp_path):
    arguments = ["--data", DATA, "MMBench", "--model", "org/m", "--work-dir", str(tmp_path)]

    def scored(name, **scores):
        folder = tmp_path / "org--m" / "T1"
        folder.mkdir(parents=True, exist_ok=True)
        content = {"model": "org--m", "dataset": DATA, **scores}
        (folder / f"{name}_hvs_scores.json").write_text(json.dumps(content))

    return arguments, scored


def test_the_validity_of_the_runs_own_score_file_counts(run):
    arguments, scored = run
    for told, problem, partial in (
        ({"validity": "valid", "validity_reason": ""}, "", False),
        ({"validity": "partial", "validity_reason": "1 of 99 rows failed"}, "partial: 1 of 99 rows failed", True),
        ({"validity": "invalid", "validity_reason": "all rows failed"}, "invalid: all rows failed", False),
        ({"validity": "invalid"}, "the result is invalid", False),
    ):
        scored("org--m_x", **told)
        [outcome] = checked(arguments, [Outcome("org/m", DATA, "")], {})
        assert problem in outcome.problem
        assert (bool(outcome.problem), outcome.partial) == (bool(problem), partial)
    scored("org--m_x", model="m", validity="valid")  # a model in a folder is known by its name
    assert [outcome.problem for outcome in checked(arguments, [], {})] == [""]


def test_a_score_file_that_never_came_is_a_failure_whatever_the_host_says(run):
    arguments, scored = run
    scored("old", validity="valid")
    before = score_stamps(arguments)
    for reported in ([], [Outcome("org/m", DATA, "")]):
        [outcome] = checked(arguments, reported, before)
        assert (outcome.problem, outcome.partial) == ("no score file was written", False)
    [path] = before
    os.utime(path, ns=(5, 5))  # the same score, written again
    assert checked(arguments, [], before)[0].problem == ""
    path.write_text("{")
    assert checked(arguments, [], before)[0].problem == "no score file was written"
    assert checked([*arguments, "--mode", "infer"], [], before) == []


def test_a_problem_of_the_host_stays_and_that_of_an_earlier_run_does_not(run):
    arguments, scored = run
    scored("s", validity="valid")
    failed, other = Outcome("org/m", DATA, "CUDA out of memory"), Outcome("org/m", "MMBench", "")
    assert checked(arguments, [failed, other], {}) == [failed, other]
    reported = [Outcome("org/m", "VPB_Stag1_DEMO", "invalid_dataset"), Outcome("org/m", "MMBench", "it broke")]
    problems = {outcome.dataset: outcome.problem for outcome in checked(arguments, reported, {})}
    assert problems == {"MMBench": "it broke", DATA: ""}


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
@pytest.mark.parametrize("group", [True, pytest.param(False, marks=pytest.mark.nightly)], ids=["both", "command only"])
def test_ctrl_c_ends_a_run_in_one_line_and_the_host_keeps_what_it_has(tmp_path, group):
    (tmp_path / "run.py").write_text(textwrap.dedent(WAITING))
    command = [sys.executable, "-m", "vlmeval_hvs.cli", "run", "--data", "D", "--model", "m", "--work-dir", "out"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    process = subprocess.Popen(command, cwd=tmp_path, start_new_session=True, **pipes)
    try:
        while not (tmp_path / "began").exists() and process.poll() is None:
            time.sleep(0.05)
        (os.killpg if group else os.kill)(process.pid, signal.SIGINT)
        out, err = process.communicate()
    finally:
        process.kill()
    assert (process.returncode, out, err) == (130, "", "vlmeval-hvs: interrupted\n")
    assert (tmp_path / "kept").exists()
