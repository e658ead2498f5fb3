"""Writing an export into a repository, doing it again, and taking it back."""

from __future__ import annotations

import base64
import hashlib
import io
import subprocess
import sys

import pytest
from repositories import commit, git

from vlmeval_hvs.cli import main
from vlmeval_hvs.errors import DataError, OptionError
from vlmeval_hvs.registry import card_of, dataset_class
from vlmeval_hvs.upstream.checkout import Checkout, HostStyle
from vlmeval_hvs.upstream.export import checked_url, datasets_of, export
from vlmeval_hvs.upstream.folder import exportable

URL = "https://huggingface.co/datasets/lab/tables/resolve/main"
FOLDER = "vlmeval/dataset/hvsbench"


class Unformatted:
    """Stands in for the host's formatters, which are no dependency of the tests."""

    def format(self, files):
        pass

    def check(self, files):
        pass


class Refusing(Unformatted):
    def check(self, files):
        raise DataError("flake8: something")


@pytest.fixture
def write(repository, demo, tmp_path):
    """Exports a benchmark into the repository, its tables into a folder: ``write("VPB")``."""

    def exported(name, style=None):
        card, built = exportable()[name], {"HVSBench": "HVSBench_DEMO", "VPB": "VPB_Stage2_DEMO"}.get(name)
        demo(*[built] if built else [])
        names = datasets_of(card) if built else [f"{name}_DEMO"]
        return export(Checkout(repository), card, URL, style or Unformatted(), names, tmp_path / "out")

    return exported


def table(path):
    import pandas as pd

    return pd.read_csv(path, sep="\t", dtype=str, keep_default_na=False)


@pytest.mark.long
def test_the_command_adds_a_folder_and_one_line_to_each_list_and_takes_it_back(
    repository, demo, tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr("vlmeval_hvs.upstream.checkout.HostStyle", lambda *_: Unformatted())
    demo("HVSBench_DEMO")
    command, out = ["export-upstream", str(repository), "--benchmark", "HVSBench"], tmp_path / "out"
    assert main([*command, "--url", URL, "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert "lines in 5 files" in said
    assert "MD5" in said
    assert "HVSBench_DEMO" in (out / "HVSBench.md").read_text()
    changed = git(repository, "diff", "--unified=0").splitlines()
    added = [line for line in changed if line[0] in "+-" and not line.startswith(("+++", "---"))]
    assert added[0].startswith("+| HVSBench")
    assert added[1:] == ["+from .hvsbench import HVSBenchDataset", "+    HVSBenchDataset,"]
    text = (repository / FOLDER / "hvsbench.py").read_text()
    compile(text, "class", "exec")
    assert hashlib.md5((out / "HVSBench_DEMO.tsv").read_bytes()).hexdigest() in text
    assert f"{URL}/HVSBench_DEMO.tsv" in text
    assert main([*command, "--undo"]) == 0
    assert git(repository, "status", "--porcelain") == ""
    assert main([*command]) == 1
    assert "https address" in capsys.readouterr().err


def state(root):
    files = [path for path in sorted(root.rglob("*")) if path.is_file() and ".git" not in path.parts]
    return {path.relative_to(root): path.read_bytes() for path in files}


def check_tables(folder):
    """They hold every image once, as it is."""
    from PIL import Image

    rows = table(folder / "HVSBench_DEMO.tsv")
    dataset = dataset_class(card_of("HVSBench_DEMO"))("HVSBench_DEMO")
    assert rows["index"].tolist() == dataset.rows["index"].tolist()
    assert rows["index"].is_unique
    pictures = dict(zip(rows["index"], rows["image"], strict=True))
    assert rows[rows["image"].str.len() > 64]["image_path"].is_unique
    for place in (0, 7, len(rows) - 1):
        cell = rows["image"][place]
        with open(dataset.image(dataset.row(place)["image_path"]), "rb") as file:
            assert base64.b64decode(pictures.get(cell, cell)) == file.read()
    searching = rows[[name.split().count("HVSBench_Searching_DEMO") == 1 for name in rows["datasets"]]]
    assert set(searching["field"]) == {"Searching"}
    assert len(searching) == (rows["field"] == "Searching").sum()
    rows = table(folder / "VPB_Stage2_DEMO.tsv")
    cells = [cell for cell in rows["image"] if len(cell) > 64 and not cell.startswith("[")]
    for cell in cells[:3]:
        Image.open(io.BytesIO(base64.b64decode(cell))).load()
    assert cells
    assert rows["vp_shape"].ne("").any()


@pytest.mark.long
def test_exports_lie_side_by_side_and_are_repeated_and_undone_in_any_order(repository, write, tmp_path):
    write("HVSBench")
    one = state(repository)
    write("HVSBench")
    assert state(repository) == one
    write("VPB")
    both = state(repository)
    check_tables(tmp_path / "out")
    Checkout(repository).undo("VPB")
    assert state(repository) == one != both
    write("VPB")
    Checkout(repository).undo("HVSBench")
    assert (repository / "vlmeval/dataset/vpb").is_dir()
    Checkout(repository).undo("VPB")
    assert git(repository, "status", "--porcelain") == ""
    assert Checkout(repository).undo("HVSBench") == 0


@pytest.mark.long
def test_a_tree_with_other_changes_is_refused_and_what_was_edited_is_not_deleted(repository, write):
    write("HVSBench")
    for path in ("new.txt", "vlmeval/dataset/__init__.py", f"{FOLDER}/scoring.py"):
        before = (repository / path).read_text() if (repository / path).exists() else None
        with (repository / path).open("a") as file:
            file.write("# mine\n")
        with pytest.raises(DataError, match=path):
            write("HVSBench")
        assert (repository / path).read_text().endswith("# mine\n")
        (repository / path).unlink() if before is None else (repository / path).write_text(before)
    commit(repository)
    (repository / FOLDER / "scoring.py").write_text("mine\n")
    with pytest.raises(DataError, match=r"scoring\.py was edited"):
        Checkout(repository).undo("HVSBench")


@pytest.mark.long
def test_nothing_is_changed_where_a_check_fails_a_folder_is_not_ours_or_the_host_lacks_the_patch(repository, write):
    with pytest.raises(DataError, match="flake8: something"):
        write("HVSBench", Refusing())
    assert git(repository, "status", "--porcelain") == ""
    (repository / "vlmeval/dataset/__init__.py").write_text("from .a import b\nDATASETS = []\n")
    commit(repository)
    with pytest.raises(DataError, match="has no list IMAGE_DATASET"):
        write("HVSBench")
    assert git(repository, "status", "--porcelain") == ""
    (repository / FOLDER).mkdir()
    (repository / FOLDER / "scoring.py").write_text("mine\n")
    (repository / "vlmeval/vlm/base.py").write_text("class BaseModel:\n    pass\n")
    commit(repository)
    for name, words in (("HVSBench", "not written by this command"), ("ActiView", "git am FOLDER/pipelines.patch")):
        with pytest.raises(DataError, match=words):
            write(name)
    assert (repository / FOLDER / "scoring.py").read_text() == "mine\n"
    assert git(repository, "status", "--porcelain") == ""


def test_placeholders_are_refused():
    hosts = ("example.com/a", "localhost/a", "<URL>/a", "your.org")
    for url in ("", "http://data.org/a", *(f"https://{host}" for host in hosts)):
        with pytest.raises(OptionError, match="https address"):
            checked_url(url)


def test_other_versions_of_the_tools_are_refused(repository):
    tools = ("isort", "yapf", "flake8")
    blocks = [f"  - repo: https://x/{tool}\n    rev: 0.0.1\n    hooks:\n      - id: {tool}\n" for tool in tools]
    (repository / ".pre-commit-config.yaml").write_text("".join(blocks))
    with pytest.raises(DataError, match="pip install isort==0.0.1 yapf==0.0.1 flake8==0.0.1"):
        HostStyle(repository, sys.executable)


def test_the_patches_are_written(tmp_path):
    assert main(["export-upstream", "--patches", str(tmp_path / "patches")]) == 0
    assert sorted(path.name for path in (tmp_path / "patches").iterdir()) == ["pipelines.patch", "plugins.patch"]


@pytest.mark.nightly
def test_the_patches_fit_the_host_and_its_tests_pass(upstream, tmp_path):
    assert main(["export-upstream", "--patches", str(tmp_path / "patches")]) == 0
    for name in ("pipelines", "plugins"):
        git(upstream, "am", "--quiet", str(tmp_path / "patches" / f"{name}.patch"))
    tests = ["tests.test_message_answer", "tests.test_dataset_plugins"]
    done = subprocess.run([sys.executable, "-m", "unittest", *tests], cwd=upstream, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "Ran 6 tests" in done.stderr
