"""Environments of hosts, the comparison of what their runs leave, and what the nightly run tells of its steps."""

import os
import re
import subprocess

import pytest

from release.hosts import ROOT, TRANSFORMERS_4, Host, checkout, counted_calls, differences, distribution, environment

FOUND = "import importlib.util as u; print(*(bool(u.find_spec(name)) for name in ('pandas', 'vlmeval_hvs', 'sty')))"


def test_older_hosts_get_transformers_4(tmp_path):
    assert not set(TRANSFORMERS_4) & set(distribution("0.0.20").packages)
    assert set(TRANSFORMERS_4) <= set(distribution("0.0.19").packages)
    assert checkout(tmp_path).runner == str(tmp_path / "run.py")
    git = ("git", "-C", tmp_path, "-c", "user.name=a", "-c", "user.email=a@b")
    subprocess.run([*git, "init", "-q"], check=True)
    for day, older in (("2026-03-01", True), ("2026-03-02", False)):
        dated = {"GIT_COMMITTER_DATE": f"{day}T12:00:00Z", "PATH": "/usr/bin:/bin"}
        subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "x"], check=True, env=dated)
        assert set(TRANSFORMERS_4).issubset(checkout(tmp_path).packages) == older, day


def test_folders_differ_where_a_file_says_something_else_but_not_in_times(tmp_path):
    for name, run, score in (("one", "T20260101-000000", 1), ("same", "T20260102-000001", 1), ("other", "T1", 2)):
        folder = tmp_path / name / run
        folder.mkdir(parents=True)
        (folder / "result.json").write_text(f'{{"score": {score}, "elapsed": {run[-1]}.5, "at": "{tmp_path / name}"}}')
        (folder / "part.pkl").write_bytes(run.encode())
        (folder / "m_D_hvs_ledger_0.jsonl").write_text('{"kind": "run"}\n{"kind": "call"}\n{"kind": "ca')
    assert differences(tmp_path / "one", tmp_path / "same") == []
    assert len(differences(tmp_path / "one", tmp_path / "other")) == 6
    (tmp_path / "same" / "T20260102-000001" / "result.json").write_text("{}")
    assert differences(tmp_path / "one", tmp_path / "same") == ["RUN/result.json"]
    assert counted_calls(tmp_path / "one") == 1


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.parametrize(("plugin", "found"), [(False, "True False True"), (True, "True True True")])
def test_an_environment_has_the_plugin_only_where_it_is_asked_for(tmp_path, plugin, found):
    try:
        interpreter = environment(Host("bare", ("sty",)), tmp_path / "venv", plugin)
    except RuntimeError as error:
        pytest.skip(f"the package index does not give a package: {error}")
    done = subprocess.run([interpreter, "-c", FOUND], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == found


MAKE = """#!/bin/sh
echo "E 1"
echo "SKIPPED [2] tests/test_b.py:12: no GPU"
case $2 in lint) exit 1;; hosts) echo "cannot run: no index"; exit 1;; esac
"""


def test_the_nightly_run_goes_on_after_a_failure_and_every_step_is_a_target(tmp_path):
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    (make := tmp_path / "make").write_text(MAKE)
    make.chmod(0o755)
    command = ["make", "-s", "-f", ROOT / "Makefile", f"MAKE={make}", "READY=", "nightly"]

    def run(*more):
        bare = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
        return subprocess.run([*command, *more], cwd=tmp_path, env=bare, capture_output=True, text=True)

    done, skipped = run("STEPS=lint hosts docs"), "    SKIPPED [2] tests/test_b.py:12: no GPU\n"
    shown = re.sub(r" +(\d+) s  ", " ", done.stdout)
    failed = f"lint failed\n{skipped}E 1\n{skipped[4:]}"
    assert shown == f"{failed}hosts not run\n{skipped}    cannot run: no index\ndocs passed\n{skipped}"
    assert (done.returncode, run("STEPS=docs hosts").returncode) == (2, 0)
    assert (tmp_path / ".nightly" / "docs.log").read_text() == f"E 1\n{skipped[4:]}"
    steps = [line.split()[0] for line in run().stdout.splitlines() if line[0] not in " ES"]
    assert {"lint", "training-trl", "hosts"} < set(steps)
    for target in steps:
        assert re.search(rf"^({re.escape(target)}|{target.split('-')[0]}-%):", text, re.MULTILINE), target
