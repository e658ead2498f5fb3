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

URL = "https://huggingface.co/datasets/lab/tables/resolve/main"


class Unformatted:
    """Stands in for the host's formatters, which are no dependency of the tests."""

    def format(self, files):
        pass

    def check(self, files):
        pass


class Refusing(Unformatted):
    def check(self, files):
        raise DataError("flake8: something")


def write(root, name, out, style=None):
    from vlmeval_hvs.upstream.checkout import Checkout
    from vlmeval_hvs.upstream.export import datasets_of, export
    from vlmeval_hvs.upstream.folder import exportable

    card = exportable()[name]
    return export(Checkout(root), card, URL, style or Unformatted(), datasets_of(card), out)


@pytest.fixture
def two(demo):
    demo("HVSBench_DEMO", "VPB_Stage2_DEMO")


def test_an_export_adds_a_folder_and_one_line_to_each_list(repository, two, tmp_path):
    done = write(repository, "HVSBench", tmp_path)
    assert done.folder == "vlmeval/dataset/hvsbench"
    changed = git(repository, "diff", "--unified=0").splitlines()
    added = [line for line in changed if line[0] in "+-" and not line.startswith(("+++", "---"))]
    assert added[1:] == ["+from .hvsbench import HVSBenchDataset", "+    HVSBenchDataset,"]
    assert added[0].startswith("+| HVSBench")
    text = (repository / "vlmeval/dataset/hvsbench/hvsbench.py").read_text()
    compile(text, "class", "exec")
    assert hashlib.md5((tmp_path / "HVSBench_DEMO.tsv").read_bytes()).hexdigest() in text
    assert f"{URL}/HVSBench_DEMO.tsv" in text


def test_exports_lie_beside_each_other_are_repeated_without_a_change_and_undone_in_any_order(repository, two, tmp_path):
    from vlmeval_hvs.upstream.checkout import Checkout

    write(repository, "HVSBench", tmp_path)
    one = state(repository)
    write(repository, "HVSBench", tmp_path)
    assert state(repository) == one
    write(repository, "VPB", tmp_path)
    both = state(repository)
    Checkout(repository).undo("VPB")
    assert state(repository) == one
    write(repository, "VPB", tmp_path)
    assert state(repository) == both
    Checkout(repository).undo("HVSBench")
    Checkout(repository).undo("VPB")
    assert git(repository, "status", "--porcelain") == ""
    assert Checkout(repository).undo("HVSBench") == 0


def state(root):
    files = [path for path in sorted(root.rglob("*")) if path.is_file() and ".git" not in path.parts]
    return {path.relative_to(root): path.read_bytes() for path in files}


def test_a_tree_with_other_changes_is_refused_and_what_was_edited_is_not_deleted(repository, two, tmp_path):
    from vlmeval_hvs.upstream.checkout import Checkout

    write(repository, "HVSBench", tmp_path)
    for path in ("new.txt", "vlmeval/dataset/__init__.py", "vlmeval/dataset/hvsbench/scoring.py"):
        before = (repository / path).read_text() if (repository / path).exists() else None
        with (repository / path).open("a") as file:
            file.write("# mine\n")
        with pytest.raises(DataError, match=path):
            write(repository, "HVSBench", tmp_path)
        assert (repository / path).read_text().endswith("# mine\n")
        (repository / path).unlink() if before is None else (repository / path).write_text(before)
    commit(repository)
    (repository / "vlmeval/dataset/hvsbench/scoring.py").write_text("mine\n")
    with pytest.raises(DataError, match=r"scoring\.py was edited"):
        Checkout(repository).undo("HVSBench")


def test_a_folder_of_somebody_else_is_not_touched(repository, two, tmp_path):
    (repository / "vlmeval/dataset/hvsbench").mkdir()
    (repository / "vlmeval/dataset/hvsbench/scoring.py").write_text("mine\n")
    commit(repository)
    with pytest.raises(DataError, match="not from here"):
        write(repository, "HVSBench", tmp_path)
    assert (repository / "vlmeval/dataset/hvsbench/scoring.py").read_text() == "mine\n"
    assert git(repository, "status", "--porcelain") == ""


def test_when_the_hosts_checks_fail_the_tree_is_as_before(repository, two, tmp_path):
    with pytest.raises(DataError, match="flake8: something"):
        write(repository, "HVSBench", tmp_path, Refusing())
    assert git(repository, "status", "--porcelain") == ""


def test_a_host_without_the_patch_is_told_where_it_is(repository, demo, tmp_path):
    demo("ActiView_DEMO")
    (repository / "vlmeval/vlm/base.py").write_text("class BaseModel:\n    pass\n")
    commit(repository)
    with pytest.raises(DataError, match="git am FOLDER/pipelines.patch"):
        write(repository, "ActiView", tmp_path)


def test_placeholders_are_refused():
    from vlmeval_hvs.upstream.export import checked_url

    hosts = ("example.com/a", "localhost/a", "<URL>/a", "your.org")
    for url in ("", "http://data.org/a", *(f"https://{host}" for host in hosts)):
        with pytest.raises(OptionError, match="https address"):
            checked_url(url)


def test_the_table_holds_every_image_once_as_it_is(two, demo, tmp_path, repository):
    import pandas as pd

    from vlmeval_hvs.registry import card_of, dataset_class

    write(repository, "HVSBench", tmp_path)
    table = pd.read_csv(tmp_path / "HVSBench_DEMO.tsv", sep="\t", dtype=str, keep_default_na=False)
    dataset = dataset_class(card_of("HVSBench_DEMO"))("HVSBench_DEMO")
    assert table["index"].tolist() == dataset.rows["index"].tolist()
    assert table["index"].is_unique
    pictures = dict(zip(table["index"], table["image"], strict=True))
    full = table[table["image"].str.len() > 64]
    assert full["image_path"].is_unique
    for place in (0, 7, len(table) - 1):
        cell = table["image"][place]
        content = base64.b64decode(pictures.get(cell, cell))
        with open(dataset.image(dataset.row(place)["image_path"]), "rb") as file:
            assert content == file.read()
    searching = table[[name.split().count("HVSBench_Searching_DEMO") == 1 for name in table["datasets"]]]
    assert set(searching["field"]) == {"Searching"}
    assert len(searching) == (table["field"] == "Searching").sum()


def test_a_table_has_the_name_of_its_set(demo):
    from vlmeval_hvs.upstream.table import tables_of

    demo("ActiView_DEMO")
    tables = tables_of(["ActiView_Full_DEMO", "ActiView_SingleView_DEMO"])
    assert tables[0].name == "ActiView_DEMO"
    assert len({table.name for table in tables}) == len(tables)


def test_the_command_tells_what_it_wrote_and_takes_it_back(repository, two, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("vlmeval_hvs.upstream.style.HostStyle", lambda *_: Unformatted())
    command = ["export-upstream", str(repository), "--benchmark", "HVSBench"]
    assert main([*command, "--url", URL, "--out", str(tmp_path / "out")]) == 0
    said = capsys.readouterr().out
    assert "lines in 5 files" in said
    assert "MD5" in said
    assert "HVSBench_DEMO" in (tmp_path / "out" / "HVSBench.md").read_text()
    assert main([*command, "--undo"]) == 0
    assert git(repository, "status", "--porcelain") == ""
    assert main([*command]) == 1
    assert "https address" in capsys.readouterr().err


def test_other_versions_of_the_tools_are_refused(repository):
    from vlmeval_hvs.upstream.style import HostStyle

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


def test_images_of_the_table_are_whole(two, repository, tmp_path):
    import pandas as pd
    from PIL import Image

    write(repository, "VPB", tmp_path)
    (path,) = tmp_path.glob("VPB_Stage2_DEMO.tsv")
    table = pd.read_csv(path, sep="\t", dtype=str, keep_default_na=False)
    cells = [cell for cell in table["image"] if len(cell) > 64 and not cell.startswith("[")]
    for cell in cells[:3]:
        Image.open(io.BytesIO(base64.b64decode(cell))).load()
    assert cells
    assert table["vp_shape"].ne("").any()
