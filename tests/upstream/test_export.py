"""Writing an export into a repository, doing it again, and taking it back."""

from __future__ import annotations

import base64
import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from vlmeval_hvs.cli import main
from vlmeval_hvs.errors import DataError, OptionError
from vlmeval_hvs.registry import card_of, dataset_class
from vlmeval_hvs.upstream.checkout import Checkout
from vlmeval_hvs.upstream.export import datasets_of, export, exportable

URL = "https://huggingface.co/datasets/lab/tables/resolve/main"
FOLDER = "vlmeval/dataset/hvsbench"


class Unformatted(Checkout):
    """A checkout without the host's formatters, which are no dependency of the tests."""

    def format(self, files):
        pass

    def check(self, files):
        pass


@pytest.fixture
def write(repository, demo, tmp_path):
    """Exports a benchmark into the repository, its tables into a folder: ``write("VPB")``."""

    def exported(name):
        card, built = exportable()[name], {"HVSBench": "HVSBench_DEMO", "VPB": "VPB_Stage2_DEMO"}.get(name)
        demo(*[built] if built else [])
        names = datasets_of(card) if built else [f"{name}_DEMO"]
        return export(Unformatted(repository), card, URL, names, tmp_path / "out")

    return exported


@pytest.mark.long
def test_the_command_commits_a_folder_and_one_line_in_each_list(repository, git, demo, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("vlmeval_hvs.upstream.checkout.Checkout", Unformatted)
    demo("HVSBench_DEMO")
    command, out = ["export-upstream", str(repository), "--benchmark", "HVSBench"], tmp_path / "out"
    assert main([*command, "--url", URL, "--out", str(out)]) == 0
    told, size = capsys.readouterr().out, (out / "HVSBench_DEMO.tsv").stat().st_size / 1e6
    assert [words in told for words in ("lines in 5 files", f"HVSBench_DEMO.tsv: {size:.1f} MB, MD5 ")] == [True, True]
    assert git(repository, "status", "--porcelain") == ""
    changed = git(repository, "diff", "--unified=0", "HEAD~1", "--", "docs", "vlmeval/dataset/__init__.py").splitlines()
    added = [line for line in changed if line[0] in "+-" and not line.startswith(("+++", "---"))]
    assert added[0].startswith("+| HVSBench")
    assert added[1:] == ["+from .hvsbench import HVSBenchDataset", "+    HVSBenchDataset,"]
    text, digest = (
        (repository / FOLDER / "hvsbench.py").read_text(),
        hashlib.md5((out / "HVSBench_DEMO.tsv").read_bytes()),
    )
    compile(text, "class", "exec")
    assert [words in text for words in (digest.hexdigest(), f"{URL}/HVSBench_DEMO.tsv")] == [True, True]


@pytest.mark.long
def test_exports_follow_each_other_a_dropped_one_can_be_repeated_and_tables_hold_images_once(
    repository, git, write, tmp_path
):
    import pandas as pd

    trees = []
    for _ in range(2):
        write("HVSBench")
        write("VPB")
        trees.append(git(repository, "rev-parse", "HEAD^{tree}"))
        git(repository, "reset", "--hard", "HEAD~2")
    assert trees[0] == trees[1]
    rows = pd.read_csv(tmp_path / "out" / "HVSBench_DEMO.tsv", sep="\t", dtype=str, keep_default_na=False)
    dataset = dataset_class(card_of("HVSBench_DEMO"))("HVSBench_DEMO")
    assert rows["index"].tolist() == dataset.rows["index"].tolist()
    assert rows["index"].is_unique
    pictures = dict(zip(rows["index"], rows["image"], strict=True))
    assert rows[rows["image"].str.len() > 64]["image_path"].is_unique
    for place in (0, 7, len(rows) - 1):
        cell, picture = rows["image"][place], Path(dataset.image(dataset.row(place)["image_path"]))
        assert base64.b64decode(pictures.get(cell, cell)) == picture.read_bytes()
    searching = rows[[name.split().count("HVSBench_Searching_DEMO") == 1 for name in rows["datasets"]]]
    assert set(searching["field"]) == {"Searching"}


@pytest.mark.long
def test_nothing_is_changed_where_there_are_changes_or_a_check_fails_or_the_host_lacks_something(
    repository, git, write, monkeypatch
):
    def refuse(self, files):
        raise DataError("flake8: something")

    with monkeypatch.context() as patch, pytest.raises(DataError, match="flake8: something"):
        patch.setattr(Unformatted, "check", refuse)
        write("HVSBench")
    assert not (repository / FOLDER).exists()
    assert git(repository, "status", "--porcelain", "--ignored") == ""
    (repository / "new.txt").write_text("mine\n")
    with pytest.raises(DataError, match=r"uncommitted changes: new\.txt"):
        write("HVSBench")
    (repository / FOLDER).mkdir()
    (repository / FOLDER / "scoring.py").write_text("mine\n")
    (repository / "vlmeval/vlm/base.py").write_text("class BaseModel:\n    pass\n")
    git(repository, "add", "--all")
    git(repository, "commit", "--message", "all")
    for name, words in (("HVSBench", f"{FOLDER} exists"), ("ActiView", "git am FOLDER/pipelines.patch")):
        with pytest.raises(DataError, match=words):
            write(name)
    assert git(repository, "status", "--porcelain") == ""


def test_placeholders_are_refused(repository, tmp_path):
    for url in ("", "http://data.org/a", "https://example.com/a", "https://<URL>/a"):
        with pytest.raises(OptionError, match="https address"):
            export(Checkout(repository), exportable()["HVSBench"], url, [], tmp_path)


CONFIG = """repos:
  - repo: https://x/flake8
    rev: 7.1.2
    hooks:
      - id: flake8
        args:
          [
            "--max-line-length=120",
            '--ignore=W503',
          ]
        exclude: ^configs/
  - repo: https://x/isort
    rev: 7.1.1
    hooks:
      - id: isort
  - repo: https://x/yapf
    rev: v0.43.0
    hooks:
      - id: yapf
"""
PYTHON = """#!/bin/sh
case "$2" in *yapf*) version=0.43.0;; *) version=7.1.1;; esac
[ "$1" = -c ] && echo $version && exit
echo "$@" >> calls
[ "$(wc -l < calls)" -gt 3 ] && echo found something && exit 1
exit 0
"""


def test_the_hosts_tools_are_called_as_it_configures_them(repository, tmp_path):
    (repository / ".pre-commit-config.yaml").write_text(CONFIG)
    (repository / "run.py").write_text("")
    python = tmp_path / "python"
    python.write_text(PYTHON)
    python.chmod(0o755)
    checkout = Checkout(repository, str(python))
    with pytest.raises(DataError, match=r"has flake8 7\.1\.1; the host's checks need: pip install flake8==7\.1\.2"):
        checkout.check(["a.py"])
    (repository / ".pre-commit-config.yaml").write_text(CONFIG.replace("7.1.2", "7.1.1"))
    checkout.format(["run.py"])
    checkout.check(["a.py"])
    calls = ["-m yapf -i run.py", "-m isort -q run.py", "-m flake8 --max-line-length=120 --ignore=W503 a.py"]
    assert (repository / "calls").read_text().splitlines() == calls
    with pytest.raises(DataError, match="flake8: found something"):
        checkout.check(["a.py"])
    (repository / ".pre-commit-config.yaml").write_text(CONFIG.replace("id: isort", "id: black"))
    with pytest.raises(DataError, match="has no isort"):
        checkout.check(["a.py"])
    with pytest.raises(DataError, match="is no checkout of VLMEvalKit"):
        Checkout(tmp_path)


def test_formatting_goes_on_until_a_round_changes_nothing(repository, monkeypatch):
    left = [b"3", b"2", b"1", b"1", b"1", b"1"]
    monkeypatch.setattr(Checkout, "_tool", lambda self, tool, *_: (repository / "a").write_bytes(left.pop(0)))
    (repository / "a").write_text("")
    checkout = Checkout(repository)
    checkout.format(["a"])  # two tools in a round
    assert left == []
    left += [b"%d" % number for number in range(5, 99)]
    with pytest.raises(DataError, match="undo each other's changes"):
        checkout.format(["a"])


@pytest.mark.nightly
def test_the_patches_fit_the_host_and_its_tests_pass(upstream, git, tmp_path):
    assert main(["export-upstream", "--patches", str(tmp_path / "patches")]) == 0
    for name in ("pipelines", "plugins"):
        git(upstream, "am", "--quiet", str(tmp_path / "patches" / f"{name}.patch"))
    tests = ["tests.test_message_answer", "tests.test_dataset_plugins"]
    done = subprocess.run([sys.executable, "-m", "unittest", *tests], cwd=upstream, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "Ran 6 tests" in done.stderr
